"""`python -m games`: the engine protocol, JSON lines on stdin and stdout (docs/notation.md)."""

from __future__ import annotations

import sys

from games.core.protocol import Server


def main() -> None:
    """Answer each line of stdin with one line on stdout until the input ends."""
    server = Server()
    for line in sys.stdin.buffer:
        sys.stdout.write(server.answer(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

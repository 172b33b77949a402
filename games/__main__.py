"""`python -m games`: the engine protocol, JSON lines on stdin and stdout (docs/notation.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from games.core.protocol.server import LONGEST_LINE, Server


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; of one that is too long only the beginning, which is still too long to be answered."""
    while line := source.readline(LONGEST_LINE + 1):
        yield line
        while line and not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            line = source.readline(LONGEST_LINE + 1)


def main() -> None:
    """Answer each line of stdin with one line on stdout until the input ends."""
    server = Server(compiles=True)
    for line in lines(sys.stdin.buffer):
        sys.stdout.write(server.answer(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

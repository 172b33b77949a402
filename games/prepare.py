"""Fills the folder of compiled searches, for an image or before the first start: `python -m games.prepare`."""

from __future__ import annotations

import games


def main() -> None:
    """Compile what the players of all games have to compile, if numba is installed."""
    for game in games.every():
        game.player.prepare()


if __name__ == "__main__":
    main()

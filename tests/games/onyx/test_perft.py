"""The numbers of lines of play, against the table beside this file."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.protocol.perft import perft
from games.onyx import GAME

TABLE = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()
LINES = [line for line in TABLE if line and not line.startswith("#")]


@pytest.mark.parametrize("line", LINES)
def test_perft(line: str) -> None:
    board, position, numbers = (part.strip() for part in line.split("|"))
    options = {"board": board}
    state = GAME.rules.start(2, options) if position == "start" else GAME.rules.load(position, options)
    wanted = [int(number) for number in numbers.split()]
    assert [perft(GAME, state, depth) for depth in range(1, len(wanted) + 1)] == wanted

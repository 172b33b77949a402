"""The perft table: see perft.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.protocol.perft import perft
from games.piously import GAME
from tests.games.piously import oracle

TABLE = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()
ROWS = [line.split(" | ") for line in TABLE if line and not line.startswith("#")]


@pytest.mark.parametrize("line,numbers", ROWS)
def test_perft(line: str, numbers: str) -> None:
    state = GAME.rules.load(line, {})
    expected = [int(number) for number in numbers.split()]
    assert [perft(GAME, state, depth) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("line,numbers", [row for row in ROWS if "@" not in row[0]])
def test_the_second_engine_counts_the_same(line: str, numbers: str) -> None:
    match = oracle.read(line)
    expected = [int(number) for number in numbers.split()]
    assert len(oracle.legal(match)) == expected[0]
    if expected[1] < 600:
        assert sum(len(oracle.legal(after)) for after in oracle.legal(match).values()) == expected[1]


def test_boards_are_not_counted() -> None:
    for depth in (1, 2):
        with pytest.raises(ValueError, match="build cannot be counted"):
            perft(GAME, GAME.rules.start(2, {}), depth)

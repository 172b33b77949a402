"""The perft table: see perft.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.choccer import GAME
from games.choccer.position import State
from games.core.protocol.perft import perft
from tests.games.choccer.drawing import played

TABLE = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()


def rows() -> list[tuple[str, list[int]]]:
    """The position of each row, and its numbers."""
    found = []
    for line in TABLE:
        words = line.split()
        if words and not line.startswith("#"):
            first = next(place for place, word in enumerate(words) if word.isdigit())
            found.append((" ".join(words[:first]), list(map(int, words[first:]))))
    return found


def position(text: str) -> State:
    if text.startswith("b="):
        return GAME.rules.load(text, {})
    return played(GAME.rules.start(2, {}), *text.replace("start", "").split())


@pytest.mark.parametrize("text, numbers", rows())
def test_perft(text: str, numbers: list[int]) -> None:
    state = position(text)
    assert [perft(GAME, state, depth) for depth in range(1, len(numbers) + 1)] == numbers

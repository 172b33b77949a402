"""RULES.md: its example positions are real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.choccer
from games.choccer import GAME
from tests.games.choccer.drawing import legal

PAGE = Path(games.choccer.__file__).with_name("RULES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```position\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", EXAMPLES)
def test_example_is_a_position_and_its_marks_are_what_the_chosen_piece_can_do(block: str) -> None:
    lines = block.splitlines()
    state = GAME.rules.load(lines[1], {})
    assert GAME.rules.dump(state) == lines[1]
    marks = [line.split()[1:] for line in lines if line.startswith("mark:")]
    reached = {text[3:] for text in legal(state)}
    for kind, *cells in marks:
        assert kind in {"target", "chosen"}
        assert kind == "chosen" or set(cells) <= reached

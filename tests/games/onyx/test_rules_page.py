"""The pictures in RULES.md show positions that can be loaded, and say what is true."""

from __future__ import annotations

import re
from pathlib import Path

import games.onyx
from games.core.status import Outcome
from games.onyx import GAME
from games.onyx.position import State
from tests.games.onyx.drawing import after, legal_texts

PAGE = Path(games.onyx.__file__).with_name("RULES.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```position\noptions:(.*)\n(.*)\n((?:.*\n)*?)```", PAGE)


def position(number: int) -> State:
    options, line, _ = BLOCKS[number]
    return GAME.rules.load(line, dict(word.split("=", 1) for word in options.split()))


def test_every_example_loads_and_marks_its_own_spaces() -> None:
    assert len(BLOCKS) == PAGE.count("```position") == 6
    for number, (_, line, rest) in enumerate(BLOCKS):
        state = position(number)
        assert GAME.rules.dump(state) == line
        for mark in re.findall(r"mark: \w+ (.*)", rest):
            assert set(mark.split()) <= set(state.board.graph.names)


def test_what_the_captions_say_is_true() -> None:
    assert "b@a1 p@e5" in legal_texts(position(0))
    assert {"b@a1", "b@a3"} <= legal_texts(position(1))
    assert not {"b@a3", "p@a3"} & legal_texts(position(2))
    assert "b=..../bb../..../b..." in GAME.rules.dump(after(position(3), "b@a1"))
    kept = GAME.rules.status(after(position(4), "remove none", "remove none"))
    opened = GAME.rules.status(after(position(4), "remove b5", "remove none"))
    assert isinstance(kept, Outcome)
    assert isinstance(opened, Outcome)
    marks = {mark.role: set(mark.cells) for mark in GAME.presenter.table(position(5), None).marks}
    for cells in marks.values():
        assert {"c5", "c4", "c3", "b2"} <= cells
    assert [role for role, cells in marks.items() if "e2" in cells] == ["white"]

"""The button *Play it* of a hint holds any turn: as text where it is short, else as the choices that lead to it."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.match.errors import Stale
from bot.match.turn_draft import draft_of
from bot.match.turn_path import MARK, read_path, write_path
from tests.bot.random_turns import middle_of, turn_of


@pytest.mark.parametrize("key", games.keys())
def test_every_turn_is_read_again_from_its_path(key: str) -> None:
    dice = Random(7)
    for number in range(60):
        draft = middle_of(key, dice, number // 2)
        turn = turn_of(draft, dice)
        path = write_path(draft, turn)
        assert path.startswith(MARK)
        assert read_path(draft, path) == turn


def test_a_turn_of_many_spells_is_shorter_as_a_path() -> None:
    dice = Random(3)
    turns = [(draft, turn_of(draft, dice)) for draft in (middle_of("piously", dice, 150) for _ in range(60))]
    long = [(draft, turn) for draft, turn in turns if len(turn) > 50]
    assert long
    assert all(len(write_path(draft, turn)) < len(turn) for draft, turn in long)


@pytest.mark.parametrize("path", ["~", "~0", "~ffffff.0", "~1.zz.-", "~1.=m", "~abc.0-0-0.1"])
def test_a_path_that_leads_elsewhere_is_refused_with_the_next_step(path: str) -> None:
    with pytest.raises(Stale, match="Ask for another"):
        read_path(middle_of("piously", Random(1), 20), path)


def test_a_path_from_before_another_step_was_drafted_is_refused() -> None:
    draft = middle_of("piously", Random(5), 30)
    turn = turn_of(draft, Random(2))
    path = write_path(draft, turn)
    question = draft.question
    assert question is not None
    later = next(
        one
        for choice in question.choices
        if not (one := draft_of(draft.match, draft.player, (choice.token,))).complete and one.steps
    )
    with pytest.raises(Stale):
        read_path(later, path)

"""The spell trainer: each exercise is won by its spell, and by nothing else."""

from __future__ import annotations

import pytest

from games.core.lesson import Exercise
from games.core.status import Outcome
from games.piously import GAME, legal
from games.piously.moves import Move
from games.piously.position import State
from games.piously.rooms import SPELL_NAMES, WHITE
from games.piously.turns import play
from tests.games.piously.drawing import play as play_text

TRAINER = GAME.presenter.trainer()
assert TRAINER is not None
EXERCISES = TRAINER.exercises
EACH = pytest.mark.parametrize("exercise", EXERCISES, ids=[str(one.title) for one in EXERCISES])


def begin(exercise: Exercise) -> State:
    return GAME.rules.load(exercise.position, exercise.options)


def test_there_is_one_for_each_spell() -> None:
    assert [str(one.title) for one in EXERCISES] == [str(name) for name in SPELL_NAMES]


@EACH
def test_the_solution_wins_and_casts_the_spell(exercise: Exercise) -> None:
    state = begin(exercise)
    steps = exercise.solution.split()
    for step in steps:
        assert state.phase == "play"
        tokens = GAME.presenter.tokens(state, GAME.rules.parse(step))
        assert GAME.presenter.ask(state, exercise.seat, tokens) is None, "the questions lead to it"
        state = play_text(state, step)
    status = GAME.rules.status(state)
    assert isinstance(status, Outcome)
    assert status.places == (1, 2)
    code = str(exercise.title)[:2]
    assert any(step.partition(":")[0] == code for step in steps)


@EACH
def test_without_a_spell_nothing_wins(exercise: Exercise) -> None:
    """5: no turn of actions alone links the seven rooms, and they are not linked when it begins."""
    states = [begin(exercise)._replace(spent=0x7F)]
    while states:
        state = states.pop()
        for kind in legal.ACTIONS:
            moves: list[Move] = list(kind(state))
            for move in moves:
                after = play(state, WHITE, move)
                assert after.phase == "play", move
                states += [after] if after.mover == WHITE else []


@EACH
def test_the_learner_is_told_what_the_spell_does(exercise: Exercise) -> None:
    question = GAME.presenter.ask(begin(exercise), exercise.seat, ())
    assert question is not None
    (told,) = [one for one in question.explanations if one.title == exercise.title]
    assert not told.obstacle
    assert str(exercise.title) in str(exercise.words)

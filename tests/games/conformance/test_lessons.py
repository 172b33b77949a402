"""The tutorial of a game that has one."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.core.game import AnyGame
from games.core.lesson import Lesson
from tests.games.conformance.walks import EVERY, absent, turn_of


def lessons() -> list[Any]:
    """Each game with each step of its tutorial."""
    return [
        lesson
        for game in EVERY
        for lesson in (
            [
                pytest.param(game, lesson, id=f"{game.info.key}-{number}")
                for number, lesson in enumerate(game.presenter.lessons(), 1)
            ]
            or [absent(game, "lessons")]
        )
    ]


@pytest.mark.parametrize("game, lesson", lessons())
def test_a_lesson_can_be_played(game: AnyGame, lesson: Lesson) -> None:
    state = game.rules.load(lesson.position, game.info.check_options(dict(lesson.options)))
    assert lesson.title
    assert 40 <= len(lesson.words) <= 1200
    assert 2 <= len(lesson.tries) <= 4
    assert any(one.good for one in lesson.tries)
    assert len({one.move for one in lesson.tries}) == len(lesson.tries)
    for one in lesson.tries:
        move = game.rules.parse(one.move)
        assert game.rules.text(move) == one.move
        assert one.words
        after = game.rules.play(state, lesson.seat, move)
        if one.reply:
            game.rules.play(after, min(turn_of(game, after).seats), game.rules.parse(one.reply))


@pytest.mark.parametrize("game, lesson", lessons())
def test_the_goal_of_a_lesson_is_what_its_right_tries_reach(game: AnyGame, lesson: Lesson) -> None:
    """Nor do the wrong tries reach it, nor who has not moved yet."""
    if lesson.goal is None:
        return
    state = game.rules.load(lesson.position, game.info.check_options(dict(lesson.options)))
    after = {one: game.rules.play(state, lesson.seat, game.rules.parse(one.move)) for one in lesson.tries}
    assert lesson.goal.missed
    assert not lesson.goal.reached(state)
    assert {one.move for one in lesson.tries if lesson.goal.reached(after[one])} == {
        one.move for one in lesson.tries if one.good
    }


@pytest.mark.parametrize("game, lesson", lessons())
def test_every_move_of_a_lesson_is_commented_on(game: AnyGame, lesson: Lesson) -> None:
    """By the try that names it, or else by the goal, which has words for right moves only if the tries leave any."""
    state = game.rules.load(lesson.position, game.info.check_options(dict(lesson.options)))
    named = {game.rules.parse(one.move) for one in lesson.tries}
    others = [move for move in islice(game.rules.legal(state, lesson.seat), 1000) if move not in named]
    for move in others:
        assert lesson.goal is not None, game.rules.text(move)
        reached = lesson.goal.reached(game.rules.play(state, lesson.seat, move))
        assert lesson.goal.words or not reached, game.rules.text(move)

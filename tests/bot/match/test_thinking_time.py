"""How long an AI may think: no longer than its clock can bear, and with an answer in time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from bot.match.clock import SECOND, read_time
from bot.match.model import Match, MatchId, Place, Stage, UserId
from bot.match.thinking_time import SECONDS, WAIT_SECONDS, allowance, quicker_levels

MATCH = Match(MatchId(1), "K7QF", "onyx", 1, {}, (), UserId(1), Place(1, 2), Stage.LIVE)
LEVELS = tuple(SECONDS)


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_clock_a_level_has_all_its_time(level: str) -> None:
    given = allowance(MATCH, level, 0)
    assert (given.seconds, given.due_in) == (SECONDS[level], WAIT_SECONDS + SECONDS[level])
    assert not given.is_urgent


@pytest.mark.parametrize("game", games.keys())
def test_medium_is_answered_within_ten_seconds(game: str) -> None:
    assert allowance(replace(MATCH, game=game), "medium", 0).due_in <= 10


def test_a_turn_of_several_steps_has_more_time_where_it_is_planned_as_a_whole() -> None:
    match = replace(MATCH, game="piously")
    planned = allowance(match, "hard", 0)
    assert (planned.seconds, planned.due_in) == (3 * SECONDS["hard"], WAIT_SECONDS + 3 * SECONDS["hard"])
    step = allowance(replace(match, time=read_time("12s")), "hard", 0)
    assert step == allowance(replace(MATCH, time=read_time("12s")), "hard", 0), "in bullet each step is a move"


@given(st.sampled_from(LEVELS), st.integers(2, 600), st.integers(0, 1000))
def test_bullet_is_urgent_and_in_time(level: str, seconds: int, gone: int) -> None:
    deadline = 1500 + seconds * SECOND
    match = replace(MATCH, time=read_time(f"{seconds}s"), deadline=deadline)
    given = allowance(match, level, gone)
    assert given.is_urgent
    assert given.seconds <= 1
    assert gone + SECOND * (given.due_in + 1) <= deadline or given.due_in == 0


@given(st.sampled_from(LEVELS), st.integers(2, 600), st.integers(0, 60))
def test_a_blitz_clock_lasts_for_many_moves(level: str, left: int, step: int) -> None:
    """What is due is due in time, and thirty moves more leave something on the clock."""
    match = replace(MATCH, time=read_time(f"5m+{step}s"), deadline=left * SECOND)
    assert allowance(match, level, 0).due_in <= left / 2
    remaining = float(left)
    for _ in range(30):
        remaining += step - allowance(replace(match, deadline=round(remaining * SECOND)), level, 0).seconds
        assert remaining > 0


def test_a_stand_in_is_urgent() -> None:
    match = replace(MATCH, time=read_time("12s"), deadline=0)
    assert allowance(match, "medium", 100, stands_in=True).is_urgent


def test_no_beginner_answers_for_a_stronger_level() -> None:
    levels = ("beginner", "easy", "medium", "hard", "master")
    assert quicker_levels("master", levels) == ("master", "hard", "medium", "easy")
    assert quicker_levels("easy", levels) == ("easy",)
    assert quicker_levels("beginner", levels) == ("beginner",)
    assert quicker_levels("grim", levels) == ("grim",)
    assert quicker_levels("deep", ("flat", "deep")) == ("deep", "flat")


def test_every_level_of_every_game_has_its_time() -> None:
    assert {level for game in games.every() for level in game.info.levels} <= SECONDS.keys()

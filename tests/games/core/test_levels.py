"""Levels: the same five in every game, and the share of the moves at which a level looks less far."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import games
from games.core.budget import Budget
from games.core.levels import LEVELS, Look, choose_look
from games.core.player import Thought
from tests.games.conformance.walks import random_step, to_act

LAPSES = {"beginner": 0.75, "easy": 0.25, "hard": 0.4}
USUAL = {"beginner": Look.SOUND, "easy": Look.SOUND, "hard": Look.DEEP}
LAPSED = {"beginner": Look.GLANCE, "easy": Look.GLANCE, "hard": Look.SOUND}


class Throws(Random):
    """Dice that always show the same."""

    def __init__(self, always: float) -> None:
        super().__init__(1)
        self._always = always

    def random(self) -> float:
        return self._always


def test_every_game_has_the_five_levels_and_the_names_of_old_matches() -> None:
    assert {"easy", "medium", "hard"} < set(LEVELS)
    for game in games.every():
        assert game.info.levels == LEVELS


@pytest.mark.parametrize("level, share", LAPSES.items())
def test_a_level_looks_less_far_at_its_share_of_moves(level: str, share: float) -> None:
    rng = Random(3)
    looks = Counter(choose_look(level, LAPSES, rng) for _ in range(1000))
    assert set(looks) == {USUAL[level], LAPSED[level]}
    assert abs(looks[LAPSED[level]] / 1000 - share) < 0.05


@pytest.mark.parametrize("level, look", [("medium", Look.SOUND), ("master", Look.DEEP)])
def test_medium_and_master_always_look_equally_far(level: str, look: Look) -> None:
    rng = Random(3)
    assert {choose_look(level, LAPSES, rng) for _ in range(100)} == {look}


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("throw, level", [(0.0, "medium"), (0.999, "master")])
def test_hard_thinks_and_judges_like_medium_where_it_lapses_and_else_like_master(
    key: str, throw: float, level: str
) -> None:
    """What it says a position is worth fits how far it has looked."""
    assert thought(key, "hard", throw) == thought(key, level, throw)
    assert thought(key, "medium", throw) != thought(key, "master", throw)


@pytest.mark.parametrize("key", games.keys())
def test_master_never_lapses(key: str) -> None:
    """Hints are its moves."""
    assert thought(key, "master", 0.0) != thought(key, "hard", 0.0)


def thought(key: str, level: str, throw: float) -> Thought[object]:
    """In the middle of a match that was played at random."""
    game, rng = games.find(key), Random(5)
    state = game.rules.start(2, game.info.check_options({}))
    for _ in range(13):
        _, _, state = random_step(game, state, rng)
    seat = to_act(game, state)[0]
    return game.player.think(game.rules.view(state, seat), seat, level, Budget(nodes=600), Throws(throw))

"""Levels: the same five in every game, and the share of the moves that a level makes at a glance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import games
from games.core.levels import LEVELS, Look, choose_look

GLANCES = {"beginner": 0.75, "easy": 0.25}


def test_every_game_has_the_five_levels_and_the_names_of_old_matches() -> None:
    assert {"easy", "medium", "hard"} < set(LEVELS)
    for game in games.every():
        assert game.info.levels == LEVELS


@pytest.mark.parametrize("level, share", GLANCES.items())
def test_a_level_makes_its_share_of_moves_at_a_glance(level: str, share: float) -> None:
    rng = Random(3)
    looks = Counter(choose_look(level, GLANCES, rng) for _ in range(1000))
    assert set(looks) == {Look.GLANCE, Look.SOUND}
    assert abs(looks[Look.GLANCE] / 1000 - share) < 0.05


@pytest.mark.parametrize("level, look", [("medium", Look.SOUND), ("hard", Look.DEEP), ("master", Look.DEEP)])
def test_stronger_levels_always_look_equally_far(level: str, look: Look) -> None:
    rng = Random(3)
    assert {choose_look(level, GLANCES, rng) for _ in range(100)} == {look}

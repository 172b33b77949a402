"""Levels: the same five in every game, and the share of the moves at which a level looks less far."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import games
from games.core.budget import Budget
from games.core.kernel.memory import SearchMemory
from games.core.kernel.search import SURE, errors_of
from games.core.kernel.tree import error_of, misjudge
from games.core.levels import LEVELS, Look, choose_look
from games.core.player import Thought
from tests.games.conformance.walks import random_step, to_act

LAPSES = {"beginner": 0.75, "easy": 0.25}


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
    assert set(looks) == {Look.SOUND, Look.GLANCE}
    assert abs(looks[Look.GLANCE] / 1000 - share) < 0.05


@pytest.mark.parametrize("level, look", [("medium", Look.AHEAD), ("hard", Look.DEEP), ("master", Look.DEEP)])
def test_the_upper_levels_always_look_equally_far(level: str, look: Look) -> None:
    rng = Random(3)
    assert {choose_look(level, LAPSES, rng) for _ in range(100)} == {look}


@pytest.mark.parametrize("key", games.keys())
def test_medium_looks_less_far_than_master(key: str) -> None:
    assert thought(key, "medium", 0.0) != thought(key, "master", 0.0)


@pytest.mark.parametrize("key", games.keys())
def test_chance_does_not_change_how_far_hard_and_master_look(key: str) -> None:
    for level in ("hard", "master"):
        assert thought(key, level, 0.0).value is not None
        assert thought(key, level, 0.999).value is not None


def test_an_error_is_bounded_and_differs_by_move() -> None:
    memory = SearchMemory({"error": 0, "salt": 0}, Budget().start())
    assert {error_of(memory, move) for move in range(100)} == {0}
    memory.error, memory.salt = 30, 12345
    assert {error_of(memory, move) for move in range(2000)} == set(range(-30, 31))
    assert error_of(memory, 7) == error_of(memory, 7)


def test_an_error_spares_wins_and_losses() -> None:
    assert misjudge(1000, -30) == 970
    assert misjudge(90_000, -30) == 90_000
    assert misjudge(-90_000, 30) == -90_000


def test_levels_misjudge_as_far_as_the_game_says_and_master_does_not() -> None:
    most = {"medium": 80, "hard": 50}
    assert errors_of("master", most, Random(1)) == SURE
    assert errors_of("hard", most, Random(1)).error == 50
    assert errors_of("medium", most, Random(1)).error == 80
    assert errors_of("hard", most, Random(1)).salt != errors_of("hard", most, Random(2)).salt


def thought(key: str, level: str, throw: float) -> Thought[object]:
    """In the middle of a match that was played at random."""
    game, rng = games.find(key), Random(5)
    state = game.rules.start(2, game.info.check_options({}))
    for _ in range(13):
        _, _, state = random_step(game, state, rng)
    seat = to_act(game, state)[0]
    return game.player.think(game.rules.view(state, seat), seat, level, Budget(nodes=600), Throws(throw))

"""What values promise: a lead is worth more the later it is, and the shares of all seats add up to 1."""

from __future__ import annotations

from random import Random

import pytest

from games.core.status import CHANCE
from games.cyberzul import GAME
from games.cyberzul.calibration import OPTIMISM, expected_share, expected_shares, share_of_lead
from games.cyberzul.kernel.value import WON
from games.cyberzul.position import State


def in_round(number: int, seats: int = 2) -> State:
    """At the start of the round, when all factories are full."""
    state = GAME.rules.start(seats, GAME.info.check_options({}))
    return GAME.rules.play(state, CHANCE, GAME.rules.deal(state, Random(1)))._replace(round=number)


def test_a_lead_over_several_promises_more_from_round_to_round_until_the_fifth() -> None:
    shares = [expected_shares(in_round(number, 3), (0.3, -0.3, -0.3), "master")[0] for number in range(1, 8)]
    assert shares[:5] == sorted(set(shares[:5])), "each is above the one before"
    assert set(shares[5:]) == {shares[4]}


def test_a_lead_over_several_promises_more_the_fewer_tiles_are_left() -> None:
    """At the end of a round, as much as at the start of the next one."""
    full = in_round(3, 3)
    half = full._replace(factories=(*full.factories[:3], 0, 0, 0, 0))
    empty = full._replace(factories=(0,) * 7)
    shares = [expected_shares(state, (0.3, -0.3, -0.3), "master")[0] for state in (full, half, empty)]
    assert shares == sorted(set(shares))
    assert shares[-1] == pytest.approx(expected_shares(in_round(4, 3), (0.3, -0.3, -0.3), "master")[0])


@pytest.mark.parametrize("values", [(0.1, -0.1, -0.5), (-0.3, -0.3, -0.3), (0.6, -0.6, -0.9, -0.95)])
def test_the_shares_of_all_seats_add_up_to_1_and_follow_their_values(values: tuple[float, ...]) -> None:
    shares = expected_shares(in_round(2, len(values)), values, "master")
    assert sum(shares) == pytest.approx(1)
    assert sorted(shares, reverse=True) == list(shares)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_better_move_promises_more_to_one_of_several(seats: int) -> None:
    state, values = in_round(2, seats), (-0.3,) * seats
    worse, same, better = (expected_share(state, values, value, "master") for value in (-0.5, OPTIMISM - 0.3, -0.1))
    assert same == pytest.approx(1 / seats)
    assert worse < same < better


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_lead_of_one_of_two_promises_more_from_round_to_round_until_the_fourth(level: str) -> None:
    shares = [share_of_lead(in_round(number), 500, level) for number in range(1, 8)]
    assert shares[:4] == sorted(set(shares[:4])), "each is above the one before"
    assert set(shares[4:]) == {shares[3]}
    for number in (1, 5):
        state = in_round(number)
        assert share_of_lead(state, 0, level) == pytest.approx(0.5)
        assert share_of_lead(state, 500, level) + share_of_lead(state, -500, level) == pytest.approx(1)
        assert share_of_lead(state, WON, level) > 0.999

"""What values promise: a lead is worth more the later it is, and the shares of all seats add up to 1."""

from __future__ import annotations

import pytest

from games.core.levels import Look
from games.cyberzul import GAME
from games.cyberzul.calibration import expected_share, expected_shares, share_of_lead
from games.cyberzul.kernel.value import WON
from games.cyberzul.position import State

LOOKS = [Look.AHEAD, Look.DEEP]


def in_round(number: int, seats: int = 2) -> State:
    return GAME.rules.start(seats, GAME.info.check_options({}))._replace(round=number)


@pytest.mark.parametrize("look", LOOKS)
def test_a_lead_over_several_promises_more_from_round_to_round_until_the_fourth(look: Look) -> None:
    shares = [expected_shares(in_round(number, 3), (0.3, -0.3, -0.3), look)[0] for number in range(1, 8)]
    assert shares[:4] == sorted(set(shares[:4])), "each is above the one before"
    assert set(shares[4:]) == {shares[3]}


def test_a_lead_over_several_says_less_early_than_late() -> None:
    early, late = (expected_shares(in_round(number, 3), (0.2, -0.2, -0.2), Look.DEEP) for number in (1, 5))
    assert early[0] / early[1] < late[0] / late[1]


@pytest.mark.parametrize("values", [(0.1, -0.1, -0.5), (-0.3, -0.3, -0.3), (0.6, -0.6, -0.9, -0.95)])
def test_the_shares_of_all_seats_add_up_to_1_and_follow_their_values(values: tuple[float, ...]) -> None:
    shares = expected_shares(in_round(2, len(values)), values, Look.DEEP)
    assert sum(shares) == pytest.approx(1)
    assert sorted(shares, reverse=True) == list(shares)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_better_move_promises_more_to_one_of_several(seats: int) -> None:
    state, values = in_round(2, seats), (-0.3,) * seats
    worse, same, better = (expected_share(state, values, value, Look.DEEP) for value in (-0.5, -0.3, -0.1))
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

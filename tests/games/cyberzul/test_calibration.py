"""What a value promises: a lead is worth more the later it is, and every seat gets the same share of an even position."""

from __future__ import annotations

import pytest

from games.core.levels import Look
from games.cyberzul import GAME
from games.cyberzul.calibration import expected_share
from games.cyberzul.position import State

LOOKS = [Look.AHEAD, Look.DEEP]


def in_round(number: int, seats: int = 2) -> State:
    return GAME.rules.start(seats, GAME.info.check_options({}))._replace(round=number)


@pytest.mark.parametrize("look", LOOKS)
def test_a_lead_promises_more_from_round_to_round_until_the_fourth(look: Look) -> None:
    shares = [expected_share(in_round(number), 0.3, look) for number in range(1, 8)]
    assert shares[:4] == sorted(set(shares[:4])), "each is above the one before"
    assert set(shares[4:]) == {shares[3]}


@pytest.mark.parametrize("number", [1, 3, 6])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_even_position_gives_every_seat_the_same_share(number: int, seats: int) -> None:
    assert expected_share(in_round(number, seats), 0, Look.DEEP) == pytest.approx(1 / seats)

"""What values promise: a whole point decides most matches, half a point few."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.calibration import expected_share
from games.choccer.evaluate import WIN
from games.choccer.position import State
from games.core.levels import Look

START = GAME.rules.start(2, GAME.info.check_options({}))
LATE = START._replace(turn=90)
LOOKS = [Look.AHEAD, Look.DEEP]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", [START, LATE])
def test_a_higher_value_promises_more_and_none_is_even(state: State, look: Look) -> None:
    shares = [expected_share(state, value, look) for value in range(-1500, 1501, 30)]
    assert shares == sorted(set(shares))
    assert shares[50] == 0.5
    assert [1 - share for share in reversed(shares)] == pytest.approx(shares)


@pytest.mark.parametrize("look", LOOKS)
def test_a_lead_promises_more_at_the_end(look: Look) -> None:
    assert expected_share(START, 100, look) < expected_share(LATE, 100, look)


def test_a_whole_point_is_worth_more_than_twice_half_of_one() -> None:
    half, whole = (expected_share(START, value, Look.AHEAD) - 0.5 for value in (50, 100))
    assert whole > 3 * half


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_decided_is_certain(look: Look) -> None:
    assert [expected_share(START, value, look) for value in (WIN, -WIN, 7000)] == [1, 0, pytest.approx(1)]

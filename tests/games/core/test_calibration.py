"""From values to shares of the points."""

from __future__ import annotations

import pytest

from games.core.calibration import share_of_points


def test_even_positions_share_evenly_among_the_seats() -> None:
    assert [share_of_points(0, 3.0, seats) for seats in (2, 4)] == [0.5, 0.25]


def test_two_sides_share_one_whole() -> None:
    assert share_of_points(2.5, 3.0) + share_of_points(-2.5, 3.0) == pytest.approx(1)
    assert share_of_points(3.0, 3.0) == pytest.approx(0.73, abs=0.005)


def test_values_of_wins_are_nearly_certain_and_overflow_nothing() -> None:
    assert share_of_points(1e9, 0.001) > 0.999
    assert share_of_points(-1e9, 0.001) < 0.001

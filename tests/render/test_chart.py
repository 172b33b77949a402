"""Rating curves."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from render.chart import Curve, Rated, chart, moments, ticks

START = datetime(2026, 3, 1, 18, 20, tzinfo=UTC)


def curve(name: str, *ratings: float, spread: float = 0) -> Curve:
    return Curve(name, tuple(Rated(START + timedelta(days=i), rating, spread) for i, rating in enumerate(ratings)))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "curves",
    [
        [curve("Ana", 1500)],
        [curve("Ana", 1500, 1500, 1500)],
        [curve("Ana", 1500, 1530, spread=80), curve("Ben", 25.3, 26.1)],
        [curve("W" * 40, *range(1400, 1600, 2)), curve("Ben", 1), curve("Cleo", 2), curve("Dan", 3)],
    ],
    ids=["one point", "flat", "two", "four"],
)
def test_a_chart_is_a_picture(curves: list[Curve], theme: str) -> None:
    picture = Image.open(io.BytesIO(chart("Onyx", curves, theme)))  # type: ignore[arg-type]
    assert picture.width == 1200
    assert 1.2 <= picture.width / picture.height <= 1.55


def test_a_chart_needs_points_and_takes_four_curves() -> None:
    with pytest.raises(ValueError, match="one to four"):
        chart("Onyx", [])
    with pytest.raises(ValueError, match="one to four"):
        chart("Onyx", [curve(str(i), 1500) for i in range(5)])


@given(st.floats(-5000, 5000, allow_subnormal=False), st.floats(0, 4000, allow_subnormal=False))
def test_ticks_are_round_few_and_enclose_the_curve(low: float, span: float) -> None:
    found = ticks(low, low + span)
    assert 2 <= len(found) <= 8
    assert found[0] <= low
    assert found[-1] >= low + span


@settings(max_examples=60)
@given(st.floats(1, 24 * 2000))
def test_moments_are_whole_hours_or_days_inside(hours: float) -> None:
    end = START + timedelta(hours=hours)
    found = moments(START, end)
    assert len(found) <= 8
    assert all(START <= moment <= end and moment.minute == 0 for moment in found)

"""Rating curves."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.ui.i18n.language import Language
from render.axes import date_words, moments, ticks
from render.canvas.shapes import Line
from render.chart import Curve, Rated, _Chart, chart
from render.theme import DARK, colour_of

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


def test_dates_are_written_as_the_language_does() -> None:
    day = datetime(2026, 3, 5, tzinfo=UTC)
    month, years = timedelta(days=30), timedelta(days=900)
    assert [date_words(day, span) for span in (month, years)] == ["5 Mar", "Mar 2026"]
    assert [Language("de")(date_words(day, span)) for span in (month, years)] == ["5. März", "März 2026"]
    assert date_words(day.replace(hour=6), timedelta(days=1)) == "06:00"


def test_bands_lie_below_all_lines() -> None:
    """A wide band would hide the curves before it."""
    colours = [colour_of(role, DARK) for role in ("seat-0", "seat-1")]
    drawn = _Chart(DARK, "Onyx", [curve("Ana", 9, 12, spread=3), curve("Ben", 1, 2, spread=30)], str).scene()
    lines = [shape.stroke for shape in drawn.backdrop.layer.shapes[-4:] if isinstance(shape, Line)]
    assert [colour for colour in lines if colour in colours] == colours


def test_four_curves_are_named_whole() -> None:
    names = ["Choccer", "Conquid", "Cyberzul", "Onyx"]
    drawn = _Chart(DARK, "W" * 32, [curve(name, 1500, 1441) for name in names], str).scene()
    assert {text.words for text in drawn.texts} >= {f"{name} 1441" for name in names}

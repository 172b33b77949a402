"""What the report on values says of matches whose values and ends are known."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from bench.calibration import Row, mean_share, report, rows_at_seventy, slope, slopes_at_ends


def said(value: float, share: float, match: int = 1, seats: int = 2) -> Row:
    """Return what a thought said, in the middle of a match."""
    return Row(value, share, over=0.5, stage=None, seats=seats, match=match)


def test_thirty_per_cent_is_seventy_for_the_other_side() -> None:
    chosen = rows_at_seventy([said(0.7, 1.0), said(0.3, 0.0), said(0.31, 1.0), said(0.5, 1.0), said(0.8, 0.0)])
    assert [(round(row.value, 2), row.share) for row in chosen] == [(0.7, 1.0), (0.7, 1.0), (0.69, 0.0)]


def test_of_three_players_only_those_at_seventy_count() -> None:
    assert rows_at_seventy([said(0.3, 0.0, seats=3), said(0.7, 1.0, seats=3)]) == [said(0.7, 1.0, seats=3)]


def test_moves_of_one_match_do_not_narrow_the_interval() -> None:
    ends = [float(Random(match).random() < 0.7) for match in range(100)]
    one_a_match = [said(0.7, end, match) for match, end in enumerate(ends)]
    share, margin = mean_share(one_a_match)
    assert share == pytest.approx(sum(ends) / 100)
    assert margin == pytest.approx(1.96 * sqrt(share * (1 - share) / 100))
    assert mean_share(one_a_match * 5) == pytest.approx((share, margin))


def test_the_slope_is_one_where_the_values_are_right() -> None:
    rng = Random(3)
    values = [0.05 + 0.9 * rng.random() for _ in range(4000)]
    rows = [said(value, float(rng.random() < value), match) for match, value in enumerate(values)]
    assert slope(rows) == pytest.approx(1, abs=0.1)


def test_slopes_at_the_ends_of_a_match() -> None:
    """Values that say too little at the end, and too much at the start."""
    rng, rows = Random(5), []
    for match in range(6000):
        stage, value = rng.random(), 0.05 + 0.9 * rng.random()
        odds = (value / (1 - value)) ** (0.5 + stage)
        rows.append(said(value, float(rng.random() < odds / (1 + odds)), match)._replace(stage=stage))
    assert slopes_at_ends(rows) == pytest.approx((0.5, 1.5), abs=0.15)


def test_the_report_says_what_was_got(capsys: pytest.CaptureFixture[str]) -> None:
    report("chess", [said(0.7, float(match < 2), match) for match in range(4)])
    assert "said 70%, got 50.0% (1%–99%): 4 positions of 4 matches" in capsys.readouterr().out


def test_what_is_certain_is_counted_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    report("chess", [said(1.0, 1.0), said(0.0, 0.0), said(1.0, 0.5), said(0.0, 1.0), said(0.7, 1.0)])
    printed = capsys.readouterr().out
    assert "certain: 4 positions, 62.5% came about" in printed
    assert "| 70% | 100% | 1 |" in printed

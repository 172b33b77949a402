"""Where the mats go, for every number of players and factories and every height of the footer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from render.layout import BAR, BAR_GAP, FOOTER, HIGHEST, LOWEST
from render.panels import LINE
from render.spread import plan_of


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("factories", [5, 7, 9])
@pytest.mark.parametrize("centre", [19, 25])
@pytest.mark.parametrize("measure", [0, BAR + BAR_GAP])
@pytest.mark.parametrize("lines", range(4))
@pytest.mark.parametrize("pointed", [False, True])
def test_mats_end_above_the_footer_and_never_meet(
    seats: int, factories: int, centre: int, measure: float, lines: int, *, pointed: bool
) -> None:
    foot = FOOTER + LINE * lines
    plan = plan_of(seats, factories, centre, foot, measure, pointed=pointed)
    assert LOWEST <= plan.height <= HIGHEST
    assert len(plan.mats) == seats
    assert max(mat.bottom for mat in plan.mats) <= plan.height - foot
    for one, other in pairwise(plan.mats):
        assert one.right < other.x or one.bottom < other.y
    if plan.bar:
        assert plan.bar.bottom < plan.mats[0].y

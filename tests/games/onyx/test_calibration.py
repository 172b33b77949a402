"""What values promise: a lead says more the more of the board is filled."""

from __future__ import annotations

import pytest

from games.core.levels import Look
from games.onyx.calibration import expected_share
from games.onyx.evaluate import WIN
from tests.games.onyx.drawing import read_drawing

EMPTY = "....\n....\n....\n...."
FILLING = ["b...\n....\n....\n...y", "b..w\n.p..\n....\n...y", "bpbw\n.pw.\nb.y.\np.wy"]
LOOKS = [Look.AHEAD, Look.DEEP]


@pytest.mark.parametrize("look", LOOKS)
def test_a_lead_says_more_on_a_fuller_board(look: Look) -> None:
    shares = [expected_share(read_drawing(drawing), 300, look) for drawing in (EMPTY, *FILLING)]
    assert shares == sorted(set(shares))
    assert 0.5 < shares[0] < 0.6
    assert shares[-1] > 0.75


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("drawing", [EMPTY, *FILLING])
def test_a_higher_value_promises_more(drawing: str, look: Look) -> None:
    shares = [expected_share(read_drawing(drawing), value, look) for value in (-900, -100, 0, 50, 400, 2000)]
    assert shares == sorted(set(shares))


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_decided_is_certain_on_any_board(look: Look) -> None:
    assert [expected_share(read_drawing(EMPTY), value, look) for value in (WIN, -WIN)] == [1, 0]

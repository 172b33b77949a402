"""What a plan promises: more after the answer is searched, and with more auras on the board."""

from __future__ import annotations

from games.piously import GAME
from games.piously.calibration import expected_share
from games.piously.search import Plan

EARLY, LATE = (
    GAME.rules.load(f"P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X- {auras} W=S1,B=S2 ------- - w3 9", {})
    for auras in ("w.../b.../..../..../..../..../..../-", "wwww/wwbb/bb../..../..../..../..../-")
)


def share(value: float, *, answered: bool, early: bool = False) -> float:
    return expected_share(Plan(value, (), EARLY if early else LATE, answered))


def test_a_plan_promises_more_if_its_answer_was_searched() -> None:
    assert share(0.3, answered=False) < 0.5 < share(0.3, answered=True)


def test_a_lead_says_more_the_more_auras_there_are() -> None:
    for answered in (False, True):
        values = [
            abs(share(0.6, answered=answered, early=early) - share(-0.6, answered=answered, early=early))
            for early in (True, False)
        ]
        assert values[0] < values[1]


def test_what_is_certain_is_certain() -> None:
    assert [share(value, answered=False) for value in (-1, 1)] == [0, 1]
    assert 0 < share(-0.9999, answered=False) < share(0.9999, answered=False) < 1

"""RULES 4 and 5: gems, captures, handing on."""

from __future__ import annotations

import pytest

from tests.games.choccer.drawing import fields, legal, play_all, reach, read_drawing

MEETING = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . s . . . . .
    . . . . * L t . . . .
    . . . . . c . . . . .
    . . . . . . . . . . .
    . . . . . . . + . . .
"""


def test_landing_on_a_gem_picks_it_up() -> None:
    """4.1."""
    after = fields(play_all(read_drawing(MEETING), "f4-e4"))
    assert after["held"] == "e4:red"
    assert "*" not in after["b"]


def test_passing_over_a_gem_does_nothing() -> None:
    """4.1."""
    after = fields(play_all(read_drawing(MEETING), "f4-d4"))
    assert after["held"] == "-"
    assert after["b"].split("/")[3] == "...L*.t...."


def test_gem_goes_where_its_holder_goes() -> None:
    """4.1."""
    after = fields(play_all(read_drawing(MEETING, held="f4:blue"), "f4-d4"))
    assert after["held"] == "d4:blue"


def test_holder_lands_on_no_gem_and_captures_nothing() -> None:
    """4.2, 4.4: it may pass over the gem on e4."""
    assert reach(read_drawing(MEETING, held="f4:blue"), "f4") == {"d4", "c4"}


@pytest.mark.parametrize("target, points", [("g4", "1"), ("f3", "1"), ("f5", "2")])
def test_capture_earns_the_points_of_the_piece(target: str, points: str) -> None:
    """4.3: triangle and circle 1, star 2."""
    after = fields(play_all(read_drawing(MEETING), f"f4-{target}"))
    assert after["pts"] == f"{points},0"
    assert after["b"].count("L") == 1
    assert sum(map(after["b"].count, "cts")) == 2


def test_capturing_a_clover_earns_two() -> None:
    """4.3."""
    after = fields(play_all(read_drawing(MEETING, seat=1, turn=2), "f3-f4"))
    assert after["pts"] == "0,2"


def test_capturer_takes_the_gem_of_the_captured_piece() -> None:
    """4.5."""
    after = fields(play_all(read_drawing(MEETING, held="g4:red"), "f4-g4"))
    assert after["held"] == "g4:red"
    assert after["pts"] == "1,0"


TEAM = """
    . . . . . . . . . . .
    . . . T . . . C . . .
    . . . . t t t . . . .
    . . C + . S . . T . .
    . . . . t t t . . . .
    . . . . . . . L . . .
    . . . . . T . . . . .
"""


def test_gem_is_handed_on_over_two_columns_and_two_rows_past_any_piece() -> None:
    """5.1: c4 and i4 are three columns, f1 three rows away; pieces between do not matter."""
    handings = {text for text in legal(read_drawing(TEAM, held="f4:red"), "f4") if ">" in text}
    assert handings == {"f4>d6", "f4>h6", "f4>h2"}


def test_gem_is_handed_to_no_other_holder() -> None:
    """5.1."""
    handings = {text for text in legal(read_drawing(TEAM, held="f4:red,d6:blue"), "f4") if ">" in text}
    assert handings == {"f4>h6", "f4>h2"}


def test_handing_on_moves_the_gem_and_uses_the_turn() -> None:
    """5.1, 2.1."""
    after = fields(play_all(read_drawing(TEAM, held="f4:red"), "f4>h2"))
    assert (after["held"], after["turn"], after["t"]) == ("h2:red", "2", "1")
    assert after["b"] == fields(read_drawing(TEAM))["b"]


def test_piece_that_handed_its_gem_on_may_capture_again() -> None:
    """4.4: only holders are bound."""
    after = play_all(read_drawing(TEAM, held="f4:blue"), "f4>h2", "e5-d4")
    assert {"e3", "g5", "g3"} <= reach(after, "f4")

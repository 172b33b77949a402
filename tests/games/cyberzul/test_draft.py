"""RULES 2: taking tiles."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove, NotYourTurn
from games.core.status import CHANCE, Seat
from games.cyberzul import GAME
from tests.games.cyberzul.positions import BARE, factories, field, legal, play_all, position

WALL = "...../...../...../...../....."


def test_from_a_factory_all_of_a_colour_the_rest_to_the_centre() -> None:
    """RULES 2.3."""
    state = play_all(position(f=factories("BBRK", "WWWW"), c="O"), "1 blue 2")
    assert (field(state, "f"), field(state, "c")) == ("-/WWWW/-/-/-", "ORK")
    assert field(state, "p0") == f"0:-,B2,-,-,-:{WALL}:-"
    assert (field(state, "t"), field(state, "m")) == ("1", "c")


def test_from_the_centre_all_of_a_colour_the_rest_stays() -> None:
    """2.4: the marker was taken before."""
    state = play_all(position(f=factories("BBRK"), c="OORK", m="1"), "c orange 3")
    assert (field(state, "f"), field(state, "c"), field(state, "m")) == ("BBRK/-/-/-/-", "RK", "1")
    assert field(state, "p0") == f"0:-,-,O2,-,-:{WALL}:-"


def test_the_first_from_the_centre_takes_the_marker_to_the_first_free_floor_space() -> None:
    """2.4: before the surplus of the same move."""
    state = play_all(position(f"0:-,-,-,-,-:{WALL}:KK", f=factories("BBRK"), c="OOO"), "c orange 1")
    assert field(state, "m") == "0"
    assert field(state, "p0") == f"0:O1,-,-,-,-:{WALL}:KKMOO"


def test_the_marker_finds_no_space_on_a_full_floor_and_is_taken_all_the_same() -> None:
    """2.4: it costs nothing, pushes nothing out and starts the next round."""
    state = play_all(position(f"30:-,-,-,-,-:{WALL}:KKKKKKK", f=factories("BBRK"), c="OO"), "c orange 2")
    assert field(state, "m") == "0"
    assert field(state, "p0") == f"30:-,O2,-,-,-:{WALL}:KKKKKKK"
    state = play_all(state, "1 blue f", "c red f", "c black f")
    assert (field(state, "ph"), field(state, "s"), field(state, "m")) == ("fill", "0", "0")
    assert field(state, "p0").startswith("17:"), "14 for the floor; two orange tiles score 1"


def test_the_marker_alone_is_no_source() -> None:
    """RULES 2.4."""
    state = position(f=factories("BBRK"))
    assert not any(move.startswith("c") for move in legal(state))
    with pytest.raises(IllegalMove, match=r"centre holds no tiles yet.*factory 1"):
        play_all(state, "c blue 1")


def test_a_line_takes_one_colour() -> None:
    """RULES 2.5."""
    state = position(f"0:-,R1,-,R2,-:{WALL}:-", f=factories("BRRR"))
    blue, red = {f"1 blue {line}" for line in "135f"}, {f"1 red {line}" for line in "12345f"}
    assert legal(state) == blue | red
    with pytest.raises(IllegalMove, match=r"Line 2 holds red, so blue can't join it\. Possible: lines 1, 3 or 5"):
        play_all(state, "1 blue 2")


def test_a_full_line_takes_nothing() -> None:
    """RULES 2.5."""
    state = position(f"0:R1,R2,-,-,-:{WALL}:-", f=factories("RRRR"))
    assert legal(state) == {"1 red 3", "1 red 4", "1 red 5", "1 red f"}
    with pytest.raises(IllegalMove, match="Line 2 is full"):
        play_all(state, "1 red 2")


def test_a_line_beside_a_wall_row_with_the_colour_takes_none_of_it() -> None:
    """2.5: orange is on the wall in rows 1 and 3."""
    state = position("0:-,-,-,-,-:.O.../...../...O./...../.....:-", f=factories("OOBB"))
    assert {move for move in legal(state) if "orange" in move} == {
        "1 orange 2",
        "1 orange 4",
        "1 orange 5",
        "1 orange f",
    }
    with pytest.raises(IllegalMove, match="Row 3 of your wall already has orange"):
        play_all(state, "1 orange 3")


def test_as_many_as_fit_go_into_the_line_the_surplus_to_the_floor() -> None:
    """RULES 2.6."""
    state = play_all(position(f"0:-,-,W1,-,-:{WALL}:K", f=factories("WWWW", "B")), "1 white 3")
    assert field(state, "p0") == f"0:-,-,W3,-,-:{WALL}:KWW"


def test_the_floor_may_be_chosen() -> None:
    """2.6: even when a line would take the tiles."""
    state = play_all(position(f=factories("WWBB")), "1 white f")
    assert field(state, "p0") == f"0:-,-,-,-,-:{WALL}:WW"


def test_without_a_line_for_any_colour_only_the_floor_is_left() -> None:
    """2.6: and taking is a duty."""
    state = position(f"0:K1,K1,K1,K1,K1:{WALL}:-", f=factories("WWBB"), c="R")
    assert legal(state) == {"1 white f", "1 blue f", "c red f"}
    with pytest.raises(IllegalMove, match="Only the floor line"):
        play_all(state, "1 white 1")


def test_beyond_seven_spaces_tiles_leave_for_the_lid() -> None:
    """2.7: at once and free of charge."""
    state = play_all(position(f"0:-,-,-,-,-:{WALL}:KKKKKK", f=factories("WWWW", "B")), "1 white f")
    assert field(state, "p0") == f"0:-,-,-,-,-:{WALL}:KKKKKKW"
    assert field(state, "lid") == "5,5,5,5,8"


def test_seats_follow_in_order() -> None:
    """RULES 2.8."""
    state = position(n="3", t="2", f=factories("BBRK", "WWWW", "OOOO", n=3))
    assert [field(play_all(state, *moves), "t") for moves in (["1 blue f"], ["1 blue f", "2 white f"])] == ["0", "1"]


def test_the_draft_ends_when_the_last_tile_is_taken() -> None:
    """2.8: a marker that nobody took does not keep it open."""
    state = play_all(position(f=factories("WWWW")), "1 white 4")
    assert (field(state, "ph"), field(state, "r"), field(state, "c")) == ("fill", "3", "-")


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("2 blue 1", r"Factory 2 is empty\. Take tiles from factory 1 or from the centre"),
        ("1 white 1", r"Factory 1 has no white tiles\. It holds 2 blue, 1 red and 1 black"),
        ("c blue 1", r"The centre has no blue tiles\. It holds 1 orange"),
        ("6 blue 1", r"There is no factory 6. This table has factories 1 to 5."),
    ],
)
def test_a_refusal_says_what_lies_where(text: str, sentence: str) -> None:
    state = position(f=factories("BBRK"), c="O", t="1")
    line = GAME.rules.dump(state)
    with pytest.raises(IllegalMove, match=sentence):
        play_all(state, text)
    assert GAME.rules.dump(state) == line


def test_only_the_seat_to_move_takes() -> None:
    state = position(f=factories("BBRK"), t="1")
    with pytest.raises(NotYourTurn, match="Player 2"):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("1 blue 1"))
    assert GAME.rules.legal(state, Seat(0)).count() == 0
    assert GAME.rules.legal(state, CHANCE).count() == 0


def test_a_bare_mat_takes_everything_everywhere() -> None:
    """2.1: each colour at each source into each line or on the floor."""
    state = position(BARE, f=factories("BBRK", "WWWW"), c="O")
    assert len(legal(state)) == (3 + 1 + 1) * 6

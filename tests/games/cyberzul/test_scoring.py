"""RULES 3 and 4: tiling, the end, ranking."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.errors import NotYourTurn
from games.core.status import Outcome, Seat, Turn
from games.cyberzul import GAME
from games.cyberzul.position import State
from games.cyberzul.scoring import wall_points
from tests.games.cyberzul.positions import BARE, field, play_all, position

WALL = "...../...../...../...../....."


def score(mat: str, **fields: str) -> State:
    """The position after a round in which nobody can change this mat any more: player 2 takes the last tile."""
    return play_all(position(mat, t="1", **({"c": "W", "m": "1"} | fields)), "c white 5")


def test_a_full_line_sends_one_tile_to_the_wall_and_the_others_to_the_lid() -> None:
    """3.1, 3.2: the line that is not full stays."""
    state = score(f"0:-,-,R3,K2,-:{WALL}:-", lid="0,0,0,0,0")
    assert field(state, "p0") == "1:-,-,-,K2,-:...../...../....R/...../.....:-"
    assert field(state, "lid") == "0,0,2,0,0"


@pytest.mark.parametrize(
    "wall, points",
    [
        ("...../...../...../...../.....", 1),
        ("...../.x.x./...../.x.x./.....", 1),  # only diagonal neighbours
        ("...../...../.x.../...../.....", 2),
        ("...../...../xx.x./...../.....", 4),
        ("...../...../xx..x/...../.....", 3),  # the last one does not touch
        ("..x../..x../...../...../.....", 3),
        ("..x../...../...../..x../.....", 2),
        ("...../..x../.x.../...../.....", 4),  # two across and two down
        ("..x../..x../xx.x./..x../.....", 8),
        ("..x../..x../xx.x./..x../..x..", 9),
        ("..x../..x../xx.xx/..x../..x..", 10 + 2 + 7),  # this ends the match: 2 for the row, 7 for the column
    ],
)
def test_a_tile_scores_the_runs_through_it(wall: str, points: int) -> None:
    """3.3: blue comes to the middle of the wall."""
    state = score(f"0:-,-,B3,-,-:{wall}:-")
    assert int(field(state, "p0").split(":")[0]) == points


def test_wall_points_are_the_runs_for_every_wall() -> None:
    """3.3: against counting step by step, for every row and column through one space."""
    for row, column, across, down in product(range(5), range(5), range(32), range(32)):
        wall = across << 5 * row | sum((down >> r & 1) << 5 * r + column for r in range(5)) | 1 << 5 * row + column
        runs = [_run(wall, row, column, *way) for way in ((0, 1), (1, 0))]
        assert wall_points(wall, row, column) == max(1, sum(run for run in runs if run > 1))


def _run(wall: int, row: int, column: int, down: int, right: int) -> int:
    length = 1
    for sign in (-1, 1):
        r, c = row + sign * down, column + sign * right
        while 0 <= r < 5 and 0 <= c < 5 and wall >> 5 * r + c & 1:
            length, r, c = length + 1, r + sign * down, c + sign * right
    return length


def test_lines_are_tiled_from_the_top_and_count_for_the_next() -> None:
    """3.1: blue in rows 1, 2 (diagonal: 1 + 1), white in row 3 below blue in row 2 (2)."""
    state = score(f"0:B1,B2,W3,-,-:{WALL}:-")
    assert field(state, "p0") == "4:-,-,-,-,-:B..../.B.../.W.../...../.....:-"


@pytest.mark.parametrize(
    "floor, cost", [("B", 1), ("BM", 2), ("BMO", 4), ("BMOO", 6), ("BMOOO", 8), ("BMOOOO", 11), ("BMOOOOO", 14)]
)
def test_floor_spaces_cost_more_and_more(floor: str, cost: int) -> None:
    """3.5: the marker counts like a tile; 3.6: the tiles go to the lid, it does not."""
    marker = "0" if "M" in floor else "1"
    state = score(f"50:-,-,-,-,-:{WALL}:{floor}", m=marker, lid="0,0,0,0,0")
    assert field(state, "p0") == f"{50 - cost}:-,-,-,-,-:{WALL}:-"
    assert field(state, "lid") == f"1,{max(0, len(floor) - 2)},0,0,0"
    assert field(state, "m") == marker


def test_the_score_stops_at_zero_after_the_points_of_the_round() -> None:
    """3.5: 1 + 1 - 4 is 0, not -3 + 1."""
    assert field(score(f"1:B1,-,-,-,-:{WALL}:RRR"), "p0") == "0:-,-,-,-,-:B..../...../...../...../.....:-"
    assert field(score(f"2:B1,-,-,-,-:{WALL}:RR"), "p0") == "1:-,-,-,-,-:B..../...../...../...../.....:-"


@pytest.mark.parametrize("marker, starter", [("0", "0"), ("1", "1")])
def test_the_taker_of_the_marker_begins_the_next_round(marker: str, starter: str) -> None:
    """RULES 3.6."""
    state = score(BARE, m=marker)
    assert GAME.rules.status(state) == Turn(frozenset({Seat(-1)}), "fill")
    assert [field(state, name) for name in ("r", "s", "t", "m")] == ["3", starter, starter, starter]


def test_if_nobody_took_the_marker_the_same_player_begins_again() -> None:
    """3.6: no tile came to the centre."""
    state = play_all(position(n="3", s="2", t="1", f="WWWW/-/-/-/-/-/-"), "1 white 4")
    assert [field(state, name) for name in ("ph", "s", "t", "m")] == ["fill", "2", "2", "2"]


def test_a_complete_row_ends_the_match() -> None:
    """4.1, 4.3: 5 for the tile, 2 for the row. The other player is scored too."""
    state = score(f"10:W1,-,-,-,-:BORK./{WALL[6:]}:-", n="3")
    assert field(state, "ph") == "over"
    assert field(state, "p0") == f"17:-,-,-,-,-:BORKW/{WALL[6:]}:-"
    assert [field(state, name) for name in ("r", "t", "m")] == ["2", "1", "1"]
    assert GAME.rules.status(state) == Outcome((1, 2, 2), "most points", (17, 0, 0))
    with pytest.raises(NotYourTurn, match="over"):
        GAME.rules.play(state, Seat(1), GAME.rules.parse("c white 1"))


@pytest.mark.parametrize(
    "mat", ["0:-,-,-,-,O5:B..../W..../K..../R..../.....:-", "0:-,-,-,-,B5:B..../.B.../..B../...B./.....:-"]
)
def test_a_complete_column_or_colour_does_not_end_the_match(mat: str) -> None:
    """RULES 4.1."""
    assert field(score(mat), "ph") == "fill"


def test_the_match_ends_when_no_tile_is_left_for_a_round() -> None:
    """4.2: bag and lid are empty; all tiles lie on walls and in lines."""
    nothing = "0,0,0,0,0"
    mat = "3:-,-,-,-,-:B..../...../...../...../.....:-"
    state = score(mat, n="4", bag=nothing, lid=nothing)
    assert GAME.rules.status(state) == Outcome((1, 2, 2, 2), "most points", (3, 0, 0, 0))


def test_a_tile_in_the_lid_keeps_the_match_going() -> None:
    """RULES 4.2."""
    state = score(f"3:-,-,-,-,-:{WALL}:K", n="4", bag="0,0,0,0,0", lid="0,0,0,0,0")
    assert (field(state, "ph"), field(state, "lid")) == ("fill", "0,0,0,1,0")


@pytest.mark.parametrize(
    "wall, points",
    [
        ("xxxx./...../...../...../.....", 5 + 2),
        ("xxxx./xxxxx/...../...../.....", 7 + 2 * 2),
        ("xxxx./x..../x..../x..../x....", 5 + 2 + 7),
        ("xxxx./.x.../..x../...x./....x", 5 + 2 + 10),
    ],
)
def test_final_points_for_rows_columns_and_colours(wall: str, points: int) -> None:
    """4.3: white completes row 1 and scores 5, or 7 above row 2."""
    assert int(field(score(f"0:W1,-,-,-,-:{wall}:-"), "p0").split(":")[0]) == points


def test_tiles_left_in_lines_score_nothing() -> None:
    """RULES 4.3."""
    assert field(score(f"0:W1,R1,R2,R3,R4:BORK./{WALL[6:]}:-"), "p0").startswith("7:")


def over(*mats: str) -> Outcome:
    status = GAME.rules.status(position(*mats, ph="over", m="0", n=str(len(mats))))
    assert isinstance(status, Outcome)
    return status


ROW = f"BORKW/{WALL[6:]}"


def test_more_complete_rows_decide_between_equal_points() -> None:
    """RULES 4.4."""
    status = over(f"30:-,-,-,-,-:{WALL}:-", f"30:-,-,-,-,-:{ROW}:-", f"31:-,-,-,-,-:{WALL}:-", f"9:-,-,-,-,-:{ROW}:-")
    assert status.places == (3, 2, 1, 4)
    assert over(f"30:-,-,-,-,-:{WALL}:-", f"30:-,-,-,-,-:{ROW}:-") == Outcome(
        (2, 1), "equal points (30), but more complete rows: 1", (30, 30)
    )


def test_equal_points_and_rows_share_the_place() -> None:
    """RULES 4.4."""
    status = over(f"30:-,-,-,-,-:{ROW}:-", f"12:-,-,-,-,-:{WALL}:-", f"30:-,-,-,-,-:{ROW}:-")
    assert status == Outcome((1, 3, 1), "equal points (30) and equally many complete rows (1)", (30, 12, 30))
    assert status.winner is None

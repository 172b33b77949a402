"""What makes pictures calm and small: pixels that recur, few signs on wide land, traces instead of lines at the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import games
from bot.ui.pages.match_view import flip
from games.core.protocol.session import Session
from games.core.table import Mark, Table
from render.boards.land import INSIDE, land
from render.canvas.strips import LEVELS, level_for
from render.demo import play_randomly, with_players
from render.picture import compose, frame, look_of
from render.strokes import brackets, changed_side, faint, origin_ring
from render.territory import field
from render.theme import DARK, LIGHT, Theme


def start(key: str, option: str, value: str) -> Table:
    session = Session.new(games.find(key), 2, {option: value})
    return with_players(session.game.presenter.table(session.state, None), session.status())


@pytest.mark.parametrize("board", ["snub-6", "snub-10", "king-12", "king-19", "hex-5", "hex-12", "grid-9"])
def test_along_each_row_of_a_board_the_lines_recur_to_the_pixel(board: str) -> None:
    """Files are then up to a third smaller: deflate finds the same lines again."""
    table = replace(start("onyx", "board", board), whole=True)
    (shown,) = frame(table, look_of(table, "dark"), 1200)[1].boards
    rows: dict[float, list[float]] = {}
    for x, y in shown.at.values():
        rows.setdefault(y, []).append(x)
    assert all(x == round(x) for row in rows.values() for x in row)
    steps = {round(b - a, 3) for row in map(sorted, rows.values()) for a, b in pairwise(row)}
    assert len(steps) == 1


def test_wide_land_has_few_signs_inside_unless_they_must_be_strong() -> None:
    table = play_randomly(games.find("conquid"), 2, {"size": "large"}, 4000, 1)
    signed: dict[str, list[bool]] = {}
    for patterns in ("small", "strong"):
        scene = compose(table, look_of(table, "dark", patterns), 1200)
        lands = [one.stamp for one in scene.placed if one.stamp[0] is land]
        signed[patterns] = [stamp[6] for stamp in lands if stamp[4] == INSIDE]
        assert all(stamp[6] for stamp in lands if stamp[4] != INSIDE)
    assert 0 < sum(signed["small"]) < len(signed["small"]) / 3
    assert all(signed["strong"])


@pytest.mark.parametrize("result, faded", [("", False), ("Ana wins", True)])
def test_at_the_end_many_places_that_were_left_are_a_trace(result: str, faded: bool) -> None:  # noqa: FBT001
    """Onyx's last act removes stacks all over the board; who owns what must be seen."""
    table = replace(start("onyx", "board", "king-8"), result=result)
    table = replace(table, marks=(Mark("from", ("a1", "b2", "c3", "d4", "e5")),))
    drawn = [one.stamp for one in compose(table, look_of(table, "dark"), 1200).placed]
    assert [stamp[0] for stamp in drawn if origin_ring in stamp] == [faint if faded else origin_ring] * 5


def test_cells_side_by_side_that_changed_together_have_one_line_around_them() -> None:
    """A room that was moved, or the auras around a piece; two cells, or cells apart, have brackets."""
    table = play_randomly(games.find("piously"), 2, {"board": "classic"}, 20, 1)
    for cells, sides, corners in (("S1 S2 S3 S4", 18, 0), ("S1 S2", 0, 2), ("X", 0, 1), ("S1 L4 Y4", 0, 3)):
        marked = replace(table, marks=(Mark("last", tuple(cells.split())),))
        drawn = [one.stamp[0] for one in compose(marked, look_of(marked, "dark"), 1200).placed]
        assert (drawn.count(changed_side), drawn.count(brackets)) == (2 * sides, corners)


def test_however_many_cells_changed_only_small_drawings_are_made_for_them() -> None:
    """A drawing of its own for each region took 20 ms each time."""
    table = play_randomly(games.find("piously"), 2, {"board": "classic"}, 20, 1)
    stamps = set[object]()
    for cells in (("S1", "S2", "S3", "S4"), ("P1", "P2", "P3", "U1", "U2"), ("Y1", "Y2", "Y3", "Y4", "S3")):
        marked = replace(table, marks=(Mark("last", cells),))
        placed = compose(marked, look_of(marked, "dark"), 1200).placed
        stamps |= {one.stamp for one in placed if one.stamp[0] is changed_side}
    assert len(stamps) <= 12


@pytest.mark.parametrize("turned", [False, True])
def test_places_that_a_room_left_are_dotted_where_they_were(*, turned: bool) -> None:
    """On the board seen from the other side, too; places that are off the picture, or taken again, are left out."""
    table = play_randomly(games.find("piously"), 2, {"board": "classic"}, 20, 1)
    table = flip(table) if turned else table
    board = frame(table, look_of(table, "dark"), 1200)[1].boards[0]
    hidden, shown = board.area.cells[10], board.area.cells[:10]
    q, r = (round(value) for value in hidden.at)
    at = board.at[hidden.name]
    del board.at[hidden.name]
    if turned:
        columns, rows = zip(*(cell.at for cell in board.area.cells), strict=True)
        q, r = round(min(columns) + max(columns) - q), round(min(rows) + max(rows) - r)
    (place,) = board.places_left([f"{q},{r}", "99,0", "P1", shown[0].name])
    assert place == pytest.approx(at)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_small_shared_ground_is_not_hatched(theme: Theme) -> None:
    large, small = (((-r, -r), (r, -r), (r, r), (-r, r)) for r in (40.0, 20.0))
    assert len(field(theme, large, ("black", "white")).shapes) > 5
    assert len(field(theme, small, ("black", "white")).shapes) == 1


def test_what_recurs_on_a_backdrop_is_one_drawing() -> None:
    """The cells of Cyberzul's mats: drawn one by one, they made the first picture take half as long again."""
    table = start("cyberzul", "first", "0")
    tiles = compose(table, look_of(table, "dark"), 1200).backdrop.layer.tiles
    assert len(tiles) > 80
    assert len({tile.drawing for tile in tiles}) < 10


def test_the_more_is_to_be_compressed_the_quicker_the_level() -> None:
    strips, kib, levels = zip(*LEVELS, strict=True)
    assert [*strips] == sorted(strips, reverse=True)
    assert [*kib] == sorted(kib, reverse=True)
    assert [*levels] == sorted(levels)
    assert (strips[-1], kib[-1]) == (0, 0)
    assert [level_for(10, 20, usual) for usual in (0, 20, 15, 13)] == [6, 6, 5, 4]
    assert [level_for(30, size, 20) for size in (50, 60, 70)] == [2, 2, 2]


def test_what_is_sparse_is_compressed_one_level_quicker() -> None:
    assert [level_for(10, kib, 0) for kib in (15, 13)] == [6, 5]
    assert [level_for(16, kib, 0) for kib in (24, 20)] == [5, 4]

"""What a picture tells beside the board: who leads, how it ended, whose spells; and what stays where it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import cast

import pytest
from PIL import Image

import games
import render
from games.core.status import Seat
from games.core.table import Mark, MarkKind, Piece, Standing, Table, Token
from games.piously.areas import area
from games.piously.layout import layout
from render.boards.floors import beam, lit_corner, name_plate, rim_floor
from render.canvas.type import width
from render.chips import chip_plate, spent_chip
from render.demo import play_randomly
from render.focus import focus_on, mat_cells
from render.panels import ribbon
from render.parts import part_of
from render.picture import compose, frame, look_of, stage_of
from render.pieces import aura, glyph_drawing
from render.standing import length
from render.strips import plate
from render.strokes import POINTS_H, badge, points, points_width, ring, trail_dot
from render.territory import owner_parts
from render.theme import SMALLEST, ThemeName
from tests.render.tables import grid_table, hex_table, mat_table

BLACK = Seat(1)
BOARD = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X-"


def stamps(table: Table) -> list[tuple[object, ...]]:
    return [one.stamp for one in compose(table, look_of(table, "dark"), 1200).placed]


def words(table: Table) -> set[str]:
    scene = compose(table, look_of(table, "dark"), 1200)
    return {text.words for text in scene.texts}


def test_at_the_end_a_ribbon_says_who_has_won_and_why_and_the_winner_is_lit() -> None:
    table = grid_table()
    players = tuple(replace(player, place=player.seat + 1, active=False) for player in table.players)
    ended = replace(table, players=players, result="Ana wins 3–11: the red gem has been scored.")
    assert "Ana wins 3–11: the red gem has been scored." in words(ended)
    assert [stamp[2] for stamp in stamps(ended) if stamp[0] is ribbon] == ["seat-0"]
    assert [stamp[5] for stamp in stamps(ended) if stamp[0] is plate] == ["won", "lost"]
    assert not any(stamp[0] is ribbon for stamp in stamps(table))


def test_a_result_too_long_for_the_ribbon_says_at_least_who_has_won() -> None:
    table = grid_table()
    ended = replace(table, result="Ana wins: " + "and so on " * 20)
    assert "Ana wins" in words(ended)


def test_the_bar_of_who_leads_grows_with_what_each_has() -> None:
    table = replace(grid_table(), standing=Standing((3, 1), 8, (0, 2)))
    scene = compose(table, look_of(table, "dark"), 1200)
    edges: dict[tuple[object, object], list[float]] = {}
    for one in scene.placed:
        if one.stamp[0] is length:
            half = one.stamp[3] / 2
            edges.setdefault((one.stamp[2], one.stamp[5]), []).extend((one.x - half, one.x + half))
    step = 1160 / 120
    assert {key: round((max(found) - min(found)) / step) for key, found in edges.items()} == {
        ("seat-0", False): 45,
        ("seat-1", False): 15,
        ("seat-1", True): 30,
    }
    assert round(min(edges["seat-0", False])) == 20
    assert round(max(edges["seat-1", False])) == 1180


def test_spells_are_chips_that_tell_what_is_learned_and_what_is_spent() -> None:
    game = games.find("piously")
    line = (
        "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X3,-2 "
        "..../..../..../..../..../..../..../. W=O1,B=O3,P=P2 w------ P w3 9"
    )
    table = game.presenter.table(game.rules.load(line, game.info.check_options({})), None)
    found = stamps(table)
    assert {stamp[3]: stamp[5] for stamp in found if stamp[0] is chip_plate} == {"P": True} | dict.fromkeys(
        "IOUSLY", False
    )
    assert sum(stamp[0] is spent_chip for stamp in found) == 1
    assert {"Pr", "Pu", "Yo"} <= words(table)
    assert "Priestess" in words(replace(table, panels=(replace(table.panels[0], whole=True),))) | {
        text.words for text in compose(table, look_of(table, "dark"), 1200).backdrop.layer.texts
    }


def test_rooms_that_move_rebuild_no_backdrop() -> None:
    """There are two, with the chips below and beside: all that stays is the plate."""
    places = ((0, 0, 0), (3, -1, 1), (2, 2, 2), (1, 1, 4), (0, -1, 1), (1, -2, 2), (-3, 1, 0))
    table = play_randomly(games.find("piously"), options={"board": "classic"}, plies=12)
    look = look_of(table, "dark")
    boards = [layout((*places[:6], (-3 + column, 1 + row, 0))) for column in (-2, -1, 0) for row in range(3)]
    tables = [replace(table, areas=(area(board),), pieces=(), marks=()) for board in boards]
    assert len({stage_of(now, look, 1200).backdrop for now in tables}) <= 2


def test_the_number_of_a_tile_covers_neither_its_name_nor_its_thing_nor_its_seal() -> None:
    table = play_randomly(games.find("piously"), options={"board": "classic"}, plies=20)
    names = [cell.name for cell in table.areas[0].cells]
    pieces = [Piece(name, "aura", "white", "w") for name in names[::2]]
    pieces += [Piece(name, "artwork" if i % 2 else "priest", "pink", "p") for i, name in enumerate(names[::3])]
    targets = [Mark("target", (name,), str(i)) for i, name in enumerate(names)]
    shown = replace(table, pieces=tuple(pieces), marks=tuple(targets), composing=True, whole=True)
    look = look_of(shown, "dark")
    scene, unit = compose(shown, look, 1200), frame(shown, look, 1200)[1].boards[0].unit
    numbers = [placed for placed in scene.placed if placed.stamp[0] is badge]
    assert len(numbers) == len(names)
    at = [(text.x, text.y) for text in scene.texts if text.words in names]
    assert len(at) == len(names)
    for number in numbers:
        assert not any(abs(number.x - x) < 40 and abs(number.y - y) < 32 for x, y in at)
    things = [placed for placed in scene.placed if placed.stamp[0] is glyph_drawing]
    seals = [(one.x - unit * one.stamp[4], one.y - unit * 0.3) for one in scene.placed if one.stamp[0] is aura]
    assert len(seals) == len(names[::2])
    for number in numbers:
        assert all(math.dist((number.x, number.y), (one.x, one.y)) > 20 + unit * 0.36 for one in things)
        assert all(math.dist((number.x, number.y), seal) > 20 + unit * 0.24 for seal in seals)


def test_scored_gems_lie_behind_the_goal_of_the_other_side() -> None:
    game = games.find("choccer")
    table = game.presenter.table(game.rules.start(2, {}), None)
    gems = (Token("gem", "blue", 2), Token("gem", "red"))
    shown = replace(table, players=(replace(table.players[0], scored=gems), table.players[1]))
    look = look_of(shown, "dark")
    (board,) = frame(shown, look, 1200)[1].boards
    before, after = (compose(one, look, 1200).placed for one in (table, shown))
    left = [placed for placed in after if placed not in before]
    assert [placed.stamp[2:4] for placed in left] == [("gem", "blue"), ("gem", "blue"), ("gem", "red")]
    assert all(placed.x < board.rect.x for placed in left)
    labels = [text.x for text in compose(shown, look, 1200).backdrop.layer.texts if text.words in "1234567"]
    assert max(labels) < min(placed.x for placed in left) - 20
    assert {round(placed.y) for placed in left} == {round(board.at[cell][1]) for cell in ("a3", "a4", "a5")}


def test_of_a_part_of_a_board_the_floors_beyond_are_seen_to_begin() -> None:
    table = replace(hex_table(), areas=(part_of(hex_table().areas[0], frozenset(("P1", "P2"))),))
    under = compose(table, look_of(table, "dark"), 1200).under
    assert [placed.stamp[2] for placed in under if placed.stamp[0] is rim_floor] == ["umber"] * 3


def test_while_a_move_is_composed_the_board_comes_closer() -> None:
    table = play_randomly(games.find("piously"), options={"board": "classic"}, plies=20)
    look = look_of(table, "dark")
    usual, close = (stage_of(replace(table, composing=on), look, 1200).boards[0].unit for on in (False, True))
    assert close > usual


def test_building_a_board_step_by_step_moves_no_tile_on_the_picture() -> None:
    """From the choice of a room on, through its turn and its places, the picture stays as it is."""
    game = games.find("piously")
    state = game.rules.start(2, {})
    drafts = (("classic", "Y@"), ("classic", "Y@", "turn2:"))
    units, corners = set(), set()
    for draft in drafts:
        table = replace(game.presenter.preview(state, BLACK, draft), composing=True)
        board = stage_of(table, look_of(table, "dark"), 1200).boards[0]
        units.add(board.unit)
        corners.add(tuple(round(value) for value in board.at["P1"]))
    assert len(units) == len(corners) == 1


def test_light_goes_across_the_wall_between_neighbours_with_auras_of_one_colour() -> None:
    """P1 and P2 are linked; U1 beside them has an aura of the other colour, and U2 none."""
    auras = (Piece("P1", "aura", "white", "w"), Piece("P2", "aura", "white", "w"), Piece("U1", "aura", "black", "b"))
    table = replace(hex_table(), pieces=auras)
    scene = compose(table, look_of(table, "dark"), 1200)
    (light,) = (one for one in scene.placed if one.stamp[0] is beam)
    one, other = (each for each in scene.placed if each.stamp[2:4] == ("aura", "white"))
    assert light.stamp[2] == "white"
    assert (light.x, light.y) == pytest.approx(((one.x + other.x) / 2, (one.y + other.y) / 2))


def test_lit_floors_of_a_room_are_one_floor_and_a_door_leads_to_the_next_room() -> None:
    """Whether P1 is linked with P2 in its room or with U1 beyond the wall, and which floor belongs to which room."""
    for lit, within in (("P1", "P2"), True), (("P1", "U1"), False):
        auras = tuple(Piece(cell, "aura", "white", "w") for cell in lit)
        drawn = stamps(replace(hex_table(), pieces=auras))
        assert [stamp[5] for stamp in drawn if stamp[0] is beam] == [within]
        roles = {"P1": "pink", "P2": "pink", "U1": "umber"}
        assert [stamp[2] for stamp in drawn if stamp[0] is name_plate] == [roles[cell] for cell in lit]


def test_no_wall_is_left_where_three_lit_floors_of_a_room_meet() -> None:
    """The four tiles of Orange form a rhombus with two such corners; tiles without a white aura keep walls."""
    game = games.find("piously")
    for owners, corners in ("....", 0), ("www.", 1), ("wwww", 2), ("bwww", 1), ("wwbb", 0):
        line = f"{BOARD} ..../..../{owners}/..../..../..../..../- W=P1,B=L1 ------- - w3 7"
        table = game.presenter.table(game.rules.load(line, {}), None)
        assert [stamp[0] for stamp in stamps(table)].count(lit_corner) == corners, owners


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("colour", ["w", "b"])
def test_no_seam_shows_where_three_lit_floors_of_a_room_meet(theme: ThemeName, colour: str) -> None:
    """The corner's edges were dotted lines, a pixel wide."""
    game = games.find("piously")
    line = f"{BOARD} ..../..../{4 * colour}/..../..../..../..../- W=P1,B=L1 ------- - w3 7"
    table = game.presenter.table(game.rules.load(line, {}), None)
    scene = compose(table, look_of(table, theme), 1200)
    with Image.open(BytesIO(render.png(table, theme))) as picture:
        pixels = picture.convert("RGB")
    scale = pixels.width / scene.backdrop.size[0]
    corners = [one for one in scene.placed if one.stamp[0] is lit_corner]
    assert len(corners) == 2
    for one in corners:
        half = 0.3 * cast("float", one.stamp[3])
        left, top, right, bottom = one.x - half, one.y - half, one.x + half, one.y + half
        shown = pixels.crop((scale * left, scale * top, scale * right, scale * bottom))
        ranges = [cast("tuple[int, int]", band.getextrema()) for band in shown.split()]
        assert all(high - low <= 4 for low, high in ranges)


def test_of_a_headline_that_is_too_long_whole_sentences_are_left() -> None:
    first, second = "Ana takes 1 blue tile into line 4", "The starting marker comes along and falls to the floor"
    assert first in words(replace(grid_table(), headline=f"{first}. {second}"))
    assert f"{first}. {second[:12]}" in words(replace(grid_table(), headline=f"{first}. {second[:12]}"))


def test_a_headline_of_one_long_sentence_is_cut_after_a_whole_word() -> None:
    told = "Ana places a black stack on a3 and two purple pieces on c4 and d5 and suffocates b2, b3, c3, c5 and e6"
    (shown,) = (one for one in words(replace(grid_table(), headline=told)) if one.startswith("Ana places"))
    assert shown.endswith("…")
    assert told.startswith((f"{shown[:-1]} ", f"{shown[:-1]}, "))


def test_what_a_row_brought_lies_over_the_frame_of_its_last_tile() -> None:
    row = tuple(f"0W{i}" for i in range(20, 25))
    table = mat_table().with_marks(Mark("link", row, "+2", "seat-0"), Mark("last", row[-1:]))
    drawn = [stamp[0] for stamp in stamps(table)]
    assert drawn.index(points) > drawn.index(ring)


WALL = [f"W{row}{column}" for row in range(1, 6) for column in range(1, 6)]
GROUPS = (
    *(("+2", WALL[5 * row : 5 * row + 5]) for row in range(5)),
    *(("+7", WALL[column::5]) for column in range(5)),
    *(("+10", [WALL[5 * row + (row + colour) % 5] for row in range(5)]) for colour in range(5)),
)
"""All that can bring points at the end of Cyberzul: rows, columns and colours of the wall."""


@pytest.mark.parametrize("groups", [GROUPS, GROUPS[:1], GROUPS[4:6], GROUPS[9:12]])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_points_of_a_wall_cover_no_cell_no_number_not_each_other_and_stay_on_their_mat(
    seats: int, groups: Sequence[tuple[str, Sequence[str]]]
) -> None:
    table = replace(play_randomly(games.find("cyberzul"), max(2, seats), {}, 24, 3), marks=())
    if seats == 1:
        table = focus_on(table, mat_cells(table, 1))
    for seat, _ in frame(table, look_of(table, "dark"), 1200)[1].places.mats:
        marks = (Mark("link", tuple(f"{seat + 1}{cell}" for cell in cells), words, "seat-0") for words, cells in groups)
        marked = table.with_marks(*marks)
        stage = frame(marked, look_of(marked, "dark"), 1200)[1]
        mat = dict(stage.places.mats)[seat]
        scene = compose(marked, look_of(marked, "dark"), 1200)
        shown = [one for one in scene.placed if one.stamp[0] is points]
        plates = [(one.x, one.y, points_width(str(one.stamp[2])), POINTS_H) for one in shown]
        cells = [(x, y, board.unit, board.unit) for board in stage.boards for x, y in board.at.values()]
        assert len(plates) == len(groups)
        for box in plates:
            x, y, w, h = box
            assert mat.x + 6 <= x - w / 2
            assert x + w / 2 <= mat.right - 6
            assert y + h / 2 <= mat.bottom - 6
            assert not [cell for cell in cells if overlap(box, cell, 1)]
            assert not [other for other in plates if other != box and overlap(box, other, 4.1)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_points_of_a_round_stand_beside_their_rows_and_on_the_floor_and_cover_no_tile(seats: int) -> None:
    table = replace(play_randomly(games.find("cyberzul"), seats, {}, 24, 3), marks=())
    gains = [Mark("gain", (f"{seat}W{row}{6 - row}",), "+4", "seat-0") for seat in (1, 2) for row in range(1, 6)]
    marked = table.with_marks(*gains, Mark("gain", ("2F1",), "−4", "bad"))
    stage = frame(marked, look_of(marked, "dark"), 1200)[1]
    places = {name: (*place, board.unit, board.unit) for board in stage.boards for name, place in board.at.items()}
    scene = compose(marked, look_of(marked, "dark"), 1200)
    shown = {(one.x, one.y): str(one.stamp[2]) for one in scene.placed if one.stamp[0] is points}
    assert shown.pop(places["2F1"][:2]) == "−4"
    assert len(shown) == len(gains)
    for mark, (x, y) in zip(gains, shown, strict=True):
        assert y == places[mark.cells[0]][1]
        assert not [1 for box in places.values() if overlap((x, y, points_width("+4"), POINTS_H), box, 1)]


def overlap(one: Sequence[float], other: Sequence[float], most: float) -> bool:
    """Whether two boxes, each given as its middle, width and height, share more than so many units both ways."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return (aw + bw) / 2 - abs(ax - bx) > most and (ah + bh) / 2 - abs(ay - by) > most


def test_while_a_move_is_composed_plates_without_tiles_make_room() -> None:
    full = mat_table()
    empty = replace(full, pieces=full.pieces[1:])
    for table, shown in (
        (replace(full, composing=True), True),
        (replace(empty, composing=True), False),
        (replace(empty, composing=True).with_marks(Mark("from", ("F0",), faded=True)), True),
        (empty, True),
    ):
        assert ("F0" in frame(table, look_of(table, "dark"), 1200)[1].home) == shown


def test_the_number_of_the_centre_covers_neither_its_marker_nor_its_name() -> None:
    table = mat_table()
    marker = Piece("C0", "marker", "neutral", "1", "starting marker")
    table = replace(table, pieces=(*table.pieces, marker), composing=True).with_marks(Mark("target", ("C0",), "C"))
    stage = frame(table, look_of(table, "dark"), 1200)[1]
    centre = next(board for board in stage.boards if "C0" in board.at)
    (number,) = (one for one in compose(table, look_of(table, "dark"), 1200).placed if one.stamp[0] is badge)
    assert number.x + 22 <= centre.at["C0"][0] - centre.unit / 2
    assert number.x - 22 >= 40 + width("Centre", SMALLEST, "bold")


def test_only_where_pieces_move_does_a_trail_join_where_one_left_and_where_one_came() -> None:
    """In Onyx the cells are those of a stone that is gone and of the one that took its breath."""
    far, near = ("a1", "e1"), ("a1", "b2")
    for key, cells, dots in (("choccer", far, True), ("choccer", near, False), ("onyx", far, False)):
        table = games.find(key).presenter.table(games.find(key).rules.start(2, {}), None)
        marked = table.with_marks(Mark("from", cells[:1]), Mark("last", cells[1:]))
        assert (trail_dot in {stamp[0] for stamp in stamps(marked)}) is dots


def test_one_disc_tells_the_owners_of_some_cells_around_it() -> None:
    lines = ("b....", ".....", ".....", ".....", "....w")
    rules = games.find("onyx").rules
    state = rules.load(f"b={'/'.join(lines)} t=- ph=over passed=11 removed=11", {"board": "king-5"})
    shown = stamps(games.find("onyx").presenter.table(state, None))
    assert 1 <= sum(stamp[0] is owner_parts for stamp in shown) <= 5


def test_the_ring_of_a_mark_lies_under_the_pile_it_marks() -> None:
    rules = games.find("onyx").rules
    state = rules.load("b=..../..../...W/b... t=0 ph=play passed=00 removed=00", {"board": "king-4"})
    kinds: tuple[MarkKind, ...] = ("last", "chosen", "hint", "danger")
    for kind in kinds:
        before = stamps(games.find("onyx").presenter.table(state, None))
        after = stamps(games.find("onyx").presenter.table(state, None).with_marks(Mark(kind, ("d2",))))
        pile = next(stamp for stamp in before if stamp[0] is glyph_drawing and stamp[-1] == 2)
        rings = [i for i, stamp in enumerate(after) if stamp not in before]
        assert rings
        assert max(rings) < after.index(pile)


def test_of_more_than_two_players_each_has_a_lane_of_the_bar() -> None:
    table = replace(play_randomly(games.find("cyberzul"), 4, {}, 24, 3), standing=Standing((30, 10, 0, 20), 120))
    scene = compose(table, look_of(table, "dark"), 1200)
    starts: dict[object, float] = {}
    for one in scene.placed:
        if one.stamp[0] is length:
            starts.setdefault(one.stamp[2], one.x - one.stamp[3] / 2)
    assert starts == pytest.approx({"seat-0": 20, "seat-1": 310, "seat-3": 890})


def test_at_the_end_a_tally_tells_where_the_points_come_from() -> None:
    table = replace(play_randomly(games.find("cyberzul"), 2, {}, 600, 3), marks=())
    assert table.result
    first = table.players[0]
    row, column = (Mark("link", ("1W11",), words, first.role) for words in ("+2", "+7"))
    shown = words(table.with_marks(row, row, column))
    assert {str(int(first.score) - 11), "+4", "+7", "–", first.score} <= shown
    assert "+4" not in words(table)


def test_no_tally_hides_tiles_that_are_left_when_somebody_resigns() -> None:
    table = play_randomly(games.find("cyberzul"), 2, {}, 3, 3)
    resigned = replace(table, result="Ana wins: Ben resigned")
    assert "F1a" in frame(resigned, look_of(resigned, "dark"), 1200)[1].home


def test_an_example_without_players_has_no_bar_of_who_leads() -> None:
    table = replace(grid_table(), standing=Standing((3, 1), 8))
    assert frame(table, look_of(table, "dark"), 1200)[1].places.bar
    example = replace(table, players=())
    assert frame(example, look_of(example, "dark"), 1200)[1].places.bar is None

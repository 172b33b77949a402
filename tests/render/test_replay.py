"""Animations: every table as drawn, pieces on their way between them, small enough, progress told."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Mark, Piece, Skin, Table
from render.canvas.scene import drawing_of
from render.canvas.shapes import extent
from render.demo import playout
from render.motion import identify_all
from render.picture import compose, look_of
from render.replay import BETWEEN, MOST_PICTURES, FilmFormat, shown_frames
from render.strokes import ring
from render.tween import motion
from tests.render.tables import grid_table

formats = pytest.mark.parametrize("film", ["gif", "webp"])
STEP = 6
"""Frames from one table to the next: five between them."""


def walk(steps: int) -> list[Table]:
    return [grid_table(Piece(f"{'abcde'[i % 5]}{1 + i // 5}", "circle", "seat-0", "C")) for i in range(steps)]


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Each frame, and its milliseconds."""
    film = Image.open(io.BytesIO(data))
    found = []
    for i in range(getattr(film, "n_frames", 1)):
        film.seek(i)
        found.append((film.convert("RGB"), film.info["duration"]))
    return found


def paint(table: Table, width: int) -> Image.Image:
    return render.painter(width).frame(compose(table, look_of(table, "dark"), width))


def apart(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@formats
def test_every_table_is_what_would_be_drawn(film: FilmFormat) -> None:
    tables = walk(6)
    found = frames(render.replay(tables, film, width=600))
    assert len(found) == 5 * STEP + 1
    for table, (frame, _) in zip(tables, found[::STEP], strict=True):
        assert apart(frame, paint(table, 600)) < 1.5


@formats
@pytest.mark.parametrize("key", games.keys())
def test_what_lies_still_is_what_would_be_drawn_after_any_number_of_moves(key: str, film: FilmFormat) -> None:
    """Only what is new is written: what was written before must still be there, and nothing else."""
    tables = list(playout(games.find(key), games.find(key).info.min_seats, {}, 12, seed=5))
    still = [frame for frame, milliseconds in frames(render.replay(tables, film, width=500)) if milliseconds > BETWEEN]
    assert len(still) == len(tables)
    size = still[0].size
    for table, frame in zip(tables, still, strict=True):
        drawing = paint(table, 500)
        top = (size[1] - drawing.height) // 4 * 2
        assert apart(frame.crop((0, top, 500, top + drawing.height)), drawing) < 2.0


@formats
def test_a_piece_slides_slowly_at_both_ends(film: FilmFormat) -> None:
    before, after = grid_table(Piece("a1", "circle", "seat-0", "C")), grid_table(Piece("e1", "circle", "seat-0", "C"))
    found = frames(render.replay([before, after], film, width=600))
    bare = paint(grid_table(), 600)
    middles = []
    for frame, _ in found:
        seen = ImageChops.difference(frame, bare).convert("L").point([0] * 64 + [255] * 192)
        left, _, right, _ = seen.getbbox() or (0, 0, 0, 0)
        middles.append((left + right) / 2)
    steps = [end - start for start, end in pairwise(middles)]
    assert all(step > 0 for step in steps)
    assert steps[0] < steps[len(steps) // 2] > steps[-1]


def test_what_goes_shrinks_and_what_comes_grows() -> None:
    tables = [grid_table(Piece("a1", "star", "white", "s")), grid_table(Piece("c3", "circle", "black", "c"))]
    one, two = identify_all(tables)
    look = look_of(tables[0], "dark")
    way = motion(compose(tables[0], look, 600), one.names(), compose(tables[1], look, 600), two.names())
    assert way is not None
    sizes = [[extent(drawing_of(placed.stamp).shapes).w for placed in way.at(share)] for share in (0.4, 0.6)]
    assert sizes[0][0] > sizes[1][0]
    assert sizes[0][1] < sizes[1][1]


def test_marks_lie_on_what_comes_all_the_time() -> None:
    tables = [grid_table(), grid_table(Piece("c3", "block", "seat-0", "A"), marks=(Mark("last", ("c3",)),))]
    one, two = identify_all(tables)
    look = look_of(tables[0], "dark")
    way = motion(compose(tables[0], look, 600), one.names(), compose(tables[1], look, 600), two.names())
    assert way is not None
    assert ring not in [placed.stamp[0] for placed in way.rest.placed]
    for share in (0.2, 0.9):
        assert way.at(share)[-1].stamp[0] is ring


def test_a_stone_that_is_captured_does_not_slide_to_where_another_is_placed() -> None:
    before, after = (
        replace(grid_table(Piece(cell, "counter", "black", "b")), skin=Skin("stones")) for cell in ("a1", "c3")
    )
    one, two = identify_all([before, after])
    assert set(one.ids).isdisjoint(two.ids)


def test_at_the_end_of_a_round_a_tile_goes_from_its_line_to_the_wall_not_from_the_factories() -> None:
    """The last tiles taken and those that go to the wall are of one move, so its marks name both."""
    table = playout(games.find("cyberzul"), 2, {}, 0, seed=5)
    start = replace(next(table), pieces=())
    taken, lying = (Piece(cell, "tile", "red", "R") for cell in ("C1", "1L22"))
    before = replace(start, pieces=(taken, lying))
    marks = Mark("from", ("C1",)), Mark("last", ("1W24",))
    one, two = identify_all([before, replace(start, pieces=(Piece("1W24", "tile", "red", "R"),), marks=marks)])
    assert two.ids == one.ids[1:]


def test_nothing_is_on_its_way_where_only_marks_change() -> None:
    tables = [grid_table(Piece("a1", "star", "white", "s"))]
    tables.append(tables[0].with_marks(Mark("hint", ("c3",))))
    assert len(frames(render.replay(tables, "gif", width=400))) == 2


@formats
def test_the_last_frame_stays_longest_and_it_begins_again(film: FilmFormat) -> None:
    data = render.replay(walk(4), film, width=400)
    durations = [milliseconds for _, milliseconds in frames(data)]
    assert durations[::STEP] == [800, 800, 800, 3000]
    assert set(durations) == {BETWEEN, 800, 3000}
    assert Image.open(io.BytesIO(data)).info["loop"] == 0


def test_progress_is_told_table_by_table() -> None:
    told: list[tuple[int, int]] = []
    render.replay(walk(5), "gif", progress=lambda done, total: told.append((done, total)))
    assert told == [(i, 5) for i in range(1, 6)]


def test_a_very_long_match_shows_every_second_table_and_the_last() -> None:
    told: list[tuple[int, int]] = []
    render.replay(walk(20) * 41, "gif", width=300, progress=lambda done, total: told.append((done, total)))
    assert told[-1][1] <= 401


def test_tables_of_different_height_share_one_size() -> None:
    plain, ended = walk(2)
    shown = frames(render.replay([plain, render.focus_on(ended, ["a1"])], "gif", width=600))
    assert len({frame.size for frame, _ in shown}) == 1


def test_no_table_is_no_film() -> None:
    with pytest.raises(ValueError, match="at least one table"):
        render.replay([])


@formats
def test_a_file_that_gets_too_large_has_fewer_frames_then_smaller_ones(film: FilmFormat) -> None:
    tables = list(playout(games.find("choccer"), 2, {}, 12, seed=2))
    whole = render.replay(tables, film, width=600)
    found = [frames(whole)]
    for share in (0.95, 0.7, 0.35):
        data = render.replay(tables, film, width=600, most=int(len(whole) * share))
        assert len(data) <= len(whole) * share
        found.append(frames(data))
    counts, widths = [len(each) for each in found], [each[0][0].width for each in found]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1] > counts[-1]
    assert widths == sorted(widths, reverse=True)
    assert widths[1] == 600 > widths[-1]


def test_a_film_that_fits_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        render.replay(walk(3), most=1000)


@pytest.mark.parametrize("key", games.keys())
def test_a_match_of_80_moves_is_less_than_one_and_a_half_megabytes(key: str) -> None:
    """Told from 25 moves: 900 pixels wide, five frames between two tables."""
    tables = list(playout(games.find(key), games.find(key).info.min_seats, {}, 25, seed=2))
    data = render.replay(tables)
    assert frames(data)[0][0].width == 900
    assert len(data) * 80 / len(tables) < 1_500_000 + 0.5 * len(data)


@pytest.mark.parametrize("count", [1, 2, 399, 400, 401, 800, 801, 20_001])
def test_a_film_shows_so_many_tables_at_most_and_the_last_always(count: int) -> None:
    """What has been chosen once is not thinned out again."""
    chosen = shown_frames(count)
    assert chosen[-1] == count - 1
    assert list(chosen) == sorted(set(chosen))
    assert len(chosen) == count if count <= MOST_PICTURES else MOST_PICTURES // 2 <= len(chosen) <= MOST_PICTURES
    assert len(shown_frames(len(chosen))) == len(chosen)

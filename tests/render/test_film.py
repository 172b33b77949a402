"""Animations: every frame as drawn, small enough, progress told."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Piece, Table
from render.demo import playout
from render.picture import compose, look_of
from render.replay import MOST_PICTURES, FilmFormat, shown
from tests.render.boards import grid_table

formats = pytest.mark.parametrize("film", ["gif", "webp"])


def walk(steps: int) -> list[Table]:
    return [grid_table(Piece(f"{'abcde'[i % 5]}{1 + i // 5}", "circle", "seat-0", "C")) for i in range(steps)]


def frames(data: bytes) -> list[Image.Image]:
    film = Image.open(io.BytesIO(data))
    shown = []
    for i in range(getattr(film, "n_frames", 1)):
        film.seek(i)
        shown.append(film.convert("RGB"))
    return shown


@formats
def test_every_frame_is_what_would_be_drawn(film: FilmFormat) -> None:
    tables = walk(6)
    shown = frames(render.replay(tables, film))
    assert len(shown) == 6
    for table, frame in zip(tables, shown, strict=True):
        drawn = render.painter(600).frame(compose(table, look_of(table, "dark"), 600))
        assert max(ImageStat.Stat(ImageChops.difference(frame, drawn)).mean) < 1.5


@formats
def test_the_last_frame_stays_longest_and_it_begins_again(film: FilmFormat) -> None:
    data = Image.open(io.BytesIO(render.replay(walk(4), film)))
    durations = []
    for i in range(4):
        data.seek(i)
        data.load()
        durations.append(data.info["duration"])
    assert durations == [1000, 1000, 1000, 3000]
    assert data.info["loop"] == 0


def test_progress_is_told_frame_by_frame() -> None:
    told: list[tuple[int, int]] = []
    render.replay(walk(5), "gif", progress=lambda done, total: told.append((done, total)))
    assert told == [(i, 5) for i in range(1, 6)]


def test_a_very_long_match_shows_every_second_table_and_the_last() -> None:
    told: list[tuple[int, int]] = []
    render.replay(walk(20) * 41, "gif", width=300, progress=lambda done, total: told.append((done, total)))
    assert told[-1][1] <= 401


def test_tables_of_different_height_share_one_size() -> None:
    plain, ended = walk(2)
    shown = frames(render.replay([plain, render.focused(ended, ["a1"])], "gif"))
    assert len({frame.size for frame in shown}) == 1


def test_no_table_is_no_film() -> None:
    with pytest.raises(ValueError, match="at least one table"):
        render.replay([])


@formats
@pytest.mark.parametrize("key", games.keys())
def test_a_match_is_less_than_8_mb_and_moves(key: str, film: FilmFormat) -> None:
    tables = list(playout(games.find(key), 2, {}, 25, seed=2))
    data = render.replay(tables, film, width=400)
    assert len(data) < 8_000_000 * len(tables) / 400
    assert any(one.tobytes() != two.tobytes() for one, two in pairwise(frames(data)))


@pytest.mark.parametrize("count", [1, 2, 399, 400, 401, 800, 801, 20_001])
def test_a_film_shows_so_many_tables_at_most_and_the_last_always(count: int) -> None:
    """What has been chosen once is not thinned out again."""
    chosen = shown(count)
    assert chosen[-1] == count - 1
    assert list(chosen) == sorted(set(chosen))
    assert len(chosen) == count if count <= MOST_PICTURES else MOST_PICTURES // 2 <= len(chosen) <= MOST_PICTURES
    assert len(shown(len(chosen))) == len(chosen)

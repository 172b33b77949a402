"""The last move is seen at first sight on a phone, on every board of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import games
from games.core.table import Table
from render.demo import Position, positions, table_of
from render.theme import ThemeName
from tests.render.test_truth import as_on_a_phone, distances, draw

SEEN = 20.0
"""Two colours are told apart from afar when CIE76's distance is larger."""
LEAST = 80
"""So many pixels of a marked cell differ that much, at 400 pixels a picture: a square of nine by nine."""
BOARDS = [
    *(("onyx", {"board": board}) for board in ("king-8", "king-12", "king-19", "hex-5", "hex-12", "snub-6")),
    *(("conquid", {"size": size}) for size in ("small", "medium", "large")),
    ("piously", {"board": "classic"}),
    ("choccer", {}),
    ("cyberzul", {}),
]


def positions_after_moves(key: str, options: dict[str, str]) -> list[Position]:
    """Some positions of a match in which the last move has left something on the board."""
    found = positions(games.find(key), 2, options, 60, 3, "easy")
    moved = (each for each in found if each.description and count_marked_cells(table_of(games.find(key), each)))
    return list(islice(moved, 4, None, 14))


def count_marked_cells(table: Table) -> int:
    """How many cells are marked as the last move."""
    return sum(len(mark.cells) for mark in table.marks if mark.kind == "last")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("key, options", BOARDS, ids=["-".join((key, *options.values())) for key, options in BOARDS])
def test_the_last_move_is_seen_on_a_phone(key: str, options: dict[str, str], theme: ThemeName) -> None:
    found = positions_after_moves(key, options)
    assert found
    for position in found:
        table = table_of(games.find(key), position)
        # A gain without points is not drawn, and keeps the part of a large board that is shown.
        marks = (replace(mark, kind="gain") if mark.kind == "last" else mark for mark in table.marks)
        with_it, without = (
            as_on_a_phone(draw(each, theme, "small")) for each in (table, replace(table, marks=tuple(marks)))
        )
        seen = sum(distance > SEEN for distance in distances(with_it, without, "usual"))
        cells = count_marked_cells(table)
        assert seen >= LEAST * cells, f"{table.headline}: {seen} pixels of {cells} cells"

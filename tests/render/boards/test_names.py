"""Boards without rows and columns: who reads a move must find the spaces that it names."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

import games
from render.boards.board import Board
from render.canvas.shapes import Rect
from render.canvas.type import width
from render.demo import play_randomly
from render.picture import compose, frame, look_of

_AROUND = " ".join(
    f"{'abcdefghijklmnop'[i]}{i + 1}@{4 * math.cos(i * math.pi / 8):.2f},{3 * math.sin(i * math.pi / 8):.2f}"
    for i in range(16)
)
_NEXT = " ".join(
    f"{'abcdefghijklmnop'[i]}{i + 1}-{'abcdefghijklmnop'[(i + 1) % 16]}{(i + 1) % 16 + 1}" for i in range(16)
)
_GRID = " ".join(f"n{7 * y + x}@{x},{y}" for y in range(5) for x in range(7))
_SIDES = " ".join(
    f"n{i}-n{i + step}" for i in range(35) for step in (1, 7) if i + step < 35 and (step == 7 or i % 7 < 6)
)
BOARDS = {
    "star": "custom:hub@0,0 north@0,1 east@1,0 south@0,-1 west@-1,0;hub-north hub-east hub-south hub-west",
    "kite": "custom:hub@0,0 north@0,1 east@1,0 south@0,-1 west@-1,0 far@2,1;"
    "hub-north hub-east hub-south hub-west east-far north-east",
    "grid": f"custom:{_GRID};{_SIDES}",
    "ring": f"custom:{_AROUND};{_NEXT}",
}


def names_of(spaces: str) -> tuple[Board, dict[str, Rect]]:
    """The board, and where its names stand."""
    table = play_randomly(games.find("onyx"), 2, {"board": spaces}, 6)
    look = look_of(table, "dark")
    (board,) = frame(table, look, 1200)[1].boards
    texts = (text for text in compose(table, look, 1200).texts if text.words in board.cells)
    return board, {
        text.words: Rect(text.x, text.y - text.size / 2, width(text.words, text.size, text.weight), text.size)
        for text in texts
    }


def distance(place: Rect, point: tuple[float, float]) -> float:
    """From a point to the nearest one of a place."""
    x, y = point
    return math.dist(point, (min(max(x, place.x), place.right), min(max(y, place.y), place.bottom)))


@pytest.mark.parametrize("key, share", [("star", 1.15), ("kite", 1.15), ("grid", 0.9), ("ring", 0.8)])
def test_each_space_has_its_name_beside_it(key: str, share: float) -> None:
    """In a ring clearly nearer than the next space; a hub among four has no place that is."""
    board, names = names_of(BOARDS[key])
    assert names.keys() == board.cells.keys()
    for name, place in names.items():
        others = (distance(place, point) for other, point in board.at.items() if other != name)
        assert distance(place, board.at[name]) < share * min(others)


@pytest.mark.parametrize("spaces", BOARDS.values(), ids=BOARDS)
def test_no_name_lies_on_a_space_or_on_another_name(spaces: str) -> None:
    board, names = names_of(spaces)
    for one, other in combinations(names.values(), 2):
        assert one.right < other.x or other.right < one.x or one.bottom < other.y or other.bottom < one.y
    for place in names.values():
        assert all(distance(place, point) > board.radius for point in board.at.values())

"""Layers in pixels: rows that look alike are drawn once, and look as if all were drawn."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest
from PIL import Image

from render.canvas import layers
from render.canvas.layers import draw_layer
from render.canvas.raster import SAMPLES, draw
from render.canvas.shapes import Box, Disc, Line, Rect, Shadow, Shape
from render.colour import hexa

GROUND, RED, WHITE, GLASS = hexa("#20242C"), hexa("#C03030"), hexa("#FFFFFF"), hexa("#FFFFFF60")
SIZE = 90, 120
BOARD = Rect(10.0, 12.0, 70.0, 90.0)


def draw_whole(shapes: list[Shape], scale: float = 1.0) -> Image.Image:
    """All rows, each four times as large."""
    large = Image.new("RGB", (SIZE[0] * SAMPLES, SIZE[1] * SAMPLES), GROUND[:3])
    draw(large, shapes, scale * SAMPLES)
    return large.reduce(SAMPLES)


@pytest.mark.parametrize(
    "shapes",
    [
        [Box(BOARD, 14, RED)],
        [Box(BOARD, 14, RED, WHITE, 5), Box(BOARD.inset(20), 6, GLASS)],
        [Box(BOARD.inset(0.5), 9, RED), Line(((30.0, 20.0), (30.0, 90.0)), WHITE, 3)],
        [Box(BOARD, 3, RED), Line(((20.0, 30.0), (60.0, 80.0)), WHITE, 3)],
        [Shadow((Box(BOARD, 8, RED),), 4, 3), Box(BOARD, 8, RED), Disc(45.0, 60.0, 11.0, None, WHITE, 2)],
        [],
    ],
    ids=["box", "outline and glass", "upright line", "slanting line", "shadow and disc", "nothing"],
)
def test_a_layer_looks_as_if_all_rows_were_drawn(shapes: list[Shape]) -> None:
    assert draw_layer(SIZE, 1.0, GROUND, shapes).tobytes() == draw_whole(shapes).tobytes()


def test_boxes_anywhere_look_as_if_all_rows_were_drawn() -> None:
    rng = Random(4)
    for _ in range(30):
        shapes: list[Shape] = [
            Box(Rect(rng.randint(0, 40), rng.randint(0, 60), rng.randint(20, 50), rng.randint(20, 60)), 6, colour)
            for colour in (RED, WHITE, RED, GLASS)
        ]
        assert draw_layer(SIZE, 1.0, GROUND, shapes).tobytes() == draw_whole(shapes).tobytes()


def test_rows_between_the_corners_of_a_box_are_drawn_once() -> None:
    with patch.object(layers, "draw", side_effect=draw) as drawn:
        draw_layer(SIZE, 1.0, GROUND, [Box(BOARD, 4, RED)])
    rows = sum(call.args[0].height // SAMPLES for call in drawn.call_args_list)
    assert rows < SIZE[1] / 4

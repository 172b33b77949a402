"""What stands on the strip of a player at the top of a mat."""

from __future__ import annotations

from games.core.table import Player, Token
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Layer, Rect
from render.canvas.type import width
from render.strips import mat_head
from render.theme import DARK


def test_what_a_player_with_a_long_name_holds_covers_neither_name_nor_rank() -> None:
    """Cyberzul's starting player marker, at the end of a match, when the rank stands beside the score."""
    scene = Scene(Backdrop((1200, 900), DARK.ground, Layer()))
    player = Player(1, "seat-1", score="2", tokens=(Token("marker", "neutral"),), name="W" * 32, place=1)
    mat_head(scene, DARK, Rect(0, 0, 580, 60), player)
    _, medal, marker = scene.placed
    name = next(text for text in scene.texts if text.words.startswith("W"))
    assert name.x + width(name.words, name.size, "bold") <= marker.x - 20
    assert marker.x + 20 <= medal.x - 27

"""What stands on the strip of a player, above the board or at the top of a mat."""

from __future__ import annotations

import pytest

from games.core.table import PlayerStrip, Token
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Layer, Rect
from render.canvas.type import width
from render.pieces import glyph_drawing
from render.strips import one_line, strip
from render.theme import DARK


def test_what_a_player_with_a_long_name_holds_covers_neither_name_nor_rank() -> None:
    """Cyberzul's starting marker, at the end of a match, when the rank stands beside the score."""
    scene = Scene(Backdrop((1200, 900), DARK.ground, Layer()))
    player = PlayerStrip(1, "seat-1", score="2", tokens=(Token("marker", "neutral"),), name="W" * 32, place=1)
    one_line(scene, DARK, Rect(0, 0, 580, 60), player)
    _, medal, marker = scene.placed
    name = next(text for text in scene.texts if text.words.startswith("W"))
    assert name.x + width(name.words, name.size, "bold") <= marker.x - 20
    assert marker.x + 20 <= medal.x - 27


RED, BLUE, BLUES = Token("gem", "red"), Token("gem", "blue"), Token("gem", "blue", 2)


@pytest.mark.parametrize(
    "side, note, tokens, shown",
    [
        ("Schwarz", "greift a–b an", (), "Schwarz · greift a–b an"),
        ("Schwarz", "greift a–b an", (RED, BLUE), "Schwarz"),
        ("Black", "attacks a–b", (BLUE,), "Black · attacks a–b"),
        ("Black", "attacks a–b", (RED, BLUES), "Black"),
        ("West", "noch 16 Felder", (), "West · noch 16 Felder"),
        ("East", "16 cells to go", (), "East · 16 cells to go"),
        ("Schwarz", "noch 1 Aktion, 2 Auren", (), "noch 1 Aktion, 2 Auren"),
        ("Schwarz", "noch 2 Aktionen, 12 Auren", (), "noch 2 Aktionen"),
        ("Weiß und Gelb", "Weiß 17, Gelb 10, Nachziehbonus 5", (), "Weiß 17, Gelb 10"),
        ("Schwarz und Lila", "Schwarz 162, Lila 160", (), "Schwarz 162, Lila 160"),
    ],
)
def test_what_is_held_comes_before_words_and_the_side_before_a_single_note(
    side: str, note: str, tokens: tuple[Token, ...], shown: str
) -> None:
    scene = Scene(Backdrop((1200, 800), DARK.ground, Layer()))
    player = PlayerStrip(0, "seat-0", side, "19", note, tokens, name="Rosalind", clock="2 T 23 h", active=True)
    strip(scene, DARK, Rect(20, 20, 572, 104), player)
    assert shown in {text.words for text in scene.texts}
    assert sum(one.stamp[0] is glyph_drawing for one in scene.placed) == len(tokens)


@pytest.mark.parametrize(
    "shown", ["White 44, Yellow 42+42", "Schwarz 42+42, Lila 44", "White 142, Yellow 2·144", "Schwarz 2·142, Lila 144"]
)
def test_the_points_of_both_colours_stand_beside_a_score_of_three_digits(shown: str) -> None:
    scene = Scene(Backdrop((1200, 800), DARK.ground, Layer()))
    player = PlayerStrip(1, "seat-1", "White-yellow", "133", f"{shown}, bonus 5", name="Rosalind")
    strip(scene, DARK, Rect(608, 20, 572, 100), player)
    assert shown in {text.words for text in scene.texts}

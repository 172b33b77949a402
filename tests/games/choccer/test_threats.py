"""What is in danger, in words that somebody says."""

from __future__ import annotations

from bot.ui.i18n.language import Language
from games.choccer import GAME
from tests.games.choccer.drawing import BLACK, WHITE, read_drawing

BOARD = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . C s . . .
    . . . . . . . . . . .
    . . T . . . . . . . .
    . . . t . . . . . . .
"""


def test_a_piece_is_named_with_its_article_in_each_language() -> None:
    said = list(GAME.presenter.threats(read_drawing(BOARD), BLACK))
    assert said == [
        "Your opponent can capture the triangle on c2 from d1.",
        "You can capture the triangle on d1 from c2.",
        "You can capture the star on h4 from g4.",
    ]
    assert [Language("de")(one) for one in said] == [
        "Die Gegenseite kann das Dreieck auf c2 von d1 aus schlagen.",
        "Du kannst das Dreieck auf d1 von c2 aus schlagen.",
        "Du kannst den Stern auf h4 von g4 aus schlagen.",
    ]


def test_what_one_side_can_capture_is_in_danger_for_the_other() -> None:
    said = list(GAME.presenter.threats(read_drawing(BOARD), WHITE))
    assert said == [
        "Your opponent can capture the triangle on d1 from c2.",
        "Your opponent can capture the star on h4 from g4.",
        "You can capture the triangle on c2 from d1.",
    ]


def test_one_of_several_pieces_captures() -> None:
    """The circle on g4 or the triangle on g5 captures the star, not both."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . T . . . .
        . . . . . . C s . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """
    assert "You can capture the star on h4 from g4 or g5." in GAME.presenter.threats(read_drawing(board), BLACK)

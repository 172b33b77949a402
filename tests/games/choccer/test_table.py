"""What is shown of a position and said of an action."""

from __future__ import annotations

import pytest

from bot.ui.i18n.language import Language
from games.choccer import GAME
from games.choccer.position import SETUP, State, parse_position
from games.choccer.table import scored_gems
from games.core.diagram import board_text, held_words
from games.core.table import Mark, Standing, Token
from tests.games.choccer.drawing import BLACK, WHITE, play_all, read_drawing

BOARD = """
    . . . . . . . . . . .
    . c . . . . . . . . .
    . . C . . s * . . . .
    . . L . . S . + . . .
    . . T . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . t
"""


def words(state: State, text: str) -> str:
    return GAME.presenter.describe(state, BLACK, GAME.rules.parse(text)).words


def test_pieces_have_shape_side_and_name() -> None:
    pieces = {piece.cell: piece for piece in GAME.presenter.table(read_drawing(BOARD, held="c4:red"), None).pieces}
    assert (pieces["f4"].glyph, pieces["f4"].role, pieces["f4"].name) == ("star", "black", "Black star")
    assert (pieces["b6"].glyph, pieces["b6"].role, pieces["b6"].name) == ("circle", "white", "White circle")
    assert (pieces["g5"].glyph, pieces["g5"].role, pieces["g5"].name) == ("gem", "red", "red gem")
    assert pieces["c4"].carries == Token("gem", "red", name="red gem")
    assert pieces["c4"].name == "Black clover with the red gem"
    assert len(pieces) == 9


def test_players_have_points_direction_and_held_gems() -> None:
    black, white = GAME.presenter.table(read_drawing(BOARD, held="c4:red,c3:blue,c5:blue", points="3,4"), None).players
    assert (black.side, black.score, black.note) == ("Black", "3", "attacks a–b")
    assert (white.side, white.score, white.note) == ("White", "4", "attacks j–k")
    assert black.tokens == (Token("gem", "red", name="red gem"), Token("gem", "blue", 2, "blue gem"))
    assert white.tokens == ()


@pytest.mark.parametrize(
    "gone, points, scored",
    [
        ("", (0, 0), ((0, 0), (0, 0))),
        ("+", (4, 0), ((1, 0), (0, 0))),
        ("+", (0, 4), ((0, 0), (1, 0))),
        ("++", (4, 4), ((1, 0), (1, 0))),
        ("*+", (10, 4), ((0, 1), (1, 0))),
        ("+c", (5, 0), ((1, 0), (0, 0))),
        ("*T", (0, 11), ((0, 0), (0, 1))),
        ("+", (3, 0), ((0, 0), (0, 0))),
    ],
)
def test_gems_that_were_scored_follow_from_the_points(
    gone: str, points: tuple[int, int], scored: tuple[tuple[int, int], ...]
) -> None:
    """The points of gems are 4 and 10; of what else is missing the other side has the points."""
    board = SETUP
    for content in gone:
        board = board.replace(content, ".", 1)
    line = f"b={board} held=- pts={points[0]},{points[1]} turn=9 t=0"
    assert scored_gems(parse_position(line)) == scored


def test_zones_have_the_colour_of_their_side() -> None:
    """1.3."""
    cells = {cell.name: cell for cell in GAME.presenter.table(read_drawing(BOARD), None).areas[0].cells}
    assert (cells["a3"].look, cells["a3"].role) == ("goal", "white")
    assert (cells["k5"].look, cells["k5"].role) == ("goal", "black")
    assert cells["c3"].look != "goal"


def test_empty_board_is_one_object() -> None:
    """It is drawn once and kept."""
    assert (
        GAME.presenter.table(read_drawing(BOARD), BLACK).areas[0]
        is GAME.presenter.table(GAME.rules.start(2, {}), None).areas[0]
    )


def test_caption_counts_the_turns() -> None:
    assert GAME.presenter.table(read_drawing(BOARD, turn=17), None).caption == "Turn 17 of 100"
    assert GAME.presenter.table(read_drawing(BOARD, turn=35, seat="-"), None).caption == "Over after 34 turns"


@pytest.mark.parametrize(
    "text, said",
    [
        ("f4-g3", "Player 1 moves the star from f4 to g3"),
        ("f4-g5", "Player 1 moves the star from f4 to g5 and picks up the red gem"),
        ("c5-b5", "Player 1 moves the circle from c5 to b5"),
        ("c4-b4", "Player 1 moves the clover from c4 to b4 and scores the blue gem: 4 points"),
        ("c4-d6", "Player 1 moves the clover with the blue gem from c4 to d6"),
        ("c4>c3", "Player 1 hands the blue gem on from the clover on c4 to the triangle on c3"),
    ],
)
def test_action_is_told(text: str, said: str) -> None:
    assert words(read_drawing(BOARD, held="c4:blue"), text) == said


def test_capture_is_told() -> None:
    board = BOARD.replace(". c . . .", ". . c . .")
    assert words(read_drawing(board), "c5-c6") == "Player 1 moves the circle from c5 to c6 and captures a circle"
    assert (
        words(read_drawing(board, held="c6:red"), "c5-c6")
        == "Player 1 moves the circle from c5 to c6, captures a circle and takes the red gem"
    )


def test_all_gems_scored_are_told() -> None:
    """6.1: two at once, which cannot arise in play."""
    board = BOARD.replace(". . C . .", ". C . . .")
    assert (
        words(read_drawing(board, held="b5:red,c4:blue"), "c4-b4")
        == "Player 1 moves the clover from c4 to b4 and scores the red gem and the blue gem: 14 points"
    )


def test_ways_of_an_action_are_marked() -> None:
    told = GAME.presenter.describe(read_drawing(BOARD), BLACK, GAME.rules.parse("f4-g3"))
    assert told.marks == (Mark("from", ("f4",)), Mark("last", ("g3",)))


def test_text_board_shows_all() -> None:
    shown = board_text(GAME.presenter.table(play_all(GAME.rules.start(2, {}), "h4-g4", "d4-e4", "g4-f4"), WHITE))
    assert "4 : : . . c C . . . : :" in shown
    assert "f4 carries: red gem" in shown


def test_standing_of_a_finished_match_is_its_result() -> None:
    state = read_drawing(BOARD, points="5,4", turn=101, seat="-")
    assert (GAME.player.evaluate(state, BLACK), GAME.player.evaluate(state, WHITE)) == (1, -1)
    assert GAME.player.evaluate(read_drawing(BOARD, points="4,4", turn=101, seat="-"), BLACK) == 0


def test_held_gems_no_longer_count_on_the_bar_once_the_match_is_over() -> None:
    states = (read_drawing(BOARD, "c4:red", "5,4"), read_drawing(BOARD, "c4:red", "5,4", 101, "-"))
    now, over = (GAME.presenter.table(state, None).standing for state in states)
    assert now is not None
    assert now.likely[0] > 0
    assert over == Standing((5, 4), 9)


def test_red_gem_near_the_zone_stands_better_than_far_from_it() -> None:
    near, far = read_drawing(BOARD, held="c4:red"), read_drawing(BOARD, held="f4:red")
    assert GAME.player.evaluate(near, BLACK) > GAME.player.evaluate(far, BLACK) > 0 > GAME.player.evaluate(far, WHITE)


@pytest.mark.parametrize(
    "held, english, german",
    [
        ("c4:red", "holds the red gem", "hält das rote Juwel"),
        ("c3:blue", "holds a blue gem", "hält ein blaues Juwel"),
        ("c4:red,c3:blue,c5:blue", "holds the red gem and 2 blue gems", "hält das rote Juwel und 2 blaue Juwelen"),
    ],
)
def test_held_gems_are_told_in_words(held: str, english: str, german: str) -> None:
    black, white = GAME.presenter.table(read_drawing(BOARD, held=held), None).players
    assert (held_words(black), Language("de")(held_words(black))) == (english, german)
    assert held_words(white) == ""


LAST_PIECE = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . * . C . . . . .
    . . . . t . . . . . .
    . . . . . C . . . . .
    . . . . . . . . . . .
"""


@pytest.mark.parametrize(
    "board, move, turn, lost",
    [
        pytest.param(
            LAST_PIECE.replace(" t ", " T "),
            "f4-f5",
            10,
            "Player 2 has no legal move: that turn is lost",
            id="none left",
        ),
        pytest.param(LAST_PIECE, "f4-f5", 10, "", id="not lost"),
        pytest.param(LAST_PIECE.replace(" t ", " T "), "f4-f5", 100, "", id="the last turn of all"),
    ],
)
def test_a_lost_turn_is_told(board: str, move: str, turn: int, lost: str) -> None:
    """2.3: whoever reads along learns why the same side moves again, and why the match ends before "turn 100"."""
    told = GAME.presenter.describe(read_drawing(board, turn=turn), BLACK, GAME.rules.parse(move))
    for words in (told.words, told.personal):
        assert str(words).partition(". ")[2] == lost

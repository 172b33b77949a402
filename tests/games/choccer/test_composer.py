"""How an action is asked for."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.position import State
from games.core.errors import IllegalMove
from games.core.question import Question
from games.core.table import Mark
from tests.games.choccer.drawing import BLACK, WHITE, read_drawing

BOARD = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . s * . . . .
    . . C L . S . T . . .
    . . . T t . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . t
"""


def ask(state: State, *draft: str) -> Question:
    question = GAME.presenter.ask(state, BLACK, draft)
    assert question
    return question


def test_first_the_piece_is_asked_for_by_kind() -> None:
    question = ask(read_drawing(BOARD, held="d4:red"))
    assert question.prompt == "Which piece?"
    assert [(choice.token, choice.label, choice.group, choice.cells) for choice in question.choices] == [
        ("f4", "Star f4", "Stars", ("f4",)),
        ("d4", "Clover d4", "Clovers", ("d4",)),
        ("d3", "Triangle d3", "Triangles", ("d3",)),
        ("h4", "Triangle h4", "Triangles", ("h4",)),
        ("c4", "Circle c4", "Circles", ("c4",)),
    ]
    assert [choice.note for choice in question.choices][-2:] == ["to g3, i3, g5 or i5", "to c3, b4 or c5"]
    assert question.choices[0].note == "10 possibilities"
    assert question.choices[1].note == "with the red gem, 7 possibilities"


def test_then_the_target_what_gains_first() -> None:
    question = ask(read_drawing(BOARD), "f4")
    assert question.prompt == "Where does the star on f4 go?"
    first = [(choice.token, choice.label, choice.note, choice.group) for choice in question.choices][:3]
    assert first == [
        ("-g5", "g5", "picks up the red gem", "Pick up a gem"),
        ("-e3", "e3", "captures a triangle", "Capture"),
        ("-i1", "i1", "", "Move"),
    ]
    assert question.choices[0].cells == ("g5",)


def test_handing_on_stands_beside_the_moves() -> None:
    choices = {choice.token: choice for choice in ask(read_drawing(BOARD, held="d4:red"), "d4").choices}
    assert (choices[">f4"].label, choices[">f4"].note) == ("gem to f4", "hands the red gem to the star")
    assert choices[">f4"].group == "Hand the gem on"
    assert choices["-e4"].label == "e4"


def test_scoring_comes_first_with_its_points() -> None:
    choice = ask(read_drawing(BOARD, held="c4:red"), "c4").choices[0]
    assert (choice.token, choice.group, choice.note) == ("-b4", "Score a gem", "scores 10 points")


def test_capture_of_a_holder_names_its_gem() -> None:
    notes = [choice.note for choice in ask(read_drawing(BOARD, held="e3:red"), "f4").choices]
    assert "captures a triangle and takes the red gem" in notes


def test_piece_and_target_make_the_whole_action() -> None:
    state = read_drawing(BOARD)
    assert GAME.presenter.ask(state, BLACK, ("f4", "-g5")) is None
    assert GAME.presenter.compose(("f4", "-g5")) == "f4-g5"
    assert GAME.presenter.tokens(state, GAME.rules.parse("f4-g5")) == ("f4", "-g5")


@pytest.mark.parametrize("draft", [("a1",), ("e3",), ("f4", "-a1"), ("f4", "-g5", "-g6"), ("",)])
def test_other_drafts_are_refused(draft: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="Pick one from the list"):
        GAME.presenter.ask(read_drawing(BOARD), BLACK, draft)


def test_chosen_piece_is_marked_in_the_preview() -> None:
    state = read_drawing(BOARD)
    assert GAME.presenter.preview(state, BLACK, ("f4",)).marks == (Mark("chosen", ("f4",)),)
    assert GAME.presenter.preview(state, BLACK, ()) == GAME.presenter.table(state, BLACK)


def test_preview_of_a_whole_move_shows_where_the_piece_would_stand() -> None:
    state = read_drawing(BOARD)
    shown = GAME.presenter.preview(state, BLACK, ("f4", "-g5"))
    played = GAME.presenter.table(GAME.rules.play(state, BLACK, GAME.rules.parse("f4-g5")), BLACK)
    assert shown.pieces == played.pieces
    assert shown.marks == (Mark("chosen", ("g5",)),)
    assert shown.players == GAME.presenter.table(state, BLACK).players, "nothing is counted before it is played"


def test_preview_of_a_gem_that_is_handed_on_shows_its_new_holder() -> None:
    state = read_drawing(BOARD, held="d4:red")
    shown = GAME.presenter.preview(state, BLACK, ("d4", ">f4"))
    assert [piece.cell for piece in shown.pieces if piece.carries is not None] == ["f4"]


def test_suggestions_continue_what_is_typed() -> None:
    state = read_drawing(BOARD, held="d4:red")
    assert GAME.presenter.suggest(state, BLACK, "C4") == ("c4-c3", "c4-b4", "c4-c5")
    assert set(GAME.presenter.suggest(state, BLACK, " d4 > ")) == {"d4>c4", "d4>d3", "d4>f4"}
    assert GAME.presenter.suggest(state, BLACK, "", 3) == ("f4-g5", "h4-g5", "f4-e3")
    assert GAME.presenter.suggest(state, BLACK, "x") == ()


def test_a_target_alone_suggests_what_leads_there() -> None:
    assert set(GAME.presenter.suggest(read_drawing(BOARD), BLACK, "g5")) == {"f4-g5", "h4-g5"}


def test_nothing_is_suggested_to_the_other_side() -> None:
    state = read_drawing(BOARD)
    assert GAME.presenter.suggest(state, WHITE, "e3") == ()

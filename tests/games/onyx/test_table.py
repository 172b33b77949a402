"""What is shown: the table, drafts on it, and moves in words."""

from __future__ import annotations

from random import Random

import pytest

from games.core.budget import Budget
from games.core.diagram import board_text
from games.core.status import Seat
from games.core.table import Mark, Standing
from games.onyx import GAME
from tests.games.onyx.drawing import mover, read_drawing

SCENE = "b . W\n. w .\nP . ."


def test_pieces_are_counters_and_stacks_in_the_colours_of_the_game() -> None:
    pieces = {piece.cell: piece for piece in GAME.presenter.table(read_drawing(SCENE), None).pieces}
    assert {cell: (piece.glyph, piece.role, piece.char, piece.height) for cell, piece in pieces.items()} == {
        "a3": ("counter", "black", "b", 1),
        "c3": ("stack", "white", "W", 2),
        "b2": ("counter", "white", "w", 1),
        "a1": ("stack", "purple", "P", 2),
    }
    assert pieces["a1"].name == "Purple stack"


def test_the_board_is_the_same_object_each_time() -> None:
    one, two = (GAME.presenter.table(read_drawing(SCENE, turn=turn), None).areas[0] for turn in (0, 1))
    assert one is two
    assert one.geometry == "graph"
    assert one.columns == ("a", "b", "c")
    assert len(one.edges) == 20


def test_spaces_without_columns_carry_their_names() -> None:
    area = GAME.presenter.table(GAME.rules.start(2, {"board": "hex-3"}), None).areas[0]
    assert (area.columns, area.rows) == ((), ())
    assert [cell.text for cell in area.cells] == [cell.name for cell in area.cells]


def test_players_see_their_points_as_if_scored_now() -> None:
    """7."""
    first, second = GAME.presenter.table(read_drawing("b b .\np w w\ny y y", passed="10"), None).players
    assert (first.score, first.note) == ("5", "has passed, Black 3, Purple 1+1")
    assert (second.score, second.note) == ("14", "White 3, Yellow 3+3, bonus 5")


def test_the_points_of_a_match_that_is_over_fit_a_phone() -> None:
    over = read_drawing("b b .\np p w\n. p w", phase="over", passed="11")
    lines = board_text(GAME.presenter.table(over, None), width=34).splitlines()
    assert max(map(len, lines)) <= 34, lines
    assert "    White 3, Yellow 0, bonus 5" in lines


def test_sealed_choices_are_announced_but_not_shown() -> None:
    """6.3."""
    state = read_drawing("B . .\n. . .\n. . Y", phase="remove", passed="11")
    table = GAME.presenter.table(GAME.rules.play(state, Seat(0), GAME.rules.parse("remove a3")), None)
    assert table.players[0].note.startswith("has chosen (hidden), ")
    assert table.marks == ()
    assert "a3" not in board_text(table)


def test_territory_is_painted_when_the_match_is_over() -> None:
    """7.1: each colour's spaces; shared land appears with every owner."""
    over = read_drawing("b b .\np p w\n. p w", phase="over", passed="11")
    assert set(GAME.presenter.table(over, None).marks) == {
        Mark("territory", ("a3", "b3", "c3"), role="black"),
        Mark("territory", ("a1", "b1", "a2", "b2", "c3"), role="purple"),
        Mark("territory", ("c1", "c2", "c3"), role="white"),
    }


def test_in_play_only_land_that_one_side_controls_alone_is_marked_and_faintly() -> None:
    """7.1: both sides share c3; a1 is purple's; a3 that of both colours of a side, so it has the first's role."""
    shown = GAME.presenter.table(read_drawing(". b .\np p w\n. p w"), None).marks
    assert set(shown) == {
        Mark("territory", ("a3",), role="black", faded=True),
        Mark("territory", ("a1",), role="purple", faded=True),
    }
    assert GAME.presenter.table(read_drawing(". . .\n. b .\n. . w"), None).marks == ()


@pytest.mark.parametrize(
    "text, words, last, gone",
    [
        ("b@b1", "Player 1 places a black piece on b1. This suffocates the white piece on a1", ("b1",), ("a1",)),
        (
            "2p@c1",
            "Player 1 places a purple stack on c1. This suffocates the black piece on b2 (Player 1's own)",
            ("c1",),
            ("b2",),
        ),
        ("b@c3 p@c1", "Player 1 places a black piece on c3 and a purple piece on c1", ("c3", "c1"), ()),
        ("pass", "Player 1 passes", (), ()),
    ],
)
def test_turns_in_words(text: str, words: str, last: tuple[str, ...], gone: tuple[str, ...]) -> None:
    description = GAME.presenter.describe(read_drawing(". . .\nb b .\nw . ."), Seat(0), GAME.rules.parse(text))
    assert description.words == words
    marks = {"last": Mark("last", last), "from": Mark("from", gone)}
    assert description.marks == tuple(mark for mark in marks.values() if mark.cells)


def test_ones_own_pieces_that_are_suffocated_are_named_last() -> None:
    """5.3: theirs and one's own go at the same instant."""
    board = read_drawing("y b b\nw b y\n. . b")
    described = GAME.presenter.describe(board, Seat(0), GAME.rules.parse("b@a1"))
    gone = "This suffocates the white piece on a2 and the black piece on b2"
    assert described.words == f"Player 1 places a black piece on a1. {gone} (Player 1's own)"
    assert described.to_you == f"You place a black piece on a1. {gone} (your own)"


def test_the_pass_that_closes_the_board_is_told() -> None:
    """6.1."""
    assert (
        GAME.presenter.describe(read_drawing("...\n...\n...", passed="01"), Seat(0), GAME.rules.parse("pass")).words
        == "Player 1 passes. Placing is over: now both choose stacks to remove"
    )


def test_removals_are_told_when_both_are_in() -> None:
    """6.3."""
    state = read_drawing("B . W\n. . .\n. . Y", phase="remove", passed="11")
    assert (
        GAME.presenter.describe(state, Seat(0), GAME.rules.parse("remove a3")).words
        == "Player 1 has chosen stacks (hidden)"
    )
    sealed = GAME.rules.play(state, Seat(0), GAME.rules.parse("remove a3"))
    description = GAME.presenter.describe(sealed, Seat(1), GAME.rules.parse("remove c1,c3"))
    assert description.words == "Player 2 removes c1 and c3; Player 1 removes a3"
    assert description.marks == (Mark("from", ("c1", "a3", "c3")),)
    assert (
        GAME.presenter.describe(sealed, Seat(1), GAME.rules.parse("remove none")).words
        == "Player 2 keeps all stacks; Player 1 removes a3"
    )
    none = GAME.rules.play(state, Seat(0), GAME.rules.parse("remove none"))
    assert (
        GAME.presenter.describe(none, Seat(1), GAME.rules.parse("remove none")).words
        == "Player 2 and Player 1 keep all their stacks"
    )


@pytest.mark.parametrize(
    "board, first, second, told",
    [
        ("B . .\n. . .\n. . y", "a3", "none", "Player 2 has no stacks; Player 1 removes a3"),
        ("B . .\n. . .\n. . y", "none", "none", "Player 2 has no stacks; Player 1 keeps all stacks"),
        ("b . .\n. . .\n. . Y", "none", "c1", "Player 2 removes c1; Player 1 has no stacks"),
        ("b . .\n. . .\n. . Y", "none", "none", "Player 2 keeps all stacks; Player 1 has no stacks"),
        ("b . .\n. . .\n. . y", "none", "none", "Player 2 and Player 1 have no stacks"),
    ],
)
def test_who_has_no_stacks_keeps_none(board: str, first: str, second: str, told: str) -> None:
    """6.3: in the question, in the words of the move and in a hint."""
    state = read_drawing(board, phase="remove", passed="11")
    sealed = GAME.rules.play(state, Seat(0), GAME.rules.parse(f"remove {first}"))
    move = GAME.rules.parse(f"remove {second}")
    description = GAME.presenter.describe(sealed, Seat(1), move)
    assert description.words == told
    hint = GAME.player.think(GAME.rules.view(sealed, Seat(1)), Seat(1), "hard", Budget(nodes=10), Random(1))
    question = GAME.presenter.ask(sealed, Seat(1), ())
    assert question is not None
    none = "Player 2 has no stacks" in told or "have no stacks" in told
    for said in (description.personal, hint.why.personal, question.prompt):
        assert (said == "You have no stacks to remove") is none
    assert (question.choices[0].confirms, str(question.choices[0].label) == "Continue to scoring") == (none, none)


def test_who_chooses_stacks_is_told_of_their_own_alone() -> None:
    """6.2: of the two, the second knows no more of the other's stacks than the first."""
    state = read_drawing("Y . .\n. . .\nB . Y", phase="remove", passed="11")
    seen = GAME.rules.view(GAME.rules.play(state, Seat(0), GAME.rules.parse("remove a1")), Seat(1))
    for table, seat, own in ((state, Seat(0), "a1"), (seen, Seat(1), "c1")):
        removing = GAME.presenter.describe(table, seat, GAME.rules.parse(f"remove {own}")).personal
        keeping = GAME.presenter.describe(table, seat, GAME.rules.parse("remove none")).personal
        assert removing.startswith(f"You remove {own}")
        assert keeping.startswith("You keep all your stacks")
        assert "Player" not in removing + keeping


def test_a_draft_shows_its_pieces_and_what_they_endanger() -> None:
    state = read_drawing(". . .\nb b .\nw . .")
    table = GAME.presenter.preview(state, mover(state), ("b@b1",))
    assert {piece.cell for piece in table.pieces} == {"a1", "a2", "b1", "b2"}
    assert set(table.marks) == {Mark("chosen", ("b1",)), Mark("danger", ("a1",))}
    for draft in ((), ("pass",), ("b@a1",), ("?",), (".",)):
        assert GAME.presenter.preview(state, Seat(0), draft) == GAME.presenter.table(state, Seat(0))


def test_a_drafted_removal_marks_its_stacks() -> None:
    state = read_drawing("B . W\n. . .\n. . B", phase="remove", passed="11")
    assert GAME.presenter.preview(state, Seat(0), ("c1,a3",)).marks == (Mark("chosen", ("c1", "a3")),)
    assert GAME.presenter.preview(state, Seat(0), ("-",)).marks == ()


def test_the_text_board_of_squares_has_columns_and_rows() -> None:
    lines = board_text(GAME.presenter.table(read_drawing("b . W\n. w .\nP . ."), None)).splitlines()
    assert lines[-4:] == ["3 b . W", "2 . w .", "1 P . .", "  a b c"]


@pytest.mark.parametrize("board", ["king-3", "grid-4", "hex-3", "snub-2", "custom:a@0,0 b@1,0 c@0,1;a-b a-c"])
def test_every_board_can_be_written_as_text(board: str) -> None:
    state = GAME.rules.start(2, {"board": board})
    assert board_text(GAME.presenter.table(state, None)).count(".") >= state.board.graph.size


def test_land_is_sure_only_once_both_sides_have_pieces() -> None:
    """The whole empty board touches the first piece alone, which says nothing about who will have it."""
    first = GAME.presenter.table(read_drawing("b . .\n. . .\n. . ."), None)
    assert first.marks == ()
    assert first.standing == Standing((1, 5), 14)
    later = GAME.presenter.table(read_drawing(". b .\nb b .\nw . ."), None)
    assert later.marks == (Mark("territory", ("a3",), role="black", faded=True),)

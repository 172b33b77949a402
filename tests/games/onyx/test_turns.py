"""RULES 2 to 6.1: turns, placing, suffocation, the end of the play phase."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove, NotYourTurn
from games.core.status import CHANCE, Seat, Turn
from games.onyx import GAME
from tests.games.onyx.drawing import after, board_of, legal_texts, read_drawing, rows

EMPTY = "...\n...\n..."


def test_seat_0_begins_with_black_and_purple() -> None:
    """2."""
    state = GAME.rules.start(2, {"board": "king-2"})
    assert GAME.rules.status(state) == Turn(frozenset({Seat(0)}), "play")
    assert {text[-4] for text in legal_texts(state) - {"pass"}} == {"b", "p"}
    assert {text[-4] for text in legal_texts(after(state, "pass")) - {"pass"}} == {"w", "y"}


def test_turns_alternate_also_after_a_pass() -> None:
    """2."""
    state = read_drawing(EMPTY)
    with pytest.raises(NotYourTurn, match="It's your opponent's move"):
        GAME.rules.play(state, Seat(1), GAME.rules.parse("w@a1"))
    with pytest.raises(NotYourTurn):
        GAME.rules.play(after(state, "pass"), Seat(0), GAME.rules.parse("pass"))


def test_a_turn_places_nothing_one_a_stack_or_one_of_each_colour() -> None:
    """3."""
    state = read_drawing(". .\n. .")
    assert board_of(after(state, "pass")) == rows(". .\n. .")
    assert board_of(after(state, "p@a2")) == rows("p .\n. .")
    assert board_of(after(state, "2b@b1")) == rows(". .\n. B")
    assert board_of(after(state, "b@a1 p@b2")) == rows(". p\nb .")


@pytest.mark.parametrize(
    "text, words",
    [
        ("b@a1 b@b1", "as a stack, e.g. 2b@a1"),
        ("b@a1 p@a1", "can't share a1"),
        ("2b@a1 p@b1", "A stack is a turn of its own"),
        ("2b@a1 2b@a1", "A stack is a turn of its own"),
        ("w@a1", "White isn't your colour. Yours are black and purple"),
        ("b@a1 y@b1", "Yellow isn't your colour. Yours are black and purple"),
        ("b@d1", "d1 isn't on the board, which goes from a1 to c3"),
        ("remove none", "once both players have passed"),
    ],
)
def test_nothing_else_is_a_turn(text: str, words: str) -> None:
    """3."""
    with pytest.raises(IllegalMove, match=words):
        after(read_drawing(EMPTY), text)


def test_an_occupied_space_is_closed() -> None:
    """4.1."""
    with pytest.raises(IllegalMove, match="b2 already holds a white stack"):
        after(read_drawing(". . .\n. W .\n. . ."), "b@b2")


def test_two_pieces_of_other_colours_beside_a_space_leave_it_open_and_three_close_it() -> None:
    """4.2."""
    assert "b@a1" in legal_texts(read_drawing(". . .\nw y .\n. . ."))
    three = read_drawing(". . .\nw y .\n. w .")
    assert "b@a1" not in legal_texts(three)
    with pytest.raises(IllegalMove, match="Black can't go to a1: 3 pieces"):
        after(three, "b@a1")


def test_a_stack_counts_two() -> None:
    """4.2."""
    assert "b@a1" in legal_texts(read_drawing(". . .\nW . .\n. . ."))
    assert "b@a1" not in legal_texts(read_drawing(". . .\nW y .\n. . ."))


def test_ones_own_second_colour_is_another_colour_too() -> None:
    """4.2."""
    state = read_drawing(". . .\np p .\n. w .")
    assert "b@a1" not in legal_texts(state)
    assert "p@a1" in legal_texts(state)


def test_there_is_no_capture_first_exemption() -> None:
    """4.3: a surrounded space stays closed, even if the piece would suffocate the surrounders."""
    state = read_drawing("b b . .\nw b . .\n. w . .\nw b b .")
    assert "b@a2" not in legal_texts(state)


def test_both_spaces_of_a_turn_are_judged_before_the_turn() -> None:
    """4.4: the purple piece would be the third beside a1; it is not there yet."""
    state = read_drawing(". . .\nw w .\n. . .")
    assert board_of(after(state, "b@a1 p@b1")) == rows(". . .\nw w .\nb p .")
    assert "p@b1" in legal_texts(state)
    assert "b@a1" not in legal_texts(after(state, "p@b1", "pass"))


def test_three_pieces_of_other_colours_suffocate() -> None:
    """5.1: the third piece is put beside white."""
    state = read_drawing(". . .\nb b .\nw . .")
    assert board_of(after(state, "b@b1")) == rows(". . .\nb b .\n. b .")


def test_two_neighbours_of_other_colours_do_not_suffocate_a_stack() -> None:
    """5.1: the text holds against the source's fifth example."""
    state = read_drawing(". . .\nb . .\nW . .")
    assert board_of(after(state, "b@b1")) == rows(". . .\nb . .\nW b .")


def test_suffocation_takes_a_stack_whole_and_ones_own_pieces_too() -> None:
    """5.2."""
    state = read_drawing(". . .\nb b .\nP . .")
    assert board_of(after(state, "b@b1")) == rows(". . .\nb b .\n. b .")


def test_all_surrounded_pieces_vanish_at_the_same_instant() -> None:
    """5.3: black needs yellow to be surrounded, and yellow needs black; both go."""
    state = read_drawing("w . .\nb y .\n. . .")
    assert board_of(after(state, "p@a1")) == rows("w . .\n. . .\np . .")


def test_pieces_placed_this_turn_are_spared() -> None:
    """5.4: after the turn three pieces of other colours stand beside both of them."""
    state = read_drawing(". . .\nw w .\n. . .")
    assert board_of(after(state, "b@a1 p@b1"))[2] == "bp."


def test_only_neighbours_of_the_spaces_used_are_examined() -> None:
    """5.5: white is surrounded already; only a piece beside it suffocates it."""
    state = read_drawing(". . . .\n. . . .\nP . . .\nw b . .")
    assert board_of(after(state, "b@d4")) == rows(". . . b\n. . . .\nP . . .\nw b . .")
    assert board_of(after(state, "p@b2")) == rows(". . . .\n. . . .\nP p . .\n. . . .")


def test_passing_suffocates_nothing() -> None:
    """5.6."""
    state = read_drawing(". . .\np p .\nw b .")
    assert board_of(after(state, "pass")) == board_of(state)


def test_the_play_phase_ends_when_both_have_passed_not_necessarily_in_a_row() -> None:
    """6.1: the flags never reset, and whoever has passed may go on placing."""
    state = after(read_drawing(EMPTY), "pass", "w@a1", "b@c3", "y@a2", "p@c2")
    assert GAME.rules.status(state) == Turn(frozenset({Seat(1)}), "play")
    assert GAME.rules.status(after(state, "pass")) == Turn(frozenset({Seat(0), Seat(1)}), "remove")


def test_a_loaded_position_in_which_both_have_passed_ends_with_the_next_turn() -> None:
    """6.1, 8.2: it cannot arise in play."""
    assert GAME.rules.status(after(read_drawing(EMPTY, passed="11"), "b@a1")) == Turn(
        frozenset({Seat(0), Seat(1)}), "remove"
    )


def test_one_may_pass_again_and_again() -> None:
    """3.5."""
    state = after(read_drawing(EMPTY), "pass", "w@a1", "pass", "w@c3", "pass")
    assert GAME.rules.dump(state) == "b=..w/.../w.. t=1 ph=play passed=10 removed=00"


def test_strangers_never_act() -> None:
    for state in (
        read_drawing(EMPTY),
        read_drawing(EMPTY, phase="remove", passed="11"),
        read_drawing(EMPTY, phase="over", passed="11"),
    ):
        for seat in (CHANCE, Seat(2), Seat(3)):
            assert GAME.rules.legal(state, seat).count() == 0
            with pytest.raises(NotYourTurn):
                GAME.rules.play(state, seat, GAME.rules.parse("pass"))

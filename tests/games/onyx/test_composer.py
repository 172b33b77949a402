"""The questions, and what is suggested while one types."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from games.core.errors import IllegalMove, NotYourTurn
from games.core.question import DONE, Question, walk
from games.core.status import Outcome, Seat, Turn
from games.onyx import GAME
from games.onyx.position import State
from tests.games.onyx.drawing import legal_texts, mover, read_drawing

MIDDLE = "b . .\n. w .\np . ."


def question(state: State, *draft: str) -> Question:
    asked = GAME.presenter.ask(state, mover(state), draft)
    assert asked is not None
    return asked


def find_reached(state: State, seat: Seat) -> set[str]:
    drafts = walk(lambda draft: GAME.presenter.ask(state, seat, draft))
    return {GAME.rules.text(GAME.rules.parse(GAME.presenter.compose(draft))) for draft in drafts}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("board", ["king-3", "snub-2", "hex-2"])
def test_questions_reach_every_legal_move_and_nothing_else(board: str, seed: int) -> None:
    rng, state = Random(seed), GAME.rules.start(2, {"board": board})
    while isinstance(status := GAME.rules.status(state), Turn):
        for seat in status.seats:
            legal = legal_texts(state, seat)
            assert find_reached(state, seat) == legal
            for move in GAME.rules.legal(state, seat):
                tokens = GAME.presenter.tokens(state, move)
                assert GAME.rules.parse(GAME.presenter.compose(tokens)) == move
                assert GAME.presenter.ask(state, seat, tokens) is None
        seat = rng.choice(sorted(status.seats))
        state = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))


def test_the_first_question_offers_pieces_stacks_and_a_pass() -> None:
    """3: five buttons; the pass is one of its own."""
    choices = question(read_drawing(MIDDLE)).choices
    assert [choice.token for choice in choices] == ["b", "p", "2b", "2p", "pass"]
    assert [choice.label for choice in choices] == [
        "Black piece",
        "Purple piece",
        "Black stack",
        "Purple stack",
        "Pass",
    ]


def test_a_colour_without_a_space_is_not_offered() -> None:
    state = read_drawing("w w\n. w")
    assert [choice.token for choice in question(state).choices] == ["pass"]
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(state, Seat(0), ("b",))


def test_on_a_large_board_the_column_is_asked_before_the_row() -> None:
    state = GAME.rules.start(2, {"board": "king-8"})
    columns = question(state, "2p")
    assert columns.prompt == "Purple stack: which column?"
    assert [choice.label for choice in columns.choices] == list("abcdefgh")
    rows = question(state, "2p", "line 3")
    assert rows.prompt == "Purple stack: which space?"
    assert [(choice.label, choice.sign, choice.cells) for choice in rows.choices] == [
        (f"d{row}", str(row), (f"d{row}",)) for row in range(1, 9)
    ]
    assert GAME.presenter.ask(state, Seat(0), ("2p", "line 3", "2p@d4")) is None


def test_two_pieces_take_five_answers_on_a_large_board() -> None:
    state = GAME.rules.start(2, {"board": "king-8"})
    move = GAME.rules.parse("b@c3 p@d4")
    assert GAME.presenter.tokens(state, move) == ("b", "line 2", "b@c3", "line 3", "p@d4")
    second = question(state, "b", "line 2", "b@c3")
    assert second.prompt == "Black piece on c3. Add a purple piece?"
    assert [choice.label for choice in second.choices] == ["No second piece", *"abcdefgh"]


def test_a_draft_of_an_earlier_version_still_counts() -> None:
    """Drafts were pieces alone; what somebody was composing goes on."""
    state = GAME.rules.start(2, {"board": "king-8"})
    assert question(state, "b@c3") == question(state, "b", "line 2", "b@c3")


def test_after_one_piece_the_other_colour_may_follow() -> None:
    asked = question(read_drawing("..\n.."), "p", "p@a1")
    assert asked.prompt == "Purple piece on a1. Add a black piece?"
    assert [choice.token for choice in asked.choices] == [DONE, "b@b1", "b@a2", "b@b2"]
    assert [choice.label for choice in asked.choices] == ["No second piece", "b1", "a2", "b2"]


def test_nothing_is_asked_when_no_second_piece_fits() -> None:
    assert GAME.presenter.ask(read_drawing("bb\nb."), Seat(0), ("b", "b@b1")) is None


@pytest.mark.parametrize("board", ["king-8", "king-19", "hex-7", "snub-5", "grid-13"])
def test_every_question_is_a_few_buttons(board: str) -> None:
    """UX 4: at most 20, on whatever board that has a name; each space on its own."""
    state, rng = GAME.rules.start(2, {"board": board}), Random(1)
    draft: tuple[str, ...] = ()
    while (asked := GAME.presenter.ask(state, Seat(0), draft)) is not None:
        assert len(asked.choices) <= 20
        cells = [choice.cells for choice in asked.choices if choice.cells]
        assert len(cells) == len(set(cells))
        draft = (*draft, rng.choice([one.token for one in asked.choices if one.token not in ("pass", DONE)]))
    assert len(draft) >= 3


def test_lines_are_rows_where_no_column_can_be_seen() -> None:
    hexagon = question(GAME.rules.start(2, {"board": "hex-5"}), "b")
    assert hexagon.prompt == "Black piece: which row?"
    assert [choice.label for choice in hexagon.choices] == [f"Row {row}" for row in range(1, 10)]


def test_notes_are_plain_words() -> None:
    suffocating = {choice.token: choice.note for choice in question(read_drawing(". . .\nb b .\nw . ."), "b").choices}
    assert suffocating["b@b1"] == "suffocates a1"
    assert suffocating["b@c3"] == ""


def test_parts_of_a_custom_board_are_named_by_their_ends() -> None:
    spaces = " ".join(f"n{i}@{i},0" for i in range(30))
    state = GAME.rules.start(2, {"board": f"custom:{spaces};{'-'.join(f'n{i}' for i in range(30))}"})
    parts = question(state, "b")
    assert parts.prompt == "Black piece: which part of the board?"
    assert [choice.label for choice in parts.choices] == ["n0 to n19", "n20 to n29"]
    assert [choice.label for choice in question(state, "b", "line 1").choices][:2] == ["n20", "n21"]


@pytest.mark.parametrize(
    "draft",
    [("b@b2",), ("b@d4",), ("w@a2",), ("nonsense",), ("b@a2", "b@b3"), ("b@a2", "p@b3", "p@c1"), ("2b@a2", "p@b3"),
     ("pass", "pass"), ("b@a2 p@b3",), ("remove none",), ("-",), (DONE,), ("b@a2", DONE, DONE),
     ("w",), ("b", "p@a2"), ("b", "line 0", "line 1"), ("b", "line 9"), ("b", "line x"), ("b", DONE), ("line 0",),
     ("b", "b"), ("b", "b@a2", "p", "p@b3")],
)  # fmt: skip
def test_drafts_that_lead_nowhere_are_refused(draft: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(read_drawing(MIDDLE), Seat(0), draft)


def test_only_the_seat_to_act_is_asked() -> None:
    with pytest.raises(NotYourTurn):
        GAME.presenter.ask(read_drawing(MIDDLE), Seat(1), ())


def test_stacks_are_chosen_together() -> None:
    """6.2."""
    asked = question(read_drawing("B . P\n. b .\nW . B", phase="remove", passed="11"))
    assert (asked.least, asked.most) == (0, 3)
    assert [choice.label for choice in asked.choices] == [
        "Black stack on c1",
        "Black stack on a3",
        "Purple stack on c3",
    ]
    assert GAME.presenter.compose((asked.answer({"a3", "c1"}),)) == "remove c1,a3"
    assert GAME.presenter.compose((asked.answer(()),)) == "remove none"


def test_a_single_stack_or_none_is_a_plain_choice() -> None:
    state = read_drawing("B . .\n. b .\n. . .", phase="remove", passed="11")
    assert [choice.token for choice in question(state).choices] == ["-", "a3"]
    one = GAME.presenter.ask(state, Seat(1), ())
    assert one is not None
    assert [choice.token for choice in one.choices] == ["-"]


def test_many_stacks_are_asked_for_in_portions_of_25() -> None:
    state = read_drawing("\n".join(["BBBBBB"] * 6), phase="remove", passed="11")
    first = question(state)
    assert len(first.choices) == first.most == 25
    second = question(state, "a1,b3")
    assert len(second.choices) == 11
    assert GAME.presenter.compose(("a1,b3", "f6")) == "remove a1,b3,f6"
    assert GAME.presenter.ask(state, Seat(0), ("a1,b3", "-")) is None
    assert GAME.presenter.tokens(state, GAME.rules.parse("remove f6,a1")) == ("a1", "f6")
    for draft in (("f6",), ("a1,a1",), ("a1", "a1"), ("-", "-", "-"), ("",)):
        with pytest.raises(IllegalMove):
            GAME.presenter.ask(state, Seat(0), draft)


@pytest.mark.parametrize(
    "typed, first, all_begin",
    [
        ("", "pass", ""),
        ("pa", "pass", "pass"),
        ("b@a", "b@a2", "b@a"),
        ("B@A2", "b@a2", "b@a2"),
        ("2", "2b@b1", "2"),
        ("b@a2 ", "b@a2", "b@a2"),
        ("b@a2 p@b3 ", "b@a2 p@b3", "b@a2 p@b3"),
        ("2b@a2 ", "2b@a2", "2b@a2"),
        ("pass ", "pass", "pass"),
        ("b@a2 p@b", "b@a2 p@b1", "b@a2 p@b"),
        ("p@b3 b@a", "b@a2 p@b3", ""),
        ("c1", "b@c1", ""),
    ],
)
def test_suggestions_continue_what_is_typed(typed: str, first: str, all_begin: str) -> None:
    state = read_drawing(MIDDLE)
    found = GAME.presenter.suggest(state, Seat(0), typed)
    assert found[0] == first
    assert len(found) == len(set(found)) <= 25
    assert set(found) <= legal_texts(state)
    assert all(text.startswith(all_begin) for text in found)


@pytest.mark.parametrize("typed", ["b@b2 ", "x", "b@a2 p@b3 b", "2b@a2 p", "b@a2 b@b3 ", "remove", "?@!"])
def test_nothing_is_suggested_where_nothing_fits(typed: str) -> None:
    assert GAME.presenter.suggest(read_drawing(MIDDLE), Seat(0), typed) == ()


@pytest.mark.parametrize(
    "typed, found",
    [
        ("", ("remove none", "remove a1", "remove c1")),
        ("rem", ("remove none", "remove a1", "remove c1")),
        ("remove ", ("remove none", "remove a1", "remove c1")),
        ("remove n", ("remove none",)),
        ("remove c", ("remove c1",)),
        ("remove c1", ("remove c1", "remove a1,c1")),
        ("remove c1,", ("remove c1", "remove a1,c1")),
        ("remove c1,a", ("remove a1,c1",)),
        ("remove b2 ", ()),
    ],
)
def test_removals_are_suggested_stack_by_stack(typed: str, found: tuple[str, ...]) -> None:
    state = read_drawing(". . .\n. W .\nB . P", phase="remove", passed="11")
    assert GAME.presenter.suggest(state, Seat(0), typed) == found


def test_suggestions_are_quick_on_the_largest_board() -> None:
    state = GAME.rules.start(2, {"board": "king-19"})
    began = process_time()
    for typed in ("", "b", "b@k10", "b@k10 ", "b@k10 p@", "2p@s19", "zz"):
        GAME.presenter.suggest(state, Seat(0), typed)
    assert process_time() - began < 0.5


def test_a_finished_match_suggests_nothing() -> None:
    state = read_drawing("...\n.b.\n...", phase="over", passed="11")
    assert isinstance(GAME.rules.status(state), Outcome)
    assert GAME.presenter.suggest(state, Seat(0), "") == ()

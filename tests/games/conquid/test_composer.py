"""A move asked for in steps, shown on the way, and completed while it is typed (RULES 8)."""

from __future__ import annotations

import itertools
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conquid import GAME
from games.conquid.composer import regions
from games.conquid.position import State
from games.core.errors import IllegalMove
from games.core.question import Choice, Question, walk
from games.core.status import Seat
from tests.games.conquid.drawing import SIZES, after, read_drawing, start
from tests.games.conquid.test_properties import positions

BUSY = """
    1 1 . . . . . . . . . . . .
    2 2 2 2 1 . . . . . 1 1 1 1
    2 2 2 2 1 . . . . . 1 1 1 1
    2 2 2 2 A . . . . B 1 1 1 1
    2 2 2 2 1 1 1 1 1 1 1 1 1 1
    . . . . . 2 1 . . . 1 1 1 1
    . . . . . 2 2 1 . . . . . .
"""


def ask(state: State, *draft: str) -> Question:
    """What is asked after a draft of the seat to move."""
    assert state.turn is not None
    question = GAME.presenter.ask(state, Seat(state.turn), draft)
    assert question is not None
    return question


def choices(state: State, *draft: str) -> dict[str, Choice]:
    """The choices that follow a draft of the seat to move."""
    question = ask(state, *draft)
    assert len({choice.token for choice in question.choices}) == len(question.choices)
    return {choice.token: choice for choice in question.choices}


def test_actions_are_asked_first() -> None:
    """8: what is possible, the winning action first; conquer tells how many it takes, and points nowhere."""
    assert list(choices(start())) == ["A", "C"]
    offered = choices(read_drawing(BUSY))
    assert list(offered) == ["Q", "A", "C", "V"]
    assert offered["C"].note == "Takes 3 of your opponent's cells"
    assert not any(choice.cells for choice in offered.values())


def test_acquire_asks_for_three_cells_together() -> None:
    """3: each empty cell is offered once, headquarters and owned cells never; three complete the move."""
    state = after(start(), "A f4 g4 h4", "A n1 n2 n3")
    first = ask(state, "A")
    assert (first.least, first.most, first.prompt) == (3, 3, "Choose 3 cells")
    assert set(choices(state, "A")) == set(state.field.names(state.empty))
    token = first.answer({"i4", "a1", "c7"})
    assert GAME.presenter.ask(state, Seat(0), ("A", token)) is None
    assert GAME.rules.text(GAME.rules.parse(GAME.presenter.compose(("A", token)))) == "A a1 i4 c7"
    assert GAME.presenter.tokens(state, GAME.rules.parse("A a1 i4 c7")) == ("A", "a1,i4,c7")


def test_cells_of_several_regions_are_chosen_one_after_the_other() -> None:
    """8: who has taken fewer is asked for the rest, and not for what is chosen already."""
    state = after(start(), "A f4 g4 h4", "A n1 n2 n3")
    rest = ask(state, "A", "i4,a1")
    assert (rest.least, rest.most, rest.prompt) == (1, 1, "Choose 1 cell")
    assert set(choices(state, "A", "i4,a1")) == set(choices(state, "A")) - {"i4", "a1"}
    assert ask(state, "A", "i4", "a1") == rest
    assert GAME.presenter.ask(state, Seat(0), ("A", "i4,a1", "c7")) is None
    assert GAME.presenter.compose(("A", "i4,a1", "c7")) == "A i4 a1 c7"


def test_useful_cells_are_suggested_and_say_why() -> None:
    """8: i4 completes a chain."""
    state = after(start(), "A f4 g4 h4", "A n1 n2 n3")
    question = ask(state, "A")
    assert question.suggested[0] == "i4"
    assert len(set(question.suggested)) == 25
    useful = choices(state, "A")["i4"]
    assert (useful.note, useful.cells) == ("on your shortest way", ("i4",))


@pytest.mark.parametrize("size", SIZES)
def test_groups_fit_on_a_page(size: str) -> None:
    """8: at most 25 cells stand under one heading, and headings do not come back."""
    groups = [choice.group for choice in choices(start(size), "A").values()]
    assert max(groups.count(group) for group in set(groups)) <= 25
    assert len(set(groups)) == 1 + sum(1 for before, group in itertools.pairwise(groups) if before != group)


def test_regions_cover_the_board_in_reading_order() -> None:
    """8: 5 × 5 cells from the top left on."""
    found = regions("small")
    assert [name for name, _ in found] == ["a7–e3", "f7–j3", "k7–n3", "a2–e1", "f2–j1", "k2–n1"]
    assert sorted(index for _, indices in found for index in indices) == list(range(98))


def test_vanquish_asks_for_the_block() -> None:
    """5: the legal blocks, those of the opponent first, with whose land they empty."""
    offered = choices(read_drawing(BUSY), "V")
    assert next(iter(offered)) == "a6"
    assert {token: choice.note for token, choice in offered.items()} == {
        "k5": "Your own land",
        "k6": "Your own land",
        "a6": "Your opponent's land",
        "f7": "Empty land",
    }
    assert offered["a6"].label == "a6–d3"
    assert GAME.presenter.ask(read_drawing(BUSY), Seat(0), ("V", "a6")) is None


@pytest.mark.parametrize(
    "draft",
    [
        ("X",),
        ("a",),
        ("C", "a1"),
        ("Q", "a1"),
        ("V", "a7"),
        ("V", "a6", "a6"),
        ("A", "zz1"),
        ("A", "e4"),
        ("A", "a7"),
        ("A", "n1", "n1"),
        ("A", "n1", "m1", "l1", "k1"),
        ("A", "n1", "m1", "n1"),
        ("A", "n1,m1,n1"),
        ("A", "n1,m1,l1,k1"),
        ("A", "n1,"),
        ("A", ""),
        ("V", "a6,k5"),
    ],
)
def test_dead_ends_are_refused(draft: tuple[str, ...]) -> None:
    """8: a draft that begins no legal move."""
    with pytest.raises(IllegalMove, match="No legal move starts with"):
        GAME.presenter.ask(read_drawing(BUSY), Seat(0), draft)


def test_nothing_is_asked_of_the_other_seat() -> None:
    """2: the seat that waits has no first question either."""
    with pytest.raises(IllegalMove, match="It's West's move"):
        GAME.presenter.ask(start(), Seat(1), ())


@given(positions)
def test_ask_leads_to_the_legal_moves_and_nothing_else(state: State) -> None:
    """8: every path of choices is a legal move; on crowded boards all of them are walked."""
    if state.turn is None:
        return
    seat = Seat(state.turn)
    legal = GAME.rules.legal(state, seat)
    count = legal.count()
    assert count is not None
    if count < 400:
        reached = {
            GAME.rules.parse(GAME.presenter.compose(draft))
            for draft in walk(lambda draft: GAME.presenter.ask(state, seat, draft))
        }
        assert reached == set(legal)
    rng = Random(count)
    move = legal.sample(rng)
    tokens = GAME.presenter.tokens(state, move)
    for length, token in enumerate(tokens):
        assert set(token.split(",")) <= set(choices(state, *tokens[:length]))
    assert GAME.presenter.ask(state, seat, tokens) is None
    draft: tuple[str, ...] = ()
    while (question := GAME.presenter.ask(state, seat, draft)) is not None:  # also fewer cells than are asked for
        taken = rng.sample(question.choices, rng.randint(1, question.most))
        draft = (*draft, question.answer(choice.token for choice in taken))
    assert GAME.rules.parse(GAME.presenter.compose(draft)) in legal


def test_preview_shows_the_draft() -> None:
    """8: chosen cells, what a conquer takes, the block of a vanquish, the path of a conquest."""
    state = read_drawing(BUSY)

    def find_marks(*draft: str) -> list[tuple[str, int]]:
        return [(mark.kind, len(mark.cells)) for mark in GAME.presenter.preview(state, Seat(0), draft).marks]

    assert find_marks() == find_marks("A") == find_marks("V") == []
    assert find_marks("A", "k1") == [("chosen", 1)]
    assert find_marks("A", "k1,l1,m1") == find_marks("A", "k1", "l1,m1") == [("chosen", 3)]
    assert find_marks("C") == [("chosen", 3)]
    assert find_marks("V", "a6") == [("chosen", 16)]
    assert find_marks("Q") == [("path", 8)]


@pytest.mark.parametrize(
    "typed, beginning",
    [
        ("", ""),
        ("A", "A "),
        ("a ", "A "),
        ("A c", "A c"),
        ("A c5 d", "A c5 d"),
        ("a C5,D", "A c5 d"),
        ("A c5 d6 e", "A c5 d6 e"),
        ("A c5 d6 ", "A c5 d6 "),
        ("acquire n1", "A n1"),
        ("A c5 d6 e7", "A c5 d6 e7"),
    ],
)
def test_suggestions_continue_what_is_typed(typed: str, beginning: str) -> None:
    """8: whole legal moves, in the order in which the cells were typed."""
    state = start()
    found = GAME.presenter.suggest(state, Seat(0), typed)
    assert found
    assert len(set(found)) == len(found) <= 25
    for text in found:
        assert text.startswith(beginning)
        assert GAME.rules.parse(text) in GAME.rules.legal(state, Seat(0))


def test_suggestions_vary_the_next_cell() -> None:
    """8: after 'A c5 d' every empty d is offered."""
    found = GAME.presenter.suggest(start(), Seat(0), "A c5 d")
    assert {text.split()[2] for text in found} == {f"d{row}" for row in range(1, 8)}
    assert len(found) == 25


@pytest.mark.parametrize("typed", ["C", "conquer", "c"])
def test_suggestion_of_a_conquer(typed: str) -> None:
    """8: the word or the letter."""
    assert GAME.presenter.suggest(start(), Seat(0), typed) == ("C",)


def test_suggestions_of_blocks_and_conquest() -> None:
    """8: only what is legal here."""
    state = read_drawing(BUSY)
    assert GAME.presenter.suggest(state, Seat(0), "V a") == ("V a6",)
    assert GAME.presenter.suggest(state, Seat(0), "q") == ("Q",)
    assert GAME.presenter.suggest(state, Seat(0), "")[:2] == ("Q", "C")
    assert GAME.presenter.suggest(start(), Seat(0), "q") == ()


@pytest.mark.parametrize("typed", ["A e4", "A a1 a1", "A a1 b1 c1 d1", "A x", "A a1 b1 c1 ", "C c5", "hello"])
def test_no_suggestion_where_nothing_fits(typed: str) -> None:
    """8: headquarters, a cell twice, too many cells, cells off the board."""
    found = GAME.presenter.suggest(start(), Seat(0), typed)
    assert found == (("A a1 b1 c1",) if typed.endswith("c1 ") else ())


def test_the_other_seat_gets_no_suggestions() -> None:
    """2: only the seat to move."""
    assert GAME.presenter.suggest(start(), Seat(1), "A") == ()


@given(positions, st.text("aAcCvVqQ 123bmn,", max_size=12), st.integers(0, 30))
def test_every_suggestion_is_legal(state: State, typed: str, limit: int) -> None:
    """8: whatever is typed, at most `limit` legal moves come back."""
    for seat in (Seat(0), Seat(1)):
        found = GAME.presenter.suggest(state, seat, typed, limit)
        assert len(found) <= limit
        assert all(GAME.rules.parse(text) in GAME.rules.legal(state, seat) for text in found)


def test_suggestions_are_quick() -> None:
    """8: on the large board too, below the three seconds that autocomplete has on a machine that is busy."""
    state = after(start("large"), "A h11 i11 j11", "A ai11 ah11 ag11")
    GAME.presenter.suggest(state, Seat(0), "")
    began = process_time()
    for typed in ("", "A", "A c5 d", "A c5 d6 "):
        GAME.presenter.suggest(state, Seat(0), typed)
    assert process_time() - began < 1.0


def test_an_empty_conquer_says_so_on_its_button() -> None:
    question = GAME.presenter.ask(GAME.rules.start(2, GAME.info.check_options({})), Seat(0), ())
    assert question is not None
    assert [choice.label for choice in question.choices if choice.token == "C"] == ["Conquer nothing"]

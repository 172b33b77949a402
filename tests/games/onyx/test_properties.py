"""What holds in every position that random play reaches."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import BadNotation, IllegalMove
from games.core.status import Outcome, Seat, Turn
from games.onyx import GAME
from games.onyx.board import FIELD, WIDTH
from games.onyx.position import State
from tests.games.onyx.drawing import legal_texts, read_drawing

BOARDS = ["king-2", "king-4", "king-8", "king-19", "hex-3", "snub-3", "grid-5"]
FIELDS = [
    *("b=.../.../...", "b=B../.../..w", "t=0", "t=1", "t=01", "ph=play", "ph=remove"),
    *("passed=00", "removed=00", "removed=10", "sealed=none"),
]


@st.composite
def states(draw: st.DrawFn) -> State:
    """A position after some random turns."""
    board, plies = draw(st.sampled_from(BOARDS)), draw(st.integers(0, 60))
    rng = Random(draw(st.integers(0, 10**6)))
    state = GAME.rules.start(2, {"board": board})
    for _ in range(plies):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            break
        seat = rng.choice(sorted(status.seats))
        state = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))
    return state


def options(state: State) -> dict[str, str]:
    return {"board": state.board.graph.key}


@given(states())
def test_positions_survive_their_line(state: State) -> None:
    again = GAME.rules.load(GAME.rules.dump(state), options(state))
    assert again == state
    assert hash(again) == hash(state)


@given(states())
def test_tallies_are_what_lies_around(state: State) -> None:
    """The running counts equal a recount, and colours never share a space."""
    board = state.board
    for space in range(board.graph.size):
        for colour, (held, tally) in enumerate(zip(state.held, state.tally, strict=True)):
            near = held & board.near[space]
            count = near.bit_count() + (near & state.stacks).bit_count()
            assert tally >> WIDTH * space & FIELD == count, (colour, board.graph.names[space])
    assert sum(held.bit_count() for held in state.held) == state.taken.bit_count()
    assert state.stacks & ~state.taken == 0


@given(states(), st.randoms(use_true_random=False))
def test_sampled_moves_are_legal_readable_and_told(state: State, rng: Random) -> None:
    status = GAME.rules.status(state)
    if isinstance(status, Outcome):
        return
    for seat in status.seats:
        legal = GAME.rules.legal(state, seat)
        move, before = legal.sample(rng), GAME.rules.dump(state)
        assert move in legal
        assert GAME.rules.parse(GAME.rules.text(move)) == move
        assert GAME.presenter.describe(state, seat, move).words
        assert -1 <= GAME.player.evaluate(GAME.rules.play(state, seat, move), seat) <= 1
        assert GAME.rules.dump(state) == before


@given(states())
def test_what_one_side_gains_the_other_loses(state: State) -> None:
    assert GAME.player.evaluate(state, Seat(0)) == -GAME.player.evaluate(state, Seat(1))


@settings(max_examples=30)
@given(states())
def test_counts_equal_brute_force(state: State) -> None:
    if state.board.graph.size > 16:
        return
    for seat in (Seat(0), Seat(1)):
        legal = GAME.rules.legal(state, seat)
        assert legal.count() == len(legal_texts(state, seat)) == sum(1 for _ in legal)


@given(st.text(max_size=40) | st.text(alphabet="bpwy2@acd13 ,pasremovn", max_size=24))
def test_any_text_is_read_or_refused(text: str) -> None:
    """And what can be read is played or refused; the state stays as it was."""
    state = read_drawing("b . .\n. W .\np . .")
    try:
        move = GAME.rules.parse(text)
    except BadNotation:
        return
    assert GAME.rules.parse(GAME.rules.text(move)) == move
    legal = move in GAME.rules.legal(state, Seat(0))
    try:
        GAME.rules.play(state, Seat(0), move)
    except IllegalMove:
        assert not legal
    else:
        assert legal


@given(st.text(max_size=80) | st.lists(st.sampled_from(FIELDS), max_size=9).map(" ".join))
def test_any_line_is_loaded_or_refused(text: str) -> None:
    try:
        state = GAME.rules.load(text, {"board": "king-3"})
    except BadNotation:
        return
    assert GAME.rules.load(GAME.rules.dump(state), {"board": "king-3"}) == state
    assert isinstance(GAME.rules.status(state), Turn | Outcome)


@given(st.text(max_size=60) | st.text(alphabet="custom:ab12@,.-; ", max_size=60).map("custom:".__add__))
def test_any_board_is_built_or_refused(text: str) -> None:
    try:
        state = GAME.rules.start(2, {"board": text})
    except BadNotation:
        return
    assert GAME.rules.load(GAME.rules.dump(state), {"board": text}) == state


@given(st.lists(st.text(alphabet="bpwy2@ac13.-", max_size=6), max_size=4))
def test_any_draft_is_asked_on_or_refused(draft: list[str]) -> None:
    for state in (
        read_drawing("b . .\n. W .\np . ."),
        read_drawing("B . .\n. W .\nP . .", phase="remove", passed="11"),
    ):
        try:
            asked = GAME.presenter.ask(state, Seat(0), tuple(draft))
        except IllegalMove:
            continue
        if asked is None:
            assert GAME.rules.parse(GAME.presenter.compose(tuple(draft))) in GAME.rules.legal(state, Seat(0))


def test_samples_are_uniform() -> None:
    """Every legal turn of a small position, about equally often: chi-square, 4 standard deviations."""
    legal = GAME.rules.legal(read_drawing("b . .\n. w .\np . ."), Seat(0))
    rng, count = Random(1), legal.count()
    assert count is not None
    draws = 200 * count
    seen = Counter(legal.sample(rng) for _ in range(draws))
    assert set(seen) == set(legal)
    chi = sum((number - 200) ** 2 / 200 for number in seen.values())
    assert abs(chi - (count - 1)) < 4 * (2 * (count - 1)) ** 0.5


def test_a_huge_move_set_is_counted_and_sampled_without_listing() -> None:
    legal = GAME.rules.legal(GAME.rules.start(2, {"board": "king-19"}), Seat(0))
    assert legal.count() == 1 + 4 * 361 + 361 * 360
    assert GAME.rules.parse("b@s19 p@a1") in legal
    assert GAME.rules.parse("b@t19") not in legal


@pytest.mark.parametrize("board", BOARDS)
def test_random_matches_end(board: str) -> None:
    """On the largest board the first two hundred turns are enough to wait for."""
    state, rng = GAME.rules.start(2, {"board": board}), Random(3)
    for _ in range(2000 if board != "king-19" else 200):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            break
        seat = min(status.seats)
        state = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))
    assert isinstance(GAME.rules.status(state), Turn if board == "king-19" else Outcome)

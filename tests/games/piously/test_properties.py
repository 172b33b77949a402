"""What holds in every position."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import BadNotation, IllegalMove
from games.core.status import Outcome, Seat
from games.piously import GAME
from games.piously.layout import find_flaw, is_stranded
from games.piously.position import State, occupied_tiles
from games.piously.rooms import NOWHERE
from tests.games.piously.positions import random_line

SEEDS = st.integers(0, 10**9)
TEXTS = st.text("PIOUSLYX1234wb@:>,-+/.#= ", max_size=60)


def draw_state(seed: int) -> State:
    return GAME.rules.load(random_line(Random(seed)), {})


def check(state: State) -> None:
    """One aura and one object at most on a tile; the set of taken tiles is right; the board stays a board."""
    assert not state.auras[0] & state.auras[1]
    assert not (state.auras[0] | state.auras[1]) & ~state.board.tiles
    lying = [tile for tile in state.objects if tile != NOWHERE]
    assert len(set(lying)) == len(lying)
    assert state.taken == occupied_tiles(state.objects)
    assert find_flaw(state.board) is None
    assert not is_stranded(state.board)
    assert not state.arts[0] & state.arts[1]


@given(SEEDS)
@settings(max_examples=30)
def test_random_play_keeps_the_invariants(seed: int) -> None:
    rng = Random(seed)
    state = GAME.rules.start(2, {"board": "random"})
    for _ in range(60):
        if isinstance(GAME.rules.status(state), Outcome):
            break
        seat = Seat(state.mover)
        before, line = state, GAME.rules.dump(state)
        move = GAME.rules.legal(state, seat).sample(rng)
        assert move in GAME.rules.legal(state, seat)
        state = GAME.rules.play(state, seat, move)
        assert GAME.rules.dump(before) == line
        assert GAME.rules.load(GAME.rules.dump(state), {}) == state
        check(state)


@given(SEEDS)
@settings(max_examples=40)
def test_lines_round_trip(seed: int) -> None:
    line = random_line(Random(seed))
    assert GAME.rules.dump(GAME.rules.load(line, {})) == line


@given(SEEDS)
@settings(max_examples=25)
def test_the_count_is_that_of_the_list(seed: int) -> None:
    state = draw_state(seed)
    legal = GAME.rules.legal(state, Seat(state.mover))
    count = legal.count()
    assert count is not None
    if count < 5000:
        listed = list(legal)
        assert len(listed) == len(set(listed)) == count
        for move in listed[:: 1 + count // 50]:
            assert move in legal
            assert GAME.rules.parse(GAME.rules.text(move)) == move


@given(SEEDS)
@settings(max_examples=25)
def test_samples_are_legal_and_varied(seed: int) -> None:
    state, rng = draw_state(seed), Random(seed)
    legal = GAME.rules.legal(state, Seat(state.mover))
    assert all(legal.sample(rng) in legal for _ in range(20))


@given(SEEDS, SEEDS)
@settings(max_examples=25)
def test_what_is_not_listed_is_refused_with_a_sentence(here: int, there: int) -> None:
    """Steps of another position: legal here exactly when they are listed here."""
    state, other = draw_state(here), draw_state(there)
    seat = Seat(state.mover)
    legal = GAME.rules.legal(state, seat)
    if (legal.count() or 0) > 3000:
        return
    listed, line = set(legal), GAME.rules.dump(state)
    for move in islice(GAME.rules.legal(other, Seat(other.mover)), 150):
        assert (move in legal) == (move in listed)
        if move not in listed:
            with pytest.raises(IllegalMove) as refused:
                GAME.rules.play(state, seat, move)
            assert str(refused.value).endswith(".")
            assert "None" not in str(refused.value)
    assert GAME.rules.dump(state) == line


@given(TEXTS)
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadNotation):
        assert GAME.rules.parse(GAME.rules.text(GAME.rules.parse(text))) == GAME.rules.parse(text)
    with pytest.raises(BadNotation):
        GAME.rules.load(text, {})


@given(SEEDS, st.integers(0, 200), st.sampled_from("PIOUSLYX1234wb@:>,-+/.#= "))
@settings(max_examples=100)
def test_a_damaged_line_is_read_or_refused(seed: int, place: int, letter: str) -> None:
    line = random_line(Random(seed))
    with suppress(BadNotation):
        damaged = line[: place % len(line)] + letter + line[place % len(line) + 1 :]
        assert GAME.rules.dump(GAME.rules.load(damaged, {})) == " ".join(damaged.split())

"""What holds in every position of random play."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.conquid import GAME
from games.conquid.actions import is_connected
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.errors import GameError
from games.core.status import Outcome, Seat, turn, win
from tests.games.conquid import oracle
from tests.games.conquid.drawing import SIZES, start


def random_state(size: str, seed: int, plies: int) -> State:
    """The position after random play, from crowded boards on at times, so that all actions occur."""
    rng = Random(seed)
    state = start(size)
    if rng.random() < 0.6:
        field = state.field
        one = sum(1 << i for i in range(field.grid.size) if rng.random() < 0.5) & field.ground
        two = sum(1 << i for i in range(field.grid.size) if rng.random() < 0.8) & field.ground & ~one
        state = State(size, (one, two))
    for _ in range(plies):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            break
        (seat,) = status.seats
        state = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))
    return state


positions = st.builds(random_state, st.sampled_from(SIZES), st.integers(0, 10**6), st.integers(0, 40))


@given(positions, st.integers(0, 10**6))
def test_random_play_keeps_the_invariants(state: State, seed: int) -> None:
    """1-6: a cell has one owner, headquarters have none, the turn passes, text and position make round trips."""
    field = state.field
    one, two = state.cells
    assert one & two == 0
    assert (one | two) & ~field.ground == 0
    assert GAME.rules.load(GAME.rules.dump(state), {"size": state.size}) == state
    assert -1 <= GAME.player.evaluate(state, Seat(0)) <= 1
    assert GAME.player.evaluate(state, Seat(0)) == pytest.approx(-GAME.player.evaluate(state, Seat(1)))
    if state.turn is None:
        return
    seat = Seat(state.turn)
    before = GAME.rules.dump(state)
    move = GAME.rules.legal(state, seat).sample(Random(seed))
    assert move in GAME.rules.legal(state, seat)
    assert GAME.rules.parse(GAME.rules.text(move)) == move
    after = GAME.rules.play(state, seat, move)
    assert GAME.rules.dump(state) == before
    assert hash(after) == hash(GAME.rules.play(state, seat, move))
    if move.action == "Q":
        assert GAME.rules.status(after) == win(seat, "a chain joins the two headquarters")
    else:
        assert GAME.rules.status(after) == turn(Seat(1 - seat))
    assert (after.winner == seat) == (move.action == "Q")


@given(positions)
def test_actions_agree_with_the_oracle(state: State) -> None:
    """4-6: what is no acquire, and what it does, in random positions."""
    expected = dict(islice(oracle.moves(GAME.rules.dump(state)), 60))
    for text, after in expected.items():
        seat = Seat(state.turn or 0)
        move = GAME.rules.parse(text)
        assert move in GAME.rules.legal(state, seat)
        assert GAME.rules.dump(GAME.rules.play(state, seat, move)) == after


@given(positions, st.sampled_from("ACVQ"), st.data())
def test_refusals_leave_the_state(state: State, action: str, data: st.DataObject) -> None:
    """2.3: any move is either legal or refused with a sentence, and the position stays."""
    names = st.sampled_from([*state.field.grid.names, "zz99"])
    text = " ".join([action, *(data.draw(names) for _ in range({"A": 3, "V": 1}.get(action, 0)))])
    move, seat = GAME.rules.parse(text), Seat(data.draw(st.sampled_from([0, 1])))
    before = GAME.rules.dump(state)
    if move in GAME.rules.legal(state, seat):
        assert GAME.rules.play(state, seat, move) != state
    else:
        with pytest.raises(GameError, match=r"\.$"):
            GAME.rules.play(state, seat, move)
    assert GAME.rules.dump(state) == before


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 30))
def test_count_is_the_length_of_the_list(seed: int, plies: int) -> None:
    """2: on boards with few empty cells, the count equals the number of different moves, and no other is legal."""
    state = random_state("small", seed, plies)
    if state.turn is None or state.empty.bit_count() > 25:
        return
    seat = Seat(state.turn)
    legal = GAME.rules.legal(state, seat)
    listed = list(legal)
    assert legal.count() == len(listed) == len(set(listed))
    assert all(move in legal for move in listed)
    others = [Move("V", (name,)) for name in state.field.grid.names]
    assert {move for move in others if move in legal} == {move for move in listed if move.action == "V"}
    assert (Move("Q") in legal) == is_connected(state.field, state.cells[seat], seat)
    assert "A" not in legal


@pytest.mark.parametrize("empty, conquest", [(0, 0), (4, 1), (11, 1), (12, 0), (14, 1)])
def test_every_legal_move_is_drawn_alike(empty: int, conquest: int) -> None:
    """2: of 1 to 400 legal moves with blocks among them, each comes up about equally often."""
    state = start("small")
    field = state.field
    two = field.ground & ~sum(
        field.bit[name] for name in ("k1", "k2", "k3", "k4", "i6", *field.names(field.ground)[:empty])
    )
    bridge = ("f4", "g4", "h4", "i4")[: 4 if conquest else 3]
    one = sum(field.bit[name] for name in ("k1", "k2", "k3", "k4", *bridge))
    legal = GAME.rules.legal(State("small", (one, two & ~one)), Seat(0))
    count = legal.count()
    assert count is not None
    rng = Random(empty)
    drawn: dict[Move, int] = {}
    for _ in range(60 * count):
        move = legal.sample(rng)
        drawn[move] = drawn.get(move, 0) + 1
    assert set(drawn) == set(legal)
    assert {"V", "Q"} >= {move.action for move in drawn} - {"A", "C"}
    assert min(drawn.values()) > 25
    assert max(drawn.values()) < 110

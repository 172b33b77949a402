"""Chains that no answer breaks: none that can be completed is overlooked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.conquid import GAME
from games.conquid.actions import cells_conquered, is_connected, is_unbreakable
from games.conquid.completions import completing_sets, unbreakable_acquire
from games.conquid.evaluate import WIN, static_value
from games.conquid.legal import Moves
from games.conquid.moves import CONQUER
from games.conquid.position import State
from games.conquid.reasons import explain
from games.core.boards.grid import bits
from games.core.budget import Budget
from games.core.status import Seat
from tests.games.conquid.test_oracle import scatter

# From matches of medium against easy; in each of them an acquire wins.
WON = [
    "b=2.....2......./......22.1..../2..21.111..12./....A2111B..../.....21.1....2/............../.............. t=0",
    "b=............../............../..21222221..../....A22.1B..../....12221...../....12221...../......111..... t=0",
    "b=............../......22....../....21122...../1..1A11.1B..../....211....1../.....2.....1../.............. t=1",
    "b=............../............../.....22.22.1../.1..A11.1B..../....211.112.1./......1..2..../.............. t=1",
    "b=.2....2.1...../......2222..../....112222..../.2..A1222B1.../....1122221.../..2..122221.../......111..... t=0",
    "b=......111...../....22222...../....11.222..../...2A1122B..../...1111.2...../....111121..../.......1...... t=0",
    "b=............../.......2222.../....2222112.../....A11.1B..../...1111.1...../.....1..1...../.............. t=0",
    "b=.......1....../......2111..../....11.111..../....A2221B2.../....1222112.../.....2221...../.......1...... t=0",
    "b=..........1.../......2..2..../...11222.12.../....A2.11B2.../....221111..../....2211.1..../....1...1..... t=1",
    "b=...222......../...21112222.../....1112211.../...2A1122B1.../....1112.21.../....111......./.....111...... t=1",
]


def state_of(position: str) -> State:
    return GAME.rules.load(position, {"size": "small"})


def sides(state: State) -> tuple[int, int, int]:
    """The cells of whoever is to move, those of the other side, and the seat."""
    assert state.turn is not None
    return state.cells[state.turn], state.cells[1 - state.turn], state.turn


@pytest.mark.parametrize("level", ["medium", "master"])
@pytest.mark.parametrize("position", WON)
def test_a_chain_that_nothing_breaks_is_completed(position: str, level: str) -> None:
    """The former beam dropped the three cells in a quarter of such positions."""
    state = state_of(position)
    _, _, seat = sides(state)
    move = GAME.player.think(state, Seat(seat), level, Budget(nodes=3000), Random(1)).move
    after = GAME.rules.play(state, Seat(seat), move)
    assert is_unbreakable(state.field, after.cells[seat], after.cells[1 - seat], seat)


@pytest.mark.parametrize("position", WON)
def test_no_answer_breaks_what_holds(position: str) -> None:
    """Whatever the other side does, conquest can be declared."""
    state = state_of(position)
    own, other, seat = sides(state)
    cells = unbreakable_acquire(state.field, own, other, seat, Budget().start())
    assert cells
    after = State("small", (own | cells, other) if seat == 0 else (other, own | cells), 1 - seat)
    answers = ["C", *(f"V {corner}" for corner in state.field.blocks)]
    for answer in map(GAME.rules.parse, answers):
        if answer in GAME.rules.legal(after, Seat(1 - seat)):
            replied = GAME.rules.play(after, Seat(1 - seat), answer)
            assert is_connected(state.field, replied.cells[seat], seat)


def test_a_chain_that_a_vanquish_breaks_is_not_called_unbreakable() -> None:
    """A conquer completes it, but then a block of four by four can be emptied."""
    rows = ".....2222.21../2..1.111222222/.11111112222../..11A1112B12../.2.11111.2..1./...111112...../...1.11.....1."
    state = state_of(f"b={rows} t=1")
    own, other, seat = sides(state)
    taken = cells_conquered(state.field, own, other)
    assert is_connected(state.field, own | taken, seat)
    assert not is_unbreakable(state.field, own | taken, other & ~taken, seat)
    assert static_value(state.field, own, other, seat) < WIN / 2
    assert explain(state, Seat(seat), CONQUER).why.words.endswith("This completes a chain, which Player 1 has to break")


def test_a_conquer_that_wins_has_no_answer() -> None:
    """On random land: whatever follows, conquest can be declared."""
    rng, won = Random(5), 0
    for _ in range(3000):
        state = scatter("small", rng, 0.1)
        own, other, seat = sides(state)
        if is_connected(state.field, own, seat) or static_value(state.field, own, other, seat) < WIN / 2:
            continue
        won += 1
        after = GAME.rules.play(state, Seat(seat), CONQUER)
        for answer in Moves(after, Seat(1 - seat)).actions():
            end = GAME.rules.play(after, Seat(1 - seat), answer)
            assert is_connected(end.field, end.cells[seat], seat)
    assert won > 10


@pytest.mark.parametrize("position", WON[:3])
def test_the_sets_that_complete_a_chain_are_all_there(position: str) -> None:
    """Against every pair and every single cell."""
    state = state_of(position)
    own, other, seat = sides(state)
    field = state.field
    empty = [1 << each for each in bits(field.ground & ~(own | other))]
    ones = {cell for cell in empty if is_connected(field, own | cell, seat)}
    pairs = {one | two for one, two in combinations(empty, 2) if not {one, two} & ones}
    twos = {pair for pair in pairs if is_connected(field, own | pair, seat)}
    found = [cells for cells in completing_sets(field, own, other, seat) if cells.bit_count() < 3]
    assert set(found) == ones | twos
    assert len(found) == len(set(found))


def test_sets_of_three_are_all_there_where_few_cells_are_empty() -> None:
    """Against every set of up to three cells, on boards filled by chance."""
    rng, sizes = Random(6), Counter[int]()
    field = GAME.rules.start(2, {"size": "small"}).field
    for _ in range(150):
        cells = [1 << each for each in bits(field.ground)]
        rng.shuffle(cells)
        empty, own, other = cells[:22], sum(cells[22:58]), sum(cells[58:])
        if is_connected(field, own, 0):
            continue
        minimal: list[int] = []
        for size in (1, 2, 3):
            for chosen in map(sum, combinations(empty, size)):
                if is_connected(field, own | chosen, 0) and not any(each & ~chosen == 0 for each in minimal):
                    minimal.append(chosen)
        found = list(completing_sets(field, own, other, 0))
        assert found == sorted(found, key=int.bit_count)
        assert sorted(found) == sorted(minimal)
        sizes.update(map(int.bit_count, found))
    assert min(sizes[size] for size in (1, 2, 3)) > 20


def test_every_acquire_that_wins_is_found() -> None:
    """In matches of medium, against every set of three cells."""
    compared = 0
    for seed in range(12):
        state, rng = GAME.rules.start(2, {"size": "small"}), Random(seed)
        while state.turn is not None:
            wins = wins_by_any_three_cells(state)
            if wins is not None:
                found = unbreakable_acquire(state.field, *sides(state), Budget().start())
                assert bool(found) == wins
                compared += 1
            level = rng.choice(["easy", "medium"])
            seat = Seat(state.turn)
            state = GAME.rules.play(state, seat, GAME.player.think(state, seat, level, Budget(nodes=40), rng).move)
    assert compared >= 10


def wins_by_any_three_cells(state: State) -> bool | None:
    """Whether an acquire makes a chain that holds; None where nothing is near, or a chain is complete."""
    own, other, seat = sides(state)
    field = state.field
    if is_connected(field, own, seat) or is_connected(field, other, 1 - seat):
        return None
    if not any(True for _ in completing_sets(field, own, other, seat)):
        return None
    empty = [1 << each for each in bits(field.ground & ~(own | other))]
    joined = (own | sum(cells) for cells in combinations(empty, 3))
    return any(is_connected(field, after, seat) and is_unbreakable(field, after, other, seat) for after in joined)

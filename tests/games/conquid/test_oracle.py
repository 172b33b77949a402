"""The engine against the oracle: legal moves, what they do, and the end of the match."""

from __future__ import annotations

from random import Random

import pytest

from games.conquid import GAME
from games.conquid.position import State
from games.core.status import Outcome, Seat, Turn
from tests.games.conquid import oracle
from tests.games.conquid.drawing import SIZES, start


def scatter(size: str, rng: Random, empty: float) -> State:
    """A board of random land in blocks of two by two, so that 4 × 4 blocks and chains come about."""
    board = GAME.rules.dump(start(size)).split()[0]
    weights = (empty, (1 - empty) / 2, (1 - empty) / 2)
    lines = board.removeprefix("b=").split("/")
    width = len(lines[0]) // 2 + 1
    tiles = [rng.choices(".12", weights, k=width) for _ in range(len(lines) // 2 + 1)]
    filled = [
        "".join(sign if sign in "AB" else tiles[y // 2][x // 2] for x, sign in enumerate(line))
        for y, line in enumerate(lines)
    ]
    return GAME.rules.load(f"b={'/'.join(filled)} t={rng.randrange(2)}", {"size": size})


def few_actions(state: State, seat: Seat) -> set[str]:
    """The legal moves that are no acquires."""
    texts = set()
    for move in GAME.rules.legal(state, seat):
        if move.action == "A":
            break
        texts.add(GAME.rules.text(move))
    return texts


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("empty", [0.0, 0.1, 0.5])
def test_actions_and_their_effects_on_random_land(size: str, empty: float) -> None:
    """4, 5, 6: conquer, every vanquish and the conquest, against the oracle."""
    rng = Random(f"{size} {empty}")
    for _ in range(12 if size == "small" else 4):
        state = scatter(size, rng, empty)
        assert state.turn is not None
        seat = Seat(state.turn)
        expected = dict(not_acquires(GAME.rules.dump(state)))
        assert few_actions(state, seat) == set(expected)
        for text, after in expected.items():
            assert GAME.rules.dump(GAME.rules.play(state, seat, GAME.rules.parse(text))) == after


def not_acquires(position: str) -> list[tuple[str, str]]:
    found = []
    for text, after in oracle.moves(position):
        if text[0] == "A":
            break
        found.append((text, after))
    return found


@pytest.mark.parametrize("size", SIZES)
def test_random_matches(size: str) -> None:
    """All actions of whole random matches do what the oracle says; at the end the headquarters are joined."""
    rng = Random(size)
    state = start(size)
    for _ in range(700):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            assert oracle.joins(oracle.read(GAME.rules.dump(state))[0], str(state.winner))
            state = start(size)
            continue
        assert isinstance(status, Turn)
        (seat,) = status.seats
        move = GAME.rules.legal(state, seat).sample(rng)
        board, turn = oracle.read(GAME.rules.dump(state))
        state = GAME.rules.play(state, seat, move)
        after = oracle.read(GAME.rules.dump(state))[0]
        if move.action == "C":
            assert after == oracle.conquer(board, turn)
        elif move.action == "V":
            named = {oracle.name(cell): cell for cell in board}[move.cells[0]]
            assert oracle.vanquishable_blocks(board, turn, named)
            assert after == {**board, **dict.fromkeys(oracle.block(named), ".")}
        elif move.action == "A":
            assert {oracle.name(cell) for cell in board if board[cell] != after[cell]} == set(move.cells)


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_move_of_crowded_boards(seed: int) -> None:
    """2-6: where few cells are empty, all legal moves and all positions after them agree."""
    rng = Random(seed)
    state = scatter("small", rng, 0.08)
    assert state.turn is not None
    seat = Seat(state.turn)
    found = {
        GAME.rules.text(move): GAME.rules.dump(GAME.rules.play(state, seat, move))
        for move in GAME.rules.legal(state, seat)
    }
    assert found == dict(oracle.moves(GAME.rules.dump(state)))
    assert GAME.rules.legal(state, seat).count() == len(found)

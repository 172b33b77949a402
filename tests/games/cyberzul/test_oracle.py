"""Both implementations of the rules, side by side; the perft table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.core.protocol.perft import perft
from games.core.search.greedy import greedy_move
from games.core.status import CHANCE, Outcome
from games.cyberzul import GAME
from tests.games.cyberzul import oracle as slow
from tests.games.cyberzul.oracle import Oracle


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("share", [0.0, 0.7], ids=["random", "mostly-greedy"])
def test_engine_and_oracle_agree_on_every_position(players: int, seed: int, share: float) -> None:
    """Moves, positions and ranking of whole matches; greedy play reaches full walls and empty bags."""
    rng = Random(seed)
    first = seed % players
    state, oracle = GAME.rules.start(players, {"first": str(first)}), Oracle(players, first)
    while not isinstance(status := GAME.rules.status(state), Outcome):
        seat = min(status.seats)
        legal = GAME.rules.legal(state, seat)
        if seat == CHANCE:
            move = legal.sample(rng)
            assert move in legal
            oracle.deal(GAME.rules.text(move))
        else:
            assert {GAME.rules.text(move) for move in legal} == oracle.moves()
            move = greedy_move(GAME.player, state, seat, rng) if rng.random() < share else legal.sample(rng)
            oracle.take(GAME.rules.text(move))
        state = GAME.rules.play(state, seat, move)
        assert GAME.rules.dump(state) == oracle.line()
    assert status.places == oracle.places()
    assert status.scores == tuple(mat.score for mat in oracle.mats)


def perft_table() -> list[tuple[str, list[int]]]:
    """Position line, and the nodes of depth 1, 2, 3 ..."""
    lines = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if line and not line.startswith("#")]
    return [(position.strip(), list(map(int, nodes.split()))) for position, nodes in rows]


@pytest.mark.parametrize("line, nodes", perft_table())
def test_perft(line: str, nodes: list[int]) -> None:
    """RULES 2: how many lines of play there are."""
    state = GAME.rules.load(line, {})
    assert [perft(GAME, state, depth) for depth in range(1, len(nodes) + 1)] == nodes


@pytest.mark.parametrize("line, nodes", perft_table())
def test_oracle_counts_the_same(line: str, nodes: list[int]) -> None:
    """As deep as its slowness allows."""
    for depth, number in enumerate(nodes, 1):
        if number <= 1500:
            assert slow.perft(Oracle.read(line), depth) == number

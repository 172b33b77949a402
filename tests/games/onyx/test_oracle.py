"""The engine and an independent, slow oracle, side by side through random matches."""

from __future__ import annotations

from random import Random

import pytest

from games.core.boards.grid import read_square
from games.core.status import Outcome, Turn
from games.onyx import GAME
from games.onyx.moves import Place
from games.onyx.position import State
from tests.games.onyx.oracle import Oracle

STAR = "custom:m@0,0 a@1,0 b@0.5,0.9 c@-0.5,0.9 d@-1,0 e@-0.5,-0.9 f@0.5,-0.9;m-a m-b m-c m-d m-e m-f"


def oracle_for(state: State) -> Oracle:
    """Neighbours by distance on lattices, from the text of the edges on a custom graph."""
    graph = state.board.graph
    if graph.key.startswith("custom"):
        oracle = Oracle(dict(zip(graph.names, graph.at, strict=True)), 0)
        for edge in graph.key.split(";")[1].split():
            one, two = edge.split("-")
            oracle.beside[one].append(two)
            oracle.beside[two].append(one)
        return oracle
    if graph.key.startswith(("king", "grid")):
        spots: dict[str, tuple[float, float]] = {name: read_square(name) for name in graph.names}
        return Oracle(spots, 1.5 if graph.key.startswith("king") else 1.1)
    return Oracle(dict(zip(graph.names, graph.at, strict=True)), 1.1)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("board", ["king-2", "king-3", "king-4", "king-5", "grid-4", "hex-3", "snub-2", STAR])
def test_engine_and_oracle_agree_on_every_position(board: str, seed: int) -> None:
    """Legal moves, board, phase, seats to act and points of whole matches; passes are rare, so that boards fill."""
    rng, state = Random(seed), GAME.rules.start(2, {"board": board})
    oracle = oracle_for(state)
    for _ in range(150):
        status = GAME.rules.status(state)
        assert oracle.phase == state.phase
        if isinstance(status, Outcome):
            assert status.scores == oracle.scores()
            return
        assert isinstance(status, Turn)
        assert sorted(status.seats) == oracle.actors()
        seat = rng.choice(sorted(status.seats))
        legal = GAME.rules.legal(state, seat)
        texts = [GAME.rules.text(move) for move in legal]
        assert len(texts) == len(set(texts)) == legal.count()
        assert set(texts) == oracle.legal(seat)
        move = legal.sample(rng)
        while move == Place() and len(texts) > 1 and rng.random() < 0.7:
            move = legal.sample(rng)
        assert move in legal
        oracle.play(seat, GAME.rules.text(move))
        state = GAME.rules.play(state, seat, move)
        shown = dict(zip(state.board.graph.names, drawn_letters(state), strict=True))
        assert {name: letter for name, letter in shown.items() if letter != "."} == oracle.letters()


def drawn_letters(state: State) -> str:
    """One letter a space, in the order of the graph's spaces."""
    lines = GAME.rules.dump(state).split()[0].removeprefix("b=").split("/")
    return "".join(reversed(lines)) if len(lines) == len(state.board.graph.rows) else ""

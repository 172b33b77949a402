"""Both implementations of the rules, side by side."""

from __future__ import annotations

from random import Random

import pytest

from games.core.record import Record
from games.core.search.greedy import greedy_move
from games.core.status import CHANCE, Outcome
from games.cyberzul import GAME
from tests.games.conformance.walks import PerftRow, perft_rows, playthroughs
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


@pytest.mark.parametrize("row", perft_rows(GAME), ids=lambda row: row.position)
def test_the_oracle_counts_the_same_lines_of_play(row: PerftRow) -> None:
    """As deep as its slowness allows."""
    for depth, number in enumerate(row.counts, 1):
        if number <= 1500:
            assert slow.perft(Oracle.read(row.position), depth) == number


@pytest.mark.parametrize("record", playthroughs(GAME).values(), ids=playthroughs(GAME))
def test_the_oracle_ends_whole_matches_in_the_same_position(record: Record) -> None:
    oracle = Oracle(record.seats, int(record.options["first"]))
    for entry in record.entries:
        (oracle.deal if entry.seat == CHANCE else oracle.take)(entry.text)
    assert oracle.line() == dict(record.notes)["position"]

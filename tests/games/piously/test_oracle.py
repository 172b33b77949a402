"""The engine against the second one, on positions drawn by chance over all that a line can hold."""

from __future__ import annotations

from random import Random

import pytest

from games.core.protocol.perft import perft
from games.piously import GAME
from tests.games.conformance.walks import PerftRow, perft_rows, playthroughs
from tests.games.piously import oracle
from tests.games.piously.positions import random_line


@pytest.mark.parametrize("seed", range(8))
def test_both_engines_agree_on_every_step(seed: int) -> None:
    """The same legal steps, and the same positions after them."""
    rng, compared = Random(seed), 0
    while compared < 5:
        line = random_line(rng)
        state = GAME.rules.load(line, {})
        legal = GAME.rules.legal(state, state.mover)  # type: ignore[arg-type]
        count = legal.count()
        if count is None or count > 300:
            continue
        match = oracle.read(line)
        assert oracle.write(match) == line
        expected = {move: oracle.write(after) for move, after in oracle.legal(match).items()}
        found = {GAME.rules.text(move): GAME.rules.dump(GAME.rules.play(state, state.mover, move)) for move in legal}  # type: ignore[arg-type]
        assert found == expected
        assert len(found) == count
        compared += 1


def test_both_engines_agree_along_a_match() -> None:
    """A random match, step by step."""
    rng = Random(21)
    state = GAME.rules.start(2, {"board": "classic"})
    for _ in range(70):
        if state.phase == "over":
            break
        legal = GAME.rules.legal(state, state.mover)  # type: ignore[arg-type]
        move = legal.sample(rng)
        after = GAME.rules.play(state, state.mover, move)  # type: ignore[arg-type]
        count = legal.count()
        if state.phase == "play" and count is not None and count < 60:
            expected = oracle.legal(oracle.read(GAME.rules.dump(state)))
            assert oracle.write(expected[GAME.rules.text(move)]) == GAME.rules.dump(after)
        state = after


@pytest.mark.parametrize(
    "row", [row for row in perft_rows(GAME) if "@" not in row.position], ids=lambda row: row.position
)
def test_both_engines_count_the_same_lines_of_play(row: PerftRow) -> None:
    match = oracle.read(row.position)
    assert len(oracle.legal(match)) == row.counts[0]
    if row.counts[1] < 600:
        assert sum(len(oracle.legal(after)) for after in oracle.legal(match).values()) == row.counts[1]


def test_boards_are_not_counted() -> None:
    for depth in (1, 2):
        with pytest.raises(ValueError, match="build cannot be counted"):
            perft(GAME, GAME.rules.start(2, {}), depth)


def test_both_engines_play_a_whole_match() -> None:
    """Each step is legal for the second one, too, and leads to the same position."""
    record = playthroughs(GAME)["classic-black-wins"]
    state = GAME.rules.start(2, record.options)
    for entry in record.entries:
        after = GAME.rules.play(state, entry.seat, GAME.rules.parse(entry.text))
        if state.phase == "play":
            steps = oracle.legal(oracle.read(GAME.rules.dump(state)))
            assert oracle.write(steps[entry.text]) == GAME.rules.dump(after)
        state = after
    assert state.phase == "over"

"""The engine against a second one that was written from the rules alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from games.choccer import GAME
from games.core.record import Record
from games.core.status import Seat
from tests.games.choccer.drawing import legal
from tests.games.choccer.oracle import Match
from tests.games.choccer.positions import lines
from tests.games.conformance.walks import PerftRow, perft_rows, playthroughs


def agree(line: str, rng: Random, plies: int) -> None:
    """Play on from a position line in both engines; they must offer the same and write the same."""
    state, match = GAME.rules.load(line, {}), Match.parse_position(line)
    for _ in range(plies):
        assert GAME.rules.dump(state) == match.line()
        offered = sorted(legal(state))
        assert offered == sorted(match.actions())
        if not offered:
            break
        text = rng.choice(offered)
        state = GAME.rules.play(state, Seat(state.seat), GAME.rules.parse(text))
        match.act(text)


@pytest.mark.parametrize("seed", range(25))
def test_both_engines_play_the_same_matches(seed: int) -> None:
    agree(GAME.rules.dump(GAME.rules.start(2, {})), Random(seed), 101)


@given(lines())
@settings(deadline=None)
def test_both_engines_agree_on_any_position(line: str) -> None:
    agree(line, Random(line), 12)


@pytest.mark.parametrize("record", playthroughs(GAME).values(), ids=playthroughs(GAME))
def test_the_oracle_ends_whole_matches_in_the_same_position(record: Record) -> None:
    match = Match.parse_position(GAME.rules.dump(GAME.rules.start(2, {})))
    for entry in record.entries:
        assert match.seat == entry.seat
        match.act(entry.text)
    assert match.line() == dict(record.notes)["position"]


@pytest.mark.parametrize("row", perft_rows(GAME), ids=lambda row: row.position)
def test_the_oracle_counts_the_same_lines_of_play(row: PerftRow) -> None:
    """As deep as its slowness allows."""
    line = GAME.rules.dump(row.state(GAME))
    for depth, number in enumerate(row.counts, 1):
        if number <= 1500:
            assert lines_of_play(line, depth) == number


def lines_of_play(line: str, depth: int) -> int:
    """How many lines of play of `depth` moves the oracle finds from a position."""
    if not depth:
        return 1
    count = 0
    for text in Match.parse_position(line).actions():
        match = Match.parse_position(line)
        match.act(text)
        count += lines_of_play(match.line(), depth - 1)
    return count

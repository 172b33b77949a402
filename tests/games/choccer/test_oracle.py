"""The engine against a second one that was written from the rules alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from games.choccer import GAME
from games.core.status import Seat
from tests.games.choccer.drawing import legal
from tests.games.choccer.oracle import Match
from tests.games.choccer.positions import lines


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

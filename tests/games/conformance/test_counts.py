"""The number of legal moves, and of the lines of play that follow."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.game import AnyGame
from games.core.protocol.perft import perft
from tests.games.conformance.walks import EACH_GAME, EVERY, PerftRow, absent, perft_rows, to_act, walks


@EACH_GAME
def test_the_count_is_that_of_the_list(game: AnyGame) -> None:
    for state, _ in walks(game, 25):
        for seat in to_act(game, state, chance=True):
            count = game.rules.legal(state, seat).count()
            if count is not None and count <= 3000:
                listed = list(game.rules.legal(state, seat))
                assert len(listed) == count
                assert len(set(listed)) == count


def table() -> list[Any]:
    """Each game with each row of its perft table."""
    return [
        row
        for game in EVERY
        for row in (
            [pytest.param(game, row, id=f"{game.info.key}-{number}") for number, row in enumerate(perft_rows(game), 1)]
            or [absent(game, "perft table")]
        )
    ]


@pytest.mark.parametrize("game, row", table())
def test_perft(game: AnyGame, row: PerftRow) -> None:
    state = row.state(game)
    assert tuple(perft(game, state, depth) for depth in range(1, len(row.counts) + 1)) == row.counts

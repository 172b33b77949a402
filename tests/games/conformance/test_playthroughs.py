"""Whole matches: each record ends with the position and the outcome in its notes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.game import AnyGame
from games.core.protocol.session import replay
from games.core.record import Record
from games.core.status import Outcome
from tests.games.conformance.walks import EVERY, absent, playthroughs


def records() -> list[Any]:
    """Each game with each of its recorded matches."""
    return [
        record
        for game in EVERY
        for record in (
            [pytest.param(game, record, id=f"{game.info.key}-{name}") for name, record in playthroughs(game).items()]
            or [absent(game, "playthroughs")]
        )
    ]


@pytest.mark.parametrize("game, record", records())
def test_a_playthrough_ends_as_noted(game: AnyGame, record: Record) -> None:
    """`position` and `places` are noted always, `scores` where the game has them, `reason` where there are several."""
    notes = dict(record.notes)
    session = replay(game, record)
    outcome = session.status()
    assert isinstance(outcome, Outcome)
    assert game.rules.dump(session.state) == notes["position"]
    assert " ".join(map(str, outcome.places)) == notes["places"]
    assert (" ".join(map(str, outcome.scores)) or "-") == notes.get("scores", "-")
    assert outcome.reason == notes.get("reason", outcome.reason)
    assert session.record().entries == record.entries
    assert record.rules <= game.info.version

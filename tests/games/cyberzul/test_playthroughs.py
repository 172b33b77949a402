"""Whole matches as records: each ends in the position and the ranking noted in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.protocol.session import replay
from games.core.record import read_record
from games.core.status import CHANCE, Outcome
from games.cyberzul import GAME
from tests.games.cyberzul.oracle import Oracle

FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    session = replay(GAME, record)
    notes = dict(record.notes)
    status = session.status()
    assert isinstance(status, Outcome)
    assert GAME.rules.dump(session.state) == notes["position"]
    assert " ".join(map(str, status.places)) == notes["places"]
    assert " ".join(map(str, status.scores)) == notes["scores"]
    assert session.record().entries == record.entries


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_oracle_ends_there_too(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    oracle = Oracle(record.seats, int(record.options["first"]))
    for entry in record.entries:
        (oracle.deal if entry.seat == CHANCE else oracle.take)(entry.text)
    assert oracle.line() == dict(record.notes)["position"]

"""Whole matches: each record leads to the position and the outcome in its notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.protocol.session import replay
from games.core.record import read_record
from games.core.status import Outcome
from games.onyx import GAME

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read_record(text)
    assert record.text() == text
    notes = dict(record.notes)
    session = replay(GAME, record)
    status = session.status()
    assert GAME.rules.dump(session.state) == notes["position"]
    assert isinstance(status, Outcome)
    assert " ".join(map(str, status.places)) == notes["places"]
    assert (" ".join(map(str, status.scores)) or "-") == notes["scores"]
    assert status.reason == notes["reason"]

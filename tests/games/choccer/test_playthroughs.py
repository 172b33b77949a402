"""Whole matches: each record in playthroughs/ notes the position and the result it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.choccer import GAME
from games.core.protocol.session import replay
from games.core.record import read_record
from games.core.status import Outcome
from tests.games.choccer.oracle import Match

FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough_ends_as_noted(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    noted = dict(record.notes)
    session = replay(GAME, record)
    status = session.status()
    assert isinstance(status, Outcome)
    assert GAME.rules.dump(session.state) == noted["position"]
    assert " ".join(map(str, status.places)) == noted["places"]
    assert " ".join(map(str, status.scores)) == noted["scores"]
    assert session.record().entries == record.entries


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_second_engine_ends_the_same(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    match = Match.parse_position(GAME.rules.dump(GAME.rules.start(2, {})))
    for entry in record.entries:
        assert match.seat == entry.seat
        match.act(entry.text)
    assert match.line() == dict(record.notes)["position"]

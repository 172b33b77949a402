"""Whole matches: each record in playthroughs/ notes the position and the result it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.protocol.session import replay
from games.core.record import read_record
from games.core.status import Outcome
from games.piously import GAME
from tests.games.piously import oracle

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
    assert status.reason == noted["reason"]
    assert session.record().entries == record.entries


def test_the_second_engine_plays_a_whole_match() -> None:
    """Each step is legal for it too, and leads to the same position."""
    file = next(file for file in FILES if file.stem == "classic-black-wins")
    record = read_record(file.read_text(encoding="utf-8"))
    state = GAME.rules.start(2, record.options)
    for entry in record.entries:
        after = GAME.rules.play(state, entry.seat, GAME.rules.parse(entry.text))
        if state.phase == "play":
            steps = oracle.legal(oracle.read(GAME.rules.dump(state)))
            assert oracle.write(steps[entry.text]) == GAME.rules.dump(after)
        state = after
    assert state.phase == "over"

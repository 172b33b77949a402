"""The export: every match with its record, readable without this bot."""

from __future__ import annotations

import json
from typing import Any

import pytest

import games
from bot.store import export
from bot.store.export import count_matches, every_match
from games.core.record import read_record
from tests.bot.table import ANA, BEN, Club


async def export_all(club: Club) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(match)) async for match in every_match(club.database)]


async def test_the_record_leads_to_the_position(club: Club) -> None:
    match = await club.begin()
    await club.service.resign(match.id, BEN.user)
    (line,) = await export_all(club)
    record = read_record(line["record"])
    game = games.find(record.game)
    state = game.rules.start(record.seats, record.options)
    for entry in record.entries:
        state = game.rules.play(state, entry.seat, game.rules.parse(entry.text))
    assert game.rules.dump(state) == line["position"]
    assert len(line["moments"]) == len(record.entries)


async def test_ids_are_texts_and_times_are_readable(club: Club) -> None:
    match = await club.begin()
    (line,) = await export_all(club)
    assert line["code"] == match.code
    assert [player["user"] for player in line["players"]] == [str(ANA.user), str(BEN.user)]
    assert line["created"] == "2027-01-15T08:00:00.000+00:00"
    assert line["ended"] is None


async def test_batches_lose_and_double_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "BATCH", 2)
    codes = [(await club.begin()).code for _ in range(5)]
    assert [line["code"] for line in await export_all(club)] == codes
    assert await count_matches(club.database) == 5


async def test_nothing_to_export(club: Club) -> None:
    assert await export_all(club) == []

"""Whatever a change of a match changes is stored, and a move writes what a move changes and no more."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.match.clock import read_time
from bot.match.model import Change, Match, MatchId, Offer, Place, Player, Side, Stage, UserId
from bot.store import rows
from bot.store.match_updates import is_turn
from bot.store.matches import SqlMatches
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, Club

OTHERS: dict[str, object] = {
    "game": "onyx", "rules": 7, "options": {"board": "square-6"}, "host": UserId(9), "place": Place(10, 21),
    "stage": Stage.PAUSED, "time": read_time("1d"), "rated": False, "private": True, "open": True, "turn": 98,
    "ply": 97, "position": "another", "outcome": Outcome((1, 2), "because"),
    "offer": Offer("draw", frozenset({Seat(0)})),
    "created": 11, "started": 12, "ended": 13, "turn_began": 14, "deadline": 15, "reminded": True, "delivered": True,
    "credited": 16, "given": 17, "other": Place(30, 40), "open_across": True,
}  # fmt: skip
"""Another value of each field of a match, which a change could give it."""
OTHERS_OF_PLAYER: dict[str, object] = {
    "user": UserId(8), "name": "Max", "ai": "easy", "accepted": False, "clock": 5, "missed_moves": 2, "place": 2,
    "left_at": 3, "former": UserId(7), "forfeited_at": 4, "side": Side.GUEST,
}  # fmt: skip
SAME = {"id", "code", "players", "revision", "side"}
"""What tells a match, its seats, its version, and from where it is seen."""


def test_every_field_is_tried() -> None:
    assert {one.name for one in fields(Match)} == OTHERS.keys() | SAME
    assert {one.name for one in fields(Player)} == OTHERS_OF_PLAYER.keys() | {"seat", "to_act"}


async def commit_and_read(club: Club, match: Match) -> Match | None:
    """The match as another process reads it after this change."""
    changed = replace(match, revision=match.revision + 1)
    await club.store.commit(Change(changed))
    return await SqlMatches(club.database).get(match.id)


@pytest.mark.parametrize("field", sorted(OTHERS))
async def test_a_change_of_any_field_is_stored(club: Club, field: str) -> None:
    match = replace(await club.begin(), **{field: OTHERS[field]})  # type: ignore[arg-type]
    assert await commit_and_read(club, match) == replace(match, revision=match.revision + 1)


@pytest.mark.parametrize("field", sorted(OTHERS_OF_PLAYER))
async def test_a_change_of_any_field_of_a_player_is_stored(club: Club, field: str) -> None:
    changes: dict[str, Any] = {field: OTHERS_OF_PLAYER[field]}
    match = (await club.begin()).with_player(Seat(1), **changes)
    assert await commit_and_read(club, match) == replace(match, revision=match.revision + 1)


async def test_a_move_changes_what_changes_from_turn_to_turn(club: Club) -> None:
    before = await club.begin()
    after = await club.service.submit(before.id, ANA.user, "h4-g4")
    assert is_turn(after, before)
    assert not is_turn(after, None)
    assert not is_turn(replace(after, revision=after.revision + 1), before), "another change may have come between"
    over = await club.service.resign(before.id, BEN.user)
    assert not is_turn(over, after)


async def test_the_columns_of_a_turn_are_those_that_its_rows_have(club: Club) -> None:
    match = await club.begin()
    assert tuple(rows.turn_row(match)) == rows.TURN_COLUMNS
    assert tuple(rows.seat_turn_row(match.players[0])) == rows.SEAT_TURN_COLUMNS
    assert set(rows.match_row(match)) == set(rows.MATCH_COLUMNS)


async def test_what_is_not_known_is_written_whole(club: Club) -> None:
    begun = await club.begin()
    match = replace(begun, private=True, revision=begun.revision + 1)
    fresh = SqlMatches(club.database)
    await fresh.commit(Change(match))
    assert await SqlMatches(club.database).get(MatchId(match.id)) == match

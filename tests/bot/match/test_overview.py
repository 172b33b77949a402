"""What /games lists, and how many statements that takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import event

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match, MatchId, Place
from bot.match.overview import MOST_FINISHED, Overview, read_overview
from bot.match.visibility import Viewer
from bot.store.matches import SqlMatches
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


async def finish(club: Club, match: Match) -> Match:
    """Both move twice, then Ana gives up."""
    for move in MOVES:
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, move)
    return await club.service.resign(match.id, ANA.user)


async def play_round(club: Club) -> list[Match]:
    """One match of each list: Ana's own, an open table, one to watch, and one of Ana's that has ended."""
    mine = await club.begin()
    table = await club.service.challenge(ChallengeRequest("choccer", BEN, HERE, seats=2))
    watched = await club.service.challenge(ChallengeRequest("choccer", EVE, HERE, (BEN,)))
    watched = await club.service.accept(watched.id, BEN)
    return [mine, table, watched, await finish(club, await club.begin())]


async def read(club: Club, viewer: Viewer) -> tuple[Overview, int]:
    """The overview, and the number of statements that it took one who remembers nothing."""
    store, statements = SqlMatches(club.database), list[str]()

    def listen(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    engine = club.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", listen)
    found = await read_overview(store.lists, store, viewer)
    event.remove(engine, "before_cursor_execute", listen)
    return found, len([one for one in statements if one.lstrip().startswith("SELECT")])


def ids(matches: list[Match]) -> list[MatchId]:
    return [match.id for match in matches]


async def test_the_number_of_statements_does_not_grow_with_the_matches(club: Club) -> None:
    viewer = Viewer(ANA.user, HERE.guild)
    rounds = [await play_round(club)]
    few, statements = await read(club, viewer)
    rounds += [await play_round(club) for _ in range(2)]
    many, again = await read(club, viewer)
    assert [len(one) for one in (few.mine, few.others, few.finished)] == [1, 2, 1]
    assert [len(one) for one in (many.mine, many.others, many.finished)] == [3, 6, 3]
    assert statements == again
    assert set(many.postings) == {match.id for one in rounds for match in one}


async def test_each_match_is_in_one_list(club: Club) -> None:
    mine, table, watched, finished = await play_round(club)
    found, _ = await read(club, Viewer(ANA.user, HERE.guild))
    assert ids([*found.mine]) == [mine.id]
    assert ids([*found.others]) == [table.id, watched.id]
    assert ids([*found.finished]) == [finished.id]


@pytest.mark.parametrize("guild", [None, 99])
async def test_elsewhere_only_ones_own_matches_are_listed(sqlite_club: Club, guild: int | None) -> None:
    mine, _, _, finished = await play_round(sqlite_club)
    found, _ = await read(sqlite_club, Viewer(ANA.user, guild))
    assert (ids([*found.mine]), ids([*found.finished])) == ([mine.id], [finished.id])
    assert not found.others


async def test_the_newest_of_those_that_have_ended_are_listed(sqlite_club: Club) -> None:
    ended = []
    for _ in range(MOST_FINISHED + 2):
        sqlite_club.clock.pass_by(1000)
        ended.append(await finish(sqlite_club, await sqlite_club.begin()))
    found, _ = await read(sqlite_club, Viewer(ANA.user, HERE.guild))
    assert ids([*found.finished]) == ids(ended[: -MOST_FINISHED - 1 : -1])


async def test_matches_across_servers_are_seen_from_the_viewers_side(sqlite_club: Club) -> None:
    there = Place(30, 31)
    challenge = ChallengeRequest("choccer", ANA, HERE, (BEN,), other=there, guests=frozenset({BEN.user}))
    match = await sqlite_club.service.challenge(challenge)
    match = await sqlite_club.service.accept(match.id, BEN)
    assert match.place == HERE
    found, _ = await read(sqlite_club, Viewer(BEN.user, there.guild))
    (seen,) = found.mine
    assert replace(seen.place, server="") == there

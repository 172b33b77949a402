"""Piously's turns are made of several steps: what is counted in moves is counted in turns."""

from __future__ import annotations

from bot.match.challenges import ChallengeRequest
from bot.match.clock import SECOND, read_time
from bot.match.deadlines import Deadlines
from bot.match.model import Match, Player, Stage
from bot.match.timeouts import overdue_bullet
from tests.bot.table import ANA, BEN, HERE, Club


async def begin(club: Club, time: str) -> Match:
    """Both have set up their altars, and the board of the next turn has been delivered."""
    challenge = ChallengeRequest(
        "piously", ANA, HERE, (BEN,), time=read_time(time), options={"board": "classic"}, first="me"
    )
    match = await club.service.accept((await club.service.challenge(challenge)).id, BEN)
    for person, place in ((ANA, "@P1"), (BEN, "@S1")):
        match = await club.service.submit(match.id, person.user, place)
    await club.service.mark_delivered(match.id, match.turn)
    return await club.service.get(match.id)


async def test_all_steps_of_an_overdue_bullet_turn_are_one_missed_move(sqlite_club: Club) -> None:
    match = await begin(sqlite_club, "12s")
    late = match.to_act[0].seat
    sqlite_club.clock.pass_by(120 * SECOND)
    for step in ("b", "m:P2", "b", "end"):
        assert overdue_bullet(match, sqlite_club.clock.now) is not None, "one step goes on after the other"
        match = await sqlite_club.service.submit_for(match.id, late, step, match.turn, "timeout")
    assert match.stage is Stage.LIVE
    assert match.players[late].user is not None
    assert match.players[late].missed_moves == 1
    assert match.to_act[0].seat != late


async def test_all_steps_of_an_overdue_bullet_turn_are_made_at_once(sqlite_club: Club) -> None:
    match = await begin(sqlite_club, "12s")
    late, steps = match.to_act[0].seat, ["b", "m:P2", "b", "end"]

    async def stand_in(shown: Match, player: Player) -> None:
        await sqlite_club.service.submit_for(shown.id, player.seat, steps.pop(0), shown.turn, "timeout")

    async def remind(_match: Match) -> None:
        raise AssertionError

    sqlite_club.clock.pass_by(120 * SECOND)
    deadlines = Deadlines(sqlite_club.service, sqlite_club.store.due_matches, stand_in, remind)
    while await deadlines.settle():  # no time passes: what follows a step is due at once
        pass
    assert steps == []
    assert (await sqlite_club.service.get(match.id)).to_act[0].seat != late


async def test_the_steps_of_a_turn_count_as_one_move(club: Club) -> None:
    """Fewer than two moves each: the match does not count."""
    match = await begin(club, "3d")
    for step in ("b", "m:P2", "b", "end"):
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, step)
    assert await club.store.moves_made(match.id) == {0: 2, 1: 1}
    over = await club.service.resign(match.id, BEN.user)
    assert not over.counts

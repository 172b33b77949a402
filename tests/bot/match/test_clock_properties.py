"""Random evenings in blitz: no time is lost or created, whatever happens, and no move is made after its deadline."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.challenges import ChallengeRequest
from bot.match.clock import MINUTE, SECOND, read_time
from bot.match.errors import MatchError
from bot.match.model import Match, Stage
from bot.match.play import game_of, state_of
from bot.match.timeouts import GIFT_BLITZ
from bot.match.uptime import LONGEST_BEAT, Uptime
from bot.store.signs import SqlSigns
from tests.bot.table import ANA, BEN, HERE, Club, open_club

STEP, BASE = 5 * SECOND, 2 * MINUTE
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["move", "late in handling", "gift", "pause", "away", "wait"]),
        st.integers(0, 60).map(lambda seconds: seconds * SECOND + 7),
    ),
    max_size=25,
)


class Evening:
    """Ana and Ben play; what their clocks must show is counted beside the match."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match = club, match
        self.left = {player.seat: BASE for player in match.players}
        self.uptime = Uptime(SqlSigns(club.database), club.clock)
        club.service.catch_up = self.uptime.catch_up_for

    async def thinks(self, span: int) -> None:
        """The bot is there, and the player to move thinks."""
        self.left[self.match.to_act[0].seat] -= span
        while span > 0:
            beat = min(span, 2 * SECOND)
            self.club.clock.pass_by(beat)
            span -= beat
            await self.uptime.beat()

    async def happens(self, event: str, span: int) -> None:
        """One event, after so much time; it is refused when the flag has fallen."""
        service, clock = self.club.service, self.club.clock
        seat = self.match.to_act[0].seat
        if event == "away":
            clock.pass_by(span)
            await self.uptime.beat()
            if span <= LONGEST_BEAT:  # so short that it is like any other moment
                self.left[seat] -= span
            self.match = await service.get(self.match.id)
            return
        await self.thinks(span)
        user, other = (ANA.user, BEN.user) if seat == 0 else (BEN.user, ANA.user)
        arrived = clock.now
        if event == "late in handling":
            clock.pass_by(3 * SECOND)
            await self.uptime.beat()
        if event in {"move", "late in handling"}:
            move = next(iter(game_of(self.match).presenter.suggest(state_of(self.match), seat, "", 1)))
            self.match = await service.submit(self.match.id, user, move, self.match.turn, None, arrived)
            self.left[seat] += STEP
        elif event == "gift":
            self.match = await service.give_time(self.match.id, other)
            self.left[seat] += GIFT_BLITZ
        elif event == "pause":
            await service.suspend(self.match.id)
            clock.pass_by(span)
            await self.uptime.beat()
            self.match = await service.resume(self.match.id, user)

    def holds(self) -> None:
        """What the clocks must show is what they show."""
        clock, match = self.club.clock, self.match
        seat = match.to_act[0].seat
        assert match.deadline == clock.now + self.left[seat]
        assert match.players[1 - seat].clock == self.left[match.players[1 - seat].seat]


async def evening(events: list[tuple[str, int]], folder: Path) -> None:
    club = await open_club(str(folder / "club.db"))
    try:
        challenge = ChallengeRequest("choccer", ANA, HERE, (BEN,), time=read_time("2m+5s"), first="me")
        match = await club.service.accept((await club.service.challenge(challenge)).id, BEN)
        played = Evening(club, match)
        await played.uptime.beat()
        for event, span in events:
            seat, ply = played.match.to_act[0].seat, played.match.ply
            try:
                await played.happens(event, span)
            except MatchError:
                assert played.left[seat] <= 0, "refused, though there was time left"
            if played.left[seat] <= 0:
                await club.service.settle_deadline(match.id)
                over = await club.service.get(match.id)
                assert over.stage is not Stage.LIVE
                assert over.ply == ply, "no move after its deadline"
                return
            if played.match.stage is not Stage.LIVE:  # by the rules of the game
                return
            played.holds()
    finally:
        await club.database.close()


@settings(max_examples=10, deadline=None)
@given(EVENTS)
def test_no_time_is_lost_or_created(events: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(evening(events, Path(folder)))

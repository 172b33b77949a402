"""Whose roles are looked at after a match, and what becomes of them on the server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast
from unittest.mock import AsyncMock

import discord
import pytest
from structlog.testing import capture_logs

from bot.club.guild_settings import GuildSettings
from bot.club.people import People
from bot.club.rating_roles import RatingRole
from bot.club.ratings import Rating
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.ui.delivery import rating_roles
from bot.ui.delivery.publisher import RETRY
from bot.ui.delivery.rating_roles import RatingRoles
from games.core.status import Seat
from tests.bot.table import ANA, BEN, HERE
from tests.bot.ui.delivery.refusals import refusal

SERVER, STRONG, WEAK, OTHER = HERE.guild or 0, 7, 8, 9
PLAYERS = (Player(Seat(0), ANA.user, "Ana"), Player(Seat(1), BEN.user, "Ben"))
OVER = Match(
    MatchId(1), "K7QFM", "choccer", 1, {}, PLAYERS, ANA.user, HERE, stage=Stage.OVER, rated=True, started=1
)  # fmt: skip


@dataclass
class Member:
    """A member of the server, who holds roles; `refused` are those that the bot may not change."""

    id: int
    held: set[int]
    refused: set[int]
    guild: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(id=SERVER))

    @property
    def roles(self) -> list[discord.Object]:
        return [discord.Object(number) for number in self.held]

    async def add_roles(self, role: discord.Object, *, reason: str) -> None:
        self._check(role, reason)
        self.held.add(role.id)

    async def remove_roles(self, role: discord.Object, *, reason: str) -> None:
        self._check(role, reason)
        self.held.remove(role.id)

    def _check(self, role: discord.Object, reason: str) -> None:
        assert reason == "rating"
        if role.id in self.refused:
            raise refusal(403)


@dataclass
class Server:
    """A server with its members; those of others are not found."""

    held: dict[int, set[int]] = field(default_factory=lambda: {ANA.user: {OTHER}, BEN.user: {OTHER}})
    refused: set[int] = field(default_factory=set)
    asked: list[int] = field(default_factory=list)
    is_there: bool = True
    error: Exception | None = None

    def get_guild(self, number: int) -> Server | None:
        return self if number == SERVER and self.is_there else None

    async def fetch_member(self, user: UserId) -> Member:
        self.asked.append(user)
        if self.error is not None:
            raise self.error
        if user not in self.held:
            raise refusal(404)
        return Member(user, self.held[user], self.refused)


@dataclass
class Records:
    """What a server has set, and the ratings on it."""

    rules: tuple[RatingRole, ...]
    rated: dict[UserId, Rating]

    async def guild_settings(self, guild: int) -> GuildSettings:
        return GuildSettings(guild, rating_roles=self.rules)

    async def ratings(self, user: UserId, scope: int) -> list[Rating]:
        assert scope == SERVER
        return [self.rated[user]] if user in self.rated else []

    async def rated_on(self, guild: int) -> list[UserId]:
        assert guild == SERVER
        return list(self.rated)


class Scene:
    """A server with a role for strong and a role for weak players: Ana is strong, Ben is weak."""

    def __init__(self) -> None:
        self.server = Server()
        rated = {ANA.user: rating(ANA.user, 40), BEN.user: rating(BEN.user, 10)}
        self.records = Records((RatingRole(STRONG, least=1600), RatingRole(WEAK, below=1600)), rated)
        self.roles = RatingRoles(cast("discord.Client", self.server), cast("People", self.records))

    async def notice(self, match: Match = OVER) -> None:
        await self.roles.notice_change(match)
        await self.roles.close()


def rating(user: UserId, mu: float) -> Rating:
    """A rating that is not provisional."""
    return Rating(user, "choccer", SERVER, mu=mu, sigma=1.0, won=20)


@pytest.fixture
def scene() -> Scene:
    return Scene()


async def test_who_has_played_is_given_the_role_of_their_rating(scene: Scene) -> None:
    await scene.notice()
    assert scene.server.held == {ANA.user: {STRONG, OTHER}, BEN.user: {WEAK, OTHER}}


async def test_a_role_is_taken_that_is_not_earned_any_more(scene: Scene) -> None:
    scene.server.held[BEN.user] = {STRONG}
    await scene.notice()
    assert scene.server.held[BEN.user] == {WEAK}


@pytest.mark.parametrize(
    "match",
    [
        replace(OVER, stage=Stage.LIVE),
        replace(OVER, rated=False),
        replace(OVER, started=None),
        replace(OVER, other=Place(11, 21)),
        replace(OVER, place=Place(None, 20)),
    ],
    ids=["it runs", "unrated", "never begun", "across servers", "in private"],
)
async def test_matches_that_change_no_rating_of_the_server_ask_for_nobody(scene: Scene, match: Match) -> None:
    await scene.notice(match)
    assert scene.server.asked == []


async def test_who_has_lost_their_seat_to_an_ai_is_looked_at_too(scene: Scene) -> None:
    await scene.notice(OVER.with_player(Seat(1), user=None, ai="easy", former=BEN.user))
    assert scene.server.asked == [ANA.user, BEN.user]


async def test_other_rules_concern_everybody_who_is_rated(scene: Scene) -> None:
    await scene.roles.rules_changed(SERVER)
    await scene.roles.close()
    assert scene.server.held == {ANA.user: {STRONG, OTHER}, BEN.user: {WEAK, OTHER}}


async def test_without_rules_nobody_is_asked_for(scene: Scene) -> None:
    scene.records.rules = ()
    await scene.notice()
    await scene.roles.rules_changed(SERVER)
    await scene.roles.close()
    assert scene.server.asked == []


async def test_a_server_of_another_process_is_left_to_it(scene: Scene) -> None:
    scene.server.is_there = False
    with capture_logs() as logs:
        await scene.notice()
    assert (scene.server.asked, logs) == ([], [])


async def test_a_role_that_the_bot_may_not_give_keeps_the_others_from_nothing(scene: Scene) -> None:
    scene.server.refused = {WEAK}
    scene.server.held[BEN.user] = {STRONG}
    with capture_logs() as logs:
        await scene.notice()
    assert [(one["event"], one["role"]) for one in logs] == [("role not changed", WEAK)]
    assert scene.server.held == {ANA.user: {STRONG, OTHER}, BEN.user: set()}


async def test_who_has_left_the_server_is_no_incident(scene: Scene) -> None:
    del scene.server.held[BEN.user]
    with capture_logs() as logs:
        await scene.notice()
    assert [(one["event"], one["log_level"]) for one in logs] == [("roles not changed", "info")]
    assert scene.server.held == {ANA.user: {STRONG, OTHER}}


@pytest.mark.parametrize(
    "error, attempts, level", [(OSError("no way"), 4, "info"), (refusal(400), 1, "info"), (RuntimeError(), 1, "error")]
)
async def test_what_passes_is_tried_again_and_what_nobody_expects_is_an_incident(
    error: Exception, attempts: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_roles, "RETRY", replace(RETRY, sleep=AsyncMock()))
    scene = Scene()
    scene.server.error = error
    with capture_logs() as logs:
        await scene.notice()
    assert len(scene.server.asked) == 2 * attempts
    assert [one["log_level"] for one in logs] == [level] * 2

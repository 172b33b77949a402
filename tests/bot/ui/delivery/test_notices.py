"""What moderators did is told once where the match is played and once in the moderation log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.club.notifications import Kind
from bot.match.acts import Act, ActKind, Order
from bot.match.challenges import ChallengeRequest
from bot.match.model import Match, Posting, UserId
from bot.match.moderation import Moderation, seen_by_moderator
from bot.store.audit import SqlAudit
from bot.store.people import SqlPeople
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.notices import Notices
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.poster import Poster
from games.core.status import Seat
from tests.bot.table import ANA, BEN, HERE, Club
from tests.bot.ui.delivery.refusals import refusal
from tests.bot.ui.views import text

SERVER, THREAD, LOG, RESULTS, MIRA = HERE.guild or 0, 60, 70, 71, UserId(77)
NO_LOG = "I can't write in the moderation log. Open /setup and press **Permission check**."
NO_THREAD = "I can't write where the match is played, so its players were not told."
LATER = "Discord isn't answering. I'll tell the players as soon as it does."


@dataclass
class Discord:
    """Channels that take messages, but for those that answer with an error; of two with one nonce they know one."""

    sent: dict[tuple[int, str], str] = field(default_factory=dict)
    errors: dict[int, Exception] = field(default_factory=dict)
    pinged: list[tuple[Kind, tuple[UserId, ...]]] = field(default_factory=list)
    cards: list[Match] = field(default_factory=list)
    thread: str = ""

    @property
    def client(self) -> Discord:
        return self

    def at(self, _match: Match, channel: int) -> Room:
        return Room(self, channel)

    def thread_name(self, _channel: int) -> str:
        return self.thread

    def get_partial_messageable(self, channel: int, *, guild_id: int | None) -> Server:
        assert guild_id == SERVER
        return Server(self, channel)

    def take(self, channel: int, nonce: str, view: discord.ui.LayoutView) -> None:
        if channel in self.errors:
            raise self.errors[channel]
        assert (channel, nonce) not in self.sent, "it is told twice"
        self.sent[channel, nonce] = text(view)

    async def of(self, kind: Kind, people: tuple[UserId, ...], _match: Match) -> discord.AllowedMentions:
        self.pinged.append((kind, people))
        return NOBODY

    async def refresh_card(self, match: Match) -> None:
        self.cards.append(match)


@dataclass
class Room:
    """Where a match is played."""

    owner: Discord
    channel: int

    async def send(self, view: discord.ui.LayoutView, nonce: str, _pings: object) -> None:
        self.owner.take(self.channel, nonce, view)


@dataclass
class Server:
    """A channel of the server."""

    owner: Discord
    channel: int

    async def send(self, *, view: discord.ui.LayoutView, allowed_mentions: discord.AllowedMentions, nonce: str) -> None:
        assert allowed_mentions is NOBODY
        self.owner.take(self.channel, nonce, view)


class Scene:
    """A running match in its thread, on a server with a moderation log; Mira moderates."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match, self.discord = club, match, Discord()
        self.audit, self.people = SqlAudit(club.database), SqlPeople(club.database)
        told = self.discord
        self.notices = Notices(
            cast("Channels", told),
            club.service,
            club.store,
            self.people,
            self.audit,
            cast("Poster", told),
            cast("Pings", told),
        )

    async def act(self, kind: ActKind = "void") -> Act:
        """Mira's act, of which nobody has been told yet."""
        undoes = (await self.audit.acts_of(self.match.id))[-1].id if kind == "undo" else None
        seen = seen_by_moderator(self.match, kind)
        order = Order(kind, MIRA, "a test", seen, None, undoes, SERVER)
        self.match = await Moderation(self.club.service, self.audit).carry_out(self.match.id, order)
        return (await self.audit.acts_of(self.match.id))[-1]

    async def tell(self) -> list[str]:
        """The sentences that the moderator hears; what is logged is expected."""
        with capture_logs():
            return [str(one) for one in await self.notices.tell(self.match.id)]

    async def resync(self) -> None:
        with capture_logs():
            await self.notices.resync()

    async def is_told(self) -> tuple[bool, bool]:
        """Whether the players and the moderation log have been told of the last act."""
        last = (await self.audit.acts_of(self.match.id))[-1]
        return last.told, last.logged

    @property
    def places(self) -> list[int]:
        return [channel for channel, _ in self.discord.sent]


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    match = await sqlite_club.begin()
    await sqlite_club.store.keep_posting(Posting(match.id, thread=THREAD, revision=match.revision))
    made = Scene(sqlite_club, match)
    await made.people.change_guild_settings(SERVER, lambda now: replace(now, moderation_log=LOG, results=RESULTS))
    return made


async def test_an_act_is_told_once_to_the_players_and_once_to_the_log(scene: Scene) -> None:
    act = await scene.act()
    assert await scene.tell() == []
    assert list(scene.discord.sent) == [(THREAD, f"m{act.id}"), (LOG, f"l{act.id}-{LOG}")]
    assert all("a test" in line for line in scene.discord.sent.values())
    assert scene.discord.pinged == [(Kind.ACT, act.concerned)]
    assert set(act.concerned) == {ANA.user, BEN.user}
    assert await scene.is_told() == (True, True)
    assert await scene.tell() == []
    await scene.resync()


async def test_in_the_thread_that_is_named_after_the_match_its_code_is_not_repeated(scene: Scene) -> None:
    scene.discord.thread = f"Choccer · Ana vs Ben · #{scene.match.code}"
    await scene.act()
    await scene.tell()
    in_thread, in_log = scene.discord.sent.values()
    assert scene.match.code not in in_thread
    assert scene.match.code in in_log


async def test_an_act_on_a_match_that_is_not_over_tells_no_channel_for_results(scene: Scene) -> None:
    await scene.act()
    await scene.tell()
    assert RESULTS not in scene.places


async def test_a_result_that_is_taken_away_is_told_where_it_was_told(scene: Scene) -> None:
    for move in ("h4-g4", "d4-e4", "h3-g3", "d3-e3"):
        now = await scene.club.service.get(scene.match.id)
        await scene.club.service.submit(now.id, now.to_act[0].user or now.host, move)
    scene.match = await scene.club.service.resign(scene.match.id, BEN.user)
    await scene.act()
    await scene.tell()
    assert scene.places == [THREAD, RESULTS, LOG]
    assert scene.discord.cards == []


async def test_the_card_of_a_match_that_goes_on_again_tells_no_result(scene: Scene) -> None:
    await scene.act()
    await scene.tell()
    await scene.act("undo")
    await scene.tell()
    assert [match.id for match in scene.discord.cards] == [scene.match.id]


async def test_the_card_of_a_match_with_an_ai_in_a_seat_tells_that(scene: Scene) -> None:
    seen = seen_by_moderator(scene.match, "replace")
    order = Order("replace", MIRA, "a test", seen, Seat(1), None, SERVER)
    scene.match = await Moderation(scene.club.service, scene.audit).carry_out(scene.match.id, order)
    await scene.tell()
    assert [match.rated for match in scene.discord.cards] == [False]


async def test_where_the_thread_is_gone_the_channel_above_is_told(scene: Scene) -> None:
    await scene.act()
    scene.discord.errors[THREAD] = refusal(404)
    assert await scene.tell() == []
    assert scene.places == [HERE.channel, LOG]


async def test_the_moderator_hears_where_nobody_could_be_told(scene: Scene) -> None:
    await scene.act()
    scene.discord.errors = {THREAD: refusal(404), HERE.channel: refusal(403), LOG: refusal(403)}
    assert await scene.tell() == [NO_THREAD, NO_LOG]
    assert await scene.is_told() == (True, True), "it is of no use to try again"
    assert scene.places == []


@pytest.mark.parametrize(
    "place, error, told",
    [
        (THREAD, refusal(503), (False, False)),
        (THREAD, aiohttp.ClientError(), (False, False)),
        (THREAD, OSError("no way"), (False, False)),
        (LOG, refusal(503), (True, False)),
    ],
)
async def test_what_passes_is_told_once_as_soon_as_discord_answers(
    scene: Scene, place: int, error: Exception, told: tuple[bool, bool]
) -> None:
    """Players who have been told are not told again when the log answers."""
    await scene.act()
    scene.discord.errors[place] = error
    assert await scene.tell() == [LATER]
    assert await scene.is_told() == told
    scene.discord.errors.clear()
    await scene.resync()
    assert scene.places == [THREAD, LOG]


async def test_a_private_match_is_not_told_of_in_the_channel_above(scene: Scene) -> None:
    asked = await scene.club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (BEN,), private=True))
    scene.match = await scene.club.service.accept(asked.id, BEN)
    await scene.club.store.keep_posting(Posting(asked.id, thread=THREAD, revision=1))
    await scene.act()
    scene.discord.errors[THREAD] = refusal(404)
    assert await scene.tell() == [NO_THREAD]
    assert scene.places == [LOG]


async def test_a_server_without_a_log_is_told_nothing(scene: Scene) -> None:
    await scene.people.change_guild_settings(SERVER, lambda now: replace(now, moderation_log=None))
    await scene.act()
    assert await scene.tell() == []
    assert scene.places == [THREAD]

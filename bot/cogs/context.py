"""What every cog works with, and which player a Discord user is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

import discord

from bot.club.exclusions import ExclusionStore
from bot.club.match_notes import MatchNotes
from bot.club.people import PersonStore
from bot.club.personal_blocks import PersonalBlocks
from bot.club.reports import ReportStore
from bot.match.challenges import ChallengeRequest, Person
from bot.match.commits import outside_request
from bot.match.drafts import Drafts
from bot.match.errors import NotFound
from bot.match.model import Match, MatchId, UserId
from bot.match.opponents import NamedMember
from bot.match.reviewer import Reviewer
from bot.match.service import MatchService
from bot.match.showing import must_be_postable, must_be_shown_outside
from bot.match.sides import seen_by
from bot.match.stores import MatchLists, MatchLog, PostingReader, RecordStore
from bot.match.turns import turn_to_show
from bot.match.visibility import must_be_visible
from bot.ui.components.answers import FOR_POSTS, missing
from bot.ui.components.exclusive_jobs import ExclusiveJobs
from bot.ui.components.picture import Picture
from bot.ui.components.pipeline import Pipeline
from bot.ui.components.request import AnyMember, Request, person
from bot.ui.components.router import Router
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.publisher import Publisher
from bot.ui.pages.match_view import Last, last_turn, with_players
from games.core.i18n import Message, gettext
from games.core.table import Table

_MOST_SEARCHED = 50
"""How many matches of each kind are searched for what is typed."""
_LATER_SECONDS = 70.0
"""How long an answer about a late board is kept open, to be corrected when the board arrives.

What could not be posted is tried again each half minute.
"""


@dataclass(frozen=True, slots=True)
class Context:
    """The services that the commands use."""

    service: MatchService
    log: MatchLog
    lists: MatchLists
    postings: PostingReader
    drafts: Drafts
    records: RecordStore
    people: PersonStore
    publisher: Publisher
    painter: MatchPictures
    router: Router
    pipeline: Pipeline
    pings: Pings
    blocks: PersonalBlocks
    exclusions: ExclusionStore
    reports: ReportStore
    notes: MatchNotes
    reviewer: Reviewer
    exclusive: ExclusiveJobs = field(default_factory=ExclusiveJobs)

    async def remember_language(self, request: Request) -> None:
        """Store the language of the person's Discord, in which their matches are shown.

        English as well: if a server speaks another language, two people who share it should read it.
        """
        heard = request.discord_language.code
        if request.preferences.discord_language != heard:
            async with outside_request():
                await self.people.change_preferences(request.user, lambda now: replace(now, discord_language=heard))

    async def draw(self, request: Request, table: Table) -> Picture:
        """Draw the table as this person wants to see it: in their theme and patterns, or as text."""
        chosen = request.preferences
        if chosen.text_first:
            return self.painter.write_words(table, request.language)
        return await self.painter.paint(table, chosen.theme, chosen.patterns, request.language)

    async def last(self, match: Match) -> Last | None:
        """Return the last turn, as a board describes it, with its number."""
        told = turn_to_show(match, await self.log.seats(match.id))
        return last_turn(match, list(await self.log.entries(match.id, max(0, told.first - 1))), told)

    async def complete(self, request: Request, match: Match, table: Table) -> Table:
        """Return the table with names, clocks and the last turn, in the person's language."""
        return with_players(table, match, self.service.clock(), await self.last(match), request.language)

    async def here(self, request: Request) -> Match | None:
        """Return the match of the request's channel; of several, the person's own."""
        channel = request.channel
        found = await self.lists.in_thread(channel, request.user) if channel else None
        return None if found is None else as_seen(request, found)

    async def here_or_ended(self, request: Request) -> Match | None:
        """Return the match of the request's channel, else the last one played there."""
        return await self.here(request) or await self.lists.find_ended_in(request.channel)

    async def match_meant(self, request: Request, code: str | None) -> Match:
        """Return the named match, the one played here, or the only one waiting for the person. Raises NotFound."""
        if code:
            named = await self.find_match(request, code)
            must_be_visible(named, request.viewer)
            return named
        here = await self.here(request)
        if here is not None:
            return here
        over = await self.lists.find_ended_in(request.channel)
        if over is not None:  # even if it is their move in another match, which they don't mean here
            raise NotFound(gettext("Match #{code}, played here, is over. /games lists yours.", code=over.code))
        mine = await self.lists.of_user(request.user)
        waiting = [match for match in mine if any(player.to_act for player in match.seats_of(request.user))]
        if len(waiting) == 1:
            return as_seen(request, waiting[0])
        raise NotFound(
            gettext("No match is played in this channel. Name one with the option `match`; /games lists yours.")
        )

    async def get_match(self, request: Request, match_id: MatchId) -> Match:
        """Return the match as the person sees it. Raises NotFound."""
        return as_seen(request, await self.service.get(match_id))

    async def find_match(self, request: Request, code: str) -> Match:
        """Return the match with this code as the person sees it. Raises NotFound."""
        return as_seen(request, await self.service.find(code))

    async def find_visible(self, request: Request, match_id: MatchId) -> Match:
        """Return the match if the person may see it. Raises NotAllowed, NotFound."""
        match = await self.get_match(request, match_id)
        must_be_visible(match, request.viewer)
        return match

    async def wait_for_board(self, match: Match, tell: Callable[[Message], Awaitable[object]]) -> bool:
        """Wait until the board of an act is shown on the person's side; `tell` them why if it isn't yet.

        A board that is late is waited for, a minute; false if it is refused or comes later still.
        """
        missing = await self._about_board(match)
        if missing is None:
            return True
        await tell(missing)
        return await self.publisher.is_shown_within(match, _LATER_SECONDS)

    async def _about_board(self, match: Match) -> Message | None:
        """Return what the person must know about the board of their act, on their side; None if it is shown."""
        match await self.publisher.delivery(match):
            case "refused" if match.place.external:
                return gettext("I couldn't show the board here. Type /games here, and it appears.")
            case "refused":
                return gettext(
                    "I can't post the board here. In a channel where I can, open /games and press **Resume here**."
                )
            case "under way":
                return gettext("The board follows as soon as Discord accepts it.")
            case "posted":
                return None

    async def list_finished(
        self, request: Request, player: UserId, game: str | None = None, *, limit: int = 10
    ) -> list[Match]:
        """Return a player's latest finished matches, in all games or one, that the person may see."""
        found = await self.lists.finished_of(player, request.user, request.guild, game, limit)
        return [as_seen(request, match) for match in found]

    async def own_matches(self, request: Request) -> list[Match]:
        """Return the person's own matches for autocomplete: running ones, then finished ones."""
        running = await self.lists.of_user(request.user, _MOST_SEARCHED)
        return [*running, *await self.list_finished(request, request.user, limit=_MOST_SEARCHED)]

    async def jump(self, match_id: MatchId, user: UserId, guild: int | None) -> str | None:
        """Return a link to the live board message, for a person on this server."""
        match = seen_by(await self.service.get(match_id), user, guild)
        posting = await self.postings.posting(*match.shown_id)
        if posting.board is None:
            return None
        return f"https://discord.com/channels/{match.place.guild or '@me'}/{posting.thread}/{posting.board}"


def as_seen(request: Request, match: Match) -> Match:
    """Return the match as the person sees it: across servers, from their own side."""
    return seen_by(match, request.user, request.guild)


def person_in(request: Request, match: Match) -> Person:
    """Return the person as they are named in the match: across servers by their global name."""
    return request.person_everywhere if match.is_across else request.person


def may_post(request: Request, wanted: ChallengeRequest | Match | None = None) -> None:
    """Raise Refused, naming missing permissions, if the match could not be posted here as wanted."""
    private = wanted is not None and wanted.private
    if request.place.external:
        must_be_shown_outside(request.place, private=private, shown_to_all=request.is_answered_for_all)
        return
    absent = missing(request.bot_permissions, FOR_POSTS + ("create_private_threads",) * private)
    has_threads = _has_private_threads(request.discord_channel)
    must_be_postable(request.place, private=private, private_threads=has_threads, absent=absent)


def _has_private_threads(channel: object) -> bool:
    """Whether private threads can be opened in a channel, or in the parent of this thread."""
    inside = channel.parent if isinstance(channel, discord.Thread) else channel
    news = isinstance(inside, discord.TextChannel) and inside.is_news()
    return not news and not isinstance(inside, discord.VoiceChannel | discord.StageChannel | discord.ForumChannel)


def read_member(request: Request, member: AnyMember) -> NamedMember:
    """Return a member named in a request, with what Discord tells about them."""
    if request.client.user is not None and member.id == request.client.user.id:
        return NamedMember(person(member), "this bot")
    return NamedMember(person(member), "other bot" if member.bot else "person", _sees(request, member))


def _sees(request: Request, member: AnyMember) -> bool | None:
    """Whether a member sees what is posted where the request comes from; None if unknown."""
    if request.place.external and request.guild is None:
        others = _others_in(request.discord_channel)
        return member in others if others and request.member not in others else None
    if not isinstance(member, discord.Member):
        return False
    permissions = member.resolved_permissions
    return None if permissions is None else permissions.view_channel


def _others_in(channel: object) -> Sequence[discord.User]:
    """Return who else is in a conversation, as far as Discord tells."""
    if isinstance(channel, discord.GroupChannel):
        return channel.recipients
    if isinstance(channel, discord.DMChannel) and channel.recipient is not None:
        return [channel.recipient]
    return []

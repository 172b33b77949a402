"""/exclude and /exclude-server: who may not play on a server, or with it. /audit lists and undoes exclusions."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.club.exclusions import Exclusion, Exclusions, must_be_excludable
from bot.cogs.cog import RequestCog, command, on, server_only
from bot.cogs.context import Context
from bot.cogs.moderation import must_moderate
from bot.match.clock import Instant
from bot.match.errors import Refused
from bot.match.model import Match, UserId
from bot.match.moderation import MOST_REASON
from bot.match.sides import seen_in
from bot.match.visibility import same_server
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import AnyMember, Request
from bot.ui.delivery.notices import Notices
from bot.ui.pages import exclusions as pages
from games.core.i18n import gettext


class ExclusionCog(RequestCog):
    """Moderators exclude members, and other servers, from the matches of their server."""

    def __init__(self, context: Context, notices: Notices, exclusions: Exclusions) -> None:
        super().__init__(context)
        self._notices = notices
        self._exclusions = exclusions

    async def _must_moderate(self, request: Request) -> None:
        await must_moderate(self._context, request)

    @command(
        name="exclude",
        description="Exclude a member from matches on this server",
        acknowledge=Acknowledge.PRIVATE,
        guard=_must_moderate,
        when_late=WhenLate.STOP,
    )
    @app_commands.describe(member="Who may not play here any more", reason="Why: the member reads it")
    @server_only
    async def exclude(
        self, request: Request, member: discord.User, reason: app_commands.Range[str, 1, MOST_REASON]
    ) -> None:
        """`/exclude`: for moderators of this server."""
        must_be_excludable(member.display_name, bot=member.bot, manages=_manages_server(member))
        exclusion = Exclusion(
            request.guild or 0,
            UserId(member.id),
            member.display_name,
            " ".join(reason.split()),
            request.user,
            self._context.service.clock(),
        )
        await self._exclusions.exclude(exclusion)
        await self._tell(request, exclusion)

    @command(
        name="exclude-server",
        description="Exclude another server: nobody here is paired with its members any more",
        acknowledge=Acknowledge.PRIVATE,
        guard=_must_moderate,
        when_late=WhenLate.STOP,
    )
    @app_commands.describe(
        reason="Why: the other moderators read it in /audit",
        code="A match against somebody of that server; without it, the match of this thread",
    )
    @server_only
    async def exclude_server(
        self, request: Request, reason: app_commands.Range[str, 1, MOST_REASON], code: str | None = None
    ) -> None:
        """`/exclude-server`: for moderators of this server."""
        match = await self._met_match(request, code)
        exclusion = await self._exclusions.exclude_server(match, " ".join(reason.split()), request.user)
        await self._tell(request, exclusion)

    async def _met_match(self, request: Request, code: str | None) -> Match:
        """Return the match against the other server, as this server sees it. Raises NotFound, Refused."""
        match = await self._context.service.find(code) if code else await self._context.here(request)
        if match is None:
            raise Refused(
                gettext("Which server? Use the command in the thread of a match against it, or name the match.")
            )
        if not same_server(match, request.guild):
            raise Refused(gettext("Match #{code} is not played on this server.", code=match.code))
        return seen_in(match, request.guild)

    async def _tell(self, request: Request, exclusion: Exclusion) -> None:
        """Post to the moderation log, then tell the moderator, including why the log could not be reached."""
        problems = await self._notices.tell_log(
            exclusion.guild, partial(pages.log_exclusion, exclusion), _nonce(exclusion.excluded, exclusion.at)
        )
        said = [request.language(problem) for problem in problems]
        await request.tell(pages.tell_moderator(exclusion, said, request.language))

    async def _excluded_id(self, request: Request) -> int:
        """Return the id whose exclusion is to end. Raises Refused."""
        number = read_number(request.click.rest or request.value)
        if number is None:
            raise Refused(gettext("I can't find that exclusion any more. /audit lists who is excluded."))
        return number

    @on("readmit", acknowledge=Acknowledge.UPDATE, guard=_must_moderate, load=_excluded_id, when_late=WhenLate.STOP)
    async def _readmit(self, request: Request, excluded: int) -> None:
        """Readmit a member or a server."""
        guild = request.guild or 0
        exclusion = await self._exclusions.admit(guild, excluded, request.user)
        shown = partial(pages.log_readmission, exclusion, request.user)
        await self._notices.tell_log(guild, shown, _nonce(excluded, self._context.service.clock()))
        await request.update(shown(request.language))


def _nonce(excluded: int, at: Instant) -> str:
    """Return a nonce of at most 25 characters that is different each time."""
    return f"k{excluded % 10**9}-{at % 10**9}"


def _manages_server(member: AnyMember) -> bool:
    permissions = member.resolved_permissions if isinstance(member, discord.Member) else None
    return permissions is not None and permissions.manage_guild

"""/owner: what the bot's host decides for all servers. Only the bot's owners may use it, on a single server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.admin import logs
from bot.club.blocks import Block, BlockKind, Blocks, must_be_blockable, must_not_be_home
from bot.club.servers import MatchCount, ServerReader
from bot.cogs.announcer import Announcer
from bot.cogs.cog import RequestCog, command, on, suggestions
from bot.cogs.context import Context
from bot.match.errors import NotAllowed, NotFound, Refused, Stale
from bot.match.model import UserId
from bot.ui.components.markdown import bare, plain
from bot.ui.components.numbers import read_number
from bot.ui.components.paging import Page, page_of
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages import owner
from games.core.i18n import gettext

if TYPE_CHECKING:
    from bot.client import QuintetBot

_log = structlog.get_logger(__name__)
LEVELS = [app_commands.Choice(name=level, value=level) for level in logs.LEVELS]


@app_commands.default_permissions(administrator=True)
class OwnerCog(RequestCog, commands.GroupCog, name="owner", description="For the host of this bot"):
    """Servers, announcements, blocks and the log, for the owners of the application."""

    def __init__(
        self,
        context: Context,
        client: QuintetBot,
        servers: ServerReader,
        blocks: Blocks,
        announcer: Announcer,
        home: int,
    ) -> None:
        """`home` is the server that has these commands."""
        super().__init__(context)
        self._client, self._home = client, home
        self._servers, self._blocks, self._announcer = servers, blocks, announcer

    async def _only_owners(self, request: Request) -> None:
        """Raise NotAllowed for everybody but the application's owner and its team."""
        if not await self._client.is_owner(request.member):
            raise NotAllowed(gettext("Only the host of this bot can do that."))

    async def _show_done(self, request: Request, sentence: str) -> None:
        """Replace the page with the control by a sentence."""
        await request.update_text(request.language(sentence))

    @on("owner-never-mind", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _never_mind(self, request: Request) -> None:
        await self._show_done(request, gettext("Nothing was done."))

    # ------------------------------------------------------------------ servers

    @command(
        name="servers",
        description="All servers I'm on, largest first",
        acknowledge=Acknowledge.PRIVATE,
        guard=_only_owners,
    )
    async def servers(self, request: Request) -> None:
        """`/owner servers`: with members and matches."""
        await request.tell(await self._servers_page(request, 0))

    @on("owner-servers", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _turn_servers_page(self, request: Request) -> None:
        view = await self._servers_page(request, _number(request.click.rest))
        await request.update(view)

    async def _servers_page(self, request: Request, wanted: int) -> discord.ui.LayoutView:
        guilds = [guild async for guild in self._client.fetch_guilds(limit=None)]
        guilds.sort(key=lambda guild: (-(guild.approximate_member_count or 0), guild.id))
        page = page_of(guilds, wanted, owner.PAGE)
        counts = await self._servers.match_counts([guild.id for guild in page.entries])
        listed = [_server(guild, counts.get(guild.id, MatchCount())) for guild in page.entries]
        return owner.servers_page(Page(page.number, listed, page.goes_on), len(guilds), request.language)

    @command(name="leave", description="Leave a server", acknowledge=Acknowledge.PRIVATE, guard=_only_owners)
    @app_commands.describe(server="The server, or its id")
    async def leave(self, request: Request, server: str) -> None:
        """`/owner leave`: asks first."""
        guild = await self._guild(server)
        if guild.id == self._home:
            raise Refused(gettext("I'm staying here: this server has these commands."))
        counts = await self._servers.match_counts([guild.id])
        shown = _server(guild, counts.get(guild.id, MatchCount()))
        await request.tell(owner.leave_page(shown, request.language))

    @on("owner-leave", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _leave(self, request: Request) -> None:
        guild = await self._guild(request.click.rest)
        await guild.leave()
        await self._show_done(request, gettext("I have left **{name}**.", name=plain(guild.name)))

    async def _guild(self, server: str) -> discord.Guild:
        """Return the server with this id or name. Raises NotFound."""
        same = [guild for guild in self._client.guilds if guild.name.casefold() == server.strip().casefold()]
        if len(same) == 1:
            return same[0]
        unknown = gettext(
            "I'm not on a server called '{text}'. /owner servers lists all with their ids.", text=plain(server)
        )
        if not (number := _number(server)):
            raise NotFound(unknown)
        try:
            return await self._client.fetch_guild(number)
        except (discord.NotFound, discord.Forbidden):
            raise NotFound(unknown) from None

    # ------------------------------------------------------------------ blocks

    @command(
        name="block",
        description="Block a server or a person from using me",
        acknowledge=Acknowledge.PRIVATE,
        guard=_only_owners,
        when_late=WhenLate.STOP,
    )
    @app_commands.describe(server="The server, or its id", person="The person", reason="A note for yourself")
    async def block(
        self,
        request: Request,
        server: str | None = None,
        person: discord.User | None = None,
        reason: app_commands.Range[str, 0, 200] = "",
    ) -> None:
        """`/owner block`: from now on every command and button is refused with a sentence."""
        if (server is None) == (person is None):
            raise Refused(gettext("Name a server or a person, one of the two."))
        if person is not None:
            kind, subject, name = await self._blockable_person(person)
        else:
            kind, subject, name = await self._blockable_server(server or "")
        at = self._context.service.clock()
        await self._blocks.block(Block(kind, subject, reason, request.user, at))
        blocked = gettext("{name} is blocked. /owner blocks can undo that.", name=name)
        await request.tell_text(request.language(blocked))

    @suggestions("server", leave, block)
    async def _complete_server(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        if not await self._client.is_owner(request.member):
            return []
        found = [g for g in self._client.guilds if typed.casefold() in g.name.casefold() or typed in str(g.id)]
        return [app_commands.Choice(name=clip(bare(g.name), CHOICE_NAME), value=str(g.id)) for g in found[:CHOICES]]

    async def _blockable_person(self, person: discord.User | discord.Member) -> tuple[BlockKind, int, str]:
        must_be_blockable(person.display_name, owner=await self._client.is_owner(person))
        return "person", person.id, f"<@{person.id}>"

    async def _blockable_server(self, server: str) -> tuple[BlockKind, int, str]:
        """Return the server to block; one without the bot can be given by its id."""
        number = _number(server)
        guild = self._client.get_guild(number) if number else await self._guild(server)
        subject = guild.id if guild is not None else number
        must_not_be_home(subject, self._home)
        return "server", subject, f"**{plain(guild.name)}**" if guild is not None else f"`{subject}`"

    @command(
        name="blocks",
        description="Who is blocked, and how to undo it",
        acknowledge=Acknowledge.PRIVATE,
        guard=_only_owners,
    )
    async def blocks(self, request: Request) -> None:
        """`/owner blocks`: the newest first."""
        await request.tell(await self._blocks_page(request, 0))

    @on("owner-blocks", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _turn_blocks_page(self, request: Request) -> None:
        view = await self._blocks_page(request, _number(request.click.rest))
        await request.update(view)

    @on("owner-unblock", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _unblock(self, request: Request) -> None:
        kind, _, subject = request.value.partition("-")
        await self._blocks.unblock("person" if kind == "person" else "server", _number(subject))
        view = await self._blocks_page(request, _number(request.click.rest))
        await request.update(view)

    async def _blocks_page(self, request: Request, wanted: int) -> discord.ui.LayoutView:
        every = await self._blocks.blocks()
        page = page_of(every, wanted, owner.PAGE)
        return owner.blocks_page(page, await self._names(page.entries), len(every), request.language)

    async def _names(self, blocks: Sequence[Block]) -> dict[int, str]:
        """Return the names of servers with the bot, and of people who have played."""
        people = await self._context.people.names([UserId(one.subject) for one in blocks if one.kind == "person"])
        guilds = [self._client.get_guild(one.subject) for one in blocks if one.kind == "server"]
        return {int(user): name for user, name in people.items()} | {g.id: g.name for g in guilds if g is not None}

    # ------------------------------------------------------------------ announcements

    @command(
        name="announce",
        description="Write to all servers, or see how far that has got",
        acknowledge=Acknowledge.NONE,
        guard=_only_owners,
    )
    async def announce(self, request: Request) -> None:
        """`/owner announce`: a window for the text; while one is being sent, how far it is."""
        present = await self._announcer.present()
        if present is None or present.state != "sending":
            await request.show_modal(owner.announcement_form(request.language))
        else:
            servers = await self._announcer.count_servers()
            await request.tell(owner.progress_page(present, servers, request.language))

    @on("owner-draft", acknowledge=Acknowledge.PRIVATE, guard=_only_owners)
    async def _draft(self, request: Request) -> None:
        draft = await self._announcer.draft(request.value)
        servers = await self._announcer.count_servers()
        await request.tell(owner.draft_page(draft, servers, request.language))

    @on("owner-send", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _send(self, request: Request) -> None:
        await self._announcer.send(_number(request.click.rest))
        await self._show_progress(request)

    @on("owner-stop", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _stop(self, request: Request) -> None:
        await self._announcer.stop(_number(request.click.rest))
        await self._show_progress(request)

    @on("owner-progress", acknowledge=Acknowledge.UPDATE, guard=_only_owners, when_late=WhenLate.STOP)
    async def _progress(self, request: Request) -> None:
        await self._show_progress(request)

    async def _show_progress(self, request: Request) -> None:
        present, servers = await self._announcer.present(), await self._announcer.count_servers()
        if present is None:
            raise Stale(gettext("This announcement is outdated. Write it again with /owner announce."))
        await request.update(owner.progress_page(present, servers, request.language))

    # ------------------------------------------------------------------ log

    @command(
        name="log",
        description="Change my log level until I restart",
        acknowledge=Acknowledge.PRIVATE_IN_TIME,
        guard=_only_owners,
    )
    @app_commands.describe(level="The lowest level to write")
    @app_commands.choices(level=LEVELS)
    async def log(self, request: Request, level: str) -> None:
        """`/owner log`: of the process that serves this server."""
        logs.set_level(level)
        _log.info("log level changed", level=level)
        words = gettext(
            "My log now shows {level} and above. After a restart QUINTET_LOG_LEVEL counts again.", level=level
        )
        await request.tell_text(request.language(words))


def _number(text: str) -> int:
    """Return the number in a text or custom id; 0 for anything else."""
    return read_number(text) or 0


def _server(guild: discord.Guild, counts: MatchCount) -> owner.Server:
    members = guild.approximate_member_count or guild.member_count or 0
    return owner.Server(guild.id, guild.name, members, counts.live, counts.total)

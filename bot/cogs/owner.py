"""/owner: what the bot's host decides for all servers. Only its owners may, on the one server that has the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.admin import logs
from bot.club.blocks import Block, BlockKind, Blocks
from bot.cogs.announcer import Announcer
from bot.cogs.context import Context, user_id
from bot.match.errors import NotAllowed, NotFound, Refused
from bot.match.model import UserId
from bot.store.servers import MatchCount, SqlServers
from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.components.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.components.markdown import bare, plain
from bot.ui.pages import owner
from games.core.i18n import gettext

if TYPE_CHECKING:
    from bot.client import QuintetBot

_log = structlog.get_logger(__name__)
LEVELS = [app_commands.Choice(name=level, value=level) for level in logs.LEVELS]


@app_commands.default_permissions(administrator=True)
class OwnerCog(commands.GroupCog, name="owner", description="For the host of this bot"):
    """Servers, announcements, blocks and the log, for the owners of the application."""

    def __init__(
        self, context: Context, client: QuintetBot, servers: SqlServers, blocks: Blocks, announcer: Announcer, home: int
    ) -> None:
        """`home` is the server that has these commands."""
        self._context, self._client, self._home = context, client, home
        self._servers, self._blocks, self._announcer = servers, blocks, announcer
        handlers = {
            "owner-servers": self._turn_servers,
            "owner-leave": self._leave,
            "owner-blocks": self._turn_blocks,
            "owner-unblock": self._unblock,
            "owner-draft": self._draft,
            "owner-send": self._send,
            "owner-stop": self._stop,
            "owner-progress": self._progress,
            "owner-never-mind": self._never_mind,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)

    async def _only_owners(self, interaction: Interaction) -> None:
        """Raises NotAllowed for everybody but the application's owner and its team."""
        if not await self._client.is_owner(interaction.user):
            raise NotAllowed(gettext("Only the host of this bot can do that."))

    async def _done(self, interaction: Interaction, sentence: str) -> None:
        """Put a sentence in the place of the page with the control."""
        await answers.update_text(interaction, (await self._context.language(interaction))(sentence))

    async def _never_mind(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        await self._done(interaction, gettext("Nothing was done."))

    # ------------------------------------------------------------------ servers

    @app_commands.command(name="servers", description="All servers I'm on, largest first")
    async def servers(self, interaction: Interaction) -> None:
        """`/owner servers`: with members and matches."""
        await self._only_owners(interaction)
        await answers.wait(interaction)
        await answers.tell(interaction, await self._servers_page(interaction, 0))

    async def _turn_servers(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        view = await self._servers_page(interaction, number(click.rest))
        await answers.update(interaction, view)

    async def _servers_page(self, interaction: Interaction, wanted: int) -> discord.ui.LayoutView:
        guilds = [guild async for guild in self._client.fetch_guilds(limit=None)]
        guilds.sort(key=lambda guild: (-(guild.approximate_member_count or 0), guild.id))
        page = owner.page_of(wanted, len(guilds))
        shown = guilds[page * owner.PAGE :][: owner.PAGE]
        counts = await self._servers.match_counts([guild.id for guild in shown])
        listed = [_server(guild, counts.get(guild.id, MatchCount())) for guild in shown]
        return owner.servers_page(listed, len(guilds), page, await self._context.language(interaction))

    @app_commands.command(name="leave", description="Leave a server")
    @app_commands.describe(server="The server, or its id")
    async def leave(self, interaction: Interaction, server: str) -> None:
        """`/owner leave`: asks first."""
        await self._only_owners(interaction)
        await answers.wait(interaction)
        guild = await self._guild(server)
        if guild.id == self._home:
            raise Refused(gettext("I stay here: this server has these commands."))
        counts = await self._servers.match_counts([guild.id])
        shown = _server(guild, counts.get(guild.id, MatchCount()))
        await answers.tell(interaction, owner.leave_page(shown, await self._context.language(interaction)))

    async def _leave(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        guild = await self._guild(click.rest)
        await guild.leave()
        await self._done(interaction, gettext("I have left **{name}**.", name=plain(guild.name)))

    async def _guild(self, server: str) -> discord.Guild:
        """The server with this id or name. Raises NotFound."""
        same = [guild for guild in self._client.guilds if guild.name.casefold() == server.strip().casefold()]
        if len(same) == 1:
            return same[0]
        try:
            return await self._client.fetch_guild(number(server))
        except (discord.NotFound, discord.Forbidden):
            raise NotFound(
                gettext(
                    "I'm not on a server called '{text}'. /owner servers lists all with their ids.", text=plain(server)
                )
            ) from None

    @leave.autocomplete("server")
    async def _complete_server(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not await self._client.is_owner(interaction.user):
            return []
        found = [g for g in self._client.guilds if typed.casefold() in g.name.casefold() or typed in str(g.id)]
        return [app_commands.Choice(name=clip(bare(g.name), CHOICE_NAME), value=str(g.id)) for g in found[:CHOICES]]

    # ------------------------------------------------------------------ blocks

    @app_commands.command(name="block", description="Block a server or a person from using me")
    @app_commands.describe(server="The server, or its id", person="The person", reason="A note for yourself")
    async def block(
        self,
        interaction: Interaction,
        server: str | None = None,
        person: discord.User | None = None,
        reason: app_commands.Range[str, 0, 200] = "",
    ) -> None:
        """`/owner block`: from now on every command and button is refused with a sentence."""
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        if (server is None) == (person is None):
            raise Refused(gettext("Name a server or a person, one of the two."))
        if person is not None:
            kind, subject, name = await self._blockable_person(person)
        else:
            kind, subject, name = await self._blockable_server(server or "")
        at = self._context.service.clock()
        await self._blocks.block(Block(kind, subject, reason, user_id(interaction), at))
        language = await self._context.language(interaction)
        blocked = gettext("{name} is blocked. /owner blocks can undo that.", name=name)
        await answers.tell_text(interaction, language(blocked))

    block.autocomplete("server")(_complete_server)

    async def _blockable_person(self, person: discord.User | discord.Member) -> tuple[BlockKind, int, str]:
        if await self._client.is_owner(person):
            raise Refused(gettext("{name} is an owner of this bot and can't be blocked.", name=person.display_name))
        return "person", person.id, f"<@{person.id}>"

    async def _blockable_server(self, server: str) -> tuple[BlockKind, int, str]:
        """One that I am not on can be blocked by its id."""
        guild = self._client.get_guild(number(server)) if number(server) else await self._guild(server)
        subject = guild.id if guild is not None else number(server)
        if subject == self._home:
            raise Refused(gettext("This server has these commands and can't be blocked."))
        return "server", subject, f"**{plain(guild.name)}**" if guild is not None else f"`{subject}`"

    @app_commands.command(name="blocks", description="Who is blocked, and how to undo it")
    async def blocks(self, interaction: Interaction) -> None:
        """`/owner blocks`: the newest first."""
        await self._only_owners(interaction)
        await answers.wait(interaction)
        await answers.tell(interaction, await self._blocks_page(interaction, 0))

    async def _turn_blocks(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        view = await self._blocks_page(interaction, number(click.rest))
        await answers.update(interaction, view)

    async def _unblock(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        kind, _, subject = (values[0] if values else "").partition("-")
        await self._blocks.unblock("person" if kind == "person" else "server", number(subject))
        view = await self._blocks_page(interaction, number(click.rest))
        await answers.update(interaction, view)

    async def _blocks_page(self, interaction: Interaction, wanted: int) -> discord.ui.LayoutView:
        every = await self._blocks.blocks()
        page = owner.page_of(wanted, len(every))
        shown = every[page * owner.PAGE :][: owner.PAGE]
        language = await self._context.language(interaction)
        return owner.blocks_page(shown, await self._names(shown), len(every), page, language)

    async def _names(self, blocks: Sequence[Block]) -> dict[int, str]:
        """The names of servers that I am on, and of people who have played."""
        people = await self._context.people.names([UserId(one.subject) for one in blocks if one.kind == "person"])
        guilds = [self._client.get_guild(one.subject) for one in blocks if one.kind == "server"]
        return {int(user): name for user, name in people.items()} | {g.id: g.name for g in guilds if g is not None}

    # ------------------------------------------------------------------ announcements

    @app_commands.command(name="announce", description="Write to all servers, or see how far that has got")
    async def announce(self, interaction: Interaction) -> None:
        """`/owner announce`: a window for the text; while one is being sent, how far it is."""
        await self._only_owners(interaction)
        language = await self._context.language(interaction)
        present = await self._announcer.present()
        if present is None or present.state != "sending":
            await answers.open_window(interaction, owner.announcement_form(language))
        else:
            servers = await self._announcer.count_servers()
            await answers.tell(interaction, owner.progress_page(present, servers, language))

    async def _draft(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait(interaction)
        draft = await self._announcer.draft(values[0] if values else "")
        servers = await self._announcer.count_servers()
        await answers.tell(interaction, owner.draft_page(draft, servers, await self._context.language(interaction)))

    async def _send(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        await self._announcer.send(number(click.rest))
        await self._show_progress(interaction)

    async def _stop(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        await self._announcer.stop(number(click.rest))
        await self._show_progress(interaction)

    async def _progress(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        await self._only_owners(interaction)
        await answers.wait_or_stop(interaction)
        await self._show_progress(interaction)

    async def _show_progress(self, interaction: Interaction) -> None:
        present, servers = await self._announcer.present(), await self._announcer.count_servers()
        if present is not None:
            view = owner.progress_page(present, servers, await self._context.language(interaction))
            await answers.update(interaction, view)

    # ------------------------------------------------------------------ log

    @app_commands.command(name="log", description="Change my log level until I restart")
    @app_commands.describe(level="The lowest level to write")
    @app_commands.choices(level=LEVELS)
    async def log(self, interaction: Interaction, level: str) -> None:
        """`/owner log`: of the process that serves this server."""
        await self._only_owners(interaction)
        logs.set_level(level)
        _log.info("log level changed", level=level)
        language = await self._context.language(interaction)
        words = gettext(
            "My log now tells {level} and above. After a restart QUINTET_LOG_LEVEL counts again.", level=level
        )
        await answers.tell_text(interaction, language(words))


def number(text: str) -> int:
    """The number that was typed or stands in a custom id; 0 for anything else."""
    bare_text = text.strip()
    return int(bare_text) if bare_text.isascii() and bare_text.isdecimal() and len(bare_text) <= 20 else 0


def _server(guild: discord.Guild, counts: MatchCount) -> owner.Server:
    members = guild.approximate_member_count or guild.member_count or 0
    return owner.Server(guild.id, guild.name, members, counts.live, counts.total)

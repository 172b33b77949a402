"""/play: find an opponent."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.club.guild_settings import games_to_offer
from bot.club.open_tables import OpenTables
from bot.club.seeks import Seek, can_be_answered
from bot.cogs.cog import RequestCog, command, on
from bot.cogs.context import Context, may_post, person_in
from bot.cogs.new_match import show_card
from bot.match.errors import Refused
from bot.match.model import Match
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request
from bot.ui.delivery.seek_posts import SeekPosts
from bot.ui.pages import seeks as pages
from games.core.i18n import gettext


class SeekCog(RequestCog):
    """People who look for opponents."""

    def __init__(self, context: Context, posts: SeekPosts, tables: OpenTables) -> None:
        super().__init__(context)
        self._tables = tables
        self._posts = posts
        self._matchmaking = posts.matchmaking

    @command(
        name="play",
        description="Find an opponent: your match begins as soon as somebody fits",
        acknowledge=Acknowledge.NONE,
    )
    @app_commands.describe(stop="Stop looking for an opponent")
    async def play(self, request: Request, stop: bool | None = None) -> None:  # noqa: FBT001 - an option of Discord's
        """`/play`: open the modal, or with `stop` end a search."""
        if stop:
            left = await self._tables.leave(request.user, request.guild or 0)
            await self._stop_looking(request, left_a_table=left)
            return
        await self._open_window(request)

    @on("seek", acknowledge=Acknowledge.NONE)
    async def _open_window(self, request: Request) -> None:
        """Open the modal for a search. Raises Refused."""
        if not can_be_answered(request.place):
            if request.guild is None:
                raise Refused(gettext("There is nobody to find in direct messages. Use /play on a server."))
            raise Refused(gettext("I'm not on this server, so nobody can answer your search. Use /challenge here."))
        settings = await self._context.people.guild_settings(request.guild)
        await request.show_modal(pages.window(games_to_offer(settings), settings, request.language))

    async def _seek(self, request: Request) -> Seek:
        """Return the seek that was filled in. Raises Refused."""
        seek = pages.read_form(request.form, request.person, request.place)
        if not seek.across:
            return seek
        server = request.server.name if request.server is not None else ""
        return replace(seek, person=request.person_everywhere, place=replace(seek.place, server=server))

    @on("seek-form", acknowledge=Acknowledge.PRIVATE, load=_seek, when_late=WhenLate.STOP)
    async def _look(self, request: Request, seek: Seek) -> None:
        may_post(request)
        await self._context.remember_language(request)
        if seek.seats > 2:
            await self._sit_down(request, seek)
            return
        found = await self._matchmaking.search(seek, request.roles)
        if isinstance(found, Seek):
            await request.tell(pages.waits(found, request.language))
        else:
            await self._begin(request, *found)

    async def _sit_down(self, request: Request, seek: Seek) -> None:
        """Join a waiting table for more than two, or open a new one, whose card shows its players."""
        table = await self._tables.take_seat(seek, request.roles, request.sees)
        if table.host == request.user:
            await self._context.service.announce(table)
            await request.tell_text(pages.table_opened(table, request.language))
        else:
            await request.tell_text(pages.table_found(table, request.language))
        self._posts.notice_table(table)

    @on("seek-answer", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _answer(self, request: Request) -> None:
        """Answer a seek that is shown."""
        may_post(request)
        await self._context.remember_language(request)
        number = read_number(request.click.rest) or 0
        await self._begin(
            request, *await self._matchmaking.answer(number, request.person, request.place, request.roles)
        )

    async def _begin(self, request: Request, seek: Seek, match: Match) -> None:
        await show_card(self._context, request, match)
        await self._posts.tell(seek, person_in(request, match), match)

    @on("seek-stop", acknowledge=Acknowledge.PRIVATE, when_late=WhenLate.STOP)
    async def _stop(self, request: Request) -> None:
        await self._stop_looking(request)

    async def _stop_looking(self, request: Request, *, left_a_table: bool = False) -> None:
        try:
            await self._matchmaking.stop(request.user, request.guild)
        except Refused:
            if not left_a_table:
                raise
        await request.tell_text(request.language.gettext("You have stopped looking. /play starts a new search."))

"""/games: one's own matches, and those to watch."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.context import Context, may_post, place, user_id, viewer
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, Posting, Stage
from bot.match.visibility import must_be_visible
from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.pages.match_view import board_table, last_move, seated
from bot.ui.pages.overview import Listed, match_page, overview
from games.core.i18n import gettext


class OverviewCog(commands.Cog):
    """Finding matches."""

    def __init__(self, context: Context) -> None:
        self._context = context
        context.router.on("open", self._open)
        context.router.on("resume", self._resume)

    @app_commands.command(name="games", description="Your matches, challenges, and matches to watch")
    @app_commands.describe(code="Open one match by its code")
    async def games(self, interaction: Interaction, code: str | None = None) -> None:
        """`/games`: the lists; with a code, or in the thread of a match, that match.

        A channel that a match is played in for want of a thread is for other matches as well.
        """
        await answers.wait(interaction)
        threaded = isinstance(interaction.channel, discord.Thread)
        here = await self._context.here(interaction) if threaded else None
        match = await self._context.service.find(code) if code else here
        if match is not None:
            await self._page(interaction, match)
            return
        user = user_id(interaction)
        mine = await self._listed(await self._context.service.store.of_user(user))
        server, store = interaction.guild_id, self._context.service.store
        # In direct messages there is nobody to join or to watch.
        public = [*await store.open_tables(server), *await store.watchable(server)] if server is not None else []
        others = await self._listed([one for one in public if not one.seats_of(user)])
        await answers.tell(interaction, overview(mine, others, user, await self._context.language(interaction)))

    async def _open(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        await answers.wait(interaction)
        await self._page(interaction, await self._context.service.find(values[0] if values else ""))

    async def _resume(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """Go on with a paused match; with one that cannot be shown in its own place, here."""
        match = await self._context.seen(interaction, click.match)
        await answers.wait_in_place(interaction)
        user = user_id(interaction)
        if not match.seats_of(user):
            raise NotAllowed(gettext("Only its players can resume a match."))
        posting = await self._context.service.store.posting(match.id)
        if match.stage is not Stage.PAUSED and not posting.lost:
            raise Refused(gettext("Match #{code} is going on. Press To the board in /games.", code=match.code))
        if posting.lost:
            may_post(interaction, match)
        if match.stage is Stage.PAUSED:
            match = await self._context.service.resume(match.id, user)
        if posting.lost:
            await self._context.publisher.move_to(match, place(interaction), interaction.channel_id or 0)
        else:  # an edit would ping nobody, and the pause may have been a long one
            await self._context.publisher.repost(match)
        language = await self._context.language(interaction)
        where = interaction.channel_id if posting.lost else posting.thread
        view = match_page(Listed(match, Posting(match.id, where)), user, None, language)  # its board is still to come
        await answers.update(interaction, view)

    async def _listed(self, matches: Sequence[Match]) -> list[Listed]:
        return [Listed(match, await self._context.service.store.posting(match.id)) for match in matches]

    async def _page(self, interaction: Interaction, match: Match) -> None:
        """One match. Raises NotAllowed where it is private."""
        user, language = user_id(interaction), await self._context.language(interaction)
        mine = match.seats_of(user)
        must_be_visible(match, viewer(interaction))
        posting = await self._context.service.store.posting(match.id)
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            await answers.tell(interaction, match_page(Listed(match, posting), user, None, language))
            return
        log = list(await self._context.service.store.entries(match.id, max(0, match.ply - 4)))
        table = board_table(match, mine[0].seat if mine else None)
        shown = seated(table, match, self._context.service.clock(), last_move(match, log), language)
        drawn = await self._context.drawn(interaction, shown)
        name = f"{match.game}-{match.code}-{match.revision}.png"
        view = match_page(Listed(match, posting), user, drawn.item(name), language)
        await answers.tell(interaction, view, drawn.file(name))

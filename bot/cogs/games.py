"""/games: the person's own matches, and those to watch."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.club.matchmaking import Matchmaking
from bot.cogs.cog import RequestCog, command, on, suggest_matches, suggestions
from bot.cogs.context import Context, as_seen, may_post
from bot.cogs.moderation import ModerationCog
from bot.match.model import Match, Posting, Stage
from bot.match.overview import read_overview
from bot.match.showing import must_be_resumable, must_be_seen_by_all
from bot.match.visibility import is_visible, must_be_visible
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.pages.card import title
from bot.ui.pages.match_view import personal_table
from bot.ui.pages.overview import LinkedMatch, match_page, overview
from bot.ui.pages.seeks import ways_to_match


class GamesCog(RequestCog):
    """Finding matches."""

    def __init__(self, context: Context, moderation: ModerationCog, matchmaking: Matchmaking) -> None:
        super().__init__(context)
        self._matchmaking = matchmaking
        self._moderation = moderation

    @command(
        name="games", description="Your matches, challenges, and matches to watch", acknowledge=Acknowledge.PRIVATE
    )
    @app_commands.describe(code="Open one match by its code")
    async def games(self, request: Request, code: str | None = None) -> None:
        """`/games`: the lists; with a code, or in the thread of a match, that match.

        A channel that a match is played in for want of a thread is for other matches as well.
        """
        threaded = isinstance(request.discord_channel, discord.Thread)
        here = await self._context.here(request) if threaded else None
        match = await self._context.service.find(code) if code else here
        if match is not None:
            await self._page(request, match)
            return
        found = await read_overview(self._context.lists, self._context.postings, request.viewer)
        mine, others, finished = (
            [LinkedMatch(one, found.postings[one.id]) for one in matches]
            for matches in (found.mine, found.others, found.finished)
        )
        seek = await self._matchmaking.search_of(request.user, request.guild)
        ways = [ways_to_match(request.place, request.language)]
        await request.tell(overview(mine, others, request.user, request.language, finished, seek, ways=ways))

    @suggestions("code", games)
    async def _complete(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the person's own matches, running and finished, by code, game or player."""
        return suggest_matches(await self._context.own_matches(request), typed, request.language)

    @on("open", acknowledge=Acknowledge.PRIVATE)
    async def _open(self, request: Request) -> None:
        await self._page(request, await self._context.service.find(request.value))

    async def _match(self, request: Request) -> Match:
        return await self._context.find_visible(request, request.click.match)

    @on("resume", acknowledge=Acknowledge.UPDATE, load=_match)
    async def _resume(self, request: Request, match: Match) -> None:
        """Resume a match from its page in `/games`."""
        match, posting = await self._go_on(request, match)
        where = request.channel if posting.lost else posting.thread
        view = match_page(
            LinkedMatch(match, Posting(match.id, where)), request.user, None, request.language
        )  # its board is not posted yet
        await request.update(view)

    @on("unpause", acknowledge=Acknowledge.SILENT_IN_TIME, load=_match)
    async def _unpause(self, request: Request, match: Match) -> None:
        """Resume a match from its board, which is posted again."""
        await self._go_on(request, match)

    async def _go_on(self, request: Request, match: Match) -> tuple[Match, Posting]:
        """Resume a paused match; one that cannot be shown in its place continues here."""
        user = request.user
        posting = await self._context.postings.posting(*match.shown_id)
        must_be_resumable(match, user, posting)
        if posting.lost:
            may_post(request, match)
            must_be_seen_by_all(match, request.place)
        if match.stage is Stage.PAUSED:
            match = as_seen(request, await self._context.service.resume(match.id, user))
        if posting.lost:
            await self._context.publisher.move_to(match, request.place, request.channel)
        else:  # a new post, because an edit pings nobody and the pause may have been long
            await self._context.publisher.repost(match)
        return match, posting

    async def _page(self, request: Request, match: Match) -> None:
        """Return the page of one match. Raises NotAllowed if it is private."""
        user, match = request.user, as_seen(request, match)
        if not is_visible(match, request.viewer):
            await self._moderate(request, match)
            return
        posting = await self._context.postings.posting(*match.shown_id)
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            await request.tell(match_page(LinkedMatch(match, posting), user, None, request.language))
            return
        shown = await self._context.complete(request, match, personal_table(match, user))
        drawn = await self._context.draw(request, shown)
        name = f"{match.game}-{match.code}-{match.revision}.png"
        view = match_page(LinkedMatch(match, posting), user, drawn.item(name), request.language)
        await request.tell(view, drawn.file(name))

    async def _moderate(self, request: Request, match: Match) -> None:
        """Return a moderator's controls for a match whose board they may not see. Raises NotAllowed for others."""
        rows = await self._moderation.rows(request, match)
        if not rows:
            must_be_visible(match, request.viewer)
        told = request.language.gettext("This match is private: you can moderate it, but you can't see its board.")
        await request.tell_text(f"### {title(match, request.language)}\n{told}", *rows)

"""/review: how a finished match was played."""

from __future__ import annotations

import asyncio
from io import BytesIO

import discord
from discord import app_commands

from bot.cogs.cog import RequestCog, command, on, suggest_matches, suggestions
from bot.match.errors import Refused
from bot.match.model import Match
from bot.match.reviewer import Progress
from bot.match.reviews import Review, must_be_reviewable
from bot.match.visibility import must_be_visible
from bot.ui.components import items
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.i18n.language import Language
from bot.ui.pages import review as pages
from bot.ui.pages.match_view import board_table
from bot.ui.pages.replay import frame
from games.core.i18n import gettext
from render.theme import ThemeName

TOLD_SECONDS = 2
"""Seconds between progress updates for a review."""
_MOST_SEARCHED = 50


class ReviewCog(RequestCog):
    """Reviews of finished matches by an AI."""

    async def _match(self, request: Request) -> Match:
        """Return the match of a control. Raises NotAllowed, NotFound, Refused."""
        match = await self._context.find_visible(request, request.click.match)
        must_be_reviewable(match)
        return match

    @command(name="review", description="See how a finished match was played", acknowledge=Acknowledge.PRIVATE)
    @app_commands.describe(code="Match code, e.g. K7QFM")
    async def review(self, request: Request, code: str | None = None) -> None:
        """`/review`: a match by its code, or the one that was played here."""
        if code:
            match = await self._context.find_match(request, code)
        else:
            here = await self._context.here(request) or await self._context.lists.find_ended_in(request.channel)
            if here is None:
                raise Refused(gettext("Which match? Give its code; /games lists yours."))
            match = here
        must_be_visible(match, request.viewer)
        must_be_reviewable(match)
        await self._show(request, match)

    @suggestions("code", review)
    async def _complete(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the person's own finished matches, by code, game or player."""
        mine = await self._context.list_finished(request, request.user, limit=_MOST_SEARCHED)
        return suggest_matches(mine, typed, request.language)

    @on("review", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _begin(self, request: Request, match: Match) -> None:
        await self._show(request, match)

    @on("review-whole", acknowledge=Acknowledge.UPDATE, load=_match)
    async def _whole(self, request: Request, match: Match) -> None:
        await self._show(request, match)

    @on("review-share", acknowledge=Acknowledge.PUBLIC, load=_match)
    async def _share(self, request: Request, match: Match) -> None:
        review = await self._context.reviewer.load(match)
        if review is None:
            raise Refused(gettext("The match has changed since it was reviewed. Press **Review** again."))
        settings = await self._context.people.settings_of(match)
        language = Language(settings.public_language)
        file = await self._card(match, review, settings.theme, language)
        log = await self._context.log.entries(match.id)
        picture, by = _picture(file, match, review, language), request.person.name
        await request.tell_all(pages.shared_summary(match, review, log, picture, by, language), file)

    @on("review-moment", acknowledge=Acknowledge.UPDATE, load=_match)
    async def _moment(self, request: Request, match: Match) -> None:
        """Show one of the moments, with both boards."""
        review, language = await self._review(request, match), request.language
        first = read_number(request.click.rest)
        chosen = next((turn for turn in review.moments if turn.first == first), None)
        if chosen is None:
            await self._show(request, match)
            return
        log, end = await self._context.log.entries(match.id), chosen.last + 1
        boards, files = None, list[discord.File]()
        if not request.preferences.text_first:
            tables = (
                frame(match, log[:end], [entry.seat for entry in log], end, language),
                pages.better_table(match, log, chosen, language),
            )
            names = [f"{kind}-{match.code}-{end}.png" for kind in ("played", "better")]
            drawn = [await self._context.draw(request, table) for table in tables]
            files = [file for picture, name in zip(drawn, names, strict=True) if (file := picture.file(name))]
            if len(files) == len(drawn):
                boards = (items.picture(names[0], drawn[0].alt), items.picture(names[1], drawn[1].alt))
        await request.update(pages.moment_page(match, review, log, chosen, boards, language), *files)

    # ------------------------------------------------------------------ inside

    async def _show(self, request: Request, match: Match) -> None:
        review, language = await self._review(request, match), request.language
        file = None
        if not request.preferences.text_first:
            file = await self._card(match, review, request.preferences.theme, language)
        log = await self._context.log.entries(match.id)
        view = pages.summary(match, review, log, _picture(file, match, review, language), language)
        await request.tell_again(view, file)

    async def _card(self, match: Match, review: Review, theme: ThemeName, language: Language) -> discord.File | None:
        """Return the picture as a file; None if drawing fails."""
        table = board_table(match, None)
        png = await self._context.painter.card(lambda: pages.draw_review(match, review, table, theme, language))
        return None if png is None else discord.File(BytesIO(png), f"review-{match.code}.png")

    async def _review(self, request: Request, match: Match) -> Review:
        """Return the review of a match, updating the person on its progress. Raises Refused."""
        kept = await self._context.reviewer.load(match)
        if kept is not None:
            return kept
        with self._context.exclusive.run(request.user, "review"):
            return await self._wait(request, self._context.reviewer.begin(match))

    async def _wait(self, request: Request, progress: Progress) -> Review:
        while True:
            await asyncio.wait({progress.task}, timeout=TOLD_SECONDS)
            if progress.task.cancelled():
                raise Refused(gettext("I'm restarting, so I didn't take that. Please try again in a minute."))
            if progress.task.done():
                return progress.task.result()
            text = request.language.gettext("Reviewing the match: {percent}%", percent=progress.percent)
            await request.tell_again(items.layout(items.text(text)))


def _picture(file: discord.File | None, match: Match, review: Review, language: Language) -> items.Item | None:
    return None if file is None else items.picture(file.filename, pages.review_alt(match, review, language))

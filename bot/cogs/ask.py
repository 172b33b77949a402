"""/ask: questions about a match, answered in words."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.cog import RequestCog, command, on, suggest_matches, suggestions
from bot.match.model import Match
from bot.match.play import must_have_begun
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.pages import ask
from bot.ui.pages.match_view import board_table, with_players

QUESTION = 200
"""The longest question, in characters."""


class AskCog(RequestCog):
    """Questions about a match, for people who do not see the picture."""

    @command(
        name="ask",
        description="Ask about a match: a space, the last move, the clocks, what is in danger",
        acknowledge=Acknowledge.PRIVATE,
    )
    @app_commands.describe(
        question="A question in your own words, or a space as the board names it",
        match="Match code (default: the match in this channel)",
    )
    async def ask(
        self, request: Request, question: app_commands.Range[str, 1, QUESTION], match: str | None = None
    ) -> None:
        """`/ask`: about the match of this channel, or the one named."""
        found = await self._context.match_meant(request, match)
        must_have_begun(found)
        await self._answer(request, found, question)

    @suggestions("question", ask)
    async def _questions(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=request.language(ask.TOPICS[key]), value=key)
            for key in ask.suggestions(typed, request.language)
        ]

    @suggestions("match", ask)
    async def _matches(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the person's own matches, running and finished, by code, game or player."""
        return suggest_matches(await self._context.own_matches(request), typed, request.language)

    async def _match(self, request: Request) -> Match:
        match = await self._context.find_visible(request, request.click.match)
        must_have_begun(match)
        return match

    @on("ask", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _answer_menu(self, request: Request, match: Match) -> None:
        """Answer a question chosen in the menu below a text board."""
        await self._answer(request, match, request.value)

    async def _answer(self, request: Request, match: Match, question: str) -> None:
        seats = match.seats_of(request.user)
        player = next((seat for seat in seats if seat.to_act), seats[0] if seats else None)
        table = board_table(match, player.seat if player else None)
        last = await self._context.last(match)
        shown = with_players(table, match, self._context.service.clock(), last, request.language)
        said = ask.answer(match, player, question, shown, last, request.language)
        await request.tell_text(said, ask.menu(match, request.language))

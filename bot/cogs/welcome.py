"""The first five minutes: /help, /about, mentions of the bot, and the four ways to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import aiohttp
import discord
import structlog
from cachetools import TTLCache

import games
from bot.client import Mention
from bot.club.guild_settings import games_to_offer
from bot.club.preferences import Preferences
from bot.cogs.cog import RequestCog, command, on
from bot.cogs.context import Context, read_member
from bot.cogs.new_match import start
from bot.match.challenge_options import Given, game_named, read_request
from bot.match.commits import outside_request
from bot.match.errors import Refused
from bot.match.model import Place, UserId
from bot.match.opponents import meets_ai, must_see
from bot.ui.components.open_composers import TOKEN_SECONDS
from bot.ui.components.picture import Picture
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.i18n.language import Language
from bot.ui.pages import welcome as pages
from bot.ui.pages.overview import LinkedMatch, overview
from games.core.game import AnyGame
from games.core.i18n import gettext

_log = structlog.get_logger(__name__)
QUIET_SECONDS = 60
"""Seconds after an answered mention in which no other mention in that channel is answered."""
_CHANNELS = 1000
_NOT_GREETED_AFTER = {"help", "about", "move", "ask", "setup"}
"""Commands after which newcomers are not greeted: they explain the bot, or the page would bury what they show."""


class WelcomeCog(RequestCog):
    """The first things a person sees. `greets` says whether newcomers are greeted after their first command."""

    def __init__(self, context: Context, hosting: pages.Hosting, *, greets: bool) -> None:
        super().__init__(context)
        self._hosting = hosting
        self._answered: TTLCache[int, bool] = TTLCache(_CHANNELS, QUIET_SECONDS)
        self._greetings: TTLCache[UserId, discord.Message] = TTLCache(_CHANNELS, TOKEN_SECONDS)
        self._greets = greets
        if greets:
            context.pipeline.after_commands.append(self.greet)

    @command(name="help", description="What you can play here, and how to begin", acknowledge=Acknowledge.PRIVATE)
    async def help(self, request: Request) -> None:
        """`/help`: the first page. The one that has greeted the person just before is taken away."""
        former = self._greetings.pop(request.user, None)
        if self._greets:
            await self._mark_greeted(request)
        await self._show(request)
        if former is not None:
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await former.delete()

    @on("help", acknowledge=Acknowledge.PRIVATE)
    async def _help(self, request: Request) -> None:
        await self._show(request)

    @command(name="about", description="Version, host, source and privacy", acknowledge=Acknowledge.PRIVATE)
    async def about(self, request: Request) -> None:
        """`/about`: what this bot is."""
        hosting = self._hosting
        application = request.client.application
        if not hosting.host and application is not None:
            owner = application.team.name if application.team else application.owner.display_name
            hosting = replace(hosting, host=discord.utils.escape_markdown(owner))
        await request.tell(pages.about(hosting, request.language))

    # ------------------------------------------------------------------ the four ways

    @on("learn", acknowledge=Acknowledge.PRIVATE)
    async def _learn(self, request: Request) -> None:
        await request.tell(pages.choose_lesson(await self._games_to_offer(request), request.language))

    @on("play-ai", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _play_ai(self, request: Request) -> None:
        """Start a match against the easy AI, asking for the game if the button names none."""
        if not request.click.rest:
            prompt = request.language.gettext("Which game do you want to play?")
            await request.tell(pages.choose_game("play-ai", prompt, await self._games_to_offer(request)))
            return
        await self._challenge(request, request.click.rest, Given(ai="easy"))

    @on("friend", acknowledge=Acknowledge.NONE)
    async def _friend(self, request: Request) -> None:
        offered = await self._games_to_offer(request)
        usual = (await self._context.people.guild_settings(request.guild)).usual_terms
        await request.show_modal(pages.challenge_window(offered, request.click.rest, usual.time, request.language))

    @on("friend-form", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _challenge_friend(self, request: Request) -> None:
        chosen = request.chosen_member(pages.FRIEND)
        if chosen is None:
            raise Refused(gettext("I can't find that person any more. Use /challenge."))
        friend = read_member(request, chosen)
        is_ai = meets_ai(friend)
        must_see(friend, request.user, request.place)
        time = request.first(pages.TIME) or None
        rated = request.first(pages.RATED) == "True"
        given = (
            Given(bots=1, time=time) if is_ai else Given((friend.person,), time=time, rated=None if rated else False)
        )
        await self._challenge(request, request.first(pages.GAME), given)

    async def _challenge(self, request: Request, game: str, given: Given) -> None:
        usual = (await self._context.people.guild_settings(request.guild)).usual_terms
        chosen = games.find(game_named(game))
        await start(self._context, request, read_request(chosen, request.person, request.place, given, usual))

    @on("tables", acknowledge=Acknowledge.PRIVATE)
    async def _tables(self, request: Request) -> None:
        """Show the open tables of the server."""
        lists = self._context.lists
        tables = list(await lists.open_tables(request.guild)) if request.guild is not None else []
        if not tables:
            await request.tell(pages.no_tables(request.place, request.language))
            return
        postings = await self._context.postings.postings(tables)
        shown = [LinkedMatch(match, postings[match.id]) for match in tables]
        await request.tell(overview([], shown, request.user, request.language, ways=[]))

    async def _games_to_offer(self, request: Request) -> Sequence[AnyGame]:
        """Return the games of this server. Raises NotAllowed if all are switched off."""
        return games_to_offer(await self._context.people.guild_settings(request.guild))

    # ------------------------------------------------------------------ newcomers

    async def greet(self, request: Request) -> None:
        """Greet a person who has just used their first command."""
        if request.preferences.greeted or request.command_name in _NOT_GREETED_AFTER:
            return
        drawn = await self._pictures(request.language, request)
        if await self._mark_greeted(request):  # unless /help has shown it meanwhile
            view = pages.welcome(drawn, request.place, request.language)
            self._greetings[request.user] = await request.tell_further(view, *pages.attachments(drawn))

    async def _mark_greeted(self, request: Request) -> bool:
        """Store that the person has seen the page; returns whether it is the first time."""
        first = False

        def mark(now: Preferences) -> Preferences:
            nonlocal first
            first = not now.greeted
            return replace(now, greeted=True)

        if not request.preferences.greeted:
            async with outside_request():
                await self._context.people.change_preferences(request.user, mark)
        return first

    async def answer_mention(self, mention: Mention) -> None:
        """Answer a mention of the bot publicly, rarely per channel."""
        if self._answered.get(mention.channel):
            return
        self._answered[mention.channel] = True
        guild_settings = await self._context.people.guild_settings(mention.guild)
        language = Language(guild_settings.public_language)
        drawn = await self._pictures(language)
        try:
            view = pages.welcome(drawn, Place(mention.guild, mention.channel), language)
            await mention.answer(view, [one for one in pages.attachments(drawn) if one])
        except discord.HTTPException as error:
            _log.info("mention not answered", channel=mention.channel, error=str(error))

    async def _show(self, request: Request) -> None:
        drawn = await self._pictures(request.language, request)
        await request.tell(pages.welcome(drawn, request.place, request.language), *pages.attachments(drawn))

    async def _pictures(self, language: Language, request: Request | None = None) -> Mapping[str, Picture]:
        """Draw a picture of each game, as the person wants to see it."""
        drawn = {}
        for game in games.every()[: pages.MOST_GAMES]:
            table = pages.sample_table(game)
            if request is None:
                drawn[game.info.key] = await self._context.painter.paint(table, language=language)
            elif not request.preferences.text_first:
                drawn[game.info.key] = await self._context.draw(request, table)
        return drawn

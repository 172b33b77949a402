"""/challenge and the context menus: the short way to a match."""

from __future__ import annotations

import discord
from discord import app_commands

import games
from bot.club.guild_settings import games_on, games_to_offer
from bot.cogs.board_of_message import match_of_message
from bot.cogs.cog import RequestCog, command, context_menu, on, suggest_games, suggestions
from bot.cogs.context import read_member
from bot.cogs.new_match import start
from bot.match.challenge_options import Given, game_named, read_request
from bot.match.clock import OFFERED, read_time
from bot.match.errors import Refused
from bot.match.opponents import meets_ai, must_see
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import AnyMember, Request, person
from bot.ui.i18n.translator import command_choice
from bot.ui.limits import CHOICES
from bot.ui.pages.ask import board_words
from bot.ui.pages.match_view import personal_table
from games.core.i18n import gettext


class ChallengeCog(RequestCog):
    """Challenges without options, and what can be done with a board message."""

    @command(name="challenge", description="Challenge somebody to a game", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    @app_commands.describe(
        opponent="Your opponent", game="Which game", time="Time per move (default: the server's, else 3 days)"
    )
    @app_commands.choices(time=[command_choice(read_time(text).words(), text) for text in OFFERED])
    async def challenge(self, request: Request, opponent: discord.User, game: str, time: str | None = None) -> None:
        """`/challenge`: the usual options of the game."""
        must_see(read_member(request, opponent), request.user, request.place)
        await self._start(request, opponent, game, time)

    @suggestions("game", challenge)
    async def _games(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        on_offer = games_on(await self._context.people.guild_settings(request.guild))
        return suggest_games(on_offer, typed)

    async def _start(self, request: Request, opponent: AnyMember, game: str, time: str | None = None) -> None:
        is_ai = meets_ai(read_member(request, opponent))
        usual = (await self._context.people.guild_settings(request.guild)).usual_terms
        given = Given(bots=1, time=time) if is_ai else Given((person(opponent),), time=time)
        chosen = games.find(game_named(game))
        challenge = read_request(chosen, request.person, request.place, given, usual)
        await start(self._context, request, challenge)

    # ------------------------------------------------------------------ context menus

    @context_menu(name="Challenge to a game", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _ask_game(self, request: Request, member: discord.User) -> None:
        """On a person: ask which game."""
        must_see(read_member(request, member), request.user, request.place)
        offered = [game.info for game in games_to_offer(await self._context.people.guild_settings(request.guild))]
        options = [items.option(info.key, info.title, request.language(info.summary)) for info in offered]
        row = items.menu(
            Click("challenge", rest=str(member.id)), request.language.gettext("Which game?"), options[:CHOICES]
        )
        asked = request.language.gettext("Challenge {name} to:", name=plain(member.display_name))
        await request.tell_text(asked, row)

    @on("challenge", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _choose(self, request: Request) -> None:
        member = await _user(request.client, request.click.rest)
        if member is None or not request.value:
            raise Refused(gettext("I can't find that person any more. Use /challenge."))
        await self._start(request, member, request.value)

    @context_menu(name="Describe this board", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _describe(self, request: Request, message: discord.Message) -> None:
        """On a board: the whole position in words."""
        match = await match_of_message(self._context, request, message)
        shown = await self._context.complete(request, match, personal_table(match, request.user))
        await request.tell_text(board_words(shown, request.language))


async def _user(client: discord.Client, number: str) -> discord.User | None:
    """Return the Discord user with this id, unless the account is gone."""
    user = read_number(number)
    if user is None:
        return None
    try:
        return client.get_user(user) or await client.fetch_user(user)
    except discord.NotFound:
        return None

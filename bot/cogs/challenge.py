"""The short way to a match: /challenge and the context menus."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.context import Context, must_see, person, place, user_id, viewer
from bot.cogs.new_match import start
from bot.match import turns
from bot.match.challenge_options import Given, game_named, read_request
from bot.match.clock import OFFERED, read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match
from bot.match.play import must_have_begun
from bot.match.visibility import must_be_visible
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.components.limits import CHOICES
from bot.ui.components.markdown import plain
from bot.ui.i18n.translator import spoken
from bot.ui.pages.board import turn_in
from bot.ui.pages.match_view import board_table, last_move, seated
from games.core.i18n import gettext
from games.core.info import GameInfo
from render import alt_text

AnyMember = discord.User | discord.Member
_CODE = r"#([2-9A-HJ-NP-Z]{5})\b"
_AT_THE_END = re.compile(rf" · {_CODE}\**$", re.MULTILINE)
"""Where cards and boards have their code: behind names, which may look like codes themselves."""


class ChallengeCog(commands.Cog):
    """Challenges without options, and what can be done with a board message."""

    def __init__(self, context: Context, tree: app_commands.CommandTree[discord.Client]) -> None:
        self._context = context
        context.router.on("challenge", self._chosen)
        tree.add_command(app_commands.ContextMenu(name="Challenge to a game", callback=self._ask_game))
        tree.add_command(app_commands.ContextMenu(name="Describe this board", callback=self._describe))
        tree.add_command(app_commands.ContextMenu(name="Replay from here", callback=self._replay))

    @app_commands.command(name="challenge", description="Challenge somebody to a game")
    @app_commands.describe(
        opponent="Who plays against you", game="Which game", time="How much time there is for a move"
    )
    @app_commands.choices(
        time=[app_commands.Choice(name=spoken(read_time(text).words()), value=text) for text in OFFERED]
    )
    async def challenge(
        self, interaction: Interaction, opponent: discord.User, game: str, time: str | None = None
    ) -> None:
        """`/challenge`: the usual options of the game."""
        must_see(interaction, opponent)
        await self._start(interaction, opponent, game, time)

    @challenge.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [info for info in await self._on_offer(interaction) if typed.strip().lower() in info.title.lower()]
        return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]

    async def _on_offer(self, interaction: Interaction) -> list[GameInfo]:
        """The games that are not switched off here."""
        guild_settings = await self._context.people.guild_settings(interaction.guild_id)
        return [game.info for game in games.every() if game.info.key not in guild_settings.games_off]

    async def _start(self, interaction: Interaction, opponent: AnyMember, game: str, time: str | None = None) -> None:
        if opponent.bot and (interaction.client.user is None or opponent.id != interaction.client.user.id):
            raise Refused(gettext("{name} is a bot and can't play. Ask a person.", name=opponent.display_name))
        usual = (await self._context.people.guild_settings(interaction.guild_id)).usual_terms
        given = Given(bots=1, time=time) if opponent.bot else Given((person(opponent),), time=time)
        chosen, host = games.find(game_named(game)), person(interaction.user)
        challenge = read_request(chosen, host, place(interaction), given, usual)
        await start(self._context, interaction, challenge)

    # ------------------------------------------------------------------ context menus

    async def _ask_game(self, interaction: Interaction, member: discord.User) -> None:
        """On a person: ask which game."""
        must_see(interaction, member)
        language = await self._context.language(interaction)
        offered = await self._on_offer(interaction)
        if not offered:
            raise NotAllowed(gettext("All games are switched off here. A server manager can change that in /setup."))
        options = [items.option(info.key, info.title, language(info.summary)) for info in offered]
        row = items.menu(Click("challenge", rest=str(member.id)), language.gettext("Which game?"), options[:CHOICES])
        asked = language.gettext("Challenge {name} to:", name=plain(member.display_name))
        await answers.tell_text(interaction, asked, row)

    async def _chosen(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        member = await _user(interaction.client, click.rest)
        if member is None or not values:
            raise Refused(gettext("I can't find that person any more. Use /challenge."))
        await self._start(interaction, member, values[0])

    async def _shown(self, interaction: Interaction, message: discord.Message) -> Match:
        """The match, which has a board, that a message of ours shows. Raises Refused, NotAllowed, NotFound."""
        text = _text_of(message) if message.author == interaction.client.user else ""
        found = _AT_THE_END.search(text) or re.search(_CODE, text)
        if found is None:
            raise Refused(gettext("That message shows no match. Use this on a board message of mine."))
        match = await self._context.service.find(found[1])
        must_be_visible(match, viewer(interaction))
        must_have_begun(match)
        return match

    async def _describe(self, interaction: Interaction, message: discord.Message) -> None:
        """On a board: the whole position in words."""
        match = await self._shown(interaction, message)
        seats = match.seats_of(user_id(interaction))
        log = list(await self._context.service.store.entries(match.id, max(0, match.ply - 4)))
        table = board_table(match, seats[0].seat if seats else None)
        language = await self._context.language(interaction)
        shown = seated(table, match, self._context.service.clock(), last_move(match, log), language)
        await answers.tell_text(interaction, plain(alt_text(shown, language), 2000))

    async def _replay(self, interaction: Interaction, message: discord.Message) -> None:
        """On a board: the match from that move on."""
        match = await self._shown(interaction, message)
        number = turn_in(_text_of(message)) or 0
        ply = turns.ply_after(match, await self._context.service.store.seats(match.id), number)
        language = await self._context.language(interaction)
        button = items.button(Click("replay-open", match.id, 0, str(ply)), language.gettext("Replay"))
        asked = language.gettext("Match #{code}, move {ply}:", code=match.code, ply=number)
        await answers.tell_text(interaction, asked, items.buttons(button))


async def _user(client: discord.Client, number: str) -> discord.User | None:
    """The Discord user with this id, unless the account is gone."""
    if not number.isdecimal():
        return None
    try:
        return client.get_user(int(number)) or await client.fetch_user(int(number))
    except discord.NotFound:
        return None


def _text_of(message: discord.Message) -> str:
    texts = [one.content for one in message.components if isinstance(one, discord.TextDisplay)]
    return "\n".join(texts)

"""/rules: illustrated pages, drawn from real positions."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.lobby import Lobby
from bot.match.errors import Refused
from bot.ui import answers
from bot.ui import rules as rulebook
from bot.ui.answers import Interaction, language_of
from bot.ui.custom_id import Click
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from games.core.say import say
from render.rules import example_table


class RulesCog(commands.Cog):
    """The rules of all games."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        lobby.router.on("rules", self._of_match)
        lobby.router.on("rules-page", self._turn_page)

    @app_commands.command(name="rules", description="The rules of a game, with pictures")
    @app_commands.describe(game="Which game", topic="What about")
    async def rules(self, interaction: Interaction, game: str, topic: str | None = None) -> None:
        """`/rules`: the first page, or the one about the topic."""
        if game not in games.keys():
            raise Refused(say("I don't know the game '{game}'. Choose one from the list.", game=game[:30]))
        page = rulebook.find(game, topic or "0")
        if page is None:
            raise Refused(say("The rules have no topic '{topic}'. Choose one from the list.", topic=(topic or "")[:40]))
        await answers.wait(interaction)
        await self._show(interaction, game, page)

    @rules.autocomplete("game")
    async def _games(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [game.info for game in games.every() if typed.lower() in game.info.title.lower()]
        return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(interaction.namespace, "game", None)
        if game not in games.keys():
            return []
        found = [page for page in rulebook.pages(game) if typed.lower() in page.title.lower()]
        return [app_commands.Choice(name=clip(page.title, CHOICE_NAME), value=str(page.number)) for page in found]

    async def _of_match(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._lobby.service.get(click.match)
        await answers.wait(interaction)
        await self._show(interaction, match.game, rulebook.pages(match.game)[0])

    async def _turn_page(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        page = rulebook.find(click.rest, values[0] if values else "0") if click.rest in games.keys() else None
        if page is None:
            raise Refused(say("That page of the rules is gone. /rules opens them anew."))
        await interaction.response.defer()
        await self._show(interaction, click.rest, page)

    async def _show(self, interaction: Interaction, game: str, page: rulebook.Page) -> None:
        files: list[discord.File] = []
        pictures: list[tuple[str, str]] = []
        for number, example in enumerate(page.examples[: rulebook.MOST_PICTURES]):
            drawn = await self._lobby.painter.paint(example_table(games.find(game), example))
            file = drawn.file(f"rules-{game}-{page.number}-{number}.png")
            if file is not None:
                files.append(file)
                pictures.append((file.filename, drawn.alt))
        view = rulebook.view(game, page, pictures, language_of(interaction))
        await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=answers.NOBODY)

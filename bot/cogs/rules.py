"""/rules: illustrated pages, drawn from real positions."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.context import Context
from bot.match.challenge_options import game_named
from bot.match.errors import Refused
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.components.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages import rules as rulebook
from bot.ui.pages import tutorial
from bot.ui.pages.match_view import worded
from games.core.i18n import gettext
from games.core.lesson import Lesson
from render.rules import example_table


class RulesCog(commands.Cog):
    """The rules of all games."""

    def __init__(self, context: Context) -> None:
        self._context = context
        context.router.on("rules", self._of_match)
        context.router.on("rules-page", self._turn_page)
        context.router.on("tutorial", self._tutorial)
        context.router.on("tutorial-try", self._try)

    @app_commands.command(name="rules", description="The rules of a game, with pictures")
    @app_commands.describe(game="Which game", topic="What about")
    async def rules(self, interaction: Interaction, game: str, topic: str | None = None) -> None:
        """`/rules`: the first page, or the one about the topic."""
        game = game_named(game)
        page = rulebook.find(game, topic or "0", await self._context.language(interaction))
        if page is None:
            raise Refused(
                gettext("The rules have no topic '{topic}'. Choose one from the list.", topic=(topic or "")[:40])
            )
        await answers.wait(interaction)
        await self._show(interaction, game, page)

    @rules.autocomplete("game")
    async def _games(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [game.info for game in games.every() if typed.strip().lower() in game.info.title.lower()]
        return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = games.named(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        topics = rulebook.pages(game, (await self._context.language(interaction)).code)
        found = [page for page in topics if typed.lower() in page.title.lower()]
        return [
            app_commands.Choice(name=clip(page.title, CHOICE_NAME), value=str(page.number)) for page in found[:CHOICES]
        ]

    async def _of_match(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._context.service.get(click.match)
        await answers.wait(interaction)
        language = await self._context.language(interaction)
        await self._show(interaction, match.game, rulebook.pages(match.game, language.code)[0])

    async def _turn_page(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        language = await self._context.language(interaction)
        topic = values[0] if values else "0"
        page = rulebook.find(click.rest, topic, language) if click.rest in games.keys() else None
        if page is None:
            raise Refused(gettext("That page of the rules is gone. /rules opens them anew."))
        await answers.wait_in_place(interaction)
        await self._show(interaction, click.rest, page)

    async def _show(self, interaction: Interaction, game: str, page: rulebook.Page) -> None:
        language = await self._context.language(interaction)
        files: list[discord.File] = []
        shown: list[items.Item] = []
        for number, example in enumerate(page.examples[: rulebook.MOST_PICTURES]):
            table = worded(example_table(games.find(game), example), language)
            drawn = await self._context.drawn(interaction, table)
            name = f"rules-{game}-{page.number}-{number}.png"
            files += filter(None, [drawn.file(name)])
            shown.append(drawn.item(name, page.room))
        view = rulebook.view(game, page, shown, language)
        await answers.update(interaction, view, *files)

    # ------------------------------------------------------------------ the tutorial

    async def _tutorial(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """One step of the tutorial."""
        game, number, lesson = read_step(click.rest)
        await answers.wait_in_place(interaction)
        language = await self._context.language(interaction)
        drawn = await self._context.drawn(interaction, worded(tutorial.table_of(game, lesson, None), language))
        name = f"tutorial-{game}-{number}.png"
        view = tutorial.page(game, number, drawn.item(name), language)
        files = list(filter(None, [drawn.file(name)]))
        await answers.update(interaction, view, *files)

    async def _try(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """A move that is tried, and the bot's answer."""
        step, _, index = click.rest.rpartition(".")
        game, number, lesson = read_step(step)
        if not index.isdecimal() or int(index) >= len(lesson.tries):
            raise Refused(gettext("That step of the tutorial is gone. /rules opens it anew."))
        tried = lesson.tries[int(index)]
        await answers.wait_in_place(interaction)
        language = await self._context.language(interaction)
        drawn = await self._context.drawn(interaction, worded(tutorial.table_of(game, lesson, tried), language))
        name = f"tutorial-{game}-{number}-{index}.png"
        view = tutorial.answer(game, number, tried, drawn.item(name), language)
        files = list(filter(None, [drawn.file(name)]))
        await answers.update(interaction, view, *files)


def read_step(rest: str) -> tuple[str, int, Lesson]:
    """The game, number and lesson of `game.number`. Raises Refused."""
    game, _, number = rest.partition(".")
    lesson = tutorial.lesson_of(game, int(number)) if number.isdecimal() else None
    if lesson is None:
        raise Refused(gettext("That step of the tutorial is gone. /rules opens it anew."))
    return game, int(number), lesson

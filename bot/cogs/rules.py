"""/rules: illustrated pages, drawn from real positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands

import games
from bot.cogs.cog import RequestCog, command, on, suggest_games, suggestions
from bot.match.challenge_options import game_named
from bot.match.errors import Refused
from bot.match.model import Match, Stage
from bot.match.play import game_of, state_of
from bot.ui.components import items
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages import rules as rulebook
from bot.ui.pages import trainer, tutorial
from bot.ui.pages.match_view import with_words
from bot.ui.pages.questions import stamp
from bot.ui.pages.trainer import Practice
from bot.ui.pages.welcome import choose_game, sample_table
from games.core.errors import GameError
from games.core.game import AnyGame
from games.core.i18n import gettext
from games.core.lesson import Lesson
from games.core.table import Table
from render.rules import example_table

Step = tuple[str, int, Lesson]
"""A tutorial step: game, number from 0, and lesson."""


class RulesCog(RequestCog):
    """The rules of all games."""

    @command(name="rules", description="The rules of a game, with pictures", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    @app_commands.describe(game="Which game (default: that of the match in this channel)", topic="Topic")
    async def rules(self, request: Request, game: str | None = None, topic: str | None = None) -> None:
        """`/rules`: the first page, or the one about the topic; in a match what it is about. Else the game is asked."""
        if game is None:
            match = await self._context.here_or_ended(request)
            if match is None:
                asked = request.language.gettext("Which game?")
                await request.tell(choose_game("rules-page", asked, games.every()))
                return
            if topic is None:
                await self._show_chapter(request, match)
                return
            game = match.game
        game = game_named(game)
        page = rulebook.find(game, topic or "0", request.language)
        if page is None:
            raise Refused(
                gettext("The rules have no topic '{topic}'. Choose one from the list.", topic=(topic or "")[:40])
            )
        await self._show(request, game, page)

    @suggestions("game", rules)
    async def _games(self, _: Request, typed: str) -> list[app_commands.Choice[str]]:
        return suggest_games(games.every(), typed)

    @suggestions("topic", rules)
    async def _topics(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        game = games.key_of(request.option("game"))
        if game is None:
            return []
        topics = rulebook.pages(game, request.language.code)
        found = [page for page in topics if typed.lower() in page.title.lower()]
        return [
            app_commands.Choice(name=clip(page.title, CHOICE_NAME), value=str(page.number)) for page in found[:CHOICES]
        ]

    @on("rules", acknowledge=Acknowledge.PRIVATE)
    async def _of_match(self, request: Request) -> None:
        """Show the rules on what the match is about now; before its start, from the beginning."""
        await self._show_chapter(request, await self._context.service.get(request.click.match))

    async def _show_chapter(self, request: Request, match: Match) -> None:
        number = 0
        if match.stage not in {Stage.INVITED, Stage.CANCELLED}:
            number = game_of(match).presenter.chapter(state_of(match))
        await self._show(request, match.game, rulebook.chapter(match.game, number, request.language))

    @on("rules-page", acknowledge=Acknowledge.UPDATE_IN_TIME)
    async def _turn_page(self, request: Request) -> None:
        game, _, following = request.click.rest.partition(".")
        topic = request.value or following or "0"
        page = rulebook.find(game, topic, request.language) if game in games.keys() else None
        if page is None:
            raise Refused(gettext("That page of the rules is gone. /rules opens them again."))
        await self._show(request, game, page)

    async def _show(self, request: Request, game: str, page: rulebook.RulesPage) -> None:
        files: list[discord.File] = []
        shown: list[items.Item] = []
        for number, table in enumerate(_tables(games.find(game), page)):
            drawn = await self._context.draw(request, with_words(table, request.language))
            name = f"rules-{game}-{page.number}-{number}.png"
            files += filter(None, [drawn.file(name)])
            shown.append(drawn.item(name, page.board_characters))
        view = rulebook.view(game, page, shown, request.language)
        await request.update(view, *files)

    # ------------------------------------------------------------------ the tutorial

    async def _step(self, request: Request) -> Step:
        return read_step(request.click.rest)

    @on("tutorial", acknowledge=Acknowledge.UPDATE, load=_step)
    async def _tutorial(self, request: Request, step: Step) -> None:
        """Show a step of the tutorial."""
        game, number, _ = step
        await self._show_attempt(request, tutorial.attempt(game, number), 0)

    async def _attempt(self, request: Request) -> tutorial.Attempt:
        """Return the attempt. Raises Refused."""
        return read_attempt(request.click.rest, request.values if request.click.action == tutorial.PICK else ())

    @on(tutorial.PICK, acknowledge=Acknowledge.UPDATE, load=_attempt)
    async def _pick(self, request: Request, made: tutorial.Attempt) -> None:
        """Handle an answer in a step: show the next question, or the comment on the move."""
        if made.question is not None:
            await self._show_attempt(request, made, 0)
            return
        known = tutorial.try_draft(made)
        name = f"tutorial-{made.game}-{made.number}-{'-'.join(made.path)}.png"
        if known is None:
            drawn = await self._context.draw(request, with_words(tutorial.attempt_table(made, 0), request.language))
            await request.update(tutorial.other(made, drawn.item(name), request.language), drawn.file(name))
            return
        table = tutorial.table_of(made.game, made.lesson, known)
        drawn = await self._context.draw(request, with_words(table, request.language))
        view = tutorial.answer(made.game, made.number, known, drawn.item(name), request.language)
        await request.update(view, drawn.file(name))

    @on(tutorial.PAGE, acknowledge=Acknowledge.UPDATE, load=_attempt)
    async def _turn_choices(self, request: Request, made: tutorial.Attempt) -> None:
        await self._show_attempt(request, made, read_number(request.value) or 0)

    async def _show_attempt(self, request: Request, made: tutorial.Attempt, page: int) -> None:
        drawn = await self._context.draw(request, with_words(tutorial.attempt_table(made, page), request.language))
        name = f"tutorial-{made.game}-{made.number}-{'-'.join(made.path)}.{page}.png"
        await request.update(tutorial.page(made, drawn.item(name), page, request.language), drawn.file(name))

    async def _read_try(self, request: Request) -> tuple[Step, int]:
        """Return a step and the index of the move that is tried. Raises Refused."""
        rest, _, number = request.click.rest.rpartition(".")
        step = read_step(rest)
        index = read_number(number, len(step[2].tries) - 1)
        if index is None:
            raise _lost_step()
        return step, index

    @on("tutorial-try", acknowledge=Acknowledge.UPDATE, load=_read_try)
    async def _try(self, request: Request, chosen: tuple[Step, int]) -> None:
        """Handle a move that is tried, for buttons of older versions."""
        (game, number, lesson), index = chosen
        tried = lesson.tries[index]
        drawn = await self._context.draw(request, with_words(tutorial.table_of(game, lesson, tried), request.language))
        name = f"tutorial-{game}-{number}-{index}.png"
        view = tutorial.answer(game, number, tried, drawn.item(name), request.language)
        await request.update(view, drawn.file(name))

    # ------------------------------------------------------------------ the trainer

    async def _exercise(self, request: Request) -> Practice:
        """Return the exercise of a control, chosen in its menu, or solved. Raises Refused."""
        game, number, what = (*request.click.rest.split("."), "", "")[:3]
        found = trainer.read_practice(f"{game}.{request.value if number == 'list' else number}")
        if found is None:
            raise _lost_exercise()
        return trainer.solution_of(game, found.number) if what == "solution" else found

    async def _practice_after_answer(self, request: Request) -> Practice:
        """Return the exercise with what was chosen. Raises Refused."""
        found = trainer.read_practice(request.click.rest, tuple(request.values))
        if found is None:
            raise _lost_exercise()
        return found

    @on(trainer.OPEN, acknowledge=Acknowledge.UPDATE, load=_exercise)
    async def _open_exercise(self, request: Request, practice: Practice) -> None:
        """Show an exercise from its beginning."""
        await self._practise(request, practice)

    @on(trainer.ANSWER, acknowledge=Acknowledge.UPDATE, load=_practice_after_answer)
    async def _answer_exercise(self, request: Request, practice: Practice) -> None:
        """Handle a choice in an exercise."""
        await self._practise(request, practice)

    async def _practise(self, request: Request, practice: Practice) -> None:
        table = with_words(trainer.practice_table(practice), request.language)
        drawn = await self._context.draw(request, table)
        steps = stamp(practice.draft.tokens)
        name = f"trainer-{practice.game}-{practice.number}-{steps}.png"
        await request.update(trainer.page(practice, drawn.item(name), request.language), drawn.file(name))


def _tables(game: AnyGame, page: rulebook.RulesPage) -> list[Table]:
    """Return the tables of a page, without their captions; the first page shows at least a sample table."""
    if not page.examples and not page.number:
        return [sample_table(game)]
    return [replace(example_table(game, one), headline="") for one in page.examples[: rulebook.MOST_PICTURES]]


def read_step(rest: str) -> Step:
    """Parse `game.number` into the game, number and lesson. Raises Refused."""
    game, _, text = rest.partition(".")
    number = read_number(text)
    lesson = tutorial.lesson_of(game, number) if number is not None else None
    if number is None or lesson is None:
        raise _lost_step()
    return game, number, lesson


def read_attempt(rest: str, values: Sequence[str]) -> tutorial.Attempt:
    """Parse `game.number.answer_answer` into an attempt, with the answer chosen in a menu. Raises Refused."""
    game, _, more = rest.partition(".")
    number, _, path = more.partition(".")
    chosen = [answer for answer in path.split("_") if answer]
    if values:
        chosen.append("+".join(values))
    step = read_number(number)
    try:
        return tutorial.attempt(game, -1 if step is None else step, chosen)
    except (LookupError, GameError):
        raise _lost_step() from None


def _lost_step() -> Refused:
    return Refused(gettext("That step of the tutorial is gone. /rules opens it again."))


def _lost_exercise() -> Refused:
    return Refused(gettext("That exercise is gone. /rules opens the others."))

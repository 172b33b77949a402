"""The decorators with which a cog declares its handlers: `@on`, `@command`, `@context_menu` and `@suggestions`.

Each method gets a `Request`. The pipeline acknowledges, finds out who is asking, and answers exceptions.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, TypeVar

from discord import app_commands
from discord.ext import commands

from bot.cogs.context import Context
from bot.match.model import Match
from bot.match.play import game_of
from bot.ui.components.answers import Interaction
from bot.ui.components.pipeline import Acknowledge, Handling, WhenLate
from bot.ui.components.request import Request
from bot.ui.i18n.language import Language
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages.card import players_line
from games.core.game import AnyGame

Method = Callable[..., Coroutine[Any, Any, None]]
MethodT = TypeVar("MethodT", bound=Method)
ThingT = TypeVar("ThingT")
"""A command, a group of commands, or the method or class of one."""
Guard = Callable[[Any, Request], Awaitable[None]]
"""Gets the cog and the request; raises for those who may not."""
Load = Callable[[Any, Request], Awaitable[object]]
"""Gets the cog and the request; gives what the method needs beside the request."""
Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[str]]
Suggest = Callable[..., Coroutine[Any, Any, Choices]]
_DECLARED, _MENU = "__quintet_declared__", "__quintet_menu__"


def suggest_games(among: Iterable[AnyGame], typed: str) -> Choices:
    """Those of the games whose title has what somebody has typed."""
    found = [game.info for game in among if typed.strip().lower() in game.info.title.lower()]
    return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]


def suggest_matches(among: Iterable[Match], typed: str, language: Language) -> Choices:
    """Those of the matches that have begun whose code, game or players have what somebody has typed."""
    names = {match.code: _listed_name(match, language) for match in among if match.ply}
    wanted = typed.strip().lower().removeprefix("#")
    found = [(name, code) for code, name in names.items() if wanted in name.lower()]
    return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=code) for name, code in found[:CHOICES]]


def _listed_name(match: Match, language: Language) -> str:
    """A match among those to choose from: code, game, players, and whether it is over."""
    over = f" · {language.gettext('finished')}" if match.stage.ended else ""
    return f"#{match.code} · {game_of(match).info.title} · {players_line(match, language)}{over}"


@dataclass(frozen=True, slots=True)
class Declared:
    """What a decorator says of a method."""

    method: Method
    acknowledge: Acknowledge
    guard: Guard | None = None
    load: Load | None = None
    when_late: WhenLate = WhenLate.GO_ON
    actions: tuple[str, ...] = ()

    def handling(self, cog: object, *arguments: object, **options: object) -> Handling:
        """How a request is handled by this method of a cog."""

        async def handle(request: Request, *loaded: object) -> None:
            await self.method(cog, request, *loaded, *arguments, **options)

        guard = None if self.guard is None else partial(self.guard, cog)
        load = None if self.load is None else partial(self.load, cog)
        return Handling(handle, self.acknowledge, guard, load, self.when_late)


def everywhere(thing: ThingT) -> ThingT:
    """Let a command be there on servers and in all conversations, also for those who have brought the app along."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(thing)
    return app_commands.allowed_installs(guilds=True, users=True)(thing)


def server_only(thing: ThingT) -> ThingT:
    """Let a command be there on servers that the bot is on, and nowhere else."""
    app_commands.guild_only(thing)
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(thing)
    return app_commands.allowed_installs(guilds=True, users=False)(thing)


def on(
    *actions: str,
    acknowledge: Acknowledge,
    guard: Guard | None = None,
    load: Load | None = None,
    when_late: WhenLate = WhenLate.GO_ON,
) -> Callable[[MethodT], MethodT]:
    """Let a method answer the controls and windows with these actions; it gets the request, and what was loaded."""

    def declare(method: MethodT) -> MethodT:
        setattr(method, _DECLARED, Declared(method, acknowledge, guard, load, when_late, actions))
        return method

    return declare


def command(
    *,
    name: str,
    description: str,
    acknowledge: Acknowledge,
    guard: Guard | None = None,
    when_late: WhenLate = WhenLate.GO_ON,
) -> Callable[[Method], Command]:
    """Make a slash command of a method, for everywhere unless it is `server_only`.

    Its parameters after the request are the options.
    """

    def declare(method: Method) -> Command:
        declared = Declared(method, acknowledge, guard, when_late=when_late)
        made: Command = app_commands.command(name=name, description=description)(_callback(method, declared))
        return made if made.guild_only else everywhere(made)

    return declare


def context_menu(*, name: str, acknowledge: Acknowledge) -> Callable[[Method], Method]:
    """Make an entry of the context menu of people or messages of a method, as its second parameter says."""

    def declare(method: Method) -> Method:
        callback = _callback(method, Declared(method, acknowledge))
        setattr(callback, _MENU, name)
        return callback

    return declare


def suggestions(option: str, *of: Command) -> Callable[[Suggest], Suggest]:
    """Let a method suggest values for an option of these commands, from what is typed."""

    def declare(method: Suggest) -> Suggest:
        @wraps(method)
        async def complete(cog: RequestCog, interaction: Interaction, typed: str) -> Choices:
            return await cog.suggest(Request(interaction), lambda request: method(cog, request, typed))

        for one in of:
            one.autocomplete(option)(complete)
        return complete

    return declare


def _callback(method: Method, declared: Declared) -> Method:
    """What discord.py calls for a command: it reads the options from the signature."""

    @wraps(method)
    async def callback(cog: RequestCog, interaction: Interaction, *arguments: object, **options: object) -> None:
        await cog.run(Request(interaction), declared.handling(cog, *arguments, **options))

    callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
    return callback


class RequestCog(commands.Cog):
    """A cog whose methods answer requests."""

    def __init__(self, context: Context) -> None:
        self._context = context
        for _, method in inspect.getmembers(type(self), inspect.isfunction):
            declared: Declared | None = getattr(method, _DECLARED, None)
            if declared is not None:
                for action in declared.actions:
                    context.router.on(action, declared.handling(self))

    async def run(self, request: Request, handling: Handling) -> None:
        """Answer a request."""
        await self._context.pipeline.run(request, handling)

    async def suggest(self, request: Request, suggest: Callable[[Request], Awaitable[Choices]]) -> Choices:
        """What is suggested to somebody who types."""
        return await self._context.pipeline.suggest(request, suggest)

    def context_menus(self) -> list[app_commands.ContextMenu]:
        """The entries of context menus, for the tree of commands."""
        return [
            everywhere(app_commands.ContextMenu(name=getattr(method, _MENU), callback=method))
            for _, method in inspect.getmembers(self, inspect.ismethod)
            if hasattr(method, _MENU)
        ]

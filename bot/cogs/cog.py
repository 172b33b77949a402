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
"""Called with the cog and the request; raises if the person may not do this."""
Load = Callable[[Any, Request], Awaitable[object]]
"""Called with the cog and the request; returns what the method needs besides the request."""
Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[str]]
Suggest = Callable[..., Coroutine[Any, Any, Choices]]
_DECLARED, _MENU = "__quintet_declared__", "__quintet_menu__"


def suggest_games(among: Iterable[AnyGame], typed: str) -> Choices:
    """Suggest games whose title contains what was typed."""
    found = [game.info for game in among if typed.strip().lower() in game.info.title.lower()]
    return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]


def suggest_matches(among: Iterable[Match], typed: str, language: Language) -> Choices:
    """Suggest begun matches whose code, game or players contain what was typed."""
    names = {match.code: _listed_name(match, language) for match in among if match.ply}
    wanted = typed.strip().lower().removeprefix("#")
    found = [(name, code) for code, name in names.items() if wanted in name.lower()]
    return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=code) for name, code in found[:CHOICES]]


def _listed_name(match: Match, language: Language) -> str:
    """Return the label of a suggested match: code, game, players, and whether it is over."""
    over = f" · {language.gettext('finished')}" if match.stage.ended else ""
    return f"#{match.code} · {game_of(match).info.title} · {players_line(match, language)}{over}"


@dataclass(frozen=True, slots=True)
class Declared:
    """What a decorator declares about a method."""

    method: Method
    acknowledge: Acknowledge
    guard: Guard | None = None
    load: Load | None = None
    when_late: WhenLate = WhenLate.GO_ON
    actions: tuple[str, ...] = ()

    def handling(self, cog: object, *arguments: object, **options: object) -> Handling:
        """Return how a request is handled by this method of a cog."""

        async def handle(request: Request, *loaded: object) -> None:
            await self.method(cog, request, *loaded, *arguments, **options)

        guard = None if self.guard is None else partial(self.guard, cog)
        load = None if self.load is None else partial(self.load, cog)
        return Handling(handle, self.acknowledge, guard, load, self.when_late)


def everywhere(thing: ThingT) -> ThingT:
    """Make a command available on servers and in all conversations, including to people who installed the app."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(thing)
    return app_commands.allowed_installs(guilds=True, users=True)(thing)


def server_only(thing: ThingT) -> ThingT:
    """Make a command available only on servers with the bot."""
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
    """Make a method answer the controls and modals with these actions; it gets the request and what was loaded."""

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
    """Make a method a slash command, available everywhere unless it is `server_only`.

    Its parameters after the request are the options.
    """

    def declare(method: Method) -> Command:
        declared = Declared(method, acknowledge, guard, when_late=when_late)
        made: Command = app_commands.command(name=name, description=description)(_callback(method, declared))
        return made if made.guild_only else everywhere(made)

    return declare


def context_menu(*, name: str, acknowledge: Acknowledge) -> Callable[[Method], Method]:
    """Make a method an entry in the context menu of users or messages, by the type of its second parameter."""

    def declare(method: Method) -> Method:
        callback = _callback(method, Declared(method, acknowledge))
        setattr(callback, _MENU, name)
        return callback

    return declare


def suggestions(option: str, *of: Command) -> Callable[[Suggest], Suggest]:
    """Make a method suggest values for an option of these commands, from what is typed."""

    def declare(method: Suggest) -> Suggest:
        @wraps(method)
        async def complete(cog: RequestCog, interaction: Interaction, typed: str) -> Choices:
            return await cog.suggest(Request(interaction), lambda request: method(cog, request, typed))

        for one in of:
            one.autocomplete(option)(complete)
        return complete

    return declare


def _callback(method: Method, declared: Declared) -> Method:
    """Return the callback for discord.py, which reads the options from its signature."""

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
        """Handle a request."""
        await self._context.pipeline.run(request, handling)

    async def suggest(self, request: Request, suggest: Callable[[Request], Awaitable[Choices]]) -> Choices:
        """Return autocomplete suggestions."""
        return await self._context.pipeline.suggest(request, suggest)

    def context_menus(self) -> list[app_commands.ContextMenu]:
        """Return the context menu entries, for the command tree."""
        return [
            everywhere(app_commands.ContextMenu(name=getattr(method, _MENU), callback=method))
            for _, method in inspect.getmembers(self, inspect.ismethod)
            if hasattr(method, _MENU)
        ]

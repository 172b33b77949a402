"""Where clicks, menus and modals arrive: one table of actions, found by custom id alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.ui.components.custom_id import Click, read_click

Interaction = discord.Interaction[Any]
Handler = Callable[[Interaction, Click, list[str]], Awaitable[None]]


class Router:
    """Maps actions to handlers. A handler gets the interaction, the click, and what was chosen or typed."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def on(self, action: str, handler: Handler) -> None:
        """Let `handler` answer this action."""
        self._handlers[action] = handler

    @property
    def actions(self) -> frozenset[str]:
        """All actions that somebody answers."""
        return frozenset(self._handlers)

    def find(self, interaction: Interaction) -> tuple[Handler, Click, list[str]] | None:
        """The handler of a component or modal interaction; None when nobody knows its custom id."""
        data: dict[str, Any] = dict(interaction.data or {})
        click = read_click(str(data.get("custom_id", "")))
        if click is None or click.action not in self._handlers:
            return None
        return self._handlers[click.action], click, given(interaction)


def given(interaction: Interaction) -> list[str]:
    """What was chosen in a menu, or typed into the lines of a modal, in order."""
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is discord.InteractionType.modal_submit:
        return list(_typed(data.get("components", [])))
    return [str(value) for value in data.get("values", [])]


def _typed(components: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for component in components:
        if "value" in component:
            found.append(str(component["value"]))
        elif "values" in component:
            found.extend(str(value) for value in component["values"])
        inner = component.get("components") or ([component["component"]] if "component" in component else [])
        found.extend(_typed(inner))
    return found

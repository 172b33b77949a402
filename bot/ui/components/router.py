"""Routes clicks, menus and modals: one table of actions, looked up by custom id."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import read_click
from bot.ui.components.pipeline import Handling
from bot.ui.components.request import Request


class Router:
    """Maps actions to how they are handled."""

    def __init__(self) -> None:
        self._handlings: dict[str, Handling] = {}

    def on(self, action: str, handling: Handling) -> None:
        """Register how an action is handled."""
        self._handlings[action] = handling

    @property
    def actions(self) -> frozenset[str]:
        """Return all registered actions."""
        return frozenset(self._handlings)

    def find(self, interaction: Interaction) -> tuple[Request, Handling] | None:
        """Return the request of a component or modal and its handling; None for an unknown custom id."""
        data: dict[str, Any] = dict(interaction.data or {})
        click = read_click(str(data.get("custom_id", "")))
        if click is None or click.action not in self._handlings:
            return None
        return Request(interaction, click, read_values(interaction)), self._handlings[click.action]


def read_values(interaction: Interaction) -> list[str]:
    """Return the values of a select menu or of a modal's inputs, in order."""
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is discord.InteractionType.modal_submit:
        return list(_read_components(data.get("components", [])))
    return [str(value) for value in data.get("values", [])]


def _read_components(components: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for component in components:
        if "value" in component:
            found.append(str(component["value"]))
        elif "values" in component:
            found.extend(str(value) for value in component["values"])
        inner = component.get("components") or ([component["component"]] if "component" in component else [])
        found.extend(_read_components(inner))
    return found

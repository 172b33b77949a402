"""What a message says, for tests of pages."""

from __future__ import annotations

from discord import ui


def text(view: ui.LayoutView) -> str:
    """All texts of a message, from top to bottom."""
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def labels(view: ui.LayoutView) -> list[str | None]:
    """The labels of all buttons of a message."""
    return [item.label for item in view.walk_children() if isinstance(item, ui.Button)]

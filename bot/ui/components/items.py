"""Discord's components, built for our router.

Every view is stopped before it is sent. discord.py then keeps no record of it, and clicks reach the router by their
custom id alone, before and after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import ui

from bot.ui.components.custom_id import Click
from bot.ui.limits import (
    BUTTON_LABEL,
    MODAL_LABEL,
    MODAL_TITLE,
    OPTION_DESCRIPTION,
    OPTION_LABEL,
    PLACEHOLDER,
    clip,
)

Item = ui.Item[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]
Button = ui.Button[ui.LayoutView]
Style = discord.ButtonStyle


def layout(*items: Item) -> ui.LayoutView:
    """Return a view of these items."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def text(content: str) -> Item:
    """Return a block of Markdown."""
    return ui.TextDisplay(content)


def picture(name: str, alt: str) -> Item:
    """Return a gallery with the attached file `name` and its description."""
    return pictures([(name, alt)])


def pictures(shown: Sequence[tuple[str, str]]) -> Item:
    """Return a gallery of attached files, given as (name, description)."""
    return ui.MediaGallery(
        *(discord.MediaGalleryItem(f"attachment://{name}", description=alt or None) for name, alt in shown)
    )


def button(
    click: Click, label: str, style: Style = Style.secondary, emoji: str | None = None
) -> ui.Button[ui.LayoutView]:
    """Return a button."""
    return ui.Button(custom_id=str(click), label=clip(label, BUTTON_LABEL), style=style, emoji=emoji)


def link(url: str, label: str) -> ui.Button[ui.LayoutView]:
    """Return a link button."""
    return ui.Button(url=url, label=clip(label, BUTTON_LABEL), style=Style.link)


def buttons(*items: ui.Button[ui.LayoutView]) -> Row:
    """Return a row of at most five buttons."""
    return ui.ActionRow(*items)


def rows_of(items: Sequence[ui.Button[ui.LayoutView]]) -> list[Row]:
    """Return rows of five buttons each."""
    return [buttons(*items[start : start + 5]) for start in range(0, len(items), 5)]


def beside(content: str, name: str, alt: str) -> Item:
    """Return a block of Markdown with the attached file `name` as a thumbnail."""
    return ui.Section(content, accessory=ui.Thumbnail(f"attachment://{name}", description=alt or None))


def option(value: str, label: str, note: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an option of a select menu, possibly preselected."""
    shown = clip(label, OPTION_LABEL) or "…"
    about = clip(note, OPTION_DESCRIPTION) or None
    return discord.SelectOption(value=value, label=shown, description=about, default=chosen)


def menu(click: Click, placeholder: str, options: Iterable[discord.SelectOption], least: int = 1, most: int = 1) -> Row:
    """Return a row with one select menu."""
    listed = list(options)
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(click),
        placeholder=clip(placeholder, PLACEHOLDER),
        options=listed,
        min_values=min(least, len(listed)),
        max_values=min(most, len(listed)),
    )
    return ui.ActionRow(select)


def modal(click: Click, title: str, label: str, placeholder: str = "", default: str = "") -> ui.Modal:
    """Return a modal with one text input, whose value comes back as `answer`."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="answer", placeholder=clip(placeholder, 100) or None, default=default or None, max_length=1000
    )
    window.add_item(ui.Label(text=clip(label, MODAL_LABEL), component=line))
    window.stop()
    return window


def form(click: Click, title: str, *fields: tuple[str, str, ui.Item[ui.Modal]]) -> ui.Modal:
    """Return a modal of fields, each with a label, a description and an input component."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    for label, about, component in fields:
        shown = clip(about, OPTION_DESCRIPTION) or None
        window.add_item(ui.Label(text=clip(label, MODAL_LABEL), description=shown, component=component))
    window.stop()
    return window


def line(name: str, placeholder: str, default: str, longest: int) -> ui.TextInput[ui.Modal]:
    """Return an optional one-line text input for a modal."""
    return ui.TextInput(
        custom_id=name, placeholder=placeholder, default=default or None, max_length=longest, required=False
    )


def paragraph(
    name: str, longest: int, *, least: int | None = None, default: str = "", required: bool = True
) -> ui.TextInput[ui.Modal]:
    """Return a multi-line text input for a modal."""
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph,
        default=default or None,
        min_length=least,
        max_length=longest,
        required=required,
    )


def radio(name: str, options: Iterable[discord.SelectOption]) -> ui.RadioGroup[ui.Modal]:
    """Return a radio group for a modal."""
    listed = [
        discord.RadioGroupOption(label=one.label, value=one.value, description=one.description, default=one.default)
        for one in options
    ]
    return ui.RadioGroup(custom_id=name, options=listed, required=True)


def checks(name: str, options: Iterable[discord.SelectOption]) -> ui.CheckboxGroup[ui.Modal]:
    """Return a checkbox group for a modal."""
    listed = [
        discord.CheckboxGroupOption(label=one.label, value=one.value, description=one.description, default=one.default)
        for one in options
    ]
    return ui.CheckboxGroup(custom_id=name, options=listed, required=False, min_values=0, max_values=len(listed))

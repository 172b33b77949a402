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
    """A view of these items."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def text(content: str) -> Item:
    """A block of Markdown."""
    return ui.TextDisplay(content)


def picture(name: str, alt: str) -> Item:
    """The attached file `name`, large, with its description."""
    return pictures([(name, alt)])


def pictures(shown: Sequence[tuple[str, str]]) -> Item:
    """Attached files (name, description), large."""
    return ui.MediaGallery(
        *(discord.MediaGalleryItem(f"attachment://{name}", description=alt or None) for name, alt in shown)
    )


def button(
    click: Click, label: str, style: Style = Style.secondary, emoji: str | None = None
) -> ui.Button[ui.LayoutView]:
    """A button."""
    return ui.Button(custom_id=str(click), label=clip(label, BUTTON_LABEL), style=style, emoji=emoji)


def link(url: str, label: str) -> ui.Button[ui.LayoutView]:
    """A button that opens an address."""
    return ui.Button(url=url, label=clip(label, BUTTON_LABEL), style=Style.link)


def buttons(*items: ui.Button[ui.LayoutView]) -> Row:
    """A row of at most five buttons."""
    return ui.ActionRow(*items)


def rows_of(items: Sequence[ui.Button[ui.LayoutView]]) -> list[Row]:
    """Rows of five buttons each."""
    return [buttons(*items[start : start + 5]) for start in range(0, len(items), 5)]


def beside(content: str, name: str, alt: str) -> Item:
    """A block of Markdown with the attached file `name`, small, beside it."""
    return ui.Section(content, accessory=ui.Thumbnail(f"attachment://{name}", description=alt or None))


def option(value: str, label: str, note: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """One option of a menu; it may be chosen beforehand."""
    shown = clip(label, OPTION_LABEL) or "…"
    about = clip(note, OPTION_DESCRIPTION) or None
    return discord.SelectOption(value=value, label=shown, description=about, default=chosen)


def menu(click: Click, placeholder: str, options: Iterable[discord.SelectOption], least: int = 1, most: int = 1) -> Row:
    """A row with one menu."""
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
    """A window with one line to type; what is typed comes back as `answer`."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="answer", placeholder=clip(placeholder, 100) or None, default=default or None, max_length=1000
    )
    window.add_item(ui.Label(text=clip(label, MODAL_LABEL), component=line))
    window.stop()
    return window


def form(click: Click, title: str, *fields: tuple[str, str, ui.Item[ui.Modal]]) -> ui.Modal:
    """A window of fields, each with its label, a second line, and the component that is filled in."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    for label, about, component in fields:
        shown = clip(about, OPTION_DESCRIPTION) or None
        window.add_item(ui.Label(text=clip(label, MODAL_LABEL), description=shown, component=component))
    window.stop()
    return window


def line(name: str, placeholder: str, default: str, longest: int) -> ui.TextInput[ui.Modal]:
    """A field of a window with one line to type, which may stay empty."""
    return ui.TextInput(
        custom_id=name, placeholder=placeholder, default=default or None, max_length=longest, required=False
    )


def paragraph(
    name: str, longest: int, *, least: int | None = None, default: str = "", required: bool = True
) -> ui.TextInput[ui.Modal]:
    """A field of a window with room for several lines."""
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph,
        default=default or None,
        min_length=least,
        max_length=longest,
        required=required,
    )


def radio(name: str, options: Iterable[discord.SelectOption]) -> ui.RadioGroup[ui.Modal]:
    """A field of a window in which one of a few options is on."""
    listed = [
        discord.RadioGroupOption(label=one.label, value=one.value, description=one.description, default=one.default)
        for one in options
    ]
    return ui.RadioGroup(custom_id=name, options=listed, required=True)


def checks(name: str, options: Iterable[discord.SelectOption]) -> ui.CheckboxGroup[ui.Modal]:
    """A field of a window with a few options, each on or off."""
    listed = [
        discord.CheckboxGroupOption(label=one.label, value=one.value, description=one.description, default=one.default)
        for one in options
    ]
    return ui.CheckboxGroup(custom_id=name, options=listed, required=False, min_values=0, max_values=len(listed))

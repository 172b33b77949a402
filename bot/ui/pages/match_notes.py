"""A person's private note on a match: how it is shown, and the modal in which it is written."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.club.match_notes import MOST_LETTERS
from bot.match.model import Match
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language

TEXT: Final = "text"
"""The field of the modal."""


def note_rows(match: Match, note: str, language: Language) -> list[items.Item]:
    """Return the note and the button to edit it."""
    click = Click("note", match.id)
    if not note:
        return [items.buttons(items.button(click, language.gettext("Write a note")))]
    lines = [f"**{language.gettext('Your note')}**", *(plain(line, MOST_LETTERS) for line in note.splitlines())]
    return [items.text("\n".join(lines)), items.buttons(items.button(click, language.gettext("Edit note")))]


def window(match: Match, note: str, language: Language) -> ui.Modal:
    """Return the modal for a note; an empty one deletes it."""
    field = items.paragraph(TEXT, MOST_LETTERS, default=note, required=False)
    title = language.gettext("Note on match #{code}", code=match.code)
    label, about = language.gettext("Your note"), language.gettext("Nobody else reads it. Empty: it is deleted.")
    return items.form(Click("note-form", match.id), title, (label, about, field))

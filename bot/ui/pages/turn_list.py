"""The message of a server that lists whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club.turn_lists import MOST_LISTED
from bot.match.names import who
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.overview import LinkedMatch, linked_line


def turn_list(matches: Sequence[LinkedMatch], language: Language) -> str:
    """Return a line for each match: who is to move, a link and the deadline, as Markdown; as many as fit."""
    heading = f"### {language.gettext('Whose turn it is')}"
    if not matches:
        return f"{heading}\n{language.gettext('No match is being played. /play finds you an opponent.')}"
    lines = [_line(one, language) for one in matches]
    for most in range(min(MOST_LISTED, len(lines)), -1, -1):
        left = len(lines) - most
        more = [language.gettext("… and {n} more", n=left)] if left else []
        text = "\n".join([heading, *lines[:most], *more])
        if len(text) <= MESSAGE_TEXT:
            return text
    return heading


def _line(one: LinkedMatch, language: Language) -> str:
    movers = language.join_list(plain(language(who(player))) for player in one.match.to_act)
    return f"- **{movers}**: {linked_line(one.match, one.place_link, language)}"

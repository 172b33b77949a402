"""A hint: what the AI would play and why, and the button that plays it."""

from __future__ import annotations

from bot.match.model import Match
from bot.match.names import with_names
from bot.match.turn_draft import Draft
from bot.match.turn_path import write_path
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.pages.typed import READING
from games.core.sentences import end_sentence, split_sentences

_MOST_IN_SENTENCE = 400
"""The longest sentence of a hint, in characters; the longest of a game tells where a spell puts seven objects."""
_READ_AS_ONE = 3
"""The most sentences that are read as one paragraph."""


def hint_words(match: Match, why: str, language: Language) -> str:
    """Return what a hint says, as Markdown; of more than a few sentences, each has a line of its own."""
    told = [end_sentence(plain(language(with_names(match, one)), _MOST_IN_SENTENCE)) for one in split_sentences(why)]
    return " ".join(told) if len(told) <= _READ_AS_ONE else "\n".join(f"- {one}" for one in told)


def play_it(draft: Draft, turn: str, language: Language) -> list[items.Item]:
    """Return the button that plays a hint; none if the turn is too long for a custom id (it can be typed)."""
    match = draft.match
    clicks = (Click(READING, match.id, match.turn, rest) for rest in (turn, write_path(draft, turn)))
    click = next((one for one in clicks if one.fits), None)
    return [] if click is None else [items.buttons(items.button(click, language.gettext("Play it"), Style.success))]

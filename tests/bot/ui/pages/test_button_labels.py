"""Every button of every screen says in at most 20 letters what it does, in both languages: phones cut longer ones."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

import games
from bot.club.preferences import Preferences
from bot.match.model import UserId
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.limits import READ_AT_A_GLANCE
from bot.ui.pages import match_menu, requests, settings
from games.core.i18n import Message, gettext, pgettext
from tests.bot.ui.labels import labels, written_words

MAKERS = ("items.button", "items.link")
TITLES = [games.find(key).info.title for key in games.keys()]
TRAINERS = [trainer.title for key in games.keys() if (trainer := games.find(key).presenter.trainer()) is not None]

OTHERS: dict[tuple[str, str], Iterable[str]] = {
    ("match_menu.py", "language(words)"): match_menu.ASK.values(),
    ("overview.py", "place"): (gettext("To the board"), gettext("To the challenge")),
    ("overview.py", "words"): (gettext("Resume"), gettext("Resume here")),
    ("paging.py", "label"): (gettext("Newer"), gettext("Older"), gettext("Previous page"), gettext("Next page")),
    ("replay.py", "label"): (pgettext("replay", "First"), gettext("Back"), gettext("Next"), pgettext("replay", "Last")),
    ("requests.py", "language(ACCEPT[match.offer.kind])"): requests.ACCEPT.values(),
    ("rules.py", "language(trainer.title)"): TRAINERS,
    ("settings.py", "language(name)"): [name for name, _ in settings.switches(Preferences(UserId(1))).values()],
    ("welcome.py", "game.info.title"): TITLES,
    ("questions.py", "text"): (),  # a question with a longer answer gets a menu: `questions.are_buttons`
    ("choices.py", "label"): (),  # the same
    ("compose.py", "_confirming(draft, language)"): (gettext("Confirm"),),  # or the last step, where it is short
    ("typed.py", "text"): (),  # readings of more letters get a menu
}
"""What stands on the buttons whose words are not written where they are made, by file and expression."""


def words(name: str, label: ast.expr) -> Iterable[str]:
    """What may stand on the button."""
    written = written_words(label)
    return OTHERS[name, ast.unparse(label)] if written is None else (written,)


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_label_is_read_at_a_glance(code: str) -> None:
    language = Language(code)
    shown = {language(one) for name, label in labels(MAKERS) for one in words(name, label)}
    assert len(shown) > 60
    assert {one for one in shown if len(one) > READ_AT_A_GLANCE} == set()


@pytest.mark.parametrize("code", set(SUPPORTED) - {"en"})
def test_every_label_is_translated(code: str) -> None:
    """But for what is the same in both: proper names and abbreviations."""
    language, same = Language(code), {"Animation", "Stop", "GIF", "JSON", "Moment {number}", "Pings", *TITLES}
    found = [one for name, label in labels(MAKERS) for one in words(name, label) if isinstance(one, Message)]
    assert {str(one) for one in found if language(one) == str(one)} <= same

"""Questions that are offered while somebody types."""

from __future__ import annotations

import re

import pytest

from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.ask import TOPICS, suggestions
from bot.ui.pages.question_words import CLOCKS, LAST, MOVES, PIECES, RULES, THREATS, TURN


@pytest.mark.parametrize(
    "language, typed, offered",
    [
        ("en", "danger", [THREATS]),
        ("en", "last move", [LAST]),
        ("en", "when is it due?", [CLOCKS]),
        ("de", "letzter Zug", [LAST]),
        ("de", "die Uhren", [CLOCKS]),
        ("de", "wie viel Zeit bleibt mir?", [CLOCKS]),
        ("de", "Wie steht es?", [TURN]),
        ("de", "Was liegt in Reihe 2?", [PIECES]),
        ("en", "what is in line 2?", [PIECES]),
        ("en", "who is winning?", [TURN]),
        ("en", "How do I win?", [RULES]),
        ("de", "Wie gewinne ich?", [RULES]),
        ("en", "who wins", [TURN]),
        ("de", "Wer gewinnt?", [TURN]),
        ("de", "was kann ich ziehen", [MOVES]),
        ("en", "qwertz", []),
        ("en", "", list(TOPICS)),
    ],
)
def test_what_somebody_types_suggests_the_questions_that_it_may_mean(
    language: str, typed: str, offered: list[str]
) -> None:
    assert suggestions(typed, Language(language)) == offered


@pytest.mark.parametrize("language", SUPPORTED)
@pytest.mark.parametrize("topic", TOPICS)
def test_a_question_that_is_typed_as_it_is_offered_is_understood(language: str, topic: str) -> None:
    words = Language(language)
    assert suggestions(words(TOPICS[topic]).rstrip("?"), words)[0] == topic


@pytest.mark.parametrize("language", SUPPORTED)
def test_what_one_has_is_asked_for_in_words_that_fit_every_game(language: str) -> None:
    """Cyberzul has tiles and Conquid cells: only two of the games have pieces."""
    assert not re.search("piece|Figur|Stein", Language(language)(TOPICS[PIECES]))

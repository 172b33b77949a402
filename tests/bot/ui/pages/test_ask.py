"""Questions that are offered while somebody types."""

from __future__ import annotations

import pytest

from bot.ui.i18n.language import Language
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

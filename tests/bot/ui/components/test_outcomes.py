"""What is said after an answer that was lost: what is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.commits import Commits
from bot.match.model import Place
from bot.ui.components import outcomes
from tests.bot.table import ANA, Club


@pytest.mark.parametrize(
    "action, stored, sentence",
    [
        ("confirm", "changed", "Your move was played."),
        ("resign-yes", "changed", "You have resigned."),
        ("mod-void", "changed", "That is done: match #"),
        ("choccer", "added", "is in <#20>"),
        ("set", "others", "Your settings are saved."),
        ("forget-yes", "others", "nothing about you is stored"),
        ("forget-yes", "changed", "your data is still stored"),
    ],
)
async def test_the_sentence_after_a_lost_answer_says_what_is_stored(
    club: Club, action: str, stored: str, sentence: str
) -> None:
    match = replace(await club.begin(), place=Place(10, 20))
    found = {
        "changed": Commits(1, changed=[match]),
        "added": Commits(1, added=[match]),
        "others": Commits(2, changed=[match]),
    }
    assert sentence in str(outcomes.describe_outcome(action, found[stored], ANA.user))

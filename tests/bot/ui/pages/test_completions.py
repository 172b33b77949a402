"""What /move offers while somebody types in words: sentences in their language, and the right one among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.match.model import Match
from bot.match.turn_draft import Draft, draft_of
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import CHOICES
from bot.ui.pages.typed import completions
from games import find, keys
from games.core.status import Turn
from tests.bot.table import Club
from tests.games.typed.test_typed import Line, corpus

SHARE = 0.95
"""So much of what is begun in words is completed, or the last choice says how many more there are."""
_EVERY = 9
"""Of so many lines of a corpus, one is tried."""


def _draft(match: Match, game: str, line: Line) -> Draft:
    """The draft of who is to move in the position of the line."""
    found = find(game)
    status = found.rules.status(found.rules.load(line.position, line.options))
    assert isinstance(status, Turn)
    seat = min(status.seats)
    there = replace(match, game=game, options=line.options, position=line.position)
    return draft_of(there, next(player for player in there.players if player.seat == seat), ())


def _begun(game: str, language: str) -> Iterator[tuple[Line, str]]:
    """Lines that mean one legal move, each with its first half, and with all but its last word."""
    lines = [line for line in corpus(game) if line.language == language and not set(line.means) & set("!|")]
    for line in lines[::_EVERY]:
        words = line.typed.split()
        if len(words) > 1:
            yield line, " ".join(words[: (len(words) + 1) // 2])
            yield line, " ".join(words[:-1])


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
async def test_words_that_are_begun_are_completed(sqlite_club: Club, game: str, language: str) -> None:
    match = await sqlite_club.begin()
    found: Counter[bool] = Counter()
    missed = []
    for line, begun in _begun(game, language):
        offered = completions(_draft(match, game, line), begun, Language(language))
        texts = [text for _, text in offered]
        is_found = len(offered) == CHOICES or any(
            line.means == text or line.means.startswith((f"{text} ", f"{text},")) for text in texts
        )
        found[is_found] += 1
        missed += [] if is_found else [(begun, line.means)]
    assert found[True] >= SHARE * found.total(), missed


@pytest.mark.parametrize(
    "code, typed, words",
    [
        ("en", "I want to", "You move the circle from h4 to g4"),
        ("de", "ich möchte bitte", "Du ziehst den Kreis von h4 nach g4"),
        ("de", "ich möchte den Kreis", "Du ziehst den Kreis von h4 nach g4"),
        ("en", "move the circle from h", "You move the circle from h4 to g4"),
    ],
)
async def test_polite_words_and_half_words_are_passed_over(
    sqlite_club: Club, code: str, typed: str, words: str
) -> None:
    match = await sqlite_club.begin()
    offered = completions(draft_of(match, match.players[0], ()), typed, Language(code))
    assert words in [name for name, _ in offered]


async def test_what_is_no_move_at_all_is_not_completed(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert completions(draft_of(match, match.players[0], ()), "xyzzy", ENGLISH) == []


async def test_the_last_choice_says_how_many_more_there_are(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    offered = completions(_draft(match, "onyx", next(corpus("onyx"))), "please put", ENGLISH)
    assert len(offered) == CHOICES
    assert "others. Type e.g." in offered[-1][0]

"""The lines of a board message that describe its turn, and earlier turns that no board has shown."""

from __future__ import annotations

import re

from bot.match.model import Match
from bot.match.names import with_names
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.match_view import MOST_NOTED, Last, MissedTurns, maker_note

MOST_WORDS = 800
"""The longest description of a turn, in characters."""

_MOST_MISSED_WORDS = 200
"""The longest description of a missed turn, in characters."""

_MOST_MISSED = 1500
"""The longest description of all missed turns, in characters."""

_ROOM_FOR_SUMMARY = 120
"""The room for the line about further missed turns, in characters."""

_FORMERLY = "Move "
"""The former prefix of a board's turn line."""


def turn_line(match: Match, last: Last | None, language: Language, most: int = MOST_WORDS) -> str:
    """Return a turn in words, with its number and who made it for its player; `most` is the longest description."""
    if last is None:
        return language.gettext("The match begins.")
    words = plain(language(with_names(match, last.description.words, last.entry)), most)
    told = language.gettext("Turn {turn} · {words}", turn=last.number, words=words)
    notes = [plain(maker_note(match, last.entry, language), MOST_NOTED)]
    if last.again:
        notes.append(language.gettext("(shown again)"))
    line = " ".join([told, *filter(None, notes)])
    return line if line.endswith("…") else f"{line}."


def missed_lines(match: Match, missed: MissedTurns, language: Language, room: int = _MOST_MISSED) -> list[str]:
    """Return the missed turns in order; only the newest if they don't fit into `room` characters."""
    lines: list[str] = []
    room, first = min(room, _MOST_MISSED) - _ROOM_FOR_SUMMARY, missed.end
    for turn in reversed(missed.turns):
        line = turn_line(match, turn, language, _MOST_MISSED_WORDS)
        room -= len(line) + 1
        if room < 0:
            break
        lines.insert(0, line)
        first = turn.number
    return [_summary(missed.first, first - 1, language), *lines] if first > missed.first else lines


def _summary(first: int, last: int, language: Language) -> str:
    """Return a line about where the turns `first` to `last` can be found."""
    if first == last:
        return language.gettext("Turn {turn}: see `/replay`.", turn=first)
    return language.gettext("Turns {first} to {last}: see `/replay`.", first=first, last=last)


def turn_in(text: str) -> int | None:
    """Return the number of the turn that a board message shows, in any language."""
    if any(Language(code).gettext("The match begins.") in text for code in SUPPORTED):
        return 0
    numbers = [number for line in text.splitlines() if (number := number_of_turn(line)) is not None]
    return numbers[-1] if numbers else None


def lines_of_turns(lines: list[str]) -> list[str]:
    """Return the lines of a board message, below its title, that describe turns; at least the first."""
    last = max((place for place, line in enumerate(lines) if number_of_turn(line) is not None), default=0)
    return lines[: last + 1]


def number_of_turn(line: str) -> int | None:
    """Return the number of the turn in a line."""
    for code in SUPPORTED:
        before, _, _ = Language(code).gettext("Turn {turn} · {words}", turn="\0", words="").partition("\0")
        found = re.match(rf"(?:{re.escape(before)}|{_FORMERLY})(\d{{1,6}})\b", line)
        if found is not None:
            return int(found[1])
    return None

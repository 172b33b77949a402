"""A whole match as text: header lines in brackets, then one entry a line, the seat before the move.

[game onyx]
[rules 1]
[seats 2]
[option board king-5]
[note seat-0 Ana]

0 b@c3 p@d4
1 w@c4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.core.status import Seat

MOST_ENTRIES = 20_000
"""The most entries a record may have; longer ones are refused."""
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: the seat, and its move in canonical notation."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """All that determines a match: rules version, seats, options and entries. `notes` are free (players, result)."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, str]
    entries: tuple[Entry, ...]
    notes: tuple[tuple[str, str], ...] = field(default=())

    def text(self) -> str:
        """Return the record as text, ending with a line break."""
        head = [f"[game {self.game}]", f"[rules {self.rules}]", f"[seats {self.seats}]"]
        head += [f"[option {key} {value}]" for key, value in self.options.items()]
        head += [f"[note {key} {' '.join(value.split())}]" for key, value in self.notes]
        return "\n".join([*head, "", *(f"{entry.seat} {entry.text}" for entry in self.entries), ""])


def read_record(text: str) -> Record:
    """Read the record from `text`, ignoring blank lines. Raises BadNotation."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    inside = (line[1:-1].split(None, 2) for line in lines if line.startswith("[") and line.endswith("]"))
    head = [words for words in inside if words]
    entries = tuple(_entry(line) for line in lines if not line.startswith("["))
    if len(entries) > MOST_ENTRIES:
        raise BadNotation(gettext("The record is too long: at most {most} moves.", most=MOST_ENTRIES))
    single = {words[0]: words[1] for words in head if len(words) > 1 and words[0] in {"game", "rules", "seats"}}
    game, rules, seats = (single.get(word, "") for word in ("game", "rules", "seats"))
    if not game or not _NUMBER.fullmatch(rules) or not _NUMBER.fullmatch(seats):
        raise BadNotation(gettext("The record must begin with [game ...], [rules ...] and [seats ...]."))
    return Record(game, int(rules), int(seats), dict(_pairs(head, "option")), entries, tuple(_pairs(head, "note")))


def _pairs(head: list[list[str]], kind: str) -> Iterable[tuple[str, str]]:
    return ((words[1], words[2] if len(words) > 2 else "") for words in head if words[0] == kind and len(words) > 1)


def _entry(line: str) -> Entry:
    seat, _, text = line.partition(" ")
    if seat not in {"-1", "0", "1", "2", "3"} or not text:
        raise BadNotation(
            gettext("I couldn't read the record's line '{line}': a seat and a move are wanted.", line=line[:60])
        )
    return Entry(Seat(int(seat)), text.strip())

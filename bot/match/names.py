"""The names of players on boards, in records and on cards."""

from __future__ import annotations

import games
from bot.match.model import LogEntry, Match, Player
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import fill_names

LEVELS = {
    "beginner": gettext("beginner"),
    "easy": gettext("easy"),
    "medium": gettext("medium"),
    "hard": gettext("hard"),
    "master": gettext("master"),
}

FORGOTTEN = gettext("Somebody")
"""The name of people who have deleted their data. It is stored in English."""


def stored_name(name: str) -> str:
    """Return a name as it was stored, translatable if it stands for somebody who has deleted their data."""
    return FORGOTTEN if name == FORGOTTEN else name


def who(player: Player) -> Message | str:
    """Return the name to show for a seat."""
    if player.ai is not None:
        return gettext("AI ({level})", level=LEVELS.get(player.ai, player.ai))
    return player.name or gettext("Free seat")


def has_free_seat(match: Match) -> bool:
    """Whether a seat is still free to join."""
    return any(map(_is_free, match.players))


def _is_free(player: Player) -> bool:
    return player.user is None and player.ai is None and not player.name


def names_of(match: Match) -> tuple[Message | str, ...]:
    """Return the name of each seat for texts about the match; players of the same name are numbered.

    Whoever plays all sides is named by the side, if the sides have names.
    """
    sides = tuple(side_name(match, player.seat) for player in match.players)
    return sides if match.hot_seat and all(sides) else numbered_names(match)


def title_names(match: Match) -> tuple[Message | str, ...]:
    """Return the names for a match's title: one per seat, a hot seat player once, free seats together."""
    if match.hot_seat:
        return (who(match.players[0]),)
    names = numbered_names(match)
    taken = [player.seat for player in match.players if not _is_free(player)]
    free = len(names) - len(taken)
    if not free:
        return names
    return (*(names[seat] for seat in taken), ngettext("{n} free seat", "{n} free seats", free))


def numbered_names(match: Match) -> tuple[Message | str, ...]:
    """Return the name of each seat; equal names are numbered in seat order."""
    plain = [who(player) for player in match.players]
    return tuple(
        gettext("{name} {number}", name=name, number=plain[: seat + 1].count(name))
        if plain.count(name) > 1 and not _is_free(player)
        else name
        for seat, (name, player) in enumerate(zip(plain, match.players, strict=True))
    )


def name_of(match: Match, player: Player) -> Message | str:
    """Return the name of one player."""
    return names_of(match)[player.seat]


def names_at(match: Match, entry: LogEntry) -> tuple[Message | str, ...]:
    """Return the names for describing a log entry.

    A person whose seat an AI took later is named as before, or by the side if the name has been deleted.
    """
    names = list(names_of(match))
    if match.players[entry.seat].ai is not None and entry.by in {"player", "timeout"}:
        names[entry.seat] = match.players[entry.seat].name or games.find(match.game).info.sides[entry.seat]
    return tuple(names)


def with_names(match: Match, words: str, entry: LogEntry | None = None) -> str:
    """Fill the players' names into a game's message; for a log entry, the names at the time of the entry."""
    return fill_names(words, names_of(match) if entry is None else names_at(match, entry))


def side_name(match: Match, seat: int) -> str:
    """Return the seat's side in the game's words, such as "White"; empty if it is only a number."""
    sides = games.find(match.game).info.sides
    side = sides[seat] if seat < len(sides) else ""
    return "" if is_number(side) else side


def side_in_brackets(match: Match, seat: int) -> Message | str:
    """Return what distinguishes a seat from others of the same person: side or numbered name; empty if not needed."""
    return side_name(match, seat) or (names_of(match)[seat] if match.hot_seat else "")


def is_number(side: str) -> bool:
    """Whether the name of a side is only a number, such as "Player 1"."""
    return isinstance(side, Message) and "number" in side.values

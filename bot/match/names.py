"""What players are called on a board, in a record, on a card."""

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


def who(player: Player) -> Message | str:
    """The name to show for a seat."""
    if player.ai is not None:
        return gettext("AI ({level})", level=LEVELS.get(player.ai, player.ai))
    return player.name or gettext("Free seat")


def has_free_seat(match: Match) -> bool:
    """Whether somebody can still join."""
    return any(map(_is_free, match.players))


def _is_free(player: Player) -> bool:
    return player.user is None and player.ai is None and not player.name


def names_of(match: Match) -> tuple[Message | str, ...]:
    """The names of the seats as a match is told, no two of those who play alike.

    Who plays all sides is named by the side, where the sides have names.
    """
    sides = tuple(side_name(match, player.seat) for player in match.players)
    return sides if match.hot_seat and all(sides) else numbered_names(match)


def title_names(match: Match) -> tuple[Message | str, ...]:
    """Who plays, for a match's title: a name for each seat, but who plays all sides once, and free seats together."""
    if match.hot_seat:
        return (who(match.players[0]),)
    names = numbered_names(match)
    taken = [player.seat for player in match.players if not _is_free(player)]
    free = len(names) - len(taken)
    if not free:
        return names
    return (*(names[seat] for seat in taken), ngettext("{n} free seat", "{n} free seats", free))


def numbered_names(match: Match) -> tuple[Message | str, ...]:
    """Who sits on each seat; several of one name are numbered in the order of their seats."""
    plain = [who(player) for player in match.players]
    return tuple(
        gettext("{name} {number}", name=name, number=plain[: seat + 1].count(name))
        if plain.count(name) > 1 and not _is_free(player)
        else name
        for seat, (name, player) in enumerate(zip(plain, match.players, strict=True))
    )


def name_of(match: Match, player: Player) -> Message | str:
    """The name of one of them."""
    return names_of(match)[player.seat]


def names_at(match: Match, entry: LogEntry) -> tuple[Message | str, ...]:
    """The names for what an entry did: a person whose seat an AI has taken over since is named by the side."""
    names = list(names_of(match))
    if match.players[entry.seat].ai is not None and entry.by in {"player", "timeout"}:
        names[entry.seat] = games.find(match.game).info.sides[entry.seat]
    return tuple(names)


def with_names(match: Match, words: str, entry: LogEntry | None = None) -> str:
    """What a game tells, with the names of those who play; of what an entry did, with the name of whoever made it."""
    return fill_names(words, names_of(match) if entry is None else names_at(match, entry))


def side_name(match: Match, seat: int) -> str:
    """The player's side in the game's words; empty where it is no more than a number."""
    sides = games.find(match.game).info.sides
    side = sides[seat] if seat < len(sides) else ""
    return "" if is_number(side) else side


def side_in_brackets(match: Match, seat: int) -> Message | str:
    """What tells a seat from those of the same person: the side, else the numbered name; empty where nothing has to."""
    return side_name(match, seat) or (names_of(match)[seat] if match.hot_seat else "")


def is_number(side: str) -> bool:
    """Whether the name of a side is no more than a number: "Player 1"."""
    return isinstance(side, Message) and "number" in side.values

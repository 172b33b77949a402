"""Counts the turns of a match from its log: chance events are no turns, and all steps of a turn are one.

The log is given as the seats of its entries, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.model import LogEntry, Match, ThreadLine
from bot.match.names import with_names
from bot.match.play import game_of, state_at
from games.core.description import MoveDescription, join_steps
from games.core.errors import GameError
from games.core.status import CHANCE, Seat


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """The turn that a board describes: its number (0: none yet), its first and last ply, and the entries shown.

    The steps of a turn that is not finished are not shown.
    """

    number: int
    first: int
    last: int
    ply: int


def count_turns(match: Match, seats: Sequence[Seat]) -> int:
    """Count the turns in these first entries of the log."""
    return sum(_begins_turn(match, seats, ply) for ply in range(len(seats)))


def number_composed(match: Match, seats: Sequence[Seat], seat: Seat) -> int:
    """Return the number of the turn that the seat composes: the next, or the last if it has steps in the log."""
    return count_turns(match, seats) + (not seats or seats[-1] != seat)


def ply_after(match: Match, seats: Sequence[Seat], number: int) -> int:
    """Return the number of entries after this many turns, including the chance events after them."""
    begun = 0
    for ply in range(len(seats)):
        begun += _begins_turn(match, seats, ply)
        if begun > number:
            return ply
    return len(seats)


def turn_to_show(match: Match, seats: Sequence[Seat]) -> ToldTurn:
    """Return the last finished turn of the match; after the end, the last turn."""
    ply = min(match.ply, len(seats))
    acting = {player.seat for player in match.to_act}
    if game_of(match).info.multi_step and ply and seats[ply - 1] in acting:
        ply = _run_start(seats, ply - 1)
    last = next((entry for entry in reversed(range(ply)) if seats[entry] != CHANCE), None)
    if last is None:
        return ToldTurn(0, 0, -1, ply)
    first = _run_start(seats, last) if game_of(match).info.multi_step else last
    return ToldTurn(count_turns(match, seats[:ply]), first, last, ply)


def turns_between(match: Match, seats: Sequence[Seat], start: int, stop: int) -> list[ToldTurn]:
    """Return the turns that begin between the entries `start` and `stop`."""
    found: list[ToldTurn] = []
    start = max(0, start)
    before = count_turns(match, seats[:start])
    for ply in range(start, stop):
        if _begins_turn(match, seats, ply):
            found.append(ToldTurn(before + len(found) + 1, ply, ply, ply + 1))
        elif found and seats[ply] != CHANCE:
            found[-1] = replace(found[-1], last=ply, ply=ply + 1)
    return found


def number_on_board(match: Match, seats: Sequence[Seat], ply: int) -> int:
    """Return the number of the turn that the board described after this many entries; 0 before the first turn."""
    if ply >= len(seats):
        return turn_to_show(match, seats).number
    goes_on = game_of(match).info.multi_step and ply > 0 and seats[ply - 1] == seats[ply]
    return count_turns(match, seats[:ply]) - goes_on


def undone_turns(match: Match, keep: int, log: Sequence[LogEntry], seats: Sequence[Seat]) -> tuple[ThreadLine, ...]:
    """Describe the turns undone if only the first `keep` entries stay; `log` holds these and the one before."""
    found: list[tuple[int, LogEntry, list[MoveDescription]]] = []
    for entry in log:
        if entry.ply < keep or entry.seat == CHANCE:
            continue
        words = describe_entry(match, entry, log)
        if found and not _begins_turn(match, seats, entry.ply):
            found[-1][2].append(words)
        else:
            found.append((count_turns(match, seats[: entry.ply + 1]), entry, [words]))
    return tuple(
        ThreadLine(number, first.seat, with_names(match, join_steps(steps).words, first))
        for number, first, steps in found
    )


def turn_start(match: Match, log: Sequence[LogEntry], ply: int) -> int:
    """Return the first ply of the turn that the entry `ply` belongs to, as far as `log` goes back."""
    seats = {entry.ply: entry.seat for entry in log}
    while game_of(match).info.multi_step and seats.get(ply - 1) == seats[ply]:
        ply -= 1
    return ply


def describe_entry(match: Match, entry: LogEntry, log: Sequence[LogEntry]) -> MoveDescription:
    """Describe an entry in words; return its text if the entry before it is not in `log`, or the rules were older."""
    game = game_of(match)
    before = next((earlier.position for earlier in log if earlier.ply == entry.ply - 1), None)
    try:
        if entry.ply == 0:
            state = game.rules.start(len(match.players), match.options)
        elif before is not None:
            state = state_at(match, before)
        else:
            return MoveDescription(entry.text)
        return game.presenter.describe(state, entry.seat, game.rules.parse(entry.text))
    except GameError:  # played under older rules: show the move's text
        return MoveDescription(entry.text)


def _begins_turn(match: Match, seats: Sequence[Seat], ply: int) -> bool:
    goes_on = game_of(match).info.multi_step and ply > 0 and seats[ply - 1] == seats[ply]
    return seats[ply] != CHANCE and not goes_on


def _run_start(seats: Sequence[Seat], ply: int) -> int:
    """Return the first ply of the consecutive entries of one seat that end at `ply`."""
    while ply > 0 and seats[ply - 1] == seats[ply]:
        ply -= 1
    return ply

"""Whose turn it is, or how the match ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, from 0 in the order of play."""

CHANCE = Seat(-1)
"""The seat of chance, whose moves are drawn by the host."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The seats that may act now (several if decisions are simultaneous) and the phase of the game."""

    seats: frozenset[Seat]
    phase: str = "play"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match.

    `places` holds one place per seat: 1 for the winner, shared in a tie (1 1 3). `scores` holds the final scores, empty
    if a game has none. `reason` is a sentence.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()

    @property
    def winner(self) -> Seat | None:
        """The only seat in first place, or None in a tie."""
        return Seat(self.places.index(1)) if self.places.count(1) == 1 else None


Status = Turn | Outcome

_TURNS: dict[tuple[int, str], Turn] = {}


def turn(seat: int, phase: str = "play") -> Turn:
    """Return the turn of one seat; always the same object, since playouts ask for it at every ply."""
    try:
        return _TURNS[seat, phase]
    except KeyError:
        return _TURNS.setdefault((seat, phase), Turn(frozenset({Seat(seat)}), phase))


def tie(seats: int, reason: str, scores: tuple[int, ...] = ()) -> Outcome:
    """Return an outcome in which all seats share first place."""
    return Outcome((1,) * seats, reason, scores)


def win(winner: int, reason: str, scores: tuple[int, ...] = ()) -> Outcome:
    """Return a win for one of two seats."""
    return Outcome((1, 2) if winner == 0 else (2, 1), reason, scores)

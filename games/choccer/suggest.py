"""Suggestions: whole moves that continue the typed text."""

from __future__ import annotations

from games.choccer.composer import rank
from games.choccer.legal import legal_moves
from games.choccer.moves import text
from games.choccer.position import State


def suggest(state: State, typed: str, limit: int) -> tuple[str, ...]:
    """Return the moves that start with the typed text, else those that contain it; moves that gain something first."""
    wanted = "".join(typed.lower().split())
    texts = {text(move): rank(state, move) for move in legal_moves(state, state.seat)}
    fitting = [each for each in texts if each.startswith(wanted)] or [each for each in texts if wanted in each]
    return tuple(sorted(fitting, key=texts.__getitem__)[:limit])

"""The errors of a game, each with a sentence for the player. A refusal changes nothing."""

from __future__ import annotations

_MOST_QUOTED = 40


class GameError(Exception):
    """An input that was refused; `str()` is a sentence for the player (a `Message` is kept in `sentence`)."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class BadNotation(GameError):
    """The text of a move, position, option or record cannot be read."""


class IllegalMove(GameError):
    """The move can be read, but the rules forbid it here."""


class NothingFits(IllegalMove):
    """The typed text can be read but fits no legal move, or more must be said.

    `possible` holds the texts of similar legal moves, which `sentence` names; `why` is the sentence without them.
    """

    def __init__(self, sentence: str, why: str, possible: tuple[str, ...]) -> None:
        super().__init__(sentence)
        self.why = why
        self.possible = possible


class NotYourTurn(GameError):
    """The seat may not act now, or the match is over."""


def quote(typed: str) -> str:
    """Return the typed text on one line, shortened if it is long."""
    shown = " ".join(typed.split())
    return shown if len(shown) <= _MOST_QUOTED else f"{shown[: _MOST_QUOTED - 1]}…"

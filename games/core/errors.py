"""What a game refuses, each with a sentence for the player. A refusal changes nothing."""

from __future__ import annotations


class GameError(Exception):
    """A refused input; `str()` is a sentence for the player (a `Message` is kept in `sentence`)."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class BadNotation(GameError):
    """The text of a move, a position, an option or a record cannot be read."""


class IllegalMove(GameError):
    """The move can be read and the rules forbid it here."""


class NotYourTurn(GameError):
    """The seat may not act now, or the match is over."""

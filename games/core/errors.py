"""The errors of a game, each with a sentence for the player. A refusal changes nothing."""

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


class NothingFits(IllegalMove):
    """What was typed can be read and fits no legal move; `possible` are the texts of legal moves that come close."""

    def __init__(self, sentence: str, possible: tuple[str, ...]) -> None:
        super().__init__(sentence)
        self.possible = possible


class NotYourTurn(GameError):
    """The seat may not act now, or the match is over."""

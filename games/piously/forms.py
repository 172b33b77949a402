"""What a step of several answers asks for: the questions, the answers that make a move, and their text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Generic, Protocol, TypeVar

from games.core.i18n import Message
from games.core.question import DONE, Choice, Question
from games.piously.position import State
from games.piously.rooms import ROOM_NAMES, TILE_NAMES
from games.piously.words import object_name

Answers = tuple[str, ...]

FLAT = 25
"""Pairs of an object and a goal are asked for at once while there are at most so many."""

M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)


class Form(Protocol[M_contra]):
    """How one kind of step is asked for, after its opening token."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """What comes next; None when the step is whole."""

    def answers(self, state: State, move: M_contra) -> Answers:
        """The answers that make the move."""

    def text(self, answers: Answers) -> str:
        """The text of the step, canonical when it is whole."""

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """What the answers so far do to the position, and the tiles chosen. Raises IllegalMove."""


def tile_choice(token: str, tile: int, label: Message | str = "", note: Message | str = "") -> Choice:
    """A choice that points at a tile, under the heading of its room."""
    return Choice(token, label or TILE_NAMES[tile], (TILE_NAMES[tile],), note, ROOM_NAMES[tile // 4])


def done_choice(label: Message) -> Choice:
    """The choice to go no further."""
    return Choice(DONE, label)


class Pairs(Generic[M]):
    """An object and where it goes, in one question where they are few.

    `thing` tells the object of a move, `text` its notation after `opener`, `label` its words and the tile pointed at.
    """

    def __init__(
        self,
        opener: str,
        moves: Callable[[State], Iterable[M]],
        thing: Callable[[M], int],
        text: Callable[[M], str],
        label: Callable[[State, M], tuple[Message, int | None]],
        prompts: tuple[Message, Message],
    ) -> None:
        self._opener, self._moves, self._thing, self._text, self._label = opener, moves, thing, text, label
        self._which, self._where = prompts

    def question(self, state: State, answers: Answers) -> Question | None:
        """Pairs, or objects and then goals."""
        tails = {self._tail(move): move for move in self._moves(state)}
        if _flat(tails):
            choices = (self._choice(state, tail, move) for tail, move in tails.items())
            return None if answers else Question(self._where, tuple(choices))
        if len(answers) > 1:
            return None
        if answers:
            found = (item for item in tails.items() if item[0].startswith(answers[0]))
            return Question(self._where, tuple(self._choice(state, tail[2:], move) for tail, move in found))
        things = {tail[:2]: self._thing(move) for tail, move in tails.items()}
        return Question(self._which, tuple(_object(state, token, thing) for token, thing in things.items()))

    def answers(self, state: State, move: M) -> Answers:
        """One or two."""
        tail = self._tail(move)
        flat = _flat([self._tail(other) for other in self._moves(state)])
        return (tail,) if flat else (tail[:2], tail[2:])

    def text(self, answers: Answers) -> str:
        """Just as they follow."""
        return self._opener + "".join(answers)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """The object that was chosen."""
        if not answers:
            return state, ()
        things = (self._thing(move) for move in self._moves(state) if self._tail(move).startswith(answers[0]))
        return state, tuple(state.objects[thing] for thing in dict.fromkeys(things))[:1]

    def _tail(self, move: M) -> str:
        return self._text(move)[len(self._opener) :]

    def _choice(self, state: State, token: str, move: M) -> Choice:
        words, tile = self._label(state, move)
        cells = () if tile is None else (TILE_NAMES[tile],)
        return Choice(token, words, cells, group=object_name(self._thing(move)))


def _object(state: State, token: str, thing: int) -> Choice:
    return Choice(token, object_name(thing), TILE_NAMES[state.objects[thing] : state.objects[thing] + 1])


def _flat(tails: Collection[str]) -> bool:
    return len(tails) <= FLAT or len({tail[:2] for tail in tails}) == 1

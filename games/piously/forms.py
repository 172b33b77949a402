"""What a step of several answers asks for: the questions, the answers that make a move, and their text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from games.core.i18n import Message, gettext
from games.core.question import DONE, Choice, Question
from games.piously.position import State
from games.piously.rooms import NOWHERE, ROOM_NAMES, TILE_NAMES
from games.piously.words import OBJECT_TITLES, object_name

Answers = tuple[str, ...]
Goal = tuple[Message | str, int, Message | str]
"""Where something may go: the label of the choice, the tile that it points at, and a note."""

M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)


def where_to(thing: int) -> Message:
    """The question where an object goes."""
    return gettext("Where does {thing} go?", thing=object_name(thing))


class Form(Protocol[M_contra]):
    """How one kind of step is asked for, after its opening token."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """What comes next; None if the step is whole."""

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


class Targets(Generic[M]):
    """One answer: what the step is aimed at. `choice` is how it is offered, with the answer as its token."""

    def __init__(
        self,
        opener: str,
        moves: Callable[[State], Iterable[M]],
        text: Callable[[M], str],
        choice: Callable[[State, str, M], Choice],
        prompt: Message,
    ) -> None:
        self._opener, self._moves, self._text, self._choice, self._prompt = opener, moves, text, choice, prompt

    def question(self, state: State, answers: Answers) -> Question | None:
        """Everything that may be aimed at."""
        if answers:
            return None
        choices = (self._choice(state, self.answers(state, move)[0], move) for move in self._moves(state))
        return Question(self._prompt, tuple(choices))

    def answers(self, state: State, move: M) -> Answers:
        """What stands after the opener."""
        del state
        return (self._text(move)[len(self._opener) :],)

    def text(self, answers: Answers) -> str:
        """Just as they follow."""
        return self._opener + "".join(answers)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Nothing is chosen before all is."""
        del answers
        return state, ()


class Pairs(Generic[M]):
    """An object and where it goes; the object is not asked for where there is one.

    So each answer points at another place: its number in the picture is its own.

    `thing` tells the object of a move, `text` its notation after `opener`, `goal` where it leads: the label, the tile
    pointed at, and what else is to be said. `which` asks for the object, `where` for the goal of one.
    """

    def __init__(
        self,
        opener: str,
        moves: Callable[[State], Iterable[M]],
        thing: Callable[[M], int],
        text: Callable[[M], str],
        goal: Callable[[State, M], Goal],
        which: Message,
        where: Callable[[int], Message],
    ) -> None:
        self._opener, self._moves, self._thing, self._text, self._goal = opener, moves, thing, text, goal
        self._which, self._where = which, where

    def question(self, state: State, answers: Answers) -> Question | None:
        """Objects and then goals, or goals."""
        tails = {self._tail(move): move for move in self._moves(state)}
        if _flat(tails):
            return None if answers else self._goals(state, tails, 0)
        if len(answers) > 1:
            return None
        if answers:
            return self._goals(state, {tail: tails[tail] for tail in tails if tail.startswith(answers[0])}, 2)
        things = {tail[:2]: self._thing(move) for tail, move in tails.items()}
        return Question(self._which, tuple(_object(state, token, thing) for token, thing in things.items()))

    def _goals(self, state: State, tails: Mapping[str, M], known: int) -> Question:
        """Where the one object of these moves may go; this many letters of each have been answered already."""
        choices = []
        for tail, move in tails.items():
            label, tile, note = self._goal(state, move)
            choices.append(Choice(tail[known:], label, (TILE_NAMES[tile],), note, ROOM_NAMES[tile // 4]))
        return Question(self._where(self._thing(next(iter(tails.values())))), tuple(choices))

    def answers(self, state: State, move: M) -> Answers:
        """One or two."""
        tail = self._tail(move)
        flat = _flat([self._tail(other) for other in self._moves(state)])
        return (tail,) if flat else (tail[:2], tail[2:])

    def text(self, answers: Answers) -> str:
        """Just as they follow."""
        return self._opener + "".join(answers)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """The object that was chosen, where it is on the board."""
        if not answers:
            return state, ()
        things = (self._thing(move) for move in self._moves(state) if self._tail(move).startswith(answers[0]))
        tiles = [state.objects[thing] for thing in dict.fromkeys(things)][:1]
        return state, tuple(tile for tile in tiles if tile != NOWHERE)

    def _tail(self, move: M) -> str:
        return self._text(move)[len(self._opener) :]


def _object(state: State, token: str, thing: int) -> Choice:
    return Choice(token, OBJECT_TITLES[thing], TILE_NAMES[state.objects[thing] : state.objects[thing] + 1])


def _flat(tails: Collection[str]) -> bool:
    return len({tail[:2] for tail in tails}) == 1

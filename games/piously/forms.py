"""The forms of steps with several answers: the questions, the answers that make a move, and their text."""

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
"""A goal: the label of the choice, the tile that it points at, and a note."""

M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)


def destination_question(thing: int) -> Message:
    """Return the question where an object goes."""
    return gettext("Where does {thing} go?", thing=object_name(thing))


class Form(Protocol[M_contra]):
    """The questions for one kind of step, after its opening token."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """Return the next question; None if the step is whole."""

    def answers(self, state: State, move: M_contra) -> Answers:
        """Return the answers that make the move."""

    def text(self, answers: Answers) -> str:
        """Return the text of the step, which is canonical if the step is whole."""

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position after the answers so far, and the tiles chosen. Raises IllegalMove."""


def tile_choice(token: str, tile: int, label: Message | str = "", note: Message | str = "") -> Choice:
    """Return a choice that points at a tile, under the heading of its room."""
    return Choice(token, label or TILE_NAMES[tile], (TILE_NAMES[tile],), note, ROOM_NAMES[tile // 4])


def done_choice(label: Message) -> Choice:
    """Return the choice to stop."""
    return Choice(DONE, label)


class Targets(Generic[M]):
    """A form with one answer, the target of the step. `choice` shows it, with the answer as its token."""

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
        """Return the question with every possible target."""
        if answers:
            return None
        choices = (self._choice(state, self.answers(state, move)[0], move) for move in self._moves(state))
        return Question(self._prompt, tuple(choices))

    def answers(self, state: State, move: M) -> Answers:
        """Return the answer, the text after the opener."""
        del state
        return (self._text(move)[len(self._opener) :],)

    def text(self, answers: Answers) -> str:
        """Join the answers as they are."""
        return self._opener + "".join(answers)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position unchanged, since nothing is chosen before everything is."""
        del answers
        return state, ()


class Pairs(Generic[M]):
    """A form for an object and where it goes; the object is not asked for if there is only one.

    So each answer points at another place, whose number in the picture is its own.

    `thing` returns the object of a move, `text` its notation after `opener`, and `goal` where it leads: the label, the
    tile to point at, and a note. `which` asks for the object, `where` for the goal of an object.
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
        """Return the question for the object or the goal; only for the goal if there is one object."""
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
        """Return the question where the object of these moves goes; the first `known` letters are answered already."""
        choices = []
        for tail, move in tails.items():
            label, tile, note = self._goal(state, move)
            choices.append(Choice(tail[known:], label, (TILE_NAMES[tile],), note, ROOM_NAMES[tile // 4]))
        return Question(self._where(self._thing(next(iter(tails.values())))), tuple(choices))

    def answers(self, state: State, move: M) -> Answers:
        """Return the answers: the whole if there is one object, else the object and the goal."""
        tail = self._tail(move)
        flat = _flat([self._tail(other) for other in self._moves(state)])
        return (tail,) if flat else (tail[:2], tail[2:])

    def text(self, answers: Answers) -> str:
        """Join the answers as they are."""
        return self._opener + "".join(answers)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position with the tile of the chosen object, if it is on the board."""
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

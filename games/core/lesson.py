"""The tutorial of a game, in five short steps: a position, a question, and moves to try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.status import Seat


@dataclass(frozen=True, slots=True)
class Try:
    """A move to try, what is said about it, and what the opponent plays next (empty: nothing).

    `words` also tells the reply, in the first person and with its places: "I take e3, f3 and f4". `good` moves lead to
    the next step. Moves and replies are texts, legal in their positions.
    """

    move: str
    words: str
    good: bool = True
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """The aim of a step: what is said of the moves that no try names.

    Each after which `reached` holds is right, and `words` are said of it, which are empty if the tries name all of
    these. `missed` is said of all others.
    """

    reached: Callable[[Any], bool]
    missed: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: the position, the seat the learner plays, the explanation, the question, and two to four tries.

    `goal` judges the moves that no try names; None if there are none.
    """

    title: str
    words: str
    position: str
    seat: Seat
    tries: tuple[Try, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which `seat` can win this turn; `solution` is one way, as text. The learner composes it."""

    title: str
    words: str
    position: str
    seat: Seat
    solution: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trainer:
    """Exercises on one topic each, under a title."""

    title: str
    exercises: tuple[Exercise, ...]

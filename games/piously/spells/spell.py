"""The interface of a spell (RULES 6 and 7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext
from games.piously.forms import Form
from games.piously.position import State, castable_region
from games.piously.refusals import cannot_cast
from games.piously.rooms import BEWITCHMENT, NOWHERE, SPELL_CODES, SPELL_NAMES, rooms_of
from games.piously.words import room_list

M = TypeVar("M")

Label = tuple[Message, int | None]
"""A cast as it is offered: a few words, and the tile that it points at."""


class StepDescription(NamedTuple):
    """A step in words, with the player's name and addressed to the player; the tiles where things end and start."""

    words: str
    to_you: str
    last: int = 0
    origin: int = 0


class Spell(ABC, Generic[M]):
    """A spell: what is legal, what it does, its notation, its questions and its words. `M` is its move.

    A subclass sets `number`, the spell's index in `SPELL_NAMES`; artworks come first, then bewitchments.
    `explanation` tells the owner what it does; `no_target` tells why it cannot be cast if there is no way to.
    """

    number: ClassVar[int]
    explanation: ClassVar[Message]
    no_target: ClassVar[Message] = gettext("There is nothing to cast it on.")

    @cached_property
    def room(self) -> int:
        """The room that the spell belongs to."""
        return self.number % BEWITCHMENT

    @property
    def name(self) -> Message:
        """The name that players read."""
        return SPELL_NAMES[self.number]

    @property
    def code(self) -> str:
        """The two letters of the notation."""
        return SPELL_CODES[self.number]

    @property
    def bare_move(self) -> M | None:
        """The move that is written as the spell's two letters alone."""
        return None

    @property
    def form(self) -> Form[M] | None:
        """The form that asks for a cast if one menu is not enough."""
        return None

    @abstractmethod
    def cast(self, state: State, move: M) -> State:
        """Return the state after the cast. Raises IllegalMove."""

    @abstractmethod
    def check_caster(self, state: State) -> None:
        """Raise IllegalMove if the mover cannot cast the spell, whatever its target."""

    def obstacle(self, state: State) -> str:
        """Return why the mover cannot cast the spell now; empty if the mover can."""
        try:
            self.check_caster(state)
        except IllegalMove as refusal:
            return refusal.sentence
        return "" if any(True for _ in self.casts(state)) else self.no_target

    @abstractmethod
    def casts(self, state: State) -> Iterable[M]:
        """Return the ways to cast the spell if it is the mover's, ready, and its caster on the board."""

    def count(self, state: State) -> int:
        """Return the number of ways; spells with very many count without listing."""
        return len(list(self.casts(state)))

    def draw(self, state: State, rng: Random) -> M | None:
        """Return a random way to cast the spell; None if there is none. Spells with very many draw without listing."""
        found = list(self.casts(state))
        return found[int(rng.random() * len(found))] if found else None

    def casts_like(self, state: State, typed: str) -> Iterable[M]:
        """Return the ways to cast the spell; if many, only those that fit the typed text (lower case, no blanks)."""
        return self.casts(state)

    @abstractmethod
    def text(self, move: M) -> str:
        """Return the cast in canonical notation."""

    def parse(self, rest: str) -> M:
        """Parse the cast after the spell's letters and a colon, in lower case. Raises BadNotation."""
        raise BadNotation(gettext("{spell} stands alone: type {code}.", spell=self.name, code=self.code))

    @abstractmethod
    def describe(self, state: State, move: M) -> StepDescription:
        """Describe the cast that the mover is about to make."""

    def label(self, state: State, move: M) -> Label:
        """Return the cast as a choice."""
        return self.name, None

    def summary(self, state: State, move: M) -> Message:
        """Return the cast in a few words, including the name of the spell."""
        return self.label(state, move)[0]


class Artwork(Spell[M]):
    """A spell that is cast by its artwork, on the tiles linked with it."""

    def check_caster(self, state: State) -> None:
        self.reach(state)

    def reach(self, state: State) -> int:
        """Return the linked region of the artwork. Raises IllegalMove if the spell cannot be cast."""
        region = castable_region(state, self.room)
        if not region:
            raise cannot_cast(state, self.number)
        return region

    def check_linked(self, state: State, chosen: int) -> int:
        """Return the rooms linked with the artwork. Raises IllegalMove if a `chosen` one is not among them."""
        rooms = rooms_of(self.reach(state))
        if chosen & ~rooms:
            far, near = room_list(chosen & ~rooms), room_list(rooms)
            raise IllegalMove(
                gettext("The {artwork} isn't linked to {far}. Linked: {near}.", artwork=self.name, far=far, near=near)
            )
        return rooms


class Bewitchment(Spell[M]):
    """A spell that is cast by the mover's piece."""

    def check_caster(self, state: State) -> None:
        self.here(state)

    def here(self, state: State) -> int:
        """Return the tile of the mover's piece. Raises IllegalMove if the spell cannot be cast."""
        owned, mover = state.arts[1 - state.mover], state.mover
        if not (owned & ~state.spent) >> self.room & 1 or state.objects[mover] == NOWHERE:
            raise cannot_cast(state, self.number)
        return state.objects[mover]

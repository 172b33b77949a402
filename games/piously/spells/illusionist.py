"""Illusionist: all auras in some linked rooms change colour, including own ones [I1] [X1]."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import Choice, Question
from games.core.sentences import PlayerName
from games.piously.forms import Answers, Form
from games.piously.naming import parse_room, set_of
from games.piously.position import State, linked, with_auras
from games.piously.rooms import INDIGO, LETTERS, ROOM_NAMES, TILE_NAMES, tiles_of
from games.piously.spells.spell import Artwork, StepDescription
from games.piously.words import room_list


class Illusionist(NamedTuple):
    """All auras in a set of linked rooms change colour."""

    rooms: int
    code: str = "Il"


class IllusionistSpell(Artwork[Illusionist]):
    """The artwork of the indigo room."""

    number = INDIGO
    explanation = gettext("In the linked rooms that you choose every aura changes colour, your own too.")

    @property
    def form(self) -> Form[Illusionist]:
        return _FORM

    def cast(self, state: State, move: Illusionist) -> State:
        self.check_linked(state, move.rooms)
        if not move.rooms:
            raise IllegalMove(gettext("The Illusionist needs at least one room."))
        tiles = sum(tiles_of(room) for room in bits(move.rooms))
        white, black = state.auras
        return with_auras(state, (white & ~tiles | black & tiles, black & ~tiles | white & tiles), self.room)

    def casts(self, state: State) -> Iterator[Illusionist]:
        rooms = linked(state, INDIGO)
        chosen = rooms
        while chosen:
            yield Illusionist(chosen)
            chosen = (chosen - 1) & rooms

    def count(self, state: State) -> int:
        return (1 << linked(state, INDIGO).bit_count()) - 1

    def draw(self, state: State, rng: Random) -> Illusionist:
        rooms = list(bits(linked(state, INDIGO)))
        chosen = sum(1 << room for room in rooms if rng.random() < 0.5)
        return Illusionist(chosen or 1 << rng.choice(rooms))

    def text(self, move: Illusionist) -> str:
        return "Il:" + "".join(LETTERS[room] for room in bits(move.rooms))

    def parse(self, rest: str) -> Illusionist:
        return Illusionist(set_of((parse_room(letter) for letter in rest), rest))

    def describe(self, state: State, move: Illusionist) -> StepDescription:
        tiles = sum(tiles_of(room) for room in bits(move.rooms)) & (state.auras[0] | state.auras[1])
        values = {"name": PlayerName(state.mover), "rooms": room_list(move.rooms)}
        return StepDescription(
            gettext("{name} casts Illusionist (auras change colour in {rooms})", **values),
            gettext("You cast Illusionist (auras change colour in {rooms})", **values),
            tiles,
        )

    def summary(self, state: State, move: Illusionist) -> Message:
        return gettext("{spell}: {words}", spell=self.name, words=room_list(move.rooms))


class _RoomsForm:
    """The form that asks for some of the linked rooms, all at once."""

    def question(self, state: State, answers: Answers) -> Question | None:
        if answers:
            return None
        choices = []
        for room in bits(linked(state, INDIGO)):
            cells = tuple(TILE_NAMES[tile] for tile in bits(tiles_of(room) & (state.auras[0] | state.auras[1])))
            choices.append(Choice(LETTERS[room], ROOM_NAMES[room], cells))
        return Question(gettext("Which rooms' auras change colour?"), tuple(choices), most=len(choices))

    def answers(self, state: State, move: Illusionist) -> Answers:
        return (",".join(LETTERS[room] for room in bits(move.rooms)),)

    def text(self, answers: Answers) -> str:
        """Join the rooms without commas."""
        return "Il:" + "".join(answers).replace(",", "")

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        return state, ()


_FORM = _RoomsForm()

"""Leap: the own piece and another object in a straight line swap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.sentences import PlayerName
from games.piously.forms import Form, Targets, tile_choice
from games.piously.naming import parse_object
from games.piously.position import State, with_objects
from games.piously.rooms import BEWITCHMENT, LIME, OBJECT_LETTERS, OBJECTS, TILE_NAMES
from games.piously.spells.spell import Bewitchment, Label, StepDescription
from games.piously.words import OBJECT_TITLES, object_reached


class Leap(NamedTuple):
    """The own piece and another object in a straight line swap."""

    thing: int
    code: str = "Le"


class LeapSpell(Bewitchment[Leap]):
    """The bewitchment of the lime room."""

    number = LIME + BEWITCHMENT
    explanation = gettext("Your piece swaps places with an object in a straight line.")
    no_target = gettext("No object is in a straight line with your piece.")

    @property
    def form(self) -> Form[Leap]:
        return _FORM

    def cast(self, state: State, move: Leap) -> State:
        here, thing = self.here(state), move.thing
        there = state.objects[thing]
        if not _in_line(state) >> there & 1:
            raise IllegalMove(
                gettext("No straight line of tiles leads from your piece to {thing}.", thing=object_reached(thing))
            )
        objects = list(state.objects)
        objects[state.mover], objects[thing] = there, here
        return with_objects(state, objects, self.room)

    def casts(self, state: State) -> Iterable[Leap]:
        tiles = _in_line(state)
        return [Leap(thing) for thing in OBJECTS if tiles >> state.objects[thing] & 1]

    def text(self, move: Leap) -> str:
        return f"Le:{OBJECT_LETTERS[move.thing]}"

    def parse(self, rest: str) -> Leap:
        return Leap(parse_object(rest))

    def describe(self, state: State, move: Leap) -> StepDescription:
        here, there = state.objects[state.mover], state.objects[move.thing]
        values = {
            "name": PlayerName(state.mover), "thing": object_reached(move.thing), "tile": TILE_NAMES[there],
        }  # fmt: skip
        return StepDescription(
            gettext("{name} casts Leap (swaps places with {thing} on {tile})", **values),
            gettext("You cast Leap (you swap places with {thing} on {tile})", **values),
            1 << there,
            1 << here,
        )

    def label(self, state: State, move: Leap) -> Label:
        tile = state.objects[move.thing]
        return gettext(
            "Leap: swap with {thing} on {tile}", thing=object_reached(move.thing), tile=TILE_NAMES[tile]
        ), tile


def _in_line(state: State) -> int:
    """Return the tiles in a straight line that hold an object."""
    return state.board.rows[state.objects[state.mover]] & state.taken


_SPELL = LeapSpell()
_FORM = Targets(
    "Le:",
    _SPELL.casts,
    _SPELL.text,
    lambda state, token, move: tile_choice(token, state.objects[move.thing], OBJECT_TITLES[move.thing]),
    gettext("Which object does your piece swap with?"),
)

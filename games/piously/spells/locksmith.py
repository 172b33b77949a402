"""Locksmith: an object of the linked region goes to any free tile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext
from games.core.sentences import PlayerName
from games.piously.forms import Form, Pairs, destination_question
from games.piously.naming import parse_object, parse_tile
from games.piously.position import State, castable_region, with_objects
from games.piously.refusals import explain_absent_object, explain_absent_tile, explain_taken
from games.piously.rooms import LIME, OBJECT_LETTERS, TILE_NAMES
from games.piously.spells.spell import Artwork, Label, StepDescription
from games.piously.words import object_name, object_title


class Locksmith(NamedTuple):
    """An object of the linked region goes to any free tile."""

    thing: int
    tile: int
    code: str = "Lo"


class LocksmithSpell(Artwork[Locksmith]):
    """The artwork of the lime room."""

    number = LIME
    explanation = gettext("An object on the auras linked with this artwork goes to any free tile.")

    @property
    def form(self) -> Form[Locksmith]:
        return _FORM

    def cast(self, state: State, move: Locksmith) -> State:
        region, (thing, tile) = self.reach(state), (move.thing, move.tile)
        lies = state.objects[thing]
        if not region & state.taken & 1 << lies:
            raise IllegalMove(
                explain_absent_object(state, thing)
                or gettext("{thing} isn't in the Locksmith's linked region.", thing=object_title(thing))
            )
        if not state.board.tiles & ~state.taken & 1 << tile:
            raise IllegalMove(
                explain_absent_tile(state, tile)
                or explain_taken(state, tile)
                or gettext("{tile} is taken.", tile=TILE_NAMES[tile])
            )
        objects = state.objects
        return with_objects(state, (*objects[:thing], tile, *objects[thing + 1 :]), LIME)

    def casts(self, state: State) -> Iterable[Locksmith]:
        free = state.board.tiles & ~state.taken
        things = sorted(state.objects.index(tile) for tile in bits(castable_region(state, LIME) & state.taken))
        return [Locksmith(thing, tile) for thing in things for tile in bits(free)]

    def text(self, move: Locksmith) -> str:
        return f"Lo:{OBJECT_LETTERS[move.thing]}>{TILE_NAMES[move.tile]}"

    def parse(self, rest: str) -> Locksmith:
        thing, _, tile = rest.partition(">")
        return Locksmith(parse_object(thing), parse_tile(tile))

    def describe(self, state: State, move: Locksmith) -> StepDescription:
        values = {
            "name": PlayerName(state.mover), "thing": object_name(move.thing), "tile": TILE_NAMES[move.tile],
        }  # fmt: skip
        return StepDescription(
            gettext("{name} casts Locksmith ({thing} goes to {tile})", **values),
            gettext("You cast Locksmith ({thing} goes to {tile})", **values),
            1 << move.tile,
            1 << state.objects[move.thing],
        )

    def label(self, state: State, move: Locksmith) -> Label:
        return gettext("{thing} to {tile}", thing=object_name(move.thing), tile=TILE_NAMES[move.tile]), move.tile

    def summary(self, state: State, move: Locksmith) -> Message:
        return gettext("{spell}: {words}", spell=self.name, words=self.label(state, move)[0])


_SPELL = LocksmithSpell()
_FORM = Pairs(
    "Lo:",
    _SPELL.casts,
    lambda move: move.thing,
    _SPELL.text,
    lambda _, move: (TILE_NAMES[move.tile], move.tile, ""),
    gettext("Which object goes elsewhere?"),
    destination_question,
)

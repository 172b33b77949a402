"""Purify: a neighbouring tile with an object gets the mover's aura."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.sentences import PlayerName
from games.piously.forms import Form, Targets, tile_choice
from games.piously.naming import parse_tile
from games.piously.position import State, bless_tile, with_auras
from games.piously.rooms import BEWITCHMENT, PINK, TILE_NAMES, WHITE
from games.piously.spells.spell import Bewitchment, Label, StepDescription
from games.piously.words import tile_list


class Purify(NamedTuple):
    """A neighbouring tile with an object becomes the mover's."""

    tile: int
    code: str = "Pu"


class PurifySpell(Bewitchment[Purify]):
    """The bewitchment of the pink room."""

    number = PINK + BEWITCHMENT
    explanation = gettext("A tile beside your piece that holds an object gets your aura, whatever was there.")
    no_target = gettext("Beside your piece no object lies on a tile without your aura.")

    @property
    def form(self) -> Form[Purify]:
        return _FORM

    def cast(self, state: State, move: Purify) -> State:
        self.here(state)
        tiles = _purifiable(state)
        if not tiles >> move.tile & 1:
            if not tiles:
                raise IllegalMove(
                    gettext("Purify needs a neighbouring tile with an object and without your aura. There is none.")
                )
            tile, possible = TILE_NAMES[move.tile], tile_list(tiles)
            raise IllegalMove(
                gettext("Purify can't change {tile}. It needs a neighbouring tile with an object and without your "
                    "aura. Possible: {tiles}.", tile=tile, tiles=possible)
            )  # fmt: skip
        return with_auras(state, bless_tile(state.auras, state.mover, move.tile), self.room)

    def casts(self, state: State) -> Iterable[Purify]:
        return [Purify(tile) for tile in bits(_purifiable(state))]

    def text(self, move: Purify) -> str:
        return f"Pu:{TILE_NAMES[move.tile]}"

    def parse(self, rest: str) -> Purify:
        return Purify(parse_tile(rest))

    def describe(self, state: State, move: Purify) -> StepDescription:
        values = {"name": PlayerName(state.mover), "tile": TILE_NAMES[move.tile]}
        if state.mover == WHITE:
            words = gettext("{name} casts Purify ({tile} turns white)", **values)
            to_you = gettext("You cast Purify ({tile} turns white)", **values)
        else:
            words = gettext("{name} casts Purify ({tile} turns black)", **values)
            to_you = gettext("You cast Purify ({tile} turns black)", **values)
        return StepDescription(words, to_you, 1 << move.tile)

    def label(self, state: State, move: Purify) -> Label:
        return gettext("{spell}: {tile} becomes yours", spell=self.name, tile=TILE_NAMES[move.tile]), move.tile


def _purifiable(state: State) -> int:
    return state.board.near[state.objects[state.mover]] & state.taken & ~state.auras[state.mover]


_SPELL = PurifySpell()
_FORM = Targets(
    "Pu:",
    _SPELL.casts,
    _SPELL.text,
    lambda _, token, move: tile_choice(token, move.tile),
    gettext("Which tile gets your aura?"),
)

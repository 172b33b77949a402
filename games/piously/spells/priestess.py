"""Priestess: a tile beside the linked region gets the mover's aura, even in place of one of the opponent's [P1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.sentences import PlayerName
from games.piously.forms import Form, Targets, tile_choice
from games.piously.layout import border
from games.piously.naming import parse_tile
from games.piously.position import State, bless_tile, castable_region, with_auras
from games.piously.rooms import PINK, TILE_NAMES, WHITE
from games.piously.spells.spell import Artwork, Label, StepDescription
from games.piously.words import tile_list


class Priestess(NamedTuple):
    """A tile beside the linked region becomes the mover's."""

    tile: int
    code: str = "Pr"


class PriestessSpell(Artwork[Priestess]):
    """The artwork of the pink room."""

    number = PINK
    explanation = gettext("One tile beside the auras linked with this artwork gets your aura, whatever was there.")
    no_target = gettext("No tile lies beside its linked auras.")

    @property
    def form(self) -> Form[Priestess]:
        return _FORM

    def cast(self, state: State, move: Priestess) -> State:
        growth = border(state.board.near, self.reach(state))
        if not growth >> move.tile & 1:
            raise explain_no_growth(move.tile, growth)
        return with_auras(state, bless_tile(state.auras, state.mover, move.tile), self.room)

    def casts(self, state: State) -> Iterable[Priestess]:
        return [Priestess(tile) for tile in bits(border(state.board.near, castable_region(state, PINK)))]

    def text(self, move: Priestess) -> str:
        return f"Pr:{TILE_NAMES[move.tile]}"

    def parse(self, rest: str) -> Priestess:
        return Priestess(parse_tile(rest))

    def describe(self, state: State, move: Priestess) -> StepDescription:
        values = {"name": PlayerName(state.mover), "tile": TILE_NAMES[move.tile]}
        if state.mover == WHITE:
            words = gettext("{name} casts Priestess ({tile} turns white)", **values)
            to_you = gettext("You cast Priestess ({tile} turns white)", **values)
        else:
            words = gettext("{name} casts Priestess ({tile} turns black)", **values)
            to_you = gettext("You cast Priestess ({tile} turns black)", **values)
        return StepDescription(words, to_you, 1 << move.tile)

    def label(self, state: State, move: Priestess) -> Label:
        return gettext("{spell}: {tile} becomes yours", spell=self.name, tile=TILE_NAMES[move.tile]), move.tile


def explain_no_growth(tile: int, growth: int) -> IllegalMove:
    """Return why a linked region cannot grow onto the tile."""
    sentence = gettext(
        "{tile} isn't beside the linked region. Possible: {tiles}.", tile=TILE_NAMES[tile], tiles=tile_list(growth)
    )
    return IllegalMove(sentence)


_SPELL = PriestessSpell()
_FORM = Targets(
    "Pr:",
    _SPELL.casts,
    _SPELL.text,
    lambda _, token, move: tile_choice(token, move.tile),
    gettext("Which tile gets your aura?"),
)

"""Shovel: X goes, with its aura and object, to a free space beside the own piece, which must not be on X [N1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.boards.hex import STEPS, Hex, add_hexes, hex_name
from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.question import Choice
from games.core.sentences import PlayerName
from games.piously.forms import Form, Targets
from games.piously.layout import Layout, layout
from games.piously.naming import DIRECTION_NAMES, parse_direction
from games.piously.position import State, end_step
from games.piously.rooms import BEWITCHMENT, NOWHERE, SAPPHIRE, TILE_NAMES, X
from games.piously.spells.spell import Bewitchment, Label, StepDescription
from games.piously.words import DIRECTION_TITLES, DIRECTION_WORDS


class Shovel(NamedTuple):
    """X goes to the free space in a direction (an index of `hex.STEPS`), None if the own piece is on X."""

    direction: int | None = None
    code: str = "Sh"


class ShovelSpell(Bewitchment[Shovel]):
    """The bewitchment of the sapphire room."""

    number = SAPPHIRE + BEWITCHMENT
    explanation = gettext("Tile X goes to an empty place beside your piece, with everything on it.")
    no_target = gettext("There is no empty place beside your piece.")

    @property
    def bare_move(self) -> Shovel:
        return Shovel()

    @property
    def form(self) -> Form[Shovel]:
        return _FORM

    def cast(self, state: State, move: Shovel) -> State:
        here, direction = self.here(state), move.direction
        if here == X:
            if direction is not None:
                raise IllegalMove(gettext("You stand on X, so Shovel has no effect. Type Sh to cast it anyway."))
            return self._with_board(state, state.board)
        if direction is None:
            raise IllegalMove(
                gettext(
                    "Shovel needs a direction, e.g. Sh:{name}.", name=DIRECTION_NAMES[(*_free_directions(state), 0)[0]]
                )
            )
        board = state.board
        tile = board.step[here][direction]
        if tile != NOWHERE:
            raise IllegalMove(
                gettext(
                    "There is no empty place to the {direction}: {tile} lies there.",
                    direction=DIRECTION_WORDS[direction],
                    tile=TILE_NAMES[tile],
                )
            )
        return self._with_board(state, layout(board.places, add_hexes(board.cells[here], STEPS[direction])))

    def _with_board(self, state: State, board: Layout) -> State:
        _, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
        return end_step((board, auras, objects, taken, arts, spent | 1 << self.room, mover, phase, actions, turn))

    def casts(self, state: State) -> Iterable[Shovel]:
        return (Shovel(),) if state.objects[state.mover] == X else [Shovel(d) for d in _free_directions(state)]

    def text(self, move: Shovel) -> str:
        return "Sh" if move.direction is None else f"Sh:{DIRECTION_NAMES[move.direction]}"

    def parse(self, rest: str) -> Shovel:
        return Shovel(parse_direction(rest))

    def describe(self, state: State, move: Shovel) -> StepDescription:
        name = PlayerName(state.mover)
        if move.direction is None:
            return StepDescription(
                gettext("{name} casts Shovel (without effect)", name=name), gettext("You cast Shovel (without effect)")
            )
        values = {"name": name, "direction": DIRECTION_WORDS[move.direction]}
        return StepDescription(
            gettext("{name} casts Shovel (X to the {direction})", **values),
            gettext("You cast Shovel (X to the {direction})", **values),
            1 << X,
        )

    def label(self, state: State, move: Shovel) -> Label:
        if move.direction is None:
            return gettext("Shovel: no effect"), None
        return gettext("Shovel: {direction}", direction=DIRECTION_WORDS[move.direction]), None


def _free_directions(state: State) -> tuple[int, ...]:
    """Return the directions in which X may be put; none if the piece is on X."""
    here = state.objects[state.mover]
    return tuple(d for d in range(6) if state.board.step[here][d] == NOWHERE) if here < X else ()


def free_places(state: State) -> tuple[Hex, ...]:
    """Return the places where X may be put, in the order of the directions."""
    here = state.board.cells[state.objects[state.mover]]
    return tuple(add_hexes(here, STEPS[direction]) for direction in _free_directions(state))


def _choice(state: State, token: str, move: Shovel) -> Choice:
    if move.direction is None:
        return Choice(token, _SPELL.label(state, move)[0])
    place = add_hexes(state.board.cells[state.objects[state.mover]], STEPS[move.direction])
    return Choice(token, DIRECTION_TITLES[move.direction], (hex_name(place),))


_SPELL = ShovelSpell()
_FORM = Targets("Sh:", _SPELL.casts, _SPELL.text, _choice, gettext("Where does X go?"))

"""Imprint: the auras and blanks around the opponent's piece are copied to the same sides of the own one [M1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.i18n import gettext
from games.core.sentences import PlayerName
from games.piously.position import State, around_piece, with_auras
from games.piously.rooms import BEWITCHMENT, INDIGO, NOWHERE
from games.piously.spells.spell import Bewitchment, StepDescription
from games.piously.words import object_moved


class Imprint(NamedTuple):
    """The auras around the opponent's piece are copied to the tiles around the own one."""

    code: str = "Im"


class ImprintSpell(Bewitchment[Imprint]):
    """The bewitchment of the indigo room."""

    number = INDIGO + BEWITCHMENT
    explanation = gettext("The auras on and around the other piece are copied onto and around yours.")

    @property
    def bare_move(self) -> Imprint:
        return Imprint()

    def cast(self, state: State, move: Imprint) -> State:
        here, there = self.here(state), state.objects[1 - state.mover]
        step, (white, black) = state.board.step, state.auras
        new_white, new_black = white, black
        for source, target in zip((there, *step[there]), (here, *step[here]), strict=True):
            if NOWHERE not in (source, target):
                new_white = new_white & ~(1 << target) | (white >> source & 1) << target
                new_black = new_black & ~(1 << target) | (black >> source & 1) << target
        return with_auras(state, (new_white, new_black), self.room)

    def casts(self, state: State) -> Iterable[Imprint]:
        return (Imprint(),)

    def text(self, move: Imprint) -> str:
        return "Im"

    def describe(self, state: State, move: Imprint) -> StepDescription:
        values = {"name": PlayerName(state.mover), "thing": object_moved(1 - state.mover)}
        return StepDescription(
            gettext("{name} casts Imprint (copies the auras around {thing})", **values),
            gettext("You cast Imprint (you copy the auras around {thing})", **values),
            around_piece(state),
        )

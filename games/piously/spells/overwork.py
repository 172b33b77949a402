"""Overwork: one more action for each object beside the own piece."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.i18n import gettext, ngettext
from games.core.sentences import PlayerName
from games.piously.position import State, end_step
from games.piously.rooms import BEWITCHMENT, ORANGE
from games.piously.spells.spell import Bewitchment, Label, StepDescription


class Overwork(NamedTuple):
    """One more action for each object beside the own piece."""

    code: str = "Ov"


class OverworkSpell(Bewitchment[Overwork]):
    """The bewitchment of the orange room."""

    number = ORANGE + BEWITCHMENT
    explanation = gettext("You get one more action for each object beside your piece.")

    @property
    def bare_move(self) -> Overwork:
        return Overwork()

    def cast(self, state: State, move: Overwork) -> State:
        self.here(state)
        board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
        more = _extra_actions(state)
        return end_step(
            (board, auras, objects, taken, arts, spent | 1 << self.room, mover, phase, actions + more, turn)
        )

    def casts(self, state: State) -> Iterable[Overwork]:
        return (Overwork(),)

    def text(self, move: Overwork) -> str:
        return "Ov"

    def describe(self, state: State, move: Overwork) -> StepDescription:
        number, name = _extra_actions(state), PlayerName(state.mover)
        return StepDescription(
            ngettext(
                "{name} casts Overwork ({n} more action)", "{name} casts Overwork ({n} more actions)", number, name=name
            ),
            ngettext("You cast Overwork ({n} more action)", "You cast Overwork ({n} more actions)", number),
            1 << state.objects[state.mover],
        )

    def label(self, state: State, move: Overwork) -> Label:
        return gettext("Overwork (+{n})", n=_extra_actions(state)), None


def _extra_actions(state: State) -> int:
    return (state.board.near[state.objects[state.mover]] & state.taken).bit_count()

"""Opportunist: a spent spell of a linked room is ready again; the Opportunist itself is spent [O1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import Choice
from games.core.sentences import PlayerName
from games.piously.forms import Form, Targets
from games.piously.naming import parse_artwork
from games.piously.position import State, castable_region, end_step, owns
from games.piously.rooms import BEWITCHMENT, LETTERS, ORANGE, ROOM_NAMES, SINGLETON, SPELL_NAMES, rooms_of
from games.piously.spells.spell import Artwork, StepDescription


class Opportunist(NamedTuple):
    """The mover's spent spell of a linked room is ready again."""

    room: int
    code: str = "Op"


class OpportunistSpell(Artwork[Opportunist]):
    """The artwork of the orange room."""

    number = ORANGE
    explanation = gettext("A spell of a linked room that you have cast this turn is ready again.")
    no_target = gettext("You have cast no spell of a linked room this turn.")

    @property
    def form(self) -> Form[Opportunist]:
        return _FORM

    def cast(self, state: State, move: Opportunist) -> State:
        room = move.room
        if room == ORANGE:
            self.reach(state)
            raise IllegalMove(gettext("Opportunist can't make itself ready again."))
        self.check_linked(state, 1 << room)
        if not rechargeable(state) >> room & 1:
            raise IllegalMove(
                gettext("Your {room} spell is still ready: no need to make it ready again.", room=ROOM_NAMES[room])
            )
        return end_step(state._replace(spent=(state.spent | 1 << ORANGE) & ~(1 << room)))

    def casts(self, state: State) -> Iterable[Opportunist]:
        return [Opportunist(room) for room in bits(rechargeable(state))]

    def text(self, move: Opportunist) -> str:
        return f"Op:{LETTERS[move.room]}"

    def parse(self, rest: str) -> Opportunist:
        return Opportunist(parse_artwork(rest))

    def describe(self, state: State, move: Opportunist) -> StepDescription:
        values = {"name": PlayerName(state.mover), "spell": _own_spell(state, move.room)}
        return StepDescription(
            gettext("{name} casts Opportunist ({spell} is ready again)", **values),
            gettext("You cast Opportunist ({spell} is ready again)", **values),
        )

    def summary(self, state: State, move: Opportunist) -> Message:
        return gettext("Opportunist: {spell} is ready again", spell=_own_spell(state, move.room))


def rechargeable(state: State) -> int:
    """Return the rooms whose spell can be made ready again."""
    return rooms_of(castable_region(state, ORANGE)) & state.spent & ~(1 << ORANGE | 1 << SINGLETON)


def _own_spell(state: State, room: int) -> str:
    return SPELL_NAMES[room if owns(state, room) else room + BEWITCHMENT]


_SPELL = OpportunistSpell()
_FORM = Targets(
    "Op:",
    _SPELL.casts,
    _SPELL.text,
    lambda state, token, move: Choice(token, _own_spell(state, move.room)),
    gettext("Which spell is ready again?"),
)

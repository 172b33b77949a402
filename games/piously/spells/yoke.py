"""Yoke: the own piece and another object both move one step in the same direction [K1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext
from games.core.sentences import PlayerName
from games.piously.forms import Form, Goal, Pairs
from games.piously.naming import DIRECTION_NAMES, parse_direction, parse_object
from games.piously.position import State, with_objects
from games.piously.rooms import BEWITCHMENT, NOWHERE, OBJECT_LETTERS, OBJECTS, TILE_NAMES, YELLOW
from games.piously.spells.spell import Bewitchment, Label, StepDescription
from games.piously.words import DIRECTION_TITLES, DIRECTION_WORDS, object_name, object_reached


class Yoke(NamedTuple):
    """The own piece and another object both move one step in a direction (an index of `hex.STEPS`)."""

    thing: int
    direction: int
    code: str = "Yo"


class YokeSpell(Bewitchment[Yoke]):
    """The bewitchment of the yellow room."""

    number = YELLOW + BEWITCHMENT
    explanation = gettext("Your piece and another object both take one step in the same direction.")
    no_target = gettext("No object can take the same step as your piece.")

    @property
    def form(self) -> Form[Yoke]:
        return _FORM

    def cast(self, state: State, move: Yoke) -> State:
        self.here(state)
        targets = _targets(state, move.thing, move.direction)
        if targets is None:
            raise _explain(state, move)
        objects = list(state.objects)
        objects[state.mover], objects[move.thing] = targets
        return with_objects(state, objects, self.room)

    def casts(self, state: State) -> Iterable[Yoke]:
        return [Yoke(thing, d) for thing in OBJECTS for d in range(6) if _targets(state, thing, d)]

    def text(self, move: Yoke) -> str:
        return f"Yo:{OBJECT_LETTERS[move.thing]}>{DIRECTION_NAMES[move.direction]}"

    def parse(self, rest: str) -> Yoke:
        thing, _, direction = rest.partition(">")
        return Yoke(parse_object(thing), parse_direction(direction))

    def describe(self, state: State, move: Yoke) -> StepDescription:
        step, direction = state.board.step, move.direction
        here, there = state.objects[state.mover], state.objects[move.thing]
        last = 1 << step[here][direction] | 1 << step[there][direction]
        values = {
            "name": PlayerName(state.mover), "direction": DIRECTION_WORDS[direction],
            "thing": object_reached(move.thing),
        }  # fmt: skip
        return StepDescription(
            gettext("{name} casts Yoke (steps to the {direction} together with {thing})", **values),
            gettext("You cast Yoke (you step to the {direction} together with {thing})", **values),
            last,
            (1 << here | 1 << there) & ~last,
        )

    def label(self, state: State, move: Yoke) -> Label:
        step, direction = state.board.step, move.direction
        own, other = step[state.objects[state.mover]][direction], step[state.objects[move.thing]][direction]
        words = gettext(
            "{direction}: you to {own}, {thing} to {other}",
            direction=DIRECTION_TITLES[direction],
            own=TILE_NAMES[own],
            thing=object_name(move.thing),
            other=TILE_NAMES[other],
        )
        return words, own

    def summary(self, state: State, move: Yoke) -> Message:
        return gettext("{spell}: {words}", spell=self.name, words=self.label(state, move)[0])


def _targets(state: State, thing: int, direction: int) -> tuple[int, int] | None:
    """Return where the own piece and the other object would land; None if they cannot [K1]."""
    step, taken = state.board.step, state.taken
    here, there = state.objects[state.mover], state.objects[thing]
    own, other = step[here][direction], step[there][direction]
    if thing == state.mover or NOWHERE in (own, other):
        return None
    if (own != there and taken >> own & 1) or (other != here and taken >> other & 1):
        return None
    return own, other


def _explain(state: State, move: Yoke) -> IllegalMove:
    thing, direction = move.thing, DIRECTION_WORDS[move.direction]
    if thing == state.mover:
        return IllegalMove(gettext("Yoke needs an object other than your own piece."))
    if state.objects[thing] == NOWHERE:
        return IllegalMove(gettext("Yoke needs an object on the board; {thing} is not.", thing=object_name(thing)))
    return IllegalMove(
        gettext("Your piece and {thing} can't both step to the {direction}. Each needs a free tile there.",
            thing=object_name(thing), direction=direction)
    )  # fmt: skip


def _goal(state: State, move: Yoke) -> Goal:
    own, other = (state.board.step[state.objects[thing]][move.direction] for thing in (state.mover, move.thing))
    note = gettext("{thing} to {tile}", thing=object_name(move.thing), tile=TILE_NAMES[other])
    words = gettext("{direction}: {tile}", direction=DIRECTION_TITLES[move.direction], tile=TILE_NAMES[own])
    return words, own, note


_SPELL = YokeSpell()
_FORM = Pairs(
    "Yo:",
    _SPELL.casts,
    lambda move: move.thing,
    _SPELL.text,
    _goal,
    gettext("Which object moves with you?"),
    lambda thing: gettext("Which way do you and {thing} step?", thing=object_name(thing)),
)

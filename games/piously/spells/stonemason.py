"""Stonemason: a linked room moves with all that is on it; the board stays valid and X is not stranded [G3]."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import Question
from games.core.sentences import PlayerName
from games.piously import siting
from games.piously.forms import Answers, Form
from games.piously.layout import Layout, Place
from games.piously.mason import explain_misfit, frame, rebuild
from games.piously.naming import LOWER_LETTERS, NUMBER, parse_room
from games.piously.position import State, end_step, linked
from games.piously.rooms import LETTERS, ROOM_NAMES, ROOMS, SAPPHIRE, SINGLETON, tiles_of
from games.piously.spells.spell import Artwork, StepDescription
from games.piously.words import room_list

_NOTATION = rf"(?:([piously])@{NUMBER},{NUMBER},([0-5])|x@{NUMBER},{NUMBER})"
_TRIES = 40
"""The number of places that are drawn before all are listed."""


class Stonemason(NamedTuple):
    """A linked room goes to a new place; the third number of X's place is 0."""

    room: int
    place: Place
    code: str = "St"


class StonemasonSpell(Artwork[Stonemason]):
    """The artwork of the sapphire room."""

    number = SAPPHIRE
    explanation = gettext("A linked room, with all that lies on it, goes elsewhere, turned as you like.")

    @property
    def form(self) -> Form[Stonemason]:
        return _FORM

    def cast(self, state: State, move: Stonemason) -> State:
        room = move.room
        self.check_linked(state, 1 << room)
        if not frame(state.board, room).fits(move.place):
            reason = explain_misfit(state.board, room, move.place)
            raise IllegalMove(reason or gettext("{room} can't go there.", room=ROOM_NAMES[room]))
        board = rebuild(state.board, room, move.place)
        return end_step(state._replace(board=board, spent=state.spent | 1 << SAPPHIRE))

    def casts(self, state: State) -> Iterator[Stonemason]:
        for room in bits(linked(state, SAPPHIRE)):
            for place in fitting_places(state.board, room):
                yield Stonemason(room, place)

    def casts_like(self, state: State, typed: str) -> Iterator[Stonemason]:
        room = LOWER_LETTERS.find(typed[3:4]) if len(typed) > len("st:") else -1
        if len(typed) <= len("st:"):
            yield from self.casts(state)
        elif room >= 0 and linked(state, SAPPHIRE) >> room & 1:
            for turns in range(6 if room in ROOMS else 1):
                yield from (Stonemason(room, place) for place in siting.valid_places(state.board, room, turns))

    def count(self, state: State) -> int:
        return sum(len(fitting_places(state.board, room)) for room in bits(linked(state, SAPPHIRE)))

    def draw(self, state: State, rng: Random) -> Stonemason | None:
        rooms = list(bits(linked(state, SAPPHIRE)))
        rng.shuffle(rooms)
        for room in rooms:
            around = frame(state.board, room)
            for _ in range(_TRIES):
                place = around.draw(rng)
                if around.fits(place):
                    return Stonemason(room, place)
            places = fitting_places(state.board, room)
            if places:
                return Stonemason(room, rng.choice(places))
        return None

    def text(self, move: Stonemason) -> str:
        q, r, turns = move.place
        where = f"{q},{r}" if move.room == SINGLETON else f"{q},{r},{turns}"
        return f"St:{LETTERS[move.room]}@{where}"

    def parse(self, rest: str) -> Stonemason:
        match = re.fullmatch(_NOTATION, rest)
        if match is None:
            raise BadNotation(
                gettext(
                    "I couldn't read 'St:{rest}'. Type room, q, r and turns (0–5), e.g. St:Y@3,-3,0 or St:X@-1,2.",
                    rest=rest,
                )
            )
        if match[1]:
            return Stonemason(parse_room(match[1]), (int(match[2]), int(match[3]), int(match[4])))
        return Stonemason(SINGLETON, (int(match[5]), int(match[6]), 0))

    def describe(self, state: State, move: Stonemason) -> StepDescription:
        values = {"name": PlayerName(state.mover), "site": _site_words(state, move)}
        return StepDescription(
            gettext("{name} casts Stonemason ({site})", **values),
            gettext("You cast Stonemason ({site})", **values),
            tiles_of(move.room),
        )

    def summary(self, state: State, move: Stonemason) -> Message:
        return gettext("{spell}: {words}", spell=self.name, words=ROOM_NAMES[move.room])


def _site_words(state: State, move: Stonemason) -> Message:
    """Return which rooms the room joins, and how it is turned from its present position; X is not turned.

    If another place with the same turns joins the same rooms, two tiles that touch tell them apart.
    """
    board, turns = state.board, move.place[2]
    rooms = siting.touched_rooms(board, move.room, move.place)
    places = siting.valid_places(board, move.room, turns)
    alike = [place for place in places if siting.touched_rooms(board, move.room, place) == rooms]
    beside: Message = room_list(rooms)
    if len(alike) > 1:
        beside = siting.with_contact(beside, board, move.room, move.place, alike)
    values = {"room": ROOM_NAMES[move.room], "rooms": beside}
    if move.room == SINGLETON:
        return gettext("{room} joins {rooms}", **values)
    turned = siting.TURN_WORDS[(turns - board.places[move.room][2]) % 6]
    return gettext("{room} joins {rooms}, {turned}", turned=turned, **values)


@lru_cache(maxsize=256)
def fitting_places(board: Layout, room: int) -> tuple[Place, ...]:
    """Return all places where the Stonemason may put the room."""
    return tuple(frame(board, room).places())


class _SiteForm:
    """The form that asks for a room, turns and a place; rooms and turns without a place are left out."""

    def question(self, state: State, answers: Answers) -> Question | None:
        if answers:
            return siting.site_question(state.board, answers, siting.valid_places)
        rooms = (room for room in bits(linked(state, SAPPHIRE)) if fitting_places(state.board, room))
        return Question(gettext("Which room moves?"), tuple(map(siting.room_choice, rooms)))

    def answers(self, state: State, move: Stonemason) -> Answers:
        """Return the answers: room, turns (not for X) and place."""
        q, r, turns = move.place
        turned = (siting.turn_token(turns),) if move.room in ROOMS else ()
        return siting.room_token(move.room), *turned, f"{q},{r}"

    def text(self, answers: Answers) -> str:
        """Join the answers, with the turns last."""
        room, turned, rest = "".join(answers).partition("turn")
        turns, _, place = rest.partition(":")
        return f"St:{room}{place},{turns}" if turned and place else f"St:{room}"

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position with the tiles of the room; the preview draws its possible places."""
        return state, tuple(bits(tiles_of(LETTERS.index(answers[0][0])))) if answers else ()


_FORM = _SiteForm()

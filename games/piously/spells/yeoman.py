"""Yeoman: objects change their tiles within linked rooms, all at once [Y1]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import perm, prod
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import DONE, Question
from games.core.sentences import PlayerName
from games.piously.forms import Answers, Form, done_choice, tile_choice
from games.piously.naming import parse_object, parse_tile, set_of
from games.piously.position import State, at, castable_region, linked, with_objects
from games.piously.rooms import (
    NOWHERE,
    OBJECT_LETTERS,
    ROOM_NAMES,
    SINGLETON,
    TILE_NAMES,
    TILE_NUMBERS,
    YELLOW,
    X,
    tile_set,
    tiles_of,
)
from games.piously.spells.spell import Artwork, StepDescription
from games.piously.words import OBJECT_TITLES, join_names, object_name, object_title

_SHIFT = r"([WBPIOUSLY])>([PIOUSLY][1-4])"


class Shift(NamedTuple):
    """An object and the tile it goes to."""

    thing: int
    tile: int


class Yeoman(NamedTuple):
    """Objects in linked rooms change their tiles; only those that move, by object number."""

    shifts: tuple[Shift, ...] = ()
    code: str = "Ye"


class YeomanSpell(Artwork[Yeoman]):
    """The artwork of the yellow room."""

    number = YELLOW
    explanation = gettext("Objects in linked rooms change their places, each inside its room.")

    @property
    def bare_move(self) -> Yeoman:
        return Yeoman()

    @property
    def form(self) -> Form[Yeoman]:
        return _FORM

    def cast(self, state: State, move: Yeoman) -> State:
        rooms = self.check_linked(state, 0)
        objects = list(state.objects)
        for thing, tile in move.shifts:
            _check_shift(state, rooms, thing, tile)
            objects[thing] = tile
        for tile in objects:
            if tile != NOWHERE and objects.count(tile) > 1:
                raise IllegalMove(gettext("Two objects can't end on {tile}.", tile=TILE_NAMES[tile]))
        return with_objects(state, objects, YELLOW)

    def casts(self, state: State) -> Iterator[Yeoman]:
        return _casts(state, {})

    def casts_like(self, state: State, typed: str) -> Iterator[Yeoman]:
        shifts = re.findall(_SHIFT, typed.upper())
        return _casts(state, {OBJECT_LETTERS.index(thing): TILE_NUMBERS[tile] for thing, tile in shifts})

    def count(self, state: State) -> int:
        return prod(perm(4, len(room)) for room in movable_objects(state))

    def draw(self, state: State, rng: Random) -> Yeoman:
        rooms = movable_objects(state)
        tiles = [rng.sample(list(bits(tiles_of(state.objects[room[0]] >> 2))), len(room)) for room in rooms]
        return _shifts(state, [thing for room in rooms for thing in room], [tile for room in tiles for tile in room])

    def text(self, move: Yeoman) -> str:
        shifts = ",".join(f"{OBJECT_LETTERS[thing]}>{TILE_NAMES[tile]}" for thing, tile in move.shifts)
        return f"Ye:{shifts}" if shifts else "Ye"

    def parse(self, rest: str) -> Yeoman:
        pairs = [part.partition(">") for part in rest.split(",")]
        shifts = [Shift(parse_object(thing), parse_tile(tile)) for thing, _, tile in pairs]
        set_of((thing for thing, _ in shifts), rest)
        return Yeoman(tuple(sorted(shifts)))

    def describe(self, state: State, move: Yeoman) -> StepDescription:
        name = PlayerName(state.mover)
        if not move.shifts:
            return StepDescription(
                gettext("{name} casts Yeoman (without effect)", name=name), gettext("You cast Yeoman (without effect)")
            )
        last = tile_set(tile for _, tile in move.shifts)
        origin = tile_set(state.objects[thing] for thing, _ in move.shifts)
        shifts = _shift_words(move)
        return StepDescription(
            gettext("{name} casts Yeoman ({shifts})", name=name, shifts=shifts),
            gettext("You cast Yeoman ({shifts})", shifts=shifts),
            last,
            origin & ~last,
        )

    def summary(self, state: State, move: Yeoman) -> Message:
        return gettext("{spell}: {words}", spell=self.name, words=_shift_words(move)) if move.shifts else self.name


def _shift_words(move: Yeoman) -> Message:
    """Return the objects, each with the tile that it goes to."""
    return join_names(
        gettext("{thing} to {tile}", thing=object_name(thing), tile=TILE_NAMES[tile]) for thing, tile in move.shifts
    )


def _check_shift(state: State, rooms: int, thing: int, tile: int) -> None:
    """Raise IllegalMove if the object may not go there, whatever the others do."""
    lies = state.objects[thing]
    if lies == NOWHERE:
        raise IllegalMove(gettext("{thing} isn't on the board.", thing=object_title(thing)))
    if lies == X or not rooms >> (lies >> 2) & 1:
        name = object_title(thing)
        raise IllegalMove(
            gettext("{thing} is on {tile}, where the Yeoman can't move it.", thing=name, tile=TILE_NAMES[lies])
        )
    if tile == lies:
        name = object_title(thing)
        raise IllegalMove(gettext("{thing} is already on {tile}: leave it out.", thing=name, tile=TILE_NAMES[tile]))
    if tile >> 2 != lies >> 2:
        raise IllegalMove(
            gettext("{thing} must stay in {room}.", thing=object_title(thing), room=ROOM_NAMES[lies >> 2])
        )


def movable_objects(state: State) -> list[list[int]]:
    """Return the objects that the Yeoman can move, by room; rooms without objects are left out."""
    rooms = linked(state, YELLOW) & ~(1 << SINGLETON)
    objects = ([at(state, tile) for tile in bits(tiles_of(room) & state.taken)] for room in bits(rooms))
    return [sorted(thing for thing in things if thing is not None) for things in objects if things]


def _casts(state: State, fixed: Mapping[int, int]) -> Iterator[Yeoman]:
    """Yield the casts that bring each object of `fixed` to its tile there."""
    if not castable_region(state, YELLOW):
        return
    rooms = movable_objects(state)
    things = [thing for room in rooms for thing in room]
    for arrangement in product(*(list(_arrangements(state, room, fixed)) for room in rooms)):
        yield _shifts(state, things, [tile for tiles in arrangement for tile in tiles])


def _arrangements(state: State, things: list[int], fixed: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to put the objects of one room on its tiles."""
    for tiles in permutations(bits(tiles_of(state.objects[things[0]] >> 2)), len(things)):
        if all(fixed.get(thing, tile) == tile for thing, tile in zip(things, tiles, strict=True)):
            yield tiles


def _shifts(state: State, things: list[int], tiles: list[int]) -> Yeoman:
    pairs = zip(things, tiles, strict=True)
    return Yeoman(tuple(sorted(Shift(thing, tile) for thing, tile in pairs if state.objects[thing] != tile)))


class _ShiftsForm:
    """The form that asks for an object and its new tile, again and again; a displaced object comes next."""

    def question(self, state: State, answers: Answers) -> Question | None:
        if DONE in answers:
            return None
        decided = _chosen_shifts(answers)
        if answers and answers[-1].endswith(">"):
            return self._goals(state, decided, OBJECT_LETTERS.index(answers[-1][0]), "")
        things = sorted(thing for room in movable_objects(state) for thing in room if thing not in decided)
        displaced = [thing for thing in things if state.objects[thing] in decided.values()]
        if displaced:
            return self._goals(state, decided, displaced[0], f"{OBJECT_LETTERS[displaced[0]]}>")
        movable = [thing for thing in things if self._free(state, decided, thing)]
        if not movable:
            return None
        choices = (
            tile_choice(f"{OBJECT_LETTERS[thing]}>", state.objects[thing], OBJECT_TITLES[thing]) for thing in movable
        )
        none = gettext("No other") if decided else gettext("None")
        return Question(gettext("Which object moves?"), (done_choice(none), *choices))

    def answers(self, state: State, move: Yeoman) -> Answers:
        """Return the answers in the order of the questions."""
        return tuple(self._path(state, dict(move.shifts)))

    def text(self, answers: Answers) -> str:
        """Join the answers, sorted by object."""
        shifts = sorted(re.findall(_SHIFT, "".join(answers)), key=lambda shift: OBJECT_LETTERS.index(shift[0]))
        return "Ye:" + ",".join(f"{thing}>{tile}" for thing, tile in shifts) if shifts else "Ye"

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position with the objects on their new tiles; a displaced object is still under the newcomer."""
        objects = list(state.objects)
        for thing, tile in _chosen_shifts(answers).items():
            objects[thing] = tile
        chosen = tuple(tile for tile, before in zip(objects, state.objects, strict=True) if tile != before)
        if answers and answers[-1] != DONE and answers[-1].endswith(">"):
            chosen = (*chosen, state.objects[OBJECT_LETTERS.index(answers[-1][0])])
        return state._replace(objects=tuple(objects)), chosen

    def _free(self, state: State, decided: Mapping[int, int], thing: int) -> int:
        """Return the tiles of its room where the object may go; another object may still leave them."""
        tile = state.objects[thing]
        return tiles_of(tile >> 2) & ~(1 << tile) & ~tile_set(decided.values())

    def _goals(self, state: State, decided: Mapping[int, int], thing: int, before: str) -> Question:
        prompt = gettext("Where does {thing} go?", thing=object_name(thing))
        tiles = bits(self._free(state, decided, thing))
        return Question(prompt, tuple(tile_choice(before + TILE_NAMES[tile], tile) for tile in tiles))

    def _path(self, state: State, left: dict[int, int]) -> Iterator[str]:
        reached: set[int] = set()
        while left:
            displaced = [thing for thing in left if state.objects[thing] in reached]
            thing = min(displaced or left)
            tile = left.pop(thing)
            reached.add(tile)
            goal = f"{OBJECT_LETTERS[thing]}>", TILE_NAMES[tile]
            yield from ("".join(goal),) if displaced else goal


def _chosen_shifts(answers: Answers) -> dict[int, int]:
    """Return the objects with the tiles that the answers give them."""
    found = re.findall(_SHIFT, "".join(answers))
    return {OBJECT_LETTERS.index(thing): TILE_NUMBERS[tile] for thing, tile in found}


_FORM = _ShiftsForm()

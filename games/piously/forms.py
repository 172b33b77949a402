"""What the spells with several steps ask for, answer by answer.

A form makes the next question from the answers so far, the answers from a move, and the text from the answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Protocol

from games.core.boards.grid import bits
from games.core.question import DONE, Choice, Question
from games.core.say import Say, say
from games.piously import moves as m
from games.piously import options, siting
from games.piously.artworks import usurped
from games.piously.labels import label, pointed
from games.piously.layout import border, spread
from games.piously.notation import text
from games.piously.refusals import called
from games.piously.rooms import (
    ARTWORK,
    BEWITCHMENT,
    INDIGO,
    LETTERS,
    LIME,
    OBJECT_LETTERS,
    ROOM_NAMES,
    ROOMS,
    SAPPHIRE,
    SIDES,
    TILE_NAMES,
    TILE_NUMBERS,
    UMBER,
    YELLOW,
    tiles_of,
)
from games.piously.state import State, linked, zone

Answers = tuple[str, ...]

FLAT = 25
"""Pairs of an object and a goal are asked for at once while there are at most so many."""


class Form(Protocol):
    """How one kind of step is asked for, after its opening token."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """What comes next; None when the step is whole."""

    def answers(self, state: State, move: m.Move) -> Answers:
        """The answers that make the move."""

    def text(self, answers: Answers) -> str:
        """The text of the step, canonical when it is whole."""


def tile_choice(token: str, tile: int, label: Say | str = "", note: Say | str = "") -> Choice:
    """A choice that points at a tile, under the heading of its room."""
    return Choice(token, label or TILE_NAMES[tile], (TILE_NAMES[tile],), note, ROOM_NAMES[tile // 4])


class Rooms:
    """Illusionist: some of the linked rooms."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """All at once."""
        if answers:
            return None
        choices = []
        for room in bits(linked(state, INDIGO)):
            cells = tuple(TILE_NAMES[tile] for tile in bits(tiles_of(room) & (state.auras[0] | state.auras[1])))
            choices.append(Choice(LETTERS[room], ROOM_NAMES[room], cells))
        return Question(say("Which rooms' auras change colour?"), tuple(choices), most=len(choices))

    def answers(self, state: State, move: m.Move) -> Answers:
        """One answer."""
        return (",".join(text(move).partition(":")[2]),)

    def text(self, answers: Answers) -> str:
        """Rooms without commas."""
        return "Il:" + "".join(answers).replace(",", "")


class Arrangement:
    """Upset: the white tiles, then the black ones; a colour without auras is not asked for."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """One question a colour."""
        tiles = zone(state)
        taken = sum(1 << TILE_NUMBERS[part[1:]] for answer in answers for part in answer.split(","))
        colours = [colour for colour in (0, 1) if state.auras[colour] & tiles]
        if len(answers) == len(colours):
            return None
        colour = colours[len(answers)]
        number = (state.auras[colour] & tiles).bit_count()
        choices = tuple(tile_choice("wb"[colour] + TILE_NAMES[tile], tile) for tile in bits(tiles & ~taken))
        return Question(say("Where do {side}'s auras go?", side=SIDES[colour]), choices, number, number)

    def answers(self, state: State, move: m.Move) -> Answers:
        """One answer a colour."""
        if not isinstance(move, m.Upset):
            return ()
        sides = ("w", move.white), ("b", move.black)
        found = (",".join(side + TILE_NAMES[tile] for tile in bits(tiles)) for side, tiles in sides)
        return tuple(answer for answer in found if answer)

    def text(self, answers: Answers) -> str:
        """Colour letters once."""
        parts = [part for answer in answers for part in answer.split(",")]
        white, black = ("".join(part[1:] for part in parts if part[:1] == side) for side in "wb")
        return "Up:" + (f"w{white}" if white else "") + (f"b{black}" if black else "")


class Steps:
    """Usurper: two cuts, then up to two growths."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """The steps one by one; whoever may stop is asked whether to."""
        cuts, growths = ([TILE_NUMBERS[answer[1:]] for answer in answers if answer[0] == sign] for sign in "-+")
        home, near = 1 << state.objects[ARTWORK + UMBER], state.board.near
        own = usurped(state, m.Usurper(tuple(cuts), tuple(growths)))[state.mover]
        if DONE in answers or not own & home or len(growths) == 2:
            return None
        region = spread(near, own, home)
        if len(cuts) < 2:
            ends = say("This one lies under the Usurper: it ends the spell")
            prompt = say("Which aura is removed first?") if not cuts else say("Which aura is removed next?")
            return Question(
                prompt,
                tuple(
                    tile_choice("-" + TILE_NAMES[tile], tile, note=ends if home >> tile & 1 else "")
                    for tile in bits(region)
                ),
            )
        choices = tuple(tile_choice("+" + TILE_NAMES[tile], tile) for tile in bits(border(near, region)))
        return Question(say("Where does the region grow?"), (_done(say("No further")), *choices)) if choices else None

    def answers(self, state: State, move: m.Move) -> Answers:
        """One answer a step."""
        return tuple(re.findall(r"[-+][^-+]+", text(move)))

    def text(self, answers: Answers) -> str:
        """Just as they follow."""
        return "Us:" + "".join(answer for answer in answers if answer != DONE)


def _done(label: Say) -> Choice:
    return Choice(DONE, label)


class Site:
    """Stonemason: room, turns, place."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """Rooms and turns without a place are left out."""
        if answers:
            return siting.site_question(state.board, answers, siting.valid_places)
        rooms = (room for room in bits(linked(state, SAPPHIRE)) if options.fitting(state.board, room))
        return Question(say("Which room moves?"), tuple(map(siting.room_choice, rooms)))

    def answers(self, state: State, move: m.Move) -> Answers:
        """X is not turned."""
        if not isinstance(move, m.Stonemason):
            return ()
        q, r, turns = move.place
        turned = (siting.turn_token(turns),) if move.room in ROOMS else ()
        return siting.room_token(move.room), *turned, f"{q},{r}"

    def text(self, answers: Answers) -> str:
        """The turns come last."""
        room, turned, rest = "".join(answers).partition("turn")
        turns, _, place = rest.partition(":")
        return f"St:{room}{place},{turns}" if turned and place else f"St:{room}"


class Shifts:
    """Yeoman: an object and its new tile, again and again; who is displaced comes next."""

    _SHIFT = r"([WBPIOUSLY])>([PIOUSLY][1-4])"

    def question(self, state: State, answers: Answers) -> Question | None:
        """Objects and tiles in turn."""
        if DONE in answers:
            return None
        found = re.findall(self._SHIFT, "".join(answers))
        done = {OBJECT_LETTERS.index(thing): TILE_NUMBERS[tile] for thing, tile in found}
        if answers and answers[-1].endswith(">"):
            return self._goals(state, done, OBJECT_LETTERS.index(answers[-1][0]), "")
        things = sorted(thing for room in options.lodgers(state) for thing in room if thing not in done)
        displaced = [thing for thing in things if state.objects[thing] in done.values()]
        if displaced:
            return self._goals(state, done, displaced[0], f"{OBJECT_LETTERS[displaced[0]]}>")
        movable = [thing for thing in things if self._free(state, done, thing)]
        if not movable:
            return None
        choices = (tile_choice(f"{OBJECT_LETTERS[thing]}>", state.objects[thing], called(thing)) for thing in movable)
        return Question(say("Which object moves?"), (_done(say("No other")), *choices))

    def _free(self, state: State, done: dict[int, int], thing: int) -> int:
        """The tiles of its room where the object may go; another object may still leave them."""
        tile = state.objects[thing]
        return tiles_of(tile >> 2) & ~(1 << tile) & ~sum(1 << taken for taken in done.values())

    def _goals(self, state: State, done: dict[int, int], thing: int, before: str) -> Question:
        prompt = say("Where does {thing} go?", thing=called(thing))
        tiles = bits(self._free(state, done, thing))
        return Question(prompt, tuple(tile_choice(before + TILE_NAMES[tile], tile) for tile in tiles))

    def answers(self, state: State, move: m.Move) -> Answers:
        """In the order of the questions."""
        return tuple(self._path(state, dict(move.shifts))) if isinstance(move, m.Yeoman) else ()

    def _path(self, state: State, left: dict[int, int]) -> Iterator[str]:
        done: set[int] = set()
        while left:
            displaced = [thing for thing in left if state.objects[thing] in done]
            thing = min(displaced or left)
            tile = left.pop(thing)
            done.add(tile)
            goal = f"{OBJECT_LETTERS[thing]}>", TILE_NAMES[tile]
            yield from ("".join(goal),) if displaced else goal

    def text(self, answers: Answers) -> str:
        """By object."""
        shifts = sorted(re.findall(self._SHIFT, "".join(answers)), key=lambda shift: OBJECT_LETTERS.index(shift[0]))
        return "Ye:" + ",".join(f"{thing}>{tile}" for thing, tile in shifts) if shifts else "Ye"


class Pairs:
    """Drop, Locksmith and Yoke: an object and where it goes, in one question where they are few."""

    def __init__(self, opener: str, listed: Callable[[State], Iterable[m.Move]], thing: Say, goal: Say) -> None:
        self._opener = opener
        self._listed = listed
        self._thing = thing
        self._goal = goal

    def question(self, state: State, answers: Answers) -> Question | None:
        """Pairs, or objects and then goals."""
        tails = {self._tail(move): move for move in self._listed(state)}
        if _flat(tails):
            choices = (self._choice(state, tail, move) for tail, move in tails.items())
            return None if answers else Question(self._goal, tuple(choices))
        if len(answers) > 1:
            return None
        if answers:
            found = (item for item in tails.items() if item[0].startswith(answers[0]))
            return Question(self._goal, tuple(self._choice(state, tail[2:], move) for tail, move in found))
        things = {tail[:2]: _thing_of(move) for tail, move in tails.items()}
        return Question(self._thing, tuple(self._object(state, token, thing) for token, thing in things.items()))

    def answers(self, state: State, move: m.Move) -> Answers:
        """One or two."""
        tail = self._tail(move)
        flat = _flat([self._tail(other) for other in self._listed(state)])
        return (tail,) if flat else (tail[:2], tail[2:])

    def text(self, answers: Answers) -> str:
        """Just as they follow."""
        return self._opener + "".join(answers)

    def _tail(self, move: m.Move) -> str:
        return text(move)[len(self._opener) :]

    def _choice(self, state: State, token: str, move: m.Move) -> Choice:
        return Choice(token, label(state, move), pointed(state, move), group=called(_thing_of(move)))

    def _object(self, state: State, token: str, thing: int) -> Choice:
        return Choice(token, called(thing), TILE_NAMES[state.objects[thing] : state.objects[thing] + 1])


def _flat(tails: Collection[str]) -> bool:
    return len(tails) <= FLAT or len({tail[:2] for tail in tails}) == 1


def _thing_of(move: m.Move) -> int:
    if isinstance(move, m.Drop):
        return ARTWORK + move.room
    return move.thing if isinstance(move, m.Locksmith | m.Yoke) else 0


FORMS: dict[str, Form] = {
    "d:": Pairs("d:", options.drops, say("Which artwork is dropped?"), say("Where is it dropped?")),
    "Il:": Rooms(),
    "Us:": Steps(),
    "St:": Site(),
    "Lo:": Pairs("Lo:", options.SPELLS[LIME], say("Which object goes elsewhere?"), say("Where does it go?")),
    "Ye:": Shifts(),
    "Up:": Arrangement(),
    "Yo:": Pairs("Yo:", options.SPELLS[YELLOW + BEWITCHMENT], say("Which object moves with you?"), say("Where to?")),
}
"""The forms by their opening tokens."""

"""Typed words as steps: which words belong together, and which step in notation they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.core.typed import FROM, THEN, TO, WITH, Token
from games.piously import typed_words as w

WRITTEN = "written"
"""The head of a step that is already typed in notation."""
_MARKS = "+-@"
_ANY = 99
_SIXTH = 60
"""The degrees of a turn by one sixth."""
_TILES = {
    w.BLESS: 1, w.CAST: 1, w.TAKE: 1, w.MOVE: _ANY, w.PUT: 1, w.DROP: 1,
    "spell:pr": 1, "spell:pu": 1, "spell:us": 4, "spell:lo": 1, "spell:ye": _ANY, "spell:up": 7, "spell:il": 1,
    "spell:st": 1, "spell:le": 1,
}  # fmt: skip
"""The most tiles that a step names. For Illusionist and Stonemason, the only one is X, which is a room there."""
_WITHOUT_EFFECT = {"spell:ye", "spell:sh", "spell:up"}
"""The spells that may be cast without changing anything."""
_OBJECTS = {w.DROP: 1, w.TAKE: 1, w.PUT: 1, "spell:lo": 1, "spell:ye": _ANY, "spell:le": 1, "spell:yo": 1}
_ROOMS = {"spell:il": _ANY, "spell:op": 1, "spell:st": 1}
_DIRECTIONS = {"spell:sh": 1, "spell:yo": 1, w.MOVE: 1}
_SPELLS_NAMED = {w.END: 1, w.LEARN: 1, "spell:op": 1}
_CLOSING = {",", ";", ".", THEN, w.CAST}
"""After these, a word that can begin a step does begin one."""
_REPEATED = {
    w.BLESS: {"thing:own"}, w.END: {w.LEARN, w.TAKE}, w.MOVE: {w.MOVE}, "spell:le": {"spell:le"},
    "spell:yo": {w.MOVE}, "spell:st": {w.MOVE}, "spell:lo": {w.MOVE}, "spell:ye": {w.MOVE},
}  # fmt: skip
"""The words that may repeat what a step is."""
_LAST_VERBS = {w.DROP, w.TAKE, w.LEARN, w.END, w.MOVE, w.PUT}
_COLOURED = {"thing:w": "w", "thing:b": "b", w.BLESS: "b"}


@dataclass(slots=True)
class Step:
    """What is known of a step: the word it begins with, and the names that follow, as in notation but in upper case."""

    head: str
    tiles: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)
    directions: list[str] = field(default_factory=list)
    spells: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    """The mark before each tile of a Usurper or an Upset: `-`, `+`, `w`, `b` or nothing."""
    numbers: list[int] = field(default_factory=list)
    written: str = ""
    mark: str = ""
    beside: list[str] = field(default_factory=list)
    """The rooms that a moved room will touch."""
    contact: list[str] = field(default_factory=list)
    """A tile of a moved room, and one that it will touch."""
    way: str = ""
    """The direction in which the first of these tiles lies from the second."""
    spin: str = ""
    """The direction in which a room turns, or that it does not turn."""
    implied: bool = False
    """Whether the mover's piece was named without a verb: `white to P3`."""
    in_front: bool = False
    """Whether only a tile was named, right before the next step, which may mean it: `P3 drop priestess`."""

    @property
    def atoms(self) -> set[str]:
        """All names."""
        return {*self.tiles, *self.objects, *self.rooms, *self.directions}

    @property
    def site(self) -> list[int]:
        """The coordinates of a place, as far as they are given; a following angle is not one of them."""
        return [number for number in self.numbers if number < _SIXTH][:2]

    @property
    def turn(self) -> int | None:
        """The number of sixths by which a room turns clockwise from its present position; None if not given."""
        if self.spin == w.NOT_TURNED:
            return 0
        sixths, rest = divmod(self.numbers[-1], _SIXTH) if self.numbers else (0, 0)
        if sixths < 1 or rest:
            return None
        return -sixths % 6 if self.spin == w.COUNTER_CLOCKWISE else sixths % 6


def split(found: Sequence[Token | str], own: str) -> list[Step]:
    """Return the steps that the tokens make; a `str` is a step in notation. `own` is the letter of the mover's piece.

    Raises LookupError for a word that belongs to no step.
    """
    steps: list[Step] = []
    closed = False
    for index, token in enumerate(found):
        if isinstance(token, str):
            steps.append(Step(WRITTEN, written=token))
        elif _is_told_behind(steps, token, found[index + 1 : index + 2]) or _is_subject(
            token, found[index + 1 : index + 2], own, None if closed or not steps else steps[-1]
        ):
            continue
        elif token.text == w.BLESSING and steps and steps[-1] == Step(w.PUT):
            steps[-1].head = w.BLESS  # "put a blessing"
        elif token.text == w.CAST and _is_tile_next(found[index + 1 :]):
            steps.append(Step(w.CAST))
            closed = False
        elif not closed and _is_verb_behind(steps, token, found[index + 1 : index + 2]):
            steps[-1] = _swap(steps[-1], token.text)
        elif token.text in _CLOSING:
            if steps:
                steps[-1].in_front = False
            closed = closed or not (steps and steps[-1].head == "spell:ye" and token.kind == "sign")
        elif token.text != w.NOISE:
            goes_on = bool(steps) and not (closed and _may_begin(steps[-1], token)) and _takes(steps[-1], token, own)
            if not goes_on and not _begins(steps, token, own):
                raise LookupError(token.text)
            closed = closed and token.text in {FROM, TO, WITH}
    learns = bool(steps) and steps[-1].head == w.LEARN
    return [step for step in steps if not (learns and step == Step(w.END))]  # "end, learn the priestess"


def readings_of_tiles(steps: list[Step]) -> list[list[Step]]:
    """Return the steps in the ways that tiles named in front can be read, the likeliest first.

    "P3 drop priestess" says where to drop it, "P3 bless" where to go first.
    """
    joined: list[Step] = []
    heads = set()
    for step in steps:
        meant = step
        if joined and _may_be_tile_of(joined[-1], step):
            heads.add(step.head)
            meant = replace(step, tiles=joined.pop().tiles, marks=[step.mark])
        joined.append(meant)
    if not heads:
        return [steps]
    return [joined, steps] if heads - {w.BLESS, w.TAKE} else [steps, joined]


def _may_be_tile_of(step: Step, after: Step) -> bool:
    """Whether the tile of a step may be that of the next step, which names none."""
    return step.in_front and len(step.tiles) == 1 and not after.tiles and after.head in _TILES and after.head != w.MOVE


def _is_told_behind(steps: Sequence[Step], token: Token, following: Sequence[Token | str]) -> bool:
    """Whether the token adds nothing to the step: "pick the priestess up", "learn the priestess and end"."""
    if token.text == w.END:
        return bool(steps) and steps[-1].head == w.LEARN and bool(steps[-1].spells)
    ends = not following or isinstance(following[0], str) or following[0].text in {*_CLOSING, FROM, w.END}
    return token.text == "spell:up" and ends and bool(steps) and steps[-1].head == w.TAKE


def _is_subject(token: Token, following: Sequence[Token | str], own: str, step: Step | None) -> bool:
    """Whether the token says who acts, although it is an object or a room elsewhere: `white blesses`, `I bless`.

    `step` is the one that the word may continue.
    """
    verb = following[0] if following else ""
    if token.text == "room:i" and isinstance(verb, Token) and (verb.text == TO or verb.kind == "name"):
        return step is None  # "I'm going to P3"
    if not isinstance(verb, Token) or verb.text not in {*w.HEADS, w.CAST}:
        return False
    if token.text == "room:i":
        return step is None or step.head not in _ROOMS
    if verb.text == "spell:im" and _is_other_piece(token.text, own):
        return step is None  # in German "schwarze Figur imitieren"
    is_mover = step is None and object_letter(token.text, own) == own and verb.text not in w.SPELLS
    return is_mover or token.text == "thing:own"


def _is_tile_next(following: Sequence[Token | str]) -> bool:
    """Whether a tile is named before the spell: `cast on P1 the priestess`."""
    named = (token for token in following if isinstance(token, str) or token.text not in {FROM, TO, WITH, w.NOISE})
    first, second = next(named, None), next(named, None)
    is_tile = isinstance(first, Token) and first.kind == "name"
    return is_tile and isinstance(second, Token) and second.text.startswith("spell:")


def _is_verb_behind(steps: list[Step], token: Token, following: Sequence[Token | str]) -> bool:
    """Whether the token is a verb after its object, as in German: `Priesterin auf P3 ablegen`, `nach P4 gehen`."""
    ends = not following or isinstance(following[0], str) or following[0].text in {*_CLOSING, w.END}
    if token.text not in _LAST_VERBS or not ends or not steps:
        return False
    if token.text in {w.MOVE, w.PUT}:
        return steps[-1].head == w.MOVE and bool(steps[-1].tiles)
    return steps[-1].head == w.END if token.text == w.END else steps[-1].head.startswith("spell:")


def _swap(step: Step, verb: str) -> Step:
    """Return the step with the verb as its head, and its former head as the object of the verb."""
    if verb in {w.END, w.MOVE}:
        return step
    if verb == w.PUT:
        return Step(w.PUT, step.tiles)
    if verb == w.LEARN:
        return Step(w.LEARN, spells=[step.head[6:].capitalize()])
    return Step(verb, step.tiles, [object_letter(step.head, "")] if step.head in w.ARTWORKS else [])


def _may_begin(step: Step, token: Token) -> bool:
    """Whether the token begins a new step where one may begin; what is learnt belongs to the end of the turn."""
    if step.head in {w.TAKE, w.BLESS} and token.kind == "name":  # "take the priestess, P3"
        return True
    return token.text in w.HEADS and not (step.head == w.END and token.text in {w.LEARN, w.TAKE, *w.SPELLS})


def _begins(steps: list[Step], token: Token, own: str) -> bool:
    """Begin a step with the token, or skip it; return False if neither makes sense."""
    if token.kind == "name":
        steps.append(Step(w.MOVE, [token.text.upper()], in_front=True))
    elif token.text.startswith("spell:") and steps and steps[-1].head == w.CAST:
        steps[-1].head = token.text
    elif token.text.startswith("go:"):  # "to the north"
        steps.append(Step(w.MOVE, directions=[_direction(token.text)]))
    elif token.text in w.HEADS:
        steps.append(Step(w.BLESS if token.text == w.BLESSING else token.text))
    elif token.text.startswith("thing:"):
        if object_letter(token.text, own) != own:
            return False
        if not steps or steps[-1].head not in {w.MOVE, w.PUT}:
            steps.append(Step(w.MOVE, implied=True, in_front=True))
    elif token.kind == "word":
        return token.text in {FROM, TO, WITH}
    return True


def _takes(step: Step, token: Token, own: str) -> bool:
    """Add the token to the step if it belongs to it; return whether it does."""
    if token.kind == "name":
        return _take_tile(step, token.text.upper())
    if token.kind in {"sign", "number"}:
        return _take_sign(step, token)
    return _take_mark(step, token.text) or _take_thing(step, token.text, own) or _take_other(step, token.text)


def _take_mark(step: Step, word: str) -> bool:
    """Add what is said about the tiles that follow, or about how the spell is cast; return whether it is that."""
    if (step.head == w.TAKE or step.implied) and word in {FROM, TO}:
        step.mark = FROM if word == FROM else ""
    elif step.head == "spell:up" and word in _COLOURED:
        step.mark = _COLOURED[word]
    elif step.head == "spell:us" and word in {w.CUT, w.GROW}:
        step.mark = "-" if word == w.CUT else "+"
    elif step.head == "spell:st" and word in {w.NOT_TURNED, w.CLOCKWISE, w.COUNTER_CLOCKWISE}:
        step.spin = word
    elif step.head == "spell:st" and step.contact and (word == w.NEXT_TO or word.startswith("go:")):
        step.way = _direction(word)
    elif step.head in _WITHOUT_EFFECT and word == w.NO_EFFECT:
        step.mark = word
    else:
        return _is_told_again(step, word)
    return True


def _is_told_again(step: Step, word: str) -> bool:
    """Whether the word repeats what the step is: "bless my own tile", "Leap: swap places with"."""
    if word not in _REPEATED.get(step.head, ()):
        return False
    match step.head:
        case w.MOVE:  # "move one step to P4"
            return not step.tiles
        case "spell:le":
            return not step.atoms
        case "spell:yo":
            return not step.directions
        case "spell:st":
            return bool(step.rooms) and not step.numbers
        case "spell:lo" | "spell:ye":  # "locksmith: white goes to P3"
            return len(step.objects) > len(step.tiles) or not step.objects
        case _:
            return True


def _take_thing(step: Step, word: str, own: str) -> bool:
    """Add an object, or a direction once no object is needed; return whether it is one."""
    if step.head in {"spell:pr", "spell:pu"} and step.tiles and object_letter(word, "") == own:
        return True  # "P1 turns white"
    if step.head == "spell:im" and _is_other_piece(word, own):
        return True  # "imprint the black piece"
    needs_object = len(step.objects) < _OBJECTS.get(step.head, 0)
    direction = _direction(word)
    is_sure = word.startswith("go:") or not (needs_object or step.head == w.MOVE)
    fits = len(step.directions) < _DIRECTIONS.get(step.head, 0) and is_sure
    if direction and fits:
        step.directions.append(direction)
        return True
    thing = object_letter(word, own)
    if thing and needs_object:
        step.objects.append(thing)
        return True
    return False


def _take_other(step: Step, word: str) -> bool:
    """Add a spell or a room; return whether it is one."""
    kind, _, name = word.partition(":")
    if kind == "spell" and len(step.spells) < _SPELLS_NAMED.get(step.head, 0):
        step.spells.append(name.capitalize())
        return True
    if kind == "room" and len(step.rooms) < _ROOMS.get(step.head, 0):
        step.rooms.append(name.upper())
        return True
    if kind == "room" and step.head == "spell:st" and not step.numbers:
        step.beside.append(name.upper())
        return True
    return False


def _take_tile(step: Step, tile: str) -> bool:
    if step.head == "spell:sh":
        return tile == "X" and not step.directions
    if step.head in _ROOMS:
        if tile == "X" and len(step.rooms) < _ROOMS[step.head]:
            step.rooms.append(tile)
            return True
        if step.head == "spell:st" and step.rooms and not step.numbers and len(step.contact) < 2:
            step.contact.append(tile)
            return True
        return False
    if len(step.tiles) >= _TILES.get(step.head, 0):
        return False
    step.tiles.append(tile)
    step.marks.append(step.mark)
    return True


def _take_sign(step: Step, token: Token) -> bool:
    if token.kind == "number" and step.head == "spell:st":
        negative = step.mark == "-"
        step.mark = ""
        step.numbers.append(-int(token.text) if negative else int(token.text))
    elif token.text in _MARKS:
        step.mark = token.text
    return True


def _direction(word: str) -> str:
    """Return the letters of a direction; `W` may be typed for west, and in German `O` for east."""
    return {"thing:w": "W", "room:o": "E"}.get(word, word[3:].upper() if word.startswith("go:") else "")


def _is_other_piece(word: str, own: str) -> bool:
    return object_letter(word, own) in {"W", "B"} - {own}


def object_letter(word: str, own: str) -> str:
    """Return the letter of an object: a piece, or the artwork of a room."""
    if word in {"thing:own", "thing:other"}:
        return own if word == "thing:own" else "WB".replace(own, "")
    if word in w.ARTWORKS:
        return "PIOUSLY"[w.ARTWORKS.index(word)]
    if word.startswith("room:"):
        return word[5:].upper()
    return {"thing:w": "W", "thing:b": "B", w.BLESS: "B"}.get(word, "")

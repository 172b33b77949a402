"""The position line: writing the state as text, and reading it."""

from __future__ import annotations

import re

from games.core.boards.grid import read_fields
from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.cyberzul.position import CENTRE, DRAFT, FACTORIES, FILL, FLOOR_SPACES, OVER, Board, State
from games.cyberzul.scoring import SPACE
from games.cyberzul.tiles import LETTERS, MARKER, MOST, Heap, colour_word, counts_of, heap_of, letters_of, parse_letters

_HEAD = ("n", "r", "s", "t", "ph", "f", "c", "m", "bag", "lid")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_UNBOUNDED = 10**18
_LINE = re.compile(rf"-|([{LETTERS}])([1-5])")
_FLOOR = re.compile(rf"-|[{LETTERS}{MARKER}]{{1,{FLOOR_SPACES}}}")


def dump(state: State) -> str:
    """Return the position line of the state."""
    marker = "c" if state.marker == CENTRE else str(state.marker)
    factories = "/".join(letters_of(tiles) or "-" for tiles in state.factories)
    words = [
        f"n={len(state.boards)} r={state.round} s={state.start} t={state.turn} ph={state.phase}",
        f"f={factories} c={letters_of(state.centre) or '-'} m={marker}",
        f"bag={_counts(state.bag)} lid={_counts(state.lid)}",
    ]
    words += [f"p{seat}={_board_text(board)}" for seat, board in enumerate(state.boards)]
    return " ".join(words)


def _counts(heap: Heap) -> str:
    return ",".join(str(count) for count in counts_of(heap))


def _board_text(board: Board) -> str:
    held = [board.line(line) for line in range(1, 6)]
    lines = ",".join(f"{LETTERS[colour]}{number}" if number else "-" for number, colour in held)
    wall = "/".join(
        "".join(LETTERS[(column - row) % 5] if board.wall >> 5 * row + column & 1 else "." for column in range(5))
        for row in range(5)
    )
    return f"{board.score}:{lines}:{wall}:{board.floor or '-'}"


def load(text: str) -> State:
    """Return the state of a position line. Raises BadNotation if the text is none or contradicts itself."""
    seats = _seats(text)
    names = tuple(f"p{seat}" for seat in range(seats))
    fields = read_fields(text, (*_HEAD, *names))
    for name in (*_HEAD, *names):
        if name not in fields:
            raise BadNotation(gettext("The position has no '{name}='.", name=name))
    if fields["ph"] not in {DRAFT, FILL, OVER}:
        raise BadNotation(gettext("The phase 'ph={phase}' must be draft, fill or over.", phase=fields["ph"][:20]))
    state = State(
        phase=fields["ph"],
        round=_number(fields["r"], "r", 1, _UNBOUNDED),
        start=_number(fields["s"], "s", 0, seats - 1),
        turn=_number(fields["t"], "t", 0, seats - 1),
        marker=CENTRE if fields["m"].lower() == "c" else _number(fields["m"], "m", 0, seats - 1),
        factories=_factories(fields["f"], FACTORIES[seats]),
        centre=_tiles(fields["c"], MOST),
        bag=_heap(fields["bag"], "bag"),
        lid=_heap(fields["lid"], "lid"),
        boards=tuple(_board(fields[name], name) for name in names),
    )
    _check(state)
    return state


def _seats(text: str) -> int:
    found = re.search(r"(?:^|\s)n=(\S*)", text)
    if not found:
        raise BadNotation(gettext("The position must say how many play: n=2, n=3 or n=4."))
    return _number(found[1], "n", min(FACTORIES), max(FACTORIES))


def _number(text: str, name: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        if most == _UNBOUNDED:
            raise BadNotation(gettext("'{text}' isn't a number that {name} can have.", name=name, text=text[:20]))
        raise BadNotation(
            gettext(
                "'{name}={text}' isn't a number from {least} to {most}.",
                name=name,
                text=text[:20],
                least=least,
                most=most,
            )
        )
    return int(text)


def _factories(text: str, number: int) -> tuple[Heap, ...]:
    words = text.split("/")
    if len(words) != number:
        raise BadNotation(gettext("There must be {number} factories, joined by '/'.", number=number))
    return tuple(_tiles(word, 4) for word in words)


def _tiles(text: str, most: int) -> Heap:
    letters = "" if text == "-" else text.upper()
    if (not letters and text != "-") or set(letters) - set(LETTERS):
        raise BadNotation(gettext("I couldn't read the tiles '{text}'. Use B O R K W, or - for none.", text=text[:20]))
    if len(letters) > 5 * most or any(letters.count(letter) > MOST for letter in LETTERS):
        raise BadNotation(gettext("'{text}' is more than there are tiles.", text=text[:20]))
    if most < MOST and len(letters) > most:
        raise BadNotation(
            gettext("'{text}' is too much: a factory has spaces for {most} tiles.", text=text[:20], most=most)
        )
    return parse_letters("".join(sorted(letters, key=LETTERS.index)))


def _heap(text: str, name: str) -> Heap:
    words = text.split(",")
    if len(words) != len(LETTERS):
        raise BadNotation(gettext("'{name}' needs five numbers: blue, orange, red, black, white.", name=name))
    return heap_of(tuple(_number(word, name, 0, MOST) for word in words))


def _board(text: str, name: str) -> Board:
    parts = text.split(":")
    if len(parts) != 4:
        raise BadNotation(gettext("'{name}' needs score:lines:wall:floor.", name=name))
    score, lines, wall, floor = parts
    if not _FLOOR.fullmatch(floor.upper()):
        raise BadNotation(
            gettext("I couldn't read the floor line '{text}'. Use at most seven of B O R K W M, or -.", text=floor[:20])
        )
    tokens = "" if floor == "-" else floor.upper()
    return Board(_number(score, name, 0, _UNBOUNDED), _lines(lines.upper()), _wall(wall.upper()), tokens)


def _lines(text: str) -> int:
    words = text.split(",")
    if len(words) != len(LETTERS):
        raise BadNotation(gettext("There must be five pattern lines, joined by ',', e.g. -,R2,-,K1,-."))
    lines = 0
    for row, word in enumerate(words):
        found = _LINE.fullmatch(word)
        if not found or (found[2] and int(found[2]) > row + 1):
            raise BadNotation(
                gettext(
                    "'{word}' can't be pattern line {line}: write e.g. R{line}, or -.", word=word[:20], line=row + 1
                )
            )
        if found[2]:
            lines |= (int(found[2]) << 3 | LETTERS.index(found[1])) << 6 * row
    return lines


def _wall(text: str) -> int:
    rows = text.split("/")
    if len(rows) != len(LETTERS) or any(len(row) != len(LETTERS) for row in rows):
        raise BadNotation(gettext("The wall must have five rows of five characters, joined by '/'."))
    wall = 0
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            colour = (column - row) % 5
            if letter == LETTERS[colour]:
                wall |= 1 << SPACE[row][colour]
            elif letter != ".":
                where = {"row": row + 1, "column": column + 1, "colour": colour_word(colour), "right": LETTERS[colour]}
                raise BadNotation(
                    gettext(
                        "'{letter}' in row {row}, column {column} of a wall: only {right} ({colour}) can lie there.",
                        letter=letter,
                        **where,
                    )
                )
    return wall


def _check(state: State) -> None:
    """Raise BadNotation if the parts of a position contradict each other."""
    on_floors = [seat for seat, board in enumerate(state.boards) for token in board.floor if token == MARKER]
    if len(on_floors) > 1 or (on_floors and on_floors[0] != state.marker):
        raise BadNotation(
            gettext("There is one marker: it can't be in two places. See m= and the M on the floor lines.")
        )
    taking = state.centre or any(state.factories)
    if state.phase == DRAFT and not taking:
        raise BadNotation(gettext("In the draft there must be a tile to take. Between the rounds write ph=fill."))
    if state.phase == FILL and (taking or on_floors):
        raise BadNotation(
            gettext("While tiles are due (ph=fill), factories and centre are empty. The marker lies on no floor line.")
        )
    totals = [0] * len(LETTERS)
    for colour in range(5):
        heaps = (*state.factories, state.centre, state.bag, state.lid)
        totals[colour] = sum(heap >> (colour << 3) & 255 for heap in heaps)
    for board in state.boards:
        for line in range(1, 6):
            number, colour = board.line(line)
            totals[colour] += number
        for colour, letter in enumerate(LETTERS):
            totals[colour] += board.floor.count(letter) + sum(board.wall >> SPACE[row][colour] & 1 for row in range(5))
    if max(totals) > MOST:
        word = colour_word(totals.index(max(totals)))
        raise BadNotation(
            gettext(
                "There are {n} {colour} tiles in this position; I count up to {most}.",
                n=max(totals),
                colour=word,
                most=MOST,
            )
        )

"""A position of Onyx and its line of text (RULES 8.2).

b=.yw/.../b.p t=0 ph=play passed=00 removed=00
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.core.boards.graph import name_order
from games.core.boards.grid import read_fields
from games.core.errors import BadNotation
from games.core.i18n import gettext, join_list
from games.onyx.board import Board, members
from games.onyx.moves import COLOURS

Phase = Literal["play", "remove", "over"]
PerColour = tuple[int, int, int, int]
"""One number for each colour: black, purple, white, yellow."""

HIDDEN = "?"
"""The sign for sealed stacks that the viewer may not know."""

_FIELDS = ("b", "t", "ph", "passed", "removed", "sealed")
_FLAGS = {"00": 0, "10": 1, "01": 2, "11": 3}
_TURNS = {0: "01", 1: "1", 2: "0"}
"""The seats that may act in the removal phase, by the flags of those that have acted."""


class State(NamedTuple):
    """A position.

    `held` are the sets of spaces (see `Board`) that each colour occupies, `stacks` the spaces with two pieces. `tally`
    counts, for each colour, the pieces around every space. `passed` and `removed` have bit `s` for seat `s`. `sealed`
    are the stacks that the first seat has named in the removal phase; None if the viewer may not know them.
    """

    board: Board
    held: PerColour
    stacks: int
    tally: PerColour
    turn: int = 0
    phase: Phase = "play"
    passed: int = 0
    removed: int = 0
    sealed: tuple[str, ...] | None = ()

    @property
    def taken(self) -> int:
        """The spaces that are not empty."""
        black, purple, white, yellow = self.held
        return black | purple | white | yellow

    @property
    def fullness(self) -> float:
        """The fraction of the spaces that are not empty."""
        return self.taken.bit_count() / len(self.board.bit)

    def own(self, seat: int) -> int:
        """Return the spaces that the seat occupies."""
        return self.held[2 * seat] | self.held[2 * seat + 1]

    def own_stacks(self, seat: int) -> tuple[str, ...]:
        """Return the names of the seat's stacks, in canonical order."""
        names = (self.board.graph.names[space] for space in members(self.own(seat) & self.stacks))
        return tuple(sorted(names, key=name_order))


def empty_board(board: Board) -> State:
    """Return the first position (RULES 2)."""
    return State(board, (0, 0, 0, 0), 0, (0, 0, 0, 0))


def remove_pieces(state: State, spaces: int) -> State:
    """Return the position without the pieces on a set of spaces."""
    held, tally = list(state.held), list(state.tally)
    lift_pieces(state.board, held, tally, state.stacks, spaces)
    return state._replace(
        held=(held[0], held[1], held[2], held[3]),
        tally=(tally[0], tally[1], tally[2], tally[3]),
        stacks=state.stacks & ~spaces,
    )


def lift_pieces(board: Board, held: list[int], tally: list[int], stacks: int, spaces: int) -> None:
    """Remove all pieces on a set of spaces from `held` and `tally`, both by colour."""
    for colour in range(4):
        gone = held[colour] & spaces
        if gone:
            held[colour] ^= gone
            for space in members(gone):
                tally[colour] -= board.near[space]
            for space in members(gone & stacks):
                tally[colour] -= board.near[space]


def dump(state: State) -> str:
    """Return the position line."""
    words = [f"b={_board_text(state)}", f"t={_turn_text(state)}", f"ph={state.phase}"]
    words += [f"passed={_flags_text(state.passed)}", f"removed={_flags_text(state.removed)}"]
    if state.phase == "remove" and state.removed:
        words.append(f"sealed={HIDDEN if state.sealed is None else ','.join(state.sealed) or 'none'}")
    return " ".join(words)


def parse_position(text: str, board: Board) -> State:
    """Parse a position line, the inverse of `dump`, even if the position cannot arise in play. Raises BadNotation."""
    fields = read_fields(text, _FIELDS)
    missing = [name for name in _FIELDS[:5] if name not in fields]
    if missing:
        raise BadNotation(gettext("The position lacks '{field}='.", field=missing[0]))
    passed, removed = (_read_flags(name, fields[name]) for name in ("passed", "removed"))
    state = _read_board(fields["b"], board)._replace(passed=passed)
    phase, turn, sealed = fields["ph"], fields["t"], fields.get("sealed")
    if phase == "play" and turn in {"0", "1"} and not removed and sealed is None:
        return state._replace(turn=int(turn))
    if phase == "over" and turn == "-" and removed == 3 and sealed is None:
        return state._replace(phase="over", removed=3)
    if phase == "remove" and _TURNS.get(removed) == turn and (sealed is not None) == (removed > 0):
        state = state._replace(phase="remove", removed=removed)
        return state if sealed is None else state._replace(sealed=_read_sealed(sealed, state))
    raise BadNotation(
        gettext(
            "The fields of the position contradict each other: t={turn} ph={phase} removed={removed}{sealed}.",
            turn=turn[:10],
            phase=phase[:10],
            removed=fields["removed"],
            sealed=f" sealed={sealed[:20]}" if sealed is not None else "",
        )
    )


def _board_text(state: State) -> str:
    letters = ["."] * state.board.graph.size
    for colour, letter in enumerate(COLOURS):
        for space in members(state.held[colour]):
            letters[space] = letter
    for space in members(state.stacks):
        letters[space] = letters[space].upper()
    return "/".join("".join([letters[space] for space in row]) for row in reversed(state.board.graph.rows))


def _read_board(text: str, board: Board) -> State:
    rows = board.graph.rows
    lines = text.split("/")[::-1]
    if [len(row) for row in rows] != [len(letters) for letters in lines]:
        wanted = join_list(str(len(row)) for row in reversed(rows))
        raise BadNotation(
            gettext(
                "The board must have {n} rows, joined by '/', of these lengths from the top: {lengths}.",
                n=len(rows),
                lengths=wanted,
            )
        )
    held, tally, stacks = [0, 0, 0, 0], [0, 0, 0, 0], 0
    for space, letter in zip((space for row in rows for space in row), "".join(lines), strict=True):
        if letter == ".":
            continue
        colour = COLOURS.find(letter.lower()) if letter.isascii() else -1
        if colour < 0:
            raise BadNotation(
                gettext(
                    "'{char}' means nothing on the board. It knows: {known}", char=letter, known=". b p w y B P W Y"
                )
            )
        held[colour] |= board.bit[space]
        tally[colour] += board.near[space] * (2 if letter.isupper() else 1)
        stacks |= board.bit[space] if letter.isupper() else 0
    return State(board, (held[0], held[1], held[2], held[3]), stacks, (tally[0], tally[1], tally[2], tally[3]))


def _turn_text(state: State) -> str:
    if state.phase == "over":
        return "-"
    return _TURNS[state.removed] if state.phase == "remove" else str(state.turn)


def _flags_text(flags: int) -> str:
    return f"{flags & 1}{flags >> 1}"


def _read_flags(name: str, text: str) -> int:
    if text not in _FLAGS:
        raise BadNotation(gettext("'{name}' must be two digits of 0 and 1, not '{text}'.", name=name, text=text[:10]))
    return _FLAGS[text]


def _read_sealed(text: str, state: State) -> tuple[str, ...] | None:
    """Return the sealed stacks, which must be stacks of the seat that has named them."""
    if text == HIDDEN:
        return None
    seat = 0 if state.removed == 1 else 1
    names = () if text == "none" else tuple(text.split(","))
    own = set(state.own_stacks(seat))
    wrong = next((name for name in names if name not in own), None)
    if wrong is not None or len(set(names)) < len(names):
        raise BadNotation(gettext("'sealed' must name stacks of seat {seat}, each once, or say none.", seat=seat))
    return tuple(sorted(names, key=name_order))

"""The table: the graph, the pieces, both players' points, and who owns what at the end (RULES 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.core.i18n import Message, gettext, ngettext
from games.core.table import Area, Cell, Mark, Piece, PlayerStrip, Role, Skin, Standing, Table
from games.onyx.board import Board, members
from games.onyx.moves import COLOURS, Pieces
from games.onyx.position import State
from games.onyx.scoring import add_up, colour_scores, sure_lands, sure_scores, territory
from games.onyx.words import COLOUR_TITLES, SIDES, pieces_name

ROLES: tuple[Role, Role, Role, Role] = ("black", "purple", "white", "yellow")
_SEAT_ROLES: tuple[Role, Role] = ("black", "white")
SKIN = Skin("stones", emblem=(("counter", "black"), ("counter", "purple"), ("counter", "white"), ("counter", "yellow")))
_CAPTIONS = {
    "play": gettext("Placing pieces"),
    "remove": gettext("Removing stacks"),
    "over": gettext("Final position"),
}


def table(state: State) -> Table:
    """Return all that is on the table; sealed stacks do not show."""
    points = colour_scores(state)
    scores = add_up(points)
    return Table(
        title=gettext("Onyx"),
        areas=(_area(state.board),),
        pieces=_pieces(state),
        players=(_player(state, 0, points, scores[0]), _player(state, 1, points, scores[1])),
        marks=territory_marks(state) if state.phase == "over" else closed_marks(state),
        caption=_CAPTIONS[state.phase],
        skin=SKIN,
        standing=Standing(sure_scores(state), max(sum(scores), len(state.board.graph.names))),
    )


def territory_marks(state: State) -> tuple[Mark, ...]:
    """Return a mark for each colour: the spaces it occupies and the empty ones it controls, perhaps with others."""
    names = state.board.graph.names
    owned = [held | territory(state, colour) for colour, held in enumerate(state.held)]
    return tuple(
        Mark("territory", tuple(names[space] for space in members(spaces)), role=role)
        for role, spaces in zip(ROLES, owned, strict=True)
        if spaces
    )


def closed_marks(state: State) -> tuple[Mark, ...]:
    """Return faded marks on the empty spaces that only one side controls at present.

    They have the role of the colour that controls the space; if both colours of a side do, that of its first one.
    """
    names, (black, purple, white, yellow) = state.board.graph.names, sure_lands(state)
    return tuple(
        Mark("territory", tuple(names[space] for space in members(spaces)), role=role, faded=True)
        for role, spaces in zip(ROLES, (black, purple & ~black, white, yellow & ~white), strict=True)
        if spaces
    )


@lru_cache(maxsize=128)
def _area(board: Board) -> Area:
    """Return the board without pieces. Spaces are labelled with their names if the board has no columns."""
    graph = board.graph
    labelled = bool(graph.columns)
    return Area(
        "board",
        "graph",
        tuple(Cell(name, at, text="" if labelled else name) for name, at in zip(graph.names, graph.at, strict=True)),
        edges=graph.edges,
        columns=graph.columns,
        rows=graph.row_names if labelled else (),
    )


def pieces_on(board: Board, pieces: Iterable[Pieces]) -> Iterator[Piece]:
    """Yield the pieces of a turn as they look on the board."""
    kinds = _piece_kinds(board)
    return (kinds[one.colour][one.number - 1][board.graph.index_of[one.space]] for one in pieces)


def _pieces(state: State) -> tuple[Piece, ...]:
    kinds = _piece_kinds(state.board)
    single = ~state.stacks
    pieces = [
        kinds[colour][number][space]
        for colour in range(4)
        for number, held in enumerate((state.held[colour] & single, state.held[colour] & state.stacks))
        for space in members(held)
    ]
    return tuple(pieces)


@lru_cache(maxsize=32)
def _piece_kinds(board: Board) -> tuple[tuple[tuple[Piece, ...], tuple[Piece, ...]], ...]:
    """Return, for each colour, the single pieces and the stacks of every space."""
    names = board.graph.names
    return tuple(
        (
            tuple(Piece(name, "counter", role, letter, pieces_name(colour, 1)) for name in names),
            tuple(Piece(name, "stack", role, letter.upper(), pieces_name(colour, 2), height=2) for name in names),
        )
        for colour, (role, letter) in enumerate(zip(ROLES, COLOURS, strict=True))
    )


_NO_ROOM = 100
"""Points from this number on are too wide to be written twice: 2·118 instead of 118+118."""


def _doubled(points: int) -> str:
    """Return points that count twice in words, such as 29+29."""
    return f"{points}+{points}" if points < _NO_ROOM else f"2·{points}"


def _player(state: State, seat: int, points: Sequence[int], score: int) -> PlayerStrip:
    """Return the player's points as if the match were scored now; those of the weaker colour count twice."""
    one, two = 2 * seat, 2 * seat + 1
    n1, n2 = points[one], points[two]
    lower = two if n2 <= n1 else one
    counted = {colour: _doubled(n) if colour == lower and n else str(n) for colour, n in ((one, n1), (two, n2))}
    values = {"one": COLOUR_TITLES[one], "n1": counted[one], "two": COLOUR_TITLES[two], "n2": counted[two]}
    note = (
        gettext("{one} {n1}, {two} {n2}", **values)
        if seat == 0
        else gettext("{one} {n1}, {two} {n2}, bonus 5", **values)
    )
    final = ngettext("{n} point", "{n} points", score)
    return PlayerStrip(
        seat, _SEAT_ROLES[seat], SIDES[seat], str(score), _with_state(state, seat, note), final_note=note,
        score_words=final,
    )  # fmt: skip


def _with_state(state: State, seat: int, note: Message) -> Message:
    """Return the note, preceded by what others should know first: that a pass is final, or a sealed choice made."""
    if state.phase == "play" and state.passed >> seat & 1:
        return gettext("has passed, {note}", note=note)
    if state.phase == "remove" and state.removed >> seat & 1:
        return gettext("has chosen (hidden), {note}", note=note)
    return note

"""What lies on the table, in a small closed vocabulary.

A game describes its table. The picture, the text board and the alt text are all made from this one description, so
nothing here knows about pixels. Colours are roles and shapes are glyphs; a theme decides how they look. A board may
be shown from its other side, so words refer to places by their labels, which turn with the board, never by left or
right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Geometry = Literal["grid", "hex", "graph"]
"""How `Cell.at` is read: column and row from the bottom left; axial q and r (pointy top, r downwards); x and y up."""

Role = Literal[
    "seat-0", "seat-1", "seat-2", "seat-3",
    "black", "white", "purple", "yellow", "blue", "red", "orange", "cyan",
    "pink", "indigo", "umber", "sapphire", "lime",
    "neutral", "ink", "muted", "good", "bad",
]  # fmt: skip
"""What a colour means. `seat-n` is the colour of a player; plain colour names are the game's own colours."""

Glyph = Literal[
    "circle", "triangle", "clover", "star", "square", "diamond", "cross", "dot",
    "gem", "counter", "stack", "tile", "marker", "block", "keep", "aura", "priest", "artwork",
]  # fmt: skip
"""The shapes a theme can draw.

`block` fills its cell and joins with neighbouring blocks of the same role (land); `keep` is a fortified block
(a headquarters); `counter` is a round piece and `stack` a pile of them; `aura` is a ring along the edge of its cell;
`tile` is a square tile whose sign follows from its role; `marker` is a starting marker.
"""

Look = Literal["cell", "alt", "hole", "ghost", "goal", "penalty"]
"""The ground of a cell: plain, the other shade of a chequered board, a recess for a tile, a faint picture of what
belongs there (`Cell.role`), a goal of its role, a place that costs points."""

MarkKind = Literal[
    "last", "from", "target", "chosen", "path", "way", "territory", "hint", "ghost", "danger", "link", "gain", "arrow"
]
"""The last move (where it ended, where it came from), a numbered target, chosen in the draft, a winning path, what is
missing to one, owned ground, advised, an outline of what may come, in danger, a highlighted region (with what it
brought as its text), what the move brought or cost at a place (its text), and an arrow through its cells in order."""


Ground = Literal["cells", "pitch", "land", "stones", "rooms"]
"""What a board is made of: plain cells, a playing field with goals, the sea with land on it, a web of lines for stones,
floors between walls that belong to whoever lights them."""


@dataclass(frozen=True, slots=True)
class Skin:
    """How a game asks to be drawn. By default it has plain cells, and counters for its players.

    `chip` stands for a player. `colours` are roles with an unusual colour, written `#RRGGBB`. `emblem` holds typical
    things of the game, in the order of their players: they adorn its cards.
    """

    ground: Ground = "cells"
    chip: Glyph = "counter"
    colours: tuple[tuple[Role, str], ...] = ()
    emblem: tuple[tuple[Glyph, Role], ...] = ()


PLAIN = Skin()


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of an area.

    `name` is unique on the whole table; marks, pieces and choices refer to it. `at` is read according to the area's
    geometry. `text` is printed on the cell permanently (a tile name, a penalty).
    """

    name: str
    at: tuple[float, float]
    look: Look = "cell"
    role: Role | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells that belong together and are outlined as a unit (a room, a capture zone)."""

    name: str
    cells: tuple[str, ...]
    role: Role | None = None
    text: str = ""


AreaPlace = Literal["board", "supply", "mat"]


@dataclass(frozen=True, slots=True)
class Area:
    """One board, or one part of a table with several: everything that stays the same while pieces move.

    `place` says where it belongs: the `board` itself, a common `supply`, or the `mat` of a player (`seat`). `kind`
    names a recurring part (`factory`, `centre`, `lines`, `wall`, `floor`). `edges` join cells by index (graphs only).
    `columns` and `rows` are the labels along the sides, from the left and from the bottom. `room` holds places for
    which the picture leaves room although no cell is there yet, so that it need not change when one comes. If only part
    of a board is shown, `beyond` holds the hidden cells next to it; edges refer to them by indices that continue after
    those of `cells`. An area seen from the other side is `turned`.
    """

    key: str
    geometry: Geometry
    cells: tuple[Cell, ...]
    place: AreaPlace = "board"
    kind: str = ""
    title: str = ""
    seat: int | None = None
    zones: tuple[Zone, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    room: tuple[tuple[float, float], ...] = ()
    beyond: tuple[Cell, ...] = ()
    turned: bool = False

    def __hash__(self) -> int:
        """Hash only some of the cells: areas are cache keys, and hashing hundreds of cells is slower than a look-up."""
        some = self.cells[:: max(1, len(self.cells) // 32)]
        return hash((self.key, self.seat, len(self.cells), some, self.cells[-1:], self.room))


class Token(NamedTuple):
    """Things beside the board: captured, in hand, carried by a piece. `name` names one of them in words ("red gem")."""

    glyph: Glyph
    role: Role
    number: int = 1
    name: str = ""


class Piece(NamedTuple):
    """Something that lies on a cell. Later pieces lie on top of earlier ones.

    `char` stands for it on the text board and `name` in words ("White star"), or `word` if it is clear what lies there
    ("white"). `text` is printed on it, `height` is the height of a stack, and `carries` is shown at its corner (a gem
    that it holds).
    """

    cell: str
    glyph: Glyph
    role: Role
    char: str
    name: str = ""
    text: str = ""
    height: int = 1
    carries: Token | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign laid over the board; see `MarkKind`. A `path` runs through its cells in order.

    A `from` mark may also name places that cells of a hex area have left, by their coordinates, such as `0,-1`. A
    `faded` mark is an older one: the last move of the others, shown while a player composes. Faded `territory` may
    still change hands.
    """

    kind: MarkKind
    cells: tuple[str, ...]
    text: str = ""
    role: Role | None = None
    faded: bool = False


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """The strip of one player. The game sets `side`, `role`, `score`, `note` and `tokens`; the host sets the rest.

    `side` is the player's side in the game's words ("Black"), `note` a short line ("1 gem, attacks a–b"). Once a match
    has ended, even early, `final_note` replaces the note (None: the same). `score_words` says what `score` counts ("12
    cells"), if there is room for words, and `held` says what the `tokens` are ("artwork in hand: Yeoman"), if their
    names do not. `scored` are things won for good, which lie behind a goal. `clock` is text, `place` the final rank.
    """

    seat: int
    role: Role
    side: str = ""
    score: str = ""
    note: str = ""
    tokens: tuple[Token, ...] = ()
    scored: tuple[Token, ...] = ()
    final_note: str | None = None
    score_words: str = ""
    held: str = ""
    name: str = ""
    clock: str = ""
    active: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a panel row: `owner` has it; `state` says whether it can be used now; `short` is two letters."""

    text: str
    owner: int | None = None
    state: Literal["open", "ready", "spent"] = "open"
    short: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a panel: a chip (one or two characters in the colour of its role) and its items."""

    chip: str
    role: Role
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A list beside the board (spells), drawn as chips if all items have short names and it is not to be `whole`."""

    title: str
    rows: tuple[Row, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """The players' shares of a bar, in order: what is theirs, and what will probably be theirs.

    `full` is the length of the whole bar, in the same unit; the rest is still open. In a race, `full` is twice the
    distance: a player who fills their half has won.
    """

    sure: tuple[float, ...]
    full: float
    likely: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Everything on the table at one moment.

    `caption` says in a few words how far the match is ("Turn 17 of 100"); `headline` is the last move in words, short
    enough for a picture; `story` is the full account of it, if that is longer; `result` says who won and why.
    `composing` is set while a player is asked for a move: the picture then zooms in. `near` are cells that a close-up
    shows besides those to choose from, so that it stays the same; `opening` are the places of the first question of the
    draft: the close-up keeps showing them if it can. `whole` asks for the whole board, however small its cells get.
    """

    title: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    players: tuple[PlayerStrip, ...]
    marks: tuple[Mark, ...] = ()
    panels: tuple[Panel, ...] = ()
    caption: str = ""
    headline: str = ""
    result: str = ""
    skin: Skin = PLAIN
    standing: Standing | None = None
    composing: bool = False
    story: str = ""
    near: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    whole: bool = False

    def with_marks(self, *marks: Mark) -> Table:
        """Return the same table with more marks on top."""
        return replace(self, marks=(*self.marks, *marks))

    def with_faded_move(self, marks: Iterable[Mark]) -> Table:
        """Return the same table with a move of the others, given by its marks, still faintly visible below its own."""
        older = (replace(mark, faded=True) for mark in marks if mark.kind in ("from", "last") and mark.cells)
        return replace(self, marks=(*older, *self.marks))

"""The board as wide integers, with a field of six bits for each space.

A *set* of spaces has the lowest bit of each of its fields set. A *tally* holds a number in every field: how many
pieces are on the neighbours of that space, at most 12 neighbours × 2 pieces = 24. To place a piece, 1 is added to the
fields of all its neighbours with one addition; to find all spaces with 3 or more, one addition and one shift are
enough: no loop over the board is ever needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from games.core.boards.graph import Graph, grid, hexagon, king, snub
from games.core.boards.graph_text import read_graph
from games.core.boards.grid import bits
from games.core.errors import BadNotation
from games.core.i18n import gettext
from games.onyx.moves import Pieces

WIDTH = 6
"""The number of bits of a field."""
FIELD = (1 << WIDTH) - 1
SURROUNDED = 3
"""The number of pieces of other colours beside a space that surround it (RULES 4.2)."""

BUILDERS = {"king": (king, 2, 19), "hex": (hexagon, 2, 12), "snub": (snub, 1, 10), "grid": (grid, 2, 19)}
"""The named boards: their builder, and their smallest and largest size (RULES 1)."""

_SIZED = re.compile(r"([a-z]+)-([1-9][0-9]?)")
_RESERVED = frozenset({"pass", "none", "remove"})


@dataclass(frozen=True)
class Board:
    """A graph and its wide integers. `bit` and `near` hold, for each space, the space and its neighbours as sets."""

    graph: Graph
    bit: tuple[int, ...] = field(compare=False)
    near: tuple[int, ...] = field(compare=False)
    all: int = field(compare=False)
    spare: int = field(compare=False)

    @cached_property
    def pieces(self) -> tuple[tuple[tuple[Pieces, ...], tuple[Pieces, ...]], ...]:
        """For each colour, one piece and two pieces on each space; built once, as playouts draw them all the time."""
        names = self.graph.names
        return tuple(
            (tuple(Pieces(colour, 1, name) for name in names), tuple(Pieces(colour, 2, name) for name in names))
            for colour in range(4)
        )

    def surrounded_spaces(self, tally: int) -> int:
        """Return the spaces with 3 or more in `tally`. Other bits are set too: intersect the result with a set."""
        return (tally + self.spare) >> (WIDTH - 1)

    def spaces_with(self, tally: int, number: int) -> int:
        """Return the spaces with this number or more. Other bits are set too: intersect the result with a set."""
        return (tally + self.spare + (SURROUNDED - number) * self.all) >> (WIDTH - 1)

    @cached_property
    def strides(self) -> tuple[tuple[int, int], ...]:
        """The edges by the distance between their ends, in bits: the distance, and the set of the lower ends."""
        found: dict[int, int] = {}
        for low, high in self.graph.edges:
            stride = (high - low) * WIDTH
            found[stride] = found.get(stride, 0) | self.bit[low]
        return tuple(found.items())

    def neighbours_of(self, spaces: int) -> int:
        """Return all neighbours of a set of spaces: one by one for few spaces, stride by stride for many."""
        around = 0
        if spaces.bit_count() <= len(self.strides):
            for space in members(spaces):
                around |= self.near[space]
        else:
            for stride, lower in self.strides:
                around |= (spaces & lower) << stride | (spaces >> stride) & lower
        return around


def members(spaces: int) -> Iterator[int]:
    """Yield the spaces of a set, from the lowest."""
    while spaces:
        low = spaces & -spaces
        yield low.bit_length() // WIDTH
        spaces ^= low


@lru_cache(maxsize=128)
def find_board(value: str) -> Board:
    """Return the board that an option value names. Raises BadNotation."""
    graph = _graph(value)
    bit = tuple(1 << WIDTH * space for space in range(graph.size))
    near = tuple(sum(bit[other] for other in bits(around)) for around in graph.neighbours)
    everywhere = sum(bit)
    return Board(graph, bit, near, everywhere, ((1 << (WIDTH - 1)) - SURROUNDED) * everywhere)


def _graph(value: str) -> Graph:
    kind, colon, text = value.partition(":")
    if colon and kind.strip().lower() == "custom":
        return read_graph(" ".join(value.lower().split()), text, _RESERVED)
    match = _SIZED.fullmatch(value.strip().lower())
    if match and match[1] in BUILDERS:
        build, least, most = BUILDERS[match[1]]
        if least <= int(match[2]) <= most:
            return build(int(match[2]))
    raise BadNotation(
        gettext("I don't know the board '{value}'. Choose: {boards}.", value=value[:40], boards=offered_boards())
    )


@cache
def offered_boards() -> str:
    """Return all boards in words."""
    return gettext(
        "king-{k1} to king-{k2}, hex-{h1} to hex-{h2}, snub-{s1} to snub-{s2}, grid-{g1} to grid-{g2}. "
        "Your own: e.g. custom:a1@0,0 b1@1,0 c1@2,0;a1-b1-c1",
        **{f"{kind[0]}{i}": bound for kind, (_, *bounds) in BUILDERS.items() for i, bound in enumerate(bounds, 1)},
    )

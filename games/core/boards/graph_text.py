"""A graph as text, on one line, so that it can be the value of an option.

    a1@0,0 b1@1,0 a2@0.5,0.8 ; a1-b1-a2 a1-a2

First the spaces, each `name@x,y`, separated by blanks; then a semicolon; then the edges. `a-b-c` joins a with b and b
with c. Names are 1 to 6 letters or digits (capitals count as small letters), positions decimal numbers from
-999.999 to 999.999 in units of about one edge, x to the right and y upwards.

The graph must be connected and have 3 to 400 spaces with distinct names and positions, each joined with 12 others at
most. An edge may be named twice; it counts once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from itertools import groupby, pairwise

from games.core.boards.graph import Graph, adjacency, is_connected
from games.core.errors import BadNotation
from games.core.i18n import gettext, ngettext

LEAST_SPACES, MOST_SPACES, MOST_NEIGHBOURS = 3, 400, 12
LONGEST = 40_000
"""The most characters a text may have; longer ones are refused unread."""

_NUMBER = r"-?[0-9]{1,3}(?:\.[0-9]{1,3})?"
_SPACE = re.compile(rf"([a-z0-9]{{1,6}})@({_NUMBER}),({_NUMBER})", re.ASCII)


def read_graph(key: str, text: str, reserved: Container[str] = ()) -> Graph:
    """Return the graph that `text` describes, named `key`; no space may have a `reserved` name. Raises BadNotation."""
    if len(text) > LONGEST:
        raise BadNotation(gettext("The board's text is too long: at most {most} characters.", most=LONGEST))
    if not text.isprintable():
        raise BadNotation(gettext("The board's text must stand on one line."))
    places, semicolon, paths = text.lower().partition(";")
    if not semicolon:
        raise BadNotation(gettext("The board needs spaces, a semicolon and edges, e.g. a1@0,0 b1@1,0 c1@2,0;a1-b1-c1."))
    spaces = _spaces(places, reserved)
    names = sorted(spaces, key=lambda name: (spaces[name][1], spaces[name][0]))
    index = {name: i for i, name in enumerate(names)}
    neighbours = adjacency(len(names), _edges(paths, index))
    _check_neighbours(names, neighbours)
    rows = tuple(tuple(row) for _, row in groupby(range(len(names)), key=lambda i: spaces[names[i]][1]))
    return Graph(key, tuple(names), tuple(spaces[name] for name in names), neighbours, rows)


def _spaces(text: str, reserved: Container[str]) -> dict[str, tuple[float, float]]:
    """Return the name and position of every space."""
    words = text.split()
    if not LEAST_SPACES <= len(words) <= MOST_SPACES:
        raise BadNotation(
            ngettext(
                "The board has {n} space; it must have {least} to {most}.",
                "The board has {n} spaces; it must have {least} to {most}.",
                len(words),
                least=LEAST_SPACES,
                most=MOST_SPACES,
            )
        )
    spaces: dict[str, tuple[float, float]] = {}
    held: dict[tuple[float, float], str] = {}
    for word in words:
        match = _SPACE.fullmatch(word)
        if not match or match[1] in reserved:
            raise BadNotation(
                gettext("I couldn't read the space '{word}'. Write name@x,y, e.g. a1@0,0.5.", word=word[:40])
            )
        name, at = match[1], (float(match[2]) + 0.0, float(match[3]) + 0.0)
        if name in spaces:
            raise BadNotation(gettext("Two spaces are called {name}. Give each its own name.", name=name))
        if at in held:
            raise BadNotation(
                gettext("{one} and {two} lie in the same place. Move one of them.", one=held[at], two=name)
            )
        spaces[name], held[at] = at, name
    return spaces


def _edges(text: str, index: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield both ends of every edge."""
    for word in text.split():
        path = word.split("-")
        if len(path) < 2:
            raise BadNotation(
                gettext("I couldn't read the edge '{word}'. Write two names, e.g. a1-b1.", word=word[:40])
            )
        for name in path:
            if name not in index:
                raise BadNotation(
                    gettext("The edge '{word}' names '{name}', which is no space.", word=word[:40], name=name[:20])
                )
        for one, two in pairwise(path):
            if one == two:
                raise BadNotation(gettext("{name} can't be joined with itself.", name=one))
            yield index[one], index[two]


def _check_neighbours(names: list[str], neighbours: tuple[int, ...]) -> None:
    for name, around in zip(names, neighbours, strict=True):
        if around.bit_count() > MOST_NEIGHBOURS:
            raise BadNotation(
                gettext(
                    "{name} is joined with {n} spaces; at most {most} are allowed.",
                    name=name,
                    n=around.bit_count(),
                    most=MOST_NEIGHBOURS,
                )
            )
    if not is_connected(neighbours):
        raise BadNotation(gettext("The board falls apart: every space must be reachable from every other along edges."))

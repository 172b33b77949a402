"""Illustrated rules: the positions that a RULES.md shows, as pictures.

An example is a code block named `position`: the options, the position line, then marks and a caption if wanted.

```position
options: size=small
b=... t=0
mark: chosen e4
mark: target c4 d4
caption: The clover may go there
```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeGuard, get_args

from games.core.game import Game
from games.core.table import Mark, MarkKind, Table
from render.markdown import Block, Code, Heading, read_blocks

_KINDS = frozenset(get_args(MarkKind))


@dataclass(frozen=True, slots=True)
class Example:
    """A position shown in the rules."""

    options: tuple[tuple[str, str], ...]
    position: str
    marks: tuple[Mark, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rules: its blocks without examples, and its examples."""

    title: str
    level: int
    blocks: tuple[Block, ...]
    examples: tuple[Example, ...]


def read_rules(markdown: str) -> tuple[Section, ...]:
    """Return the sections of a RULES.md. Raises ValueError for an example that cannot be read."""
    parts: list[tuple[Heading, list[Block]]] = []
    for block in read_blocks(markdown):
        if isinstance(block, Heading):
            parts.append((block, []))
        elif parts:
            parts[-1][1].append(block)
    return tuple(_section(heading, blocks) for heading, blocks in parts)


def example_table(game: Game[Any, Any], example: Example) -> Table:
    """Return the table of an example with its caption; players are shown only if something refers to them.

    Raises BadNotation, and ValueError for a mark on a cell that does not exist.
    """
    state = game.rules.load(example.position, game.info.check_options(dict(example.options)))
    table = game.presenter.table(state, None)
    known = {cell.name for area in table.areas for cell in area.cells}
    for cell in (cell for mark in example.marks for cell in mark.cells):
        if cell not in known:
            raise ValueError(f"'{cell}' is no cell of {game.info.title}.")
    needed = table.panels or any(area.place == "mat" for area in table.areas)  # to show to whom panels and mats belong
    players = table.players if needed else ()
    return replace(table, players=players, headline=example.caption, caption="").with_marks(*example.marks)


def _section(heading: Heading, blocks: list[Block]) -> Section:
    examples = tuple(_example(block.text) for block in blocks if _is_example(block))
    return Section(heading.text, heading.level, tuple(block for block in blocks if not _is_example(block)), examples)


def _is_example(block: Block) -> TypeGuard[Code]:
    return isinstance(block, Code) and block.name == "position"


def _example(block: str) -> Example:
    lines = [line.strip() for line in block.strip().splitlines()]
    if len(lines) < 2 or not lines[0].startswith("options:"):
        raise ValueError(f"An example begins with 'options:' and has a position: {block.strip()[:60]!r}")
    words = (word.partition("=") for word in lines[0].removeprefix("options:").split())
    options = tuple((key, value) for key, _, value in words)
    notes = [line.partition(":") for line in lines[2:]]
    marks = tuple(mark for key, _, value in notes if key == "mark" for mark in _marks(value))
    caption = next((value.strip() for key, _, value in notes if key == "caption"), "")
    return Example(options, lines[1], marks, caption)


def _marks(words: str) -> Iterator[Mark]:
    """Read a line `kind cells`; each target is a mark of its own, as in a match, but without a number."""
    kind, *cells = words.split()
    if kind not in _KINDS:
        raise ValueError(f"'{kind}' is no mark. Marks are: {', '.join(sorted(_KINDS))}.")
    if kind == "target":
        yield from (Mark("target", (cell,)) for cell in cells)
    else:
        yield Mark(kind, tuple(cells))  # type: ignore[arg-type]  # checked above

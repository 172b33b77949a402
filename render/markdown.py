"""Markdown as a list of blocks, read by markdown-it-py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

_READER: Final = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the largest."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph as one line, or a list with one line per item; inline Markdown is kept."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code in the language `name`, which is empty if none is given."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of cells, the header row first."""

    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Heading | Words | Code | Grid


def read_blocks(markdown: str) -> Iterator[Block]:
    """Return the blocks of a text in order."""
    return map(_block, _split(_READER.parse(markdown), lambda token: token.level == 0 and token.nesting >= 0))


def _split(tokens: Sequence[Token], begins: Callable[[Token], bool]) -> Iterator[Sequence[Token]]:
    """Split the tokens into parts that begin with such a token, dropping what comes before the first."""
    starts = [number for number, token in enumerate(tokens) if begins(token)]
    for start, end in pairwise([*starts, len(tokens)]):
        yield tokens[start:end]


def _block(tokens: Sequence[Token]) -> Block:
    first = tokens[0]
    if first.type == "heading_open":
        return Heading(int(first.tag[1:]), tokens[1].content)
    if first.type in {"fence", "code_block"}:
        return Code(first.info.strip(), first.content)
    if first.type == "table_open":
        return Grid(tuple(_rows(tokens)))
    return Words(tuple(_lines(tokens)))


def _rows(tokens: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    for row in _split(tokens, lambda token: token.type == "tr_open"):
        yield tuple(token.content for token in row if token.type == "inline")


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    sign = ""
    for token in tokens:
        if token.type == "list_item_open":
            sign = f"{'  ' * (token.level // 2)}{token.info}{token.markup} "
        elif token.type == "inline":
            yield sign + " ".join(line.strip() for line in token.content.splitlines())
            sign = " " * len(sign)

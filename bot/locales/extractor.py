"""Find the messages of a Python file, as a method of `pybabel extract`.

Babel's own method reads tokens. It misses calls inside f-strings before Python 3.12 and inside the arguments of
another call, and joins the two texts of `"a" if x else "b"`. This one reads the syntax tree. Besides the functions of
gettext (alone or as methods), it finds the texts that Discord shows with a command: descriptions, choices, menus.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO

SHOWN = {"command": ("description",), "ContextMenu": ("name",), "context_menu": ("name",), "Choice": ("name",)}
"""The parameters of Discord's commands that people read. All parameters of `describe` are."""

Found = tuple[int, str, str | tuple[str | None, ...], list[str]]
"""Line, function, its text or texts (None if one is not written out), comments: as Babel wants it."""


def extract(
    source: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Found]:
    """The messages of a file, in Babel's form (see "Writing extraction methods" in its manual)."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call):
            yield from _of_call(node, keywords)


def called_name(call: ast.Call) -> str:
    """The name of the function or method that is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _of_call(call: ast.Call, keywords: Collection[str]) -> Iterator[Found]:
    name = called_name(call)
    if name in keywords:
        texts = tuple(_text(argument) for argument in call.args)
        yield call.lineno, name, texts, []
    for keyword in call.keywords:
        text = _text(keyword.value)
        if text and (name == "describe" or keyword.arg in SHOWN.get(name, ())):
            yield call.lineno, "gettext", text, []


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

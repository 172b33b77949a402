"""Every sentence that the program can show, found in its source.

A sentence is the template of `say` or `say_n` (as functions or methods), or a text that Discord shows with a command:
descriptions, choices and the names of context menus.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "render", "bot")
SHOWN = {"command": ("description",), "ContextMenu": ("name",), "Choice": ("name",)}
"""The parameters of Discord's commands that people read."""

Sentence = str | tuple[str, str]
"""A template, or the templates for one thing and for several."""


def template() -> Catalog:
    """A catalogue of all sentences, with the files in which they occur and nothing translated."""
    catalogue = Catalog(domain="quintet", project="Quintet", copyright_holder="The Quintet authors", charset="utf-8")
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for sentence in sentences(tree):
                catalogue.add(sentence, locations=[(file.relative_to(ROOT).as_posix(), 0)])
    return catalogue


def sentences(tree: ast.AST) -> Iterator[Sentence]:
    """The sentences of one module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_call(call: ast.Call) -> Iterator[Sentence]:
    name = called(call)
    given = [_text(argument) for argument in call.args]
    if name == "say" and given and given[0]:
        yield given[0]
    elif name == "say_n" and len(given) > 1 and given[0] and given[1]:
        yield given[0], given[1]
    elif name == "describe":
        yield from filter(None, (_text(keyword.value) for keyword in call.keywords))
    else:
        shown = (_text(keyword.value) for keyword in call.keywords if keyword.arg in SHOWN.get(name, ()))
        yield from filter(None, shown)


def called(call: ast.Call) -> str:
    """The name of the function or method that is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

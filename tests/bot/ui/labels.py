"""The words of the bot's controls, found where they are made."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import bot
from games.core.i18n import Message, gettext, pgettext

ROOT = Path(bot.__file__).parent


def labels(makers: Collection[str]) -> Iterator[tuple[str, ast.expr]]:
    """The file and the words of each control that the bot makes by one of these functions: their second argument."""
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in makers:
                yield file.name, node.args[1]


def written_words(label: ast.expr) -> Message | str | None:
    """What stands on a control whose words are written where it is made; None for any other."""
    if isinstance(label, ast.Constant):
        return str(label.value)
    if isinstance(label, ast.Call) and isinstance(label.func, ast.Attribute):
        texts = [str(one.value) for one in label.args if isinstance(one, ast.Constant)]
        if label.func.attr == "gettext":
            return gettext(texts[0])
        if label.func.attr == "pgettext":
            return pgettext(*texts[:2])
    return None

"""The rules of the games: pure Python, standard library only.

A game is a folder beside this file whose package defines `GAME`. Folders named in the environment
variable QUINTET_GAMES_PATH (separated like PATH) are searched too, so a game may live elsewhere.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.core.game import Game

__path__ += [folder for folder in os.environ.get("QUINTET_GAMES_PATH", "").split(os.pathsep) if folder]


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games found, sorted: the names of their folders."""
    folders = (entry for root in __path__ for entry in Path(root).iterdir() if entry.name != "core")
    return tuple(sorted({entry.name for entry in folders if (entry / "__init__.py").is_file()}))


@cache
def find(key: str) -> Game[Any, Any]:
    """The game with this key. Raises KeyError if there is none."""
    if key not in keys():
        raise KeyError(key)
    game: Game[Any, Any] = import_module(f"games.{key}").GAME
    return game


def every() -> tuple[Game[Any, Any], ...]:
    """All games, by key."""
    return tuple(find(key) for key in keys())


def key_of(text: str) -> str | None:
    """The key of the game that goes by this key or title, in capitals or not, with spaces or without; else None."""
    wanted = _letters(text)
    return next((key for key in keys() if wanted in {_letters(key), _letters(find(key).info.title)}), None)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())

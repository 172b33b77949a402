"""What the pictures of some matches cost in one version: `python _one_version.py < CASE`.

It also runs with an older version on the path, so it uses only what all versions have. It prints JSON: the processor
milliseconds of the first picture and of each picture in turn, from state to bytes, and their KiB. Garbage is collected
as seldom as in the bot.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
from typing import Any

import games
import render
from render import demo

COLLECT_AFTER = (50_000, 20, 20)
"""The garbage collector's thresholds, those of `bot.app.running`."""


def find(owner: Any, *names: str) -> Any:  # noqa: ANN401 - whatever this version has
    """Return the first attribute of this version, newest name first. Raises StopIteration if it has none."""
    return next(getattr(owner, name) for name in names if hasattr(owner, name))


def session_type() -> Any:  # noqa: ANN401
    """Return the class of sessions, which older versions have elsewhere."""
    try:
        return importlib.import_module("games.core.protocol.session").Session
    except ModuleNotFoundError:
        return importlib.import_module("games.core.session").Session


def main(key: str, seats: int, options: dict[str, str], matches: list[list[tuple[int, str]]]) -> None:
    """Draw the matches, given as moves of seats in text; the first is to warm up."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    game: Any = games.find(key)
    first, times, sizes = 0.0, list[float](), list[float]()
    rules, presenter = getattr(game, "rules", game), getattr(game, "presenter", game)
    with_players, describe = find(demo, "with_players", "seated"), find(presenter, "describe", "tell")
    for number, moves in enumerate(matches):
        session = session_type().new(game, seats, options)
        for seat, text in moves:
            told = describe(session.state, seat, rules.parse(text))
            session.play(seat, text)
            start = time.process_time()
            data = render.png(with_players(presenter.table(session.state, None), session.status(), demo.NAMES, told))
            spent = 1e3 * (time.process_time() - start)
            first = first or spent
            if number:
                times.append(spent)
                sizes.append(len(data) / 1024)
    print(json.dumps({"first": first, "times": times, "kib": sizes}))


if __name__ == "__main__":
    main(*json.load(sys.stdin))

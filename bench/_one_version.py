"""What the pictures of one kind of match cost in one version: `python _one_version.py CASE PLIES`.

It also runs with an older version on the path, so it uses only what all versions have. It prints JSON: the processor
milliseconds of the first picture and of each picture in turn, from state to bytes, and their KiB. The pictures are the
same in every run, and garbage is collected as seldom as in the bot.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
from random import Random
from typing import Any

import games
import render
from games.core.status import CHANCE, Outcome
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


def main(key: str, seats: int, options: dict[str, str], plies: int) -> None:
    """Draw a few matches of random moves, after one to warm up."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    game: Any = games.find(key)
    first, times, sizes = 0.0, list[float](), list[float]()
    rules, presenter = getattr(game, "rules", game), getattr(game, "presenter", game)
    with_players, describe = find(demo, "with_players", "seated"), find(presenter, "describe", "tell")
    for seed in (99, 0, 1, 2):
        session, rng = session_type().new(game, seats, options), Random(seed)
        for _ in range(plies):
            status = session.status()
            if isinstance(status, Outcome):
                break
            seat = min(status.seats)
            state = session.state
            move = rules.deal(state, rng) if seat == CHANCE else rules.legal(state, seat).sample(rng)
            told = describe(state, seat, move)
            session.play(seat, rules.text(move))
            start = time.process_time()
            data = render.png(with_players(presenter.table(session.state, None), session.status(), demo.NAMES, told))
            spent = 1e3 * (time.process_time() - start)
            first = first or spent
            if seed != 99:
                times.append(spent)
                sizes.append(len(data) / 1024)
    print(json.dumps({"first": first, "times": times, "kib": sizes}))


if __name__ == "__main__":
    main(*json.loads(sys.argv[1]))

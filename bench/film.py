"""How large animations are, and how long they take: `python -m bench.film [--smoke]`.

For each game a match of 80 random moves, 900 px wide, with five frames between two tables. Each format is compared with
the limits: 1.5 MB, and 1 s of processor time for 100 frames, from tables to bytes.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time

from PIL import Image

import games
import render
from bench._apng import apng
from render.canvas.animation import ENCODERS
from render.demo import playout

MEGABYTES, SECONDS = 1.5, 1.0


def main() -> None:
    """Print a line for each game and format; with --smoke it takes seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a quick run: six moves, once")
    smoke = parser.parse_args().smoke
    ENCODERS["apng"] = apng
    for key in games.keys():
        game = games.find(key)
        tables = list(playout(game, game.info.min_seats, {}, 6 if smoke else 80, seed=2))
        for name in ENCODERS:
            times, data = [], b""
            for _ in range(1 if smoke else 3):
                start = time.process_time()
                data = render.replay(tables, name)  # type: ignore[arg-type]
                times.append(time.process_time() - start)
            count = getattr(Image.open(io.BytesIO(data)), "n_frames", 1)
            size, seconds = len(data) / 1e6, statistics.median(times) * 100 / count
            verdict = "ok" if size <= MEGABYTES and seconds <= SECONDS else "OVER"
            print(f"{key:9} {name:5} {count:4} frames  {size:4.2f} MB  {seconds:4.2f} s / 100 frames  {verdict}")


if __name__ == "__main__":
    main()

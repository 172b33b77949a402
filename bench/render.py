"""How fast pictures are: `python -m bench.render [--smoke] [--against COMMIT [--level LEVEL]]`.

For each game at 1200 px, it measures the processor time from state to bytes, for each stage and in total, and compares
it with the limits: first through matches of the easy level, move by move, then for unrelated positions. For comparison
it also measures the same frame drawn whole at four times the size, its RGB PNG, and aggdraw; the first frame; memory;
and how late an event loop wakes up while two threads render without a pause. With `--against` it compares this version
with an older one instead, through matches of random moves, or with `--level` of a level against itself.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import gc
import io
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from PIL import Image

import games
import render
from bench._against import compare
from bench._aggdraw import aggdraw_png
from games.core.table import Table
from render.canvas.painter import write
from render.canvas.raster import SAMPLES, draw
from render.canvas.scene import Scene, drawing_of
from render.canvas.shapes import move
from render.canvas.strips import scene_png
from render.demo import positions, table_of
from render.picture import compose, look_of, stages

WIDTH = 1200
Maker = Callable[[], Table]
"""A function that makes the table of a position from its state, as the bot does."""


@dataclass(frozen=True)
class Case:
    """One kind of match, and its limits: milliseconds from state to bytes, and KiB."""

    title: str
    key: str
    seats: int
    options: dict[str, str]
    demand_ms: float
    demand_kib: float


CASES = (
    Case("Piously", "piously", 2, {"board": "classic"}, 15, 70),
    Case("Onyx 12 x 12", "onyx", 2, {"board": "snub-6"}, 30, 100),
    Case("Conquid medium", "conquid", 2, {"size": "medium"}, 10, 35),
    Case("Conquid large", "conquid", 2, {"size": "large"}, 14, 40),
    Case("Choccer", "choccer", 2, {}, 12, 55),
    Case("Cyberzul, 4 players", "cyberzul", 4, {}, 12, 60),
)


def match(case: Case, seed: int, plies: int) -> Iterator[Maker]:
    """Return the positions of a match of the easy level against itself, from the first move on."""
    game = games.find(case.key)
    played = list(islice(positions(game, case.seats, case.options, plies, seed, "easy"), 1, None))
    return (partial(table_of, game, position) for position in played)


def apart(case: Case, count: int) -> list[Maker]:
    """Return positions from different matches, each later than the one before."""
    return [list(match(case, seed, 15 + 3 * seed))[-1] for seed in range(count)]


def measure_ms(work: Callable[[], object]) -> float:
    """Return the milliseconds of one call."""
    start = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - start)


def way(maker: Maker) -> tuple[dict[str, float], int]:
    """Return the processor milliseconds of each part of the way from state to bytes, and the number of bytes."""
    times, last = {}, time.process_time()

    def lap(name: str) -> None:
        nonlocal last
        now = time.process_time()
        times[name], last = 1e3 * (now - last), now

    table = maker()
    lap("table")
    look = look_of(table, "dark")
    scene = compose(table, look, WIDTH)
    lap("compose")
    data = scene_png(scene, render.painter(WIDTH), render.palette(str(table.title), look))
    lap("paint and write")
    return times | {"whole": sum(times.values())}, len(data)


def naive(scene: Scene) -> Image.Image:
    """Draw the same frame whole, four times as large, and reduce it."""
    backdrop, scale = scene.backdrop, SAMPLES
    image = Image.new("RGB", (backdrop.size[0] * scale, backdrop.size[1] * scale), backdrop.ground[:3])
    draw(image, backdrop.layer.all_shapes(), scale)
    for placed in scene.under:
        draw(image, move(drawing_of(placed.stamp).shapes, placed.x, placed.y), scale)
    draw(image, backdrop.web, scale)
    for placed in scene.placed:
        drawing = drawing_of(placed.stamp)
        draw(image, move(drawing.shapes, placed.x, placed.y), scale)
        for text in drawing.texts:
            write(image, text._replace(x=text.x + placed.x, y=text.y + placed.y), scale)
    for text in (*backdrop.layer.texts, *scene.texts):
        write(image, text, scale)
    return image.reduce(scale)


def rgb_png(frame: Image.Image) -> bytes:
    """Return the frame as Pillow writes it by default."""
    out = io.BytesIO()
    frame.save(out, "PNG", compress_level=6)
    return out.getvalue()


def paint(maker: Maker) -> Image.Image:
    """Return the frame of a table in palette colours."""
    table = maker()
    look = look_of(table, "dark")
    scene = compose(table, look, WIDTH)
    return render.palette(str(table.title), look).reduce(render.painter(WIDTH).frame(scene), scene)


def report(title: str, case: Case, makers: Sequence[Maker]) -> float:
    """Print medians over some positions and the ratio of the slowest twentieth; return the median of the whole way."""
    steps: defaultdict[str, list[float]] = defaultdict(list)
    sizes = []
    for maker in makers:
        times, size = way(maker)
        sizes.append(size / 1024)
        for name, value in times.items():
            steps[name].append(value)
    medians = {name: statistics.median(values) for name, values in steps.items()}
    whole, kib = medians.pop("whole"), statistics.median(sizes)
    slow = sorted(steps["whole"])[int(0.95 * len(makers))]
    parts = "  ".join(f"{name} {value:4.1f}" for name, value in medians.items())
    verdict = "ok" if whole <= case.demand_ms and kib <= case.demand_kib else "OVER"
    print(
        f"{title:29} whole {whole:5.1f} ms (demand {case.demand_ms:g}), p95 {slow / whole:.2f} of it  "
        f"{kib:3.0f} KiB ({case.demand_kib:g})  {verdict:4}  {parts}"
    )
    return whole


def ratios(makers: Sequence[Maker], whole: float) -> None:
    """Print how much longer other ways to draw the same frame take."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for maker in makers:
        table = maker()
        scene = compose(table, look_of(table, "dark"), WIDTH)
        paint = partial(render.painter(WIDTH).frame, scene)
        frame = paint()
        found["paint"].append(measure_ms(partial(naive, scene)) / min(measure_ms(paint) for _ in range(3)))
        found["rgb"].append(whole / measure_ms(partial(rgb_png, frame)))
        found["aggdraw"].append(measure_ms(partial(aggdraw_png, scene)) / whole)
    shown = {name: statistics.median(values) for name, values in found.items()}
    print(
        f"{'':29} paint is 1/{shown['paint']:.0f} of the whole frame at 4x (demand 1/15), "
        f"whole is {shown['rgb']:.2f} of an RGB PNG (demand 0.65), aggdraw takes {shown['aggdraw']:.1f} wholes"
    )


def first_frame(case: Case) -> float:
    """Return the milliseconds of the first picture of a game, with nothing cached."""
    table = next(match(case, 1, 1))()
    stages.cache_clear()
    look, painter = look_of(table, "light"), render.Painter(1.0)
    palette = render.Palette(look.surfaces)

    def work() -> None:
        scene = compose(table, look, WIDTH)
        scene_png(scene, painter, palette)

    return measure_ms(work)


def measure_memory() -> float:
    """Return the MB of cached images when all games are warm in both themes."""
    for case in CASES:
        for maker in apart(case, 3):
            render.png(maker(), "dark")
            render.png(maker(), "light")
    gc.collect()
    images = [one for one in gc.get_objects() if isinstance(one, Image.Image)]
    return sum(one.width * one.height * len(one.getbands()) for one in images) / 1e6


def lag(seconds: float) -> list[float]:
    """Return how late an event loop wakes up, in sorted milliseconds, while two threads render without pause."""
    tables = [maker() for case in CASES for maker in apart(case, 4)]
    for table in tables:
        render.png(table)
    until = time.perf_counter() + seconds

    def work(start: int) -> None:
        while time.perf_counter() < until:
            render.png(tables[start % len(tables)])
            start += 1

    async def watch() -> list[float]:
        loop = asyncio.get_running_loop()
        late: list[float] = []
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            busy = [loop.run_in_executor(pool, work, start) for start in (0, len(tables) // 2)]
            while not late or time.perf_counter() < until:
                start = time.perf_counter()
                await asyncio.sleep(0.002)
                late.append(1e3 * (time.perf_counter() - start) - 2)
            await asyncio.gather(*busy)
        return sorted(late)

    return asyncio.run(watch())


def main() -> None:
    """Run everything; with --smoke it takes seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a quick run: few positions")
    parser.add_argument("--against", metavar="COMMIT", help="compare this version with an older commit")
    parser.add_argument("--level", default="", help="with --against: matches of this level instead of random moves")
    given = parser.parse_args()
    smoke = given.smoke
    if given.against:
        kinds = [(case.title, case.key, case.seats, case.options) for case in CASES]
        compare(given.against, kinds, 1 if smoke else 5, 6 if smoke else 60, given.level)
        return
    for case in CASES:
        for maker in match(case, 99, 6 if smoke else 60):  # warm up
            way(maker)
        rounds = 1 if smoke else 3
        plies = [maker for seed in range(rounds) for maker in match(case, seed, 5 if smoke else 60)]
        whole = report(f"{case.title}, in a match", case, plies)
        scattered = apart(case, 2 if smoke else 24)
        for maker in scattered:  # layers and colours are cached, the bytes are not
            paint(maker)
        report(f"{case.title}, apart", case, scattered)
        ratios(scattered[: 1 if smoke else 5], whole)
    for case in CASES:
        first = statistics.median(first_frame(case) for _ in range(1 if smoke else 5))
        print(f"first frame, {case.title}: {first:.0f} ms (demand 400)")
    print(f"kept with all games and both themes: {measure_memory():.0f} MB (demand 150)")
    late = lag(1.0 if smoke else 10.0)
    shown = f"median {statistics.median(late):.1f}, p99 {late[int(len(late) * 0.99)]:.1f}, largest {late[-1]:.1f} ms"
    print(f"loop lag with two threads rendering: {shown} (demand: p99 10)")


if __name__ == "__main__":
    main()

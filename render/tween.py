"""Changes between two scenes: what appears, what disappears, what moves from where to where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.table import Piece
from render.canvas.scene import Placed, Scene, resized_stamp
from render.canvas.shapes import Point

_LEAST = 0.25
"""The size below which drawings of appearing and disappearing things are left out."""
_STILL = 0.5
"""The distance in units below which a thing counts as unmoved."""

Key = tuple[str, int]
"""The id of a piece, and the number of its drawing."""


@dataclass(frozen=True, slots=True)
class Motion:
    """The way from one scene to the next: the later scene without the moving things, and those things.

    `marks` lie on appearing things.
    """

    rest: Scene
    going: tuple[Placed, ...]
    coming: tuple[Placed, ...]
    moving: tuple[tuple[Point, Placed], ...]
    marks: tuple[Placed, ...]

    def at(self, share: float) -> list[Placed]:
        """Return what is changing after this share of the time: slow at both ends, moving things on top."""
        eased = share * share * (3 - 2 * share)
        placed = [_resize(each, 1 - eased) for each in self.going if 1 - eased >= _LEAST]
        placed += [_resize(each, eased) for each in self.coming if eased >= _LEAST]
        placed += self.marks
        for (x, y), end in self.moving:
            placed.append(end._replace(x=x + (end.x - x) * eased, y=y + (end.y - y) * eased))
        return placed


def motion(before: Scene, then: Mapping[Piece, str], after: Scene, now: Mapping[Piece, str]) -> Motion | None:
    """Return the way between two scenes whose pieces have these ids, or None if nothing changes."""
    if before.backdrop.size != after.backdrop.size:
        return None
    old, new = _by_key(before, then), _by_key(after, now)
    moving = {key: old[key] for key, end in new.items() if key in old and _apart(old[key], end)}
    coming = [key for key in new if key not in old]
    going = tuple(placed for key, placed in old.items() if key not in new)
    if not (moving or coming or going):
        return None
    marks = _marks_on([new[key] for key in coming], after)
    away = {id(placed) for placed in (*(new[key] for key in (*moving, *coming)), *marks)}
    rest = [placed for placed in after.placed if id(placed) not in away]
    return Motion(
        Scene(after.backdrop, after.under, rest, after.texts),
        going,
        tuple(new[key] for key in coming),
        tuple(((start.x, start.y), new[key]) for key, start in moving.items()),
        marks,
    )


def _marks_on(coming: Sequence[Placed], scene: Scene) -> tuple[Placed, ...]:
    """Return the marks that lie on appearing things, at the same places."""
    pieces, under, found = {id(placed) for placed in coming}, set[Point](), []
    for placed in scene.placed:
        if id(placed) in pieces:
            under.add((placed.x, placed.y))
        elif placed.subject is None and (placed.x, placed.y) in under:
            found.append(placed)
    return tuple(found)


def _by_key(scene: Scene, names: Mapping[Piece, str]) -> dict[Key, Placed]:
    found: dict[Key, Placed] = {}
    count: Counter[str] = Counter()
    for placed in scene.placed:
        if placed.subject is not None:
            name = names[placed.subject]
            count[name] += 1
            found[name, count[name]] = placed
    return found


def _apart(one: Placed, other: Placed) -> bool:
    return abs(one.x - other.x) > _STILL or abs(one.y - other.y) > _STILL


def _resize(placed: Placed, by: float) -> Placed:
    return placed._replace(stamp=resized_stamp(placed.stamp, round(by, 3)))

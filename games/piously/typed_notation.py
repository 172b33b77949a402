"""Typed steps in notation, as far as everything that the notation needs is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.piously import typed_words as w
from games.piously.typed_steps import Step


def notations(step: Step) -> Iterator[str]:
    """Yield the step in notation if everything it needs is named; several if it can be read in several ways."""
    if step.written:
        yield step.written
        return
    tile, thing = (step.tiles or [""])[0], (step.objects or [""])[0]
    code = step.head[6:].capitalize()
    if step.head == w.DROP and tile and thing:
        yield f"d:{thing}:{tile}"
    elif step.head == w.TAKE and thing:
        yield f"t:{thing}"
    elif step.head == w.PUT and tile:
        yield f"d:{thing}:{tile}" if thing and thing not in "WB" else f"@{tile}"
    elif step.head in {w.END, w.LEARN} and (step.spells or step.head == w.END):
        yield f"end:{step.spells[0]}" if step.spells else "end"
    elif step.head.startswith("spell:"):
        if step.mark == w.NO_EFFECT:
            yield code
            return
        yield from (_on_tiles if code in {"Pr", "Pu", "Lo", "Ye", "Us", "Up"} else _on_other_things)(code, step)


def _on_tiles(code: str, step: Step) -> Iterator[str]:
    if not step.tiles:
        return
    if code in {"Pr", "Pu"}:
        yield f"{code}:{step.tiles[0]}"
    elif code in {"Lo", "Ye"} and len(step.objects) == len(step.tiles):
        yield f"{code}:" + ",".join(f"{one}>{goal}" for one, goal in zip(step.objects, step.tiles, strict=True))
    elif code == "Us":
        yield from _usurper(step)
    elif code == "Up":
        yield from _upset(step)


def _on_other_things(code: str, step: Step) -> Iterator[str]:
    if code in {"Im", "Ov"}:
        yield code
    elif code == "Il" and step.rooms:
        yield "Il:" + "".join(step.rooms)
    elif code == "Op" and (step.rooms or step.spells):
        yield f"Op:{step.rooms[0] if step.rooms else _room_of(step.spells[0])}"
    elif code == "St":
        is_told = len(step.numbers) > (1 if step.rooms == ["X"] else 2)  # X is not turned
        if len(step.rooms) == 1 and is_told and step.turn is None:
            yield f"St:{step.rooms[0]}@{','.join(map(str, step.numbers))}"
    elif code == "Le" and step.objects and not step.tiles:
        yield f"Le:{step.objects[0]}"
    elif code in {"Sh", "Yo"}:
        yield from _bewitchment(code, (step.objects or [""])[0], step.directions)


def _bewitchment(code: str, thing: str, directions: Sequence[str]) -> Iterator[str]:
    if code == "Sh" and directions:
        yield f"Sh:{directions[0]}"
    elif code == "Yo" and thing and directions:
        yield f"Yo:{thing}>{directions[0]}"


def _usurper(step: Step) -> Iterator[str]:
    """Yield the Usurper in notation: marks apply until the next one; without any, one or two tiles are cuts."""
    if any(step.marks):
        ordered = sorted(zip(step.marks, step.tiles, strict=True), key=lambda pair: pair[0] == "+")
        yield "Us:" + "".join((mark or "-") + tile for mark, tile in ordered)
        return
    for cuts in (2, 1):
        if cuts <= len(step.tiles) and len(step.tiles) - cuts <= 2:
            yield "Us:" + "".join(("-" if at < cuts else "+") + tile for at, tile in enumerate(step.tiles))


def _upset(step: Step) -> Iterator[str]:
    sides = {"w": _of(step, "w"), "b": _of(step, "b")}
    if not _of(step, ""):
        yield "Up:" + "".join(side + "".join(tiles) for side, tiles in sides.items() if tiles)


def _of(step: Step, mark: str) -> list[str]:
    return [tile for tile, its in zip(step.tiles, step.marks, strict=True) if its == mark]


def _room_of(code: str) -> str:
    """Return the room that a spell belongs to."""
    codes: Iterable[str] = ("PrPu", "IlIm", "OpOv", "UsUp", "StSh", "LoLe", "YeYo")
    return next(room for room, both in zip("PIOUSLY", codes, strict=True) if code in both)

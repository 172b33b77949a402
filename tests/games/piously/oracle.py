"""A second engine, written from the rules alone: slow, plain, with coordinates, dictionaries and sets of names.

It shares no code with `games.piously`, not even the table of shapes. A position is a `Match`; moves are texts. What it
takes for legal is listed in full, the places of the Stonemason over a wide field of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

Spot = tuple[int, int]

SHAPES = {
    "P": [(0, 0), (1, 0), (0, 1), (0, 2)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "U": [(0, 0), (0, 1), (1, 1), (2, 0)],
    "S": [(0, 0), (0, 1), (1, 1), (1, 2)],
    "L": [(0, 0), (0, 1), (0, 2), (1, 2)],
    "Y": [(0, 0), (0, -1), (1, 0), (-1, 1)],
}
WAYS = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
ARTS = {"P": "Pr", "I": "Il", "O": "Op", "U": "Us", "S": "St", "L": "Lo", "Y": "Ye"}
WITCH = {"P": "Pu", "I": "Im", "O": "Ov", "U": "Up", "S": "Sh", "L": "Le", "Y": "Yo"}
OBJECTS = "WBPIOUSLY"
ALL = [room + str(number) for room in SHAPES for number in (1, 2, 3, 4)] + ["X"]


@dataclass
class Match:
    """Everything by name: `spots` of tiles, `aura` and `lies` only hold what is there."""

    places: dict[str, tuple[int, int, int]]
    spots: dict[str, Spot]
    aura: dict[str, str]
    lies: dict[str, str]
    artist: dict[str, str]
    spent: set[str]
    mover: str
    actions: int
    turn: int
    over: str = ""
    log: list[str] = field(default_factory=list)


def read(line: str) -> Match:
    """A position line of the phase play, or one that is over."""
    rooms, auras, objects, owners, spent, mover, turn = line.split()
    places, spots = {}, {}
    for part in rooms.split("/"):
        numbers = part[1:]
        if part[0] == "X":
            if numbers != "-":
                q, r = map(int, numbers.split(","))
                spots["X"] = (q, r)
            continue
        q, r, turns = map(int, numbers.split(","))
        places[part[0]] = (q, r, turns)
        spots.update(zip([part[0] + n for n in "1234"], lay(part[0], (q, r, turns)), strict=True))
    letters = auras.replace("/", "")
    aura = {tile: letter for tile, letter in zip(ALL, letters, strict=True) if letter in "wb"}
    lies = dict(part.split("=") for part in objects.split(",")) if objects != "-" else {}
    artist = {room: owner for room, owner in zip(SHAPES, owners, strict=True) if owner != "-"}
    match = Match(places, spots, aura, lies, artist, set(spent) - {"-"}, mover[0], 0, int(turn))
    if mover[0] == "#":
        match.over = mover[1]
    else:
        match.actions = int(mover[1:])
    return match


def write(match: Match) -> str:
    rooms = [f"{room}{q},{r},{turns}" for room, (q, r, turns) in match.places.items()]
    x = "X{},{}".format(*match.spots["X"]) if "X" in match.spots else "X-"
    groups = ["".join(match.aura.get(room + n, ".") for n in "1234") for room in SHAPES]
    last = match.aura.get("X", ".") if "X" in match.spots else "-"
    objects = ",".join(f"{name}={match.lies[name]}" for name in OBJECTS if name in match.lies) or "-"
    owners = "".join(match.artist.get(room, "-") for room in SHAPES)
    spent = "".join(room for room in SHAPES if room in match.spent) or "-"
    mover = "#" + match.over if match.over else match.mover + str(match.actions)
    return f"{'/'.join([*rooms, x])} {'/'.join([*groups, last])} {objects} {owners} {spent} {mover} {match.turn}"


def lay(room: str, place: tuple[int, int, int]) -> list[Spot]:
    q, r, turns = place
    spots = []
    for x, y in SHAPES[room]:
        for _ in range(turns):
            x, y = -y, x + y  # noqa: PLW2901 - turned on the spot
        spots.append((q + x, r + y))
    return spots


def touch(a: Spot, b: Spot) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in WAYS.values()


def foe(match: Match) -> str:
    return "b" if match.mover == "w" else "w"


def piece(side: str) -> str:
    return side.upper()


def near(match: Match, tile: str) -> set[str]:
    return {other for other in match.spots if touch(match.spots[tile], match.spots[other])}


def tile_on(match: Match, spot: Spot) -> str | None:
    return next((tile for tile, at in match.spots.items() if at == spot), None)


def beyond(match: Match, tile: str, way: str) -> str | None:
    (q, r), (dq, dr) = match.spots[tile], WAYS[way]
    return tile_on(match, (q + dq, r + dr))


def standing(match: Match, tile: str) -> bool:
    return tile in match.lies.values()


def region(match: Match, start: str, side: str) -> set[str]:
    found: set[str] = set()
    todo = [start] if match.aura.get(start) == side else []
    while todo:
        tile = todo.pop()
        if tile not in found:
            found.add(tile)
            todo += [other for other in near(match, tile) if match.aura.get(other) == side]
    return found


def rooms_of(tiles: Iterable[str]) -> set[str]:
    return {tile[0] for tile in tiles}


def are_linked(match: Match, side: str) -> bool:
    return any(rooms_of(region(match, tile, side)) >= set(SHAPES) for tile in match.spots)


def finish(match: Match) -> Match:
    white, black = are_linked(match, "w"), are_linked(match, "b")
    match.over = "d" if white and black else "w" if white else "b" if black else ""
    return match


def valid(places: dict[str, tuple[int, int, int]], x: Spot | None) -> bool:
    """RULES 2, and that X touches a room."""
    cells = {room: lay(room, place) for room, place in places.items()}
    every = [cell for room in cells for cell in cells[room]]
    if len(set(every)) < 28 or x in every or (x and not any(touch(x, cell) for cell in every)):
        return False
    touching = {a: {b for b in cells if b != a and any(touch(s, t) for s in cells[a] for t in cells[b])} for a in cells}
    if any(len(others) < 2 for others in touching.values()):
        return False
    reached, todo = set(), ["P"]
    while todo:
        room = todo.pop()
        if room not in reached:
            reached.add(room)
            todo += touching[room]
    return len(reached) == 7


def legal(match: Match) -> dict[str, Match]:
    """Every legal step as text, with the position it leads to."""
    return dict(_legal(match)) if not match.over else {}


def _legal(match: Match) -> Iterator[tuple[str, Match]]:
    me = piece(match.mover)
    here = match.lies.get(me)
    yield from _actions(match, me, here)
    for room, artist in match.artist.items():
        if room in match.spent:
            continue
        cast = deepcopy(match)
        cast.spent.add(room)
        if artist != match.mover:
            if here:
                for move, after in globals()["_" + WITCH[room].lower()](cast, me, here):
                    yield move, finish(after)
        elif match.aura.get(match.lies.get(room, "")) == match.mover:
            linked_region = region(match, match.lies[room], match.mover)
            for move, after in globals()["_" + ARTS[room].lower()](cast, linked_region):
                yield move, finish(after)


def _actions(match: Match, me: str, here: str | None) -> Iterator[tuple[str, Match]]:
    yield "end", finish(_explain_ended(match))
    room = here[0] if here else "X"
    if room != "X" and room not in match.artist:
        for spell, artist in ((ARTS[room], match.mover), (WITCH[room], foe(match))):
            after = _explain_ended(match)
            after.artist[room] = artist
            yield f"end:{spell}", finish(after)
    if not here or match.actions < 1:
        return
    acted = deepcopy(match)
    acted.actions -= 1
    for tile in near(match, here):
        if not standing(match, tile):
            yield f"m:{tile}", finish(_with(acted, lies={me: tile}))
    if match.aura.get(here) is None:
        yield "b", finish(_with(acted, aura={here: match.mover}))
    if match.aura.get(here) == foe(match) and match.actions >= 2:
        after = _with(acted, aura={here: match.mover})
        after.actions -= 1
        yield "b", finish(after)
    yield from _handling(match, acted, here)


def _handling(match: Match, acted: Match, here: str) -> Iterator[tuple[str, Match]]:
    for art, artist in match.artist.items():
        if artist == match.mover and art not in match.lies:
            for tile in near(match, here):
                if not standing(match, tile):
                    yield f"d:{art}:{tile}", finish(_with(acted, lies={art: tile}))
        if artist == match.mover and match.lies.get(art) in near(match, here):
            after = deepcopy(acted)
            del after.lies[art]
            yield f"t:{art}", finish(after)


def _explain_ended(match: Match) -> Match:
    after = deepcopy(match)
    after.spent, after.mover, after.actions, after.turn = set(), foe(match), 3, match.turn + 1
    return after


def _with(match: Match, aura: dict[str, str] | None = None, lies: dict[str, str] | None = None) -> Match:
    """A copy with some auras (empty: none) and objects changed."""
    after = deepcopy(match)
    after.aura.update(aura or {})
    after.aura = {tile: side for tile, side in after.aura.items() if side}
    after.lies.update(lies or {})
    return after


Steps = Iterator[tuple[str, Match]]


def _beside(match: Match, tiles: set[str]) -> set[str]:
    return {other for tile in tiles for other in near(match, tile)} - tiles


def _pr(match: Match, tiles: set[str]) -> Steps:
    for tile in _beside(match, tiles):
        yield f"Pr:{tile}", _with(match, aura={tile: match.mover})


def _pu(match: Match, me: str, here: str) -> Steps:
    for tile in near(match, here):
        if standing(match, tile) and match.aura.get(tile) != match.mover:
            yield f"Pu:{tile}", _with(match, aura={tile: match.mover})


def _il(match: Match, tiles: set[str]) -> Steps:
    other = {"w": "b", "b": "w"}
    rooms = sorted(rooms_of(tiles), key="PIOUSLYX".index)
    for size in range(1, len(rooms) + 1):
        for chosen in combinations(rooms, size):
            changed = {tile: other[side] for tile, side in match.aura.items() if tile[0] in chosen}
            yield "Il:" + "".join(chosen), _with(match, aura=changed)


def _im(match: Match, me: str, here: str) -> Steps:
    there = match.lies.get(piece(foe(match)))
    changed = {}
    for way in (None, *WAYS):
        source = there if way is None or there is None else beyond(match, there, way)
        target = here if way is None else beyond(match, here, way)
        if source and target:
            changed[target] = match.aura.get(source, "")
    yield "Im", _with(match, aura=changed)


def _op(match: Match, tiles: set[str]) -> Steps:
    for room in rooms_of(tiles) - {"O", "X"}:
        if room in match.spent:
            after = deepcopy(match)
            after.spent.remove(room)
            yield f"Op:{room}", after


def _ov(match: Match, me: str, here: str) -> Steps:
    after = deepcopy(match)
    after.actions += sum(standing(match, tile) for tile in near(match, here))
    yield "Ov", after


def _us(match: Match, tiles: set[str]) -> Steps:
    home = match.lies["U"]
    for first in tiles:
        once = _with(match, aura={first: ""})
        if first == home:
            yield f"Us:-{first}", once
            continue
        for second in region(once, home, match.mover):
            twice = _with(once, aura={second: ""})
            name = f"Us:-{first}-{second}"
            yield name, twice
            for third in _beside(twice, region(twice, home, match.mover)):
                thrice = _with(twice, aura={third: match.mover})
                yield f"{name}+{third}", thrice
                for fourth in _beside(thrice, region(thrice, home, match.mover)):
                    yield f"{name}+{third}+{fourth}", _with(thrice, aura={fourth: match.mover})


def _up(match: Match, me: str, here: str) -> Steps:
    zone = sorted({here, *near(match, here)}, key=ALL.index)
    sides = [match.aura.get(tile, "") for tile in zone]
    for arranged in set(permutations(sides)):
        new = dict(zip(zone, arranged, strict=True))
        parts = [side + "".join(tile for tile in zone if new[tile] == side) for side in "wb" if side in arranged]
        yield "Up" + (":" if parts else "") + "".join(parts), _with(match, aura=new)


def _st(match: Match, tiles: set[str]) -> Steps:
    x = match.spots.get("X")
    field_ = [
        spot
        for at in match.spots.values()
        for spot in product(range(at[0] - 4, at[0] + 5), range(at[1] - 4, at[1] + 5))
    ]
    for room in rooms_of(tiles):
        for q, r in set(field_):
            for turns in range(1 if room == "X" else 6):
                places = match.places | ({room: (q, r, turns)} if room != "X" else {})
                if not valid(places, (q, r) if room == "X" else x):
                    continue
                after = deepcopy(match)
                after.places = places
                if room == "X":
                    after.spots["X"] = (q, r)
                    yield f"St:X@{q},{r}", after
                else:
                    after.spots.update(zip([room + n for n in "1234"], lay(room, places[room]), strict=True))
                    yield f"St:{room}@{q},{r},{turns}", after


def _sh(match: Match, me: str, here: str) -> Steps:
    if here == "X":
        yield "Sh", match
        return
    for way, (dq, dr) in WAYS.items():
        q, r = match.spots[here]
        if tile_on(match, (q + dq, r + dr)) is None:
            after = deepcopy(match)
            after.spots["X"] = (q + dq, r + dr)
            yield f"Sh:{way}", after


def _lo(match: Match, tiles: set[str]) -> Steps:
    for thing, at in match.lies.items():
        for tile in match.spots:
            if at in tiles and not standing(match, tile):
                yield f"Lo:{thing}>{tile}", _with(match, lies={thing: tile})


def _le(match: Match, me: str, here: str) -> Steps:
    for way in WAYS:
        tile = beyond(match, here, way)
        while tile:
            for thing, at in match.lies.items():
                if at == tile:
                    yield f"Le:{thing}", _with(match, lies={me: tile, thing: here})
            tile = beyond(match, tile, way)


def _ye(match: Match, tiles: set[str]) -> Steps:
    rooms = rooms_of(tiles)
    things = [thing for thing in OBJECTS if thing in match.lies and match.lies[thing][0] in rooms]
    wishes = [[tile for tile in match.spots if tile[0] == match.lies[thing][0]] for thing in things]
    for tiles_ in product(*wishes):
        if len(set(tiles_)) == len(tiles_):
            new = dict(zip(things, tiles_, strict=True))
            shifts = [f"{thing}>{tile}" for thing, tile in new.items() if match.lies[thing] != tile]
            yield "Ye" + (":" if shifts else "") + ",".join(shifts), _with(match, lies=new)


def _yo(match: Match, me: str, here: str) -> Steps:
    for thing, at in match.lies.items():
        for way in WAYS if thing != me else ():
            own, other = beyond(match, here, way), beyond(match, at, way)
            if own is None or other is None:
                continue
            rest = [tile for name, tile in match.lies.items() if name not in (me, thing)]
            if own not in rest and other not in rest:
                yield f"Yo:{thing}>{way}", _with(match, lies={me: own, thing: other})

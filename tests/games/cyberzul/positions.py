"""Positions written by what matters in them, and made up ones."""

from __future__ import annotations

from hypothesis import strategies as st

from games.core.status import CHANCE, Seat
from games.cyberzul import GAME
from games.cyberzul.position import State

BARE = "0:-,-,-,-,-:...../...../...../...../.....:-"
FACTORIES = {2: 5, 3: 7, 4: 9}
PATTERN = ("BORKW", "WBORK", "KWBOR", "RKWBO", "ORKWB")


def position(*mats: str, **fields: str) -> State:
    """The state with these mats (the others are bare), for two players unless `n` says otherwise.

    An `x` on a wall stands for the tile that belongs there. What is not named is usual: round 2, seat 0 began and is
    to move, tiles of all colours in bag and lid.
    """
    seats = int(fields.get("n", "2"))
    usual = {"n": "2", "r": "2", "s": "0", "t": "0", "ph": "draft", "f": factories(n=seats), "c": "-", "m": "c"}
    usual |= {"bag": "10,10,10,10,10", "lid": "5,5,5,5,5"}
    words = {name: fields.get(name, value) for name, value in usual.items()}
    words |= {f"p{seat}": _letters(mat) for seat, mat in enumerate([*mats, *[BARE] * 4][:seats])}
    return GAME.rules.load(" ".join(f"{name}={value}" for name, value in words.items()), {})


def _letters(mat: str) -> str:
    score, lines, wall, floor = mat.split(":")
    rows = zip(wall.split("/"), PATTERN, strict=True)
    written = "/".join("".join(b if a == "x" else a for a, b in zip(row, right, strict=True)) for row, right in rows)
    return f"{score}:{lines}:{written}:{floor}"


def factories(*filled: str, n: int = 2) -> str:
    """The factories of a table, the first ones filled so."""
    return "/".join([*filled, *"-" * FACTORIES[n]][: FACTORIES[n]])


def play_all(state: State, *texts: str) -> State:
    """The state after these moves, each by the seat (or chance) that is to act."""
    for text in texts:
        seat = CHANCE if text.startswith("deal") else Seat(state.turn)
        state = GAME.rules.play(state, seat, GAME.rules.parse(text))
    return state


def legal(state: State) -> set[str]:
    """The moves of the player to move, as texts."""
    return {GAME.rules.text(move) for move in GAME.rules.legal(state, Seat(state.turn))}


def field(state: State, name: str) -> str:
    """One field of the position line."""
    return dict(word.split("=") for word in GAME.rules.dump(state).split())[name]


LETTERS = "BORKW"


@st.composite
def mats(draw: st.DrawFn, marker: str) -> str:
    """A mat that can be written; `marker` is M or nothing, on its floor line."""
    lines = [
        draw(st.sampled_from(["-", *(f"{letter}{n}" for letter in LETTERS for n in range(1, line + 1))]))
        for line in range(1, 6)
    ]
    covered = draw(st.lists(st.booleans(), min_size=25, max_size=25))
    wall = "/".join("".join(PATTERN[r][c] if covered[5 * r + c] else "." for c in range(5)) for r in range(5))
    tokens = draw(st.text(LETTERS, max_size=7 - len(marker)))
    place = draw(st.integers(0, len(tokens)))
    floor = tokens[:place] + marker + tokens[place:]
    return f"{draw(st.integers(0, 120))}:{','.join(lines)}:{wall}:{floor or '-'}"


def _tiles(most: int) -> st.SearchStrategy[str]:
    return st.text(LETTERS, max_size=most).map(lambda tiles: "".join(sorted(tiles, key=LETTERS.index)) or "-")


@st.composite
def lines(draw: st.DrawFn, phases: tuple[str, ...] = ("draft", "fill", "over")) -> str:
    """A position line of any phase, most of them far from what play reaches."""
    seats, phase = draw(st.integers(2, 4)), draw(st.sampled_from(phases))
    seat = st.integers(0, seats - 1)
    taker = draw(st.one_of(st.just(None), seat))
    shown = taker is not None and phase != "fill" and draw(st.booleans())
    filled = [draw(_tiles(4)) if phase != "fill" else "-" for _ in range(FACTORIES[seats])]
    centre = draw(_tiles(12)) if phase != "fill" else "-"
    if phase == "draft" and centre == "-":
        centre = draw(st.sampled_from(LETTERS))
    counts = [",".join(str(draw(st.integers(0, 8))) for _ in LETTERS) for _ in range(2)]
    words = [
        f"n={seats} r={draw(st.integers(1, 9))} s={draw(seat)} t={draw(seat)} ph={phase}",
        f"f={'/'.join(filled)} c={centre} m={'c' if taker is None else taker} bag={counts[0]} lid={counts[1]}",
        *(f"p{number}={draw(mats('M' if shown and number == taker else ''))}" for number in range(seats)),
    ]
    return " ".join(words)

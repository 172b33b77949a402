"""Choccer once more, slow and simple, written from the rules: spaces are pairs, the board is a dictionary."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
WAYS = {"c": (STRAIGHT, 1), "t": (SLANTED, 1), "l": (STRAIGHT, 3), "s": (SLANTED, 3)}
SPACES = list(product(range(1, 12), range(1, 8)))
Space = tuple[int, int]


def name(space: Space) -> str:
    return "abcdefghijk"[space[0] - 1] + str(space[1])


def space(name: str) -> Space:
    return "abcdefghijk".index(name[0]) + 1, int(name[1])


@dataclass
class Match:
    """Reads a position line, acts, writes a position line."""

    pieces: dict[Space, str]
    gems: dict[Space, str]
    held: dict[Space, str]
    points: list[int]
    turn: int
    seat: int | None

    @classmethod
    def parse_position(cls, line: str) -> Match:
        fields = dict(word.split("=") for word in line.split())
        rows = reversed(fields["b"].split("/"))
        spaces = {(x, y): char for y, row in enumerate(rows, 1) for x, char in enumerate(row, 1)}
        held = [] if fields["held"] == "-" else [word.split(":") for word in fields["held"].split(",")]
        match = cls(
            {at: char for at, char in spaces.items() if char in "ctlsCTLS"},
            {at: {"*": "red", "+": "blue"}[char] for at, char in spaces.items() if char in "*+"},
            {space(square): gem for square, gem in held},
            [int(points) for points in fields["pts"].split(",")],
            int(fields["turn"]),
            None if fields["t"] == "-" else int(fields["t"]),
        )
        match.skip()
        return match

    def line(self) -> str:
        chars = {at: {"red": "*", "blue": "+"}[gem] for at, gem in self.gems.items()} | self.pieces
        rows = ("".join(chars.get((x, y), ".") for x in range(1, 12)) for y in range(7, 0, -1))
        held = [f"{name(at)}:{self.held[at]}" for at in sorted(self.held, key=lambda at: (at[1], at[0]))]
        seat = "-" if self.seat is None else self.seat
        points = f"{self.points[0]},{self.points[1]}"
        return f"b={'/'.join(rows)} held={','.join(held) or '-'} pts={points} turn={self.turn} t={seat}"

    def owner(self, at: Space) -> int | None:
        return int(self.pieces[at].islower()) if at in self.pieces else None

    def actions(self) -> set[str]:
        mine = [at for at in SPACES if self.seat is not None and self.owner(at) == self.seat]
        return {text for at in mine for text in [*self.moves(at), *self.handings(at)]}

    def moves(self, at: Space) -> list[str]:
        found = []
        steps, most = WAYS[self.pieces[at].lower()]
        for dx, dy in steps:
            x, y = at
            for _ in range(most):
                x, y = x + dx, y + dy
                there = (x, y)
                taken = at in self.held and (there in self.gems or there in self.pieces)
                if there in SPACES and self.owner(there) != self.seat and not taken:
                    found.append(f"{name(at)}-{name(there)}")
                if there not in SPACES or there in self.pieces:
                    break
        return found

    def handings(self, at: Space) -> list[str]:
        if at not in self.held:
            return []
        close = [to for to in SPACES if abs(to[0] - at[0]) <= 2 and abs(to[1] - at[1]) <= 2]
        return [f"{name(at)}>{name(to)}" for to in close if self.owner(to) == self.seat and to not in self.held]

    def act(self, text: str) -> None:
        assert self.seat is not None
        at, to = space(text[:2]), space(text[3:])
        if text[2] == "-":
            if to in self.pieces:
                self.points[self.seat] += {"c": 1, "t": 1, "l": 2, "s": 2}[self.pieces[to].lower()]
            self.pieces[to] = self.pieces.pop(at)
            if to in self.gems:
                self.held[to] = self.gems.pop(to)
        if at in self.held:
            self.held[to] = self.held.pop(at)
        self.score()

    def score(self) -> None:
        assert self.seat is not None
        over = False
        for at, gem in list(self.held.items()):
            if self.owner(at) == self.seat and name(at)[0] in ("ab", "jk")[self.seat] and name(at)[1] in "345":
                self.points[self.seat] += {"red": 10, "blue": 4}[gem]
                over = over or gem == "red"
                del self.held[at]
        self.pass_on()
        if over:
            self.seat = None
        self.skip()

    def pass_on(self) -> None:
        assert self.seat is not None
        self.turn += 1
        self.seat = 1 - self.seat if self.turn <= 100 else None

    def skip(self) -> None:
        while self.seat is not None and not self.actions():
            self.pass_on()

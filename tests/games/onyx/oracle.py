"""Onyx a second time, slow and simple: a dictionary of spaces, lists, and loops, written from RULES.md alone."""

from __future__ import annotations

from itertools import combinations
from math import dist

OWN = (("b", "p"), ("w", "y"))
Spot = tuple[float, float]


class Oracle:
    """One match that changes as it is played. `spots` give each space's position; near ones are neighbours."""

    def __init__(self, spots: dict[str, Spot], reach: float) -> None:
        self.spots = spots
        self.beside = {a: [b for b in spots if b != a and dist(spots[a], spots[b]) < reach] for a in spots}
        self.pieces: dict[str, str] = {}  # the colour once, or twice for a stack
        self.turn = 0
        self.passed: set[int] = set()
        self.chosen: dict[int, list[str]] = {}

    @property
    def phase(self) -> str:
        if len(self.passed) < 2:
            return "play"
        return "over" if len(self.chosen) == 2 else "remove"

    def actors(self) -> list[int]:
        if self.phase == "play":
            return [self.turn]
        return [seat for seat in (0, 1) if seat not in self.chosen]

    def count_other_colours(self, space: str, colour: str) -> int:
        return sum(len(self.pieces.get(other, "").replace(colour, "")) for other in self.beside[space])

    def open_to(self, space: str, colour: str) -> bool:
        return space not in self.pieces and self.count_other_colours(space, colour) <= 2

    def legal(self, seat: int) -> set[str]:
        if self.phase == "remove":
            return {
                "remove " + (",".join(chosen) or "none")
                for size in range(len(self.stacks(seat)) + 1)
                for chosen in combinations(self.stacks(seat), size)
            }
        one, two = OWN[seat]
        turns = {"pass"}
        for colour in OWN[seat]:
            for space in self.spots:
                if self.open_to(space, colour):
                    turns |= {f"{colour}@{space}", f"2{colour}@{space}"}
        for first in self.spots:
            for second in self.spots:
                if first != second and self.open_to(first, one) and self.open_to(second, two):
                    turns.add(f"{one}@{first} {two}@{second}")
        return turns

    def stacks(self, seat: int) -> list[str]:
        own = [space for space, held in self.pieces.items() if len(held) == 2 and held[0] in OWN[seat]]
        return sorted(own, key=lambda name: (int("".join(filter(str.isdigit, name)) or 0), len(name), name))

    def play(self, seat: int, text: str) -> None:
        if text.startswith("remove"):
            self.chosen[seat] = [] if text == "remove none" else text.split()[1].split(",")
            if len(self.chosen) == 2:
                for space in self.chosen[0] + self.chosen[1]:
                    del self.pieces[space]
            return
        if text == "pass":
            self.passed.add(seat)
        else:
            self.place(text.split())
        self.turn = 1 - self.turn

    def place(self, words: list[str]) -> None:
        used = []
        for word in words:
            what, space = word.split("@")
            self.pieces[space] = what[1] * 2 if what.startswith("2") else what
            used.append(space)
        lost = [
            space
            for space in self.pieces
            if space not in used
            and any(space in self.beside[one] for one in used)
            and self.count_other_colours(space, self.pieces[space][0]) >= 3
        ]
        for space in lost:
            del self.pieces[space]

    def scores(self) -> tuple[int, int]:
        points = {colour: sum(held[0] == colour for held in self.pieces.values()) for colour in "bpwy"}
        seen: set[str] = set()
        for start in self.spots:
            if start in seen or start in self.pieces:
                continue
            region, touched, todo = {start}, set(), [start]
            while todo:
                for other in self.beside[todo.pop()]:
                    if other in self.pieces:
                        touched.add(self.pieces[other][0])
                    elif other not in region:
                        region.add(other)
                        todo.append(other)
            seen |= region
            for colour in touched:
                points[colour] += len(region)
        both = [sorted((points[one], points[two])) for one, two in OWN]
        return both[0][1] + 2 * both[0][0], both[1][1] + 2 * both[1][0] + 5

    def letters(self) -> dict[str, str]:
        return {space: held.upper()[0] if len(held) == 2 else held for space, held in self.pieces.items()}

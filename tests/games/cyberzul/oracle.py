"""The rules a second time: slow, plain, with lists of letters instead of packed numbers.

It knows nothing of `games.cyberzul`; test_oracle.py plays both side by side and compares position lines.
"""

from __future__ import annotations

from copy import deepcopy

COLOURS = ["B", "O", "R", "K", "W"]
NAMES = {"blue": "B", "orange": "O", "red": "R", "black": "K", "white": "W"}
PATTERN = ["BORKW", "WBORK", "KWBOR", "RKWBO", "ORKWB"]
COSTS = [1, 1, 2, 2, 2, 3, 3]


class Mat:
    """What one player has."""

    def __init__(self) -> None:
        self.score = 0
        self.lines: list[list[str]] = [[], [], [], [], []]
        self.wall = [[False] * 5 for _ in range(5)]
        self.floor: list[str] = []

    def accepts(self, line: int, colour: str) -> bool:
        tiles = self.lines[line]
        if len(tiles) == line + 1 or (tiles and tiles[0] != colour):
            return False
        return not self.wall[line][PATTERN[line].index(colour)]

    def run(self, row: int, column: int, down: int, right: int) -> int:
        """The length of the run through a space, in one direction and its opposite."""
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < 5 and 0 <= c < 5 and self.wall[r][c]:
                length += 1
                r, c = r + sign * down, c + sign * right
        return length

    def tile(self, lid: list[str]) -> None:
        for row, tiles in enumerate(self.lines):
            if len(tiles) == row + 1:
                column = PATTERN[row].index(tiles[0])
                self.wall[row][column] = True
                across, down = self.run(row, column, 0, 1), self.run(row, column, 1, 0)
                self.score += max(1, (across if across > 1 else 0) + (down if down > 1 else 0))
                lid += tiles[1:]
                self.lines[row] = []
        for place, token in enumerate(self.floor):
            self.score -= COSTS[place]
            if token != "M":
                lid.append(token)
        self.floor = []
        self.score = max(self.score, 0)

    def rows(self) -> int:
        return sum(all(row) for row in self.wall)

    def bonus(self) -> int:
        columns = sum(all(row[c] for row in self.wall) for c in range(5))
        colours = sum(all(self.wall[r][PATTERN[r].index(colour)] for r in range(5)) for colour in COLOURS)
        return 2 * self.rows() + 7 * columns + 10 * colours

    def line_text(self) -> str:
        lines = ",".join(f"{tiles[0]}{len(tiles)}" if tiles else "-" for tiles in self.lines)
        wall = "/".join("".join(PATTERN[r][c] if self.wall[r][c] else "." for c in range(5)) for r in range(5))
        return f"{self.score}:{lines}:{wall}:{''.join(self.floor) or '-'}"


class Oracle:
    """A whole match, changed in place."""

    def __init__(self, players: int, first: int) -> None:
        self.mats = [Mat() for _ in range(players)]
        self.factories: list[list[str]] = [[] for _ in range({2: 5, 3: 7, 4: 9}[players])]
        self.centre: list[str] = []
        self.bag = COLOURS * 20
        self.lid: list[str] = []
        self.phase, self.round = "fill", 1
        self.start = self.turn = first
        self.marker: int | None = first

    @classmethod
    def read(cls, line: str) -> Oracle:
        """The match that a position line describes."""
        fields = dict(word.split("=") for word in line.split())

        def tiles(text: str) -> list[str]:
            return list(text.replace("-", ""))

        def heap(text: str) -> list[str]:
            return [colour for colour, number in zip(COLOURS, text.split(","), strict=True) for _ in range(int(number))]

        match = cls(int(fields["n"]), 0)
        match.factories = [tiles(text) for text in fields["f"].split("/")]
        match.centre, match.bag, match.lid = tiles(fields["c"]), heap(fields["bag"]), heap(fields["lid"])
        match.phase, match.round, match.start, match.turn = (
            fields["ph"], int(fields["r"]), int(fields["s"]), int(fields["t"]),
        )  # fmt: skip
        match.marker = None if fields["m"] == "c" else int(fields["m"])
        for seat, mat in enumerate(match.mats):
            score, lines, wall, floor = fields[f"p{seat}"].split(":")
            mat.score = int(score)
            mat.lines = [[] if text == "-" else [text[0]] * int(text[1]) for text in lines.split(",")]
            mat.wall = [[letter != "." for letter in row] for row in wall.split("/")]
            mat.floor = tiles(floor)
        return match

    def copy(self) -> Oracle:
        return deepcopy(self)

    def moves(self) -> set[str]:
        if self.phase != "draft":
            return set()
        found = set()
        sources = [(str(i + 1), tiles) for i, tiles in enumerate(self.factories)] + [("c", self.centre)]
        for source, tiles in sources:
            for name, colour in NAMES.items():
                if colour in tiles:
                    found.add(f"{source} {name} f")
                    for line in range(5):
                        if self.mats[self.turn].accepts(line, colour):
                            found.add(f"{source} {name} {line + 1}")
        return found

    def deal(self, text: str) -> None:
        words = text.split()[1:]
        for factory, word in zip(self.factories, words, strict=True):
            for letter in word.replace("-", ""):
                if not self.bag:
                    self.bag, self.lid = self.lid, []
                self.bag.remove(letter)
                factory.append(letter)
        self.phase, self.marker = "draft", None

    def take(self, text: str) -> None:
        source, name, line = text.split()
        colour, mat = NAMES[name], self.mats[self.turn]
        tiles = self.centre if source == "c" else self.factories[int(source) - 1]
        taken = [tile for tile in tiles if tile == colour]
        rest = [tile for tile in tiles if tile != colour]
        if source == "c":
            self.centre = rest
            if self.marker is None:
                self.marker = self.turn
                if len(mat.floor) < 7:
                    mat.floor.append("M")
        else:
            self.factories[int(source) - 1] = []
            self.centre += rest
        for tile in taken:
            if line != "f" and len(mat.lines[int(line) - 1]) < int(line):
                mat.lines[int(line) - 1].append(tile)
            elif len(mat.floor) < 7:
                mat.floor.append(tile)
            else:
                self.lid.append(tile)
        if self.centre or any(self.factories):
            self.turn = (self.turn + 1) % len(self.mats)
        else:
            self.end_round()

    def end_round(self) -> None:
        for mat in self.mats:
            mat.tile(self.lid)
        starter = self.start if self.marker is None else self.marker
        self.turn = self.marker = starter
        if any(mat.rows() for mat in self.mats) or not (self.bag or self.lid):
            self.phase = "over"
            for mat in self.mats:
                mat.score += mat.bonus()
        else:
            self.phase, self.start = "fill", starter
            self.round += 1

    def places(self) -> tuple[int, ...]:
        ranks = [(mat.score, mat.rows()) for mat in self.mats]
        return tuple(sorted(ranks, reverse=True).index(rank) + 1 for rank in ranks)

    def line(self) -> str:
        def tiles(heap: list[str]) -> str:
            return "".join(sorted(heap, key=COLOURS.index)) or "-"

        def counts(heap: list[str]) -> str:
            return ",".join(str(heap.count(colour)) for colour in COLOURS)

        marker = "c" if self.marker is None else self.marker
        words = [
            f"n={len(self.mats)} r={self.round} s={self.start} t={self.turn} ph={self.phase}",
            f"f={'/'.join(map(tiles, self.factories))} c={tiles(self.centre)} m={marker}",
            f"bag={counts(self.bag)} lid={counts(self.lid)}",
            *(f"p{seat}={mat.line_text()}" for seat, mat in enumerate(self.mats)),
        ]
        return " ".join(words)


def perft(match: Oracle, depth: int) -> int:
    """How many lines of play of so many turns there are within the round."""
    if depth == 0:
        return 1
    nodes = 0
    for move in match.moves():
        after = match.copy()
        after.take(move)
        nodes += perft(after, depth - 1)
    return nodes

"""The points of a match that is over, one line for each player: what was made in play, what groups added, the sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from games.core.diagram import player_name
from games.core.table import Mark, PlayerStrip, Table
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Rect, Text
from render.canvas.type import fit
from render.colour import mix
from render.pieces import chip
from render.theme import GOLD, SMALLEST, Theme

_EDGE = 5.0
"""The room above the signs and below the last line."""
_HEAD = 0.8
"""The height of the line of signs, as a part of that of a player's line."""
_COLUMNS = (0.47, 0.61, 0.74, 0.87, 0.98)
"""The right ends of the columns, as parts of the width: play, rows, columns, colours, the sum."""
_STEP = 16.0
"""The distance between the cells of a sign, unless its line is too low."""
_GROUPS = ("+2", "+7", "+10")
"""What a row, a column and a colour add."""
_SHOWN: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0), (1, 0), (0, 1)),
    ((0, 1), (1, 1), (2, 1)),
    ((1, 0), (1, 1), (1, 2)),
    ((0, 0), (1, 1), (2, 2)),
)
"""The lit cells of the sign of each column but the last, as columns and rows of a wall of three by three."""


def is_played_out(table: Table) -> bool:
    """Whether a match on mats is over and nothing is left to take, so that its points can be told."""
    if not table.result or not any(area.place == "mat" for area in table.areas):
        return False
    supply = {cell.name for area in table.areas if area.place == "supply" for cell in area.cells}
    return not any(piece.cell in supply for piece in table.pieces)


def put_tally(scene: Scene, theme: Theme, rect: Rect, table: Table) -> None:
    """Put the lines below each other by rank; the winner's is lit."""
    rect = Rect(rect.x, rect.y + _EDGE, rect.w, rect.h - 2 * _EDGE)
    line = rect.h / (len(table.players) + _HEAD)
    step = min(_STEP, line * _HEAD / 3)
    for share, cells in zip(_COLUMNS, _SHOWN, strict=False):
        middle = rect.x + rect.w * share - 1.5 * step, rect.y + line * _HEAD / 2
        scene.put(*middle, group_sign, theme, cells, step)
    for i, player in enumerate(sorted(table.players, key=lambda player: player.place or 0)):
        y = rect.y + line * (i + _HEAD + 0.5)
        won = player.place == 1
        if won:
            scene.put(rect.centre[0], y, lit_line, theme, rect.w - 12, line - 3)
        ink = theme.ink if won else theme.muted
        scene.put(rect.x + 44, y, chip, theme, player.role, min(19.0, line * 0.42))
        name, size = fit(player_name(player), (36.0, SMALLEST), rect.w * 0.3, "bold")
        scene.texts.append(Text(rect.x + 78, y, name, size, ink, "bold", "l"))
        *parts, points = _numbers(player, table.marks)
        for share, words in zip(_COLUMNS, parts, strict=False):
            colour = theme.line if words == "–" else ink
            scene.texts.append(Text(rect.x + rect.w * share, y, words, SMALLEST, colour, "medium", "r"))
        scene.texts.append(Text(rect.x + rect.w * _COLUMNS[-1], y, points, 38, ink, "black", "r"))


def _numbers(player: PlayerStrip, marks: Sequence[Mark]) -> Iterator[str]:
    """Yield the points made in play, those of rows, columns and colours, and the sum."""
    found: defaultdict[str, int] = defaultdict(int)
    for mark in marks:
        if mark.kind == "link" and mark.role == player.role and mark.text in _GROUPS:
            found[mark.text] += int(mark.text)
    yield str(int(player.score) - sum(found.values()))
    for group in _GROUPS:
        yield f"+{found[group]}" if found[group] else "–"
    yield player.score


def group_sign(theme: Theme, cells: tuple[tuple[int, int], ...], step: float) -> Drawing:
    """Draw a small wall with some cells lit; `step` is the distance from one cell to the next."""
    dim = mix(theme.board, theme.line, 0.7)
    places, side = [(x, y) for x in range(3) for y in range(3)], 0.8 * step
    return Drawing(
        tuple(
            Box(Rect((x - 1.4) * step, (y - 1.4) * step, side, side), 0.2 * step, theme.ink if (x, y) in cells else dim)
            for x, y in places
        )
    )


def lit_line(theme: Theme, w: float, h: float) -> Drawing:
    """Draw the ground of the winner's line."""
    return Drawing((Box(Rect(-w / 2, -h / 2, w, h), 10, mix(theme.board, GOLD, 0.3 if theme.name == "dark" else 0.5)),))

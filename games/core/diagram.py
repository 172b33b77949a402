"""The text board: a table as lines of monospaced text.

It is used by the engine protocol, by players who prefer text, and by tests that draw a position. A cell shows the
`char` of what lies on it, bottom first; `[ ]` marks the last move, `( )` where it came from. An empty cell for one
kind of piece shows its letter in lower case.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest
from textwrap import wrap

from games.core.i18n import Message, Translate, count_things, gettext, join_list
from games.core.sentences import end_sentence
from games.core.table import Area, Cell, Panel, Piece, PlayerStrip, Table, Token

Lines = list[str]
_MOST_PARTS = 8
"""The largest number of parts in which a wide board is written."""
_BRACKETS = {"last": "[]", "from": "()", "chosen": "<>"}
_EMPTY = {"hole": "_", "ghost": ".", "goal": ":", "penalty": "_"}


def board_text(table: Table, language: Translate = str, width: int | None = None) -> str:
    """Return the whole table as text: title, players, boards, panels, last move.

    If its lines are longer than `width` characters, a board is written in parts from left to right, one below the
    other, and lines about a player, the last move or the result are wrapped.
    """
    contents = _Contents(table)
    title = " · ".join(part for part in (table.title, table.caption) if part)
    players = [line for player in table.players for line in _fold(player_line(player, language), width, indent=4)]
    blocks = [[title], players]
    blocks += [_board_lines(area, contents, width) for area in table.areas if area.place == "board"]
    supply = [_supply_line(area, contents, language) for area in table.areas if area.place == "supply"]
    blocks += [supply, *_mat_blocks(table, contents, language)]
    blocks += [_panel_lines(panel, table) for panel in table.panels]
    blocks.append([language(_carried_line(piece)) for piece in table.pieces if piece.carries])
    told = [end_sentence(language(line)) for line in (table.headline, table.result) if line]
    blocks.append([part for line in told for part in (_wrap(line, width) if width else [line])])
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def legend(table: Table, language: Translate = str, width: int | None = None) -> str:
    """Explain the letters on the text board: "C Black circle · c White circle"; empty if no pieces lie on it.

    Lines have at most `width` characters unless a single name is longer.
    """
    names = {piece.char: piece.name for piece in table.pieces if piece.name and not piece.carries}
    words = {char: language(name) for char, name in names.items()}
    told = " · ".join(
        f"{char} {name[:1].upper()}{name[1:]}" for char, name in sorted(words.items(), key=lambda one: one[1])
    )
    whole = " · ".join(part for part in (told, *map(language, _signs(table))) if part)
    return "\n".join(_fold(whole, width))


def _signs(table: Table) -> Iterator[Message]:
    """Yield the meanings of the signs on this text board."""
    cells = {cell.name: cell for area in table.areas if area.place != "supply" for cell in area.cells}
    planned = {cell for mark in table.marks if mark.kind == "ghost" for cell in mark.cells}
    shown = cells.keys() - planned
    marked = {mark.kind for mark in table.marks if mark.kind == "chosen" or not shown.isdisjoint(mark.cells)}
    if "last" in marked:
        yield gettext("[ ] last move")
    if "from" in marked:
        yield gettext("( ) from here")
    if "chosen" in marked:
        yield gettext("< > chosen")
    looks = {cell.look for cell in cells.values()}
    if "goal" in looks:
        yield gettext(": zone")
    if "ghost" in looks:
        yield gettext("small: space for that colour")
    states = {item.state for panel in table.panels for row in panel.rows for item in row.items}
    if "ready" in states:
        yield gettext("* ready")
    if "spent" in states:
        yield gettext("- spent")


def _fold(line: str, width: int | None, indent: int = 0) -> Lines:
    """Break the line at its dots if it has more than `width` characters, and at blanks if that is not enough.

    Lines after the first are indented.
    """
    first, *others = line.split(" · ")
    lines = [first]
    for part in others:
        longer = f"{lines[-1]} · {part}"
        if width is None or len(longer) <= width:
            lines[-1] = longer
        else:
            lines += [" " * indent + piece for piece in _wrap(part, width - indent)]
    return lines


_BEFORE_NUMBER = re.compile(r"(?<=\w) (?=[+−-]?\d)")


def _wrap(text: str, width: int) -> Lines:
    """Wrap the text into lines of at most `width` characters, keeping a number on the line of the word before it."""
    kept = _BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", text)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(kept, width)]


def _carried_line(piece: Piece) -> Message:
    return gettext(
        "{cell} carries: {thing}", cell=piece.cell, thing=token_words(piece.carries) if piece.carries else ""
    )


def token_words(token: Token) -> str:
    """Describe a thing beside the board in words: "2 blue gems"."""
    colour = "" if token.role.startswith("seat-") else f"{token.role} "
    name = token.name or f"{colour}{token.glyph}"
    return name if token.number == 1 else count_things(name, token.number)


def held_words(player: PlayerStrip) -> str:
    """Describe what a player holds: "holds: 2 blue gems"; empty if nothing."""
    if player.held or not player.tokens:
        return player.held
    return gettext("holds: {things}", things=join_list(map(token_words, player.tokens)))


def player_name(player: PlayerStrip) -> str:
    """Return the player's name, or the side if there is no name."""
    return player.name or player.side or gettext("Seat {number}", number=player.seat + 1)


def player_line(player: PlayerStrip, language: Translate = str) -> str:
    """Return the strip of a player: it starts with `>` if the player is to move, or with the final rank."""
    rank = "> " if player.active else "  "
    if player.place is not None:
        rank = f"{player.place}. "
    side = player.side if player.name else ""
    score = player.score_words or player.score
    parts = (player_name(player), side, score, player.note, held_words(player), player.clock)
    return rank + " · ".join(language(part) for part in parts if part)


class _Contents:
    """The contents of each cell, and the brackets around them."""

    def __init__(self, table: Table) -> None:
        self._chars: defaultdict[str, str] = defaultdict(str)
        for piece in table.pieces:
            self._chars[piece.cell] += piece.char
        self._ghosts = {piece.role: piece.char.lower() for piece in table.pieces}
        self._targets: dict[str, str] = {}
        self._brackets: dict[str, str] = {}
        for mark in table.marks:
            if mark.kind == "target" and mark.text and mark.cells:
                self._targets[mark.cells[0]] = mark.text
            for cell in mark.cells if mark.kind in _BRACKETS else ():
                self._brackets[cell] = _BRACKETS[mark.kind]
        self._chosen = {cell for mark in table.marks if mark.kind == "chosen" for cell in mark.cells}
        self._planned = {
            cell: self._ghosts[mark.role]
            for mark in table.marks
            if mark.kind == "ghost" and mark.role in self._ghosts
            for cell in mark.cells
        }

    def cell_text(self, cell: Cell, label: str = "") -> str:
        """Return the text of a cell, with two brackets or blanks; `label` (or what is printed on it) comes first."""
        around = self._brackets.get(cell.name, "  ")
        if cell.name in self._planned and cell.look in _EMPTY and cell.name not in self._targets:
            return f"<{label}{self._planned[cell.name]}>"
        empty = "" if cell.name in self._targets else self._empty(cell)
        stands = f"{label}{self._chars[cell.name] or empty}"
        return f"{around[0]}{self._with_target(stands, cell)}{around[1]}"

    def chars(self, area: Area) -> str:
        """Return all pieces of an area in the order of its cells, the chosen ones in brackets.

        They are separated by blanks if some have numbers.
        """
        stand = [
            f"<{words}>" if cell.name in self._chosen else words
            for cell in area.cells
            if (words := self._with_target(self._chars[cell.name], cell))
        ]
        whole = (" " if any("=" in words for words in stand) else "").join(stand)
        return whole.replace("><", "").replace("> <", " ")

    def _empty(self, cell: Cell) -> str:
        """Return the text for an empty cell: if only one kind of piece may lie there, its letter in lower case."""
        if cell.look == "ghost" and cell.role in self._ghosts:
            return self._ghosts[cell.role]
        return _EMPTY.get(cell.look, ".")

    def _with_target(self, stands: str, cell: Cell) -> str:
        """Return what is in a cell followed by its number as a choice, so that the number hides nothing."""
        target = self._targets.get(cell.name, "")
        return f"{stands}={target}" if stands and target and not stands.endswith(":") else stands + target


def _board_lines(area: Area, contents: _Contents, width: int | None) -> Lines:
    board = _as_grid(area)
    write = _grid_lines if board.geometry == "grid" else _graph_lines
    lines = write(board, contents)
    for number in range(2, _MOST_PARTS + 1):
        if width is None or max(map(len, lines)) <= width:
            break
        parts = [write(part, contents) for part in _parts_across(board, number)]
        lines = [line for part in parts for line in (*part, "")][:-1]
    return [area.title, *lines] if area.title else lines


def _parts_across(area: Area, number: int) -> Iterator[Area]:
    """Split the board into this many strips of equal width, from left to right."""
    places = [x for x, _ in _places_on_page(area)]
    left, span = min(places), max(places) - min(places) + 1
    for index in range(number):
        cells = [cell for x, cell in zip(places, area.cells, strict=True) if int((x - left) / span * number) == index]
        if cells:
            yield replace(area, cells=tuple(cells))


def _as_grid(area: Area) -> Area:
    """Return a graph as a grid if its spaces fill all labelled columns and rows from the bottom left."""
    width = len(area.columns)
    if area.geometry != "graph" or not width or len(area.cells) != width * len(area.rows):
        return area
    cells = tuple(replace(cell, at=(i % width, i // width)) for i, cell in enumerate(area.cells))
    return replace(area, geometry="grid", cells=cells)


def _grid_lines(area: Area, contents: _Contents) -> Lines:
    """Return the rows from the top down between their labels, with the columns aligned."""
    texts = {(round(cell.at[0]), round(cell.at[1])): contents.cell_text(cell) for cell in area.cells}
    width = max(len(text) for text in (*texts.values(), *(f"{column} " for column in area.columns)))
    columns = range(min(x for x, _ in texts), max(x for x, _ in texts) + 1)
    rows = range(max(y for _, y in texts), min(y for _, y in texts) - 1, -1)
    margin = max((len(row) for row in area.rows), default=0)
    lines = []
    for y in rows:
        cells = (texts.get((x, y), "").center(width) for x in columns)
        lines.append(_label(area.rows, y).rjust(margin) + _join_cells(cells))
    if area.columns:
        lines.append(" " * margin + _join_cells(f" {_label(area.columns, x)} ".center(width) for x in columns))
    return lines


def _label(labels: tuple[str, ...], index: int) -> str:
    return labels[index] if 0 <= index < len(labels) else ""


def _join_cells(cells: Iterable[str]) -> str:
    """Join cells side by side, each sharing its outer blank or bracket with its neighbour."""
    line = ""
    for cell in cells:
        if not line:
            line = cell
        else:
            shared = {line[-1], cell[0]} - {" "}
            line = line[:-1] + ("|" if len(shared) == 2 else "".join(shared) or " ") + cell[1:]
    return line


def _graph_lines(area: Area, contents: _Contents) -> Lines:
    """Return the lines of hexes and graphs: each cell near its place, rows by height."""
    named = area.geometry == "graph" and not (area.columns and area.rows)
    texts = [contents.cell_text(cell, f"{cell.name}:" if named else cell.text) for cell in area.cells]
    across = _places_on_page(area)
    unit = max(len(text) for text in texts) / _smallest_step(across)
    left = min(x for x, _ in across)
    rows: defaultdict[int, list[tuple[float, str]]] = defaultdict(list)
    for (x, y), text in zip(across, texts, strict=True):
        rows[_line_number(y)].append((x, text))
    lines: Lines = []
    for height in sorted(rows, reverse=True):
        line = ""
        for x, text in sorted(rows[height]):
            line = line.ljust(round((x - left) * unit)) + text
        lines.append(line)
    return lines


def _places_on_page(area: Area) -> list[tuple[float, float]]:
    """Return where each cell of a board is written, in cells from the left and from the bottom."""
    if area.geometry == "graph" and area.columns and area.rows:
        # A lattice with bent rows; the text board shows them straight.
        return [_lattice_place(cell.name, area) for cell in area.cells]
    return [(x + y / 2, -y) if area.geometry == "hex" else (x, y) for x, y in (cell.at for cell in area.cells)]


def _lattice_place(name: str, area: Area) -> tuple[float, float]:
    """Return the column and row of a cell named like a square."""
    column = name.rstrip("0123456789")
    return area.columns.index(column), area.rows.index(name[len(column) :])


def _line_number(y: float) -> int:
    """Return the line on which a cell is written; slightly bent rows stay together."""
    return round(y * 1.25)


def _smallest_step(places: list[tuple[float, float]]) -> float:
    """Return the smallest distance between two cells on the same line, in units."""
    rows: defaultdict[int, list[float]] = defaultdict(list)
    for x, y in places:
        rows[_line_number(y)].append(x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    return max(0.25, min(gaps, default=1.0))


def _supply_line(area: Area, contents: _Contents, language: Translate) -> str:
    return f"{language(area.title) or area.kind}: {contents.chars(area) or '-'}"


def _mat_blocks(table: Table, contents: _Contents, language: Translate) -> Iterator[Lines]:
    """Yield the parts of each player's mat, those of equal height side by side; a title comes before its part."""
    mats = [area for area in table.areas if area.place == "mat"]
    names = {player.seat: player_name(player) for player in table.players}
    for seat, areas in groupby(mats, lambda area: area.seat):
        lines = [f"{language(names[seat])}:"] if seat in names else []
        titled = (_with_title(_grid_lines(area, contents), language(area.title)) for area in areas)
        for _, parts in groupby(titled, len):
            lines += _side_by_side(list(parts))
        yield lines


def _with_title(lines: Lines, title: str) -> Lines:
    return [f"{title}:{lines[0]}", *lines[1:]] if title else lines


def _side_by_side(parts: list[Lines]) -> Lines:
    widths = [max(len(line) for line in part) for part in parts]
    rows = zip_longest(*parts, fillvalue="")
    return ["  ".join(line.ljust(width) for line, width in zip(row, widths, strict=True)) for row in rows]


def _panel_lines(panel: Panel, table: Table) -> Lines:
    """Return the lines of a panel: each row's items with their owner; a star means usable now, a minus means spent."""
    names = {player.seat: player.side or player_name(player) for player in table.players}
    signs = {"open": "", "ready": "*", "spent": "-"}
    lines = [panel.title]
    for row in panel.rows:
        owners = (f" ({names[item.owner]}{signs[item.state]})" if item.owner in names else "" for item in row.items)
        items = (item.text + owner for item, owner in zip(row.items, owners, strict=True))
        lines.append(f"{row.chip}  {' / '.join(items)}")
    return lines

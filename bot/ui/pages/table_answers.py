"""Answers about a table: what is on a space or in a part of it, where pieces of a kind are, the state of a spell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.match.model import Match, Player
from bot.match.names import names_of
from bot.match.play import game_of
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language, with_capital
from bot.ui.pages.question_words import I_HAVE, MIDDLE, MINE, OTHER, PANEL, Question
from games.core.diagram import token_words
from games.core.i18n import Message, gettext
from games.core.status import Seat
from games.core.table import Area, Item, Piece, Table
from games.core.typed import fold, without_ending
from render import part_words

_MATS = {"lines": gettext("Lines"), "wall": gettext("Wall"), "floor": gettext("Floor line")}


def cells_of(table: Table) -> dict[str, str]:
    """The cells that a board names, by their names in lower case."""
    return {cell.name.casefold(): cell.name for area in table.areas if area.place == "board" for cell in area.cells}


def on_cells(table: Table, cells: Sequence[str], language: Language) -> str:
    """What stands on each of the cells, which are in lower case."""
    names = cells_of(table)
    return "\n".join(_on_cell(table, names[cell], language) for cell in cells)


def _on_cell(table: Table, cell: str, language: Language) -> str:
    found = [piece_words(piece, language) for piece in table.pieces if piece.cell == cell]
    if not found:
        return language.gettext("{cell}: empty.", cell=cell)
    told = with_capital(language.join_list(found))
    return plain(language.gettext("{cell}: {pieces}.", cell=cell, pieces=told), 300)


def piece_words(piece: Piece, language: Language) -> str:
    """A piece in words, with what it carries."""
    name = language(piece.name) or piece.char
    carried = language(token_words(piece.carries)) if piece.carries else ""
    return (
        name if not carried or carried in name else language.gettext("{piece} with {thing}", piece=name, thing=carried)
    )


def part_named(table: Table, asked: Question, wanted: str, language: Language) -> Area | None:
    """A part of the table that is named by its title and number: a factory, the centre."""
    supplies = [area for area in table.areas if area.place == "supply"]
    number = re.search(r"\d+", wanted)
    if number is not None:
        return next((area for area in supplies if area.title == number[0]), None)
    stems = _stems(wanted)
    if asked.has(MIDDLE):
        return next((area for area in supplies if area.kind == "centre"), None)
    return next((area for area in supplies if stems & (_stems(area.title) | _stems(language(area.title)))), None)


def in_area(table: Table, area: Area, language: Language) -> str:
    """What lies on a part of the table."""
    found, part = part_words(table, area, language), _title(area, language)
    return f"{part}: {found}." if found else language.gettext("{part}: empty.", part=part)


def _title(area: Area, language: Language) -> str:
    if area.kind == "factory":
        return language.gettext("Factory {number}", number=area.title)
    return language(area.title or _MATS.get(area.kind, area.kind))


def _cells_by_piece(pieces: Sequence[Piece], language: Language) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for piece in pieces:
        found[piece_words(piece, language)].append(piece.cell)
    return found


def _roles_of(match: Match, table: Table, seat: Seat) -> frozenset[str]:
    """The roles of the seat's pieces."""
    strips = (strip.role for strip in table.players if strip.seat == seat)
    return game_of(match).presenter.own_roles(seat).union(strips)


def own_pieces(match: Match, table: Table, seat: Seat, language: Language) -> str:
    """The pieces of a seat by kind, or what lies on its mat."""
    roles = _roles_of(match, table, seat)
    mats = [area for area in table.areas if area.seat == seat]
    if mats:
        return "\n".join(
            f"- {language(_MATS.get(area.kind, area.kind))}: "
            f"{part_words(table, area, language) or language.gettext('empty')}"
            for area in mats
        )
    found = _cells_by_piece([piece for piece in table.pieces if piece.role in roles], language)
    lines = [
        f"- {with_capital(plain(name))} ({len(cells)}): {' '.join(cells)}" for name, cells in sorted(found.items())
    ]
    return "\n".join(lines) or language.gettext("You have nothing on the board.")


_LEAST = 3
"""Words of fewer letters name nothing."""
_WORD = re.compile(r"[^\W\d_]+")
_STATES: Mapping[str, Message] = {
    "ready": gettext("ready"),
    "spent": gettext("spent"),
    "open": gettext("not learnt yet"),
}


@dataclass(frozen=True)
class Seen:
    """What somebody who asks sees: `player` is their seat, if they have one. The start is laid out once."""

    match: Match
    player: Player | None
    table: Table
    language: Language

    @cached_property
    def pieces_at_start(self) -> tuple[Piece, ...]:
        """What lay on the table at the start: none of it may be left."""
        game = game_of(self.match)
        return game.presenter.table(game.rules.start(len(self.match.players), self.match.options), None).pieces

    @cached_property
    def strip_words(self) -> set[str]:
        """The words about the players beside the board: "3 actions left"."""
        strips = ((one.score_words, one.score, one.note) for one in self.table.players)
        return _stems(" ".join(self.language(part) for parts in (*strips, (self.table.caption,)) for part in parts))

    def tells_of_players(self, wanted: str) -> bool:
        """Whether a question names what is told about the players."""
        return bool(_stems(wanted) & self.strip_words)

    def read_question(self, wanted: str) -> Question:
        """What the words mean; a word for what is on the table, or told about the players, is no slip of another."""
        shown = {piece_words(piece, self.language) for piece in (*self.table.pieces, *self.pieces_at_start)}
        names = _stems(" ".join(shown)) | self.strip_words
        return Question(wanted, self.language, lambda word: bool(_stems(word) & names))

    def seat_meant(self, asked: Question, wanted: str) -> Seat | None:
        """Whose things are asked for: of somebody who is named, the own, or those of the only opponent."""
        folded = fold(wanted)
        for seat, name in enumerate(names_of(self.match)):
            if re.search(rf"\b{re.escape(fold(self.language(name)))}s?\b", folded):
                return Seat(seat)
        if self.player is not None and asked.has(OTHER) and len(self.match.players) == 2:
            return Seat(1 - self.player.seat)  # "my opponent's"
        return self.player.seat if self.player is not None and (asked.has(MINE) or asked.has(I_HAVE)) else None


def find_things(seen: Seen, asked: Question, wanted: str) -> str:
    """Where the things are that a question names, and which spells are ready; empty if it names none."""
    seat, words = seen.seat_meant(asked, wanted), _stems(wanted)
    spells = list(_items_named(seen, asked, words, seat))
    return "\n".join([*_pieces_named(seen, words, seat), *spells] if not asked.has(PANEL) else spells)


def _pieces_named(seen: Seen, words: set[str], seat: Seat | None) -> Iterator[str]:
    """A line for each kind of piece that the words name best, even if none of it is left."""
    table, language = seen.table, seen.language
    mats = {cell.name for area in table.areas if area.place == "mat" for cell in area.cells}
    if seat is not None and mats:
        return
    kinds: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in sorted(table.pieces, key=lambda piece: piece.cell in mats):
        name = piece_words(piece, language)
        if piece.cell not in mats or not kinds[name] or kinds[name][0].cell in mats:
            kinds[name].append(piece)
    roles = {name: pieces[0].role for name, pieces in kinds.items() if pieces}
    for piece in seen.pieces_at_start:
        roles.setdefault(piece_words(piece, language), piece.role)
    scores = {name: len(words & _stems(name)) for name in roles}
    best = max(scores.values(), default=0)
    own = _roles_of(seen.match, table, seat) if seat is not None else frozenset(roles.values())
    for name in sorted(roles):
        if best and scores[name] == best and roles[name] in own:
            yield f"- {with_capital(plain(name))} ({len(kinds[name])}): {_places(table, kinds[name], language)}"


def _places(table: Table, pieces: Sequence[Piece], language: Language) -> str:
    """The cells of a board, or the parts of a table with the number that lies there."""
    named = cells_of(table)
    cells = [piece.cell for piece in pieces if piece.cell.casefold() in named]
    parts = []
    for area in table.areas:
        cells_here = {cell.name for cell in area.cells}
        number = sum(piece.cell in cells_here for piece in pieces)
        if area.place != "board" and number:
            names = [plain(language(strip.name)) for strip in table.players if strip.seat == area.seat]
            parts.append(" · ".join([*names, f"{_title(area, language)}: {number}"]))
    return " ".join(cells) or language.join_list(parts, "unit") or language.gettext("none on the board")


def _items_named(seen: Seen, asked: Question, words: set[str], seat: Seat | None) -> Iterator[str]:
    """A line for each player with the spells that are asked for, and whether they can be cast."""
    language = seen.language
    items = [item for panel in seen.table.panels for row in panel.rows for item in row.items]
    named = [item for item in items if words & _stems(language(item.text))]
    if not named and not asked.has(PANEL):
        return
    owners: defaultdict[int | None, list[Item]] = defaultdict(list)
    for item in named or items:
        owners[item.owner].append(item)
    called = {strip.seat: plain(language(strip.name)) for strip in seen.table.players}
    for owner, theirs in owners.items():
        name = language.gettext("Nobody") if owner is None else called[owner]
        states = (f"{language(item.text)}: {language(_STATES[item.state])}" for item in theirs)
        if seat in (None, owner):
            yield f"- {name}: {language.join_list(states, 'unit')}"


def _stems(text: str) -> set[str]:
    """The words without their endings, as they may be asked for: "Sterne" and "Stern"."""
    found = set()
    for word in _WORD.findall(fold(text)):
        shorter = without_ending(word)
        found |= {one for one in (word, shorter, without_ending(shorter)) if len(one) >= _LEAST}
    return found

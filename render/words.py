"""A table in words, for those who do not see the picture: what matters first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from games.core.diagram import player_name, token_words
from games.core.table import Player, Table

LIMIT = 1024
"""As many characters as Discord takes."""


def alt_text(table: Table) -> str:
    """At most 1024 characters: whose turn, last move, scores, choices, then the position."""
    whole = " ".join(sentence for sentence in _sentences(table) if sentence)
    if len(whole) <= LIMIT:
        return whole
    return whole[: LIMIT - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _sentences(table: Table) -> Iterator[str]:
    yield f"{table.title}. {_turn(table)}"
    yield f"{table.headline}." if table.headline else ""
    yield "; ".join(_standing(player) for player in table.players) + "." if table.players else ""
    yield f"{table.caption}." if table.caption else ""
    yield _choices(table)
    yield _position(table)
    yield _lists(table)


def _turn(table: Table) -> str:
    """Whose turn it is, or who won."""
    placed = [player for player in table.players if player.place is not None]
    if placed:
        winners = [player_name(player) for player in placed if player.place == 1]
        return f"{winners[0]} wins." if len(winners) == 1 else f"Tie between {_joined(winners)}."
    active = [player_name(player) for player in table.players if player.active]
    return f"{_joined(active)} to move." if active else ""


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _standing(player: Player) -> str:
    side = f" ({player.side})" if player.side and player.name else ""
    score = f" {player.score}" if player.score else ""
    rest = [part for part in (player.note, *map(token_words, player.tokens)) if part]
    return f"{player_name(player)}{side}{score}" + (f", {', '.join(rest)}" if rest else "")


def _choices(table: Table) -> str:
    targets = [
        f"{mark.text} {mark.cells[0]}" for mark in table.marks if mark.kind == "target" and mark.text and mark.cells
    ]
    return f"To choose from: {', '.join(targets)}." if targets else ""


def _position(table: Table) -> str:
    """Pieces of a kind together, with their cells: a group of many is only counted."""
    cells: defaultdict[str, list[str]] = defaultdict(list)
    for piece in table.pieces:
        cells[piece.name or piece.char].append(piece.cell)
    order = sorted(cells.items(), key=lambda each: len(each[1]))
    return " ".join(f"{name[:1].upper()}{name[1:]}: {_places(places)}." for name, places in order)


def _places(places: list[str]) -> str:
    return " ".join(places) if len(places) <= 24 else f"{len(places)} cells"


def _lists(table: Table) -> str:
    names = {player.seat: player.side or player_name(player) for player in table.players}
    owned: defaultdict[str, list[str]] = defaultdict(list)
    for panel in table.panels:
        for item in (item for row in panel.rows for item in row.items if item.owner is not None):
            owned[f"{panel.title} of {names.get(item.owner or 0, '')}"].append(item.text)
    return " ".join(f"{title}: {', '.join(items)}." for title, items in owned.items())

"""A table in words, for those who do not see the picture: what matters first, then the position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from games.core.table import Piece, Player, Table

LONGEST = 1024
"""Discord cuts descriptions here."""


def alt_text(table: Table, longest: int = LONGEST) -> str:
    """The table in at most `longest` characters: whose turn, last move, score, then what lies where."""
    parts = [f"{table.title}.", *_standing(table), *_position(table)]
    text = ""
    for part in parts:
        if len(text) + len(part) + 1 > longest:
            return text + "…" if len(text) < longest else text
        text += f" {part}" if text else part
    return text


def _standing(table: Table) -> Iterable[str]:
    active = [_name(player) for player in table.players if player.active]
    ranked = sorted((player for player in table.players if player.place), key=lambda player: player.place or 0)
    if active:
        yield f"{' and '.join(active)} to play."
    if ranked:
        yield f"Final ranking: {', '.join(f'{player.place}. {_name(player)}' for player in ranked)}."
    if table.headline:
        yield f"Last move: {table.headline}."
    scores = [f"{_name(player)} {player.score}" for player in table.players if player.score]
    if scores:
        yield f"Score: {', '.join(scores)}."
    if table.caption:
        yield f"{table.caption}."


def _name(player: Player) -> str:
    side = f" ({player.side})" if player.side and player.name else player.side
    return f"{player.name}{side}" or f"Seat {player.seat + 1}"


def _position(table: Table) -> Iterable[str]:
    pieces = sorted(table.pieces, key=_kind)
    for kind, group in groupby(pieces, key=_kind):
        cells = [
            f"{piece.cell} with {piece.carries.role} {piece.carries.glyph}" if piece.carries else piece.cell
            for piece in group
        ]
        yield f"{kind}: {' '.join(cells)}."
    for panel in table.panels:
        owned = [item.text for row in panel.rows for item in row.items if item.owner is not None]
        if owned:
            yield f"{panel.title}: {', '.join(owned)}."


def _kind(piece: Piece) -> str:
    return piece.name or f"{piece.role} {piece.glyph}"

"""Contact sheets: all kinds of pictures of a game on one sheet, at the size of a phone, for people who work on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.core.errors import GameError
from games.core.game import Game
from games.core.status import CHANCE, Seat, Turn
from games.core.table import Mark, Table
from render.canvas.contact import contact
from render.canvas.painter import Painter
from render.canvas.pngfile import png
from render.demo import Position, positions, table_of, with_players
from render.layout import WIDTH
from render.picture import compose, look_of
from render.theme import Patterns, ThemeName

PHONE, COLUMNS = 400, 3
_LONGEST, _NUMBERS, _PICTURES = 600, 12, 3


def gallery(game: Game[Any, Any], theme: ThemeName, patterns: Patterns = "small", width: int = PHONE) -> bytes:
    """Draw the sheet as PNG: early, middle, composing a move, the end, and other options and numbers of seats."""
    tables = list(kinds(game))
    look, painter = look_of(tables[0], theme, patterns), Painter(1.0)
    # Drawn at the size that is sent, then scaled down as on a phone.
    frames = [painter.frame(compose(table, look, WIDTH)) for table in tables]
    return png(contact(frames, width, COLUMNS, look.line, look.surfaces))


def kinds(game: Game[Any, Any]) -> Iterator[Table]:
    """Yield tables of every kind, of matches between two AIs of the easy level: that is how people's matches look."""
    info = game.info
    match = _match(game, info.min_seats)
    yield from (
        table_of(game, position) for position in (match[min(6, len(match) - 1)], match[len(match) // 2], match[-1])
    )
    yield from composing_tables(game, match[len(match) // 2 :])
    if info.max_seats > info.min_seats:
        crowd = _match(game, info.max_seats)
        yield from (table_of(game, position) for position in (crowd[len(crowd) // 2], crowd[-1]))
    for option in info.options:
        for value in dict.fromkeys((option.values[0], option.values[-1])):
            try:
                *_, last = _match(game, info.min_seats, {option.key: value}, 30)
            except GameError:  # an option that needs more players
                continue
            yield table_of(game, last)


def _match(
    game: Game[Any, Any], seats: int, options: Mapping[str, str] | None = None, plies: int = _LONGEST
) -> list[Position]:
    return list(positions(game, seats, options or {}, plies, 7, "easy"))


def composing_tables(game: Game[Any, Any], match: Iterable[Position]) -> Iterator[Table]:
    """Yield what the next player to move sees at the first questions, or once all are answered."""
    for position in match:
        status = position.status
        if isinstance(status, Turn) and (seat := min(status.seats)) != CHANCE:
            return _composing(game, position, seat)
    return iter(())


def _composing(game: Game[Any, Any], position: Position, seat: Seat) -> Iterator[Table]:
    last = position.description.marks if position.description else ()
    draft: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    for _ in range(_PICTURES):
        question = game.presenter.ask(position.state, seat, draft)
        table = with_players(game.presenter.preview(position.state, seat, draft), position.status).with_faded_move(last)
        if question is None:
            yield replace(table, composing=True, near=near, opening=opening)
            return
        suggested = tuple(choice for choice in question.choices if choice.token in question.suggested)
        offered = suggested or question.choices[:_NUMBERS]
        near = tuple(cell for choice in offered for cell in choice.cells)
        opening = opening if draft else near
        numbers = (
            Mark("target", choice.cells[-1:], str(number)) for number, choice in enumerate(offered, 1) if choice.cells
        )
        yield replace(table.with_marks(*numbers), composing=True, near=near, opening=opening)
        draft = (*draft, question.answer(choice.token for choice in offered[: max(1, question.least)]))

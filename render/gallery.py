"""Contact sheets: all kinds of pictures of a game on one sheet, at the size of a phone, for people who work on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from games.core.errors import GameError
from games.core.game import Game
from games.core.protocol.session import Session
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome
from games.core.table import Mark, Table
from render.canvas.contact import contact
from render.canvas.painter import Painter
from render.canvas.pngfile import png
from render.demo import playout, with_players
from render.layout import WIDTH
from render.picture import compose, look_of
from render.theme import Patterns, ThemeName

PHONE, COLUMNS = 400, 3
_LONGEST, _NUMBERS = 600, 12


def gallery(game: Game[Any, Any], theme: ThemeName, patterns: Patterns = "small", width: int = PHONE) -> bytes:
    """Draw the sheet as PNG: early, middle, composing a move, the end, and other options and numbers of seats."""
    tables = list(kinds(game))
    look, painter = look_of(tables[0], theme, patterns), Painter(1.0)
    # Drawn at the size that is sent, then scaled down as on a phone.
    frames = [painter.frame(compose(table, look, WIDTH)) for table in tables]
    return png(contact(frames, width, COLUMNS, look.line, look.surfaces))


def kinds(game: Game[Any, Any]) -> Iterator[Table]:
    """Yield tables of every kind."""
    info = game.info
    whole = list(playout(game, info.min_seats, {}, _LONGEST, 7))
    yield from (whole[min(ply, len(whole) - 1)] for ply in (6, 40))
    yield whole[-1]
    yield from composing_tables(game, info.min_seats, 20, 7)
    if info.max_seats > info.min_seats:
        crowd = list(playout(game, info.max_seats, {}, _LONGEST, 7))
        yield from (crowd[min(30, len(crowd) - 1)], crowd[-1])
    for option in info.options:
        for value in dict.fromkeys((option.values[0], option.values[-1])):
            try:
                *_, last = playout(game, info.min_seats, {option.key: value}, 30, 7)
            except GameError:  # an option that needs more players
                continue
            yield last


def composing_tables(game: Game[Any, Any], seats: int, plies: int, seed: int) -> Iterator[Table]:
    """Yield what the player to move sees at the first question, and after the first answer."""
    session, rng = Session.new(game, seats, {}), Random(seed)  # noqa: S311 - moves to look at
    for _ in range(plies):
        _step(game, session, rng)
    status = session.status()
    while not isinstance(status, Outcome) and min(status.seats) == CHANCE:
        _step(game, session, rng)
        status = session.status()
    if isinstance(status, Outcome):
        return
    seat = min(status.seats)
    draft: tuple[str, ...] = ()
    for _ in range(2):
        question = game.presenter.ask(session.state, seat, draft)
        if question is None:
            return
        shown = with_players(game.presenter.preview(session.state, seat, draft), status)
        suggested = [choice for choice in question.choices if choice.token in question.suggested]
        offered = suggested or question.choices[:_NUMBERS]
        numbers = (
            Mark("target", choice.cells[-1:], str(number)) for number, choice in enumerate(offered, 1) if choice.cells
        )
        yield replace(shown, composing=True).with_marks(*numbers)
        draft = (*draft, question.choices[0].token)


def _step(game: Game[Any, Any], session: Session, rng: Random) -> None:
    """Play one random move, unless the match is over."""
    status = session.status()
    if isinstance(status, Outcome):
        return
    seat = min(status.seats)
    move = random_move(game.rules, session.state, seat, rng)
    session.play(seat, game.rules.text(move))

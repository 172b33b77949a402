"""Tables of example matches: for the command line, the benchmarks, the tests, and warming up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.game import Game
from games.core.i18n import join_list
from games.core.protocol.session import Session
from games.core.record import Entry, Record
from games.core.search.greedy import random_move
from games.core.sentences import fill_names
from games.core.status import CHANCE, Outcome, Turn
from games.core.table import PlayerStrip, Table

NAMES = ("Rosalind", "Tomasz", "Ayşe", "Kwame")
CLOCKS = ("4:07", "2:51", "6:30", "0:42")
_NODES = 100
"""The number of positions that an AI may look at before it moves."""
_PLIES, _APART = 48, 12
"""The number of plies that the examples of a game span, and the step between them."""


def with_players(
    table: Table, status: Turn | Outcome, names: tuple[str, ...] = NAMES, description: MoveDescription | None = None
) -> Table:
    """Return the table with what a host adds: names, clocks, the turn or the final places, and the last move."""
    acting = status.seats if isinstance(status, Turn) else frozenset[int]()
    places = status.places if isinstance(status, Outcome) else None
    players = tuple(
        replace(
            player,
            name=names[player.seat % len(names)],
            clock=CLOCKS[player.seat],
            active=player.seat in acting,
            place=places[player.seat] if places else None,
        )
        for player in table.players
    )
    result = _result(players, status) if isinstance(status, Outcome) else ""
    headline = fill_names(description.words, names) if description else ""
    table = replace(table, players=players, headline=headline, result=result)
    return table.with_marks(*description.marks) if description else table


def _result(players: tuple[PlayerStrip, ...], outcome: Outcome) -> str:
    winners = [player.name for player in players if player.place == 1]
    verb = "wins" if len(winners) == 1 else "draw"
    return f"{join_list(winners)} {verb}: {outcome.reason}"


class Position(NamedTuple):
    """A state of a match and the move that led to it, in words and as it is recorded."""

    state: object
    status: Turn | Outcome
    description: MoveDescription | None = None
    entry: Entry | None = None


def positions(
    game: Game[Any, Any], seats: int, options: Mapping[str, str], plies: int, seed: int, level: str = ""
) -> Iterator[Position]:
    """Yield the positions of a match from the start to at most `plies` plies later, with random moves or an AI's."""
    session, rng = Session.new(game, seats, options), Random(seed)  # noqa: S311 - moves to look at
    yield Position(session.state, session.status())
    for _ in range(plies):
        status = session.status()
        if isinstance(status, Outcome):
            return
        seat = min(status.seats)
        if level and seat != CHANCE:
            move = game.player.think(game.rules.view(session.state, seat), seat, level, Budget(nodes=_NODES), rng).move
        else:
            move = random_move(game.rules, session.state, seat, rng)
        description = game.presenter.describe(session.state, seat, move)
        session.play(seat, game.rules.text(move))
        yield Position(session.state, session.status(), description, session.entries[-1])


def table_of(game: Game[Any, Any], position: Position) -> Table:
    """Return the table of a position as everybody sees it."""
    return with_players(game.presenter.table(position.state, None), position.status, description=position.description)


def playout(game: Game[Any, Any], seats: int, options: Mapping[str, str], plies: int, seed: int) -> Iterator[Table]:
    """Return the tables of a match of random moves, from the start to at most `plies` plies later."""
    return (table_of(game, position) for position in positions(game, seats, options, plies, seed))


def examples(game: Game[Any, Any]) -> Iterator[Table]:
    """Return tables of a match of random moves, far enough apart to contain most of what will be drawn."""
    return islice(playout(game, game.info.min_seats, {}, _PLIES, 7), 0, None, _APART)


def play_randomly(
    game: Game[Any, Any], seats: int = 2, options: Mapping[str, str] | None = None, plies: int = 40, seed: int = 1
) -> Table:
    """Return the last table of a random match."""
    *_, last = playout(game, seats, options or {}, plies, seed)
    return last


def replay_record(game: Game[Any, Any], record: Record) -> Iterator[Table]:
    """Yield the tables of a recorded match, from the start. Raises what the game raises at a move it refuses."""
    names = tuple(dict(record.notes).get(str(seat), NAMES[seat]) for seat in range(record.seats))
    session = Session.new(game, record.seats, record.options)
    yield with_players(game.presenter.table(session.state, None), session.status(), names)
    for entry in record.entries:
        description = game.presenter.describe(session.state, entry.seat, game.rules.parse(entry.text))
        session.play(entry.seat, entry.text)
        yield with_players(game.presenter.table(session.state, None), session.status(), names, description)

"""What the conformance tests share: the games that are found, random play in them, and their own data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games.core.errors import BadNotation
from games.core.game import AnyGame
from games.core.lesson import Lesson
from games.core.protocol.session import Session
from games.core.record import Record, read_record
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat, Turn

State = Any
EVERY = games.every()
EACH_GAME = pytest.mark.parametrize("game", EVERY, ids=[game.info.key for game in EVERY])
PLIES = 120


def seatings(game: AnyGame) -> list[int]:
    """Every number of seats."""
    return list(range(game.info.min_seats, game.info.max_seats + 1))


def option_sets(game: AnyGame) -> list[dict[str, str]]:
    """The default options, and each other value of each option once (a handful)."""
    default = game.info.check_options({})
    others = [default | {option.key: value} for option in game.info.options for value in option.values]
    return [default, *Random(1).sample(others, min(4, len(others)))]


def random_step(game: AnyGame, state: State, rng: Random) -> tuple[Seat, Any, State]:
    """One random legal move: who, what, and the state after it."""
    seat = rng.choice(sorted(turn_of(game, state).seats))
    move = random_move(game.rules, state, seat, rng)
    return seat, move, game.rules.play(state, seat, move)


def turn_of(game: AnyGame, state: State) -> Turn:
    """The turn of a match that goes on."""
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    return status


def to_act(game: AnyGame, state: State, *, chance: bool = False) -> list[Seat]:
    """The seats that may act now, in order; nobody at the end. `chance`: also when chance is to act."""
    status = game.rules.status(state)
    seats = sorted(status.seats) if isinstance(status, Turn) else []
    return [seat for seat in seats if chance or seat != CHANCE]


def walks(game: AnyGame, plies: int = PLIES) -> Iterator[tuple[State, dict[str, str]]]:
    """States of random play over seatings and options, each with its options."""
    for number, options in enumerate(option_sets(game)):
        for seats in seatings(game):
            rng = Random(number * 10 + seats)
            try:
                state = game.rules.start(seats, options)
            except BadNotation:  # an option that only suits more seats
                continue
            yield state, options
            for _ in range(plies):
                if isinstance(game.rules.status(state), Outcome):
                    break
                _, _, state = random_step(game, state, rng)
                yield state, options


def data_folder(game: AnyGame) -> Path:
    """Where `perft.txt` and `playthroughs/` of a game are: its tests in this project, else its own folder."""
    ours = Path(__file__).parents[1] / game.info.key
    return ours if ours.is_dir() else package_folder(game)


def package_folder(game: AnyGame) -> Path:
    """The folder of the game itself."""
    return Path(str(import_module(f"games.{game.info.key}").__file__)).parent


@dataclass(frozen=True, slots=True)
class PerftRow:
    """One row of a perft table: options, a position (see `state`), and the lines of play of 1, 2, 3 ... moves."""

    options: dict[str, str]
    position: str
    counts: tuple[int, ...]

    def state(self, game: AnyGame) -> State:
        """The state of the position: that of a position line, or "start" and moves of whoever is to act."""
        start, *moves = self.position.split("; ")
        if start != "start":
            return game.rules.load(self.position, game.info.check_options(self.options))
        session = Session.new(game, game.info.min_seats, self.options)
        for move in moves:
            session.play(min(turn_of(game, session.state).seats), move)
        return session.state


def perft_rows(game: AnyGame) -> list[PerftRow]:
    """The perft table of a game, empty where it has none."""
    path = data_folder(game) / "perft.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    rows = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            options, position, counts = (part.strip() for part in line.split("|"))
            pairs = (word.partition("=")[::2] for word in options.split() if word != "-")
            rows.append(PerftRow(dict(pairs), position, tuple(map(int, counts.split()))))
    return rows


def playthroughs(game: AnyGame) -> dict[str, Record]:
    """The recorded matches of a game by the name of their file, empty where it has none."""
    paths = sorted((data_folder(game) / "playthroughs").glob("*.txt"))
    return {path.stem: read_record(path.read_text(encoding="utf-8")) for path in paths}


def recorded_states(game: AnyGame) -> Iterator[tuple[State, dict[str, str]]]:
    """Every state along the recorded matches: these reach what random play seldom does, the end above all."""
    for record in playthroughs(game).values():
        session = Session.new(game, record.seats, record.options)
        yield session.state, dict(session.options)
        for entry in record.entries:
            session.play(entry.seat, entry.text)
            yield session.state, dict(session.options)


def unnamed_moves(game: AnyGame, lesson: Lesson) -> list[Any]:
    """Legal moves of a step of a tutorial that none of its tries names; of very many the first ones."""
    state = game.rules.load(lesson.position, game.info.check_options(dict(lesson.options)))
    named = {game.rules.parse(one.move) for one in lesson.tries}
    return [move for move in islice(game.rules.legal(state, lesson.seat), 1000) if move not in named]


def absent(game: AnyGame, what: str) -> Any:  # noqa: ANN401 - pytest names the type in its private modules only
    """The parameter of a test that is skipped, since the game brings no such data."""
    key = game.info.key
    return pytest.param(game, None, marks=pytest.mark.skip(f"{key} brings no {what}"), id=f"{key}-none")


class JumpingClock:
    """A clock that shows the same time for some looks, and later ever after, and counts the looks at the later time."""

    def __init__(self, looks: int) -> None:
        self._left = looks
        self.looks_too_late = 0

    def __call__(self) -> float:
        self._left -= 1
        if self._left >= 0:
            return 0.0
        self.looks_too_late += 1
        return 60.0

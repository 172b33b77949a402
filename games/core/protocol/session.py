"""One match being played: the state, the record, and repetitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from games.core.errors import NotYourTurn
from games.core.game import Game
from games.core.i18n import gettext
from games.core.info import Options
from games.core.record import Entry, Record
from games.core.status import Outcome, Seat, Turn, tie


class Session:
    """A match in memory, as text: the engine protocol, records and simulations are built on it.

    Counts how often each position line occurs, for games with a repetition rule (`GameInfo.repetition`) and those whose
    computer player minds repetitions. A refused move changes nothing.
    """

    def __init__(self, game: Game[Any, Any], state: object, options: Options) -> None:
        """Begin from a state; see `new` and `load`."""
        self.game = game
        self.state = state
        self.options = options
        self.seats = game.rules.seats(state)
        self.entries: list[Entry] = []
        self._seen: dict[str, int] = {}
        self._repeated = False
        self._count()

    @classmethod
    def new(cls, game: Game[Any, Any], seats: int, options: Mapping[str, object]) -> Self:
        """Start a new match. Raises BadNotation for seats or options the game does not have."""
        game.info.check_seats(seats)
        checked = game.info.check_options(options)
        return cls(game, game.rules.start(seats, checked), checked)

    @classmethod
    def load(cls, game: Game[Any, Any], options: Mapping[str, object], position: str) -> Self:
        """Start a match from a position line. Raises BadNotation."""
        checked = game.info.check_options(options)
        return cls(game, game.rules.load(position, checked), checked)

    @property
    def last(self) -> Seat | None:
        """The seat that moved last, or None before the first move."""
        return self.entries[-1].seat if self.entries else None

    @property
    def history(self) -> list[object]:
        """The positions so far as states if the game's computer player minds them; else empty."""
        return [self.game.rules.load(position, self.options) for position in self._seen]

    def status(self) -> Turn | Outcome:
        """Return the turn, or the outcome of the match; a repetition also ends it."""
        if self._repeated:
            return tie(self.seats, gettext("the same position has come up {n} times", n=self.game.info.repetition))
        return self.game.rules.status(self.state)

    def play(self, seat: Seat, text: str) -> None:
        """Play a move given as text. Raises what the game raises, and NotYourTurn if the match is over."""
        if isinstance(self.status(), Outcome):
            raise NotYourTurn(gettext("The match is over."))
        move = self.game.rules.parse(text)
        self.state = self.game.rules.play(self.state, seat, move)
        self.entries.append(Entry(seat, self.game.rules.text(move)))
        self._count()

    def record(self) -> Record:
        """Return the record of the match so far."""
        info = self.game.info
        return Record(info.key, info.version, self.seats, self.options, tuple(self.entries))

    def _count(self) -> None:
        if not self.game.minds_history:
            return
        position = self.game.rules.dump(self.state)
        self._seen[position] = self._seen.get(position, 0) + 1
        most = self.game.info.repetition
        self._repeated = (
            most is not None and self._seen[position] >= most and isinstance(self.game.rules.status(self.state), Turn)
        )


def replay(game: Game[Any, Any], record: Record) -> Session:
    """Return the session after all entries of a record. Raises what the game raises at the first entry it refuses."""
    session = Session.new(game, record.seats, record.options)
    for entry in record.entries:
        session.play(entry.seat, entry.text)
    return session

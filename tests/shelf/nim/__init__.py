"""Nim: take one, two or three counters; whoever takes the last one wins. The worked example of docs/new-game.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.core.boards.grid import Grid, read_fields
from games.core.description import MoveDescription
from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.game import Game
from games.core.i18n import gettext, ngettext
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.presenter import Presenter
from games.core.question import Choice
from games.core.rules import Rules
from games.core.search.player import SearchPlayer
from games.core.sentences import PlayerName
from games.core.status import Outcome, Seat, Turn, turn, win
from games.core.table import Area, Cell, Mark, Piece, PlayerStrip, Table


@dataclass(frozen=True, slots=True)
class Row:
    """How many counters are left of how many, and who takes next (RULES 4)."""

    left: int
    full: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Take this many counters (RULES 2.1)."""

    number: int


INFO = GameInfo(
    key="nim",
    title="Nim",
    version=1,
    summary=gettext("Take one, two or three counters; whoever takes the last one wins"),
    sides=(gettext("First"), gettext("Second")),
    options=(Option("counters", gettext("Counters"), ("9", "12", "15"), "12"),),
)


class NimRules(Rules[Row, Take]):
    """The rules of Nim."""

    info = INFO

    def start(self, seats: int, options: Options) -> Row:
        self.info.check_seats(seats)
        full = int(options["counters"])
        return Row(full, full, Seat(0))

    def status(self, state: Row) -> Turn | Outcome:
        if state.left:
            return turn(state.seat)
        return win(1 - state.seat, gettext("the last counter is taken"))

    def legal(self, state: Row, seat: Seat) -> LegalMoves[Take]:
        most = min(3, state.left) if seat == state.seat else 0
        return ListedMoves([Take(number) for number in range(1, most + 1)])

    def play(self, state: Row, seat: Seat, move: Take) -> Row:
        if not state.left or seat != state.seat:
            raise NotYourTurn(gettext("It isn't your turn."))
        if not 1 <= move.number <= min(3, state.left):
            raise IllegalMove(gettext("You can take 1 to {most} counters now.", most=min(3, state.left)))
        return Row(state.left - move.number, state.full, Seat(1 - seat))

    def parse(self, text: str) -> Take:
        words = text.lower().split()
        if len(words) != 2 or words[0] != "take" or words[1] not in {"1", "2", "3"}:
            raise BadNotation(gettext("I couldn't read '{text}'. Write e.g. take 2.", text=text[:20]))
        return Take(int(words[1]))

    def text(self, move: Take) -> str:
        return f"take {move.number}"

    def dump(self, state: Row) -> str:
        return f"left={state.left} full={state.full} t={state.seat}"

    def load(self, text: str, options: Options) -> Row:
        fields = read_fields(text, ("left", "full", "t"))
        values = [fields.get(name, "") for name in ("left", "full", "t")]
        if not all(value.isdecimal() and len(value) < 3 for value in values):
            raise BadNotation(gettext("A position looks like left=12 full=12 t=0."))
        left, full, seat = map(int, values)
        if left > full or full < 1 or seat > 1:
            raise BadNotation(gettext("A position looks like left=12 full=12 t=0."))
        return Row(left, full, Seat(seat))


class NimPresenter(Presenter[Row, Take]):
    """How Nim is shown."""

    def tokens(self, state: Row, move: Take) -> tuple[str, ...]:
        return (str(move.number),)

    def compose(self, draft: tuple[str, ...]) -> str:
        return f"take {draft[0]}"

    def choice(self, state: Row, seat: Seat, draft: tuple[str, ...], token: str) -> Choice:
        return Choice(token, ngettext("Take {n} counter", "Take {n} counters", int(token)))

    def describe(self, state: Row, seat: Seat, move: Take) -> MoveDescription:
        taken = board(state.full).cells[state.left - move.number : state.left]
        words = ngettext("{name} takes {n} counter", "{name} takes {n} counters", move.number, name=PlayerName(seat))
        to_you = ngettext("You take {n} counter", "You take {n} counters", move.number)
        return MoveDescription(words, (Mark("from", tuple(cell.name for cell in taken)),), to_you)

    def table(self, state: Row, viewer: Seat | None) -> Table:
        area = board(state.full)
        pieces = tuple(Piece(cell.name, "counter", "yellow", "o", "Counter") for cell in area.cells[: state.left])
        players = tuple(
            PlayerStrip(seat, ("seat-0", "seat-1")[seat], side) for seat, side in enumerate(self.rules.info.sides)
        )
        return Table(
            "Nim", (area,), pieces, players, caption=ngettext("{n} counter left", "{n} counters left", state.left)
        )


class NimPlayer(SearchPlayer[Row, Take]):
    """The computer opponent."""

    def evaluate(self, state: Row, seat: Seat) -> float:
        mover = 0.5 if state.left % 4 else -0.5
        return mover if seat == state.seat else -mover


@lru_cache
def board(counters: int) -> Area:
    """Three rows of counters."""
    columns = (counters + 2) // 3
    grid = Grid(columns, 3)
    cells = tuple(Cell(grid.names[i], (i % columns, i // columns)) for i in range(counters))
    return Area("board", "grid", cells)


RULES = NimRules()
PRESENTER = NimPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, NimPlayer(RULES, PRESENTER.describe))

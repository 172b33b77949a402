"""The contract of a game, answered by the modules of this folder."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.game import Game
from games.core.info import GameInfo, Option, Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.lesson import Lesson
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.question import Question
from games.core.rules import Rules
from games.core.say import say
from games.core.status import Outcome, Seat, Turn, tie, turn, won
from games.core.table import Table
from games.onyx import ask, moves, proposals, rules, score, tell, thinker
from games.onyx.board import Board, find_board, offered_boards
from games.onyx.legal import Placements, Removals
from games.onyx.lessons import LESSONS
from games.onyx.moves import Move
from games.onyx.preview import preview
from games.onyx.state import State, empty, line, read_line
from games.onyx.suggest import suggest
from games.onyx.table import table
from games.onyx.words import SIDES

_KING = (4, 5, 6, 7, 8, 9, 10, 12, 15, 19)
_HEX = (3, 4, 5, 6, 7)
_SNUB = (2, 3, 4, 5, 6)
_GRID = (6, 8, 10, 13)
_BOARD = Option(
    "board",
    say("Board"),
    values=(
        *(f"king-{n}" for n in _KING),
        *(f"hex-{n}" for n in _HEX),
        *(f"snub-{n}" for n in _SNUB),
        *(f"grid-{n}" for n in _GRID),
    ),
    default="king-8",
    free=offered_boards(),
    labels=(
        *(say("{n} × {n} squares, diagonals too", n=n) for n in _KING),
        *(say("Hexagon of side {n}, {spaces} spaces", n=n, spaces=3 * n * (n - 1) + 1) for n in _HEX),
        *(say("Snub square tiling, {n} × {n} spaces", n=2 * n) for n in _SNUB),
        *(say("{n} × {n} squares, no diagonals", n=n) for n in _GRID),
    ),
)
_BOTH_TURNS = Turn(frozenset({Seat(0), Seat(1)}), "remove")

INFO = GameInfo(
    key="onyx",
    title="Onyx",
    version=1,
    summary=say("Two colours each: place, stack, suffocate, and hold territory with both."),
    sides=SIDES,
    options=(_BOARD,),
    repetition=3,
)


class OnyxRules(Rules[State, Move]):
    """Onyx. Stateless: see `state.State` for a position and `moves.Move` for a move."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return empty(self._board(options))

    def status(self, state: State) -> Turn | Outcome:
        if state.phase == "play":
            return turn(state.turn)
        if state.phase == "over":
            return _outcome(state)
        return turn(2 - state.removed, "remove") if state.removed else _BOTH_TURNS

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        if state.phase == "play" and state.turn == seat:
            return Placements(state, seat)
        if state.phase == "remove" and seat in {0, 1} and not state.removed >> seat & 1:
            return Removals(state, seat)
        return ListedMoves()

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return rules.play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.read_move(text)

    def text(self, move: Move) -> str:
        return moves.text_of(move)

    def dump(self, state: State) -> str:
        return line(state)

    def load(self, text: str, options: Options) -> State:
        return read_line(text, self._board(options))

    def view(self, state: State, viewer: Seat | None) -> State:
        """Sealed stacks are known to the seat that named them only (RULES 6.2)."""
        if state.phase != "remove" or not state.removed:
            return state
        knows = viewer is not None and viewer >= 0 and state.removed >> viewer & 1
        return state if knows else state._replace(sealed=None)

    def _board(self, options: Options) -> Board:
        return find_board(self.info.check_options(options)["board"])


class OnyxPresenter(Presenter[State, Move]):
    """How Onyx is shown."""

    def ask(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        return ask.ask(state, seat, draft)

    def preview(self, state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
        return preview(state, seat, draft)

    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS

    def tokens(self, state: State, move: Move) -> tuple[str, ...]:
        return ask.tokens(state, move)

    def compose(self, draft: tuple[str, ...]) -> str:
        return ask.compose(draft)

    def suggest(self, state: State, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        status = self.rules.status(state)
        return suggest(state, seat, typed, limit) if isinstance(status, Turn) and seat in status.seats else ()

    def table(self, state: State, viewer: Seat | None) -> Table:
        return table(state)

    def describe(self, state: State, seat: Seat, move: Move) -> MoveDescription:
        return tell.tell(state, seat, move)


class OnyxPlayer(Player[State, Move]):
    """The computer opponent."""

    def evaluate(self, state: State, seat: Seat) -> float:
        return score.standing(state, seat)

    def propose(self, state: State, seat: Seat, rng: Random) -> Iterable[Move]:
        """Every piece and stack, or those near others, and pairs of the best pieces; in the removal as by default."""
        return super().propose(state, seat, rng) if state.phase == "remove" else proposals.propose(state, seat, rng)

    def think(self, view: State, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[Move]:
        return thinker.think(view, seat, level, budget, rng)


def _outcome(state: State) -> Outcome:
    """The result by points (RULES 7.3)."""
    scores = score.player_scores(state)
    high, low = max(scores), min(scores)
    if high == low:
        return tie(2, say("{n} points each", n=high), scores)
    winner = scores.index(high)
    return won(winner, say("{side}: {high} to {low} points", side=SIDES[winner], high=high, low=low), scores)


RULES = OnyxRules()
PRESENTER = OnyxPresenter(RULES)
GAME = Game(INFO, RULES, PRESENTER, OnyxPlayer(RULES))

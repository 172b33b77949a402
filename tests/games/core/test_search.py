"""The common search: strong where it can look to the end, repeatable, in time, blind to what it may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

import games
from games.core.budget import Budget
from games.core.description import MoveDescription
from games.core.game import Game
from games.core.info import Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.levels import LEVELS
from games.core.rules import Rules
from games.core.search.greedy import random_move
from games.core.search.player import SearchPlayer
from games.core.search.tree import TreeSearch
from games.core.status import CHANCE, Outcome, Seat, Turn, turn, win
from tests.games.conformance.walks import JumpingClock
from tests.shelf.nim import GAME as NIM
from tests.shelf.nim import Row, Take

ENOUGH = Budget(nodes=12_000)


class BlindPlayer(SearchPlayer[Row, Take]):
    """A player of Nim who cannot tell good positions from bad ones."""

    def evaluate(self, state: Row, seat: Seat) -> float:
        return 0.0


BLIND_NIM = BlindPlayer(NIM.rules, NIM.presenter.describe)


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11, 13, 14, 15])
def test_nim_is_played_perfectly(left: int) -> None:
    """Whoever leaves a multiple of four wins."""
    thought = BLIND_NIM.think(Row(left, 15, Seat(0)), Seat(0), "master", ENOUGH, Random(1))
    assert thought.move == Take(left % 4)


def test_a_win_at_once_is_taken_without_a_search() -> None:
    search = TreeSearch(NIM.player, Row(3, 12, Seat(1)), Seat(1), Budget(nodes=5).start(), Random(1))
    assert search.best() == Take(3)


@pytest.mark.parametrize("key", games.keys())
def test_the_same_seed_and_nodes_give_the_same_move(key: str) -> None:
    game = games.find(key)
    state, seat = early(game)
    moves = {TreeSearch(game.player, state, seat, Budget(nodes=600).start(), Random(5)).best() for _ in range(3)}
    assert len(moves) == 1
    assert moves.pop() in game.rules.legal(state, seat)


@pytest.mark.parametrize("key", games.keys())
def test_a_search_ends_with_the_budget(key: str) -> None:
    game = games.find(key)
    state, seat = early(game)
    clock = JumpingClock(30)
    TreeSearch(game.player, state, seat, Budget(seconds=1, clock=clock).start(), Random(5)).best()
    assert clock.looks_too_late <= 5


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_matches(level: str) -> None:
    state, rng = Row(12, 12, Seat(0)), Random(3)
    while isinstance(status := NIM.rules.status(state), Turn):
        seat = min(status.seats)
        move = NIM.player.think(state, seat, level, Budget(nodes=200), rng).move
        state = NIM.rules.play(state, seat, move)
    assert status.winner is not None


class CountingPlayer(BlindPlayer):
    """Counts the evaluations of its search."""

    count = 0

    def evaluate(self, state: Row, seat: Seat) -> float:
        self.count += 1
        return 0.0


def count_evaluations(level: str, nodes: int) -> int:
    """Return the number of evaluations of a search with this budget."""
    player = CountingPlayer(NIM.rules, NIM.presenter.describe)
    player.think(Row(60, 60, Seat(0)), Seat(0), level, Budget(nodes=nodes), Random(1))
    return player.count


def test_medium_searches_few_nodes_however_many_it_may_use() -> None:
    assert count_evaluations("medium", 12_000) == count_evaluations("medium", 4000)
    assert count_evaluations("master", 12_000) > count_evaluations("master", 4000)


def test_medium_searches_no_more_nodes_than_it_may_use() -> None:
    assert count_evaluations("medium", 0) == count_evaluations("master", 0) < count_evaluations("medium", 100)


@dataclass(frozen=True, slots=True)
class Calls:
    """What each seat has called, None before or where it is hidden, and the die, None before it is thrown."""

    first: int | None = None
    second: int | None = None
    die: int | None = None


class GuessRules(Rules[Calls, int]):
    """Seat 0 hides 0, 1 or 2, usually 1. Seat 1, who must guess, wins with a right guess unless the die shows 0.

    Both may call at the same time, or seat 1 sees that a number was hidden, but not which.
    """

    info = replace(NIM.info, key="guess")

    def start(self, seats: int, options: Options) -> Calls:
        return Calls()

    def status(self, state: Calls) -> Turn | Outcome:
        waiting = frozenset(Seat(seat) for seat, call in enumerate((state.first, state.second)) if call is None)
        if waiting:
            return Turn(waiting)
        if state.die is None:
            return turn(CHANCE)
        return win(int(state.first == state.second and state.die > 0), "guessed")

    def legal(self, state: Calls, seat: Seat) -> LegalMoves[int]:
        return ListedMoves((0, 1, 2))

    def deal(self, state: Calls, rng: Random) -> int:
        return rng.randrange(6)

    def play(self, state: Calls, seat: Seat, move: int) -> Calls:
        if seat == CHANCE:
            return replace(state, die=move)
        return replace(state, first=move) if seat == 0 else replace(state, second=move)

    def view(self, state: Calls, viewer: Seat | None) -> Calls:
        return state if viewer == 0 or state.first is None else replace(state, first=HIDDEN)

    def parse(self, text: str) -> int:
        return int(text)

    def text(self, move: int) -> str:
        return str(move)

    def dump(self, state: Calls) -> str:
        return repr(state)

    def load(self, text: str, options: Options) -> Calls:
        raise NotImplementedError


class GuessPlayer(SearchPlayer[Calls, int]):
    """Knows what seat 0 usually hides, and nothing else."""

    def evaluate(self, state: Calls, seat: Seat) -> float:
        return 0.0

    def determinize(self, view: Calls, seat: Seat, rng: Random) -> Calls:
        return replace(view, first=rng.choice((0, 1, 1, 1, 1, 2))) if view.first == HIDDEN else view


GUESS = GuessPlayer(GuessRules(), lambda _state, _seat, move: MoveDescription(f"calls {move}"))
HIDDEN = -1


def test_what_is_hidden_is_determinized() -> None:
    """Seat 1 guesses what seat 0 usually hides, and cannot know what it has hidden this time."""
    views = [GUESS.rules.view(Calls(first=hidden), Seat(1)) for hidden in (0, 1, 2)]
    assert {GUESS.think(view, Seat(1), "master", Budget(nodes=3000), Random(4)).move for view in views} == {1}


def test_seats_that_decide_at_once_do_not_know_of_each_other() -> None:
    """Seat 0 would be found out if seat 1 saw its choice; as it does not, no number is the best."""
    calls = {GUESS.think(Calls(), Seat(0), "master", Budget(nodes=1500), Random(seed)).move for seed in range(12)}
    assert len(calls) > 1


def early(game: Game[Any, Any]) -> tuple[Any, Seat]:
    """A position some random plies into a match, and who is to move."""
    rng = Random(2)
    state = game.rules.start(game.info.min_seats, game.info.check_options({}))
    for ply in count():
        status = game.rules.status(state)
        assert isinstance(status, Turn)
        seat = min(status.seats)
        if ply >= 8 and seat != CHANCE:
            return state, seat
        state = game.rules.play(state, seat, random_move(game.rules, state, seat, rng))
    raise AssertionError

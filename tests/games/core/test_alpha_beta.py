"""The alpha-beta search that needs no kernel: perfect where it can look to the end, in time, with bounded errors."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.core.budget import Budget
from games.core.kernel.search import Errors
from games.core.search.alpha_beta import AlphaBeta, Branch
from games.core.status import Outcome, Seat
from tests.shelf.nim import GAME as NIM
from tests.shelf.nim import Row, Take

WIN = 60_000
DEEP = 20


class NimSearch(AlphaBeta[Row, Take]):
    """All moves; a position says nothing at a glance unless the match is over, and a sooner win is better."""

    def branches(self, state: Row, depth: int, enough: int) -> Iterable[Branch[Row, Take]]:
        return (self.branch(state, move) for move in NIM.rules.legal(state, seat_of(state)))

    def branch(self, state: Row, move: Take) -> Branch[Row, Take]:
        seat = seat_of(state)
        after = NIM.rules.play(state, seat, move)
        status = NIM.rules.status(after)
        return Branch(WIN if isinstance(status, Outcome) and status.winner == seat else 0, move, after)

    def number_of(self, move: Take) -> int:
        return move.number

    def is_over(self, state: Row) -> bool:
        return isinstance(NIM.rules.status(state), Outcome)

    def discount(self, value: int, plies: int) -> int:
        return value - plies if value > 0 else value + plies if value < 0 else 0


def seat_of(state: Row) -> Seat:
    status = NIM.rules.status(state)
    assert not isinstance(status, Outcome)
    return min(status.seats)


def row(left: int) -> Row:
    return Row(left, 15, Seat(0))


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11, 13, 14, 15])
def test_nim_is_played_perfectly(left: int) -> None:
    """Whoever leaves a multiple of four wins, by taking four together with the other side each time."""
    search = NimSearch(Budget().start())
    best, *others = search.deepen(search.branches(row(left), 1, WIN), DEEP)
    assert best.move == Take(left % 4)
    assert best.value == WIN - 1 - 2 * (left // 4)
    assert all(line.value <= best.value for line in others)
    assert len(search.values) == 1 + 2 * (left // 4)


@pytest.mark.parametrize("left", [4, 8, 12])
def test_who_is_lost_holds_out_longest(left: int) -> None:
    search = NimSearch(Budget().start())
    assert search.deepen(search.branches(row(left), 1, WIN), DEEP)[0].value == left // 2 - WIN


def test_the_line_that_is_expected_can_be_played() -> None:
    search = NimSearch(Budget().start())
    state = row(9)
    best = search.deepen(search.branches(state, 1, WIN), DEEP)[0]
    for move in (best.move, *best.expected):
        state = NIM.rules.play(state, seat_of(state), move)
    assert len(best.expected) > 1


@pytest.mark.parametrize("nodes", [0, 1, 5, 20])
def test_the_search_ends_when_its_nodes_are_used_up(nodes: int) -> None:
    meter = Budget(nodes=nodes).start()
    search = NimSearch(meter)
    assert {line.move for line in search.deepen(search.branches(row(15), 1, WIN), DEEP)} == {Take(1), Take(2), Take(3)}
    assert not meter.open


def test_a_repetition_is_a_tie() -> None:
    """After the only move that wins, all answers have been on the board before."""
    state = row(6)
    after = NIM.rules.play(state, Seat(0), Take(2))
    earlier = [NIM.rules.play(after, Seat(1), Take(number)) for number in (1, 2, 3)]
    search = NimSearch(Budget().start(), earlier=earlier)
    best = search.deepen(search.branches(state, 1, WIN), DEEP)[0]
    assert (best.move, best.value) == (Take(2), 0)


class Guess(NimSearch):
    """Nim as somebody sees it who judges a row by what is left, and does not look to its end."""

    def branch(self, state: Row, move: Take) -> Branch[Row, Take]:
        branch = super().branch(state, move)
        return branch if branch.value else branch._replace(value=10 * (branch.state.left % 4 == 0))


def test_errors_choose_other_moves_and_cost_at_most_twice_as_much() -> None:
    """The move that leaves a multiple of four is worth ten more; the value that is said is without the error."""
    chosen = set()
    for salt in range(30):
        search = Guess(Budget().start(), Errors(4, salt))
        best = search.deepen(search.branches(row(15), 1, WIN), 2)[0]
        assert best.move == Take(3)
        wild = Guess(Budget().start(), Errors(40, salt))
        chosen.add(wild.deepen(wild.branches(row(15), 1, WIN), 2)[0])
    assert len({line.move for line in chosen}) == 3
    assert len({(line.move, line.value) for line in chosen}) == 3

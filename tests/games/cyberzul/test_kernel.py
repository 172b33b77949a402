"""The kernel against the rules, position by position; as it is written, and compiled where numba is installed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from games.core.budget import Budget
from games.core.kernel.run import Kernel, Run
from games.core.kernel.search import SURE, Errors, Line
from games.core.kernel.tree import DECIDED
from games.core.search.greedy import random_move
from games.core.status import CHANCE
from games.cyberzul import GAME
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.kernel.memory import (
    IN_CENTRE,
    SEATS,
    SOURCES,
    move_of,
    number_of,
)
from games.cyberzul.kernel.value import AHEAD, WON
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Take
from games.cyberzul.position import CENTRE, DRAFT, FACTORIES, OVER, Board, State
from games.cyberzul.rules import take
from games.cyberzul.scoring import score_round
from games.cyberzul.tiles import size
from tests.games.conformance.walks import JumpingClock
from tests.games.cyberzul.kernels import (
    AS_WRITTEN,
    ROUNDING,
    begin,
    boards_without_bonus,
    draft_positions,
    is_last,
    new_kernel,
    points_of,
)
from tests.games.cyberzul.positions import factories, lines, position
from tests.games.kernels import needs_numba, think_in_a_process

__all__ = ["new_kernel"]


def different_takes(state: State) -> list[int]:
    """The numbers of the legal moves; of factories with the same tiles, the first is enough."""
    known = state.factories
    return sorted(
        number_of(move)
        for move in legal_takes(state)
        if isinstance(move, Take) and (not move.source or known.index(known[move.source - 1]) == move.source - 1)
    )


def lead(boards: tuple[Board, ...], starter: int, seat: int, won: int) -> float:
    """The lead of one of two after a round that ended like this, in hundredths of a point."""
    points = points_of(boards, starter)
    ahead = points[seat] - points[1 - seat]
    return ahead + won * ((ahead > 0) - (ahead < 0)) * is_last(boards)


def agree(run: Run, state: State) -> None:
    """The kernel's position is the state: what lies where, what is legal, and what it is worth.

    After the last move of a round, only its value can be compared: the kernel does not clear the mats.
    """
    ply, seats = run.number("ply"), len(state.boards)
    starter = state.start if state.marker == CENTRE else state.marker
    boards = boards_without_bonus(state)
    if state.phase == DRAFT:
        assert run.numbers("turn", 1, ply) == [state.turn]
        assert run.numbers("heap", 1 + len(state.factories), SOURCES * ply) == [state.centre, *state.factories]
        assert run.numbers("rest", 1, ply) == [state.centre + sum(state.factories)]
        assert run.numbers("lines", seats, SEATS * ply) == [board.lines for board in boards]
        assert run.numbers("fallen", seats, SEATS * ply) == [len(board.floor) for board in boards]
        assert run.numbers("marker", 1, ply) == [IN_CENTRE if state.marker == CENTRE else state.marker]
        run.set({"top": 0})
        assert sorted(run.numbers("moves", run.call("generate"))) == different_takes(state)
        boards = tuple(score_round(board)[0] for board in boards)
    else:
        assert run.numbers("rest", 1, ply) == [0]
    run.call("count_points")
    assert run.numbers("points", seats) == pytest.approx(points_of(boards, starter), abs=ROUNDING)
    if seats == 2:
        won = AHEAD if state.phase == DRAFT else WON
        seat = run.numbers("turn", 1, ply)[0]
        assert run.call("value_now") == pytest.approx(lead(boards, starter, seat, won), abs=ROUNDING)


def play_round(kernel: Kernel, state: State, rng: Random) -> tuple[State, int]:
    """Compare the kernel with the rules to the end of the round; return the state there and the positions compared."""
    run, count = begin(kernel, state), 1
    agree(run, state)
    while state.phase == DRAFT:
        number = rng.choice(different_takes(state))
        run.call("make", number)
        state = take(state, move_of(number))
        agree(run, state)
        count += 1
    return state, count


def play_on(kernel: Kernel, seats: int, rng: Random) -> int:
    """Compare the kernel with the rules through a match at random; return the positions compared."""
    state, count = GAME.rules.start(seats, GAME.info.check_options({})), 0
    while state.phase != OVER:
        state = GAME.rules.play(state, CHANCE, random_move(GAME.rules, state, CHANCE, rng))
        state, compared = play_round(kernel, state, rng)
        count += compared
    return count


@pytest.mark.parametrize("seats", FACTORIES)
def test_the_kernel_plays_whole_matches_as_the_rules_do(seats: int) -> None:
    for seed in range(4):
        assert play_on(AS_WRITTEN, seats, Random(seed)) > 40


@needs_numba
@pytest.mark.parametrize("seats", FACTORIES)
def test_the_compiled_kernel_plays_matches_as_the_rules_do(compiled_kernel: Kernel, seats: int) -> None:
    for seed in range(2):
        assert play_on(compiled_kernel, seats, Random(seed)) > 40


@given(lines((DRAFT,)))
def test_the_kernel_agrees_on_any_position(line: str) -> None:
    play_round(AS_WRITTEN, GAME.rules.load(line, {}), Random(line))


@pytest.mark.slow
def test_a_hundred_thousand_positions() -> None:
    count = seed = 0
    while count < 100_000:
        count += play_on(AS_WRITTEN, 2 + seed % 3, Random(seed))
        seed += 1


def test_what_a_move_gains_at_a_glance_counts_tiles_that_fall() -> None:
    state = position("9:-,-,R2,-,-:...../...../...../...../.....:-", f=factories("RKKK"), c="RRRR")
    run = begin(AS_WRITTEN, state)

    def gain_of(text: str) -> int:
        move = GAME.rules.parse(text)
        assert isinstance(move, Take)
        return run.call("gain", number_of(move))

    assert gain_of("1 red 3") == 20 + 60 + 30
    assert gain_of("1 black 5") == 60
    assert gain_of("1 red f") == -100
    assert gain_of("c red 3") == 20 + 60 + 30 - 500, "three tiles fall behind the marker, which costs what it is worth"


def search_with(
    kernel: Kernel, state: State, nodes: int | None, patch: pytest.MonkeyPatch, errors: Errors = SURE
) -> tuple[list[Line[Take]], int, int]:
    patch.setattr("games.cyberzul.kernel.alpha_beta.KERNEL", kernel)
    search = AlphaBeta(state, Budget(nodes=nodes).start(), errors)
    return search.best(), search.depth, search.nodes


@needs_numba
@pytest.mark.parametrize("errors", [SURE, Errors(300, 77)])
def test_both_forms_find_the_same(compiled_kernel: Kernel, errors: Errors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, values, lines, depth and number of nodes, also misjudged: it is one algorithm."""
    for state in draft_positions()[::9]:
        assert search_with(AS_WRITTEN, state, 3000, monkeypatch, errors) == search_with(
            compiled_kernel, state, 3000, monkeypatch, errors
        )


def exact_value(state: State, seat: int) -> float:
    """The value at the end of the round by minimax over the rules alone."""
    if state.phase != DRAFT:
        return lead(boards_without_bonus(state), state.marker, seat, WON)
    values = [exact_value(take(state, move_of(number)), seat) for number in different_takes(state)]
    return max(values) if seat == state.turn else min(values)


def test_a_search_to_the_end_of_the_round_is_exact(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends by itself there, with the best move and its value."""
    compared = 0
    for seed in range(4):
        for state in draft_positions(seed):
            if size(state.centre + sum(state.factories)) > 5:
                continue
            best, *_ = search_with(kernel, state, None, monkeypatch)[0]
            assert best.value == pytest.approx(exact_value(state, state.turn), abs=ROUNDING)
            compared += 1
    assert compared > 20


def test_a_match_that_is_won_at_once_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is complete, and the points for it suffice."""
    state = position("30:B1,-,-,-,-:.xxxx/...../...../...../.....:-", c="B", m="1")
    best, *_ = search_with(AS_WRITTEN, state, None, monkeypatch)[0]
    assert best.value > DECIDED
    state = position(
        "5:B1,-,-,-,-:.xxxx/...../...../...../.....:-", "40:-,-,-,-,-:...../...../...../...../.....:-", c="B"
    )
    best, *_ = search_with(AS_WRITTEN, state, None, monkeypatch)[0]
    assert best.value < -DECIDED


def test_a_misjudged_move_costs_at_most_twice_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the search sees in it; it is not always the best, and the error is not in its value."""
    state, costs = draft_positions()[6], set()
    search = AlphaBeta(state, Budget().start())
    search.best(2)
    values = {
        line.move: line.value
        for line in search.judge([move_of(n) for n in different_takes(state)], Budget().start(), [1])
    }
    for salt in range(12):
        found = AlphaBeta(state, Budget().start(), Errors(60, Random(salt).getrandbits(60))).best(2)[0]
        costs.add(max(values.values()) - values[found.move])
        assert found.value == values[found.move], "what is said of it is what was found"
    assert max(costs) <= 120
    assert len(costs) > 1


@pytest.mark.parametrize("looks", [1, 5, 30])
def test_the_search_ends_when_its_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.cyberzul.kernel.alpha_beta.KERNEL", kernel)
    state, clock = draft_positions()[0], JumpingClock(looks)
    assert AlphaBeta(state, Budget(seconds=1, clock=clock).start()).best()[0].move in legal_takes(state)
    assert clock.looks_too_late <= 3


@needs_numba
def test_what_is_compiled_is_loaded_again(tmp_path: Path) -> None:
    """A search that calls itself comes back from the cache in another process."""
    assert think_in_a_process("cyberzul", tmp_path) == think_in_a_process("cyberzul", tmp_path)

"""Playouts, and the tree of playouts for two to four players, as written, and compiled where numba is installed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from games.core.budget import Budget
from games.core.kernel.run import Kernel
from games.cyberzul import GAME
from games.cyberzul.kernel.memory import number_of
from games.cyberzul.kernel.playout import SCALE, WHOLE
from games.cyberzul.kernel.playout import WON as WORTH_OF_A_WIN
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Take
from games.cyberzul.policy import supply, takes_with_gains
from games.cyberzul.position import DRAFT, FACTORIES, State
from games.cyberzul.rules import take
from games.cyberzul.search import Playouts
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
from tests.games.kernels import needs_numba

__all__ = ["new_kernel"]

Found = tuple[list[tuple[Take, float]], tuple[float, ...], int]


def search_with(kernel: Kernel, state: State, most: int, patch: pytest.MonkeyPatch, seed: int = 1) -> Found:
    patch.setattr("games.cyberzul.search.KERNEL", kernel)
    tree = Playouts(state, Budget().start(), Random(seed), most)
    return tree.rank_moves(), tree.values(), tree.count


def results(state: State) -> list[float]:
    """What a round that ended like this is worth to each seat, by the points that the rules give."""
    boards = boards_without_bonus(state)
    points = points_of(boards, state.turn)
    found = []
    for seat, mine in enumerate(points):
        ahead = mine - max(points[:seat] + points[seat + 1 :])
        share = ahead / (abs(ahead) + SCALE)
        won = WORTH_OF_A_WIN / WHOLE * is_last(boards)
        found.append(won * ((ahead > 0) - (ahead < 0)) + (1 - won) * share)
    return found


@given(lines((DRAFT,)))
def test_what_moves_gain_is_what_the_rules_say(line: str) -> None:
    """In any position, for any heap and line, and met a second time as well."""
    state = GAME.rules.load(line, {})
    run = begin(AS_WRITTEN, state)
    gains = {move: gain for gain, move in takes_with_gains(state)}
    for _ in range(2):
        for source, colour, number, marker in supply(state):
            at = run.call("gains_of", colour, number, marker)
            found = run.numbers("gains", 7, at)
            expected = {move.line: gain for move, gain in gains.items() if move[:2] == (source, colour)}
            assert {to: found[to] for to in expected} == pytest.approx(
                {to: 100 * gain for to, gain in expected.items()}, abs=ROUNDING
            )
            assert found[found[6]] == max(found[:6]), "the best line is known, too"
            assert all(found[to] < -100_000 for to in set(range(6)) - set(expected)), "others are never chosen"


@pytest.mark.parametrize("seats", FACTORIES)
def test_a_round_is_worth_the_lead_over_the_best_of_the_others(seats: int) -> None:
    compared = 0
    for seed in range(3):
        for state in draft_positions(seed, seats):
            takes = [move for move in legal_takes(state) if isinstance(move, Take)]
            after = [(move, take(state, move)) for move in takes]
            for move, end in after:
                if end.phase == DRAFT:
                    continue
                run = begin(AS_WRITTEN, state)
                run.call("make", number_of(move))
                run.call("count_results")
                found = [each / WHOLE for each in run.numbers("result", seats)]
                assert found == pytest.approx(results(end), abs=0.02)
                compared += 1
    assert compared > 30


@needs_numba
@pytest.mark.parametrize("seats", FACTORIES)
def test_both_forms_grow_the_same_tree(seats: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    for state in draft_positions(7, seats)[::11]:
        written = search_with(AS_WRITTEN, state, 200, monkeypatch)
        assert written == search_with(compiled_kernel, state, 200, monkeypatch)
        assert len(written[0]) == 1 or written[2] == 200


def best_result(state: State) -> list[float]:
    """What the rest of a round is worth to each seat if everybody plays their best move."""
    if state.phase != DRAFT:
        return results(state)
    replies = [best_result(take(state, move)) for move in legal_takes(state) if isinstance(move, Take)]
    return max(replies, key=lambda values: values[state.turn])


def test_the_tree_finds_the_best_move_at_the_end_of_a_round(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its value comes close to that of the best line, also among several."""
    compared = 0
    for seats in FACTORIES:
        for state in draft_positions(2, seats):
            if size(state.centre + sum(state.factories)) > 4:
                continue
            (move, value), *_ = search_with(kernel, state, 3000, monkeypatch)[0]
            best = best_result(state)[state.turn]
            assert best_result(take(state, move))[state.turn] == pytest.approx(best, abs=0.02)
            assert value == pytest.approx(best, abs=0.05)
            compared += 1
    assert compared > 12


def test_values_are_of_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is far ahead is expected to win, and the others to lose."""
    ahead, behind = "60:-,-,-,-,-:...../...../...../...../.....:-", "5:-,-,-,-,-:...../...../...../...../.....:-"
    state = position(behind, ahead, behind, n="3", f=factories("BBRK", "OORK", n=3))
    _, values, count = search_with(AS_WRITTEN, state, 60, monkeypatch)
    assert count == 60
    assert values[1] > 0.7 > -0.7 > max(values[0], values[2])


def test_a_tree_without_room_still_plays_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the positions at its edge are played to the end of the round again and again."""
    state = draft_positions(3, 4)[0]
    moves, values, count = search_with(new_kernel(edge_bits=8), state, 400, monkeypatch)
    assert count == 400
    assert len(moves) > 1
    assert all(-1 < value < 1 for value in values)


def test_the_expected_line_goes_on_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """After every move that was tried."""
    monkeypatch.setattr("games.cyberzul.search.KERNEL", AS_WRITTEN)
    lengths = []
    for state in draft_positions(6, 3)[:12:3]:
        tree = Playouts(state, Budget().start(), Random(1), 400)
        for move, _ in tree.rank_moves():
            now = take(state, move)
            for expected in tree.expected_line(move):
                assert expected in legal_takes(now)
                now = take(now, expected)
        lengths.append(len(tree.expected_line(tree.best())))
    assert lengths[0] >= 1
    assert max(lengths) >= 2


def test_a_forced_move_needs_one_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position("0:K1,K1,K1,K1,K1:...../...../...../...../.....:-", f=factories("WWWW"))
    assert search_with(AS_WRITTEN, state, 1_000_000, monkeypatch)[2] == 1


@pytest.mark.parametrize("looks", [1, 5, 30])
def test_the_playouts_end_when_the_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.cyberzul.search.KERNEL", kernel)
    state, clock = draft_positions(0, 4)[0], JumpingClock(looks)
    tree = Playouts(state, Budget(seconds=1, clock=clock).start(), Random(1), 1_000_000)
    assert tree.best() in legal_takes(state)
    assert clock.looks_too_late <= 3


def test_playouts_differ_by_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = draft_positions(4, 3)[0]
    found = [search_with(AS_WRITTEN, state, 50, monkeypatch, seed)[1] for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]

"""The next round, dealt and played by the kernel, as written and compiled: what it says of moves at a round's end."""

from __future__ import annotations

import pytest

from games.core.budget import Budget, Meter
from games.core.kernel.positions import mix
from games.core.kernel.run import Kernel, Run
from games.core.kernel.search import SURE, Errors, Line
from games.core.status import CHANCE
from games.cyberzul import GAME
from games.cyberzul.duel import search_duel
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.kernel.memory import fields_of, move_of
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Deal, Take
from games.cyberzul.next_round import NextRound, look_beyond
from games.cyberzul.position import DRAFT, FACTORIES, FILL, State
from games.cyberzul.rules import take
from games.cyberzul.tiles import letters_of, size
from tests.games.conformance.walks import JumpingClock
from tests.games.cyberzul.kernels import (
    AS_WRITTEN,
    ROUNDING,
    begin,
    boards_without_bonus,
    draft_positions,
    new_kernel,
    points_of,
    positions_in,
)
from tests.games.cyberzul.positions import position
from tests.games.kernels import needs_numba

__all__ = ["new_kernel"]


def as_deal(state: State, heaps: list[int]) -> Deal:
    """What was dealt, in an order in which it can have been drawn: what the bag still held comes before the lid."""
    bag, letters = state.bag, []
    for heap in heaps:
        first = bag if size(bag) < size(heap) else 0
        letters.append(letters_of(first) + letters_of(heap - first))
        bag = bag - heap if not first and size(bag) >= size(heap) else 0
    return Deal(tuple(letters))


def deal_heaps(run: Run, state: State) -> list[int]:
    run.call("deal")
    return run.numbers("heap", 1 + len(state.factories))[1:]


@pytest.mark.parametrize("seats", FACTORIES)
def test_a_deal_is_one_of_those_of_the_rules(seats: int) -> None:
    """In every round of a match, until the tiles run short; the position is the one of the rules then."""
    for state in positions_in(FILL, 3, seats):
        run = begin(AS_WRITTEN, state, seed=1)
        for number in range(10):
            run.set({"random": number})
            heaps = deal_heaps(run, state)
            after = GAME.rules.play(state, CHANCE, as_deal(state, heaps))
            assert sorted(after.factories) == sorted(heaps)
            expected = fields_of(after)
            found = {name: run.numbers(name, 1)[0] for name in ("rest", "marker", "turn")}
            assert found == {name: expected[name][0] for name in found}  # type: ignore[index] # they have one each


def test_the_lid_is_emptied_into_the_bag() -> None:
    state = position(ph="fill", m="0", bag="0,0,0,0,10", lid="3,0,0,0,0")
    assert [letters_of(heap) for heap in deal_heaps(begin(AS_WRITTEN, state, seed=1), state)] == [
        "WWWW",
        "WWWW",
        "BBWW",
        "B",
        "",
    ]


def test_every_tile_is_as_likely() -> None:
    state = position(ph="fill", m="0", bag="20,10,0,5,5", lid="0,0,20,0,0")
    run, found = begin(AS_WRITTEN, state, seed=1), [0] * 5
    for number in range(600):
        run.set({"random": mix(number, 5) & 0x7FFFFFFF})
        whole = sum(deal_heaps(run, state))
        for colour in range(5):
            found[colour] += whole >> 8 * colour & 255
    assert found == pytest.approx([6000, 3000, 0, 1500, 1500], abs=200), "20 of 40 tiles, six hundred times"


@pytest.mark.parametrize("seats", FACTORIES)
def test_the_next_round_is_played_by_the_rules(seats: int) -> None:
    """Move by move; its points are those that the rules give, and what the weights promise after it."""
    for state in positions_in(FILL, 4, seats):
        run = begin(AS_WRITTEN, state, seed=1)
        run.call("play_rounds", 1)
        found = run.numbers("sum_points", seats)
        run.set({"random": mix(1, 0) & 0x7FFFFFFF})
        now = GAME.rules.play(state, CHANCE, as_deal(state, deal_heaps(run, state)))
        while now.phase == DRAFT:
            number = run.call("promising_move")
            run.call("make", number)
            now = take(now, move_of(number))
        assert found == pytest.approx(points_of(boards_without_bonus(now), now.turn), abs=ROUNDING)


@needs_numba
@pytest.mark.parametrize("seats", FACTORIES)
def test_both_forms_play_the_same_rounds(seats: int, compiled_kernel: Kernel) -> None:
    for state in positions_in(FILL, 5, seats):
        runs = begin(AS_WRITTEN, state, seed=1), begin(compiled_kernel, state, seed=1)
        for run in runs:
            run.call("play_rounds", 20)
        assert len({tuple(run.numbers("sum_points", seats)) for run in runs}) == 1
        assert {run.number("rounds") for run in runs} == {20}


NO_TILES = "0,0,0,0,0"


def play_rounds(state: State, count: int = 300) -> NextRound:
    meter = Budget().start()
    found = NextRound(state, meter, 7)
    found.play(count, meter)
    assert found.count == count
    return found


def test_a_line_whose_tiles_are_used_up_is_worth_less() -> None:
    """The weights do not see that; the sum of two leads is none, since both see the same rounds."""
    mats = [f"0:-,-,{letter}2,-,-:...../...../...../...../.....:-" for letter in "KR"]
    lost, open_ = (position(mat, ph="fill", m="0", bag="9,9,9,0,9", lid=NO_TILES) for mat in mats)
    assert play_rounds(lost).lead(0) < play_rounds(open_).lead(0) - 100
    assert play_rounds(lost).lead(0) == -play_rounds(lost).lead(1)


def values_beyond(state: State, close: int) -> dict[str, tuple[float, float]]:
    """What moves are worth by the weights, and with the next round; all that are this close to the best one."""
    search = AlphaBeta(state, Budget().start())
    best = search.best()[0]
    lines = search.close_to(best, close, Budget().start())
    beyond = look_beyond(state, lines, Budget(nodes=2000).start(), 3)
    assert [line.move for line in lines] == [line.move for line in beyond]
    return {GAME.rules.text(a.move): (a.value, b.value) for a, b in zip(lines, beyond, strict=True)}


def test_a_line_that_nothing_will_fill_is_judged_by_what_comes_next() -> None:
    """The bag holds no black: two black tiles of three are worth hardly more than the floor line then."""

    def gain(bag: str) -> tuple[float, float]:
        mat = "9:O1,R1,-,-,-:...../...../...../...../.....:-"
        values = values_beyond(position(mat, c="KK", m="1", bag=bag, lid=NO_TILES), 600)
        (line, line_beyond), (floor, floor_beyond) = values["c black 3"], values["c black f"]
        return line - floor, line_beyond - floor_beyond

    (with_black, beyond_with), (without, beyond_without) = gain("9,9,9,9,9"), gain("12,12,12,0,12")
    assert with_black == without, "the weights do not know the bag"
    assert beyond_without < beyond_with - 60


def test_only_moves_close_to_the_best_are_looked_at() -> None:
    state = position("9:O1,R1,-,-,-:...../...../...../...../.....:-", c="KK", m="1")
    far, near = values_beyond(state, 600), values_beyond(state, 100)
    best = max(value for value, _ in far.values())
    assert {move for move, (value, _) in far.items() if value >= best - 100} == set(near)
    assert 1 < len(near) < len(far)


def last_positions(count: int) -> list[State]:
    """Positions from matches in which the search sees the end of the round, with more than one move."""
    states = [state for seed in range(4) for state in draft_positions(seed)]
    few = [state for state in states if 1 < size(state.centre + sum(state.factories)) < 5]
    return few[:: len(few) // count]


def test_an_obvious_move_loses_as_much_as_without_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the next round takes from the best move, it takes from the obvious one, too."""
    state = position("9:O1,R1,-,-,-:...../...../...../...../.....:-", c="KK", m="1")
    monkeypatch.setattr("games.cyberzul.duel._CLOSE", 100)
    values = values_beyond(state, 600)
    obvious = GAME.rules.parse(min(values, key=lambda move: values[move][0]))
    assert isinstance(obvious, Take)

    def loss(taken: int) -> float:
        def less(state: State, lines: list[Line[Take]], meter: Meter, seed: int) -> list[Line[Take]]:
            return [line._replace(value=line.value - taken) for line in lines]

        monkeypatch.setattr("games.cyberzul.duel.look_beyond", less)
        best, others = search_duel(state, obvious, Budget(nodes=2000).start(), SURE, 5)
        return best.value - next(line.value for line in others if line.move == obvious)

    assert loss(0) == loss(700) > 100


@pytest.mark.parametrize("errors", [SURE, Errors(90, 5)])
def test_the_best_move_is_the_best_of_those_compared(errors: Errors) -> None:
    """Except by an error, which costs at most twice its size; the same seed gives the same answer."""
    compared = 0
    for state in last_positions(12):
        obvious = next(move for move in legal_takes(state) if isinstance(move, Take))
        best, others = search_duel(state, obvious, Budget(nodes=2000).start(), errors, 5)
        assert (best, others) == search_duel(state, obvious, Budget(nodes=2000).start(), errors, 5)
        assert best.move in legal_takes(state)
        assert obvious in {best.move, *(line.move for line in others)}
        values = [line.value for line in others]
        assert values == sorted(values, reverse=True)
        assert best.value >= max(values, default=best.value) - 2 * errors.error
        compared += len(others)
    assert compared > 12


@pytest.mark.parametrize("looks", [1, 5, 30, 300])
def test_playing_on_ends_when_the_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("kernel.alpha_beta", "next_round"):
        monkeypatch.setattr(f"games.cyberzul.{module}.KERNEL", kernel)
    state, clock = last_positions(12)[3], JumpingClock(looks)
    move = next(move for move in legal_takes(state) if isinstance(move, Take))
    best, _ = search_duel(state, move, Budget(seconds=1, clock=clock).start(), SURE, 5)
    assert best.move in legal_takes(state)
    assert clock.looks_too_late <= 10


def test_an_end_without_time_keeps_its_value() -> None:
    state = position("9:O1,R1,-,-,-:...../...../...../...../.....:-", c="KK", m="1")
    search = AlphaBeta(state, Budget().start())
    lines = search.close_to(search.best()[0], 600, Budget().start())
    assert look_beyond(state, lines, Budget(nodes=0).start(), 3) == lines

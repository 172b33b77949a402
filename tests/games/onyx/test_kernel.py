"""The kernel against the rules, position by position; as it is written, and compiled where numba is installed."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from games.core.budget import Budget
from games.core.kernel.run import Kernel, Run
from games.core.kernel.search import SURE, Errors
from games.core.status import Seat
from games.onyx import GAME
from games.onyx.evaluate import evaluate_after_move, static_value
from games.onyx.kernel.alpha_beta import AlphaBeta
from games.onyx.kernel.memory import MODULES, Memory, fields_of, key_of, number_of, sizes, turn_of
from games.onyx.legal import Placements
from games.onyx.moves import Place
from games.onyx.position import State
from games.onyx.removal import settled_lead
from games.onyx.scoring import lead
from games.onyx.search import Search
from tests.games.conformance.walks import JumpingClock, PerftRow, perft_rows
from tests.games.kernels import needs_numba, think_in_a_process
from tests.games.onyx.drawing import after, read_drawing

FEW_SPACES = 26
"""So many spaces and fewer: every turn is generated."""


def new_kernel() -> Kernel:
    """With a small table."""
    return Kernel(MODULES, Memory, sizes(12), sizes(12))


AS_WRITTEN = new_kernel()


def begin(kernel: Kernel, state: State) -> Run:
    return kernel.begin(fields_of(state), Budget().start())


def position_of(run: Run, state: State) -> dict[str, int | list[int]]:
    """The fields of a run that `fields_of` gives; in the removal nobody is to move."""
    fields = fields_of(state)
    found = {
        name: run.numbers(name, len(value)) if isinstance(value, list) else run.number(name)
        for name, value in fields.items()
    }
    return found if state.phase == "play" else {**found, "seat": fields["seat"], "key": fields["key"]}


def agree(run: Run, state: State) -> None:
    """The kernel's position is the state: what lies where, what is legal, and what it is worth."""
    assert position_of(run, state) == fields_of(state)
    for seat in (0, 1):
        assert run.call("lead", seat) == lead(state, seat)
        assert run.call("settled_lead", seat) == settled_lead(state, seat)
        assert run.call("value_after_move", seat) == evaluate_after_move(state, seat)
        assert run.call("static_value", seat) == static_value(state, seat)
    if state.phase == "play" and len(state.board.bit) < FEW_SPACES:
        run.set({"top": 0})
        generated = run.numbers("moves", run.call("generate"))
        turns = Placements(state, state.turn)
        assert len(generated) == len(set(generated)) == turns.count()
        assert all(turn_of(state, state.turn, number) in turns for number in generated)


def play_on(kernel: Kernel, state: State, rng: Random, plies: int) -> int:
    """Compare the kernel with the rules along random play that rarely passes; returns the positions compared."""
    run, count = begin(kernel, state), 0
    for _ in range(plies):
        agree(run, state)
        count += 1
        if state.phase != "play":
            break
        turns = Placements(state, state.turn)
        turn = turns.sample(rng)
        if not turn.pieces and rng.random() < 0.8:
            turn = turns.sample(rng)
        number = number_of(state, state.turn, turn)
        assert turn_of(state, state.turn, number) == turn
        run.set({"ply": 0, "top": 0, "lost_top": 0})
        run.call("make", number)
        run.call("unmake")
        assert position_of(run, state) == fields_of(state), "a turn that is taken back leaves something"
        run.call("make", number)
        state = GAME.rules.play(state, Seat(state.turn), turn)
    return count


@pytest.mark.parametrize("turn", ["b@a1", "B@a1", "b@a1 p@b1", "pass"])
def test_once_both_have_passed_any_turn_ends_the_match(kernel: Kernel, turn: str) -> None:
    """6: such a position is not reached by play, but it can be written down."""
    state = read_drawing("..w.\n....\n.Y..\n....", passed="11")
    run = begin(kernel, state)
    move = GAME.rules.parse(turn)
    assert isinstance(move, Place)
    run.call("make", number_of(state, 0, move))
    agree(run, GAME.rules.play(state, Seat(0), move))
    assert run.number("over")
    run.call("unmake")
    agree(run, state)


@needs_numba
def test_the_search_in_python_finds_the_same_once_both_have_passed(
    compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", compiled_kernel)
    for seed in range(4):
        state = middle(seed, "king-5", 6)._replace(passed=3)
        python, kernel = (kind(state, Budget().start()) for kind in (Search, AlphaBeta))
        assert python.best(3)[0][:2] == kernel.best(3)[0][:2]


BOARDS = ("king-4", "hex-3", "king-8", "snub-3", "custom:m@0,0 a@0,1 b@0.95,0.31 c@0.59,-0.81;a-b-c m-a m-b m-c")


@pytest.mark.parametrize("board", BOARDS)
def test_the_kernel_plays_whole_matches_as_the_rules_do(board: str) -> None:
    assert sum(play_on(AS_WRITTEN, start(board), Random(seed), 60) for seed in range(4)) > 20


@needs_numba
def test_the_compiled_kernel_plays_a_match_as_the_rules_do(compiled_kernel: Kernel) -> None:
    assert play_on(compiled_kernel, start("king-8"), Random(1), 60) > 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
@needs_numba
def test_a_hundred_thousand_positions(compiled_kernel: Kernel) -> None:
    count = seed = 0
    while count < 100_000:
        count += play_on(compiled_kernel, start(BOARDS[seed % 4]), Random(seed), 80)
        seed += 1


@pytest.mark.parametrize("row", perft_rows(GAME), ids=lambda row: row.position)
def test_the_kernel_counts_the_lines_of_play(kernel: Kernel, row: PerftRow) -> None:
    """As deep as the table goes where it is compiled; positions in the removal are not the kernel's."""
    state = row.state(GAME)
    if state.phase != "play":
        return
    run = begin(kernel, state)
    for depth, number in enumerate(row.counts, 1):
        if number < 20_000 or (kernel.is_compiled and number < 1_000_000):
            assert run.call("perft", depth) == number


def start(board: str) -> State:
    return GAME.rules.start(2, {"board": board})


def middle(seed: int, board: str = "king-8", plies: int = 12) -> State:
    """A position of a match that is played at random."""
    rng, state = Random(seed), start(board)
    for _ in range(plies):
        turn = Placements(state, state.turn).sample(rng)
        if turn.pieces:
            state = GAME.rules.play(state, Seat(state.turn), turn)
    return state


def search_with(kernel: Kernel, state: State, nodes: int, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", kernel)
    search = AlphaBeta(state, Budget(nodes=nodes).start())
    return search.best(), search.depth, search.nodes, search.steady_value


@needs_numba
@pytest.mark.parametrize("seed", range(3))
def test_both_forms_find_the_same(seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns, values, line, depth and number of nodes: it is one algorithm."""
    state = middle(seed)
    assert search_with(AS_WRITTEN, state, 1500, monkeypatch) == search_with(compiled_kernel, state, 1500, monkeypatch)


@needs_numba
@pytest.mark.parametrize("seed, plies", [*((seed, 6) for seed in range(8)), (0, 1), (1, 2)])
def test_the_search_in_python_finds_the_same(
    seed: int, plies: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same turns, values and errors, as deep as neither table is full. In the opening both look at more turns."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", compiled_kernel)
    state = middle(seed, "king-5", plies)
    for depth, errors in product((1, 2, 3), (SURE, Errors(525, salt=seed))):
        python, kernel = (kind(state, Budget().start(), errors) for kind in (Search, AlphaBeta))
        lines, expected = python.best(depth), kernel.best(depth)
        assert lines[0][:2] == expected[0][:2]
        assert {line.move for line in lines} == {line.move for line in expected}
        assert python.steady_value == kernel.steady_value


@needs_numba
@pytest.mark.parametrize("seed", range(4))
def test_a_repetition_at_the_end_of_a_line_is_a_tie(
    seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position after the best turn and the best answer to it was on the board before."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", compiled_kernel)
    state, meter = middle(seed, "king-5", 8), Budget().start()
    known = AlphaBeta(state, meter).best(2)[0]
    after_turn = GAME.rules.play(state, Seat(state.turn), known.move)
    history = [GAME.rules.play(after_turn, Seat(after_turn.turn), known.expected[0])]
    python, kernel = (kind(state, meter, history=history).best(2)[0] for kind in (Search, AlphaBeta))
    assert python[:2] == kernel[:2]
    run = compiled_kernel.begin({**fields_of(after_turn), "earlier": [key_of(history[0])], "earlier_count": 1}, meter)
    run.call("make", number_of(after_turn, after_turn.turn, known.expected[0]))
    assert run.call("search", 0, -200_000, 200_000) == 0


@needs_numba
@pytest.mark.parametrize("board", ["king-6", "king-8", "king-12", "hex-5", "snub-4"])
def test_on_a_nearly_empty_board_only_one_side_thinks_that_it_is_ahead(
    board: str, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both did by far while no good answer was looked at. Values are divided by the side of the board."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", compiled_kernel)
    state, values = start(board), []
    for _ in range(3):
        search = AlphaBeta(state, Budget(nodes=15_000).start())
        turn = search.best()[0].move
        values.append(search.steady_value / len(state.board.bit) ** 0.5)
        state = GAME.rules.play(state, Seat(state.turn), turn)
    assert [pair for pair in pairwise(values) if min(pair) > 40] == []


@needs_numba
def test_the_steady_value_changes_less_from_depth_to_depth(
    compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever places last in a line looks better than they stand; the mean of two depths evens that out."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", compiled_kernel)
    changes, steady_changes = 0.0, 0.0
    for seed in range(6):
        searches = [AlphaBeta(middle(seed, plies=6), Budget(nodes=400_000).start()) for _ in range(3)]
        values = [search.best(depth)[0].value for search, depth in zip(searches, (3, 4, 5), strict=True)]
        steady = [search.steady_value for search in searches]
        assert steady[1] == sum(values[:2]) // 2
        changes += abs(values[2] - values[1])
        steady_changes += abs(steady[2] - steady[1])
    assert steady_changes < 0.7 * changes


@pytest.mark.parametrize("looks", [1, 5, 30])
def test_the_search_ends_when_its_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deep search would take hours."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", kernel)
    state, clock = middle(1), JumpingClock(looks)
    best = AlphaBeta(state, Budget(seconds=1, clock=clock).start()).best()[0]
    assert best.move in Placements(state, 0)
    assert clock.looks_too_late <= 3


def test_once_the_time_is_up_only_the_turns_judged_so_far_are_proposed(kernel: Kernel) -> None:
    """At least one is; the clock of the kernel as it is written is looked at with every sixteenth turn."""
    state, clock = middle(1), JumpingClock(1)
    in_time, too_late = (kernel.begin(fields_of(state), meter.start()) for meter in (Budget(), Budget(1, clock=clock)))
    assert in_time.call("propose", 16, 256, 64, -1) == 64
    assert not in_time.number("aborted")
    assert 1 <= too_late.call("propose", 16, 256, 64, -1) <= 16
    assert too_late.number("aborted")


def test_the_search_in_python_judges_no_more_turns_once_its_time_is_up() -> None:
    """One is judged, and a pass."""
    clock = JumpingClock(1)
    assert len(Search(middle(1), Budget(seconds=1, clock=clock).start()).best()) == 2
    assert clock.looks_too_late <= 3


@pytest.mark.parametrize("seed", range(4))
def test_what_repeats_an_earlier_position_is_a_tie(seed: int, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is chosen only where everything else is worse."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", kernel)
    state = middle(seed, "king-5", 6)
    best = AlphaBeta(state, Budget(nodes=1500).start()).best(4)[0]
    earlier = [GAME.rules.play(state, Seat(state.turn), best.move)]
    again = AlphaBeta(state, Budget(nodes=1500).start(), history=earlier).best(4)
    values = {line.move: line.value for line in again}
    assert values.pop(best.move) == 0
    assert again[0].value >= 0
    assert (again[0].move == best.move) == (max(values.values()) <= 0), "only who would be behind repeats"


@pytest.mark.parametrize("seed", range(6))
def test_the_line_that_is_expected_can_be_played(seed: int, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", kernel)
    state = middle(seed, "king-5", 8)
    best = AlphaBeta(state, Budget(nodes=2000).start()).best()[0]
    for turn in (best.move, *best.expected):
        state = GAME.rules.play(state, Seat(state.turn), turn)


def test_who_is_ahead_after_the_removals_ends_the_match(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.1: the other side has passed, so this pass is the end; nothing else is worth a look."""
    monkeypatch.setattr("games.onyx.kernel.alpha_beta.KERNEL", kernel)
    state = read_drawing("bbb.\nppp.\nbbb.\nppp.", passed="01")
    search = AlphaBeta(state, Budget(nodes=10_000).start())
    assert search.best()[0].move == Place()
    assert search.nodes < 1000


def test_turns_are_numbered() -> None:
    state = after(start("king-4"), "b@a1")
    for turn in Placements(state, 1):
        assert turn_of(state, 1, number_of(state, 1, turn)) == turn


@pytest.mark.slow
@needs_numba
def test_what_is_compiled_is_loaded_again(tmp_path: Path) -> None:
    """A search that calls itself comes back from the cache in another process."""
    assert think_in_a_process("onyx", tmp_path) == think_in_a_process("onyx", tmp_path)


def test_a_turn_that_is_left_out_comes_back() -> None:
    """The null move changes nothing but whose turn it is."""
    state = GAME.rules.start(2, GAME.info.check_options({}))
    run = begin(AS_WRITTEN, state)
    run.call("make_null")
    assert position_of(run, state) == fields_of(state._replace(turn=1 - state.turn))
    run.call("unmake_null")
    agree(run, state)


def test_of_the_turns_on_the_stack_the_highest_are_kept_in_order() -> None:
    run = begin(AS_WRITTEN, GAME.rules.start(2, GAME.info.check_options({})))
    orders = [5, 9, 1, 7, 9, 3, 8]
    run.set({"moves": [*range(len(orders))], "order": orders, "top": len(orders)})
    assert run.call("keep_highest", 1, 4) == 5
    assert run.numbers("order", 5) == [5, 9, 9, 8, 7]
    assert run.numbers("moves", 5) == [0, 1, 4, 6, 3]
    assert run.number("top") == 5

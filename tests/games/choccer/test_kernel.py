"""The kernel against the rules, position by position; as it is written, and compiled where numba is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from games.choccer import GAME
from games.choccer.evaluate import material, static_value
from games.choccer.kernel.alpha_beta import AlphaBeta
from games.choccer.kernel.memory import MODULES, Memory, fields_of, move_of, number_of, sizes, square_fields_of, tables
from games.choccer.legal import legal_moves
from games.choccer.position import GRID, NOBODY, State
from games.choccer.squares import placement, square_value
from games.core.budget import Budget
from games.core.kernel.run import Kernel, Run
from games.core.kernel.search import Errors
from games.core.status import Seat
from tests.games.choccer.drawing import read_drawing
from tests.games.choccer.positions import lines
from tests.games.conformance.walks import JumpingClock, PerftRow, perft_rows
from tests.games.kernels import needs_numba, think_in_a_process


def new_kernel() -> Kernel:
    """With a small table."""
    return Kernel(MODULES, Memory, sizes(14), sizes(14))


AS_WRITTEN = new_kernel()


def begin(kernel: Kernel, state: State) -> Run:
    return kernel.begin({**tables(), **fields_of(state)}, Budget().start())


def begin_with_squares(kernel: Kernel, state: State) -> Run:
    return kernel.begin({**tables(), **fields_of(state), **square_fields_of(state)}, Budget().start())


def legal_numbers(run: Run, seat: int) -> list[int]:
    run.set({"top": 0})
    return run.numbers("moves", run.call("generate", seat))


def position_of(run: Run) -> dict[str, object]:
    """What lies on the board, without the traces of moves that were taken back."""
    where = [sorted(run.numbers("pieces", count, side * 77)) for side, count in enumerate(run.numbers("count", 2))]
    gems = run.number("gems")
    names = ("turn", "seat", "key")
    return {
        "board": run.numbers("board", 77), "gem_at": run.numbers("gem_at", 77), "points": run.numbers("points", 2),
        "state": run.numbers("gem_state", gems), "square": run.numbers("gem_square", gems), "where": where,
        **{name: run.number(name) for name in names},
    }  # fmt: skip


def agree(run: Run, state: State) -> None:
    """The kernel's position is the state: what lies where, what is legal, what it is worth, also after each move."""
    fields = fields_of(state)
    assert (run.number("turn"), run.number("seat")) == (state.turn, state.seat)
    assert run.numbers("board", 77) == fields["board"]
    assert run.numbers("points", 2) == list(state.points)
    assert run.number("key") == fields["key"]
    if state.seat == NOBODY:
        return
    moves = legal_numbers(run, state.seat)
    assert sorted(moves) == sorted(map(number_of, legal_moves(state, state.seat)))
    for seat in (0, 1):
        assert run.call("static_value", seat) == static_value(state, seat)


def play_on(kernel: Kernel, state: State, rng: Random, plies: int) -> int:
    """Compare the kernel with the rules along random play that likes to capture; returns the positions compared."""
    run, count = begin(kernel, state), 0
    for _ in range(plies):
        agree(run, state)
        count += 1
        if state.seat == NOBODY:
            break
        moves = legal_numbers(run, state.seat)
        gains = [move for move in moves if run.call("gain", move) >= 40]
        move = rng.choice(gains if gains and rng.random() < 0.6 else moves)
        run.set({"ply": 0, "top": 0})
        run.call("make", move)
        state = GAME.rules.play(state, Seat(state.seat), move_of(move))
    return count


def test_the_kernel_plays_whole_matches_as_the_rules_do() -> None:
    for seed in range(12):
        assert play_on(AS_WRITTEN, GAME.rules.start(2, {}), Random(seed), 110) > 20


@needs_numba
def test_the_compiled_kernel_plays_a_match_as_the_rules_do(compiled_kernel: Kernel) -> None:
    assert play_on(compiled_kernel, GAME.rules.start(2, {}), Random(1), 40) > 20


@given(lines())
def test_the_kernel_agrees_on_any_position(line: str) -> None:
    play_on(AS_WRITTEN, GAME.rules.load(line, {}), Random(line), 6)


def test_where_pieces_stand_counts_as_it_is_told() -> None:
    """Along random play that likes to capture, and also after each move is taken back."""
    rng = Random(4)
    for _ in range(8):
        state = GAME.rules.start(2, {})
        run = begin_with_squares(AS_WRITTEN, state)
        while state.seat != NOBODY:
            worth = material(state) + placement(state)
            assert run.number("material") == worth
            moves = legal_numbers(run, state.seat)
            run.set({"ply": 0, "top": 0})
            run.call("make", rng.choice(moves))
            run.call("unmake")
            assert run.number("material") == worth
            gains = [move for move in moves if run.call("gain", move) >= 40]
            move = rng.choice(gains or moves)
            run.call("make", move)
            state = GAME.rules.play(state, Seat(state.seat), move_of(move))


def test_a_square_is_worth_as_much_to_the_other_side_when_mirrored() -> None:
    for piece in b"CTLS":
        for square in range(GRID.size):
            across = GRID.columns - 1 - square % GRID.columns + square // GRID.columns * GRID.columns
            other_row = square % GRID.columns + (GRID.rows - 1 - square // GRID.columns) * GRID.columns
            assert square_value(piece, square, 0) == square_value(piece, across, 1)
            assert square_value(piece, square, 0) == square_value(piece, other_row, 0)
    assert placement(GAME.rules.start(2, {})) == 0


@given(lines())
def test_a_move_taken_back_leaves_nothing(line: str) -> None:
    state = GAME.rules.load(line, {})
    run = begin(AS_WRITTEN, state)
    before = position_of(run)
    for move in legal_numbers(run, state.seat) if state.seat != NOBODY else []:
        run.call("make", move)
        run.call("unmake")
        assert position_of(run) == before


@pytest.mark.parametrize("row", perft_rows(GAME), ids=lambda row: row.position)
def test_the_kernel_counts_the_lines_of_play(kernel: Kernel, row: PerftRow) -> None:
    """As deep as the table goes where it is compiled."""
    run = begin(kernel, row.state(GAME))
    for depth, number in enumerate(row.counts, 1):
        if number < 20_000 or kernel.is_compiled:
            assert run.call("perft", depth) == number


@pytest.mark.slow
def test_a_hundred_thousand_positions() -> None:
    count = seed = 0
    while count < 100_000:
        count += play_on(AS_WRITTEN, GAME.rules.start(2, {}), Random(seed), 110)
        seed += 1


@pytest.mark.slow
@needs_numba
def test_a_hundred_thousand_lines_of_play_in_each_of_many_positions(compiled_kernel: Kernel) -> None:
    """The compiled functions walk to the same number of positions as those that are written."""
    for seed in range(30):
        rng, state = Random(seed), GAME.rules.start(2, {})
        for _ in range(rng.randrange(60)):
            if state.seat != NOBODY:
                state = GAME.rules.play(state, Seat(state.seat), rng.choice(legal_moves(state, state.seat)))
        if state.seat != NOBODY:
            counts = [begin(kernel, state).call("perft", 3) for kernel in (AS_WRITTEN, compiled_kernel)]
            assert counts[0] == counts[1]


def positions() -> Iterator[State]:
    """Positions of a match that is played at random."""
    rng, state = Random(5), GAME.rules.start(2, {})
    while state.seat != NOBODY:
        yield state
        state = GAME.rules.play(state, Seat(state.seat), rng.choice(legal_moves(state, state.seat)))


def search_with(kernel: Kernel, state: State, nodes: int, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    monkeypatch.setattr("games.choccer.kernel.alpha_beta.KERNEL", kernel)
    search = AlphaBeta(state, legal_moves(state, state.seat), Budget(nodes=nodes).start())
    return search.best(), search.depth, search.nodes


@needs_numba
def test_both_forms_find_the_same(compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Move, value, line, depth and number of nodes: it is one algorithm."""
    for number, state in enumerate(positions()):
        if number % 12 == 0:
            assert search_with(AS_WRITTEN, state, 3000, monkeypatch) == search_with(
                compiled_kernel, state, 3000, monkeypatch
            )


@needs_numba
def test_both_forms_misjudge_alike(compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, state in enumerate(positions()):
        if number % 30 == 0:
            found = []
            for kernel in (AS_WRITTEN, compiled_kernel):
                monkeypatch.setattr("games.choccer.kernel.alpha_beta.KERNEL", kernel)
                meter = Budget(nodes=3000).start()
                found.append(AlphaBeta(state, legal_moves(state, state.seat), meter, Errors(200, number)).best())
            assert found[0] == found[1]


def test_a_misjudged_move_costs_at_most_twice_the_error() -> None:
    """By what a search of the same depth sees in it; it is not always the best, and the error is not in its value."""
    state, costs = list(positions())[40], set()
    moves = legal_moves(state, state.seat)
    values = {move: AlphaBeta(state, [move], Budget().start()).best(1).value for move in moves}
    for salt in range(12):
        found = AlphaBeta(state, moves, Budget().start(), Errors(20, Random(salt).getrandbits(60))).best(1)
        costs.add(max(values.values()) - values[found.move])
        assert found.value == values[found.move], "what is said of it is what was found"
    assert max(costs) <= 40
    assert len(costs) > 1


@pytest.mark.parametrize("looks", [1, 5, 30])
def test_the_search_ends_when_its_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deep search would take hours."""
    monkeypatch.setattr("games.choccer.kernel.alpha_beta.KERNEL", kernel)
    state, clock = GAME.rules.start(2, {}), JumpingClock(looks)
    moves = legal_moves(state, 0)
    assert AlphaBeta(state, moves, Budget(seconds=1, clock=clock).start()).best().move in moves
    assert clock.looks_too_late <= 3


def test_a_position_that_comes_back_ends_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pieces that can only go to and fro: forty plies deep is soon reached."""
    board = "\n".join(["C.........."] + ["..........."] * 5 + ["..........c"])
    state = read_drawing(board)
    search = AlphaBeta(state, legal_moves(state, 0), Budget(nodes=40_000).start())
    search.best()
    assert search.depth >= 12


@needs_numba
def test_what_is_compiled_is_loaded_again_also_from_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """A search that calls itself comes back from the cache in another process, which writes nothing."""

    def run() -> str:
        return think_in_a_process("choccer", tmp_path, HOME=str(tmp_path / "nobody"))

    def files() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}

    first = run()
    before = files()
    assert before
    for folder in [tmp_path, *tmp_path.iterdir()]:
        folder.chmod(0o500)
    try:
        assert run() == first
    finally:
        for folder in [tmp_path, *tmp_path.iterdir()]:
            folder.chmod(0o700)
    assert files() == before

"""The kernel against the rules and the evaluation; as it is written, and compiled where numba is installed."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.conquid import GAME
from games.conquid.actions import cells_conquered, is_connected, is_unbreakable, vanquishable_blocks
from games.conquid.completions import completing_sets
from games.conquid.evaluate import evaluate_after_move, static_value
from games.conquid.field import SIZES, Field, field_of
from games.conquid.kernel.alpha_beta import AlphaBeta
from games.conquid.kernel.memory import CONQUER, MODULES, VANQUISH, Memory, fields_of, key_of, move_of, number_of, sizes
from games.conquid.kernel.places import POSITIONS, ROWS, TAKEN
from games.conquid.kernel.search import CELLS, INFINITE, WIDTH
from games.conquid.kernel.value import CELL, WIN
from games.conquid.legal import Moves
from games.conquid.moves import parse
from games.conquid.position import State
from games.conquid.propose import Proposer
from games.conquid.search import Search
from games.core.boards.grid import bits
from games.core.budget import Budget
from games.core.kernel.run import Kernel, Run
from games.core.kernel.search import SURE, Errors
from games.core.status import Seat
from tests.games.conformance.walks import JumpingClock
from tests.games.conquid.drawing import read_drawing
from tests.games.kernels import needs_numba

TABLE_BITS = 14


def new_kernel() -> Kernel:
    return Kernel(MODULES, Memory, sizes(TABLE_BITS), sizes(TABLE_BITS))


AS_WRITTEN = new_kernel()


def scatter(rng: Random, size: str) -> State:
    """Cells of both sides at random, few or many; at times whole blocks."""
    field, density = field_of(size), rng.choice((0.05, 0.15, 0.3, 0.45))
    owned = [0, 0]
    for index in bits(field.ground):
        ticket = rng.random()
        if ticket < 2 * density:
            owned[int(ticket < density)] |= 1 << index
    for corner in rng.sample(field.corner_names, 2):
        owner, cells = rng.randrange(2), field.blocks[corner].cells
        owned[owner] |= cells
        owned[1 - owner] &= ~cells
    return State(size, (owned[0], owned[1]), rng.randrange(2))


def board(run: Run, state: State, place: int) -> int:
    """A board of the kernel as one integer."""
    columns = state.field.grid.columns
    return sum(row << columns * at for at, row in enumerate(run.numbers("b", state.field.grid.rows, place)))


def place(seat: int) -> int:
    return POSITIONS + seat * ROWS


def agree(kernel: Kernel, state: State) -> None:
    """Conquers, chains and values are those of the rules and of the evaluation, for both seats."""
    run, field = kernel.begin(fields_of(state), Budget().start()), state.field
    for seat in (0, 1):
        own, other = state.cells[seat], state.cells[1 - seat]
        run.call("conquer", place(seat), place(1 - seat))
        assert board(run, state, TAKEN) == cells_conquered(field, own, other)
        assert run.call("is_connected", place(seat), seat) == is_connected(field, own, seat)
        assert run.call("is_unbreakable", place(seat), place(1 - seat), seat) == is_unbreakable(field, own, other, seat)
        assert run.call("static_value", place(seat), place(1 - seat), seat) == round(
            100 * static_value(field, own, other, seat)
        )


@pytest.mark.parametrize("size", ["small", "medium", "large"])
@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_agrees_on_scattered_cells(size: str, seed: int) -> None:
    agree(AS_WRITTEN, scatter(Random(seed), size))


@needs_numba
def test_the_compiled_kernel_agrees_on_scattered_cells(compiled_kernel: Kernel) -> None:
    rng = Random(5)
    for _ in range(60):
        agree(compiled_kernel, scatter(rng, rng.choice(("small", "medium", "large"))))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@needs_numba
def test_the_compiled_kernel_agrees_on_a_hundred_thousand_positions(compiled_kernel: Kernel) -> None:
    rng = Random(6)
    for _ in range(100_000):
        agree(compiled_kernel, scatter(rng, rng.choice(("small", "medium", "large"))))


def values_agree(kernel: Kernel, state: State) -> None:
    """The value of each proposed move is that of the position after it, though it follows from the one before."""
    run, seat = kernel.begin(fields_of(state), Budget().start()), Seat(state.turn or 0)
    count = run.call("propose", place(seat), place(1 - seat), seat, CELLS, WIDTH)
    for number, value in zip(run.numbers("moves", count), run.numbers("order", count), strict=True):
        after = GAME.rules.play(state, seat, move_of(state, number))
        assert value == round(100 * evaluate_after_move(after, seat)), move_of(state, number)


@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_proposals_have_the_value_of_the_position_after_them(size: str) -> None:
    values_agree(AS_WRITTEN, scatter(Random(1), size))


@needs_numba
def test_compiled_proposals_have_the_value_of_the_position_after_them(compiled_kernel: Kernel) -> None:
    rng = Random(5)
    for _ in range(150):
        values_agree(compiled_kernel, scatter(rng, rng.choice(("small", "medium", "large"))))


def cell_numbers(field: Field, board: int) -> list[int]:
    """The cells of a board as the kernel numbers them."""
    return [index // field.grid.columns << 6 | index % field.grid.columns for index in bits(board)]


@pytest.mark.parametrize("seed", range(12))
def test_moves_are_carried_out_as_by_the_rules(seed: int) -> None:
    """Conquer, acquires, and the vanquishes of full blocks."""
    rng = Random(seed)
    state = scatter(rng, "small")
    field, seat = state.field, state.turn or 0
    run = AS_WRITTEN.begin(fields_of(state), Budget().start())
    own, other = state.cells[seat], state.cells[1 - seat]
    numbers = [CONQUER]
    empty = cell_numbers(field, state.empty)
    if len(empty) >= 3:
        one, two, three = rng.sample(empty, 3)
        numbers.append(one | two << 11 | three << 22)
    columns = field.grid.columns
    numbers += [
        VANQUISH | cell_numbers(field, 1 << corner - 3 * columns)[0]
        for corner in bits(vanquishable_blocks(field, own, other))
    ]
    after = POSITIONS + 2 * ROWS
    for number in numbers:
        move = move_of(state, number)
        assert move in GAME.rules.legal(state, Seat(seat))
        run.call("carry_out", number, place(seat), place(1 - seat), after, after + ROWS)
        expected = GAME.rules.play(state, Seat(seat), move).cells
        assert (board(run, state, after), board(run, state, after + ROWS)) == (expected[seat], expected[1 - seat])


def nearly_done(seed: int) -> State:
    """A few cells of a chain are missing, and the other side has some around."""
    rng, field = Random(seed), field_of("small")
    row = rng.randrange(2, 5)
    way = [1 << row * 14 + column for column in range(4, 10)] + [1 << r * 14 + c for c in (4, 9) for r in (3, row)]
    own = sum({cell for cell in way if cell & field.ground and rng.random() < 0.65})
    free = [1 << index for index in bits(field.ground & ~own)]
    other = sum(rng.sample(free, rng.randrange(4)))
    return State("small", (own, other), 0)


def test_every_chain_that_three_cells_complete_for_good_is_found(kernel: Kernel) -> None:
    """Where guards are needed besides, the search at the root looks for them; here the chain alone has to hold."""
    found = 0
    for seed in range(60):
        state = nearly_done(seed)
        field, (own, other) = state.field, state.cells
        run = kernel.begin(fields_of(state), Budget().start())
        has_chain = run.call("find_chain", place(0), place(1), 0)
        if has_chain:
            chain = sum(1 << (cell >> 6) * 14 + (cell & 63) for cell in run.numbers("chain", 3) if cell & 2047 == cell)
            assert is_unbreakable(field, own | chain, other, 0)
            found += 1
        else:
            chains = (own | each for each in completing_sets(field, own, other, 0))
            assert not any(is_unbreakable(field, chain, other, 0) for chain in chains)
    assert found > 10


def middle(seed: int, size: str = "small", plies: int = 12) -> State:
    """A position of a match that is played at random."""
    rng, state = Random(seed), GAME.rules.start(2, {"size": size})
    for _ in range(plies):
        move = Moves(state, Seat(state.turn or 0)).sample(rng)
        state = GAME.rules.play(state, Seat(state.turn or 0), move)
    return state


def search_with(kernel: Kernel, state: State, nodes: int, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", kernel)
    search = AlphaBeta(state, state.turn or 0, Budget(nodes=nodes).start())
    return search.best(), search.depth, search.nodes


@needs_numba
@pytest.mark.parametrize("seed", range(2))
def test_both_forms_find_the_same(seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, values, line, depth and number of nodes: it is one algorithm."""
    state = middle(seed)
    assert search_with(AS_WRITTEN, state, 2500, monkeypatch) == search_with(compiled_kernel, state, 2500, monkeypatch)


@needs_numba
@pytest.mark.parametrize("seed", [2, 3, 5, 6, 7, 9, 10, 12])  # in the others a move wins, which is looked for before
def test_the_search_in_python_finds_the_same(
    seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same value of the best move; which of two that are worth the same comes first is chance."""
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", compiled_kernel)
    state, meter = middle(seed, "small", 8), Budget().start()
    seat = state.turn or 0
    proposer = Proposer(state.field, meter, Random(1), 0.0)
    assert proposer.winning_move(state.cells[seat], state.cells[1 - seat], seat) is None
    for depth, errors in product((1, 2, 3), (SURE, Errors(720, salt=seed))):
        lines = Search(proposer, errors).best(state, depth)
        expected = AlphaBeta(state, seat, meter, errors).best(depth)
        assert lines[0].value == expected[0].value


@needs_numba
@pytest.mark.parametrize("seed", [2, 3, 5, 6, 7, 9, 10, 12])
def test_a_repetition_at_the_end_of_a_line_is_a_tie(
    seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position after the best move and the best answer to it was on the board before."""
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", compiled_kernel)
    state, meter = middle(seed, "small", 8), Budget().start()
    seat = Seat(state.turn or 0)
    known = AlphaBeta(state, seat, meter).best(2)[0]
    after_move = GAME.rules.play(state, seat, known.move)
    history = [GAME.rules.play(after_move, Seat(1 - seat), known.expected[0])]
    python = Search(Proposer(state.field, meter, Random(1), 0.0), history=history).best(state, 2)
    kernel = AlphaBeta(state, seat, meter, history=history).best(2)
    assert python[0].value == kernel[0].value


@pytest.mark.parametrize("size", SIZES)
def test_moves_are_numbered(size: str) -> None:
    state = GAME.rules.start(2, GAME.info.check_options({"size": size}))
    for text in ("A a1 b1 c2", "A g7 c5 a6", "C", "V a4", "V c5", "V d7", "Q"):
        assert move_of(state, number_of(state.field, parse(text))) == parse(text)


COMPLETE = """
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . A 1 1 1 1 B . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
"""
NEARLY_COMPLETE = COMPLETE.replace("A 1 1 1 1 B", "A 1 1 . 1 B")


def value_of_search(kernel: Kernel, drawing: str, seat: int, depth: int) -> int:
    """The value that a search finds for the seat, in plies until the match is over: below zero where it is lost."""
    run = kernel.begin(fields_of(read_drawing(drawing)), Budget().start())
    value = run.call("search", 0, depth, -INFINITE, INFINITE, seat)
    assert abs(value) > WIN // 2
    return (WIN - abs(value)) // CELL * (1 if value > 0 else -1)


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_a_sooner_win_is_better_and_so_is_a_later_loss_however_deep_the_search(depth: int, kernel: Kernel) -> None:
    """Declared at once, by the next answer, and after an acquire; nobody can break these chains."""
    assert value_of_search(kernel, COMPLETE, 0, depth) == 0
    assert value_of_search(kernel, COMPLETE, 1, depth) == -1
    assert value_of_search(kernel, NEARLY_COMPLETE, 0, depth) == 2


@needs_numba
def test_the_table_saves_work_and_changes_no_value(compiled_kernel: Kernel) -> None:
    """A search that can remember two positions at most finds the same, in more of them."""
    forgetful, nodes = Kernel(MODULES, Memory, sizes(1), sizes(1)), [0, 0]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("QUINTET_KERNELS")
        assert forgetful.prepare()
    for seed in range(0, 12, 3):
        state, found = middle(seed, "medium", 4 + seed), []
        for number, kernel in enumerate((compiled_kernel, forgetful)):
            run = kernel.begin(fields_of(state), Budget().start())
            run.call("deepen", 5, state.turn or 0)
            found.append((run.numbers("root_values", 1), run.number("root_depth")))
            nodes[number] += run.number("nodes")
        assert found[0] == found[1]
    assert nodes[0] < 0.9 * nodes[1]


@pytest.mark.parametrize("looks", [1, 5, 30])
def test_the_search_ends_when_its_time_is_over(kernel: Kernel, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deep search would take hours."""
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", kernel)
    state, clock = middle(1), JumpingClock(looks)
    best = AlphaBeta(state, state.turn or 0, Budget(seconds=1, clock=clock).start()).best()[0]
    assert best.move in GAME.rules.legal(state, Seat(state.turn or 0))
    assert clock.looks_too_late <= 3


@pytest.mark.parametrize("seed", range(4))
def test_what_repeats_an_earlier_position_is_a_tie(seed: int, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is chosen only where everything else is worse."""
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", kernel)
    state = middle(seed, "medium", 6)
    seat = Seat(state.turn or 0)
    best = AlphaBeta(state, seat, Budget(nodes=1500).start()).best()[0]
    earlier = [middle(seed, "medium", plies) for plies in range(6)] + [GAME.rules.play(state, seat, best.move)]
    again = AlphaBeta(state, seat, Budget(nodes=1500).start(), history=earlier).best()
    assert next(line.value for line in again if line.move == best.move) == 0
    assert again[0].value >= 0
    assert (again[0].move == best.move) == (best.value < 0), "only who is behind repeats"


def test_both_forms_know_a_position_by_the_same_number() -> None:
    """What `key_of` says of a state is what the search finds on the board, for each side to move."""
    numbers = set()
    for size in ("small", "medium", "large"):
        for plies in range(6):
            state = middle(3, size, plies)
            run = AS_WRITTEN.begin(fields_of(state), Budget().start())
            assert run.call("position_key", 0, state.turn or 0) == key_of(state)
            numbers |= {key_of(state), key_of(state._replace(turn=1 - (state.turn or 0)))}
    assert len(numbers) == 36 - 2 * 2, "all but the empty boards differ"


@needs_numba
@pytest.mark.parametrize("seed", range(4))
def test_the_line_that_is_expected_can_be_played(
    seed: int, compiled_kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.conquid.kernel.alpha_beta.KERNEL", compiled_kernel)
    state = middle(seed, "medium")
    best = AlphaBeta(state, state.turn or 0, Budget(nodes=4000).start()).best()[0]
    for move in (best.move, *best.expected):
        state = GAME.rules.play(state, Seat(state.turn or 0), move)


def play_with(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the levels think with this kernel; if it is not compiled, they search in Python."""
    for module in ("search", "kernel.alpha_beta"):
        monkeypatch.setattr(f"games.conquid.{module}.KERNEL", kernel)


def wastes_its_turn(state: State, level: str, nodes: int) -> bool:
    """Whether the level conquers nothing."""
    seat = Seat(state.turn or 0)
    move = GAME.player.think(state, seat, level, Budget(nodes=nodes), Random(1)).move
    return move.action == "C" and not cells_conquered(state.field, state.cells[seat], state.cells[1 - seat])


@pytest.mark.parametrize("nodes", [20, 300])
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_no_turn_is_wasted_however_short_the_time(
    nodes: int, level: str, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_with(kernel, monkeypatch)
    for plies in range(12):
        assert not wastes_its_turn(middle(2, "medium", plies), level, nodes)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_who_is_lost_does_something_all_the_same(level: str, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    play_with(kernel, monkeypatch)
    state = read_drawing(
        """
        . . . . . . . . . . . . . .
        . . . . . . 1 1 2 2 . . . .
        . . . . . 1 1 1 . 1 . . . .
        . . . . A 1 . 1 1 B . . . .
        . . . . 1 . 1 1 1 2 . . . .
        . . . . 2 . 2 . . . . . . .
        . . . . . . . . . . . . . .
        """,
        turn=1,
    )
    assert not wastes_its_turn(state, level, 4000)

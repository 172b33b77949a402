"""Opponents and hints: what they see, and that they keep to rules and budget."""

from __future__ import annotations

import re
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.conquid import GAME
from games.conquid.actions import is_unbreakable
from games.conquid.calibration import expected_share
from games.conquid.distances import distance, missing_cells, shortest_chain_cells
from games.conquid.evaluate import WIN, static_value
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.propose import Breadth, Proposer
from games.conquid.search import Search
from games.core.budget import Budget
from games.core.kernel.search import Line
from games.core.player import Thought
from games.core.search.greedy import random_move
from games.core.status import Outcome, Seat
from tests.games.conquid.drawing import SIZES, WALL, after, read_drawing, start
from tests.games.conquid.test_properties import positions

LEVELS = GAME.info.levels


def thought(state: State, level: str = "master", nodes: int = 2000, seed: int = 1) -> Thought[Move]:
    """What the seat to move thinks."""
    assert state.turn is not None
    return GAME.player.think(state, Seat(state.turn), level, Budget(nodes=nodes), Random(seed))


@settings(max_examples=40)
@given(positions, st.sampled_from(LEVELS), st.sampled_from([1, 2, 50, 300]), st.integers(0, 99))
def test_thoughts_are_legal_and_deterministic(state: State, level: str, nodes: int, seed: int) -> None:
    """Any level, any budget of nodes, however small; the same again for the same seed."""
    if state.turn is None:
        return
    found = thought(state, level, nodes, seed)
    assert found.move in GAME.rules.legal(state, Seat(state.turn))
    assert found == thought(state, level, nodes, seed)
    assert found.why.words
    assert not found.why.words.endswith(".")


@pytest.mark.parametrize("level", LEVELS)
def test_a_possible_conquest_is_declared(level: str) -> None:
    """6: nothing is better than winning."""
    state = after(start(), "A f4 g4 h4", "A a1 a2 a3", "A i4 b1 c1", "A n1 n2 n3")
    found = thought(state, level)
    assert found.move == Move("Q")
    assert found.why.words == "Player 1 declares conquest with a chain of 4 cells. This wins the match"
    assert found.why.marks[0].kind == "path"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_alternatives_are_best_first_and_no_better_than_the_chosen_move(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those whose search ended earlier have values of before."""
    state = start()
    values = {"A f4 g4 h4": 1.0, "A a1 a2 a3": -5.0, "A b1 b2 b3": 3.0, "A c1 c2 c3": 0.5}
    found = [Line(value, GAME.rules.parse(text)) for text, value in values.items()]
    monkeypatch.setattr("games.conquid.player.search", lambda *_: found)
    best = thought(state, level)
    assert [each.move for each in best.alternatives] == [found[at].move for at in (2, 3, 1)]
    assert best.value == best.alternatives[0].value


def test_a_chain_is_completed_so_that_no_conquer_breaks_it() -> None:
    """4, 6: i4 alone would do, but East would conquer it; two more cells hold it."""
    state = read_drawing("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A 1 1 1 . B . . . .
        . . . . . . 2 . 2 . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)
    found = thought(state)
    assert re.fullmatch(
        "Player 1 acquires .*i4.* This completes an unbreakable chain: declare conquest next", found.why.words
    )
    replied = after(after(state, GAME.rules.text(found.move)), "C")
    assert Move("Q") in GAME.rules.legal(replied, Seat(0))


def test_a_third_cell_that_an_unbreakable_chain_does_not_need_is_useful() -> None:
    """6: t10 and u10 are enough; the third cell is not simply the first empty one of the board, which is a1."""
    rows = """
        ............................
        ..............1.............
        ..........11111.............
        ..........11111..1..........
        ..........111111111..1......
        .....11.111111111112.11.....
        ....AA1111111..1.22.21BB....
        ....AA11111111.1222221BB....
        .....11111..11112222.1......
        ............111.2222........
        ...........211.2222.........
        ............2.1222..........
        ..............2.............
        ............................
    """
    found = thought(GAME.rules.load(f"b={'/'.join(rows.split())} t=0", {}))
    assert found.move == Move("A", ("n3", "t10", "u10"))


def test_a_third_cell_lets_no_move_break_the_chain() -> None:
    """i3 and j3 are enough; g5 would be the most useful third cell, but then a conquer breaks the chain."""
    state = read_drawing("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . 1 . 1 . . . . . .
        . . . . A 2 2 2 1 B . . . .
        . . . . . 2 2 2 . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)
    move = Proposer(state.field, Budget().start(), Random(1), 0.0).winning_move(state.cells[1], state.cells[0], 1)
    assert move is not None
    assert {"i3", "j3"} < set(move.cells)
    acquired = sum(map(state.field.square, move.cells))
    assert is_unbreakable(state.field, state.cells[1] | acquired, state.cells[0], 1)


@pytest.mark.parametrize("level", ["medium", "master"])
def test_a_complete_chain_is_broken(level: str) -> None:
    """4: East has one move to undo West's chain, and only a conquer does it."""
    state = read_drawing(
        """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . 2 . . . . . .
        . . . . A 1 1 1 1 B . . . .
        . . . . . . . 2 . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        """,
        turn=1,
    )
    found = thought(state, level)
    assert found.move == Move("C")
    assert found.why.words == "Player 2 conquers 1 cell: h4. This breaks Player 1's complete chain"
    assert found.why.marks[0].cells == ("h4",)


def test_a_block_is_vanquished_when_only_that_breaks_the_chain() -> None:
    """5: the chain is too thick to be conquered, but its middle is a block."""
    state = read_drawing(
        """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . 1 1 1 1 2 . . . .
        . . . . A 1 1 1 1 B . . . .
        . . . . . 1 1 1 1 2 . . . .
        . . . . . 1 1 1 1 2 . . . .
        . . . . . . . . 2 2 . . . .
        """,
        turn=1,
    )
    found = thought(state)
    assert found.move == Move("V", ("f5",))
    assert "This breaks Player 1's complete chain" in found.why.words


@pytest.mark.parametrize("size", SIZES)
def test_hard_beats_random_moves(size: str) -> None:
    """Either seat, with a small budget."""
    for hard in (Seat(0), Seat(1)):
        rng = Random(size)
        state = start(size)
        while not isinstance(status := GAME.rules.status(state), Outcome):
            (seat,) = status.seats
            budget = Budget(nodes=300)
            think = seat == hard
            move = (
                GAME.player.think(state, seat, "master", budget, rng).move
                if think
                else random_move(GAME.rules, state, seat, rng)
            )
            state = GAME.rules.play(state, seat, move)
        assert status.winner == hard


@pytest.mark.parametrize("level", LEVELS)
def test_the_budget_of_seconds_is_kept(level: str) -> None:
    """On the large board in the middle of a match, where one look takes longest."""
    rng = Random(5)
    state = start("large")
    for _ in range(60):
        assert state.turn is not None
        state = GAME.rules.play(state, Seat(state.turn), GAME.rules.legal(state, Seat(state.turn)).sample(rng))
    began = process_time()
    GAME.player.think(state, Seat(state.turn or 0), level, Budget(seconds=0.1), rng)
    assert process_time() - began < 1.0


def test_distance_and_shortage() -> None:
    """A cell of the opponent costs three empty ones; without crossing there may be no way at all."""
    wall = read_drawing(WALL)
    assert missing_cells(wall.field, *wall.cells, 0) is None
    assert distance(wall.field, *wall.cells, 0) == 3
    assert shortest_chain_cells(wall.field, *wall.cells, 0) == 0
    empty = start()
    assert missing_cells(empty.field, 0, 0, 0) == distance(empty.field, 0, 0, 1) == 4
    assert empty.field.names(shortest_chain_cells(empty.field, 0, 0, 0)) == ("f4", "g4", "h4", "i4")


def test_standing_of_won_and_lost_positions() -> None:
    """A side that can declare has won; one that can't break a complete chain has lost."""
    chain = read_drawing("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A 1 1 1 1 B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        2 2 2 2 . . . . . . . . . .
    """)
    one, two = chain.cells
    assert static_value(chain.field, one, two, 0) == WIN
    assert static_value(chain.field, two, one, 1) == 1 - WIN
    assert GAME.player.evaluate(chain, Seat(0)) > 0.9
    assert GAME.player.evaluate(chain._replace(turn=1), Seat(1)) < -0.9
    over = after(chain, "Q")
    assert (GAME.player.evaluate(over, Seat(0)), GAME.player.evaluate(over, Seat(1))) == (1.0, -1.0)


def test_proposals_stop_when_one_is_good_enough() -> None:
    """A search that asks for little gets fewer proposals."""
    breadth = Breadth(12, (4, 4, 8))

    def count_proposals(enough: float) -> int:
        proposer = Proposer(start().field, Budget(nodes=10_000).start(), Random(1), 0.0)
        return len(proposer.proposals(0, 0, 0, breadth, enough))

    assert count_proposals(-100.0) == 1
    assert count_proposals(WIN) == 9


def test_medium_promises_much_the_same_whatever_it_chooses() -> None:
    """Chance decides between moves that are about as good as each other; it hardly shows in what they promise."""
    state = after(start("medium"), "A a1 b1 c1", "A a2 b2 c2")
    found = [thought(state, "medium", nodes=6000, seed=seed) for seed in range(8)]
    assert len({one.move for one in found}) > 1
    promised = [one.value for one in found if one.value is not None]
    assert len(promised) == len(found)
    assert max(promised) - min(promised) < 0.1


def test_only_a_win_that_cannot_be_answered_is_certain() -> None:
    """Further ahead not every answer is searched."""
    promised = [expected_share(WIN - turns, "hard", 0.3) for turns in range(0, 12, 2)]
    assert promised[:2] == [1, 1]
    assert 1 > promised[2] > promised[3] > promised[4] == promised[5] > expected_share(10, "hard", 0.3)
    assert [expected_share(turns - WIN, "hard", 0.3) for turns in range(0, 12, 2)] == [1 - one for one in promised]


@pytest.mark.parametrize("seed", range(1, 5))
def test_an_answer_that_repeats_an_earlier_position_is_a_tie(seed: int) -> None:
    """Where nothing is compiled: after the best move, every answer that is considered has been on the board before."""
    rng, state = Random(seed), start()
    for ply in range(6):
        state = GAME.rules.play(state, Seat(ply % 2), random_move(GAME.rules, state, Seat(ply % 2), rng))
    proposer = Proposer(state.field, Budget(nodes=100_000).start(), Random(1), 0.0)
    breadth = Breadth(24, (4, 4, 4))
    best = Search(proposer, root=breadth, last=breadth).best(state, 2)[0]
    assert 0 != best.value < WIN / 2
    moved = GAME.rules.play(state, Seat(0), best.move)
    answers = proposer.proposals(moved.cells[1], moved.cells[0], 1, breadth)
    history = [GAME.rules.play(moved, Seat(1), answer.move) for answer in answers]
    again = Search(proposer, history=history, root=breadth, last=breadth).best(state, 2)
    assert next(line.value for line in again if line.move == best.move) == 0

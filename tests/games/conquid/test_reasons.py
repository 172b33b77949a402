"""What a hint claims is so by the rules."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from games.conquid import GAME
from games.conquid.distances import distance
from games.conquid.legal import Moves
from games.conquid.moves import CONQUER, Move
from games.conquid.position import State
from games.conquid.reasons import explain
from games.core.budget import Budget
from games.core.player import Thought
from games.core.status import Seat
from tests.games.claims import claims
from tests.games.conquid.drawing import read_drawing, start
from tests.games.conquid.test_completions import wins_by_any_three_cells
from tests.games.conquid.test_oracle import scatter as scatter_blocks

THREATENS = "This threatens to conquer {n} cell"
THREATENS_STILL = "Even if {opponent} conquers first, this threatens to conquer {n} cell"
SAVES = "Otherwise {opponent} could conquer {n} cell"
LEAVES = "This leaves {opponent} {n} cell to conquer instead of {exposed}"
TO_GO = "Cells to go: {name} {n}, {opponent} {left}"
SETS_BACK = "This sets {opponent}'s chain back by {n} cell"
COMPLETES = "{n} more cell completes the chain"
LETS = "Conquering {n} cell now would let {opponent} conquer {back}"
BETTER = "Counting what both chains still need, this is {n} cell better than conquering {taken} now"
WINS = "This wins the match"
UNBREAKABLE = "This completes an unbreakable chain: declare conquest next"
BREAKABLE = "This completes a chain, which {opponent} has to break"
IS_LOST = "{opponent}'s chain can't be broken any more"
LEAVES_COMPLETE = "This leaves {opponent}'s chain complete"
BREAKS = "This breaks {opponent}'s complete chain"
PREVENTS = "Otherwise {opponent} can complete an unbreakable chain"
WILL_COMPLETE = "This threatens to complete an unbreakable chain"
COUNTS = THREATENS, THREATENS_STILL, SAVES, LEAVES, TO_GO, SETS_BACK, COMPLETES
COMPARISONS = LETS, BETTER
CHAINS = WINS, UNBREAKABLE, BREAKABLE, IS_LOST, LEAVES_COMPLETE, BREAKS, PREVENTS, WILL_COMPLETE


def thought(state: State) -> Thought[Move]:
    """What master makes of it."""
    assert state.turn is not None
    return GAME.player.think(state, Seat(state.turn), "master", Budget(nodes=2000), Random(1))


def count_conquered(state: State, seat: int) -> int:
    """The number of cells that the seat conquers, by the rules, if it is to move."""
    after = GAME.rules.play(state._replace(turn=seat), Seat(seat), CONQUER)
    return after.cells[seat].bit_count() - state.cells[seat].bit_count()


def chain_need(state: State, seat: int) -> int:
    """The number of cells that the seat's chain lacks."""
    return distance(state.field, state.cells[seat], state.cells[1 - seat], seat)


def chain_lead(state: State, seat: int) -> int:
    """How many cells more the other chain lacks."""
    return chain_need(state, 1 - seat) - chain_need(state, seat)


def scatter(seed: int) -> State:
    """A small board on which chance has given cells to both sides, most of them on the own half."""
    rng, state = Random(seed), start()
    grid, share, astray = state.field.grid, rng.uniform(0.2, 0.9), rng.uniform(0, 0.4)
    cells = [0, 0]
    for at in range(grid.size):
        if state.field.ground >> at & 1 and rng.random() < share:
            half = at % grid.columns >= grid.columns // 2
            cells[half ^ (rng.random() < astray)] |= 1 << at
    return state._replace(cells=(cells[0], cells[1]), turn=rng.randrange(2))


def check(state: State, move: Move) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    seat = state.turn
    assert seat is not None
    after = GAME.rules.play(state, Seat(seat), move)
    made = {
        template: values
        for template, values in claims(explain(state, Seat(seat), move).why.words).items()
        if not template.startswith("{name} ") or template == TO_GO  # others are the move itself
    }
    for template, values in made.items():
        if template in CHAINS:
            check_chain(template, state, after)
        elif template in COMPARISONS:
            check_comparison(template, values, state, after)
        else:
            check_count(template, values, state, after)
    return list(made)


def check_count(template: str, values: dict[str, Any], state: State, after: State) -> None:
    """Hold what is said of cells to conquer or to go against the rules."""
    seat, n = mover(state), values["n"]
    other = 1 - seat
    if template == THREATENS:
        assert n == count_conquered(after, seat) > count_conquered(state, seat)
        assert count_conquered(GAME.rules.play(after, Seat(other), CONQUER), seat) >= n
    elif template == THREATENS_STILL:
        conquered = GAME.rules.play(after, Seat(other), CONQUER)
        assert count_conquered(after, seat) > n == count_conquered(conquered, seat) > count_conquered(state, seat)
    elif template == SAVES:
        assert n == count_conquered(state, other)
        assert count_conquered(after, other) == 0
    elif template == LEAVES:
        assert n == count_conquered(after, other)
        assert n < values["exposed"] == count_conquered(state, other)
    elif template == TO_GO:
        assert (n, values["left"]) == (chain_need(after, seat), chain_need(after, other))
    elif template == SETS_BACK:
        assert n == chain_need(after, other) - chain_need(state, other)
    else:
        assert template == COMPLETES
        assert n == chain_need(after, seat)


def check_comparison(template: str, values: dict[str, Any], state: State, after: State) -> None:
    """Hold what is said of conquering at once, which was not played, against the rules."""
    seat = mover(state)
    instead = GAME.rules.play(state, Seat(seat), CONQUER)
    assert after != instead
    if template == LETS:
        assert values["n"] == count_conquered(state, seat)
        assert values["back"] == count_conquered(instead, 1 - seat) > count_conquered(after, 1 - seat)
    else:
        assert template == BETTER
        assert values["taken"] == count_conquered(state, seat) > 0
        assert values["n"] == chain_lead(after, seat) - chain_lead(instead, seat)


def check_chain(template: str, state: State, after: State) -> None:
    """Hold what is said of complete chains against all that can be answered."""
    seat = mover(state)
    other = 1 - seat
    if template == WINS:
        assert after.winner == seat
    elif template == BREAKS:
        assert chain_need(state, other) == 0 < chain_need(after, other)
    elif template == IS_LOST:
        assert all(chain_need(answered, other) == 0 for answered in answers(state))
    elif template == LEAVES_COMPLETE:
        assert any(answered.winner == other for answered in answers(after))
    elif template == UNBREAKABLE:
        assert all(chain_need(answered, seat) == 0 and answered.winner is None for answered in answers(after))
    elif template == BREAKABLE:
        assert any(chain_need(answered, seat) > 0 for answered in answers(after))
    elif template == PREVENTS:
        assert can_complete(state, other)
        assert not can_complete(after, other)
    else:
        assert template == WILL_COMPLETE
        assert can_complete(after, seat)
        assert not can_complete(state, seat)


def mover(state: State) -> Seat:
    """Who is to move."""
    assert state.turn is not None
    return Seat(state.turn)


def answers(state: State) -> list[State]:
    """The positions after each move but acquires, which break nothing."""
    return [GAME.rules.play(state, mover(state), move) for move in Moves(state, mover(state)).actions()]


def can_complete(state: State, seat: int) -> bool:
    """Whether the seat, if it is to move, can complete a chain that nothing breaks; all acquires are tried."""
    return bool(wins_by_any_three_cells(state._replace(turn=seat)))


def test_what_a_hint_claims_is_so() -> None:
    """Any move on boards that chance has filled; every claim turns up."""
    found: Counter[str] = Counter()
    blocks = (scatter_blocks("small", Random(seed), empty) for seed in range(100) for empty in (0.02, 0.1, 0.3))
    for state in (*map(scatter, range(500)), *blocks):
        rng, moves = Random(GAME.rules.dump(state)), Moves(state, mover(state))
        for move in {*moves.actions(), *(moves.sample(rng) for _ in range(4))}:
            found.update(check(state, move))
    for claim in (*COUNTS, *COMPARISONS, *CHAINS):
        assert found[claim] > 5, (claim, found)


def test_reasons_are_given_in_words() -> None:
    """Hints say what a move is good for."""
    why = thought(start("medium")).why
    assert re.search(r"\. 1\d more cells complete the chain$", why.words)
    marks = why.marks
    assert [(mark.kind, len(mark.cells)) for mark in marks] == [("hint", 3)]


def test_a_hint_tells_what_the_move_prevents() -> None:
    """Three cells would join the headquarters of the other side for good."""
    state = read_drawing(
        """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . 2 . . .
        . . . 2 A . 1 1 1 B . . . .
        . . . . . . . . . . 2 . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        """,
        turn=1,
    )
    assert thought(state).why.words.endswith("Otherwise Player 1 can complete an unbreakable chain")


def test_a_hint_tells_what_the_move_threatens() -> None:
    """Three more cells, and the chain is complete; the one that is far away does nothing."""
    state = read_drawing(
        """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A . . . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        """
    )
    forward = explain(state, Seat(0), GAME.rules.parse("A f4 g4 a1"))
    aside = explain(state, Seat(0), GAME.rules.parse("A a1 b1 c1"))
    threat = "This threatens to complete an unbreakable chain"
    assert forward.why.words.endswith(threat)
    assert not aside.why.words.endswith(threat)

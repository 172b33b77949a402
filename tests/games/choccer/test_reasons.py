"""Hints say why."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.choccer import GAME
from games.choccer.legal import legal_moves, sides
from games.choccer.moves import Move
from games.choccer.position import BIT, GRID, NOBODY, State, gem_at, start
from games.choccer.reasons import explain, explain_against
from games.choccer.rules import POINTS, apply
from games.core.budget import Budget
from games.core.table import Mark
from tests.games.choccer.drawing import BLACK, read_drawing
from tests.games.claims import claims

BOARD = """
    . . . . . . . . . . +
    . . . . . . . . T . .
    . . . . . . . . . . .
    . . L . . . . . s . .
    . C . . . . . . C . .
    . . t . . . . . S . .
    . . . . * . . . . . .
"""


@pytest.mark.parametrize(
    "text, held, words",
    [
        ("c4-d4", "-", "Player 1 moves the clover from c4 to d4"),
        ("b3-b2", "c4:red", "Player 1 moves the circle from b3 to b2. This threatens the triangle on c2"),
        (
            "c4-c2",
            "c2:red",
            (
                "Player 1 moves the clover from c4 to c2, captures a triangle and takes the red gem. "
                "This threatens to score the red gem"
            ),
        ),
        ("b3-b4", "-", "Player 1 moves the circle from b3 to b4. This brings the circle to safety"),
        ("c4-c3", "-", "Player 1 moves the clover from c4 to c3. This guards the circle on b3"),
        (
            "c4-c2",
            "-",
            (
                "Player 1 moves the clover from c4 to c2 and captures a triangle. "
                "The captured piece was attacking the circle on b3"
            ),
        ),
        (
            "i3-i4",
            "i4:blue",
            (
                "Player 1 moves the circle from i3 to i4, captures a star and takes the blue gem. "
                "This keeps the blue gem out of the zone"
            ),
        ),
        (
            "i2-h3",
            "i2:blue,c2:red",
            "Player 1 moves the star with the blue gem from i2 to h3. The gem is now 2 moves from the zone",
        ),
        ("i6-j7", "-", "Player 1 moves the triangle from i6 to j7. This gets closer to the blue gem on k7"),
        (
            "c4-b4",
            "c4:red",
            "Player 1 moves the clover from c4 to b4 and scores the red gem: 10 points. This wins the match",
        ),
    ],
)
def test_idea_is_named(text: str, held: str, words: str) -> None:
    assert explain(read_drawing(BOARD, held=held), GAME.rules.parse(text)).words == words


def test_gem_is_brought_to_safety() -> None:
    state = read_drawing(BOARD, held="i4:blue", seat=1, turn=2)
    assert (
        explain(state, GAME.rules.parse("i4-g6")).words
        == "Player 2 moves the star with the blue gem from i4 to g6. This brings the blue gem to safety"
    )


def test_threatened_piece_is_marked() -> None:
    told = explain(read_drawing(BOARD, held="c4:red"), GAME.rules.parse("b3-b2"))
    assert told.marks == (Mark("hint", ("b3", "b2")), Mark("danger", ("c2",)))


def test_what_the_search_expects_is_the_last_resort() -> None:
    state = read_drawing(BOARD)
    reply, back, on = (GAME.rules.parse(text) for text in ("c2-d1", "d4-c4", "d4-d1"))
    assert (
        explain(state, GAME.rules.parse("c4-d4"), [reply, on]).words
        == "Player 1 moves the clover from c4 to d4. The plan is to move on to d1 next"
    )
    assert (
        explain(state, GAME.rules.parse("c4-d4"), [reply, back]).words
        == "Player 1 moves the clover from c4 to d4. This waits for a better moment"
    )


GUARDED = """
    + . . . . . . . . . .
    . . . . . . . . . . .
    . . . . s . . . . . .
    . . . . . . . . . . .
    . C . C . . . . . . .
    . . . . . . . . . . .
    * . . . . . . . . . .
"""


def test_a_guarded_piece_is_no_plan_to_go_where_it_stands() -> None:
    """The plan was told as a move to where the piece has just gone."""
    reply, again = (GAME.rules.parse(text) for text in ("e5-c3", "d3-c3"))
    state = read_drawing(GUARDED)
    assert (
        explain(state, GAME.rules.parse("b3-c3"), [reply, again]).words
        == "Player 1 moves the circle from b3 to c3. If it is captured there, the circle captures back"
    )


def test_a_plan_names_which_of_two_pieces_moves_and_a_capture_waits_for_nothing() -> None:
    state = read_drawing(GUARDED)
    reply, other, back = (GAME.rules.parse(text) for text in ("e5-f5", "d3-d4", "c3-b3"))
    words = explain(state, GAME.rules.parse("b3-c3"), [reply, other]).words
    assert words.endswith("The plan is to move the circle from d3 to d4 next")
    capture = explain(read_drawing(GUARDED.replace("C . C", "C t C")), GAME.rules.parse("b3-c3"), [reply, back]).words
    assert "captures a triangle" in capture
    assert "waits" not in capture


def test_win_by_force_is_counted_in_own_moves() -> None:
    state = read_drawing(BOARD, turn=11)
    assert (
        explain(state, GAME.rules.parse("c4-d4"), won_by=14).words
        == "Player 1 moves the clover from c4 to d4. This wins within 2 moves"
    )


GREEDY = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . L . . t . . .
    . . . . . . . . c . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


@pytest.mark.parametrize(
    "obvious, reply, held, words",
    [
        ("e4-h4", "i3-h3", "-", None),
        ("e4-h4", "i4-h4", "-", "If the clover captured on h4 instead, Player 2 could capture back"),
        ("e4-h4", "i4-h4", "h4:red",
         "If the clover captured on h4 instead, Player 2 could capture back and take the red gem"),
        ("e4-e5", "i4-h4", "-", None),
    ],
)  # fmt: skip
def test_a_hint_warns_of_the_obvious_capture(obvious: str, reply: str, held: str, words: str | None) -> None:
    """What the other side could answer to it is legal, and takes something."""
    board = GREEDY.replace(". . . . . . . . c . .", ". . . . . . . . . . .").replace("t . . .", "t c . .")
    state = read_drawing(board if reply.startswith("i4") else GREEDY, held=held)
    assert explain_against(state, GAME.rules.parse(obvious), GAME.rules.parse(reply)) == words


def test_hard_says_why_it_leaves_a_capture_alone() -> None:
    state = read_drawing("""
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . L . . t c . .
        . . . . . . . . . . .
        . C . . . . . . . . .
        . . . . . . . . . . .
    """)  # fmt: skip
    thought = GAME.player.think(state, BLACK, "master", Budget(nodes=4000), Random(1))
    assert "If the clover captured on h4 instead, Player 2 could capture back" in thought.why.words
    assert GAME.rules.parse("e4-h4") in [other.move for other in thought.alternatives]
    assert all(other.value <= (thought.value or 0) for other in thought.alternatives)


WINS = "This wins the match"
THREATENS = "This threatens {piece} on {square}"
THREATENS_GEM = "This threatens {piece} on {square} and {gem}"
TO_SCORE = "This threatens to score {gem}"
KEEPS_OUT = "This keeps {gem} out of the zone"
THREATENED = "Now {attacker} on {origin} threatens {piece} on {square}"
SAVES = "This brings {piece} to safety"
SHIELDS = "This shields {piece} on {square}"
ATTACKED_IT = "The captured piece was attacking {piece}"
ATTACKED = "The captured piece was attacking {piece} on {square}"
GUARDS = "This guards {piece} on {square}"
CARRIED = "The gem is now {n} move from the zone"
CLOSER = "This gets closer to {gem} on {square}"
THREATS = THREATENS, THREATENS_GEM, THREATENED
DEFENCES = KEEPS_OUT, SAVES, SHIELDS, ATTACKED_IT, ATTACKED, GUARDS
CLAIMS = WINS, *THREATS, TO_SCORE, *DEFENCES, CARRIED, CLOSER


def moves_of(state: State, seat: int) -> list[tuple[Move, State]]:
    """The legal moves of a seat, if it is to act, and what each leads to."""
    acting = state._replace(seat=seat)
    return [(move, apply(acting, move)) for move in legal_moves(acting, seat)]


def find_captures(state: State, seat: int) -> set[str]:
    """The squares on which the seat, if it is to act, can capture a piece."""
    _, theirs = sides(state, seat)
    return {GRID.names[move.target] for move, _ in moves_of(state, seat) if theirs & BIT[move.target]}


def gems_left(state: State) -> dict[str, int]:
    """How many gems of each kind are on the board, free or held."""
    held_red = state.red.bit_count()
    blue = state.board.count(b"+") + state.holders.bit_count() - held_red
    return {"the red gem": state.board.count(b"*") + held_red, "the blue gem": blue}


def find_scores(state: State, seat: int) -> set[str]:
    """The gems that the seat, if it is to act, can score."""
    left = gems_left(state)
    return {gem for _, after in moves_of(state, seat) for gem in left if gems_left(after)[gem] < left[gem]}


def find_guarded_squares(state: State, seat: int) -> set[str]:
    """The squares on which the other side can capture a piece of the seat, which can then be captured back."""
    own, _ = sides(state, seat)
    return {
        GRID.names[move.target]
        for move, after in moves_of(state, 1 - seat)
        if own & BIT[move.target] and GRID.names[move.target] in find_captures(after, seat)
    }


def worth_on(state: State, square: int) -> int:
    """The points for capturing what stands on a square, with the gem that it holds."""
    return POINTS[state.board[square]] + POINTS.get(gem_at(state, square), 0)


def best_exchange(state: State, seat: int, origin: int, target: int) -> int:
    """What a capture gains, less the capturing piece where that can be captured first or back."""
    other, name = 1 - seat, GRID.names[target]
    after = next(then for move, then in moves_of(state, seat) if (move.origin, move.target) == (origin, target))
    lost = GRID.names[origin] in find_captures(state, other) or name in find_captures(after, other)
    return worth_on(state, target) - lost * worth_on(state, origin)


def find_attackers(state: State, seat: int, square: str) -> set[str]:
    """The squares from which the seat, if it is to act, can capture on this one."""
    return {GRID.names[move.origin] for move, _ in moves_of(state, seat) if GRID.names[move.target] == square}


def check(state: State, move: Move) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    after = apply(state, move)
    made = claims(explain(state, move).words)
    for template, values in made.items():
        if template in {*THREATS, TO_SCORE}:
            check_threat(template, values, state, after, move)
        elif template in DEFENCES:
            check_defence(template, values, state, after, move)
        elif template == WINS:
            assert after.seat == NOBODY
            assert after.points[state.seat] > after.points[1 - state.seat]
        elif template == CARRIED:
            assert after.holders & BIT[move.target]
            assert values["n"] > 0
        elif template == CLOSER:
            assert after.gems & BIT[GRID.index_of[str(values["square"])]]
        else:
            assert template.startswith(("{name} ", "Player "))
    return list(made)


def check_threat(template: str, values: dict[str, Any], state: State, after: State, move: Move) -> None:
    """Hold what the move threatens against the rules."""
    seat = state.seat
    if template == TO_SCORE:
        assert str(values["gem"]) in find_scores(after, seat)
        return
    square = str(values["square"])
    assert square in find_captures(after, seat) - find_captures(state, seat)
    by = GRID.index_of[str(values["origin"])] if template == THREATENED else move.target
    assert best_exchange(after, seat, by, GRID.index_of[square]) > 0
    if template != THREATENED:
        assert (template == THREATENS_GEM) == bool(after.holders & BIT[GRID.index_of[square]])


def check_defence(template: str, values: dict[str, Any], state: State, after: State, move: Move) -> None:
    """Hold what the move prevents against the rules."""
    seat, other, target = state.seat, 1 - state.seat, GRID.names[move.target]
    square = str(values.get("square", GRID.names[move.origin]))
    if template == KEEPS_OUT:
        assert str(values["gem"]) in find_scores(state, other)
        assert not find_scores(after, other)
    elif template == GUARDS:
        assert square in find_guarded_squares(after, seat) - find_guarded_squares(state, seat)
    else:
        by_others = find_attackers(state, other, square) - {target}
        assert bool(by_others) == (template in {SAVES, SHIELDS})
        assert square in find_captures(state, other)
        assert (target if template in {SAVES, ATTACKED_IT} else square) not in find_captures(after, other)
        assert template in {SAVES, ATTACKED_IT} or sides(after, seat)[0] & BIT[GRID.index_of[square]]


def test_what_a_hint_claims_is_so() -> None:
    """Moves at random, and the first that is legal; every claim turns up."""
    found: Counter[str] = Counter()
    for seed in range(40):
        rng, state = Random(seed), start()
        while state.seat != NOBODY:
            moves = legal_moves(state, state.seat)
            for move in {rng.choice(moves), moves[0]}:
                found.update(check(state, move))
            state = apply(state, rng.choice(moves))
    assert not set(CLAIMS) - set(found)

"""Hints say why."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.choccer import GAME
from games.choccer.legal import legal_moves, sides
from games.choccer.moves import Move
from games.choccer.position import BIT, GRID, NOBODY, State, start
from games.choccer.reasons import explain, explain_against
from games.choccer.rules import apply
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
            "Player 1 moves the clover from c4 to c2 and captures a triangle. This shields the circle on b3",
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
        == "Player 1 moves the clover from c4 to d4. The plan is to move the clover to d1 next"
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
        ("e4-h4", "i4-h4", "-", "If the clover went to h4 instead, Player 2 could capture the clover"),
        ("e4-h4", "i4-h4", "h4:red",
         "If the clover went to h4 instead, Player 2 could capture the clover and the red gem"),
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
    assert "If the clover went to h4 instead, Player 2 could capture the clover" in thought.why.words
    assert GAME.rules.parse("e4-h4") in [other.move for other in thought.alternatives]
    assert all(other.value <= (thought.value or 0) for other in thought.alternatives)


WINS = "This wins the match"
THREATENS = "This threatens {piece} on {square}"
THREATENS_GEM = "This threatens {piece} on {square} and {gem}"
TO_SCORE = "This threatens to score {gem}"
KEEPS_OUT = "This keeps {gem} out of the zone"
SAVES = "This brings {piece} to safety"
SHIELDS = "This shields {piece} on {square}"
GUARDS = "This guards {piece} on {square}"
CARRIED = "The gem is now {n} move from the zone"
CLOSER = "This gets closer to {gem} on {square}"
CLAIMS = WINS, THREATENS, THREATENS_GEM, TO_SCORE, KEEPS_OUT, SAVES, SHIELDS, GUARDS, CARRIED, CLOSER


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


def check(state: State, move: Move) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    seat, after = state.seat, apply(state, move)
    other, target = 1 - seat, GRID.names[move.target]
    made = claims(explain(state, move).words)
    for template, values in made.items():
        square = str(values.get("square"))
        if template == WINS:
            assert after.seat == NOBODY
            assert after.points[seat] > after.points[other]
        elif template in {THREATENS, THREATENS_GEM}:
            assert square in find_captures(after, seat) - find_captures(state, seat)
            assert (template == THREATENS_GEM) == bool(after.holders & BIT[GRID.index_of[square]])
        elif template == TO_SCORE:
            assert str(values["gem"]) in find_scores(after, seat)
        elif template == KEEPS_OUT:
            assert str(values["gem"]) in find_scores(state, other)
            assert not find_scores(after, other)
        elif template == SAVES:
            assert GRID.names[move.origin] in find_captures(state, other)
            assert target not in find_captures(after, other)
        elif template == SHIELDS:
            assert square in find_captures(state, other) - find_captures(after, other)
            assert sides(after, seat)[0] & BIT[GRID.index_of[square]]
        elif template == GUARDS:
            assert square in find_guarded_squares(after, seat) - find_guarded_squares(state, seat)
        elif template == CARRIED:
            assert after.holders & BIT[move.target]
            assert values["n"] > 0
        elif template == CLOSER:
            assert after.gems & BIT[GRID.index_of[square]]
        else:
            assert template.startswith(("{name} ", "Player "))
    return list(made)


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

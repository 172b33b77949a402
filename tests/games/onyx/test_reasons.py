"""What a hint claims is so by the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.core.status import Seat
from games.onyx import GAME
from games.onyx.legal import Placements
from games.onyx.moves import Place
from games.onyx.position import State
from games.onyx.reasons import explain_turn
from games.onyx.scoring import colour_scores, lead
from tests.games.claims import claims
from tests.games.onyx.drawing import drawn, mover

SAVES = "This brings {spaces} to safety"
HARDENS = "A single piece no longer suffocates {spaces}"
THREATENS = "This threatens to suffocate {spaces}"
STRENGTHENS = "weaker colour, which counts twice"
GAINS = "Scored now, this gains {n} point"
SAFE = "Nothing that you place here can be suffocated on the next turn"
MORE = "Scored now, that is {n} point more than for {pieces}"
HANGS = "If you placed {pieces} instead, {opponent} could suffocate {space}"
AHEAD = "If your opponent passes too, you are {n} point ahead"


def suffocated(state: State, seat: int, most: int = 2) -> set[str]:
    """The spaces of the other side that some turn of `seat` suffocates, with at most so many pieces: all are tried."""
    state, gone = state._replace(turn=seat), set()
    for turn in Placements(state, seat):
        if turn.pieces and sum(pieces.number for pieces in turn.pieces) <= most:
            after = GAME.rules.play(state, Seat(seat), turn)
            assert isinstance(after, State)
            lost = state.own(1 - seat) & ~after.own(1 - seat)
            gone |= {name for name, bit in zip(state.board.graph.names, state.board.bit, strict=True) if lost & bit}
    return gone


def walk(board: str, seed: int) -> State:
    """A position in the placing phase after some random turns, none of them a pass."""
    rng, state = Random(seed), GAME.rules.start(2, {"board": board})
    for _ in range(rng.randrange(1, 16)):
        turn = Placements(state, state.turn).sample(rng)
        state = GAME.rules.play(state, Seat(state.turn), turn) if turn.pieces else state
    return state


def names(values: dict[str, object]) -> set[str]:
    return set(str(values["spaces"]).replace(" and ", ", ").split(", "))


def check(state: State, turn: Place, obvious: Place) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    seat = state.turn
    other = 1 - seat
    after, instead = (GAME.rules.play(state, Seat(seat), each) for each in (turn, obvious))
    made = claims(explain_turn(state, seat, turn, obvious).words)
    for template, values in made.items():
        if template == SAVES:
            assert names(values) <= suffocated(state, other)
            assert not names(values) & suffocated(after, other)
        elif template == HARDENS:
            assert names(values) <= suffocated(state, other, 1)
            assert not names(values) & suffocated(after, other, 1)
        elif template == THREATENS:
            assert names(values) <= suffocated(after, seat, 1)
        elif STRENGTHENS in template:
            colour = 2 * seat + ["black", "purple", "white", "yellow"].index(template.split()[3][:-1]) % 2
            scores = colour_scores(state)
            assert scores[colour] < scores[colour ^ 1]
            assert colour_scores(after)[colour] > scores[colour]
        elif template == GAINS:
            assert lead(after, seat) - lead(state, seat) == values["n"]
        elif template == SAFE:
            assert not {pieces.space for pieces in turn.pieces} & suffocated(after, other)
        elif template == MORE:
            assert lead(after, seat) - lead(instead, seat) == values["n"]
        elif template == HANGS:
            assert values["space"] in suffocated(instead, other) - suffocated(after, other)
        elif template == AHEAD:
            assert values["n"] > 0
    return ["weaker" if STRENGTHENS in template else template for template in made]


@pytest.mark.parametrize("board", ["king-4", "hex-3"])
def test_what_a_hint_claims_is_so(board: str) -> None:
    """Any turn beside any other, in positions reached at random; every claim turns up."""
    found: Counter[str] = Counter()
    for seed in range(150):
        state, rng = walk(board, seed), Random(seed)
        turns = [Placements(state, state.turn).sample(rng) for _ in range(2)]
        found.update(check(state, *turns))
    assert {SAVES, HARDENS, THREATENS, "weaker", GAINS, MORE, HANGS} <= set(found)


def test_the_obvious_turn_that_hangs_a_piece_is_warned_of() -> None:
    """4.2, 5.1: two strangers beside c2, and a third one can come."""
    state = drawn(". . . .\n. . w .\n. . . y\n. . . .")
    turn, obvious = (GAME.rules.parse(text) for text in ("b@a1", "b@c2"))
    assert isinstance(turn, Place)
    assert isinstance(obvious, Place)
    hint = explain_turn(state, int(mover(state)), turn, obvious)
    assert "If you placed a black piece on c2 instead, Player 2 could suffocate c2" in hint.words

"""What a hint claims is so by the rules."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from games.core.status import Seat
from games.onyx import GAME
from games.onyx.describe import names_of
from games.onyx.legal import Placements
from games.onyx.moves import PASS, Place
from games.onyx.position import State
from games.onyx.reasons import explain_turn
from games.onyx.scoring import SECOND_PLAYER, colour_scores, lead, territory
from tests.games.claims import claims
from tests.games.onyx.drawing import mover, read_drawing

SAVES = "This brings what stands on {spaces} to safety"
HARDENS = "A single piece no longer suffocates what stands on {spaces}"
THREATENS = "This threatens to suffocate what stands on {spaces}"
STRENGTHENS = "weaker colour, which counts twice"
GAINS = "Scored now, this gains {n} point"
SAFE = "Nothing placed here can be suffocated on the next turn"
MORE = "Placing {pieces} instead would be worth {n} point less now"
HANGS = "Placing {pieces} instead would let {opponent} suffocate the piece on {space}"
HANGS_STACK = HANGS.replace("piece on", "stack on")
SURER = "Without the land that both share, this is {n} point better than {pieces}"
SHUTS = "This keeps {opponent} off {spaces}"
SHUTS_MANY = "This keeps {opponent} off {n} space"
SUFFOCATES = "This suffocates {pieces}"
BOTH = "Then both colours score, and the lower one counts twice"
COMPARISONS = MORE, SURER, HANGS, HANGS_STACK
AHEAD = "If {opponent} passes too, this wins by {n} point"


def find_suffocations(state: State, seat: int, most: int = 2) -> set[str]:
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


def usable(state: State, seat: int) -> set[str]:
    """The spaces where the seat may place a piece, whoever is to move."""
    turns = Placements(state._replace(turn=seat), seat)
    return {pieces.space for turn in turns for pieces in turn.pieces}


def sure_lead(state: State, seat: int) -> int:
    """Points ahead when every empty space that both sides reach is left out, counted space by space."""
    lands = [territory(state, colour) for colour in range(4)]
    points = []
    for one in (0, 2):
        others = lands[2 - one] | lands[3 - one]
        low, high = sorted(
            state.held[colour].bit_count()
            + sum(1 for bit in state.board.bit if lands[colour] & bit and not others & bit)
            for colour in (one, one + 1)
        )
        points.append(2 * low + high)
    return points[seat] - points[1 - seat] + (SECOND_PLAYER if seat else -SECOND_PLAYER)


def names(values: dict[str, object]) -> set[str]:
    return set(str(values["spaces"]).replace(" and ", ", ").split(", "))


def check(state: State, turn: Place, obvious: Place) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    seat = state.turn
    other = 1 - seat
    after, instead = (GAME.rules.play(state, Seat(seat), each) for each in (turn, obvious))
    made = {
        template: values
        for template, values in claims(explain_turn(state, seat, turn, obvious, [PASS]).words).items()
        if template not in {"{name} places {pieces}", "{name} passes"}
    }
    for template, values in made.items():
        if template in COMPARISONS:
            check_comparison(template, values, after, instead, seat)
        elif template == SUFFOCATES:
            lost = state.taken & ~after.taken
            assert set(re.findall(r"\b[a-z]\d+\b", str(values["pieces"]))) == set(names_of(state, lost))
        elif template == BOTH:
            assert not state.own(seat)
            assert all(colour_scores(after)[2 * seat : 2 * seat + 2])
        elif template == AHEAD:
            assert not turn.pieces
            assert values["n"] > 0
        elif template == SAVES:
            assert names(values) <= find_suffocations(state, other)
            assert not names(values) & find_suffocations(after, other)
        elif template == HARDENS:
            assert names(values) <= find_suffocations(state, other, 1)
            assert not names(values) & find_suffocations(after, other, 1)
        elif template == THREATENS:
            assert names(values) <= find_suffocations(after, seat, 1)
        elif STRENGTHENS in template:
            colour = 2 * seat + ["black", "purple", "white", "yellow"].index(template.split()[3][:-1]) % 2
            scores = colour_scores(state)
            assert scores[colour] < scores[colour ^ 1]
            assert colour_scores(after)[colour] > scores[colour]
        elif template == GAINS:
            assert lead(after, seat) - lead(state, seat) == values["n"]
        elif template == SAFE:
            assert not {pieces.space for pieces in turn.pieces} & find_suffocations(after, other)
        else:
            assert template in {SHUTS, SHUTS_MANY}
            assert names(values) <= usable(state, other) - usable(after, other)
            assert names(values) <= usable(after, seat)
            assert template == SHUTS or values["n"] == len(names(values)) > 4
    return ["weaker" if STRENGTHENS in template else template for template in made]


def check_comparison(template: str, values: dict[str, Any], after: State, instead: State, seat: int) -> None:
    """Hold what is said of the obvious turn, which leads to `instead`, against the rules."""
    if template == MORE:
        assert lead(after, seat) - lead(instead, seat) == values["n"]
    elif template == SURER:
        assert sure_lead(after, seat) - sure_lead(instead, seat) == values["n"]
    else:
        assert (values["space"] in names_of(instead, instead.stacks)) == (template == HANGS_STACK)
        assert values["space"] in find_suffocations(instead, 1 - seat) - find_suffocations(after, 1 - seat)


def test_what_a_hint_claims_is_so() -> None:
    """Any turn beside any other, in positions reached at random; every claim turns up."""
    found: Counter[str] = Counter()
    for board in ("king-4", "hex-3"):
        for seed in range(130):
            state, rng = walk(board, seed), Random(seed)
            turns = [Placements(state, state.turn).sample(rng) for _ in range(2)]
            found.update(check(state, *turns))
    ideas = {SAVES, HARDENS, THREATENS, "weaker", GAINS, SHUTS, SUFFOCATES, BOTH, AHEAD}
    assert {*ideas, MORE, HANGS, SURER} <= set(found)


def test_many_spaces_are_counted_and_marked() -> None:
    """4.2: a white stack in the middle, and all eight spaces around it have three white pieces beside them."""
    state = read_drawing(". . w . .\n. . . . .\nw . . . w\n. . . . .\n. . w . .", turn=1)
    turn = GAME.rules.parse("2w@c3")
    assert isinstance(turn, Place)
    assert SHUTS_MANY in check(state, turn, turn)
    hint = explain_turn(state, 1, turn)
    assert "This keeps Player 1 off 8 spaces" in hint.words
    assert [len(mark.cells) for mark in hint.marks] == [1, 8]


def test_a_pass_wins_nothing_while_the_other_side_is_expected_to_go_on() -> None:
    state = read_drawing("bbb.\nppp.\nbbb.\nppp.")
    reply = GAME.rules.parse("w@d1")
    assert "this wins by 25 points" in explain_turn(state, 0, PASS, expected=[PASS]).words
    assert "wins" not in explain_turn(state, 0, PASS, expected=[reply]).words
    assert "wins" not in explain_turn(state, 0, PASS).words


def test_a_piece_that_the_turn_itself_suffocates_needs_no_warning() -> None:
    """5.1: white falls to its own side's turn on f7; what else could be done to it is of no interest."""
    state = GAME.rules.load(
        "b=...b.y.y/WW.B.wyY/wW.P.w.Y/..pP.w.W/Pppp.b.w/...p.B.W/.B.p.b.b/.b.bp.BB t=1 ph=play passed=10 removed=00",
        {},
    )
    turn, obvious = (GAME.rules.parse(text) for text in ("w@b8 y@g8", "2w@b8"))
    assert isinstance(turn, Place)
    assert isinstance(obvious, Place)
    hint = explain_turn(state, 1, turn, obvious)
    assert "suffocates the white piece on f7" in hint.words
    assert "would let" not in hint.words


def test_the_obvious_turn_that_hangs_a_piece_is_warned_of() -> None:
    """4.2, 5.1: two strangers beside c2, and a third one can come."""
    state = read_drawing(". . . .\n. . w .\n. . . y\n. . . .")
    turn, obvious = (GAME.rules.parse(text) for text in ("b@a1", "b@c2"))
    assert isinstance(turn, Place)
    assert isinstance(obvious, Place)
    hint = explain_turn(state, int(mover(state)), turn, obvious)
    assert "Placing a black piece on c2 instead would let Player 2 suffocate the piece on c2" in hint.words

"""What a hint claims is so by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games.core.status import CHANCE, Seat
from games.cyberzul import GAME
from games.cyberzul.describe import tiles_taken
from games.cyberzul.moves import Take
from games.cyberzul.position import CENTRE, DRAFT, OVER, Board, State
from games.cyberzul.reasons import explain
from games.cyberzul.rules import place, take
from games.cyberzul.scoring import has_complete_row, score_round
from tests.games.claims import claims
from tests.games.cyberzul.positions import factories, position

MORE = "This scores {n} more point than taking {tiles} {source} {target}"
OFFERS = "Taking {tiles} {source} {target} instead would let {opponent} fill line {line} for {n} point"
LAST = "No more of this colour is left, so {name} can't fill line {line} this round"
DENIES = "Otherwise {name} could fill line {line} for {n} point"
HOLDS = "Line {line} then holds {have} of {line}"
BRINGS = "Once full, it scores {n} point"
BRINGS_BONUS = "Once full, it scores {points} points, bonus included"
FILLS = "This fills line {line} for {n} point"
ROW = "This completes row {line} for {points} points, bonus included"
COLUMN = "This completes column {column} for {points} points, bonus included"
FIFTH = "This places the fifth tile of this colour for {points} points, bonus included"
AVOIDS = "This avoids the floor line in the last round"
COSTS = "This costs {n} point on the floor line"
COSTS_NOTHING = "This costs nothing: the floor line is full"
FALLS = "{n} tile falls to the floor"
MARKER = "The starting marker comes along"
BEGINS = "{name} begins the next round"
TAKES = "{name} takes {tiles} {source} {target}"
CHANCES = "Winning chances: {more}% this way, but only {less}% by taking {tiles} {source} {target}"
COMPARISONS = MORE, OFFERS, CHANCES
OF_OTHERS = LAST, DENIES
ONLY = "This is the only legal move"
FREE_LINES = "This keeps the lines free for other tiles"
NO_LINE = "No line can take any of the tiles that are left"
TO_THE_FLOOR = ONLY, FREE_LINES, NO_LINE
FLOOR = AVOIDS, COSTS, COSTS_NOTHING, FALLS, MARKER, BEGINS
FLOOR_COSTS = 1, 1, 2, 2, 2, 3, 3


def takes(state: State) -> list[Take]:
    moves = GAME.rules.legal(state, Seat(state.turn))
    return [move for move in moves if isinstance(move, Take)]


def fillings(state: State) -> dict[Take, int]:
    """The takes of the player to move that fill a line, each played, and the points of that line with its bonus.

    One tile more lies in a factory more, so that the round goes on and the line can be looked at.
    """
    found = {}
    for move in takes(state) if state.phase == DRAFT else ():
        after = take(state._replace(factories=(*state.factories, 1)), move).boards[state.turn]
        if move.line and after.line(move.line)[0] == move.line:
            upto, above = ((1 << 6 * lines) - 1 & after.lines for lines in (move.line, move.line - 1))
            with_it, without = (points_of(Board(0, lines, after.wall)) for lines in (upto, above))
            found[move] = with_it - without
    return found


def points_of(mat: Board) -> int:
    """The points of a mat at the end of the round, and of its wall at the end of the match."""
    after = score_round(mat)[0]
    wall = [[after.wall >> 5 * row + column & 1 for column in range(5)] for row in range(5)]
    rows, columns = sum(map(all, wall)), sum(map(all, zip(*wall, strict=True)))
    colours = sum(all(wall[row][(row + colour) % 5] for row in range(5)) for colour in range(5))
    return after.score + 2 * rows + 7 * columns + 10 * colours


def full_line_points(board: Board, line: int, colour: int) -> int:
    """What a line brings if it is full at the end of the round, the full lines above it count first; with its bonus."""
    above = board.lines & (1 << 6 * (line - 1)) - 1
    full = place(Board(0, 0, board.wall), line, colour, line)[0]
    with_it, without = (points_of(Board(0, lines, board.wall)) for lines in (above | full.lines, above))
    return with_it - without


def mat_after(state: State, move: Take) -> Board:
    """The player's mat after the move. One tile more lies in a factory more, so that the round goes on."""
    return take(state._replace(factories=(*state.factories, 1)), move).boards[state.turn]


def check(state: State, move: Take, obvious: Take, shares: Mapping[Take, float]) -> list[str]:
    """Hold every claim of the hint against the rules and the shares; the claims that were made."""
    made: dict[str, dict[str, Any]] = claims(explain(state, move, obvious, shares).words)
    for template, values in made.items():
        if template in COMPARISONS:
            check_comparison(template, values, state, move, obvious)
        elif template in OF_OTHERS:
            check_others(template, values, state, move)
        elif template in TO_THE_FLOOR:
            check_reason_for_the_floor(template, state, move)
        elif template in FLOOR:
            check_floor(template, values, state, move)
        elif template != TAKES:
            check_line(template, values, state, move)
    if chances := made.get(CHANCES):
        assert (chances["more"], chances["less"]) == (round(100 * shares[move]), round(100 * shares[obvious]))
        assert not {MORE, OFFERS} & made.keys()
    elif {MORE, OFFERS} & made.keys() and shares:
        assert shares[move] - shares[obvious] < 0.105, "a clear difference of the chances says more"
    return list(made)


def check_comparison(template: str, values: dict[str, Any], state: State, move: Take, obvious: Take) -> None:
    """Hold what is said of the obvious move against the rules."""
    rival = (state.turn + 1) % len(state.boards)
    after, instead = take(state, move), take(state, obvious)
    if template == MORE:
        one, two = (points_of(mat_after(state, each)) for each in (move, obvious))
        assert one - two == values["n"]
    elif template == OFFERS:
        best = max(points for other, points in fillings(instead).items() if other.line == values["line"])
        assert instead.turn == rival == values["opponent"].seat
        assert best == values["n"] > max(fillings(after).values(), default=0)
    else:
        assert values["more"] > values["less"] + 3


def check_reason_for_the_floor(template: str, state: State, move: Take) -> None:
    """Hold why tiles go to the floor against the rules."""
    assert not move.line
    if template == ONLY:
        assert takes(state) == [move]
    else:
        assert any(each.line for each in takes(state)) == (template == FREE_LINES)


def check_others(template: str, values: dict[str, Any], state: State, move: Take) -> None:
    """Hold what others can no longer do against the rules."""
    seat, rival, after = state.turn, (state.turn + 1) % len(state.boards), take(state, move)
    if template == LAST:
        held, colour = state.boards[values["name"].seat].line(values["line"])
        assert values["name"].seat != seat
        taken = tiles_taken(state, move.source, move.colour)
        assert colour == move.colour
        assert held < values["line"] <= held + taken, "with these tiles, it could have been filled"
        assert after.phase != DRAFT or all(other.colour != move.colour for other in takes(after))
    else:
        assert template == DENIES
        theirs = fillings(state._replace(turn=rival))
        same = {other: n for other, n in theirs.items() if other[:2] == move[:2]}
        assert values["n"] == max(n for other, n in same.items() if other.line == values["line"])
        assert values["n"] > max(fillings(after).values(), default=0)


def check_line(template: str, values: dict[str, Any], state: State, move: Take) -> None:
    """Hold what is said of the line and of the wall against the rules."""
    mat, line = mat_after(state, move), values.get("line", move.line)
    held = mat.line(move.line)[0]
    if template == HOLDS:
        assert (line, values["have"]) == (move.line, held)
    elif template == BRINGS:
        assert held < move.line
        assert values["n"] == full_line_points(mat, move.line, move.colour) > 1
    elif template == BRINGS_BONUS:
        assert held < move.line
        assert values["points"] == full_line_points(mat, move.line, move.colour) > 2
    else:
        assert held == move.line == line
        assert values["n" if template == FILLS else "points"] == full_line_points(mat, move.line, move.colour)
        wall = score_round(Board(0, mat.lines & (1 << 6 * move.line) - 1, mat.wall))[0].wall
        rows = [[wall >> 5 * row + column & 1 for column in range(5)] for row in range(5)]
        if template == ROW:
            assert all(rows[line - 1])
        elif template == COLUMN:
            assert all(row[values["column"] - 1] for row in rows)
        elif template == FIFTH:
            assert all(rows[row][(row + move.colour) % 5] for row in range(5))
        else:
            assert template == FILLS


def check_floor(template: str, values: dict[str, Any], state: State, move: Take) -> None:
    """Hold what is said of the floor line and of the starting marker against the rules."""
    seat, mat, before = state.turn, mat_after(state, move), state.boards[state.turn]
    lost = [sum(FLOOR_COSTS[: len(each.floor)]) for each in (before, mat)]
    placed = mat.line(move.line)[0] - before.line(move.line)[0] if move.line else 0
    if template == COSTS:
        assert values["n"] == lost[1] - lost[0] > 0
    elif template == COSTS_NOTHING:
        assert lost[1] == lost[0]
    elif template == FALLS:
        assert values["n"] == tiles_taken(state, move.source, move.colour) - placed > 0
    elif template == AVOIDS:
        assert any(has_complete_row(score_round(board)[0].wall) for board in state.boards)
        assert lost[1] == lost[0]
        after = take(state, move)
        heaps = {(each.source, each.colour) for each in takes(after)} if after.phase == DRAFT else set()
        left = sum(tiles_taken(after, *heap) for heap in heaps if heap[1] == move.colour)
        assert left < move.line - mat.line(move.line)[0], "nothing can fill the line any more"
    else:
        assert move.source == 0
        assert state.marker == CENTRE
        assert take(state, move).marker == seat
        assert template == MARKER or values["name"].seat == seat


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_hint_claims_is_so(seats: int) -> None:
    """Any take beside any other, in positions reached at random; every claim turns up."""
    found: Counter[str] = Counter()
    for seed in range(120):
        rng, state = Random(seed), GAME.rules.start(seats, {})
        for _ in range(60):
            if state.phase == DRAFT:
                move, other = (rng.choice(takes(state)) for _ in range(2))
                found.update(check(state, move, other, {move: rng.random(), other: rng.random()}))
                move = rng.choice([each for each in takes(state) if each.line] or takes(state))
                state = take(state, move)
            elif state.phase == OVER:
                break
            else:
                state = GAME.rules.play(state, CHANCE, GAME.rules.deal(state, rng))
    expected = {HOLDS, BRINGS, BRINGS_BONUS, FILLS, ROW, COLUMN, *COMPARISONS, *OF_OTHERS, *TO_THE_FLOOR, *FLOOR}
    assert expected <= set(found), expected - set(found)


def test_chances_that_are_unknown_or_nearly_the_same_are_not_told() -> None:
    state = position(*["0:-,-,-,-,-:...../...../...../...../.....:-"] * 2, f=factories("BBKW", "RROO"), m="1")
    move, other = (GAME.rules.parse(text) for text in ("1 blue 3", "2 red 3"))
    assert isinstance(move, Take)
    assert isinstance(other, Take)
    assert CHANCES in claims(explain(state, move, other, {move: 0.54, other: 0.5}).words)
    for shares in ({}, {move: 0.6}, {move: 0.53, other: 0.5}, {move: 0.4, other: 0.5}):
        assert CHANCES not in claims(explain(state, move, other, shares).words)


def explain_last_blue(rival_lines: str) -> str:
    """The hint to take the last two blue tiles, while the rival has begun these lines."""
    mats = (f"0:{lines}:...../...../...../...../.....:-" for lines in ("-,-,-,-,-", rival_lines))
    state, move = position(*mats, f=factories("BBKW"), c="RR", m="1"), GAME.rules.parse("1 blue 2")
    assert isinstance(move, Take)
    return explain(state, move).words


def test_the_last_tiles_that_somebody_needs_are_named() -> None:
    words = "No more of this colour is left, so Player 2 can't fill line 3 this round"
    assert words in explain_last_blue("-,-,B1,-,-")


def test_the_last_tiles_of_a_line_that_they_would_not_fill_are_nobodys_loss() -> None:
    assert LAST not in claims(explain_last_blue("-,-,-,-,B1"))

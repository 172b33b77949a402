"""Moves as people type them: `star i2 j1`, `h4g4`, `circle takes clover`, `hand the gem to e4`."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.choccer.describe import scored_gems
from games.choccer.legal import legal_moves
from games.choccer.moves import HAND_ON, MOVE, Move, text
from games.choccer.position import BIT, BLUE, CIRCLE, CLOVER, EMPTY, GRID, RED, STAR, TRIANGLE, State, gem_at, kind
from games.core.i18n import Translate, pgettext
from games.core.typed import (
    COMMON,
    FROM,
    READINGS,
    SKIP,
    THEN,
    TO,
    Token,
    Vocabulary,
    must_be_known,
    nothing_fits,
    tokens,
    unreadable,
)

EXAMPLES = pgettext("typed", "star c2 e4, c2e4, circle takes clover")
_KINDS = {"star": STAR, "clover": CLOVER, "triangle": TRIANGLE, "circle": CIRCLE}
_GEMS = {"red": RED, "blue": BLUE}
_GO, _TAKE, _PASS_ON, _PICK, _SCORE = "go", "take", "pass on", "pick", "score"
_WORDS = {
    "star": pgettext("typed", "star, stars, s"),
    "clover": pgettext("typed", "clover, clovers, leaf, l, shamrock"),
    "triangle": pgettext("typed", "triangle, triangles, t"),
    "circle": pgettext("typed", "circle, circles, ball"),
    "red": pgettext("typed", "red, red gem, red one"),
    "blue": pgettext("typed", "blue, blue gem, blue one"),
    "gem": pgettext("typed", "gem, gems, jewel, stone"),
    _GO: pgettext("typed", "move, moves, go, goes, walk, step, run, put, puts, place, forward, ahead"),
    _TAKE: pgettext(
        "typed",
        "takes, take, captures, capture, beats, beat, hits, eats, kills, kill, x, attack, attacks",
    ),
    _PASS_ON: pgettext(
        "typed",
        "hand, hands, hand on, hands on, pass, passes, give, gives, throw, throws, toss, tosses",
    ),
    _PICK: pgettext("typed", "pick, picks, pick up, picks up, get, gets, fetch, grab, collect, grabs, collects"),
    _SCORE: pgettext("typed", "score, scores, goal, shoot"),
    **COMMON,
}  # fmt: skip
_SIDES = pgettext("typed", "black, white, own, enemy")
_NEAR = 6
"""So many moves are named where none fits."""


@dataclass(slots=True)
class _Wanted:
    """What the words ask for."""

    origin: int | None = None
    target: int | None = None
    either: list[int] = field(default_factory=list)
    mover: int | None = None
    other: int | None = None
    gem: int | None = None
    acts: set[str] = field(default_factory=set)


def read(state: State, typed: str, translate: Translate) -> tuple[str, ...]:
    """The moves that the text may mean. Raises BadNotation, IllegalMove."""
    words = {**_WORDS, "side": _SIDES}
    found = [
        token
        for token in tokens(typed, Vocabulary(words, translate), _is_name)
        if (token != Token("word", "side") and token.kind not in {"number", "sign"}) or token.text == HAND_ON
    ]
    must_be_known(found, EXAMPLES)
    if not found or sum(token.kind == "name" for token in found) > 2:
        raise unreadable(typed, EXAMPLES)
    wanted = _collect(found)
    moves = legal_moves(state, state.seat)
    fitting = [move for move in moves if _fits(state, move, wanted)]
    if not fitting and wanted.origin is not None and wanted.target is not None and wanted.mover is None:
        written = _as_written(state, wanted, wanted.origin, wanted.target)
        if written not in moves:  # its refusal says what is wrong; a legal move is not what the other words ask for
            return (text(written),)
    if not fitting or len(fitting) > READINGS:
        raise nothing_fits(typed, [text(move) for move in _near(state, moves, wanted)][:_NEAR])
    return tuple(text(move) for move in fitting)


def _is_name(name: str) -> bool:
    return name in GRID.index_of or (len(name) in {2, 3} and name[0].isalpha() and name[1:].isdecimal())


def _collect(found: list[Token]) -> _Wanted:
    """What is asked for. Raises IllegalMove for a square off the board."""
    wanted = _Wanted()
    before = ""
    for token in found:
        if token.kind == "name":
            _add_square(wanted, GRID.square(token.text), before)
        elif token.text in _KINDS:
            told = wanted.other is not None  # "take the clover with the star"
            is_other = before in {_TAKE, TO, HAND_ON} or wanted.mover is not None or _squares(wanted) > 1
            if not told and (is_other or (_squares(wanted) and wanted.acts)):
                wanted.other = _KINDS[token.text]
            else:
                wanted.mover = _KINDS[token.text]
            continue  # "to the star e4": the word before still counts
        elif token.text in _GEMS:
            wanted.gem = _GEMS[token.text]
            continue
        elif token.text not in {FROM, TO, THEN, SKIP}:
            wanted.acts.add(_PASS_ON if token.text == HAND_ON else token.text)
        before = token.text if token.kind != "name" else ""
    if len(wanted.either) > 1:
        wanted.origin, wanted.target = wanted.either[0], wanted.either[1]
    return wanted


def _squares(wanted: _Wanted) -> int:
    return len(wanted.either) + (wanted.origin is not None) + (wanted.target is not None)


def _add_square(wanted: _Wanted, square: int, before: str) -> None:
    """A square after "from" is where a move begins, after "to" or "takes" where it ends."""
    if before == FROM:
        wanted.origin = square
    elif before in {TO, _TAKE, HAND_ON, _PICK}:
        wanted.target = square
    else:
        wanted.either.append(square)
    if wanted.either and len(wanted.either) == 1:
        if wanted.target is not None:
            wanted.origin = wanted.either.pop()
        elif wanted.origin is not None:
            wanted.target = wanted.either.pop()


def _fits(state: State, move: Move, wanted: _Wanted) -> bool:
    if wanted.origin not in (None, move.origin) or wanted.target not in (None, move.target):
        return False
    if wanted.either and wanted.origin is None and wanted.either[0] not in (move.origin, move.target):
        return False
    if wanted.mover not in (None, kind(state.board[move.origin])):
        return False
    victim = state.board[move.target]
    if wanted.other is not None and (victim in {EMPTY, RED, BLUE} or kind(victim) != wanted.other):
        return False
    gems = {gem_at(state, move.origin), gem_at(state, move.target)}
    return wanted.gem in (None, *gems) and all(_is_act(state, move, act) for act in wanted.acts)


def _is_act(state: State, move: Move, act: str) -> bool:
    """Whether the move is of the kind that a word asks for."""
    free = bool(state.gems & BIT[move.target])
    takes_piece = move.verb == MOVE and not free and state.board[move.target] != EMPTY
    match act:
        case "pass on":
            return move.verb == HAND_ON
        case "go":
            return move.verb == MOVE
        case "take":
            return takes_piece or free
        case "pick":
            return free
        case "score":
            return bool(scored_gems(state, move))
        case _:
            return free or bool((state.holders >> move.origin | state.holders >> move.target) & 1)


def _as_written(state: State, wanted: _Wanted, origin: int, target: int) -> Move:
    """The move between two squares as it would be written, so that its refusal says what is wrong."""
    own = state.white if state.seat else state.black
    hands_on = _PASS_ON in wanted.acts or bool(own & BIT[target] and state.holders & BIT[origin])
    return Move(HAND_ON if hands_on and _GO not in wanted.acts else MOVE, origin, target)


def _near(state: State, moves: list[Move], wanted: _Wanted) -> list[Move]:
    """Legal moves that have something of what is asked for."""
    squares = {wanted.origin, wanted.target, *wanted.either} - {None}
    for close in (
        [move for move in moves if wanted.origin == move.origin],
        [move for move in moves if {move.origin, move.target} & squares],
        [move for move in moves if wanted.mover == kind(state.board[move.origin])],
    ):
        if close:
            return close
    return moves

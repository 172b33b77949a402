"""Readings of typed moves: `star i2 j1`, `h4g4`, `circle takes clover`, `hand the gem to e4`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from games.choccer.describe import scored_gems
from games.choccer.legal import legal_moves
from games.choccer.moves import HAND_ON, MOVE, Move, text
from games.choccer.position import BIT, BLUE, CIRCLE, CLOVER, EMPTY, GRID, RED, STAR, TRIANGLE, State, gem_at, kind
from games.choccer.refusals import explain_movement
from games.core.boards.grid import bits
from games.core.errors import NothingFits
from games.core.i18n import Translate, gettext, pgettext
from games.core.typed import (
    COMMON,
    FROM,
    READINGS,
    TO,
    WITH,
    Token,
    Vocabulary,
    could_play,
    must_be_known,
    nothing_fits,
    tokens,
    unreadable,
)

EXAMPLES = pgettext("typed", "star c2 e4, c2e4, circle takes clover")
_C = "clover or circle"
"""The first letter of two kinds: in German, too."""
_KINDS = {"star": {STAR}, "clover": {CLOVER}, "triangle": {TRIANGLE}, "circle": {CIRCLE}, _C: {CLOVER, CIRCLE}}
_GEMS = {"red": RED, "blue": BLUE}
_GO, _TAKE, _PASS_ON, _PICK, _SCORE = "go", "take", "pass on", "pick", "score"
_AT, _SPACE, _GEM = "at", "space", "gem"
_CAPTURE, _CAPTURED = "capture", "captured"
"""Words for taking pieces, not gems; the second may come after the piece that is taken: in German, "Stern schlagen"."""
_FORWARD, _BACK, _LEFT, _RIGHT, _UP, _DOWN = "forward", "back", "left", "right", "up", "down"
_DIRECTIONS = {_FORWARD, _BACK, _LEFT, _RIGHT, _UP, _DOWN}
"""The directions as seen on the board, which is the same for all: column a on the left, row 1 at the bottom."""
_BLACK, _WHITE, _OWN, _OTHER = "black", "white", "own", "other"
_ACTS = (_GO, _TAKE, _PASS_ON, _PICK, _SCORE)
_WORDS = {
    "star": pgettext("typed", "star, stars, s, ⭐, 🌟"),
    "clover": pgettext("typed", "clover, clovers, leaf, l, shamrock, 🍀, ☘"),
    "triangle": pgettext("typed", "triangle, triangles, t, 🔺, 🔼, ▲"),
    "circle": pgettext("typed", "circle, circles, ball, ⭕"),
    _C: pgettext("typed", "c"),
    "red": pgettext("typed", "red, red gem, red one"),
    "blue": pgettext("typed", "blue, blue gem, blue one"),
    _GEM: pgettext("typed", "gem, gems, jewel, stone"),
    _GO: pgettext(
        "typed",
        "move, moves, go, goes, walk, step, run, put, puts, place, slide, slides, jump, bring, brings, carry, "
        "carries, advance, advances, push, shift, standing",
    ),
    _FORWARD: pgettext("typed", "forward, forwards, ahead"),
    _BACK: pgettext("typed", "back, backward, backwards"),
    _LEFT: pgettext("typed", "left, leftward, leftwards, to the left, west"),
    _RIGHT: pgettext("typed", "right, rightward, rightwards, to the right, east"),
    _UP: pgettext("typed", "up, upward, upwards, top, upper, north"),
    _DOWN: pgettext("typed", "down, downward, downwards, bottom, lower, south"),
    _TAKE: pgettext(
        "typed",
        "takes, take, x, takes out, take out, steal, steals, snatch, remove, removes",
    ),
    _CAPTURE: pgettext(
        "typed",
        "captures, capture, capturing, beats, beat, hits, eats, kills, kill, attack, attacks, knock out, knocks out, "
        "destroy, destroys, eliminate",
    ),
    _CAPTURED: pgettext("typed", "captured"),
    _PASS_ON: pgettext(
        "typed",
        "hand, hands, hand on, hands on, hand over, pass, passes, pass on, give, gives, throw, throws, "
        "toss, tosses, send, sends, transfer, transfers, deliver, trade, hand it",
    ),
    _PICK: pgettext("typed", "pick, picks, pick up, picks up, get, gets, fetch, grab, collect, grabs, collects"),
    _SCORE: pgettext("typed", "score, scores, goal, shoot"),
    _AT: pgettext("typed", "on, at, in"),
    "2": pgettext("typed", "two"),
    "3": pgettext("typed", "three"),
    _SPACE: pgettext(
        "typed", "square, squares, space, spaces, field, diagonally, diagonal, steps, away, other, way, all the way"
    ),
    _BLACK: pgettext("typed", "black"),
    _WHITE: pgettext("typed", "white"),
    _OWN: pgettext("typed", "own, my, mine, my own"),
    _OTHER: pgettext("typed", "enemy, enemy's, their, opponent, opponent's, rival"),
    **COMMON,
}
_MEANING = {HAND_ON: TO, _CAPTURE: _TAKE, _CAPTURED: _TAKE}
_SIDES = (_BLACK, _WHITE, _OWN, _OTHER)
_NEAR = 6
"""The most legal moves that are named when nothing fits."""


@dataclass(slots=True)
class _Thing:
    """A named piece or square, the word before it (`role`) and the piece named just before a square ("clover h4")."""

    role: str
    kinds: Collection[int] = ()
    square: int = -1
    side: str = ""
    of: _Thing | None = None


@dataclass(slots=True)
class _Wanted:
    """What the words ask for; `either` is a square where the move may begin or end."""

    origin: int | None = None
    target: int | None = None
    either: int | None = None
    mover: _Thing | None = None
    other: _Thing | None = None
    gem: int | None = None
    numbers: list[int] = field(default_factory=list)
    acts: set[str] = field(default_factory=set)
    directions: set[str] = field(default_factory=set)


def read(state: State, typed: str, translate: Translate) -> tuple[str, ...]:
    """Return the moves that the text may mean. Raises BadNotation or IllegalMove."""
    split = tokens(typed, Vocabulary(_WORDS, translate), _is_name, GRID.index_of.__contains__)
    found = [
        Token("word", _MEANING[token.text]) if token.text in _MEANING else token
        for token in split
        if token.kind != "sign" or token.text == HAND_ON
    ]
    must_be_known(found, typed, EXAMPLES)
    wanted = _collect(_with_gem_moved(found))
    if wanted is None:
        raise unreadable(typed, EXAMPLES)
    moves = legal_moves(state, state.seat)
    if _takes_own(state, wanted):
        wanted = _collect([token for token in found if token.text != _TAKE]) or wanted
    fitting = [move for move in moves if _fits(state, move, wanted)]
    if not fitting and (literal := _collect(found)):  # "carry the gem to e5", where nobody can be handed it
        fitting = [move for move in moves if state.holders & BIT[move.origin] and _fits(state, move, literal)]
    if Token("word", _CAPTURED) in split and wanted.mover and not wanted.mover.role and wanted.other is None:
        taken = replace(wanted, mover=None, other=wanted.mover)  # "Stern schlagen": by the star, or the star itself
        fitting += [move for move in moves if _fits(state, move, taken) and move not in fitting]
    if not {_CAPTURE, _CAPTURED}.isdisjoint(token.text for token in split):
        fitting = [move for move in fitting if _takes_piece(state, move)] or fitting
    written = None if fitting else _as_written(state, wanted)
    # The refusal of an illegal move says what is wrong; a legal one does not fit the other words.
    if written is not None and written not in moves:
        return (text(written),)
    if not fitting or len(fitting) > READINGS:
        raise _refusal(state, moves, wanted, typed)
    return tuple(text(move) for move in fitting)


def _is_name(name: str) -> bool:
    return name in GRID.index_of or (len(name) in {2, 3} and name[0].isalpha() and name[1:].isdecimal())


def _with_gem_moved(found: list[Token]) -> list[Token]:
    """Return the tokens with "move the gem" as "hand the gem on", also with the verb at the end as in German."""
    go, pass_on, gems = Token("word", _GO), Token("word", _PASS_ON), {_GEM, *_GEMS}
    if found and found[-1] == go and found[0].text in gems:
        return [*found[:-1], pass_on]
    return [
        pass_on if token == go and after is not None and after.text in gems else token
        for token, after in zip_longest(found, found[1:])
    ]


def _collect(found: list[Token]) -> _Wanted | None:
    """Return what the words ask for; None if they make no move. Raises IllegalMove for a square off the board."""
    wanted = _Wanted()
    things: list[_Thing] = []
    role = side = ""
    last: _Thing | None = None
    for index, token in enumerate(found):
        if token.text.isdecimal():
            if token == Token("number", "2") and index + 1 < len(found) and found[index + 1].kind == "name":
                role = TO  # "h4 2 g4"
            else:
                wanted.numbers.append(int(token.text))
        elif token.kind == "name":
            things.append(_Thing(role, square=GRID.square(token.text), of=last if role in {"", _AT} else None))
            role, last = "", None
        elif token.text in _KINDS:
            last = _Thing(role, kinds=_KINDS[token.text], side=side)
            things.append(last)
            role = side = ""
        elif token.text in _SIDES:
            side = token.text
        elif token.text in {*_GEMS, *_DIRECTIONS}:
            wanted.gem = _GEMS.get(token.text, wanted.gem)
            wanted.directions |= {token.text} & _DIRECTIONS
        elif token.text in {*_ACTS, _GEM}:
            wanted.acts.add(token.text)
            role, side = (token.text, "") if token.text in _ACTS else (role, side)
        elif token.text in {FROM, TO, WITH, _AT}:
            role, side = _role(token.text, role, found[index - 1].text if index else "", wanted.acts), ""
    if _PICK in wanted.acts:
        wanted.directions.discard(_UP)  # "picks the gem up"
    if not (things or wanted.gem or wanted.acts or wanted.directions) or not _name_pieces(wanted, things):
        return None
    return wanted if _name_squares(wanted, [thing for thing in things if not thing.kinds]) else None


def _role(word: str, role: str, before: str, acts: set[str]) -> str:
    """Return the role of the next piece or square, from a small word and the words before it."""
    if word == FROM and before in {_GEM, *_GEMS} and acts & {_TAKE, _PICK}:
        return ""  # "takes the gem from h4" may mean either piece
    keeps = (role == WITH and word == TO) or (role in {_TAKE, _PASS_ON, _PICK} and word == _AT)
    return role if keeps else word  # "capture on h4"; in German, "dem" after "mit" is an article


def _name_pieces(wanted: _Wanted, things: Sequence[_Thing]) -> bool:
    """Set which piece moves, and which one it captures or hands the gem to; return False if that is impossible."""
    pieces = [thing for thing in things if thing.kinds]
    movers = [piece for piece in pieces if piece.role in {WITH, FROM}]
    others = [piece for piece in pieces if piece.role in {_TAKE, _PASS_ON, _PICK, TO, _AT}]
    is_told = any(thing.role == WITH for thing in things)  # "take the clover with f2"
    for piece in pieces:
        if piece not in movers and piece not in others:
            (others if movers or is_told else movers).append(piece)
    if len(others) > 1 and not movers:
        movers.append(others.pop(0))  # "give the star's gem to the clover"
    if len(movers) > 1 or len(others) > 1:
        return False
    wanted.mover, wanted.other = next(iter(movers), None), next(iter(others), None)
    return True


def _name_squares(wanted: _Wanted, squares: Sequence[_Thing]) -> bool:
    """Set where the move begins and ends, from the roles of the squares; return False if that is impossible."""
    open_ones = []
    for thing in squares:
        if thing.role in {FROM, WITH} or (thing.of and thing.of is wanted.mover and len(squares) > 1):
            place = "origin"
        elif thing.role in {TO, _TAKE, _PICK, _PASS_ON} or (thing.of and thing.of is wanted.other):
            place = "target"
        else:
            open_ones.append(thing.square)
            continue
        if getattr(wanted, place) not in (None, thing.square):
            return False
        setattr(wanted, place, thing.square)
    return _place_open(wanted, open_ones)


def _place_open(wanted: _Wanted, squares: list[int]) -> bool:
    """Assign the squares without a role, in order, to the free places; return False if there are too many."""
    for square in squares:
        if wanted.origin is None and wanted.target is None and len(squares) == 1:
            wanted.either = square
        elif wanted.origin is None:
            wanted.origin = square
        elif wanted.target is None:
            wanted.target = square
        else:
            return False
    return True


def _fits(state: State, move: Move, wanted: _Wanted) -> bool:
    if wanted.origin not in (None, move.origin) or wanted.target not in (None, move.target):
        return False
    if wanted.either not in (None, move.origin, move.target):
        return False
    if not _is_piece(state, move.origin, wanted.mover) or not _is_piece(state, move.target, wanted.other):
        return False
    if not wanted.directions <= _directions(state, move):
        return False
    if not set(wanted.numbers) <= ({_distance(move)} if wanted.directions else {*_rows(move), _distance(move)}):
        return False
    gems = {gem_at(state, move.origin), gem_at(state, move.target)}
    return wanted.gem in (None, *gems) and all(_is_act(state, move, act) for act in wanted.acts)


def _is_piece(state: State, square: int, wanted: _Thing | None) -> bool:
    """Whether the wanted piece stands on the square."""
    if wanted is None:
        return True
    piece = state.board[square]
    if piece in {EMPTY, RED, BLUE} or kind(piece) not in wanted.kinds:
        return False
    is_white = bool(state.white & BIT[square])
    sides = {_WHITE if is_white else _BLACK, _OWN if is_white == bool(state.seat) else _OTHER, ""}
    return wanted.side in sides


def _shift(move: Move) -> tuple[int, int]:
    """Return how many columns to the right and rows up the move goes."""
    (row, column), (other_row, other_column) = (divmod(one, GRID.columns) for one in (move.origin, move.target))
    return other_column - column, other_row - row


def _distance(move: Move) -> int:
    return max(map(abs, _shift(move)))


def _rows(move: Move) -> tuple[int, int]:
    """Return the rows where the move begins and ends, as numbered on the board."""
    return move.origin // GRID.columns + 1, move.target // GRID.columns + 1


def _directions(state: State, move: Move) -> set[str]:
    """Return the directions of the move; forward is where the side to act scores: for Black (seat 0), to the left."""
    right, up = _shift(move)
    ahead = right if state.seat else -right
    told = {_RIGHT: right, _LEFT: -right, _UP: up, _DOWN: -up, _FORWARD: ahead, _BACK: -ahead}
    return {direction for direction, by in told.items() if by > 0}


def _is_act(state: State, move: Move, act: str) -> bool:
    """Whether the move is of the kind that the verb asks for."""
    free, takes_piece = bool(state.gems & BIT[move.target]), _takes_piece(state, move)
    match act:
        case "pass on":
            return move.verb == HAND_ON
        case "go":
            return move.verb == MOVE
        case "take":
            return takes_piece or free
        case "pick":
            return free or takes_piece
        case "score":
            return bool(scored_gems(state, move))
        case _:
            return free or bool((state.holders >> move.origin | state.holders >> move.target) & 1)


def _takes_piece(state: State, move: Move) -> bool:
    return move.verb == MOVE and not state.gems & BIT[move.target] and state.board[move.target] != EMPTY


def _takes_own(state: State, wanted: _Wanted) -> bool:
    """Whether the own piece is taken, to be moved: "I take the star k4 to i2"."""
    own = state.white if state.seat else state.black
    return _TAKE in wanted.acts and wanted.target is not None and bool(own & BIT[wanted.target])


def _as_written(state: State, wanted: _Wanted) -> Move | None:
    """Return the move as it would be written, so that its refusal says what is wrong; None if too little is told."""
    origin, target = _origin(state, wanted), wanted.target
    if origin is not None and target is None and wanted.directions:
        target = _square_towards(state, origin, wanted)
    if origin is None or target is None or not _is_piece(state, origin, wanted.mover):
        return None
    own = state.white if state.seat else state.black
    hands_on = _PASS_ON in wanted.acts or bool(own & BIT[target] and state.holders & BIT[origin])
    return Move(HAND_ON if hands_on and _GO not in wanted.acts else MOVE, origin, target)


def _origin(state: State, wanted: _Wanted) -> int | None:
    """Return where the move begins: at the square that is told, or at the only own piece of the kind."""
    own = state.white if state.seat else state.black
    if wanted.origin is None and wanted.either is not None and BIT[wanted.either] & own:
        return wanted.either
    if wanted.origin is not None or wanted.mover is None:
        return wanted.origin
    found = [square for square in bits(own) if _is_piece(state, square, wanted.mover)]
    return found[0] if len(found) == 1 else None


def _square_towards(state: State, origin: int, wanted: _Wanted) -> int | None:
    """Return the square in the directions that are told, one space on or as many as are told; None off the board."""
    steps = wanted.numbers[0] if wanted.numbers else 1
    straight = [Move(MOVE, origin, target) for target in range(len(state.board))]
    fitting = [move for move in straight if wanted.directions <= _directions(state, move) and _distance(move) == steps]
    return min(fitting, key=lambda move: sum(map(abs, _shift(move)))).target if fitting else None


def _refusal(state: State, moves: list[Move], wanted: _Wanted, typed: str) -> NothingFits:
    """Return why nothing fits, with legal moves that match part of what is asked for."""
    near = [text(move) for move in _near(state, moves, wanted)][:_NEAR]
    own = state.white if state.seat else state.black
    if _PASS_ON in wanted.acts and not own & state.holders:
        return could_play(gettext("None of your pieces holds a gem to hand on."), near)
    if _TAKE in wanted.acts:
        return could_play(gettext("None of your pieces can take that now."), near)
    if wanted.mover is not None and len(wanted.mover.kinds) == 1 and wanted.gem is None and not wanted.acts - {_GO}:
        return could_play(explain_movement(typed, *wanted.mover.kinds), near)
    return nothing_fits(typed, near)


def _near(state: State, moves: list[Move], wanted: _Wanted) -> list[Move]:
    """Return legal moves that match part of what is asked for."""
    squares = {wanted.origin, wanted.target, wanted.either} - {None}
    taken = wanted.mover if _TAKE in wanted.acts and not wanted.other else None  # in German "Kleeblatt schlagen"
    for close in (
        [move for move in moves if taken and _is_piece(state, move.target, taken)],
        [move for move in moves if wanted.origin == move.origin],
        [move for move in moves if {move.origin, move.target} & squares],
        [move for move in moves if wanted.mover and _is_piece(state, move.origin, wanted.mover)],
    ):
        if close:
            return close
    return moves

"""How a move is asked for: which piece, then where to."""

from __future__ import annotations

from games.choccer.describe import scored_gems
from games.choccer.legal import legal_moves
from games.choccer.moves import HAND_ON, Move, text
from games.choccer.position import BIT, CIRCLE, CLOVER, EMPTY, GRID, STAR, TRIANGLE, State, gem_at, kind
from games.choccer.rules import POINTS
from games.choccer.table import table
from games.choccer.words import GEMS, GROUPS, TITLES, piece_name
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext, ngettext, pgettext
from games.core.question import Choice, Question
from games.core.table import Mark, Table

_ORDER = (STAR, CLOVER, TRIANGLE, CIRCLE)


def tokens(move: Move) -> tuple[str, str]:
    """The piece's square, then its verb and target: `("c3", "-c6")`."""
    return GRID.names[move.origin], move.verb + GRID.names[move.target]


def ask(state: State, draft: tuple[str, ...], moves: list[Move]) -> Question | None:
    """The pieces that can move, then the targets of the chosen one. Raises IllegalMove for another draft."""
    if not draft:
        return Question(gettext("Which piece?"), _piece_choices(state, moves))
    own = [move for move in moves if tokens(move)[0] == draft[0]]
    if len(draft) == 2 and any(tokens(move) == draft for move in own):
        return None
    if len(draft) != 1 or not own:
        shown = "".join(draft)[:20]
        raise IllegalMove(gettext("No legal action begins with '{text}'. Choose a piece from the list.", text=shown))
    piece = piece_name(state.board[own[0].origin])
    prompt = gettext("Where to with the {piece} on {square}?", piece=piece, square=draft[0])
    own.sort(key=lambda move: (_rank(state, move), move.target))
    return Question(prompt, tuple(_target_choice(state, move) for move in own))


def preview(state: State, draft: tuple[str, ...]) -> Table:
    """The table with the chosen piece marked."""
    shown = table(state)
    return shown.with_marks(Mark("chosen", draft[:1])) if draft else shown


def suggest(state: State, typed: str, limit: int) -> tuple[str, ...]:
    """The moves that continue what is typed, or else those that contain it; what gains something comes first."""
    wanted = "".join(typed.lower().split())
    texts = {text(move): _rank(state, move) for move in legal_moves(state, state.seat)}
    fitting = [each for each in texts if each.startswith(wanted)] or [each for each in texts if wanted in each]
    return tuple(sorted(fitting, key=texts.__getitem__)[:limit])


def _piece_choices(state: State, moves: list[Move]) -> tuple[Choice, ...]:
    counts: dict[int, int] = {}
    for move in moves:
        counts[move.origin] = counts.get(move.origin, 0) + 1
    origins = sorted(counts, key=lambda square: (_ORDER.index(kind(state.board[square])), square))
    return tuple(_piece_choice(state, square, counts[square]) for square in origins)


def _piece_choice(state: State, square: int, count: int) -> Choice:
    name, kind_ = GRID.names[square], kind(state.board[square])
    label = gettext("{kind} {square}", kind=TITLES[kind_], square=name)
    if state.holders & BIT[square]:
        label = gettext(
            "{kind} {square} with the {gem}", kind=TITLES[kind_], square=name, gem=GEMS[gem_at(state, square)]
        )
    note = ngettext("{n} possibility", "{n} possibilities", count)
    return Choice(name, label, (name,), note, GROUPS[kind_])


def _target_choice(state: State, move: Move) -> Choice:
    square = GRID.names[move.target]
    gems = scored_gems(state, move)
    points = sum(POINTS[gem] for gem in gems)
    note = ngettext("scores {n} point", "scores {n} points", points) if gems else ""
    return Choice(tokens(move)[1], _label(state, move, square), (square,), note, _GROUPS[_rank(state, move)])


_GROUPS = (
    gettext("Score a gem"),
    gettext("Pick up a gem"),
    gettext("Capture"),
    gettext("Hand the gem on"),
    pgettext("group of moves", "Move"),
)


def _rank(state: State, move: Move) -> int:
    """Where the move stands among `_GROUPS`."""
    if scored_gems(state, move):
        return 0
    if move.verb == HAND_ON:
        return 3
    if state.board[move.target] == EMPTY:
        return 4
    return 1 if state.gems & BIT[move.target] else 2


def _label(state: State, move: Move, square: str) -> Message:
    found, gem = state.board[move.target], gem_at(state, move.target)
    if move.verb == HAND_ON:
        held = GEMS[gem_at(state, move.origin)]
        return gettext(
            "hand the {gem} to the {receiver} on {square}", gem=held, receiver=piece_name(found), square=square
        )
    if state.gems & BIT[move.target]:
        return gettext("{square} picks up the {gem}", square=square, gem=GEMS[gem])
    if found == EMPTY:
        return pgettext("target", "{square}", square=square)
    capture = gettext("{square} takes a {victim}", square=square, victim=piece_name(found))
    return capture if gem == EMPTY else gettext("{capture} and its {gem}", capture=capture, gem=GEMS[gem])

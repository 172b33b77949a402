"""The questions that compose a move: which piece, then which target."""

from __future__ import annotations

from games.choccer.describe import scored_gems
from games.choccer.moves import HAND_ON, Move
from games.choccer.position import BIT, CIRCLE, CLOVER, EMPTY, GRID, STAR, TRIANGLE, State, gem_at, kind
from games.choccer.rules import POINTS
from games.choccer.words import GROUPS, THE_GEM, TITLES, TO_THE_GEM, a_piece, piece_itself, to_the_piece
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext, join_list, ngettext, pgettext
from games.core.question import Choice, Question

_ORDER = (STAR, CLOVER, TRIANGLE, CIRCLE)


def tokens(move: Move) -> tuple[str, str]:
    """Return the square of the piece, then the verb with the target: `("c3", "-c6")`."""
    return GRID.names[move.origin], move.verb + GRID.names[move.target]


def ask(state: State, draft: tuple[str, ...], moves: list[Move]) -> Question | None:
    """Ask for a piece that can move, then for its target. Raises IllegalMove if no move starts like the draft."""
    if not draft:
        return Question(gettext("Which piece?"), _piece_choices(state, moves))
    own = [move for move in moves if tokens(move)[0] == draft[0]]
    if len(draft) == 2 and any(tokens(move) == draft for move in own):
        return None
    if len(draft) != 1 or not own:
        shown = "".join(draft)[:20]
        raise IllegalMove(gettext("No legal move starts with '{text}'. Pick one from the list.", text=shown))
    piece = piece_itself(state.board[own[0].origin])
    prompt = gettext("Where does {piece} on {square} go?", piece=piece, square=draft[0])
    own.sort(key=lambda move: (rank(state, move), move.target))
    return Question(prompt, tuple(_target_choice(state, move) for move in own))


_MOST_NAMED = 6
"""The most targets of a piece that are listed by name; if there are more, only their number is shown."""


def _piece_choices(state: State, moves: list[Move]) -> tuple[Choice, ...]:
    targets: dict[int, list[str]] = {}
    for move in moves:
        targets.setdefault(move.origin, []).append(GRID.names[move.target])
    origins = sorted(targets, key=lambda square: (_ORDER.index(kind(state.board[square])), square))
    return tuple(_piece_choice(state, square, targets[square]) for square in origins)


def _piece_choice(state: State, square: int, targets: list[str]) -> Choice:
    name, kind_ = GRID.names[square], kind(state.board[square])
    label = gettext("{kind} {square}", kind=TITLES[kind_], square=name)
    note: Message = (
        gettext("to {squares}", squares=join_list(targets, "or"))
        if len(targets) <= _MOST_NAMED
        else ngettext("{n} possibility", "{n} possibilities", len(targets))
    )
    if state.holders & BIT[square]:
        note = gettext("with {gem}, {targets}", gem=TO_THE_GEM[gem_at(state, square)], targets=note)
    return Choice(name, label, (name,), note, GROUPS[kind_])


def _target_choice(state: State, move: Move) -> Choice:
    square = GRID.names[move.target]
    notes = [note for note in (_effect(state, move), _score(state, move)) if note]
    note = join_list(notes) if notes else ""
    return Choice(tokens(move)[1], _label(move, square), (square,), note, _GROUPS[rank(state, move)])


def _score(state: State, move: Move) -> Message | str:
    gems = scored_gems(state, move)
    points = sum(POINTS[gem] for gem in gems)
    return ngettext("scores {n} point", "scores {n} points", points) if gems else ""


_GROUPS = (
    gettext("Score a gem"),
    gettext("Pick up a gem"),
    gettext("Capture"),
    gettext("Hand the gem on"),
    pgettext("group of moves", "Move"),
)


def rank(state: State, move: Move) -> int:
    """Return the index in `_GROUPS` of the group that the move belongs to."""
    if scored_gems(state, move):
        return 0
    if move.verb == HAND_ON:
        return 3
    if state.board[move.target] == EMPTY:
        return 4
    return 1 if state.gems & BIT[move.target] else 2


def _label(move: Move, square: str) -> Message:
    """Return the name of the target square, short enough for a button."""
    if move.verb == HAND_ON:
        return gettext("gem to {square}", square=square)
    return pgettext("target", "{square}", square=square)


def _effect(state: State, move: Move) -> Message | str:
    """Return what happens at the target, in words; empty if nothing does."""
    found, gem = state.board[move.target], gem_at(state, move.target)
    if move.verb == HAND_ON:
        held = THE_GEM[gem_at(state, move.origin)]
        return gettext("hands {gem} to {receiver}", gem=held, receiver=to_the_piece(found))
    if state.gems & BIT[move.target]:
        return gettext("picks up {gem}", gem=THE_GEM[gem])
    if found == EMPTY:
        return ""
    if gem == EMPTY:
        return gettext("captures {victim}", victim=a_piece(found))
    return gettext("captures {victim} and takes {gem}", victim=a_piece(found), gem=THE_GEM[gem])

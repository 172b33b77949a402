"""How a move is asked for: first source and colour, then the line; and what is suggested while typing."""

from __future__ import annotations

import re
from itertools import islice

from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext, ngettext
from games.core.legal import LegalMoves
from games.core.question import Choice, Question
from games.cyberzul.deals import Supply
from games.cyberzul.describe import surplus_tiles, taken_cells, tiles_taken
from games.cyberzul.layout import floor_cell, line_cell
from games.cyberzul.moves import Deal, Move, Take, line_text, parse, source_text, text
from games.cyberzul.position import CENTRE, FLOOR_SPACES, State
from games.cyberzul.rules import place, take_marker
from games.cyberzul.scoring import round_points
from games.cyberzul.tiles import COLOURS, LETTERS, colour_word

_WORDS = re.compile(r"[a-z]+|[0-9]+")
_SMALL_WORDS = {"take", "takes", "from", "to", "into", "the", "factory", "line"}


def tokens(move: Move) -> tuple[str, ...]:
    """The path of a move: source and colour in one, then the line. A deal goes factory by factory."""
    if isinstance(move, Deal):
        return tuple(text(move).split())
    return f"{source_text(move.source)} {COLOURS[move.colour]}", line_text(move.line)


def prompt(draft: tuple[str, ...]) -> Message:
    """What is asked after the draft."""
    return gettext("Where do the tiles go?") if draft else gettext("Which tiles do you take?")


def choice(state: State, draft: tuple[str, ...], token: str) -> Choice:
    """One token of a take, to be shown."""
    if draft:
        move = parse(f"{draft[0]} {token}")
        return _destination(state, move, token) if isinstance(move, Take) else Choice(token, token)
    move = parse(f"{token} f")
    return _source(state, move, token) if isinstance(move, Take) else Choice(token, token)


def _source(state: State, move: Take, token: str) -> Choice:
    number = tiles_taken(state, move.source, move.colour)
    cells = taken_cells(state, move.source, move.colour)[:number]
    colour = colour_word(move.colour)
    if not move.source:
        note = gettext("with the starting player marker") if state.marker == CENTRE else ""
        return Choice(token, gettext("Centre: {n} {colour}", n=number, colour=colour), cells, note, gettext("Centre"))
    group = gettext("Factory {number}", number=move.source)
    label = gettext("Factory {number}: {n} {colour}", number=move.source, n=number, colour=colour)
    return Choice(token, label, cells, group=group)


def _destination(state: State, move: Take, token: str) -> Choice:
    board = state.boards[state.turn]
    number = tiles_taken(state, move.source, move.colour)
    note = _change(state, move)
    if not move.line:
        place = min(len(board.floor), FLOOR_SPACES - 1)
        return Choice(token, gettext("Floor line"), (floor_cell(state.turn, place),), note)
    surplus = surplus_tiles(board, move.line, number)
    cells = (line_cell(state.turn, move.line, board.line(move.line)[0] + 1),)
    if surplus:
        label = gettext("Line {line} ({surplus} surplus to the floor)", line=move.line, surplus=surplus)
        return Choice(token, label, cells, note)
    missing = move.line - board.line(move.line)[0] - number
    if missing:
        label = ngettext("Line {line} ({n} still missing)", "Line {line} ({n} still missing)", missing, line=move.line)
        return Choice(token, label, cells, note)
    return Choice(token, gettext("Line {line} (fills it)", line=move.line), cells, note)


def _change(state: State, move: Take) -> str:
    """What the move adds to the points of this round, as far as they can be seen."""
    before = state.boards[state.turn]
    board = take_marker(before) if not move.source and state.marker == CENTRE else before
    after, _ = place(board, move.line, move.colour, tiles_taken(state, move.source, move.colour))
    change = round_points(after) - round_points(before)
    return gettext("{points} this round", points=f"{change:+d}") if change else ""


def ask_deal(state: State, draft: tuple[str, ...]) -> Question | None:
    """Chance is asked factory by factory. Raises IllegalMove when no deal begins so."""
    if not draft:
        return Question(gettext("The factories are filled"), (Choice("deal", gettext("Deal")),))
    known = draft[0] == "deal" and len(draft) <= len(state.factories) + 1
    supply = _rest(Supply(state.bag, state.lid), draft[1:]) if known else None
    if supply is None:
        raise IllegalMove(gettext("No legal move begins with '{text}'.", text=" ".join(draft)[:40]))
    if len(draft) > len(state.factories):
        return None
    question = gettext("What comes to factory {number}?", number=len(draft))
    return Question(question, tuple(Choice(letters, letters) for letters in _fillings(supply)))


def _rest(supply: Supply, factories: tuple[str, ...]) -> Supply | None:
    """The supply after the first factories were filled so, or None when that is impossible."""
    for letters in factories:
        after = supply.without(letters.replace("-", "")) if letters in _fillings(supply) else None
        if after is None:
            return None
        supply = after
    return supply


def _fillings(supply: Supply) -> list[str]:
    return [letters or "-" for letters in supply.factories()]


def suggest(legal: LegalMoves[Move], typed: str, limit: int) -> tuple[str, ...]:
    """Moves that begin as typed, then those that hold the typed words in order.

    Words may be shortened, and a colour may be its letter: `3 bl`, `3k2`, `red`.
    """
    words = [word for word in _WORDS.findall(typed.lower()) if word not in _SMALL_WORDS]
    legal_takes = [move for move in legal if isinstance(move, Take)]
    first = [move for move in legal_takes if _starts_with(move, words)]
    more = [move for move in legal_takes if move not in first and _contains(move, words)]
    return tuple(text(move) for move in islice((*first, *more), limit))


def _starts_with(move: Take, words: list[str]) -> bool:
    parts = _parts(move)
    return len(words) <= len(parts) and all(
        any(form.startswith(word) for form in forms) for forms, word in zip(parts, words, strict=False)
    )


def _contains(move: Take, words: list[str]) -> bool:
    parts = iter(_parts(move))
    return all(any(any(form.startswith(word) for form in forms) for forms in parts) for word in words)


def _parts(move: Take) -> tuple[tuple[str, ...], ...]:
    """All forms of the three words of a move."""
    return (
        (source_text(move.source),) if move.source else ("centre", "center"),
        (COLOURS[move.colour], LETTERS[move.colour].lower()),
        (line_text(move.line),) if move.line else ("floor",),
    )

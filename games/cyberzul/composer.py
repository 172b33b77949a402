"""The questions that compose a move: first the source, then the colour and the line."""

from __future__ import annotations

from dataclasses import replace

from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext, ngettext, pgettext
from games.core.question import Choice, Question
from games.cyberzul.deals import Supply
from games.cyberzul.describe import surplus_tiles, taken_cells, tiles_taken, with_sign
from games.cyberzul.layout import MARKER_CELL, floor_cell, line_cell
from games.cyberzul.moves import Deal, Move, Take, line_text, parse, source_text, text
from games.cyberzul.position import CENTRE, FLOOR_SPACES, State
from games.cyberzul.rules import place, take_marker
from games.cyberzul.scoring import points_won_and_lost
from games.cyberzul.tiles import COLOURS, Heap, colour_title, colours_in, tile_list, tiles_words


def tokens(state: State, move: Move) -> tuple[str, ...]:
    """Return the path of a move: source, colour, line; a deal goes by factories.

    Source and colour are one token if only one of them can be chosen, because the source has only one colour or is the
    last one. If the last source has only one colour, the whole move is one token, since only the line can be chosen.
    """
    if isinstance(move, Deal):
        return tuple(text(move).split())
    source, colour, line = source_text(move.source), COLOURS[move.colour], line_text(move.line)
    if only_take(state) is not None:
        return (f"{source} {colour} {line}",)
    if len(colours_in(heap_at(state, move.source))) == 1 or last_source(state) is not None:
        return f"{source} {colour}", line
    return source, colour, line


def last_source(state: State) -> int | None:
    """Return the only source that still holds tiles; None if there are several."""
    found = [source for source in range(len(state.factories) + 1) if heap_at(state, source)]
    return found[0] if len(found) == 1 else None


def only_take(state: State) -> tuple[int, int] | None:
    """Return the source and the colour if nothing else can be taken; None if there is a choice."""
    source = last_source(state)
    colours = colours_in(heap_at(state, source)) if source is not None else ()
    return (source, colours[0]) if source is not None and len(colours) == 1 else None


def heap_at(state: State, source: int) -> Heap:
    """Return the tiles of a factory, or of the centre (0)."""
    return state.factories[source - 1] if source else state.centre


def source_and_colour(draft: tuple[str, ...]) -> tuple[int, int | None]:
    """Return the source and the colour as far as they are chosen: a source, and a colour of `tiles`."""
    source, *colour = " ".join(draft).split()
    return 0 if source == "c" else int(source), COLOURS.index(colour[0]) if colour else None


def prompt(state: State, draft: tuple[str, ...]) -> Message:
    """Return the question to ask after the draft."""
    last = last_source(state)
    if not draft and last is None:
        return gettext("Where do you take tiles from?")
    source, colour = source_and_colour(draft) if draft else only_take(state) or (last or 0, None)
    if colour is None:
        return gettext("Factory {number}: which colour?", number=source) if source else gettext("Centre: which colour?")
    number = tiles_taken(state, source, colour)
    return ngettext("Where does the {tiles} go?", "Where do the {tiles} go?", number, tiles=tiles_words(number, colour))


def choice(state: State, draft: tuple[str, ...], token: str) -> Choice:
    """Return the choice for one token of a take."""
    source, colour = source_and_colour((*draft, token))
    if not draft and colour is not None and only_take(state) is not None:
        return _whole_take(state, colour, token)
    if not draft and (colour is None or len(colours_in(heap_at(state, source))) == 1):
        return _source(state, source, token)
    if len(" ".join(draft).split()) <= 1 and colour is not None:
        label = gettext("{colour} ({n})", n=tiles_taken(state, source, colour), colour=colour_title(colour))
        return Choice(token, label, tile_cells(state, source, colour))
    move = parse(" ".join((*draft, token)))
    return _destination(state, move, token) if isinstance(move, Take) else Choice(token, token)


def tile_cells(state: State, source: int, colour: int) -> tuple[str, ...]:
    """Return the cells of the tiles, without the marker that comes with them."""
    return tuple(cell for cell in taken_cells(state, source, colour) if cell != MARKER_CELL)


def _source(state: State, source: int, token: str) -> Choice:
    """Return the choice of a factory or the centre, which the picture names by its number or its letter."""
    heap = heap_at(state, source)
    cells = tuple(cell for colour in colours_in(heap) for cell in tile_cells(state, source, colour))
    held = tile_list(heap)
    if not source:
        marked = state.marker == CENTRE
        cells += (MARKER_CELL,)  # there the letter hides no tile
        note = gettext("{tiles}, with the starting marker", tiles=held) if marked else held
        return Choice(token, gettext("Centre"), cells, note, gettext("Centre"), pgettext("sign of the centre", "C"))
    return Choice(token, gettext("Factory {number}", number=source), cells, held, sign=str(source))


def _whole_take(state: State, colour: int, token: str) -> Choice:
    """Return the choice of a line for the only tiles that can be taken; its label names them, as nobody chose them."""
    move = parse(token)
    if not isinstance(move, Take):
        return Choice(token, token)
    if move.line:
        label = gettext("{colour} to line {line}", colour=colour_title(colour), line=move.line)
    else:
        label = gettext("{colour} to floor line", colour=colour_title(colour))
    return replace(_destination(state, move, token), label=label)


def _destination(state: State, move: Take, token: str) -> Choice:
    board = state.boards[state.turn]
    outcome, change = _outcome(state, move), _change(state, move)
    note = gettext("{outcome}, {change}", outcome=outcome, change=change) if outcome and change else outcome or change
    if not move.line:
        place = min(len(board.floor), FLOOR_SPACES - 1)
        cells, sign = (floor_cell(state.turn, place),), pgettext("sign of the floor line", "F")
        return Choice(token, gettext("Floor line"), cells, note, gettext("Floor line"), sign)
    cells = (line_cell(state.turn, move.line, board.line(move.line)[0] + 1),)
    return Choice(token, gettext("Line {line}", line=move.line), cells, note, sign=str(move.line))


def _outcome(state: State, move: Take) -> Message | str:
    """Return what becomes of the line, in words."""
    board, number = state.boards[state.turn], tiles_taken(state, move.source, move.colour)
    if not move.line:
        return ""
    surplus = surplus_tiles(board, move.line, number)
    if surplus:
        return gettext("full, {n} to the floor", n=surplus)
    missing = move.line - board.line(move.line)[0] - number
    return ngettext("{n} more needed", "{n} more needed", missing) if missing else gettext("full")


def _change(state: State, move: Take) -> str:
    """Return what the move adds to the points of this round, as far as can be seen."""
    before = state.boards[state.turn]
    board = take_marker(before) if not move.source and state.marker == CENTRE else before
    after, _ = place(board, move.line, move.colour, tiles_taken(state, move.source, move.colour))
    (won, lost), (won_before, lost_before) = points_won_and_lost(after), points_won_and_lost(before)
    return _points(won - won_before, lost - lost_before)


def _points(won: int, lost: int) -> str:
    """Return points with their sign, won and lost ones separately; empty if there are none."""
    if won and lost:
        return gettext("{won} and {lost} points this round", won=with_sign(won), lost=with_sign(-lost))
    if not (change := won - lost):
        return ""
    return ngettext("{points} point this round", "{points} points this round", abs(change), points=with_sign(change))


def ask_deal(state: State, draft: tuple[str, ...]) -> Question | None:
    """Ask chance for the next factory. Raises IllegalMove if no deal starts like the draft."""
    if not draft:
        return Question(gettext("The factories are filled"), (Choice("deal", gettext("Deal")),))
    known = draft[0] == "deal" and len(draft) <= len(state.factories) + 1
    supply = _rest(Supply(state.bag, state.lid), draft[1:]) if known else None
    if supply is None:
        raise IllegalMove(
            gettext("No legal move starts with '{text}'. Pick one from the list.", text=" ".join(draft)[:40])
        )
    if len(draft) > len(state.factories):
        return None
    question = gettext("What comes to factory {number}?", number=len(draft))
    return Question(question, tuple(Choice(letters, letters) for letters in _fillings(supply)))


def _rest(supply: Supply, factories: tuple[str, ...]) -> Supply | None:
    """Return the supply after the first factories are filled this way; None if that is impossible."""
    for letters in factories:
        after = supply.without(letters.replace("-", "")) if letters in _fillings(supply) else None
        if after is None:
            return None
        supply = after
    return supply


def _fillings(supply: Supply) -> list[str]:
    return [letters or "-" for letters in supply.factories()]

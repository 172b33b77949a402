"""How a move is asked for: piece after piece, spaces in groups of neighbouring columns.

The tokens of a turn are the words of its text. In the removal, each token holds the chosen ones of at most 25 stacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.core.boards.graph import Graph
from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.i18n import Message, gettext, ngettext
from games.core.question import DONE, Choice, Question
from games.core.table import Mark, Table
from games.onyx.describe import names_of
from games.onyx.legal import legal_spaces
from games.onyx.moves import Pieces, Place, Remove, parse_move
from games.onyx.position import State
from games.onyx.refusals import check_turn
from games.onyx.table import pieces_on, table
from games.onyx.turns import place
from games.onyx.words import COLOUR_TITLES, piece_words, pieces_name

PAGE = 25
"""So many stacks are asked for at once."""
NOTHING = "-"


def ask(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    """The next choices; None when the draft is a whole legal move. Raises IllegalMove and NotYourTurn."""
    check_turn(state, seat)
    return _ask_removal(state, seat, draft) if state.phase == "remove" else _ask_turn(state, seat, draft)


def tokens(state: State, move: Place | Remove) -> tuple[str, ...]:
    """The draft that stands for the move."""
    if isinstance(move, Place):
        words = tuple(pieces.text for pieces in move.pieces) or ("pass",)
        return (*words, DONE) if len(move.pieces) == 1 and move.pieces[0].number == 1 else words
    seat = next((seat for seat in (0, 1) if set(move.spaces) <= set(state.own_stacks(seat))), 0)
    pages = _pages(state.own_stacks(seat))
    return tuple(",".join(name for name in page if name in move.spaces) or NOTHING for page in pages)


def compose(draft: tuple[str, ...]) -> str:
    """The move text of a complete draft."""
    words = [token for token in draft if token != DONE]
    if not words or words[0] == "pass" or "@" in words[0]:
        return " ".join(words)
    return "remove " + (",".join(word for word in words if word != NOTHING) or "none")


def _ask_turn(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    done = len(draft) > 1 and draft[-1] == DONE
    pieces = read_pieces(draft[:-1] if done else draft)
    if not draft:
        return Question(gettext("What do you place?"), (*_first_choices(state, seat), _PASS))
    if not pieces:
        return None
    place(state, seat, tuple(pieces))
    if done or len(pieces) == 2 or pieces[0].number == 2:
        return None
    seconds = tuple(_second_choices(state, pieces[0]))
    colour = COLOUR_TITLES[pieces[0].colour ^ 1]
    if not seconds:
        return None
    prompt = gettext("{first}. Add a piece of the other colour, {colour}?", first=piece_words(pieces[0]), colour=colour)
    return Question(prompt, (Choice(DONE, gettext("Only this piece"), group=gettext("Only this piece")), *seconds))


_PASS = Choice("pass", gettext("Pass: place nothing"), group=gettext("Pass"))


def read_pieces(draft: tuple[str, ...]) -> list[Pieces]:
    """The pieces that a draft names; none for a pass. Raises IllegalMove when no legal move begins so."""
    if draft == ("pass",):
        return []
    pieces: list[Pieces] = []
    for token in draft:
        try:
            move = parse_move(token)
        except BadNotation as error:
            raise IllegalMove(error.sentence) from None
        if not isinstance(move, Place) or len(move.pieces) != 1 or len(pieces) == 2:
            raise IllegalMove(gettext("No legal move begins with '{text}'.", text=" ".join(draft)[:60]))
        pieces += move.pieces
    return pieces


def _first_choices(state: State, seat: int) -> Iterator[Choice]:
    for colour, legal in enumerate(legal_spaces(state, seat), 2 * seat):
        for number in (1, 2):
            yield from _choices(state, colour, number, legal)


def _second_choices(state: State, first: Pieces) -> Iterator[Choice]:
    other = first.colour ^ 1
    used = state.board.bit[state.board.graph.index_of[first.space]]
    yield from _choices(state, other, 1, legal_spaces(state, other >> 1)[other & 1] & ~used)


def _choices(state: State, colour: int, number: int, legal: int) -> Iterator[Choice]:
    """Pieces of one kind on the spaces of a set, group by group."""
    board = state.board
    heading = pieces_name(colour, number)
    for group, region in zip(board.graph.groups, regions(board.graph), strict=True):
        title = gettext("{pieces}, {region}", pieces=heading, region=region) if region else heading
        for space in group:
            if legal & board.bit[space]:
                pieces = board.pieces[colour][number - 1][space]
                yield Choice(pieces.text, piece_words(pieces), (pieces.space,), _effect(state, pieces, space), title)


def _effect(state: State, pieces: Pieces, space: int) -> Message | str:
    """What the pieces suffocate."""
    before = state.taken
    if not state.board.near[space] & before:
        return ""
    after = place(state, pieces.colour >> 1, (pieces,)).taken
    lost = (before & ~after).bit_count()
    return ngettext("suffocates {n} space", "suffocates {n} spaces", lost) if lost else ""


def regions(graph: Graph) -> Iterable[Message | str]:
    """The name of each of the graph's groups; empty when there is but one."""
    if len(graph.groups) == 1:
        return ("",)
    return tuple(_region(graph, group) for group in graph.groups)


def _region(graph: Graph, group: tuple[int, ...]) -> Message:
    first, last = graph.names[group[0]], graph.names[group[-1]]
    if not graph.row_names:
        return gettext("{first} to {last}", first=first, last=last)
    first, last = first.rstrip("0123456789"), last.rstrip("0123456789")
    return (
        gettext("column {first}", first=first)
        if first == last
        else gettext("columns {first}–{last}", first=first, last=last)
    )


def _pages(stacks: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The stacks in portions for one question each; one empty portion when there are none."""
    return [stacks[start : start + PAGE] for start in range(0, max(1, len(stacks)), PAGE)]


def _ask_removal(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    pages = _pages(state.own_stacks(seat))
    for page, token in zip(pages, draft, strict=False):
        names = [] if token == NOTHING else token.split(",")
        if len(set(names)) < len(names) or not set(names) <= set(page):
            raise IllegalMove(gettext("'{text}' doesn't name stacks of yours, each once.", text=token[:60]))
    if len(draft) > len(pages):
        raise IllegalMove(gettext("No legal move begins with '{text}'.", text=" ".join(draft)[:60]))
    if len(draft) == len(pages):
        return None
    page = pages[len(draft)]
    prompt = gettext("Which of your stacks do you take off?")
    if len(pages) > 1:
        prompt = gettext(
            "Which of your stacks do you take off? Part {part} of {parts}", part=len(draft) + 1, parts=len(pages)
        )
    choices = tuple(_stack_choice(state, name) for name in page)
    if len(page) < 2:
        return Question(prompt, (Choice(NOTHING, gettext("Take nothing off")), *choices))
    return Question(prompt, choices, least=0, most=len(page))


def _stack_choice(state: State, name: str) -> Choice:
    bit = state.board.bit[state.board.graph.index_of[name]]
    colour = next(colour for colour in range(4) if state.held[colour] & bit)
    return Choice(name, piece_words(Pieces(colour, 2, name)), (name,))


def preview(state: State, seat: int, draft: tuple[str, ...]) -> Table:
    """Drafted pieces lie on the board and are marked; pieces in danger still lie there. A bad draft shows nothing."""
    plain = table(state)
    if state.phase == "remove":
        own = state.own_stacks(seat)
        chosen = tuple(name for name in ",".join(draft).split(",") if name in own)
        return plain.with_marks(Mark("chosen", chosen)) if chosen else plain
    try:
        pieces = read_pieces(tuple(token for token in draft if token != DONE))
        after = place(state, seat, tuple(pieces)) if pieces else state
    except GameError:
        return plain
    if not pieces:
        return plain
    shown = replace(plain, pieces=(*plain.pieces, *pieces_on(state.board, pieces)))
    gone = names_of(state, state.taken & ~after.taken)
    marks = [Mark("chosen", tuple(one.space for one in pieces))]
    return shown.with_marks(*marks, Mark("danger", gone)) if gone else shown.with_marks(*marks)

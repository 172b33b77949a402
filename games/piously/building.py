"""Building a board step by step (RULES 2): a board to begin with, then rooms that are moved one by one.

A draft is `more` for each page turned, then a board, then `Y@`, `turn2:`, `3,-3` for each room moved, then DONE.
A board is `classic`, the number of a random one such as `#7`, or its whole text.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import DONE, Choice, Question
from games.piously.boards import CLASSIC, numbered_board
from games.piously.layout import Layout, Places, find_flaw, layout, overlap
from games.piously.mason import rebuild
from games.piously.notation import board_text, parse_board
from games.piously.position import State
from games.piously.rooms import LETTERS, ROOMS, TILE_NAMES
from games.piously.siting import read_site, room_choice, site_question, touching_places

PAGE = 4
"""The number of boards on a page."""
_PAGES = 25
_MOST_MOVES = 12
"""The most rooms that can be moved. After that, the draft ends, and returns to its first board if it is not valid."""
_MORE, _AGAIN, _CLASSIC = "more", "again", "classic"


class Draft(NamedTuple):
    """A board in the making: pages turned, the board so far (None if not chosen), and the start of the next move."""

    pages: int = 0
    base: Places | None = None
    board: Layout | None = None
    pending: tuple[str, ...] = ()
    moved: int = 0
    done: bool = False

    @staticmethod
    def of(places: Places) -> tuple[str, ...]:
        """Return the shortest draft that makes the board."""
        return board_text(places), DONE

    @staticmethod
    def begins(token: str) -> bool:
        """Whether a draft with this first token is about a board."""
        return token in (_MORE, _CLASSIC) or token.startswith("#") or "/" in token

    @staticmethod
    def read(tokens: tuple[str, ...]) -> Draft:
        """Return the draft of tokens that answer the questions of `Building`."""
        draft = Draft()
        for token in tokens:
            draft = draft.after(token)
        return draft

    def after(self, token: str) -> Draft:
        """Return the draft with one more answer."""
        if token == DONE:
            return self._replace(done=True)
        if token == _MORE:
            return self._replace(pages=self.pages + 1)
        if self.board is None or self.base is None:
            base = base_board(token)
            return self._replace(base=base, board=layout(base))
        if token == _AGAIN:
            return self._replace(board=layout(self.base))
        pending = (*self.pending, token)
        if len(pending) < 3:
            return self._replace(pending=pending)
        room = LETTERS.index(pending[0][0])
        board = rebuild(self.board, room, read_site(room, pending[1], pending[2]))
        return self._replace(board=board, pending=(), moved=self.moved + 1)

    def text(self) -> str:
        """Return the step that the draft stands for."""
        return f"board:{board_text(self.board.places)}" if self.board else ""


def base_board(token: str) -> Places:
    """Return the board that a first token names. Raises BadNotation, or IllegalMove if the board is not valid."""
    if token == _CLASSIC:
        return CLASSIC
    if token.startswith("#") and token[1:].isdecimal() and len(token) < 5:
        return numbered_board(int(token[1:]))
    places = parse_board(token.lower())
    reason = overlap(places) or find_flaw(layout(places))
    if reason:
        raise IllegalMove(reason)
    return places


def page_boards(page: int) -> tuple[str, ...]:
    """Return the tokens of the boards that a page offers; the designer's board comes first."""
    numbers = (f"#{number}" for number in range(page * PAGE, page * PAGE + PAGE))
    return tuple(_CLASSIC if token == "#0" else token for token in numbers)  # noqa: S105 - a board, not a password


class Building:
    """The questions that build a board."""

    def question(self, tokens: tuple[str, ...]) -> Question | None:
        """Return the next question; None if the board is complete."""
        draft = Draft.read(tokens)
        if draft.board is None:
            return _choose(draft.pages)
        if draft.pending:
            return site_question(draft.board, draft.pending, touching_places)
        reason = find_flaw(draft.board)
        if draft.done or (draft.moved >= _MOST_MOVES and not reason):
            return None
        again = Choice(_AGAIN, gettext("Back to the board you began with"))
        if draft.moved >= _MOST_MOVES:
            return Question(gettext("Not valid: {reason}", reason=reason), (again,))
        rooms = tuple(map(room_choice, ROOMS))
        if reason:
            return Question(gettext("Not valid yet: {reason}", reason=reason), (*rooms, again))
        use = Choice(DONE, gettext("Use this board"), confirms=True)
        return Question(gettext("Use this board, or move a room?"), (use, *rooms))

    def takes(self, state: State, tokens: tuple[str, ...]) -> bool:
        """Whether the last token is the text of a valid board to begin with, which no question lists."""
        if state.phase != "build" or any(token != _MORE for token in tokens[:-1]):
            return False
        try:
            return "/" in tokens[-1] and bool(base_board(tokens[-1]))
        except (BadNotation, IllegalMove):
            return False


def _choose(page: int) -> Question:
    choices = [
        Choice(token, _title(slot + 1, token), (sheet_name(slot, TILE_NAMES[0]),), sign=str(slot + 1))
        for slot, token in enumerate(page_boards(page))
    ]
    if page < _PAGES:
        choices.append(Choice(_MORE, gettext("Other boards")))
    return Question(gettext("Which board do you begin with?"), tuple(choices))


def _title(number: int, token: str) -> Message:
    if token == _CLASSIC:
        return gettext("{number} · Designer's board", number=number)
    return gettext("{number} · Random board", number=number)


def sheet_name(slot: int, tile: str) -> str:
    """Return the name of a tile while several boards are shown at once."""
    return f"{slot + 1}:{tile}"

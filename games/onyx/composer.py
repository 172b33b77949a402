"""The questions that compose a move: what to place, then the line and the space of each piece; at the end, the stacks.

The tokens of a turn are `b` or `2b` for what is placed, `line 3` if a line was asked for, and the piece on its space in
notation (`b@c3`); then come the line and the space of the second piece, or DONE. In the removal, each token holds the
chosen ones of at most 25 stacks.
"""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.question import DONE, Choice, Question
from games.onyx.moves import Pieces, Place, Remove
from games.onyx.placing import ask_turn, turn_tokens
from games.onyx.position import State
from games.onyx.refusals import check_turn
from games.onyx.words import piece_words

PAGE = 25
"""The most stacks in one question."""
NOTHING = "-"


def ask(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    """Ask for the next choice; None if the draft is a whole legal move. Raises IllegalMove or NotYourTurn."""
    check_turn(state, seat)
    return _ask_removal(state, seat, draft) if state.phase == "remove" else ask_turn(state, seat, draft)


def tokens(state: State, move: Place | Remove) -> tuple[str, ...]:
    """Return the draft that stands for the move."""
    if isinstance(move, Place):
        return turn_tokens(state, move)
    seat = next((seat for seat in (0, 1) if set(move.spaces) <= set(state.own_stacks(seat))), 0)
    pages = _pages(state.own_stacks(seat))
    return tuple(",".join(name for name in page if name in move.spaces) or NOTHING for page in pages)


def compose(draft: tuple[str, ...]) -> str:
    """Return the text of the move that a complete draft stands for."""
    words = [token for token in draft if token != DONE]
    pieces = [word for word in words if word == "pass" or "@" in word]
    return " ".join(pieces) if pieces else "remove " + (",".join(word for word in words if word != NOTHING) or "none")


def _pages(stacks: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the stacks in portions, one for each question; one empty portion if there are none."""
    return [stacks[start : start + PAGE] for start in range(0, max(1, len(stacks)), PAGE)]


def _ask_removal(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    pages = _pages(state.own_stacks(seat))
    for page, token in zip(pages, draft, strict=False):
        names = [] if token == NOTHING else token.split(",")
        if len(set(names)) < len(names) or not set(names) <= set(page):
            raise IllegalMove(gettext("Name only your own stacks, each once.", text=token[:60]))
    if len(draft) > len(pages):
        raise IllegalMove(
            gettext("No legal move starts with '{text}'. Pick one from the list.", text=" ".join(draft)[:60])
        )
    if len(draft) == len(pages):
        return None
    page = pages[len(draft)]
    prompt = gettext("Which of your stacks do you remove, if any?")
    if len(pages) > 1:
        prompt = gettext(
            "Which of your stacks do you remove, if any? Part {part} of {parts}", part=len(draft) + 1, parts=len(pages)
        )
    choices = tuple(_stack_choice(state, name) for name in page)
    if not page:  # nothing to decide: one press, and nothing to confirm after it
        go_on = Choice(NOTHING, gettext("Continue to scoring"), confirms=True)
        return Question(gettext("You have no stacks to remove"), (go_on,))
    if len(page) < 2:
        return Question(prompt, (Choice(NOTHING, gettext("Remove nothing")), *choices))
    return Question(prompt, choices, least=0, most=len(page))


def _stack_choice(state: State, name: str) -> Choice:
    bit = state.board.bit[state.board.graph.index_of[name]]
    colour = next(colour for colour in range(4) if state.held[colour] & bit)
    return Choice(name, piece_words(Pieces(colour, 2, name)), (name,))

"""Refusals of moves: checks that raise a sentence that says what is wrong and what to do next."""

from __future__ import annotations

from games.core.errors import IllegalMove, NotYourTurn
from games.core.i18n import Message, gettext, join_list, ngettext
from games.onyx.board import FIELD, SURROUNDED, WIDTH
from games.onyx.moves import COLOURS, Pieces
from games.onyx.position import State
from games.onyx.words import COLOUR_TITLES, a_piece, colour_name


def check_turn(state: State, seat: int) -> None:
    """Raise NotYourTurn if the seat may not act."""
    if state.phase == "play":
        if state.turn == seat:
            return
        raise NotYourTurn(gettext("It's your opponent's move."))
    if state.phase == "over":
        raise NotYourTurn(gettext("The match is over."))
    if seat not in {0, 1}:
        raise NotYourTurn(gettext("Only the two players can move."))
    if state.removed >> seat & 1:
        raise NotYourTurn(gettext("You've chosen. It stays hidden until your opponent has chosen."))


def check_placement(state: State, seat: int, pieces: tuple[Pieces, ...]) -> list[int]:
    """Return the spaces of the pieces. Raises IllegalMove if they may not be placed there."""
    if len(pieces) > 1 or pieces[0].colour >> 1 != seat:
        _check_shape(seat, pieces)
    index_of, taken, tally = state.board.graph.index_of, state.taken, state.tally
    total = sum(tally)
    spaces = []
    for colour, _, name in pieces:
        space = index_of.get(name, -1)
        if space < 0:
            space = state.board.graph.space(name)
        shift = WIDTH * space
        if taken >> shift & 1:
            raise IllegalMove(_explain_taken(state, space))
        others = (total - tally[colour]) >> shift & FIELD
        if others >= SURROUNDED:
            raise IllegalMove(
                gettext(
                    "{colour} can't go to {space}: {n} pieces of other colours are beside it. The limit is two.",
                    n=others,
                    space=name,
                    colour=COLOUR_TITLES[colour],
                )
            )
        spaces.append(space)
    return spaces


def explain_no_stacks(state: State, seat: int) -> Message:
    """Return that the seat has no stacks of the colours named, and where its own are."""
    return gettext("You have no stack of that colour. {hint}", hint=_where_stacks_are(state, seat))


def _where_stacks_are(state: State, seat: int) -> Message:
    own = state.own_stacks(seat)
    if not own:
        return gettext("You have none: type remove none.")
    return ngettext("Yours is on {spaces}.", "Yours are on {spaces}.", len(own), spaces=join_list(own))


def check_removal(state: State, seat: int, names: tuple[str, ...]) -> None:
    """Raise IllegalMove if the names are not those of own stacks, each once (RULES 6)."""
    own = state.own_stacks(seat)
    for name in names:
        state.board.graph.space(name)
        if name not in own:
            hint = _where_stacks_are(state, seat)
            raise IllegalMove(gettext("{space} holds no stack of yours. {hint}", space=name, hint=hint))
    if len(set(names)) < len(names):
        raise IllegalMove(gettext("Name each stack once."))


def _check_shape(seat: int, pieces: tuple[Pieces, ...]) -> None:
    """Raise IllegalMove unless it is one piece, a stack, or one of each own colour on two spaces (RULES 3)."""
    one, two = colour_name(2 * seat), colour_name(2 * seat + 1)
    for piece in pieces:
        if piece.colour >> 1 != seat:
            raise IllegalMove(
                gettext(
                    "{colour} isn't your colour. Yours are {one} and {two}.",
                    colour=COLOUR_TITLES[piece.colour],
                    one=one,
                    two=two,
                )
            )
    first, second = pieces
    if first.number + second.number > 2:
        raise IllegalMove(gettext("A stack is a turn of its own: a turn places at most two pieces."))
    if first.colour == second.colour:
        raise IllegalMove(
            gettext(
                "Two {colour} pieces must go on one space, as a stack, e.g. 2{letter}@{space}. "
                "On two spaces one piece is {one} and the other {two}.",
                colour=colour_name(first.colour),
                letter=COLOURS[first.colour],
                space=first.space,
                one=one,
                two=two,
            )
        )
    if first.space == second.space:
        raise IllegalMove(
            gettext(
                "{one} and {two} can't share {space}: place them on two spaces.",
                one=COLOUR_TITLES[first.colour],
                two=colour_name(second.colour),
                space=first.space,
            )
        )


def _explain_taken(state: State, space: int) -> str:
    bit, name = state.board.bit[space], state.board.graph.names[space]
    colour = next(c for c in range(4) if state.held[c] & bit)
    piece = a_piece(colour, 2 if state.stacks & bit else 1)
    return gettext("{space} already holds {piece}. Choose an empty space.", space=name, piece=piece)

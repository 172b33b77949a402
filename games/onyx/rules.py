"""The rules of the play phase and of the removal: who may place what where, suffocation, and how phases end."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalMove, NotYourTurn
from games.core.say import say, say_n
from games.onyx.board import FIELD, SURROUNDED, WIDTH, Board
from games.onyx.moves import COLOURS, Move, Pieces, Place, Remove
from games.onyx.state import State, lift, without
from games.onyx.words import colour_name, listed, pieces_name

BOTH = 3
"""The flags of both seats."""


def play(state: State, seat: int, move: Move) -> State:
    """The position after the move. Raises IllegalMove and NotYourTurn."""
    check_turn(state, seat)
    if state.phase == "play":
        if isinstance(move, Place):
            return place(state, seat, move.pieces) if move.pieces else _passed(state, seat)
        raise IllegalMove(
            say("Stacks are taken off at the end, once both players have passed. Place pieces now, or pass.")
        )
    if isinstance(move, Remove):
        return _remove(state, seat, move.spaces)
    raise IllegalMove(
        say("Both players have passed, so no piece may be placed. Name the stacks you take off, or write remove none.")
    )


def check_turn(state: State, seat: int) -> None:
    """Raises NotYourTurn when the seat may not act."""
    if state.phase == "play":
        if state.turn == seat:
            return
        raise NotYourTurn(say("It's not your turn: the other player is to place pieces."))
    if state.phase == "over":
        raise NotYourTurn(say("The match is over."))
    if seat not in {0, 1}:
        raise NotYourTurn(say("Only the two players can move."))
    if state.removed >> seat & 1:
        raise NotYourTurn(say("Your choice of stacks is in and sealed. The other player is still choosing."))


def legal_spaces(state: State, seat: int) -> tuple[int, int]:
    """For both colours of the seat the spaces, as a set, where they may be placed (RULES 4)."""
    board, held, tally = state.board, state.held, state.tally
    free = board.all & ~(held[0] | held[1] | held[2] | held[3])
    total = tally[0] + tally[1] + tally[2] + tally[3]
    one, two = tally[2 * seat], tally[2 * seat + 1]
    return free & ~board.surrounded(total - one), free & ~board.surrounded(total - two)


def place(state: State, seat: int, pieces: tuple[Pieces, ...]) -> State:
    """Put pieces down, suffocate, and hand the turn on (RULES 3-5). Raises IllegalMove."""
    board, held_before, stacks, tally_before, _, _, passed, removed, sealed = state
    spaces = _check_placement(state, seat, pieces)
    held, tally, used, near = list(held_before), list(tally_before), 0, 0
    for (colour, number, _), space in zip(pieces, spaces, strict=True):
        bit, around = board.bit[space], board.near[space]
        used |= bit
        near |= around
        held[colour] |= bit
        tally[colour] += around * number
        if number == 2:
            stacks |= bit
    ring = near & ~used & (held[0] | held[1] | held[2] | held[3])
    gone = suffocated(board, held, tally, ring) if ring else 0
    if gone:
        lift(board, held, tally, stacks, gone)
        stacks &= ~gone
    pieces_now = held[0], held[1], held[2], held[3]
    tally_now = tally[0], tally[1], tally[2], tally[3]
    if passed == BOTH:
        return State(board, pieces_now, stacks, tally_now, 0, "remove", passed, removed, sealed)
    return State(board, pieces_now, stacks, tally_now, 1 - seat, "play", passed, removed, sealed)


def suffocated(board: Board, held: Sequence[int], tally: Sequence[int], ring: int) -> int:
    """Those spaces of `ring` whose pieces are surrounded by three or more of other colours (RULES 5)."""
    total = sum(tally)
    gone = 0
    for colour in range(4):
        here = held[colour] & ring
        if here:
            gone |= here & board.surrounded(total - tally[colour])
    return gone


def _passed(state: State, seat: int) -> State:
    passed = state.passed | 1 << seat
    if passed == BOTH:
        return state._replace(passed=passed, phase="remove", turn=0)
    return state._replace(passed=passed, turn=1 - seat)


def _check_placement(state: State, seat: int, pieces: tuple[Pieces, ...]) -> list[int]:
    """The spaces of the pieces. Raises IllegalMove."""
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
            raise IllegalMove(_taken(state, space))
        foreign = (total - tally[colour]) >> shift & FIELD
        if foreign >= SURROUNDED:
            raise IllegalMove(
                say_n(
                    "{space} is surrounded for {colour}: {n} piece of other colours beside it. Choose another space.",
                    "{space} is surrounded for {colour}: {n} pieces of other colours beside it, and 2 are the most. "
                    "Choose another space.",
                    foreign,
                    space=name,
                    colour=colour_name(colour),
                )
            )
        spaces.append(space)
    return spaces


def _check_shape(seat: int, pieces: tuple[Pieces, ...]) -> None:
    """Raises IllegalMove for other pieces than one, a stack, or one of each own colour on two spaces (RULES 3)."""
    one, two = colour_name(2 * seat), colour_name(2 * seat + 1)
    for piece in pieces:
        if piece.colour >> 1 != seat:
            raise IllegalMove(
                say(
                    "{colour} isn't yours: you place {one} and {two}.",
                    colour=pieces_name(piece.colour, 1),
                    one=one,
                    two=two,
                )
            )
    first, second = pieces
    if first.number + second.number > 2:
        raise IllegalMove(say("A stack is a turn of its own: at most two pieces are placed in a turn."))
    if first.colour == second.colour:
        raise IllegalMove(
            say(
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
            say("{one} and {two} can't share {space}: place them on two spaces.", one=one, two=two, space=first.space)
        )


def _taken(state: State, space: int) -> str:
    bit, name = state.board.bit[space], state.board.graph.names[space]
    colour = next(c for c in range(4) if state.held[c] & bit)
    what = pieces_name(colour, 2 if state.stacks & bit else 1)
    return say("{space} is taken: {what}. Choose an empty space.", space=name, what=what)


def _remove(state: State, seat: int, names: tuple[str, ...]) -> State:
    """Name the stacks to take off: the first choice is sealed, the second opens both (RULES 6)."""
    own = state.own_stacks(seat)
    for name in names:
        state.board.graph.space(name)
        if name not in own:
            hint = (
                say("Yours are on {spaces}.", spaces=listed(own)) if own else say("You have none: write remove none.")
            )
            raise IllegalMove(say("{space} holds no stack of yours. {hint}", space=name, hint=hint))
    if len(set(names)) < len(names):
        raise IllegalMove(say("Name each stack once."))
    removed = state.removed | 1 << seat
    if removed != BOTH:
        return state._replace(removed=removed, sealed=names)
    index_of = state.board.graph.index_of
    gone = sum(state.board.bit[index_of[name]] for name in (*names, *(state.sealed or ())))
    return without(state, gone)._replace(phase="over", removed=BOTH, sealed=())

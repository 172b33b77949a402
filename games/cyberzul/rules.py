"""What may be done, and what follows: drafting, the end of a round, the end of the match."""

from __future__ import annotations

from functools import cache

from games.core.errors import IllegalMove, NotYourTurn
from games.core.legal import LegalMoves, ListedMoves
from games.core.say import Say, say
from games.core.status import CHANCE, Outcome, Seat, Turn, turn
from games.cyberzul.deals import PossibleDeals, supply_after
from games.cyberzul.moves import Deal, Move, Take
from games.cyberzul.scoring import ROWS, SPACE, bonus, complete, has_row, tiled
from games.cyberzul.state import CENTRE, DRAFT, FILL, FLOOR_SPACES, OVER, Board, State
from games.cyberzul.tiles import LETTERS, MARKER, colour_word, colours_in, listed, read_letters

_NONE: ListedMoves[Move] = ListedMoves()
_TOKENS = tuple(tuple(letter * number for number in range(FLOOR_SPACES + 1)) for letter in LETTERS)


def status(state: State) -> Turn | Outcome:
    """Whose turn it is, or the ranking (RULES 4.4)."""
    if state.phase == DRAFT:
        return turn(state.turn, DRAFT)
    if state.phase == FILL:
        return turn(CHANCE, FILL)
    ranks = [(board.score, complete(board.wall, ROWS)) for board in state.boards]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Outcome(places, _reason(ranks), tuple(board.score for board in state.boards))


def _reason(ranks: list[tuple[int, int]]) -> Say:
    best = max(ranks)
    shared = [rank for rank in ranks if rank[0] == best[0]]
    if len(shared) == 1:
        return say("most points: {points}", points=best[0])
    if shared.count(best) == 1:
        return say("equal points ({points}), but more complete rows: {rows}", points=best[0], rows=best[1])
    return say("equal points ({points}) and equally many complete rows ({rows})", points=best[0], rows=best[1])


def legal(state: State, seat: Seat) -> LegalMoves[Move]:
    """The legal moves of a seat (RULES 2); for chance the possible deals."""
    if state.phase == DRAFT and seat == state.turn:
        return ListedMoves(takes(state))
    if state.phase == FILL and seat == CHANCE:
        return PossibleDeals(state)
    return _NONE


def takes(state: State) -> list[Move]:
    """Every move of the player to move (RULES 2.1-2.7)."""
    board = state.boards[state.turn]
    table = _takes_table()
    moves: list[Move] = []
    open_lines = _open_lines(board.lines, board.wall)
    if state.centre:
        for colour in colours_in(state.centre):
            moves += table[0][colour][open_lines >> 6 * colour & 63]
    for source, tiles in enumerate(state.factories, 1):
        if tiles:
            for colour in colours_in(tiles):
                moves += table[source][colour][open_lines >> 6 * colour & 63]
    return moves


def destinations(board: Board, colour: int) -> list[int]:
    """Where tiles of this colour may go: pattern lines from 1, then 0 for the floor line (RULES 2.5, 2.6)."""
    mask = _open_lines(board.lines, board.wall) >> 6 * colour & 63
    return [line for line in (1, 2, 3, 4, 5, 0) if mask >> line & 1]


def _open_lines(lines: int, wall: int) -> int:
    """Six bits a colour, blue lowest: the floor line (always), then each pattern line that takes the colour."""
    table = _line_table()
    return (
        table[0][(lines & 63) << 5 | wall & 31]
        | table[1][(lines >> 1 & 2016) | wall >> 5 & 31]
        | table[2][(lines >> 7 & 2016) | wall >> 10 & 31]
        | table[3][(lines >> 13 & 2016) | wall >> 15 & 31]
        | table[4][(lines >> 19 & 2016) | wall >> 20]
    )


@cache
def _line_table() -> tuple[tuple[int, ...], ...]:
    """For each line, by `code of the line << 5 | wall row`: the colours it takes, as `_open_lines` packs them."""
    return tuple(
        tuple(
            sum(
                1 << 6 * colour | (_takes_colour(line, key >> 8, key >> 5 & 7, key & 31, colour) << 6 * colour + line)
                for colour in range(5)
            )
            for key in range(1 << 11)
        )
        for line in range(1, 6)
    )


def _takes_colour(line: int, number: int, held: int, row: int, colour: int) -> bool:
    """Whether a line with `number` tiles of the colour `held` takes a colour, given its wall row (RULES 2.5)."""
    return number < line and (number == 0 or held == colour) and not row >> SPACE[0][(colour + line - 1) % 5] & 1


@cache
def _takes_table() -> tuple[tuple[tuple[tuple[Move, ...], ...], ...], ...]:
    """The moves by source, colour and open lines (the lowest bit is the floor line)."""
    return tuple(
        tuple(
            tuple(tuple(Take(source, colour, line) for line in range(6) if mask >> line & 1) for mask in range(64))
            for colour in range(5)
        )
        for source in range(10)
    )


def play(state: State, seat: Seat, move: Move) -> State:
    """The state after the move. Raises IllegalMove or NotYourTurn."""
    phase = state.phase
    if phase == DRAFT and seat == state.turn:
        if isinstance(move, Take):
            return take(state, move)
        raise IllegalMove(say("The factories are filled between the rounds only. Take tiles, e.g. 3 blue 2."))
    if phase == FILL and seat == CHANCE:
        if isinstance(move, Deal):
            return deal(state, move)
        raise IllegalMove(say("First the factories are filled: a deal is due."))
    if phase == OVER:
        raise NotYourTurn(say("The match is over."))
    if phase == FILL:
        raise NotYourTurn(say("The factories are being filled. The draft goes on after that."))
    raise NotYourTurn(say("It isn't your turn: player {player} takes tiles now.", player=state.turn + 1))


def take(state: State, move: Take) -> State:
    """The state after the player to move took tiles (RULES 2). Raises IllegalMove."""
    _, round_, start, seat, marker, factories, centre, bag, lid, boards = state
    source, colour, line = move
    shift = colour << 3
    score, lines, wall, floor = boards[seat]
    if source == 0:
        number = centre >> shift & 255
        centre -= number << shift
        if marker == CENTRE:
            marker = seat
            if len(floor) < FLOOR_SPACES:
                floor += MARKER
    elif source <= len(factories):
        tiles = factories[source - 1]
        number = tiles >> shift & 255
        centre += tiles - (number << shift)
        factories = (*factories[: source - 1], 0, *factories[source:])
    else:
        number = 0
    if number == 0:
        raise IllegalMove(_no_such_tiles(state, source, colour))
    surplus = number
    if line:
        place = 6 * (line - 1)
        code = lines >> place & 63
        surplus = number - line + (code >> 3)
        if (code and code & 7 != colour) or surplus >= number or wall >> SPACE[line - 1][colour] & 1:
            raise IllegalMove(_no_such_line(boards[seat], line, colour))
        lines += (number - surplus if surplus > 0 else number) << place + 3
        if not code:
            lines += colour << place
    if surplus > 0:
        free = FLOOR_SPACES - len(floor)
        if surplus > free:
            lid += surplus - free << shift
            surplus = free
        floor += _TOKENS[colour][surplus]
    boards = (*boards[:seat], Board(score, lines, wall, floor), *boards[seat + 1 :])
    if centre or any(factories):
        seat = seat + 1 if seat + 1 < len(boards) else 0
        return State(DRAFT, round_, start, seat, marker, factories, centre, bag, lid, boards)
    return _end_round(State(DRAFT, round_, start, seat, marker, factories, centre, bag, lid, boards))


def _end_round(state: State) -> State:
    """Tiling and scoring for everybody (RULES 3), then the end of the match or the next round (RULES 4)."""
    lid = state.lid
    boards = []
    for board in state.boards:
        after, left = tiled(board)
        boards.append(after)
        lid += left
    starter = state.start if state.marker == CENTRE else state.marker
    if any(has_row(board.wall) for board in boards) or not (state.bag or lid):
        return _finished(state._replace(turn=starter, marker=starter, lid=lid, boards=tuple(boards)))
    return State(FILL, state.round + 1, starter, starter, starter, state.factories, 0, state.bag, lid, tuple(boards))


def _finished(state: State) -> State:
    """The end of the match, with the final points (RULES 4.3)."""
    boards = tuple(board._replace(score=board.score + bonus(board.wall)) for board in state.boards)
    return state._replace(phase=OVER, boards=boards)


def deal(state: State, move: Deal) -> State:
    """The state after the factories were filled (RULES 1.6-1.9). Raises IllegalMove."""
    bag, lid = supply_after(state, move)
    factories = tuple(read_letters(letters) for letters in move.factories)
    if not any(factories):
        return _finished(state)  # only from a written position: play ends the match before (RULES 4.2)
    return State(DRAFT, state.round, state.start, state.turn, CENTRE, factories, 0, bag, lid, state.boards)


def _no_such_tiles(state: State, source: int, colour: int) -> Say:
    word = colour_word(colour)
    if source == 0:
        if state.centre:
            return say("The centre has no {colour} tile. It holds {tiles}.", colour=word, tiles=listed(state.centre))
        return say("The centre holds no tiles yet. Take from a factory: {sources}.", sources=_filled(state))
    if source > len(state.factories):
        return say("There is no factory {number}: this table has {all}.", number=source, all=len(state.factories))
    tiles = state.factories[source - 1]
    if tiles:
        return say("Factory {number} has no {colour} tile. It holds {tiles}.", number=source, colour=word, tiles=listed(tiles))
    return say("Factory {number} is empty. Tiles are left here: {sources}.", number=source, sources=_filled(state))


def _filled(state: State) -> Say:
    """The sources that still hold tiles, in words."""
    words = [say("factory {number}", number=number) for number, tiles in enumerate(state.factories, 1) if tiles]
    if state.centre:
        words.append(say("centre"))
    text = words[0]
    for word in words[1:]:
        text = say("{some}, {more}", some=text, more=word)
    return text


def _no_such_line(board: Board, line: int, colour: int) -> Say:
    word = colour_word(colour)
    number, held = board.line(line)
    lines = ", ".join(str(place) for place in destinations(board, colour) if place)
    hint = say("It can go to line {lines}, or to the floor line (f).", lines=lines) if lines else say("Only the floor line (f) is left for it.")
    if board.wall >> SPACE[line - 1][colour] & 1:
        return say("Row {line} of your wall already has {colour}. {hint}", line=line, colour=word, hint=hint)
    if number == line:
        return say("Line {line} is full. {hint}", line=line, hint=hint)
    return say("Line {line} holds {held}, so {colour} can't join it. {hint}", line=line, held=colour_word(held), colour=word, hint=hint)

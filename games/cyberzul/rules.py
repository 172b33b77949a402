"""The legal moves and their effects: drafting, the end of a round, the end of the match."""

from __future__ import annotations

from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.i18n import Message, gettext
from games.core.info import Options
from games.core.legal import LegalMoves, ListedMoves
from games.core.rules import Rules
from games.core.status import CHANCE, Outcome, Seat, Turn, turn
from games.cyberzul import moves
from games.cyberzul.deals import PossibleDeals, supply_after
from games.cyberzul.info import INFO
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Deal, Move, Take
from games.cyberzul.position import CENTRE, DRAFT, FILL, FLOOR_SPACES, OVER, Board, State, first_state
from games.cyberzul.position_line import dump, load
from games.cyberzul.refusals import explain_line, explain_no_tiles
from games.cyberzul.scoring import ROWS, SPACE, bonus, count_complete, has_complete_row, score_round
from games.cyberzul.tiles import LETTERS, MARKER, Heap, parse_letters

_NONE: ListedMoves[Move] = ListedMoves()
_TOKENS = tuple(tuple(letter * number for number in range(FLOOR_SPACES + 1)) for letter in LETTERS)


class CyberzulRules(Rules[State, Move]):
    """The rules: take tiles of one colour, fill pattern lines, cover your wall. Chance fills the factories."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return first_state(seats, self._first(seats, options))

    def _first(self, seats: int, options: Options) -> int:
        first = int(self.info.check_options(options)["first"])
        if first >= seats:
            raise BadNotation(
                gettext("Player {first} can't begin: there are players 1 to {n}.", first=first + 1, n=seats)
            )
        return first

    def seats(self, state: State) -> int:
        return len(state.boards)

    def status(self, state: State) -> Turn | Outcome:
        return status(state)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return legal(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def text(self, move: Move) -> str:
        return moves.text(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        state = load(text)
        self._first(len(state.boards), options)
        return state


def status(state: State) -> Turn | Outcome:
    """Return the turn, or the outcome with all places (RULES 4.4)."""
    if state.phase == DRAFT:
        return turn(state.turn, DRAFT)
    if state.phase == FILL:
        return turn(CHANCE, FILL)
    ranks = [(board.score, count_complete(board.wall, ROWS)) for board in state.boards]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Outcome(places, _reason(ranks), tuple(board.score for board in state.boards))


def _reason(ranks: list[tuple[int, int]]) -> Message:
    best = max(ranks)
    shared = [rank for rank in ranks if rank[0] == best[0]]
    if len(shared) == 1:
        return gettext("most points")
    if shared.count(best) == 1:
        return gettext("equal points ({points}), but more complete rows: {rows}", points=best[0], rows=best[1])
    return gettext("equal points ({points}) and equally many complete rows ({rows})", points=best[0], rows=best[1])


def legal(state: State, seat: Seat) -> LegalMoves[Move]:
    """Return the legal moves of a seat (RULES 2); for chance, the possible deals."""
    if state.phase == DRAFT and seat == state.turn:
        return ListedMoves(legal_takes(state))
    if state.phase == FILL and seat == CHANCE:
        return PossibleDeals(state)
    return _NONE


def play(state: State, seat: Seat, move: Move) -> State:
    """Return the state after the move. Raises IllegalMove or NotYourTurn."""
    phase = state.phase
    if phase == DRAFT and seat == state.turn:
        if isinstance(move, Take):
            return take(state, move)
        raise IllegalMove(gettext("The factories are filled between the rounds only. Take tiles, e.g. 3 blue 2."))
    if phase == FILL and seat == CHANCE:
        if isinstance(move, Deal):
            return deal(state, move)
        raise IllegalMove(gettext("First the factories are filled: a deal is due."))
    if phase == OVER:
        raise NotYourTurn(gettext("The match is over."))
    if phase == FILL:
        raise NotYourTurn(gettext("The factories are being filled. The draft goes on after that."))
    raise NotYourTurn(gettext("It's {name}'s move.", name=gettext("Player {number}", number=state.turn + 1)))


def take(state: State, move: Take) -> State:
    """Return the state after the player to move takes tiles (RULES 2). Raises IllegalMove."""
    _, round_, start, seat, marker, factories, centre, bag, lid, boards = state
    source, colour, line = move
    shift = colour << 3
    board = boards[seat]
    number = 0
    if source == 0:
        number = centre >> shift & 255
        centre -= number << shift
        if marker == CENTRE and number:
            marker = seat
            board = take_marker(board)
    elif source <= len(factories):
        tiles = factories[source - 1]
        number = tiles >> shift & 255
        centre += tiles - (number << shift)
        factories = (*factories[: source - 1], 0, *factories[source:])
    if number == 0:
        raise IllegalMove(explain_no_tiles(state, source, colour))
    board, left = place(board, line, colour, number)
    boards = (*boards[:seat], board, *boards[seat + 1 :])
    if centre or any(factories):
        seat = seat + 1 if seat + 1 < len(boards) else 0
        return State(DRAFT, round_, start, seat, marker, factories, centre, bag, lid + left, boards)
    return _end_round(State(DRAFT, round_, start, seat, marker, factories, centre, bag, lid + left, boards))


def take_marker(board: Board) -> Board:
    """Return the board of the player who takes the marker, which lands before the tiles of the move (RULES 2.4)."""
    if len(board.floor) == FLOOR_SPACES:
        return board
    return Board(board.score, board.lines, board.wall, board.floor + MARKER)


def place(board: Board, line: int, colour: int, number: int) -> tuple[Board, Heap]:
    """Return the board with this many tiles put in a line or on the floor, and what goes to the lid (RULES 2.5-2.7).

    `line` counts from 1; 0 is the floor line. Raises IllegalMove.
    """
    score, lines, wall, floor = board
    surplus = number
    if line:
        shift = 6 * (line - 1)
        code = lines >> shift & 63
        surplus = number - line + (code >> 3)
        if surplus >= number or (code and code & 7 != colour) or wall >> SPACE[line - 1][colour] & 1:
            raise IllegalMove(explain_line(board, line, colour))
        lines += (number - surplus if surplus > 0 else number) << shift + 3
        if not code:
            lines += colour << shift
    if surplus <= 0:
        return Board(score, lines, wall, floor), 0
    landing = min(surplus, FLOOR_SPACES - len(floor))
    return Board(score, lines, wall, floor + _TOKENS[colour][landing]), surplus - landing << (colour << 3)


def _end_round(state: State) -> State:
    """Tile and score all boards (RULES 3), then end the match or start the next round (RULES 4)."""
    lid = state.lid
    boards = []
    for board in state.boards:
        after, left = score_round(board)
        boards.append(after)
        lid += left
    starter = state.start if state.marker == CENTRE else state.marker
    if any(has_complete_row(board.wall) for board in boards) or not (state.bag or lid):
        return _finish(state._replace(turn=starter, marker=starter, lid=lid, boards=tuple(boards)))
    return State(FILL, state.round + 1, starter, starter, starter, state.factories, 0, state.bag, lid, tuple(boards))


def _finish(state: State) -> State:
    """End the match with the final points (RULES 4.3)."""
    boards = tuple(board._replace(score=board.score + bonus(board.wall)) for board in state.boards)
    return state._replace(phase=OVER, boards=boards)


def deal(state: State, move: Deal) -> State:
    """Return the state after the factories are filled (RULES 1.6-1.9). Raises IllegalMove."""
    bag, lid = supply_after(state, move)
    factories = tuple(parse_letters(letters) for letters in move.factories)
    if not any(factories):
        return _finish(state)  # only in a position that was typed in: in play, the match ends before that (RULES 4.2)
    return State(DRAFT, state.round, state.start, state.turn, CENTRE, factories, 0, bag, lid, state.boards)

"""The tutorial: five positions on small square boards. The learner owns black and purple."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.lesson import Goal, Lesson, Try
from games.core.status import Seat
from games.onyx.board import members
from games.onyx.moves import COLOURS
from games.onyx.position import State

YOU = Seat(0)


def _placing(*rows: str) -> str:
    """Return a position line with the learner to place; the rows are given from top to bottom."""
    return f"b={'/'.join(rows)} t=0 ph=play passed=00 removed=00"


def _places(state: State, letter: str) -> set[str]:
    """Return the names of the spaces where the colour with this letter stands."""
    return {state.board.graph.names[space] for space in members(state.held[COLOURS.index(letter)])}


def _has_grown_twice(state: State) -> bool:
    """Whether the learner has placed a piece of each colour in the first step, which began with three and one."""
    return len(_places(state, "b")) == 4 and len(_places(state, "p")) == 2


def _has_taken_b3(state: State) -> bool:
    return "b3" in _places(state, "b")


def _has_suffocated_white(state: State) -> bool:
    """Whether white has left c3 and the learner's purple piece has not left b4."""
    return "c3" not in _places(state, "w") and "b4" in _places(state, "p")


def _has_suffocated_both(state: State) -> bool:
    """Whether white has left a1 and b1."""
    return not _places(state, "w")


_A_TURN = Lesson(
    gettext("A turn"),
    gettext(
        "You own two colours, black and purple. White and yellow are mine. In a turn you place one piece, "
        "or one of each colour on two spaces. Two of one colour may share a space, as a stack. Or you "
        "pass.\nEach colour collects points for itself, and in the end the weaker one counts double. Black "
        "stands well here, purple has a single piece."
    ),
    _placing(".....", ".wy..", "b....", "bb..p", "....."),
    YOU,
    (
        Try(
            "b@c2 p@d3",
            gettext(
                "A piece of each colour: a full turn, and neither colour is left behind. I do the same, with white on "
                "a5 and yellow on e5."
            ),
            reply="w@a5 y@e5",
        ),
        Try(
            "b@c2",
            gettext("Allowed, but a second piece would have cost nothing. Purple could have grown at the same time."),
            good=False,
        ),
        Try(
            "2b@c2",
            gettext(
                "A stack is strong, but both pieces stand on one space. Black was already ahead, purple gets nothing."
            ),
            good=False,
        ),
        Try(
            "pass",
            gettext(
                "Careful: placing ends as soon as both of us have passed once. Your first pass is never forgotten. "
                "I play on, with white on d5 and yellow on d4."
            ),
            good=False,
            reply="w@d5 y@d4",
        ),
    ),
    {"board": "king-5"},
    Goal(
        _has_grown_twice,
        gettext("Allowed, but you may place a piece of each colour in one turn. Then both of them grow."),
        gettext("A piece of each colour: a full turn, and neither colour is left behind."),
    ),
)

_WHERE = Lesson(
    gettext("Where a piece may go"),
    gettext(
        "A piece goes to an empty space. At most two pieces of other colours may be beside it. Diagonals "
        "count. Your own second colour is another colour too.\nLook at the empty space b3. Purple would "
        "have three pieces of other colours there: white, yellow and black. It may not go there. Black has only "
        "two, so it may."
    ),
    _placing("..y.", "w...", "..b.", "p..."),
    YOU,
    (
        Try(
            "b@b3 p@d1",
            gettext("Black takes b3 before it is closed. Purple goes beside only one piece of another colour."),
        ),
        Try("b@b3", gettext("Black has only white and yellow beside it there. You could have placed purple as well.")),
        Try(
            "p@d1",
            gettext(
                "I place white on b4. Now black has three pieces of other colours beside b3, too. The space is "
                "closed to you."
            ),
            good=False,
            reply="w@b4",
        ),
    ),
    {"board": "king-4"},
    Goal(
        _has_taken_b3,
        gettext("b3 is still empty. Black may go there now, but perhaps no longer next turn."),
        gettext("Black takes b3 before it is closed."),
    ),
)

_SUFFOCATION = Lesson(
    gettext("Suffocation"),
    gettext(
        "After you have placed, look at the pieces beside your new one. Three or more pieces of other "
        "colours suffocate a piece: it leaves the board. That can hit your own pieces as well. Only new "
        "ones are spared.\nWhite on c3 has two pieces of other colours beside it. Place the third, but mind "
        "your purple piece on b4."
    ),
    _placing(".....", ".p...", ".bw..", ".....", "....."),
    YOU,
    (
        Try(
            "b@d2",
            gettext(
                "White has three pieces of other colours beside it now and is gone. Your purple piece is not "
                "beside d2 and is safe."
            ),
        ),
        Try(
            "b@c4",
            gettext(
                "White is gone, but purple on b4 already had white and black beside it. Your new piece was its third."
            ),
            good=False,
        ),
        Try(
            "b@e5",
            gettext(
                "Too far away. Now it is my turn: with white on a2 I suffocate your black piece. It had two pieces "
                "of other colours beside it, too."
            ),
            good=False,
            reply="w@a2",
        ),
    ),
    {"board": "king-5"},
    Goal(
        _has_suffocated_white,
        gettext("White has to leave c3, and your purple piece has to stay on b4."),
        gettext("White has three pieces of other colours beside it now and is gone. Your purple piece stays."),
    ),
)

_STACKS = Lesson(
    gettext("Stacks"),
    gettext(
        "Two pieces of one colour on one space are a stack. It counts as two wherever pieces of other "
        "colours are counted. But it can be suffocated like a single one.\nThe white pieces on a1 and b1 "
        "have one piece of another colour beside them. Two more are needed, and b2 is the only space "
        "beside both."
    ),
    _placing(".....", ".....", ".....", "b....", "ww..."),
    YOU,
    (
        Try("2b@b2", gettext("One and two are three: both white pieces are suffocated at once.")),
        Try(
            "b@b2",
            gettext(
                "One and one are only two, so white stays. And your piece on b2 has two pieces of other colours "
                "beside it. I add the third on c3."
            ),
            good=False,
            reply="w@c3",
        ),
    ),
    {"board": "king-5"},
    Goal(
        _has_suffocated_both,
        gettext("Both white pieces have to go. One black piece is beside them, and b2 has room for two more."),
    ),
)

_POINTS = Lesson(
    gettext("The end and the points"),
    gettext(
        "We have both passed, so placing is over. Now each of us may once remove stacks of our own. Both "
        "choose secretly. I have no stacks, so it is up to you.\nThen a colour gets one point for each "
        "space it stands on. It gets one more for each empty space of every region it touches. Your total "
        "is the higher colour plus twice the lower one. I get 5 more for moving second.\nYour purple stacks "
        "stand on b3 and c2. Black, your weaker colour, touches only one empty space, b4."
    ),
    "b=bbbwy/b.bwy/pPpw./..Pw./..pyy t=0 ph=remove passed=11 removed=01 sealed=none",
    YOU,
    (
        Try(
            "remove b3",
            gettext("The gate is open: black reaches the empty corner and rises to 11 points. You win 31–23."),
        ),
        Try(
            "remove none",
            gettext("A stack is worth one point and blocks black's way to the corner. You lose 22–23."),
            good=False,
        ),
        Try(
            "remove c2",
            gettext(
                "Black still touches only b4, and c2 kept my colours out. Now they score the corner, and you lose "
                "22–38."
            ),
            good=False,
        ),
        Try(
            "remove c2,b3",
            gettext("Too much: c2 kept my colours out. Now white and yellow score the corner as well, and you lose."),
            good=False,
        ),
    ),
    {"board": "king-5"},
)

LESSONS = (_A_TURN, _WHERE, _SUFFOCATION, _STACKS, _POINTS)

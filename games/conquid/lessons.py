"""The tutorial: five positions on the small board. The learner is West, with the headquarters on e4."""

from __future__ import annotations

from games.conquid.distances import missing_cells
from games.conquid.position import State
from games.core.i18n import Message, gettext
from games.core.lesson import Goal, Lesson, Try
from games.core.status import Seat

YOU = Seat(0)


def _lesson(title: Message, words: Message, rows: str, *tries: Try, goal: Goal | None = None) -> Lesson:
    """Return a step with West to move; the seven rows are given from top to bottom."""
    return Lesson(title, words, f"b={'/'.join(rows.split())} t=0", YOU, tries, {"size": "small"}, goal)


def _has_taken_f4(state: State) -> bool:
    return bool(state.cells[YOU] & state.field.square("f4"))


def _has_closed_chain(state: State) -> bool:
    """Whether the learner's chain lacks no cell."""
    return missing_cells(state.field, state.cells[YOU], state.cells[1 - YOU], YOU) == 0


def _has_broken_chain(state: State) -> bool:
    """Whether the bot's chain lacks a cell."""
    return missing_cells(state.field, state.cells[1 - YOU], state.cells[YOU], 1 - YOU) != 0


def _has_won(state: State) -> bool:
    return state.winner == YOU


_ACQUIRE = _lesson(
    gettext("Acquire"),
    gettext(
        "You play West. Two headquarters stand on the board: e4 is yours, j4 is mine. Whoever joins both "
        "by a chain of their own cells can win. The cells must touch edge to edge. Usually you acquire: "
        "three empty cells become yours, wherever they lie.\nMy chain from j4 lacks a single cell, f4. Stop "
        "me!"
    ),
    """
    ..............
    ..............
    ..............
    ....A.222B....
    ..............
    ..............
    ..............
    """,
    Try(
        "A g3 f4 g5", gettext("f4 is yours, so my chain ends there. And your three cells already surround mine on g4.")
    ),
    Try(
        "A f5 g5 h5",
        gettext(
            "A fine row, but it leaves the gap open. I take e3, f3 and f4, and my chain is closed. Nothing of "
            "yours can break it next turn."
        ),
        good=False,
        reply="A e3 f3 f4",
    ),
    Try(
        "A a1 b1 c1",
        gettext(
            "You may take cells anywhere, but these stop nobody. I take e3, f3 and f4, and my chain is closed. "
            "You can't break it in time."
        ),
        good=False,
        reply="A e3 f3 f4",
    ),
    goal=Goal(
        _has_taken_f4,
        gettext("f4 is still free. I take it, and my chain is closed."),
        gettext("f4 is yours, so my chain ends there. I have to find a way round it."),
    ),
)

_CHAIN = _lesson(
    gettext("From headquarters to headquarters"),
    gettext(
        "A chain begins on a cell beside your headquarters and ends on one beside mine. Only edges join: a "
        "common corner does not count, not even at a headquarters.\nYour three cells in row 5 are the "
        "middle of a chain. Add both ends."
    ),
    """
    ..............
    ..............
    .....111......
    ....A....B....
    .............2
    ...........222
    ............22
    """,
    Try("A f4 i4 i5", gettext("f4 joins e4, and i4 joins j4. I have nothing near to break it: next turn you can win.")),
    Try("A e5 i5 j5", gettext("e5 lies above your headquarters, j5 above mine. The chain is closed, a little longer.")),
    Try(
        "A f4 e5 i5",
        gettext(
            "So close! i5 meets my headquarters only at a corner, and that does not join. One cell is missing, "
            "and I take it: i4, with j5 and i6."
        ),
        good=False,
        reply="A i4 j5 i6",
    ),
    goal=Goal(
        _has_closed_chain,
        gettext("Your chain is not closed yet. It needs a cell beside your headquarters and one beside mine."),
        gettext("Your chain joins both headquarters. If I don't break it, you can win next turn."),
    ),
)

_CONQUER = _lesson(
    gettext("Conquer"),
    gettext(
        "Instead of acquiring you may conquer. Each cell of mine beside two or more of your cells becomes "
        "yours. The new cells count at once, so one cell often brings the next. Headquarters never "
        "help.\nMy chain is closed, and I win next turn if you let me."
    ),
    """
    ..............
    ..............
    ......11......
    ....A2222B....
    ......1.......
    ..............
    ..............
    """,
    Try("C", gettext("g4 lies between two of your cells and falls. Now h4 has g4 and h5 beside it and falls as well.")),
    Try(
        "A f3 f5 i5",
        gettext("More neighbours, but now it is too late to conquer. I declare conquest and win."),
        good=False,
        reply="Q",
    ),
    goal=Goal(_has_broken_chain, gettext("My chain is still closed. I declare conquest and win.")),
)

_VANQUISH = _lesson(
    gettext("Vanquish"),
    gettext(
        "Against thick land there is a third way. Choose a block of 4 by 4 cells that are all alike, "
        "without headquarters. If at least four of your cells touch its sides, you may vanquish it. Then "
        "it is empty.\nMy block from f5 to i2 joins the headquarters. Four cells of yours touch it."
    ),
    """
    ..............
    .......1......
    ....12222.....
    ....A2222B....
    ....12222.....
    ....12222.....
    ...........121
    """,
    Try(
        "V f5",
        gettext("Sixteen cells gone at one stroke, and my chain with them. The block is named by its top left cell."),
    ),
    Try(
        "C",
        gettext("You take m1, which lies between two of your cells. My chain stands: I declare conquest and win."),
        good=False,
        reply="Q",
    ),
    Try(
        "A f6 g6 i6",
        gettext("Next turn you could conquer a good deal. But it is my turn now: I declare conquest and win."),
        good=False,
        reply="Q",
    ),
    goal=Goal(_has_broken_chain, gettext("My chain is still closed. I declare conquest and win.")),
)

_CONQUEST = _lesson(
    gettext("Declare conquest"),
    gettext(
        "A chain alone wins nothing. You must declare conquest, and that takes a turn of its own. Before "
        "that your opponent has one turn to break the chain.\nYours has survived. What now?"
    ),
    """
    ..............
    .121..........
    .......2......
    ....A1111B....
    .......2......
    ..............
    ..............
    """,
    Try("Q", gettext("Conquest is declared: your chain joins e4 to j4, and you have won.")),
    Try(
        "C",
        gettext(
            "You take c6. Then I conquer h4, which lies between two cells of mine: your chain is broken. Never wait."
        ),
        good=False,
        reply="C",
    ),
    Try(
        "A g3 i3 i5",
        gettext(
            "You prop the chain up, but h4 still lies between two cells of mine. I conquer it, and the chain is broken."
        ),
        good=False,
        reply="C",
    ),
    goal=Goal(_has_won, gettext("h4 lies between two cells of mine. I conquer it, and your chain is broken.")),
)

LESSONS = (_ACQUIRE, _CHAIN, _CONQUER, _VANQUISH, _CONQUEST)

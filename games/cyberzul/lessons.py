"""The tutorial: five positions for two players. The learner has the first mat."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.lesson import Goal, Lesson, Try
from games.core.status import Seat
from games.cyberzul.position import CENTRE, LINES, State

YOU, ME = Seat(0), Seat(1)
_EMPTY = "...../...../...../...../....."


def _mat(lines: str = "-,-,-,-,-", wall: str = _EMPTY, floor: str = "-", score: int = 0) -> str:
    return f"{score}:{lines}:{wall}:{floor}"


def _position(factories: str, centre: str, yours: str, mine: str, *, marker: int = CENTRE, number: int = 2) -> str:
    """Return a position line with the learner to move; bag and lid do not matter."""
    held = "c" if marker == CENTRE else marker
    return (
        f"n=2 r={number} s=0 t={YOU} ph=draft f={factories} c={centre} m={held} "
        f"bag=10,10,10,10,10 lid=0,0,0,0,0 p0={yours} p1={mine}"
    )


def _has_filled(state: State, line: int) -> bool:
    """Whether this pattern line of the learner is full, and nothing has fallen to the floor."""
    mat = state.boards[YOU]
    return not mat.floor and mat.line(line)[0] == line


def _has_filled_a_line(state: State) -> bool:
    return any(_has_filled(state, line) for line in range(1, LINES + 1))


_TAKING = Lesson(
    gettext("Taking tiles"),
    gettext(
        "On your turn you take all tiles of one colour from one factory. The others go to the centre. Your "
        "tiles go into one of your pattern lines. The five have 1 to 5 spaces.\nOnly lines that are full at "
        "the end of the round score. Factory 1 holds two blue tiles, a red and a black one."
    ),
    _position("BBRK/OORK/KKWW/BBRR/BOKW", "-", _mat(), _mat(), number=1),
    YOU,
    (
        Try(
            "1 blue 2",
            gettext(
                "Two tiles for two spaces: line 2 is full. Red and black lie in the centre now. I take two white "
                "tiles from factory 3 into my line 2 instead."
            ),
            reply="3 white 2",
        ),
        Try("1 red 1", gettext("One tile for one space: line 1 is full. It is a small one, but it is done.")),
        Try(
            "1 blue 5",
            gettext(
                "Allowed, but three spaces are left, and in this line only blue may follow. Short lines fill faster."
            ),
            good=False,
        ),
    ),
    goal=Goal(
        _has_filled_a_line,
        gettext("Take as many tiles as a line has spaces. Then it is full, and nothing falls."),
        gettext("The line is full, and nothing falls to the floor."),
    ),
)

_LINES = Lesson(
    gettext("Pattern lines"),
    gettext(
        "A pattern line takes tiles of one colour only. Each row of the wall needs every colour once. So a "
        "line takes no colour that the row beside it already has.\nYour line 3 holds two red tiles, line 2 "
        "a black one. Your wall has red in row 5, so red can't go to line 5. What do you take from factory "
        "2?"
    ),
    _position(
        "-/ORKW/BBKK/-/BOWW",
        "OW",
        _mat("-,K1,R2,-,-", "...../...../...../...../.R...", score=1),
        _mat("-,W2,-,-,-", "...../...../...../...../O....", floor="M", score=1),
        marker=ME,
    ),
    YOU,
    (
        Try("2 red 3", gettext("The third red tile: line 3 is full. It was the last red one of this round.")),
        Try(
            "2 black 2",
            gettext("Line 2 is full. But mind the red tile in the centre now: I might want it."),
        ),
        Try(
            "2 red 4",
            gettext("Allowed, but now two red lines are open. This round has no more red to fill them."),
            good=False,
        ),
    ),
    goal=Goal(
        lambda state: _has_filled(state, 2) or _has_filled(state, 3),
        gettext("Factory 2 has red for line 3 and black for line 2. Either fills its line."),
    ),
)

_FLOOR = Lesson(
    gettext("Too many tiles"),
    gettext(
        "You always take all tiles of the colour. What finds no space in the line falls to your floor "
        "line. The floor costs points: 1, 1, 2, 2, 2, 3 and 3, from the left.\nNearly everything is gone, "
        "and four black tiles lie in the centre."
    ),
    _position(
        "-/-/-/-/BWWW",
        "KKKK",
        _mat("R1,K1,-,-,-", "...../...../.W.../..W../.....", score=8),
        _mat("W1,-,B2,-,-", "...../...../...../.K.../.....", floor="M", score=6),
        marker=ME,
    ),
    YOU,
    (
        Try("c black 4", gettext("Four tiles, four spaces: line 4 is full, and nothing falls down.")),
        Try(
            "c black 2",
            gettext("One tile fills line 2, the other three fall to the floor. That costs 1 + 1 + 2 = 4 points."),
            good=False,
        ),
        Try(
            "c black f",
            gettext("You may put tiles straight on the floor. It is a last resort: four of them cost 6 points."),
            good=False,
        ),
    ),
    goal=Goal(
        lambda state: _has_filled(state, 4),
        gettext("Look at the four black tiles: one of your lines has exactly four spaces."),
    ),
)

_CENTRE = Lesson(
    gettext("The centre and the marker"),
    gettext(
        "The centre works like a factory, except that the other tiles stay there. Whoever takes from it "
        "first in a round gets the marker. It costs a space on the floor line, but its owner begins the "
        "next round.\nYour line 3 holds one orange tile."
    ),
    _position(
        "-/-/ORKW/BBRR/-",
        "OOK",
        _mat("B1,-,O1,-,-"),
        _mat("-,-,-,O2,-"),
    ),
    YOU,
    (
        Try(
            "c orange 3",
            gettext(
                "Line 3 is full, and the floor costs you 1 point. I take an orange tile from factory 3 into "
                "my line 4. But you are the first to choose in the next round."
            ),
            reply="3 orange 4",
        ),
        Try(
            "3 orange 3",
            gettext(
                "That avoids the marker, but one tile is not enough. I take two orange ones from the centre into "
                "my line 4. The marker comes with them."
            ),
            good=False,
            reply="c orange 4",
        ),
    ),
    goal=Goal(
        lambda state: state.boards[YOU].line(3)[0] == 3,
        gettext("Your line 3 lacks two orange tiles. The two from the centre fit exactly."),
    ),
)

_WALL = Lesson(
    gettext("The wall"),
    gettext(
        "When all tiles are taken, each full line moves one tile to the wall. It scores the length of the "
        "runs that it joins, across and down. Alone it scores 1 point. Then the floor costs points.\nThe match "
        "ends after a round in which a wall row was completed. Then rows score 2 points, columns 7, and all "
        "five tiles of a colour 10.\nThe last tile of this round is white. Where does it score most?"
    ),
    _position(
        "-/-/-/-/-",
        "W",
        _mat("-,W1,-,-,-", "B..../.BO../K..../...../.....", score=9),
        _mat("-,R1,-,-,-", "BO.../...../..B../...../.....", floor="M", score=7),
        marker=ME,
        number=3,
    ),
    YOU,
    (
        Try("c white 2", gettext("Three across (white, blue, orange) and three down (blue, white, black): 6 points!")),
        Try(
            "c white 1",
            gettext("Line 1 is full as well, but its white space has no neighbours: 1 point."),
            good=False,
        ),
        Try(
            "c white 5",
            gettext("Line 5 would need four more. It stays for the next round and scores nothing now."),
            good=False,
        ),
    ),
    goal=Goal(
        lambda state: state.boards[YOU].score == 15,
        gettext("Only lines 1 and 2 can be filled with it. In which does the tile get more neighbours?"),
    ),
)

LESSONS = (_TAKING, _LINES, _FLOOR, _CENTRE, _WALL)

"""The tutorial: five small positions. The learner is Black and attacks to the left."""

from __future__ import annotations

from games.choccer.position import BIT, BLACK, GRID
from games.core.i18n import gettext
from games.core.lesson import Goal, Lesson, Try
from games.core.status import Seat

YOU = Seat(BLACK)


def _position(*rows: str, held: str = "-", points: str = "0,0", turn: int = 21) -> str:
    """Return a position line with Black to act; the rows are given from top to bottom."""
    return f"b={'/'.join(rows)} held={held} pts={points} turn={turn} t={BLACK}"


_MOVING = Lesson(
    gettext("Moving and picking up"),
    gettext(
        "You play Black. A circle goes one space along its row or column, a triangle one space diagonally. A clover "
        "goes up to three spaces straight, a star up to three diagonally. Pieces block the way, free gems do not. "
        "A piece that ends its move on a gem picks it up.\n"
        "Your clover on h4 has two gems in its row. Fetch the red one: it is worth 10 points, a blue one 4."
    ),
    _position(
        "...t.......",
        "...........",
        ".........T.",
        "..c..*+L...",
        ".........T.",
        "...........",
        "...t.......",
    ),
    YOU,
    (
        Try("h4-f4", gettext("The clover passes over the blue gem, stops on the red one and holds it.")),
        Try(
            "h4-g4",
            gettext(
                "You stop on the blue gem, so you pick it up, like it or not. A piece holds only one gem and can't "
                "lay it down. This clover will never fetch the red one."
            ),
            good=False,
        ),
        Try(
            "h4-e4",
            gettext("You pass over both gems, and passing over does nothing. Only where a move ends counts."),
            good=False,
        ),
    ),
    goal=Goal(
        lambda state: bool(state.red & state.black),
        gettext("The red gem still lies on f4. Which piece can end its move there?"),
    ),
)

_CAPTURING = Lesson(
    gettext("Capturing"),
    gettext(
        "End your move on an opposing piece, and you capture it. A circle or triangle is worth 1 point, a "
        "clover or star 2. If it held a gem, you now hold it. A piece that holds a gem cannot capture.\nMy "
        "clover on h4 runs to the right with a blue gem. Your circle on h3 has a gem too, so it can't "
        "help. Who can?"
    ),
    _position(
        "...........",
        "....t......",
        "....C......",
        "..c....l...",
        ".......C...",
        ".....S.....",
        "...........",
        held="h3:blue,h4:blue",
    ),
    YOU,
    (
        Try(
            "f2-h4",
            gettext("The star captures the clover: 2 points, and the gem is yours now."),
        ),
        Try(
            "e5-e6",
            gettext("That is a point for the triangle. But my clover runs on to j4, into your zone, and scores 4."),
            good=False,
            reply="h4-j4",
        ),
    ),
    goal=Goal(
        lambda state: state.points[YOU] == 2,
        gettext("My clover runs on to j4, into your zone, and scores 4. Which of your pieces can reach h4?"),
    ),
)

_HANDING_ON = Lesson(
    gettext("Handing on"),
    gettext(
        "Instead of moving, a piece may hand its gem to another piece of yours. That piece is at most two "
        "columns and two rows away. Nothing gets in the way.\nYour circle on f5 holds the red gem, but "
        "walks only one space a turn. The marked spaces on the left are my zone, where you want to bring "
        "it."
    ),
    _position(
        "....s......",
        "...T.......",
        ".....C.....",
        "...L.......",
        "...........",
        ".......c...",
        "...........",
        held="f5:red",
    ),
    YOU,
    (
        Try(
            "f5>d4",
            gettext(
                "Nicely handed on! The clover runs up to three spaces. Next turn it carries the gem into the zone."
            ),
        ),
        Try(
            "f5>d6",
            gettext("Look who stands beside that triangle. My star captures it on d6, and the red gem is mine."),
            good=False,
            reply="e7-d6",
        ),
        Try(
            "f5-e5",
            gettext("A step closer, but the circle needs three more turns. Handing it on is much faster."),
            good=False,
        ),
    ),
    goal=Goal(
        lambda state: bool(state.red & BIT[GRID.index_of["d4"]]),
        gettext("The red gem is no nearer to the zone. With your clover it would be there next turn."),
    ),
)

_SCORING = Lesson(
    gettext("Scoring"),
    gettext(
        "You score in my zone: columns a and b, rows 3–5. Every gem that a piece of yours holds there is "
        "scored after your move. It does not matter how it came there. The gem leaves the game, the piece "
        "stays.\nYour star on d5 holds a blue gem. Score it now."
    ),
    _position(
        "...........",
        "..l........",
        "...S.......",
        ".C.........",
        "...........",
        ".....t.....",
        "...........",
        held="d5:blue",
    ),
    YOU,
    (
        Try(
            "d5>b4", gettext("The circle in the zone takes the gem, and it is scored: 4 points. Handing on counts too.")
        ),
        Try(
            "d5-b3", gettext("Two steps diagonally, right into the zone: 4 points. The circle could have taken it too.")
        ),
        Try(
            "d5-c4",
            gettext(
                "Column c is not in the zone, so nothing is scored. My clover comes down to c4 and captures the star "
                "with its gem."
            ),
            good=False,
            reply="c6-c4",
        ),
    ),
    goal=Goal(
        lambda state: state.points[YOU] == 4,
        gettext("Nothing is scored: none of your pieces holds a gem in the zone."),
    ),
)

_THE_END = Lesson(
    gettext("The end"),
    gettext(
        "The match ends after 100 turns, or at once when somebody scores the red gem. Then the higher "
        "score wins, so look at the points before you score it!\nYou have 3 points, I have 14, and two turns are "
        "left for you. Your clover on d4 holds the red gem, your circle on c3 a blue one. I can reach "
        "neither of them."
    ),
    _position(
        "..c........",
        "...T.......",
        "...........",
        "...L.......",
        "..C........",
        "...........",
        "........t..",
        held="c3:blue,d4:red",
        points="3,14",
        turn=97,
    ),
    YOU,
    (
        Try(
            "c3-b3",
            gettext("Now it is 7–14, and my triangle on h2 can't stop the red gem. Next turn you win 17–14."),
            reply="i1-h2",
        ),
        Try(
            "d4-b4",
            gettext("The red gem ends the match at once. You lose 13–14, by a single point."),
            good=False,
        ),
        Try(
            "d6-c7",
            gettext(
                "One point, and one turn left: I only step to h2. The red gem makes that 14–14, a draw. "
                "The blue one would score more."
            ),
            good=False,
            reply="i1-h2",
        ),
    ),
    goal=Goal(
        lambda state: state.points[YOU] == 7,
        gettext("You lack 12 points. Score the blue gem first: the red one ends the match."),
    ),
)

LESSONS = (_MOVING, _CAPTURING, _HANDING_ON, _SCORING, _THE_END)

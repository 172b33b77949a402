"""The tutorial: five positions on the designer's board. The learner is White."""

from __future__ import annotations

from games.core.i18n import Message, gettext
from games.core.lesson import Goal, Lesson, Try
from games.core.status import Seat
from games.piously.boards import CLASSIC
from games.piously.notation import board_text
from games.piously.position import State
from games.piously.rooms import ARTWORK, TILE_NAMES, WHITE, X

YOU = Seat(WHITE)
UNLEARNT = "-------"
PRIESTESS = "w------"
"""The spells of the lessons: White has Priestess, Black Purify; nobody has learnt the spells of the other rooms."""


def _lesson(title: Message, words: Message, position: str, *tries: Try, goal: Goal | None = None) -> Lesson:
    return Lesson(title, words, position, YOU, tries, {"board": "classic"}, goal)


def _has_cut_the_group(state: State) -> bool:
    """Whether White has one of the tiles that hold Black's group together in the fourth step."""
    return any(_is_white(state, tile) for tile in ("P1", "U1", "S2", "Y3"))


def _is_white(state: State, tile: str) -> bool:
    """Whether White's aura lies on this tile."""
    return bool(state.auras[WHITE] >> TILE_NAMES.index(tile) & 1)


def _position(white: str, black: str, objects: str, spells: str, actions: int) -> str:
    """Return a position line with White to act; `white` and `black` name the tiles where their auras are."""
    owner = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    auras = "".join(owner.get(name, ".") for name in TILE_NAMES[:X])
    rooms = "/".join(auras[start : start + 4] for start in range(0, X, 4))
    return f"{board_text(CLASSIC)}/X- {rooms}/- {objects} {spells} - w{actions} 7"


_BLESSING = _lesson(
    gettext("Moving and blessing"),
    gettext(
        "You are White. Seven rooms of four tiles lie on the table. Whoever links all seven with one "
        "connected group of auras wins. A turn has three actions: a move to a tile beside you costs one. "
        "So does a blessing, which puts your aura on the tile where you stand. Over an aura of mine it "
        "costs two.\nYou stand on P3 and have one action left."
    ),
    _position("U1 S3", "L1 L2", "W=P3,B=L1", UNLEARNT, 1),
    Try("b", gettext("Now P3 joins your auras on U1 and S3: one group in three rooms.")),
    Try(
        "m:P4",
        gettext("You walk off, but that was your last action, and P3 is still blank. Walking alone links nothing."),
        good=False,
    ),
    Try(
        "end",
        gettext("Actions that you don't use are lost. There was time for a blessing. I use mine: I move to S1."),
        good=False,
        reply="m:S1",
    ),
    goal=Goal(
        lambda state: _is_white(state, "P3"),
        gettext("P3 is still blank. With an aura there, U1 and S3 would belong to one group."),
    ),
)

_LEARNING = _lesson(
    gettext("Learning spells"),
    gettext(
        "Each room has two spells. One is that of its artwork, the other is a bewitchment, cast by your "
        "piece. End your turn in a room whose spells nobody has, and you may take one. The other one "
        "becomes mine, for good.\nYou stand in the pink room. Its spell Priestess changes a tile beside "
        "your auras. Purify changes a tile beside your piece that holds an object."
    ),
    _position("P2 U2", "L1 L2", "W=P2,B=L1", UNLEARNT, 0),
    Try(
        "end:Pr",
        gettext("A strong choice: Priestess works far from your piece, wherever its artwork lies. I get Purify."),
    ),
    Try("end:Pu", gettext("Purify is ready at once, without an artwork. But Priestess is mine now: watch out for it.")),
    Try(
        "end",
        gettext(
            "You may leave both, but why? Learning costs no action. I move to S1, and I am free to come and "
            "choose first."
        ),
        good=False,
        reply="m:S1",
    ),
)

_ARTWORK = _lesson(
    gettext("Dropping an artwork"),
    gettext(
        "An artwork spell needs its artwork on the board, on an aura of yours. Dropping it costs one "
        "action. It goes to a tile beside your piece that holds no object. Later you may pick it up "
        "again.\nYou have learnt Priestess, and one action is left. Where do you drop its artwork?"
    ),
    _position("P1 P3", "U3 U4", "W=P1,B=U3", PRIESTESS, 1),
    Try("d:P:P3", gettext("It lies on your aura, in the group of P3. Priestess can be cast at once.")),
    Try(
        "d:P:S2",
        gettext("Allowed, but S2 has no aura. Before the spell can be cast, that tile has to become yours."),
        good=False,
    ),
    Try(
        "d:P:U4",
        gettext("That is an aura of mine. As long as it is, your artwork lies there for nothing."),
        good=False,
    ),
    goal=Goal(
        lambda state: state.objects[ARTWORK] == TILE_NAMES.index("P3"),
        gettext("The artwork has to lie on an aura of yours. Beside P1 there is only one."),
    ),
)

_CASTING = _lesson(
    gettext("Casting a spell"),
    gettext(
        "Spells cost no actions, but each can be cast only once a turn. All your auras connected with an "
        "artwork are its linked region. Priestess makes a tile beside that region yours, even where an "
        "aura of mine lies.\nYour actions are used up. My auras link six rooms, and next turn I bless O3 "
        "and win. Cut my group in two!"
    ),
    _position("P3 P4 S3", "L4 Y1 Y2 Y3 S2 P1 U1 U2 U3 U4 I1", "W=P4,B=O3,P=P3", PRIESTESS, 0),
    Try("Pr:P1", gettext("P1 was the only way from my left half to the right one. Next turn I can't win.")),
    Try("Pr:U1", gettext("That cuts off O3, where I stand. I have to find another way to the orange room.")),
    Try(
        "Pr:P2",
        gettext("P2 was blank, so you gain an aura, but my group is whole. I bless O3 next turn and win."),
        good=False,
    ),
    Try(
        "end",
        gettext("An unused spell saves nothing. I bless O3 and have linked all seven rooms."),
        good=False,
        reply="b",
    ),
    goal=Goal(
        _has_cut_the_group,
        gettext("My group is whole. I bless O3 next turn and win."),
        gettext("That cuts my group in two. Next turn I can't win."),
    ),
)

_LINKING = _lesson(
    gettext("Linking all seven rooms"),
    gettext(
        "You win once one connected group of your auras has a tile in every room. Auras in all seven rooms "
        "are not enough: they must be connected. It does not matter who makes the link, so never link "
        "mine for me.\nYou have auras in all rooms, but in two groups. Your artwork lies on P1, and you "
        "have one action."
    ),
    _position("L1 S1 S2 Y3 P1 U1 U2 I2 O3", "P3 P4 Y2 I1", "W=Y1,B=P4,P=P1", PRIESTESS, 1),
    Try("Pr:P2", gettext("P2 joins P1 with U1 and U2. One group, seven rooms: you have won!")),
    Try(
        "b",
        gettext("One more aura in the yellow room, where you already have one. The two groups are still apart."),
        good=False,
    ),
    Try("Pr:P3", gettext("P3 joins P1 with U1. One group, seven rooms: you have won!")),
    Try(
        "Pr:S4",
        gettext("S4 belongs to you now, and the spell is spent for this turn. But the gap is between P1 and U1."),
        good=False,
    ),
    goal=Goal(
        lambda state: state.phase == "over", gettext("The two groups are still apart. The gap is between P1 and U1.")
    ),
)

LESSONS = (_BLESSING, _LEARNING, _ARTWORK, _CASTING, _LINKING)

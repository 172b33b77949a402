"""The words of Piously as people type them, by their meaning.

`spell:pr` is a spell, `room:p` a room, `thing:w` an object, `go:ne` a direction; the others are steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core.i18n import Message, pgettext
from games.core.typed import COMMON

BLESS, MOVE, DROP, TAKE, END, LEARN, PUT, CUT, GROW, CAST, NOISE, IM_DONE, BLESSING, ARTWORK, AND = (
    "bless", "move", "drop", "take", "end", "learn", "put", "cut", "grow", "cast", "noise", "im done", "blessing",
    "artwork", "and",
)  # fmt: skip
NO_EFFECT, NOT_TURNED, CLOCKWISE, COUNTER_CLOCKWISE = "no effect", "not turned", "clockwise", "counter-clockwise"
NEXT_TO = "next to"
"""Said of tiles of a room that moves; said of others, it names no tile."""

EXAMPLES = pgettext("typed", "bless, move P2, priestess P2, drop locksmith P3, end")

WORDS: Mapping[str, Message] = {
    BLESS: pgettext("typed", "bless, blesses, b, consecrate"),
    BLESSING: pgettext("typed", "blessing, blessings"),
    MOVE: pgettext("typed", "move, moves, m, go, goes, goto, come, comes, walk, step, head, run"),
    DROP: pgettext("typed", "drop, drops, d, lay, lays, put down, lay down, set down, leave, deploy, deploys"),
    TAKE: pgettext("typed", "take, takes, t, take back, pick up, pick, recover, retrieve, grab, get"),
    END: pgettext(
        "typed",
        "end, ends, end turn, end the turn, done, finish, stop, pass, turn over, turn is over, that's it,"
        " thats it, that's all, thats all, finished, that is all, your turn, no more,"
        " enough, nothing more, nothing else, next player, learn nothing, without learning, end without learning",
    ),
    IM_DONE: pgettext("typed", "im done, im finished"),
    LEARN: pgettext("typed", "learn, learns, study, choose, acquire"),
    PUT: pgettext("typed", "enter, enters, place, put, puts, start, begin"),
    CUT: pgettext("typed", "cut, cuts, remove, removes, minus"),
    GROW: pgettext("typed", "grow, grows, add, adds, plus"),
    CAST: pgettext("typed", "cast, casts, spell, use, swap, turn, flip, recharge, charge, cast spell, give"),
    "thing:w": pgettext("typed", "white, white piece, w"),
    "thing:b": pgettext("typed", "black, black piece"),
    "thing:own": pgettext(
        "typed", "me, own, own piece, my piece, myself, I'm on, I stand on, where I am, where I stand"
    ),
    "thing:other": pgettext("typed", "enemy, enemy piece, opponent, rival"),
    "spell:pr": pgettext("typed", "priestess, pr"),
    "spell:il": pgettext("typed", "illusionist, il"),
    "spell:op": pgettext("typed", "opportunist, op"),
    "spell:us": pgettext("typed", "usurper, us"),
    "spell:st": pgettext("typed", "stonemason, mason, st"),
    "spell:lo": pgettext("typed", "locksmith, lo"),
    "spell:ye": pgettext("typed", "yeoman, ye"),
    "spell:pu": pgettext("typed", "purify, pu"),
    "spell:im": pgettext("typed", "imprint, im"),
    "spell:ov": pgettext("typed", "overwork, ov"),
    "spell:up": pgettext("typed", "upset, up"),
    "spell:sh": pgettext("typed", "shovel, sh"),
    "spell:le": pgettext(
        "typed",
        "leap, le, jump, swap places, swaps places, swap place, change places, trade places, swap with, "
        "swaps with, trade with",
    ),
    "spell:yo": pgettext("typed", "yoke, yo"),
    "room:p": pgettext("typed", "pink, p"),
    "room:i": pgettext("typed", "indigo, i"),
    "room:o": pgettext("typed", "orange, o"),
    "room:u": pgettext("typed", "umber, u, brown"),
    "room:s": pgettext("typed", "sapphire, s"),
    "room:l": pgettext("typed", "lime, l, green"),
    "room:y": pgettext("typed", "yellow, y"),
    "go:e": pgettext("typed", "east, e, right"),
    "go:ne": pgettext("typed", "northeast, north east, ne"),
    "go:nw": pgettext("typed", "northwest, north west, nw"),
    "go:w": pgettext("typed", "west, left"),
    "go:sw": pgettext("typed", "southwest, south west, sw"),
    "go:se": pgettext("typed", "southeast, south east, se"),
    "go:n": pgettext("typed", "north, upwards, go up, move up, step up, walk up"),
    "go:s": pgettext("typed", "south, downwards, go down, move down, step down, walk down"),
    NO_EFFECT: pgettext("typed", "without effect, no effect, nothing"),
    NOT_TURNED: pgettext("typed", "not turned, unturned, without turning"),
    CLOCKWISE: pgettext("typed", "clockwise, cw"),
    COUNTER_CLOCKWISE: pgettext("typed", "counter clockwise, counterclockwise, anti clockwise, anticlockwise, ccw"),
    NEXT_TO: pgettext("typed", "next to, beside"),
    ARTWORK: pgettext("typed", "artwork, artworks"),
    AND: pgettext("typed", "and"),
    NOISE: pgettext(
        "typed",
        "aura, auras, down, here, action, actions, more, room, space, spot, square, first, board, "
        "back, becomes, together, ready, again, change, changes, colour, color, places, turned, joins, join",
    ),
    **COMMON,
}

ARTWORKS = ("spell:pr", "spell:il", "spell:op", "spell:us", "spell:st", "spell:lo", "spell:ye")
"""The spells that are also objects, by the number of their room."""
SPELLS = frozenset(word for word in WORDS if word.startswith("spell:"))
HEADS = SPELLS | {BLESS, BLESSING, MOVE, DROP, TAKE, END, LEARN, PUT}
"""The words that a step begins with."""

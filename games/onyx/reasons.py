"""The reasons why a move is good: one reason in words, and marks."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import PlayerName
from games.core.table import Mark, MarkKind
from games.onyx.describe import describe, names_of
from games.onyx.legal import legal_spaces
from games.onyx.moves import Move, Place
from games.onyx.position import State
from games.onyx.removal import RemovalPlan, settled_lead
from games.onyx.scoring import colour_scores, lead, sure_scores
from games.onyx.turns import play
from games.onyx.words import placement_words

_SAVES = gettext("This brings what stands on {spaces} to safety")
_HARDENS = gettext("A single piece no longer suffocates what stands on {spaces}")
_THREATENS = gettext("This threatens to suffocate what stands on {spaces}")
_STRENGTHENS = (
    gettext("This adds to black, the weaker colour, which counts twice"),
    gettext("This adds to purple, the weaker colour, which counts twice"),
    gettext("This adds to white, the weaker colour, which counts twice"),
    gettext("This adds to yellow, the weaker colour, which counts twice"),
)
_SHUTS = gettext("This keeps {opponent} off {spaces}", opponent="", spaces="")
_SHUTS_MANY = ngettext("This keeps {opponent} off {n} space", "This keeps {opponent} off {n} spaces", 1, opponent="")
_NAMED = 4
"""The most spaces that are named; more are counted and marked."""


def explain_turn(
    state: State, seat: int, turn: Place, obvious: Place | None = None, expected: Sequence[Move] = ()
) -> MoveDescription:
    """Explain the main idea of a turn, and what it has over the turn that looks obvious.

    `expected` are the turns that probably follow.
    """
    after, described = play(state, seat, turn), describe(state, seat, turn)
    if not turn.pieces:
        described = described.with_idea(_why_pass(after, seat, expected), ())
    else:
        idea, marks = _idea(state, after, seat, turn)
        hint = Mark("hint", tuple(pieces.space for pieces in turn.pieces))
        described = described.with_idea(idea, (hint, *marks))
    if obvious is None or not obvious.pieces or after.phase != "play":
        return described
    return described.with_idea(compare(after, seat, obvious, play(state, seat, obvious)), described.marks)


def _idea(state: State, after: State, seat: int, turn: Place) -> tuple[Message | None, tuple[Mark, ...]]:
    """Return the most telling reason for placing pieces."""
    other = 1 - seat
    two, now_two = (in_danger(each, seat, 1) for each in (state, after))
    one, now_one = (in_danger(each, seat, 2) for each in (state, after))
    stay = after.own(seat)
    ideas: tuple[tuple[int, Message | None, MarkKind], ...] = (
        (state.own(other) & ~after.own(other), None, "danger"),  # the description of the move says that
        (two & stay & ~now_two, _SAVES, "link"),
        (one & stay & ~now_one, _HARDENS, "link"),
        (in_danger(after, other, 2) & ~in_danger(state, other, 2), _THREATENS, "danger"),
        (_spaces_shut_out(state, after, seat), _SHUTS, "link"),
    )
    for spaces, words, kind in ideas:
        if spaces:
            names = names_of(state, spaces)
            counted = _SHUTS_MANY.with_number(len(names)) if words is _SHUTS and len(names) > _NAMED else words
            values = {"spaces": join_list(names), "opponent": PlayerName(other)}
            idea = counted.with_values({**counted.values, **values}) if counted else None
            return idea, (Mark(kind, names),)
    colour = _weaker_colour(state, seat)
    if colour is not None and colour_scores(after)[colour] > colour_scores(state)[colour]:
        return _STRENGTHENS[colour], ()
    if not state.own(seat) and after.held[2 * seat] and after.held[2 * seat + 1]:
        return gettext("Then both colours score, and the lower one counts twice"), ()
    gained = lead(after, seat) - lead(state, seat)
    if gained > 0 and state.own(other) and state.own(seat):
        return ngettext("Scored now, this gains {n} point", "Scored now, this gains {n} points", gained), ()
    if gained >= 0 and not _spaces_of(state, turn) & now_two:
        return gettext("Nothing placed here can be suffocated on the next turn"), ()
    return None, ()


def compare(after: State, seat: int, obvious: Place, instead: State) -> Message | None:
    """Return what speaks against the obvious turn, which leads to `instead`; None if nothing is certain."""
    values: dict[str, object] = {"pieces": placement_words(obvious.pieces), "opponent": PlayerName(1 - seat)}
    ahead = lead(after, seat) - lead(instead, seat)
    if ahead > 0:
        return ngettext(
            "Placing {pieces} instead would be worth {n} point less now",
            "Placing {pieces} instead would be worth {n} points less now",
            ahead, **values,
        )  # fmt: skip
    placed = _spaces_of(after, obvious)
    hanging = in_danger(instead, seat, 2) & (after.own(seat) | placed) & ~in_danger(after, seat, 1)
    space = hanging & instead.stacks or hanging
    if space and instead.phase == "play":
        values["space"] = names_of(instead, space & -space)[0]
        if hanging & instead.stacks:
            return gettext("Placing {pieces} instead would let {opponent} suffocate the stack on {space}", **values)
        return gettext("Placing {pieces} instead would let {opponent} suffocate the piece on {space}", **values)
    surer = _sure_lead(after, seat) - _sure_lead(instead, seat)
    if surer <= 0:
        return None
    return ngettext(
        "Without the land that both share, this is {n} point better than {pieces}",
        "Without the land that both share, this is {n} points better than {pieces}",
        surer, **values,
    )  # fmt: skip


def _spaces_of(state: State, turn: Place) -> int:
    """Return the spaces on which the turn places pieces."""
    return sum(state.board.bit[state.board.graph.index_of[pieces.space]] for pieces in turn.pieces)


def _sure_lead(state: State, seat: int) -> int:
    """Return the lead in points without the empty spaces that both sides control."""
    scores = sure_scores(state)
    return scores[seat] - scores[1 - seat]


def explain_no_stacks(seat: int) -> MoveDescription:
    """Explain why nothing is removed: the seat has no stacks."""
    words = gettext("{name} has no stacks to remove", name=PlayerName(seat))
    return MoveDescription(words, to_you=gettext("You have no stacks to remove"))


def explain_removal(plan: RemovalPlan, seat: int, before: int) -> MoveDescription:
    """Explain what the removal gains over removing nothing."""
    if not plan.move.spaces:
        return MoveDescription(
            gettext("{name} keeps all their stacks: removing any would gain nothing", name=PlayerName(seat)),
            to_you=gettext("You keep all your stacks: removing any would gain nothing"),
        )
    gained, spaces = plan.lead - before, join_list(plan.move.spaces)
    words = ngettext(
        "{name} removes {spaces}: that opens land for {n} point",
        "{name} removes {spaces}: that opens land for {n} points",
        gained, name=PlayerName(seat), spaces=spaces,
    )  # fmt: skip
    to_you = ngettext(
        "You remove {spaces}: that opens land for {n} point",
        "You remove {spaces}: that opens land for {n} points",
        gained, spaces=spaces,
    )  # fmt: skip
    return MoveDescription(words, (Mark("hint", plan.move.spaces),), to_you)


def _why_pass(after: State, seat: int, expected: Sequence[Move]) -> Message | None:
    """Return what a pass leads to; None if the match goes on and the other side is not expected to pass, too."""
    points = settled_lead(after, seat)
    if after.phase == "play":
        if not (expected and isinstance(reply := expected[0], Place) and not reply.pieces):
            return None
        return ngettext(
            "If {opponent} passes too, this wins by {n} point",
            "If {opponent} passes too, this wins by {n} points",
            points, opponent=PlayerName(1 - seat),
        ) if points > 0 else None  # fmt: skip
    if points > 0:
        return ngettext("Played out, this wins by {n} point", "Played out, this wins by {n} points", points)
    if points == 0:
        return gettext("Played out, this is a draw")
    return gettext("Nothing better is left")


def in_danger(state: State, seat: int, beside: int) -> int:
    """Return the seat's pieces with at least this many pieces of other colours beside them, in reach of the other side.

    Those with two are suffocated by any one piece, those with one by a stack.
    """
    board = state.board
    reach = board.neighbours_of(_playable_spaces(state, 1 - seat))
    total = sum(state.tally)
    return sum(
        state.held[colour] & reach & board.spaces_with(total - state.tally[colour], beside)
        for colour in (2 * seat, 2 * seat + 1)
    )


def _spaces_shut_out(before: State, after: State, seat: int) -> int:
    """Return the empty spaces that the other side might have used before and now cannot, while the seat still can."""
    other = 1 - seat
    return _playable_spaces(before, other) & ~_playable_spaces(after, other) & _playable_spaces(after, seat)


def _playable_spaces(state: State, seat: int) -> int:
    one, two = legal_spaces(state, seat)
    return one | two


def _weaker_colour(state: State, seat: int) -> int | None:
    """Return the colour of the seat that has fewer points; None while both have the same."""
    scores, one = colour_scores(state), 2 * seat
    if scores[one] == scores[one + 1]:
        return None
    return min(one, one + 1, key=scores.__getitem__)

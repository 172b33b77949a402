"""Why a move is a good idea: one reason in words, and where to look."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.table import Mark, MarkKind
from games.onyx.describe import describe, names_of
from games.onyx.legal import legal_spaces
from games.onyx.moves import Place
from games.onyx.position import State
from games.onyx.removal import RemovalPlan, settled_lead
from games.onyx.turns import play

_SAVES = gettext("This brings {spaces} to safety")
_THREATENS = gettext("This threatens to suffocate {spaces}")
_STRENGTHENS = (
    gettext("This adds to black, your weaker colour, which counts twice"),
    gettext("This adds to purple, your weaker colour, which counts twice"),
    gettext("This adds to white, your weaker colour, which counts twice"),
    gettext("This adds to yellow, your weaker colour, which counts twice"),
)
_SHUTS = gettext("This keeps your opponent off {spaces}")


def explain_turn(state: State, seat: int, turn: Place) -> MoveDescription:
    """The main idea of a turn."""
    after, described = play(state, seat, turn), describe(state, seat, turn)
    if not turn.pieces:
        return described.with_idea(_why_pass(after, seat), ())
    hint = Mark("hint", tuple(pieces.space for pieces in turn.pieces))
    ideas: tuple[tuple[int, Message | None, MarkKind], ...] = (
        (state.own(1 - seat) & ~after.own(1 - seat), None, "danger"),  # the move itself says it
        (_capturable(state, seat) & after.own(seat) & ~_capturable(after, seat), _SAVES, "link"),
        (_capturable(after, 1 - seat) & ~_capturable(state, 1 - seat), _THREATENS, "danger"),
        (_spaces_shut_out(state, after, seat), _SHUTS, "link"),
    )
    for spaces, words, kind in ideas:
        if spaces:
            names = names_of(state, spaces)
            idea = words.with_values({"spaces": join_list(names)}) if words else None
            return described.with_idea(idea, (hint, Mark(kind, names)))
    colour = _weaker_colour(state, seat)
    if any(pieces.colour == colour for pieces in turn.pieces):
        return described.with_idea(_STRENGTHENS[colour], (hint,))
    return described.with_idea(gettext("This takes good land"), (hint,))


def explain_removal(plan: RemovalPlan, before: int) -> MoveDescription:
    """What the removal gains over taking nothing off."""
    if not plan.move.spaces:
        return MoveDescription(gettext("Keep all stacks: each is worth more where it stands"))
    words = ngettext(
        "Remove {spaces}: that opens land for {n} point", "Remove {spaces}: that opens land for {n} points",
        plan.lead - before, spaces=join_list(plan.move.spaces),
    )  # fmt: skip
    return MoveDescription(words, (Mark("hint", plan.move.spaces),))


def _why_pass(after: State, seat: int) -> Message:
    if after.phase == "play":
        return gettext("Every piece would do more harm than good")
    points = settled_lead(after, seat)
    if points > 0:
        return ngettext("This ends the match {n} point ahead", "This ends the match {n} points ahead", points)
    if points == 0:
        return gettext("This ends the match in a draw")
    return gettext("Nothing better is left")


def _capturable(state: State, seat: int) -> int:
    """The seat's pieces that any piece of the other side beside them would suffocate."""
    board, other = state.board, 1 - seat
    reach = board.neighbours_of(_playable_spaces(state, other))
    total = sum(state.tally)
    return sum(
        state.held[colour] & reach & board.spaces_with(total - state.tally[colour], 2)
        for colour in (2 * seat, 2 * seat + 1)
    )


def _spaces_shut_out(before: State, after: State, seat: int) -> int:
    """Empty spaces that the other side might have used before and now cannot, while the seat still can."""
    other = 1 - seat
    return _playable_spaces(before, other) & ~_playable_spaces(after, other) & _playable_spaces(after, seat)


def _playable_spaces(state: State, seat: int) -> int:
    one, two = legal_spaces(state, seat)
    return one | two


def _weaker_colour(state: State, seat: int) -> int:
    one, two = 2 * seat, 2 * seat + 1
    return one if state.held[one].bit_count() < state.held[two].bit_count() else two

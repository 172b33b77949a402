"""The reasons why a plan is good, in words and marks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.description import MoveDescription, join_steps
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import PlayerName
from games.core.table import Mark
from games.piously.defence import Steps
from games.piously.describe import describe
from games.piously.layout import connected_tiles
from games.piously.position import State
from games.piously.rooms import ROOM_NAMES, SINGLETON, rooms_of
from games.piously.search import Plan
from games.piously.table import linked_rooms
from games.piously.turns import play


class Outlook(NamedTuple):
    """Turns of the opponent that speak for the plan.

    `prevented` are the steps that win if the planner ends the turn at once, while no such turn was found after the
    plan. `answer` is a turn after `obvious`, a plan that links more rooms.
    """

    prevented: Steps = ()
    obvious: Plan | None = None
    answer: Plan | None = None


def explain(state: State, plan: Plan, outlook: Outlook | None = None) -> MoveDescription:
    """Explain the planned turn, its results and what speaks for it. Only the first step is marked."""
    first, seat, before = describe(state, plan.steps[0]), state.mover, state
    steps = [first]
    for move, following in pairwise(plan.steps):
        state = play(state, seat, move)
        steps.append(describe(state, following))
    whole = join_steps(steps)
    if plan.state.phase == "over":
        return MoveDescription(whole.words, _hint(first), whole.to_you)
    outlook = outlook or Outlook()
    changes = _changes(before, plan.state, seat, is_defence=bool(outlook.prevented))
    for idea in (*_prospects(plan, seat, outlook), *changes):
        whole = whole.with_idea(idea, ())
    return MoveDescription(whole.words, _hint(first), whole.to_you)


def _changes(before: State, after: State, seat: int, *, is_defence: bool) -> Iterator[Message]:
    """Yield the rooms that both sides link after the turn; if none of that has changed, how many auras were won.

    A single room is linked to nothing. Of a turn that prevents a win (`is_defence`), nobody asks what it keeps.
    """
    number, had = _count_linked(after, seat), _count_linked(before, seat)
    added = _added_rooms(before, after, seat) if 0 < had < number else 0
    if added:
        rooms = join_list(ROOM_NAMES[room] for room in bits(added))
        yield gettext("This adds {rooms} to the linked rooms: {n} of 7", rooms=rooms, n=number)
    elif number > had:
        yield gettext("This links {n} of 7 rooms", n=number)
    elif had and not number:
        yield gettext("This leaves no rooms linked")
    elif number < had:
        yield gettext("This leaves {n} of 7 rooms linked", n=number)
    elif number and not is_defence:
        yield gettext("This keeps {n} of 7 rooms linked", n=number)
    left, other = _count_linked(after, 1 - seat), _count_linked(before, 1 - seat)
    if other and not left:
        yield gettext("{opponent} then has no rooms linked", opponent=PlayerName(1 - seat))
    elif left < other:
        yield gettext(
            "This cuts {opponent} from {before} to {n} linked rooms",
            opponent=PlayerName(1 - seat), n=left, before=other,
        )  # fmt: skip
    more = after.auras[seat].bit_count() - before.auras[seat].bit_count()
    if number <= had and left >= other and more > 0:
        yield ngettext("This adds {n} aura", "This adds {n} auras", more)


def _count_linked(state: State, seat: int) -> int:
    """Return the number of rooms in the largest group that links several; 0 if there is none."""
    number = linked_rooms(state, seat)
    return number if number > 1 else 0


def _prospects(plan: Plan, seat: int, outlook: Outlook) -> Iterator[Message]:
    """Yield what the opponent could do otherwise, and after the plan that links more rooms."""
    opponent = PlayerName(1 - seat)
    if outlook.prevented:
        yield gettext("Otherwise {opponent} could link all seven rooms next turn", opponent=opponent)
    if outlook.obvious is None or outlook.answer is None:
        return
    number, end = linked_rooms(outlook.obvious.state, seat), outlook.answer.state
    if end.phase == "over" and end.mover == 1 - seat:
        yield ngettext(
            "Linking {n} room at once would let {opponent} link all seven",
            "Linking {n} rooms at once would let {opponent} link all seven",
            number, opponent=opponent,
        )  # fmt: skip
    elif (left := linked_rooms(end, seat)) < linked_rooms(plan.state, seat):
        yield ngettext(
            "Linking {n} room at once would let {opponent} cut that back to {left}",
            "Linking {n} rooms at once would let {opponent} cut that back to {left}",
            number, left=left, opponent=opponent,
        )  # fmt: skip


def _added_rooms(before: State, after: State, seat: int) -> int:
    """Return the rooms by which a largest group has grown; none if the largest group is a different one now."""
    size, had = linked_rooms(after, seat), linked_rooms(before, seat)
    largest = next(rooms for rooms in linked_groups(after, seat) if rooms.bit_count() == size)
    grown = (rooms for rooms in linked_groups(before, seat) if rooms.bit_count() == had and not rooms & ~largest)
    return largest & ~next(grown, largest)


def linked_groups(state: State, colour: int) -> Iterator[int]:
    """Yield the rooms, of the seven, of each group of the colour's auras."""
    rest = state.auras[colour]
    while rest:
        group = connected_tiles(state.board.near, rest, rest & -rest)
        rest &= ~group
        yield rooms_of(group) & ~(1 << SINGLETON)


def _hint(first: MoveDescription) -> tuple[Mark, ...]:
    return tuple(Mark("hint" if mark.kind == "last" else mark.kind, mark.cells) for mark in first.marks)

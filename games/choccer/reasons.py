"""Why an action is a good idea, in words and marks."""

from __future__ import annotations

from collections.abc import Sequence

from games.choccer.judgement import nearest, way
from games.choccer.moves import HAND_ON, Action, listed, sides, text
from games.choccer.rules import WORTH, acted
from games.choccer.state import BIT, EMPTY, GRID, NOBODY, State, gem_at
from games.choccer.tell import scored_gems, tell
from games.choccer.words import GEMS, piece_name
from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.say import Say, say, say_n
from games.core.table import Mark


def reason(state: State, action: Action, expected: Sequence[Action] = (), won: int | None = None) -> MoveDescription:
    """What the action does, and the idea behind it where it can be named.

    `expected` is how the match probably goes on, `won` the turn by which it is won by force.
    """
    deed = tell(state, action).words
    marks = [Mark("hint", (GRID.names[action.origin], GRID.names[action.target]))]
    after = acted(state, action)
    threat = _threat(state, after, state.seat)
    if after.seat == NOBODY:
        idea = _ending(after, state.seat)
    elif won is not None:
        idea = say_n("wins within {n} move", "wins within {n} moves", (won - state.turn + 1) // 2)
    elif threat:
        idea = _threatening(after, state.seat, threat)
        marks.append(Mark("danger", (GRID.names[threat.target],)))
    else:
        idea = _defence(state, after, action) or _carrying(state, after, action) or _racing(state, after)
    if not idea and len(expected) > 1 and after.seat != state.seat:
        idea = _preparing(action, expected[1])
    return MoveDescription(say("{deed} and {idea}", deed=deed, idea=idea) if idea else deed, tuple(marks))


def _preparing(action: Action, following: Action) -> Say:
    if (following.origin, following.target) == (action.target, action.origin):
        return say("waits for a better moment")
    return say("prepares {move}", move=text(following))


def _ending(after: State, seat: int) -> Say | None:
    return say("wins the match") if after.points[seat] > after.points[1 - seat] else None


def prizes(state: State, seat: int) -> dict[Action, int]:
    """What the seat could gain at once if it were to act: each action with its points, gems in hand included."""
    acting = state._replace(seat=seat)
    _, other = sides(state, seat)
    found = {}
    for action in listed(state, seat):
        gain = sum(WORTH[gem] for gem in scored_gems(acting, action))
        if other & BIT[action.target]:
            gain += WORTH[state.board[action.target]] + WORTH.get(gem_at(state, action.target), 0)
        if gain:
            found[action] = gain
    return found


def _threat(state: State, after: State, seat: int) -> Action | None:
    """The richest thing to do next, if it was not there to be done before."""
    before = {_aim(state, seat, each) for each in prizes(state, seat)}
    fresh = {each: gain for each, gain in prizes(after, seat).items() if _aim(after, seat, each) not in before}
    return max(fresh, key=fresh.__getitem__, default=None)


def _aim(state: State, seat: int, action: Action) -> tuple[str, int]:
    """What an action that gains something is after: a gem to be scored, or the piece on a square."""
    gems = scored_gems(state._replace(seat=seat), action)
    return ("score", max(gems, key=WORTH.__getitem__)) if gems else ("take", action.target)


def _threatening(after: State, seat: int, threat: Action) -> Say:
    square, (aim, what) = GRID.names[threat.target], _aim(after, seat, threat)
    if aim == "score":
        return say("threatens to score the {gem}", gem=GEMS[what])
    victim, gem = piece_name(after.board[threat.target]), gem_at(after, threat.target)
    if gem != EMPTY:
        return say("threatens the {piece} on {square} and its {gem}", piece=victim, square=square, gem=GEMS[gem])
    return say("threatens the {piece} on {square}", piece=victim, square=square)


def _defence(state: State, after: State, action: Action) -> Say | None:
    """What the other side could do before, and cannot now, or not unpunished."""
    other = 1 - state.seat
    before, now = prizes(state, other), prizes(after, other)
    stopped = [gem for each in before if each not in now for gem in scored_gems(state._replace(seat=other), each)]
    if stopped and not any(scored_gems(after._replace(seat=other), each) for each in now):
        return say("keeps the {gem} out of the zone", gem=GEMS[max(stopped, key=WORTH.__getitem__)])
    own, _ = sides(after, state.seat)
    hunted, still = {each.target for each in before}, {each.target for each in now}
    if action.origin in hunted and action.target not in still:
        gem = gem_at(state, action.origin)
        saved = piece_name(state.board[action.origin]) if gem == EMPTY else GEMS[gem]
        return say("brings the {piece} to safety", piece=saved)
    for square in sorted(hunted - still):
        if own & BIT[square] and square != action.target:
            return say(
                "shields the {piece} on {square}", piece=piece_name(after.board[square]), square=GRID.names[square]
            )
    for square in sorted(_guarded(after, state.seat) - _guarded(state, state.seat) - {action.target}):
        return say("guards the {piece} on {square}", piece=piece_name(after.board[square]), square=GRID.names[square])
    return None


def _guarded(state: State, seat: int) -> set[int]:
    """The squares where the other side could capture, and would be captured in turn."""
    attacking = state._replace(seat=1 - seat)
    own, _ = sides(state, seat)
    threats = [each for each in prizes(state, 1 - seat) if own & BIT[each.target]]
    return {
        each.target
        for each in threats
        if any(back.target == each.target for back in prizes(acted(attacking, each), seat))
    }


def _carrying(state: State, after: State, action: Action) -> Say | None:
    """A gem in hand that is nearer to the zone now."""
    if not after.holders & BIT[action.target]:
        return None
    now = way(after.board[action.target], action.target, state.seat)
    if state.holders & BIT[action.origin] and now >= way(state.board[action.origin], action.origin, state.seat):
        return None
    if action.verb == HAND_ON or state.holders & BIT[action.origin]:
        return say_n("is {n} move from the zone", "is {n} moves from the zone", now)
    return None


def _racing(state: State, after: State) -> Say | None:
    """A free gem that the side is nearer to now."""
    own = sides(state, state.seat)[0] & ~state.holders
    moved = sides(after, state.seat)[0] & ~after.holders
    gems = sorted(bits(after.gems), key=lambda square: -WORTH[after.board[square]])
    for square in gems:
        if nearest(moved, square) < nearest(own, square):
            return say(
                "comes nearer to the {gem} on {square}", gem=GEMS[after.board[square]], square=GRID.names[square]
            )
    return None

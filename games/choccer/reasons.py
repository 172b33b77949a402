"""The reasons why a move is good, in words and marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.choccer.describe import describe, scored_gems
from games.choccer.evaluate import moves_to_zone, nearest_distance
from games.choccer.legal import legal_moves, sides
from games.choccer.moves import HAND_ON, Move
from games.choccer.position import BIT, EMPTY, GRID, NOBODY, State, gem_at
from games.choccer.rules import POINTS, apply
from games.choccer.words import THE_GEM, TO_THE_GEM, piece_itself, the_piece
from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import PlayerName
from games.core.table import Mark


def explain(state: State, move: Move, expected: Sequence[Move] = (), won_by: int | None = None) -> MoveDescription:
    """Explain what the move does, and the idea behind it if there is a known one.

    `expected` is the likely continuation, `won_by` the turn by which the match is won by force.
    """
    described = describe(state, move)
    marks = [Mark("hint", (GRID.names[move.origin], GRID.names[move.target]))]
    after = apply(state, move)
    threat = _threat(state, after, state.seat)
    if after.seat == NOBODY:
        idea = _result(after, state.seat)
    elif won_by is not None:
        idea = ngettext("This wins within {n} move", "This wins within {n} moves", (won_by - state.turn + 1) // 2)
    elif threat:
        idea = _threat_words(after, state.seat, move, threat)
        marks.append(Mark("danger", (GRID.names[threat.target],)))
    else:
        idea = _defence(state, after, move) or _carried_gem(state, after, move) or _race(state, after)
    if not idea and len(expected) > 1 and after.seat != state.seat:
        idea = _preparation(state, after, move, expected)
    return described.with_idea(idea, tuple(marks))


def explain_against(state: State, obvious: Move, reply: Move) -> Message | None:
    """Explain why a capture or a pick-up that looks best at first is worse: what the other side could answer.

    Returns None for any other move, and if the answer neither captures nor scores anything.
    """
    after = apply(state, obvious)
    if after.seat in {NOBODY, state.seat} or obvious.verb == HAND_ON or state.board[obvious.target] == EMPTY:
        return None
    gems, found, gem = scored_gems(after, reply), after.board[reply.target], gem_at(after, reply.target)
    values: dict[str, object] = {
        "piece": piece_itself(state.board[obvious.origin]), "target": GRID.names[obvious.target],
        "opponent": PlayerName(after.seat),
    }  # fmt: skip
    if gems:
        gem = max(gems, key=POINTS.__getitem__)
        return gettext("If {piece} went to {target} instead, {opponent} could score {gem}", **values, gem=THE_GEM[gem])
    own, _ = sides(after, state.seat)
    if not own & BIT[reply.target]:
        return None
    if reply.target == obvious.target and sides(state, state.seat)[1] & BIT[obvious.target]:
        if gem != EMPTY:
            return gettext(
                "If {piece} captured on {target} instead, {opponent} could capture back and take {gem}",
                **values, gem=THE_GEM[gem],
            )  # fmt: skip
        return gettext("If {piece} captured on {target} instead, {opponent} could capture back", **values)
    values["victim"] = the_piece(found)
    if gem != EMPTY:
        return gettext(
            "If {piece} went to {target} instead, {opponent} could capture {victim} and {gem}",
            **values, gem=THE_GEM[gem],
        )  # fmt: skip
    return gettext("If {piece} went to {target} instead, {opponent} could capture {victim}", **values)


def _preparation(state: State, after: State, move: Move, expected: Sequence[Move]) -> Message | None:
    """Return what the move prepares: the side's own next move in the expected line."""
    following = expected[1]
    target = GRID.names[following.target]
    if (following.origin, following.target) == (move.target, move.origin):
        is_quiet = move.verb != HAND_ON and state.board[move.target] == EMPTY
        return gettext("This waits for a better moment") if is_quiet else None
    if following.target == move.target == expected[0].target:
        defender = piece_itself(after.board[following.origin])
        return gettext("If it is captured there, {piece} captures back", piece=defender)
    if following.verb == HAND_ON:
        return gettext("The plan is to hand the gem on next")
    if following.origin == move.target:
        return gettext("The plan is to move on to {target} next", target=target)
    return gettext(
        "The plan is to move {piece} from {origin} to {target} next",
        piece=piece_itself(after.board[following.origin]), origin=GRID.names[following.origin], target=target,
    )  # fmt: skip


def _result(after: State, seat: int) -> Message | None:
    return gettext("This wins the match") if after.points[seat] > after.points[1 - seat] else None


def gains(state: State, seat: int) -> dict[Move, int]:
    """Return the moves that would gain something if the seat were to act, and their points (captured gems included)."""
    acting = state._replace(seat=seat)
    _, other = sides(state, seat)
    found = {}
    for move in legal_moves(state, seat):
        gain = sum(POINTS[gem] for gem in scored_gems(acting, move))
        if other & BIT[move.target]:
            gain += POINTS[state.board[move.target]] + POINTS.get(gem_at(state, move.target), 0)
        if gain:
            found[move] = gain
    return found


def _threat(state: State, after: State, seat: int) -> Move | None:
    """Return the next move that gains most, among those whose aim is new; None if none gains anything in the end."""
    before = {_aim(state, seat, each) for each in gains(state, seat)}
    attacked = {each.target for each in gains(after, 1 - seat)}
    fresh = {
        each: left
        for each, gain in gains(after, seat).items()
        if _aim(after, seat, each) not in before and (left := gain - _cost(after, seat, each, attacked)) > 0
    }
    return max(fresh, key=fresh.__getitem__, default=None)


def _cost(after: State, seat: int, threat: Move, attacked: Collection[int]) -> int:
    """Return the points of the capturing piece where it could be captured first, or in turn; 0 if a gem is scored."""
    acting = after._replace(seat=seat)
    if scored_gems(acting, threat):
        return 0
    then = apply(acting, threat)
    if threat.origin not in attacked and all(back.target != threat.target for back in gains(then, 1 - seat)):
        return 0
    return POINTS[after.board[threat.origin]] + POINTS.get(gem_at(after, threat.origin), 0)


def _aim(state: State, seat: int, move: Move) -> tuple[str, int]:
    """Return the aim of a move that gains something: the gem to be scored, or the square of the target."""
    gems = scored_gems(state._replace(seat=seat), move)
    return ("score", max(gems, key=POINTS.__getitem__)) if gems else ("take", move.target)


def _threat_words(after: State, seat: int, move: Move, threat: Move) -> Message:
    square, (aim, what) = GRID.names[threat.target], _aim(after, seat, threat)
    if aim == "score":
        return gettext("This threatens to score {gem}", gem=THE_GEM[what])
    victim, gem = the_piece(after.board[threat.target]), gem_at(after, threat.target)
    if threat.origin != move.target:
        return gettext(
            "Now {attacker} on {origin} threatens {piece} on {square}",
            attacker=piece_itself(after.board[threat.origin]), origin=GRID.names[threat.origin],
            piece=victim, square=square,
        )  # fmt: skip
    if gem != EMPTY:
        return gettext("This threatens {piece} on {square} and {gem}", piece=victim, square=square, gem=THE_GEM[gem])
    return gettext("This threatens {piece} on {square}", piece=victim, square=square)


def _defence(state: State, after: State, move: Move) -> Message | None:
    """Return what the move prevents: something the other side could do before and now cannot, or only at a loss."""
    other = 1 - state.seat
    before, now = gains(state, other), gains(after, other)
    stopped = [gem for each in before if each not in now for gem in scored_gems(state._replace(seat=other), each)]
    if stopped and not any(scored_gems(after._replace(seat=other), each) for each in now):
        return gettext("This keeps {gem} out of the zone", gem=THE_GEM[max(stopped, key=POINTS.__getitem__)])
    own, _ = sides(after, state.seat)
    hunted, still = {each.target for each in before}, {each.target for each in now}
    from_others = {each.target for each in before if each.origin != move.target}
    if move.origin in hunted and move.target not in still:
        gem = gem_at(state, move.origin)
        saved = the_piece(state.board[move.origin]) if gem == EMPTY else THE_GEM[gem]
        if move.origin in from_others:
            return gettext("This brings {piece} to safety", piece=saved)
        return gettext("The captured piece was attacking {piece}", piece=saved)
    for square in sorted(hunted - still):
        if own & BIT[square] and square != move.target:
            saved = the_piece(after.board[square])
            if square in from_others:
                return gettext("This shields {piece} on {square}", piece=saved, square=GRID.names[square])
            return gettext(
                "The captured piece was attacking {piece} on {square}", piece=saved, square=GRID.names[square]
            )
    for square in sorted(_guarded_squares(after, state.seat) - _guarded_squares(state, state.seat) - {move.target}):
        return gettext(
            "This guards {piece} on {square}", piece=the_piece(after.board[square]), square=GRID.names[square]
        )
    return None


def _guarded_squares(state: State, seat: int) -> set[int]:
    """Return the squares where the other side could capture a piece and would be captured in turn."""
    attacking = state._replace(seat=1 - seat)
    own, _ = sides(state, seat)
    threats = [each for each in gains(state, 1 - seat) if own & BIT[each.target]]
    return {
        each.target
        for each in threats
        if any(back.target == each.target for back in gains(apply(attacking, each), seat))
    }


def _carried_gem(state: State, after: State, move: Move) -> Message | None:
    """Return words for a held gem that is now nearer to the zone; None if there is none."""
    if not after.holders & BIT[move.target]:
        return None
    now = moves_to_zone(after.board[move.target], move.target, state.seat)
    if state.holders & BIT[move.origin] and now >= moves_to_zone(state.board[move.origin], move.origin, state.seat):
        return None
    if move.verb == HAND_ON or state.holders & BIT[move.origin]:
        return ngettext("The gem is now {n} move from the zone", "The gem is now {n} moves from the zone", now)
    return None


def _race(state: State, after: State) -> Message | None:
    """Return words for a free gem that the side is now nearer to; None if there is none."""
    own = sides(state, state.seat)[0] & ~state.holders
    moved = sides(after, state.seat)[0] & ~after.holders
    gems = sorted(bits(after.gems), key=lambda square: -POINTS[after.board[square]])
    for square in gems:
        if nearest_distance(moved, square) < nearest_distance(own, square):
            return gettext(
                "This gets closer to {gem} on {square}", gem=TO_THE_GEM[after.board[square]], square=GRID.names[square]
            )
    return None

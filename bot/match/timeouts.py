"""What happens when time runs out. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.match import challenges, ending, reasons
from bot.match.clock import BULLET_GRACE, DAY, HOUR, MINUTE, Instant
from bot.match.errors import Refused
from bot.match.model import Change, Match, Player, Stage, ThreadLine, UserId
from bot.match.play import charge_clock, game_of, keep_clock, revise, start_clock
from games.core.i18n import Message, gettext, ngettext
from games.core.status import Outcome, Seat

MISSED_MOVES_TO_AI = 3
"""The number of consecutive missed bullet moves after which an AI takes the seat."""
LEFT_HOURS = 72
"""Hours that a match waits for a player who has left the server."""
GIFT_BLITZ = MINUTE
"""How much time "give time" adds in blitz; in correspondence it adds the time of one move."""


def time_out(match: Match, now: Instant, counts: Mapping[Seat, int]) -> Change | None:
    """Return what is due by `now`: a reminder, an expired challenge, a timeout; None if nothing is.

    `counts` are the moves made by each seat. A bullet move that is overdue is not decided here: an AI makes it
    (`count_missed_move`). Where its board was not delivered at all, the match is paused: nobody has seen it.
    """
    if match.wake is None or match.wake > now:
        return None
    if match.stage is Stage.INVITED:
        return challenges.expire(match, now)
    if match.stage is not Stage.LIVE:
        return None
    if match.time.kind == "bullet":
        return None if match.delivered else revise(pause(match, now))
    if match.time.kind == "none" and (match.deadline is None or match.deadline > now):
        return ending.abort(match, gettext("nobody moved for 30 days"), now)
    if match.deadline is not None and match.deadline > now:
        return revise(replace(match, reminded=True))
    return _miss_deadline(match, now, counts)


def _miss_deadline(match: Match, now: Instant, counts: Mapping[Seat, int]) -> Change:
    """Apply a missed deadline: the match ends, or continues without the late player."""
    if match.time.kind != "blitz" and len(match.to_act) > 1 and match.to_act == match.players:
        return ending.abort(match, reasons.NOBODY_AT_BOARD, now)
    late = _late(match)
    if late.left_at is not None:
        sentence = reasons.LEFT_SERVER
    elif counts.get(late.seat, 0):
        sentence = reasons.RAN_OUT_OF_TIME
    else:
        sentence = reasons.DID_NOT_COME
    reason = reasons.name_reason(sentence, late.name)
    if not ending.moves_made(match, counts):
        return ending.abort(match, reason, now)
    return ending.forfeit(match, late.seat, Outcome((), reason), now)


def overdue_bullet(match: Match, now: Instant) -> Player | None:
    """Return the player whose bullet move is overdue on a delivered board, if any."""
    running = match.stage is Stage.LIVE and match.time.kind == "bullet" and match.delivered
    overdue = running and match.deadline is not None and match.deadline <= now
    return _late(match) if overdue else None


def must_be_in_time(match: Match, now: Instant) -> None:
    """Raise Refused if the time of a bullet move is up and an AI is about to make it."""
    if overdue_bullet(match, now) is not None:
        raise Refused(gettext("Your time ran out before this move arrived. An AI moves for you."))


def subtract_lag(match: Match, arrived: Instant | None, now: Instant) -> Match:
    """Return the match for a request that arrived earlier, as if no clock had run since then."""
    if arrived is None or match.stage is not Stage.LIVE or match.turn_began is None:
        return match
    lag = now - max(arrived, match.turn_began)
    if lag <= 0:
        return match
    deadline = None if match.deadline is None else match.deadline + lag
    return replace(match, turn_began=match.turn_began + lag, deadline=deadline)


def count_missed_move(change: Change, seat: Seat, now: Instant) -> Change:
    """Count a move that an AI made because the seat's bullet time ran out.

    Three in a row: the AI keeps the seat. Nobody there any more: the match is stopped, unrated. That is so when
    everybody has missed their last move, and when the only person, in whatever seats, has missed three in a row.
    A turn of several steps is one move.
    """
    match = change.match
    unfinished = game_of(match).info.multi_step and match.players[seat].to_act
    if match.stage is not Stage.LIVE or unfinished:
        return change
    missed_moves = match.players[seat].missed_moves + 1
    match = match.with_player(seat, missed_moves=missed_moves)
    missed = [sum(player.missed_moves for player in match.seats_of(user)) for user in match.people]
    if min(missed, default=0) >= (1 if len(missed) > 1 else MISSED_MOVES_TO_AI):
        stopped = ending.abort(match, reasons.NOBODY_AT_BOARD, now).match
        return replace(change, match=replace(stopped, revision=match.revision))
    if missed_moves >= MISSED_MOVES_TO_AI:
        told = reasons.name_reason(reasons.OUT_OF_TIME_THRICE, match.players[seat].name)
        change = replace(change, lines=(*change.lines, ThreadLine(0, seat, told)))
        match = keep_clock(ending.forfeit_to_ai(match, seat, now), now)
    return replace(change, match=match)


def when_delivered(match: Match, now: Instant) -> Match:
    """Return the match once the board of this turn is delivered, which starts a bullet clock."""
    if match.stage is not Stage.LIVE or match.time.kind != "bullet" or match.deadline is None or match.delivered:
        return match
    return replace(match, deadline=now + match.time.base + BULLET_GRACE, turn_began=now, delivered=True)


def mark_delivered(match: Match, now: Instant) -> Change | None:
    """Record that the board of a bullet match was delivered; None if that changes nothing."""
    running = when_delivered(match, now)
    return None if running is match else revise(running)


def give_time(match: Match, user: UserId) -> Change:
    """Give more time to the opponents who are to move. Raises Refused."""
    if match.deadline is None or match.time.kind in {"bullet", "none"}:
        raise Refused(gettext("This match has no clock, so there is no time to give."))
    if any(player.user == user for player in match.to_act):
        raise Refused(gettext("You can only give time to your opponent, while it is their move."))
    gift = _gift(match)
    players = tuple(
        replace(player, clock=player.clock + gift) if player.to_act and player.clock is not None else player
        for player in match.players
    )
    fresh = replace(match, players=players, deadline=match.deadline + gift, given=match.given + gift, reminded=False)
    return revise(fresh)


def _gift(match: Match) -> int:
    """Return the milliseconds that one gift of time adds."""
    return match.time.base if match.time.kind == "days" else GIFT_BLITZ


def time_given(match: Match) -> Message:
    """Return in words the time that one gift adds, such as "3 days"."""
    days, minutes = _gift(match) // DAY, _gift(match) // MINUTE
    return ngettext("{n} day", "{n} days", days) if days else ngettext("{n} minute", "{n} minutes", minutes)


def extend_for_absence(change: Change, until: Instant) -> Change:
    """Extend the deadline of a correspondence turn that has just begun for a player who is away `until` then."""
    match = change.match
    if match.turn_began is None or match.deadline is None or until <= match.turn_began:
        return change
    return replace(change, match=_pause_clock(match, until - match.turn_began))


def _pause_clock(match: Match, span: int) -> Match:
    """Shift the match's deadline and reminder by `span` milliseconds."""
    assert match.deadline is not None  # noqa: S101 - the callers have looked
    assert match.turn_began is not None  # noqa: S101 - the same
    return replace(match, deadline=match.deadline + span, turn_began=match.turn_began + span)


def withdraw(user: UserId, counts: Mapping[Seat, int], match: Match, now: Instant) -> Change | None:
    """Withdraw the person from the match; None if they are not in it or it is over."""
    seats = match.seats_of(user)
    if not seats or match.stage.ended:
        return None
    if match.stage is Stage.INVITED:
        return challenges.withdraw(match, challenges.Person(user, seats[0].name), now)
    return ending.abort_if_too_short(ending.resign(match, seats[0].seat, now), counts)


def mark_left(match: Match, user: UserId, now: Instant) -> Change | None:
    """Start the 72 hours for a player to move who has left the server; None if that changes nothing."""
    if not _waits_for(match, user) or match.time.live:
        return None
    until = now + LEFT_HOURS * HOUR
    players = (replace(p, left_at=now) if p.user == user and p.left_at is None else p for p in match.players)
    fresh = replace(match, players=tuple(players))
    if match.deadline is None or match.deadline > until:
        fresh = replace(fresh, deadline=until, reminded=True)
    return None if fresh == match else revise(fresh)


def mark_returned(match: Match, user: UserId) -> Change | None:
    """Restore the clock of a player who has come back to the server; None if that changes nothing.

    That is the time of the move, with what was credited and what opponents have given.
    """
    if not _waits_for(match, user) or match.time.live or match.deadline is None or match.turn_began is None:
        return None
    players = (replace(p, left_at=None) if p.user == user else p for p in match.players)
    fresh = replace(match, players=tuple(players))
    if match.time.kind == "none":
        fresh = replace(fresh, deadline=None, reminded=False)
    elif match.deadline < (due := match.turn_began + match.time.base + match.given):
        fresh = replace(fresh, deadline=due, reminded=False)
    return None if fresh == match else revise(fresh)


def _waits_for(match: Match, user: UserId) -> bool:
    """Whether a running match is waiting for this person."""
    return match.stage is Stage.LIVE and any(player.user == user for player in match.to_act)


def resume(match: Match, player: Player, now: Instant) -> Change:
    """Resume a paused match for a player. Raises Refused."""
    if match.stage is not Stage.PAUSED:
        raise Refused(gettext("This match isn't paused."))
    change = revise(start_clock(replace(match, stage=Stage.LIVE), now))
    told = ThreadLine(0, player.seat, gettext("{name} resumes the match.", name=player.name))
    return replace(change, lines=(*change.lines, told))


def pause(match: Match, now: Instant) -> Match:
    """Pause the match and stop all clocks; blitz clocks keep the time left."""
    return replace(charge_clock(match, now), stage=Stage.PAUSED, deadline=None, turn_began=None, offer=None)


def _late(match: Match) -> Player:
    """Return the player to move with the least time."""
    return min((p for p in match.to_act if p.user is not None), key=lambda p: p.clock or 0, default=match.to_act[0])

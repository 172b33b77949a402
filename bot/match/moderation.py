"""Moderator actions on a match and how to undo them. Pure functions, and the service that carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.match import ending, play, reasons, turns
from bot.match.acts import Act, ActKind, Audit, Order
from bot.match.clock import Instant
from bot.match.errors import MatchError, NotAllowed, Refused, Stale, not_begun
from bot.match.model import Change, LogEntry, Match, MatchId, Player, Stage, UserId
from bot.match.service import MatchService
from bot.match.sides import belongs_here, seen_in
from games.core.i18n import gettext
from games.core.status import Outcome, Seat

MOST_REASON = 300
"""The longest reason, in characters."""
VOIDED = gettext("a moderator voided the match")
"""The reason shown for a match that a moderator has voided."""
_RUNNING = (Stage.LIVE, Stage.PAUSED)


class Moderation:
    """Carries out moderator actions; each is an ordinary change, stored together with its `Act`."""

    def __init__(self, service: MatchService, audit: Audit) -> None:
        self._service = service
        self._audit = audit

    async def carry_out(self, match_id: MatchId, order: Order) -> Match:
        """Carry out a moderator's order and return the match. Raises NotAllowed, Refused, Stale."""

        async def decide(match: Match, now: Instant) -> Change:
            acts = await self._audit.acts_of(match.id)
            log = await self._service.store.entries(match.id, max(0, match.ply - 20))
            change = decide_act(match, order, acts, log, now)
            if order.kind in {"award", "replace"}:
                change = await self._service.abort_if_too_short(change)
            if change.keep is not None:
                seats = await self._service.store.seats(match.id)
                change = replace(change, lines=turns.undone_turns(match, change.keep, log, seats))
            return with_act(match, change, order, log, now)

        return await self._service.change(match_id, decide)


def decide_act(match: Match, order: Order, acts: Sequence[Act], log: Sequence[LogEntry], now: Instant) -> Change:
    """Return the change that an order makes, still without its act. `log` holds the last entries of the match.

    Raises NotAllowed, Refused, Stale.
    """
    must_not_play(match, acts, order.moderator)
    must_be_own_side(match, order, acts)
    if not order.reason.strip():
        raise Refused(gettext("Give a reason: the players will read it."))
    if order.kind == "undo":
        return undo(match, _find_act(acts, order.undoes), acts, now)
    must_be_possible(match, order.kind)
    if order.seen != seen_by_moderator(match, order.kind):
        raise Stale(gettext("The match has changed since you opened this menu. Press **More** on the board again."))
    if order.kind == "void":
        return void(match, now)
    if order.kind == "takeback":
        return take_back(match, log, now)
    seat = _seat(match, order.seat)
    return award(match, seat.seat, now) if order.kind == "award" else replace_by_ai(match, seat, now)


def find_orders(
    match: Match, acts: Sequence[Act], log: Sequence[LogEntry], by: Order, now: Instant
) -> tuple[Order, ...]:
    """List the orders that would be accepted now from the moderator of `by`, without undoing."""
    seats = [player.seat for player in match.players]
    wanted: list[tuple[ActKind, Seat | None]] = [("void", None), ("takeback", None)]
    wanted += [(kind, seat) for kind in ("replace", "award") for seat in seats]
    orders = (replace(by, kind=kind, seat=seat, seen=seen_by_moderator(match, kind)) for kind, seat in wanted)
    return tuple(order for order in orders if _is_accepted(match, order, acts, log, now))


def _is_accepted(match: Match, order: Order, acts: Sequence[Act], log: Sequence[LogEntry], now: Instant) -> bool:
    try:
        decide_act(match, order, acts, log, now)
    except MatchError:
        return False
    return True


def find_undoable(match: Match, acts: Sequence[Act], now: Instant) -> Act | None:
    """Return the last act if it can be undone now."""
    act = next((one for one in acts if may_be_undone(one, acts)), None)
    if act is None:
        return None
    try:
        undo(match, act, acts, now)
    except Refused:
        return None
    return act


def with_act(match: Match, change: Change, order: Order, log: Sequence[LogEntry], now: Instant) -> Change:
    """Return the change together with the act that records it."""
    dropped = tuple(entry for entry in log if change.keep is not None and entry.ply >= change.keep)
    after = change.match
    seat = dropped[0].seat if order.kind == "takeback" and dropped else order.seat
    act = Act(
        match.id,
        match.place.guild if match.other is None else order.guild,
        order.kind,
        order.moderator,
        now,
        " ".join(order.reason.split())[:MOST_REASON],
        became=after.stage,
        revision=after.revision,
        position=after.position,
        before=match,
        dropped=dropped,
        seat=seat,
        concerned=tuple(dict.fromkeys((*people_concerned(match), *people_concerned(after)))),
        undoes=order.undoes,
    )
    return replace(change, act=act)


# ---------------------------------------------------------------------- who, and when


def must_not_play(match: Match, acts: Sequence[Act], user: UserId) -> None:
    """Raise NotAllowed for a person who plays in the match, began it, or was replaced in it by a moderator."""
    involved = {match.host, *people_concerned(match), *(one for act in acts for one in act.concerned)}
    if user in involved:
        raise NotAllowed(gettext("You play in match #{code}: another moderator must decide about it.", code=match.code))


def must_be_own_side(match: Match, order: Order, acts: Sequence[Act]) -> None:
    """Raise NotAllowed for an act on a match across servers that does not concern the moderator's own side.

    They may let their own member lose, with more than two players by an AI that takes over, and undo that.
    """
    if match.other is None:
        return
    seen = seen_in(match, order.guild)
    if order.kind == "undo" and any(act.id == order.undoes and act.guild == order.guild for act in acts):
        return
    is_table = len(match.players) > 2
    if order.kind == ("replace" if is_table else "award") and order.guild == seen.place.guild:
        is_own = may_be_replaced if is_table else may_win
        if is_own(seen, _seat(match, order.seat)):
            return
    if is_table:
        raise NotAllowed(
            gettext(
                "Match #{code} is played across servers. Here you can only replace members of this server with an "
                "AI, or undo that.",
                code=match.code,
            )
        )
    raise NotAllowed(
        gettext(
            "Match #{code} is played across servers. Here you can only let this server's member lose, or undo that.",
            code=match.code,
        )
    )


def may_win(match: Match, player: Player) -> bool:
    """Whether moderators of the side that the match is seen from may declare this player the winner."""
    return match.other is None or (player.user is not None and not belongs_here(match, player.user))


def may_be_replaced(match: Match, player: Player) -> bool:
    """Whether moderators of the side that the match is seen from may give this player's seat to an AI."""
    person = player.user or player.former
    return match.other is None or (person is not None and belongs_here(match, person))


def people_concerned(match: Match) -> tuple[UserId, ...]:
    """Return the people who play, and those whose seats were taken over by AIs."""
    former = (player.former for player in match.players if player.former is not None)
    return tuple(dict.fromkeys((*match.people, *former)))


def seen_by_moderator(match: Match, kind: ActKind) -> int:
    """Return what must not have changed between asking for the act and carrying it out.

    To take a move back: the position. To void or award: of a running match nothing, of one that is over its result.
    """
    if kind == "takeback":
        return match.turn
    return match.revision if kind in {"void", "award"} and match.stage not in _RUNNING else 0


def possible(match: Match) -> tuple[ActKind, ...]:
    """Return the acts that the stage of the match allows, without undoing."""
    if match.started is None:  # an uploaded record, which was not played here
        return ()
    if match.other is not None and len(match.players) > 2:  # one server alone cannot decide who wins
        return ("replace",) if match.stage in _RUNNING else ()
    if match.other is not None:
        return ("award",) if match.stage in {*_RUNNING, Stage.OVER} else ()
    if match.stage in _RUNNING:
        return ("void", "award", "takeback", "replace")
    return ("void", "award") if match.stage is Stage.OVER else ()


def must_be_possible(match: Match, kind: ActKind) -> None:
    """Raise Refused if the stage of the match does not allow this act."""
    if kind not in possible(match):
        if match.stage is Stage.INVITED:
            raise not_begun(match.code)
        if match.stage is Stage.CANCELLED:
            raise Refused(gettext("Match #{code} was called off: there is nothing to moderate.", code=match.code))
        if match.stage is Stage.ABORTED:
            raise Refused(gettext("Match #{code} has already ended without a result.", code=match.code))
        raise Refused(gettext("Match #{code} is over. It can still be voided or awarded.", code=match.code))
    if match.stage is Stage.OVER and match.counts and any(_is_forgotten(player) for player in match.players):
        raise Refused(
            gettext(
                "Somebody who played match #{code} has deleted their data, so its result must stay.", code=match.code
            )
        )


def _is_forgotten(player: Player) -> bool:
    """Whether this seat's player, or the former player whose seat an AI took over, has deleted their data."""
    return player.user is None and (player.ai is None or player.forfeited_at is not None) and player.former is None


def _seat(match: Match, seat: Seat | None) -> Player:
    for player in match.players:
        if player.seat == seat:
            return player
    raise Refused(gettext("Choose one of the players."))


# ---------------------------------------------------------------------- the acts


def void(match: Match, now: Instant) -> Change:
    """Void the match, whether it is running or over."""
    return _keep_end(match, ending.abort(match, VOIDED, now))


def award(match: Match, seat: Seat, now: Instant) -> Change:
    """Let the seat win, whether the match is running or over. Raises Refused if it has won already."""
    winners = [player.seat for player in match.players if player.place == 1]
    if match.stage is Stage.OVER and winners == [seat]:
        raise Refused(gettext("{name} has already won match #{code}.", name=match.players[seat].name, code=match.code))
    return _keep_end(match, ending.award(match, seat, now))


def _keep_end(match: Match, change: Change) -> Change:
    """Return the change; a match that was over keeps the time at which it ended."""
    if match.stage is not Stage.OVER:
        return change
    return replace(change, match=replace(change.match, ended=match.ended))


def take_back(match: Match, log: Sequence[LogEntry], now: Instant) -> Change:
    """Take back the last move and any chance event after it. Raises Refused."""
    return play.rewind(match, taken_back_entry(log).ply, log, now)


def taken_back_entry(log: Sequence[LogEntry]) -> LogEntry:
    """Return the last move of the log. Raises Refused if there is none."""
    made = [entry for entry in log if entry.by != "chance"]
    if not made:
        raise Refused(gettext("There is no move to take back."))
    return made[-1]


def replace_by_ai(match: Match, player: Player, now: Instant) -> Change:
    """Let an AI take this seat; across servers its player forfeits. Raises Refused if an AI sits there already."""
    if player.user is None:
        raise Refused(gettext("An AI already has that seat, so nobody can be replaced."))
    if match.other is None:
        return ending.hand_over(match, player.seat, now)
    reason = reasons.name_reason(reasons.REPLACED, player.name)
    return replace(ending.forfeit(match, player.seat, Outcome((), reason), now), lines=())  # the act tells it


# ---------------------------------------------------------------------- undoing


def may_be_undone(act: Act, acts: Sequence[Act]) -> bool:
    """Whether this is the newest act on the match that has not been undone; `acts` are all acts on it."""
    standing = [one.id for one in acts if one.kind != "undo" and one.undone_by is None]
    return act.before is not None and standing[-1:] == [act.id]


def undo(match: Match, act: Act, acts: Sequence[Act], now: Instant) -> Change:
    """Undo this act. Raises Refused if it was undone already, or a newer act has not been undone."""
    if act.kind == "undo":
        raise Refused(gettext("That was itself an undo. Repeat the original action instead."))
    if act.undone_by is not None:
        raise Refused(gettext("That has already been undone."))
    if act.before is None:
        raise Refused(
            gettext("I have no copy of match #{code} from before that, so it can't be undone.", code=match.code)
        )
    if not may_be_undone(act, acts):
        raise Refused(gettext("A moderator has acted on match #{code} since. Undo that first.", code=match.code))
    if act.kind == "takeback":
        return _with_move_again(match, act, act.before, now)
    if act.kind == "replace" and act.became in _RUNNING:
        return _with_person_again(match, act, act.before, now)
    if match.revision != max(one.revision for one in acts):
        raise _cannot_undo(match)
    return Change(_shift_clocks(_restore(match, act.before), act.at, now))


def _find_act(acts: Sequence[Act], number: int | None) -> Act:
    found = next((act for act in acts if act.id == number), None)
    if found is None:
        raise Refused(gettext("I don't know that action. /audit lists all of them."))
    return found


def _restore(match: Match, before: Match) -> Match:
    """Return the match as it was before, in the place where it is played now, without open requests."""
    return replace(before, place=match.place, other=match.other, revision=match.revision + 1, offer=None)


def _shift_clocks(match: Match, since: Instant, now: Instant) -> Match:
    """Return the match with its clocks moved as if they had been paused since then; a bullet turn starts again."""
    if match.stage is not Stage.LIVE:
        return match
    if match.time.kind == "bullet":
        return play.start_clock(match, now)
    began, due = match.turn_began, match.deadline
    return replace(
        match,
        turn_began=None if began is None else began + now - since,
        deadline=None if due is None else due + now - since,
    )


def _with_move_again(match: Match, act: Act, before: Match, now: Instant) -> Change:
    """Restore the move that was taken back. Raises Refused if the match has ended or somebody has moved since."""
    kept = act.dropped[0].ply if act.dropped else match.ply
    if match.stage not in _RUNNING or (match.ply, match.position) != (kept, act.position):
        raise _cannot_undo(match)
    players = tuple(
        replace(player, to_act=old.to_act)
        for player, old in zip(play.charge_clock(match, now).players, before.players, strict=True)
    )
    revision = match.revision + 1
    fresh = replace(match, players=players, position=before.position, ply=before.ply, revision=revision, turn=revision)
    return Change(play.start_clock(replace(fresh, offer=None), now), act.dropped)


def _with_person_again(match: Match, act: Act, before: Match, now: Instant) -> Change:
    """Put the person back in the seat; the match is rated again if the AI has not moved. Raises Refused."""
    if match.stage not in _RUNNING or act.seat is None or match.players[act.seat].user is not None:
        raise _cannot_undo(match)
    person = before.players[act.seat]
    revision = match.revision + 1
    fresh = play.charge_clock(match, now).with_player(
        person.seat, user=person.user, name=person.name, ai=None, missed_moves=0, former=None, forfeited_at=None
    )
    people_only = all(player.ai is None or player.forfeited_at is not None for player in fresh.players)
    rated = before.rated and people_only and fresh.position == before.position
    fresh = replace(fresh, rated=rated, offer=None, revision=revision, turn=revision)
    return Change(play.start_clock(fresh, now) if fresh.players[act.seat].to_act else fresh)


def _cannot_undo(match: Match) -> Refused:
    if match.stage.ended:
        return Refused(
            gettext(
                "Match #{code} has ended since, so that can't be undone. Void or award it instead.", code=match.code
            )
        )
    return Refused(gettext("Match #{code} has gone on since, so that can't be undone any more.", code=match.code))

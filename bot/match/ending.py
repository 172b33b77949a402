"""Ends of a match other than by the game's rules: resignation, agreement, timeout. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.match import reasons
from bot.match.clock import Instant
from bot.match.errors import Refused, Stale, has_accepted
from bot.match.model import Change, Match, Offer, OfferKind, Player, RequestAnswer, Stage, ThreadLine
from bot.match.names import side_name
from bot.match.play import charge_clock, end, keep_clock, revise
from games.core.i18n import gettext, join_list, ngettext
from games.core.status import Outcome, Seat, tie

STAND_IN = "medium"
"""The level of the AI that takes over the seat of a player who left."""
FEWEST_MOVES = 2
"""The number of moves that every player must have made for the match to count."""


def resign(match: Match, seat: Seat, now: Instant) -> Change:
    """Resign for this seat: with two players the other wins, with more an AI takes the seat.

    Whoever plays all sides resigns for one of them.
    """
    side = side_name(match, seat) if match.hot_seat else ""
    reason = reasons.name_reason(reasons.RESIGNED, side or match.players[seat].name)
    return forfeit(match, seat, Outcome((), reason), now)


def forfeit(match: Match, seat: Seat, why: Outcome, now: Instant) -> Change:
    """Forfeit this seat for the reason `why`: with two players the other wins, with more an AI takes the seat."""
    others = [player for player in match.players if player.user and player.user != match.players[seat].user]
    if len(match.players) == 2 or not others:
        places = tuple(len(match.players) if player.seat == seat else 1 for player in match.players)
        return revise(end(match, Outcome(places, why.reason), now))
    told = gettext("{reason}. An AI takes over.", reason=why.reason)
    change = _goes_on(forfeit_to_ai(charge_clock(match, now), seat, now), now)
    return replace(change, lines=(ThreadLine(0, seat, told),))


def award(match: Match, seat: Seat, now: Instant) -> Change:
    """Award the match to a seat (moderators)."""
    places = tuple(1 if player.seat == seat else 2 for player in match.players)
    return revise(end(match, Outcome(places, reasons.AWARDED), now))


def hand_over(match: Match, seat: Seat, now: Instant) -> Change:
    """Let an AI take over this seat (moderators). The match becomes unrated, since nobody forfeited it."""
    return _goes_on(replace(_with_ai(charge_clock(match, now), seat), rated=False), now)


def forfeit_to_ai(match: Match, seat: Seat, now: Instant) -> Match:
    """Return the match with an AI in a forfeited seat; its former player is ranked last in the end."""
    return _with_ai(match, seat).with_player(seat, forfeited_at=now)


def _with_ai(match: Match, seat: Seat) -> Match:
    """Return the match with an AI in this seat; an open offer is dropped.

    The former player's name stays, for the turns that they have made; it is deleted with their data.
    """
    former = match.players[seat].user
    seated = match.with_player(seat, user=None, former=former, ai=STAND_IN, missed_moves=0, left_at=None)
    return replace(seated, offer=None)


def _goes_on(match: Match, now: Instant) -> Change:
    """Return the change after which an AI plays on; a paused match with no people left is resumed."""
    if match.stage is Stage.PAUSED and not match.people:
        match = replace(match, stage=Stage.LIVE)
    return revise(keep_clock(match, now))


def abort(match: Match, reason: str, now: Instant) -> Change:
    """End the match without a result."""
    return revise(end(match, Outcome((), reason), now, Stage.ABORTED))


def offer(match: Match, kind: OfferKind, by: Player, keep: int | None, now: Instant) -> Change:
    """Offer a draw, a take-back or a pause; it is accepted at once if no other person plays.

    To offer what is offered already is to agree. Raises Refused if that was the player's own offer, or another is open.
    """
    present = match.offer
    if present is None:
        present = Offer(kind, frozenset(p.seat for p in match.players if p.ai is not None), keep, match.revision + 1)
    elif present.kind != kind and by.seat in present.agreed:
        raise Refused(gettext("Another request is still open. You can ask again once the others have answered it."))
    elif present.kind != kind:
        raise Refused(gettext("Another request is still open. Answer it first."))
    elif by.seat in present.agreed:
        names = _names_of_unanswered(match, present)
        raise Refused(
            ngettext(
                "You have already asked. {names} hasn't answered yet.",
                "You have already asked. {names} haven't answered yet.",
                len(names),
                names=join_list(names),
            )
        )
    return _agree(match, present, by, now)


def agree(match: Match, by: Player, made: int, now: Instant) -> Change:
    """Accept the offer that was made at revision `made`. Raises Refused, and Stale if it is gone."""
    present = _open_offer(match, made)
    if by.seat in present.agreed:
        raise has_accepted(_names_of_unanswered(match, present))
    return _agree(match, present, by, now)


def _names_of_unanswered(match: Match, present: Offer) -> list[str]:
    """Return the names of the people who have not answered an offer yet, each once."""
    asked = {p.user: p.name for p in match.players if p.user is not None and p.seat not in present.agreed}
    return list(asked.values())


def refuse(match: Match, by: Player, made: int) -> Change:
    """Decline or withdraw the offer that was made at revision `made`. Raises Stale if it is gone."""
    present = _open_offer(match, made)
    withdrawn = by.ai is None and by.seat in present.agreed  # AIs agree in advance, so an AI never withdraws
    asker = None if withdrawn else _asker(match, present)
    answer = RequestAnswer(made, present.kind, by.seat, accepted=False, withdrawn=withdrawn, asker=asker)
    return replace(revise(replace(match, offer=None)), answer=answer)


def with_acceptance(before: Match, change: Change, by: Player) -> Change:
    """Return the change by which a player accepts an offer, closing it if nobody else has to answer."""
    if before.offer is None or change.match.offer is not None:
        return change
    made, kind, asker = before.offer.made, before.offer.kind, _asker(before, before.offer)
    return replace(change, answer=RequestAnswer(made, kind, by.seat, accepted=True, asker=asker))


def _asker(match: Match, offer: Offer) -> Seat | None:
    """Return the seat of the one person who has made an offer; None if several people have agreed to it."""
    asking = [seat for seat in sorted(offer.agreed) if match.players[seat].user is not None]
    return asking[0] if len(asking) == 1 else None


def decline_draw_by_ai(match: Match) -> Change | None:
    """Decline an open draw offer for the first AI at the table. Returns None if there is no offer."""
    if match.offer is None or match.offer.kind != "draw":
        return None
    return refuse(match, next(player for player in match.players if player.ai is not None), match.offer.made)


def with_lapse(before: Match, change: Change) -> Change:
    """Return the change, which says that it closes an offer of one person that nobody has answered."""
    if before.offer is None or change.match.offer is not None or change.answer is not None:
        return change
    asker = _asker(before, before.offer)
    if asker is None or change.match.players[asker].user != before.players[asker].user:
        return change
    lapsed = RequestAnswer(before.offer.made, before.offer.kind, asker, accepted=False, lapsed=True)
    return replace(change, answer=lapsed)


def _open_offer(match: Match, made: int) -> Offer:
    """Return the offer that an answer is for. Raises Stale if it is gone or was replaced."""
    if match.offer is None:
        raise Stale(gettext("There is nothing to answer any more: the request is closed."))
    if match.offer.made != made:
        raise Stale(gettext("That was for another request. Answer the one on the board."))
    return match.offer


def _agree(match: Match, present: Offer, by: Player, now: Instant) -> Change:
    """Return the change that one more acceptance makes; once everybody has accepted, the offer takes effect."""
    seats = frozenset(player.seat for player in match.players if player.user == by.user)
    agreed = replace(present, agreed=present.agreed | seats)
    if agreed.kind != "draw" or any(player.seat not in agreed.agreed for player in match.players):
        return revise(replace(match, offer=agreed))
    return revise(end(match, tie(len(match.players), gettext("by agreement")), now))


def abort_if_too_short(change: Change, counts: Mapping[Seat, int]) -> Change:
    """Return the change; if it ends a rated match before everybody has made enough moves, the match is aborted instead.

    Where it goes on without somebody who has not made enough moves, it is not rated any more.
    """
    match = change.match
    if not match.rated or moves_made(match, counts):
        return change
    if match.stage is Stage.OVER:
        return replace(change, match=replace(match, stage=Stage.ABORTED))
    too_soon = any(p.forfeited_at is not None and counts.get(p.seat, 0) < FEWEST_MOVES for p in match.players)
    return replace(change, match=replace(match, rated=False)) if too_soon else change


def moves_made(match: Match, counts: Mapping[Seat, int]) -> bool:
    """Whether everybody has made enough moves for the match to count."""
    return all(counts.get(player.seat, 0) >= FEWEST_MOVES for player in match.players)

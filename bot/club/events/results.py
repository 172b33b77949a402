"""The effect of a match on its pairing."""

from __future__ import annotations

from dataclasses import replace

from bot.club.events.model import Pairing, Tournament
from bot.club.events.scores import scores_of_places, walkover
from bot.club.ratings import rated_places
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import VOIDED
from bot.match.play import game_of, state_of
from games.core.status import Turn


def record(pairing: Pairing, match: Match) -> Pairing:
    """Return the pairing with the result of its match (seats in pairing order); open again if the match continues."""
    seated = [player.user if player.user is not None else player.former for player in match.players]
    users = seated[: len(pairing.entrants)]  # who began the match: a substitute may have taken the place since
    seen = replace(pairing, match_revision=match.revision)
    if not match.stage.ended:
        return replace(seen, scores=None, how="")
    places = rated_places(match) if any(player.place is not None for player in match.players) else {}
    if places:
        last = max(places.values()) + 1
        ranked = [places.get(user, last) if user is not None else last for user in users]
        return replace(seen, scores=scores_of_places(ranked), how="match")
    if match.stage is Stage.CANCELLED or _is_voided(match):
        return replace(seen, scores=(0,) * len(users), how="void")
    status = game_of(match).rules.status(state_of(match))
    missing = {seated[seat] for seat in status.seats} if isinstance(status, Turn) else set()
    return walkover(seen, frozenset(n for n, user in zip(pairing.entrants, users, strict=True) if user in missing))


def stop(tournament: Tournament, pairing: Pairing, silent: frozenset[UserId]) -> Pairing:
    """Return an unfinished pairing at the end of its round: a draw, but a loss for those who made no move."""
    absent = frozenset(n for n in pairing.entrants if tournament.by_number(n).user in silent)
    if absent:
        return walkover(pairing, absent)
    return replace(pairing, scores=scores_of_places([1] * len(pairing.entrants)), how="time")


def _is_voided(match: Match) -> bool:
    """Whether a moderator has voided the match."""
    return match.outcome is not None and str(match.outcome.reason) == str(VOIDED)

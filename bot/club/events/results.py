"""The effect of a match on its pairing."""

from __future__ import annotations

from dataclasses import replace

from bot.club.events.model import Format, Notice, Pairing, Tournament
from bot.club.events.scores import scores_of_places, walkover
from bot.club.ratings import rated_places
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import VOIDED
from bot.match.play import game_of, state_of
from games.core.i18n import gettext, join_list
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


def walkover_notice(tournament: Tournament, pairing: Pairing, match: Match) -> Notice:
    """Say who did not come to a match and what it counts as; in an arena, also that they are not paired again."""
    scores = dict(zip(pairing.entrants, pairing.scores or (), strict=True))
    names = {number: tournament.by_number(number).name for number in pairing.entrants}
    absent = [names[number] for number, score in scores.items() if not score]
    present = [names[number] for number, score in scores.items() if score]
    code, in_arena = match.code, tournament.terms.format is Format.ARENA
    if not present and in_arena:
        return Notice(
            gettext(
                "Nobody moved in time in match #{code}: no points. {names} are paused until they press **Join**.",
                code=code,
                names=join_list(absent),
            )
        )
    if not present:
        return Notice(gettext("Nobody moved in time in match #{code}: no points.", code=code))
    if len(present) > 1 or len(absent) > 1:
        return Notice(
            gettext(
                "{names} did not move in time in match #{code}. They come last, behind {others}.",
                names=join_list(absent),
                code=code,
                others=join_list(present),
            )
        )
    if in_arena:
        return Notice(
            gettext(
                "{name} did not move in time in match #{code}. It counts as a win for {others}. "
                "{name} is paused until they press **Join**.",
                name=absent[0],
                code=code,
                others=present[0],
            )
        )
    return Notice(
        gettext(
            "{name} did not move in time in match #{code}. It counts as a win for {others}.",
            name=absent[0],
            code=code,
            others=present[0],
        )
    )


def stop(tournament: Tournament, pairing: Pairing, silent: frozenset[UserId]) -> Pairing:
    """Return an unfinished pairing at the end of its round: a draw, but a loss for those who made no move."""
    absent = frozenset(n for n in pairing.entrants if tournament.by_number(n).user in silent)
    if absent:
        return walkover(pairing, absent)
    return replace(pairing, scores=scores_of_places([1] * len(pairing.entrants)), how="time")


def _is_voided(match: Match) -> bool:
    """Whether a moderator has voided the match."""
    return match.outcome is not None and str(match.outcome.reason) == str(VOIDED)

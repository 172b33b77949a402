"""Rematches: who may ask for one, and on which terms."""

from __future__ import annotations

from bot.match.challenges import ChallengeRequest, Person
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match
from bot.match.sides import belongs_here, seen_by_player
from games.core.i18n import gettext


def request_rematch(old: Match, asker: Person) -> ChallengeRequest:
    """Return the challenge for a rematch. Raises NotAllowed for non-players, Refused before the match is over."""
    if not old.seats_of(asker.user):
        raise NotAllowed(
            gettext("Only those who played can ask for a rematch. Start your own match with /{game}.", game=old.game)
        )
    if not old.stage.ended:
        raise Refused(gettext("Match #{code} is still running. Open /games and press **To the board**.", code=old.code))
    return rematch(old, asker)


def rematch(old: Match, asker: Person) -> ChallengeRequest:
    """Return a request with the same terms and the seats rotated, so that nobody begins twice."""
    seen = seen_by_player(old, asker.user)
    people = {player.user: player.name for player in old.players if player.user is not None}
    around = list(people)
    here = around.index(asker.user)
    others = tuple(Person(user, people[user]) for user in (*around[here + 1 :], *around[:here]))
    if old.hot_seat:
        others = (asker,) * (len(old.players) - 1)
    guests = frozenset(one.user for one in others if not belongs_here(seen, one.user))
    return ChallengeRequest(
        old.game,
        asker,
        seen.place,
        others,
        ai=next((player.ai for player in old.players if player.ai is not None), None),
        seats=len(old.players),
        options=old.options,
        time=old.time,
        first="them" if old.players[0].user == asker.user else "me",
        rated=old.rated,
        private=old.private,
        again=old.ended,
        other=seen.other if guests else None,
        guests=guests,
    )

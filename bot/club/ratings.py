"""Ratings, by the Plackett-Luce model of openskill: two to four players, with ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.match.clock import Instant
from bot.match.model import Match, MatchId, UserId
from games.core.i18n import Message, gettext

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

EVERYWHERE = 0
"""The scope of ratings over all servers; other scopes are servers' ids."""
PROVISIONAL = 6.5
"""A rating is provisional while its sigma is larger: about nine matches between equals, fifteen one-sided ones."""
TITLES = ((1700, gettext("Master")), (1500, gettext("Expert")), (1300, gettext("Adept")), (1100, gettext("Regular")))
"""Titles by the conservative rating they require: two sigma below the displayed rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in a game: openskill's mu and sigma, and the record."""

    user: UserId
    game: str
    scope: int
    mu: float = 25.0
    sigma: float = 25 / 3
    won: int = 0
    tied: int = 0
    lost: int = 0
    peak: int = 0

    @property
    def points(self) -> int:
        """The displayed rating: 1500 for a newcomer, about 40 points per unit of mu."""
        return _points(self.mu)

    @property
    def provisional(self) -> bool:
        """Whether the rating rests on too few matches."""
        return self.sigma > PROVISIONAL

    @property
    def sure(self) -> float:
        """The conservative rating (two sigma below mu), by which leaderboards are ordered."""
        return self.mu - 2 * self.sigma

    @property
    def sure_points(self) -> int:
        """The conservative rating in points, which decides titles."""
        return _points(self.sure)

    @property
    def matches(self) -> int:
        """The number of rated matches."""
        return self.won + self.tied + self.lost

    @property
    def title(self) -> Message | None:
        """The title for the conservative rating; none while provisional."""
        points = self.sure_points
        return None if self.provisional else next((title for least, title in TITLES if points >= least), None)

    def __str__(self) -> str:
        return f"{self.points}{'?' if self.provisional else ''}"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The effect of one match on one rating, in points and exactly (mu and sigma).

    `place` is the person's place among this many rated `players`. Of changes that are too old to tell, mu is None.
    """

    match: MatchId
    user: UserId
    game: str
    scope: int
    before: int
    after: int
    at: Instant
    mu_before: float | None = None
    sigma_before: float | None = None
    mu_after: float | None = None
    sigma_after: float | None = None
    place: int | None = None
    players: int | None = None


class RatingStore(Protocol):
    """The store of ratings, which are updated in the transaction that ends a match."""

    async def ratings(self, user: UserId, scope: int = EVERYWHERE) -> Sequence[Rating]:
        """Return the person's ratings in all games, most played first."""
        ...

    async def rated_on(self, guild: int) -> Sequence[UserId]:
        """Return the people who have a rating on this server."""
        ...

    async def curve(self, user: UserId, game: str, scope: int = EVERYWHERE, limit: int = 500) -> Sequence[RatingChange]:
        """Return the person's newest rating changes in a game, oldest first."""
        ...

    async def leaders(self, game: str, scope: int, limit: int = 20) -> Sequence[Rating]:
        """Return the strongest players of a game, those with enough matches first."""
        ...

    async def stronger(self, rating: Rating) -> int:
        """Count the people above this rating."""
        ...

    async def changes_of(self, match: MatchId) -> Sequence[RatingChange]:
        """Return the changes that a match made to the ratings over all servers."""
        ...


def change_of(match: MatchId, at: Instant, before: Rating, after: Rating, place: int, players: int) -> RatingChange:
    """Return the change that a match ended `at` made to a rating."""
    return RatingChange(
        match, after.user, after.game, after.scope, before.points, after.points, at,
        before.mu, before.sigma, after.mu, after.sigma, place, players,
    )  # fmt: skip


def recount(
    ratings: Mapping[UserId, Rating], matches: Sequence[Sequence[RatingChange]]
) -> tuple[list[RatingChange], dict[UserId, Rating]]:
    """Recompute `ratings` from before the first of these matches of one game and scope, oldest first.

    Each match is given by the changes that it made. Only the people in `ratings` are rated again; their opponents
    count as what they were then. A match of somebody who has deleted their data moves the others as far as it did.
    """
    present, made = dict(ratings), list[RatingChange]()
    for match in matches:
        before = [present.get(change.user) or _rating_before(change) for change in match]
        if len(match) == match[0].players:
            after = rate(before, [change.place or 0 for change in match])
        else:
            after = [_moved_as_far(old, change) for old, change in zip(before, match, strict=True)]
        for old, new, change in zip(before, after, match, strict=True):
            if new.user in present:
                present[new.user] = new
                place, players = change.place or 0, change.players or len(match)
                made.append(change_of(change.match, change.at, old, new, place, players))
    return made, present


def record_of(places: Sequence[int], place: int) -> tuple[int, int, int]:
    """Return what a place adds to the record: (won, tied, lost), one of them 1."""
    first, shared = place == min(places), list(places).count(place) > 1
    won, tied = int(first and not shared), int(first and shared)
    return won, tied, 1 - won - tied


def _rating_before(change: RatingChange) -> Rating:
    beginner = Rating(change.user, change.game, change.scope)
    return replace(beginner, mu=change.mu_before or beginner.mu, sigma=change.sigma_before or beginner.sigma)


def _moved_as_far(rating: Rating, change: RatingChange) -> Rating:
    before = _rating_before(change)
    mu = rating.mu + (change.mu_after or before.mu) - before.mu
    sigma = rating.sigma * (change.sigma_after or before.sigma) / before.sigma
    return replace(rating, mu=mu, sigma=sigma)


def _points(mu: float) -> int:
    return round(1500 + (mu - 25) * 40)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - half a second that only the first result pays for

    return PlackettLuce()


def rated_places(match: Match) -> dict[UserId, int]:
    """Return the place of each rated person in a finished match; equal places are a tie.

    Those who stayed are in the places of the match. Behind them are those who left it, whatever the AIs in their
    seats have made of it: who left first is last.
    """
    stayed = {player.user: player.place or 1 for player in match.players if player.user is not None}
    left = {p.former: p.forfeited_at for p in match.players if p.former is not None and p.forfeited_at is not None}
    behind = max(stayed.values(), default=0)
    instants = sorted(set(left.values()), reverse=True)
    return stayed | {user: behind + 1 + instants.index(at) for user, at in left.items()}


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match with these places, in the same order."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [_update(rating, team[0], places, place) for rating, team, place in zip(ratings, after, places, strict=True)]


def _update(rating: Rating, fresh: PlackettLuceRating, places: Sequence[int], place: int) -> Rating:
    won, tied, lost = record_of(places, place)
    made = Rating(
        rating.user, rating.game, rating.scope, fresh.mu, fresh.sigma,
        rating.won + won, rating.tied + tied, rating.lost + lost, rating.peak,
    )  # fmt: skip
    return replace(made, peak=max(made.peak, made.points))

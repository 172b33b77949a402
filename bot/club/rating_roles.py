"""Roles that a server assigns by rating or title. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.club.ratings import TITLES, Rating
from bot.match.errors import Refused
from games.core.i18n import gettext

MOST_RULES: Final = 20
"""The number of rules that a server may have."""
_LOWEST, _HIGHEST = 1, 9999


@dataclass(frozen=True, slots=True)
class RatingRole:
    """A role that is given by the rating in a game (empty: in any), from `least` to just below `below`, or by a title.

    `title` is what the rating must all but surely be worth, as titles have it. None sets no bound. A rating that is
    provisional gives no role.
    """

    role: int
    game: str = ""
    least: int | None = None
    below: int | None = None
    title: int | None = None

    @property
    def key(self) -> str:
        """A key that is unique among the server's rules."""
        return ".".join(map(str, (self.role, self.game, self.least or "", self.below or "", self.title or "")))

    def is_earned_by(self, rating: Rating) -> bool:
        """Whether this rating earns the role."""
        if rating.provisional or (self.game and rating.game != self.game):
            return False
        high_enough = self.least is None or rating.points >= self.least
        low_enough = self.below is None or rating.points < self.below
        return high_enough and low_enough and (self.title is None or rating.sure_points >= self.title)


class RoleChanges(NamedTuple):
    """Roles to give to a member, and roles to take away."""

    given: frozenset[int]
    taken: frozenset[int]


def role_changes(rules: Sequence[RatingRole], ratings: Sequence[Rating], held: Collection[int]) -> RoleChanges:
    """Return which roles to give and take away, given those the member holds. Roles without a rule are left alone."""
    earned = {rule.role for rule in rules if any(rule.is_earned_by(rating) for rating in ratings)}
    spoken_of = {rule.role for rule in rules}
    return RoleChanges(frozenset(earned - {*held}), frozenset((spoken_of - earned) & {*held}))


def add_rule(rules: Sequence[RatingRole], rule: RatingRole) -> tuple[RatingRole, ...]:
    """Add a rule. Raises Refused if it is empty or contradictory, or there are too many."""
    if rule.least is None and rule.below is None and rule.title is None:
        raise Refused(gettext("Set a rating or a title: otherwise everybody with a rating gets the role."))
    if rule.least is not None and rule.below is not None and rule.least >= rule.below:
        raise Refused(gettext("The lower rating must be less than the upper one. Nothing has changed."))
    if rule in rules:
        raise Refused(gettext("There is already a rule like this for the role."))
    if len(rules) >= MOST_RULES:
        raise Refused(gettext("There are already {n} rules. Remove one first.", n=MOST_RULES))
    return (*rules, rule)


def remove_rule(rules: Sequence[RatingRole], key: str) -> tuple[RatingRole, ...]:
    """Remove the rule with this key. Raises Refused if it is gone already."""
    rest = tuple(rule for rule in rules if rule.key != key)
    if len(rest) == len(rules):
        raise Refused(gettext("That choice no longer exists. Open /setup again."))
    return rest


def read_bound(text: str) -> int | None:
    """Parse a typed rating; None for an empty text. Raises Refused."""
    wanted = text.strip()
    if not wanted:
        return None
    if not wanted.isascii() or not wanted.isdigit() or not _LOWEST <= int(wanted) <= _HIGHEST:
        raise Refused(
            gettext("I couldn't read '{text}'. Write a rating such as 1600, or leave it empty.", text=wanted[:20])
        )
    return int(wanted)


def read_title(text: str) -> int | None:
    """Return the rating that the chosen title requires; None if none is chosen. Raises Refused for an unknown title."""
    if not text:
        return None
    for least, _ in TITLES:
        if text == str(least):
            return least
    raise Refused(gettext("That choice no longer exists. Open /setup again."))

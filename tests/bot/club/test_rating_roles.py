"""Roles by rating or title: who earns which, what is given and taken, and which rules make no sense."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.club.rating_roles import MOST_RULES, RatingRole, RoleChanges, add_rule, read_bound, read_title, role_changes
from bot.club.ratings import TITLES, Rating
from bot.match.errors import Refused
from bot.match.model import UserId
from bot.store.people import SqlPeople
from tests.bot.table import Club

STRONG, WEAK, MASTER = 7, 8, 9


def rating(points: int, game: str = "onyx", sigma: float = 2.0) -> Rating:
    """A rating that is shown as so many points."""
    beginner = Rating(UserId(1), game, 10, sigma=sigma, won=20)
    found = replace(beginner, mu=beginner.mu + (points - beginner.points) / 40)
    assert abs(found.points - points) <= 1
    return found


@pytest.mark.parametrize(
    "points, held, given_, taken",
    [
        (1700, set(), {STRONG}, set()),
        (1700, {STRONG}, set(), set()),
        (1400, {STRONG, 99}, {WEAK}, {STRONG}),
        (1500, {WEAK, STRONG}, set(), {WEAK, STRONG}),
    ],
)
def test_a_role_comes_and_goes_with_the_rating(points: int, held: set[int], given_: set[int], taken: set[int]) -> None:
    """A role of which no rule speaks (99) stays as it is."""
    rules = (RatingRole(STRONG, least=1600), RatingRole(WEAK, below=1500))
    assert role_changes(rules, [rating(points)], held) == RoleChanges(frozenset(given_), frozenset(taken))


def test_a_rule_of_one_game_looks_at_no_other() -> None:
    rule = RatingRole(STRONG, "choccer", least=1600)
    assert not rule.is_earned_by(rating(1700, "onyx"))
    assert rule.is_earned_by(rating(1700, "choccer"))


def test_a_provisional_rating_earns_nothing() -> None:
    assert not RatingRole(WEAK, below=1800).is_earned_by(rating(1500, sigma=8.0))


def test_a_title_is_earned_as_it_is_shown() -> None:
    """A rating that shows a title earns its role and those of all lower titles."""
    for points in range(1100, 2200, 25):
        one = rating(points)
        earned = [title for least, title in TITLES if RatingRole(MASTER, title=least).is_earned_by(one)]
        assert (earned[0] if earned else None) == one.title


@given(st.lists(st.integers(800, 2400), max_size=5), st.sets(st.integers(5, 12)))
def test_once_given_and_taken_nothing_is_left_to_do(points: list[int], held: set[int]) -> None:
    rules = (RatingRole(STRONG, least=1600), RatingRole(WEAK, "onyx", below=1500), RatingRole(MASTER, title=1500))
    ratings = [rating(one) for one in points]
    change = role_changes(rules, ratings, held)
    assert role_changes(rules, ratings, (held | change.given) - change.taken) == RoleChanges(frozenset(), frozenset())


@pytest.mark.parametrize(
    "rule, words",
    [
        (RatingRole(STRONG), "otherwise everybody"),
        (RatingRole(STRONG, least=1600, below=1600), "must be less"),
        (RatingRole(STRONG, least=1600), "already a rule like this"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rule: RatingRole, words: str) -> None:
    with pytest.raises(Refused, match=words):
        add_rule((RatingRole(STRONG, least=1600),), rule)
    with pytest.raises(Refused, match="Remove one first"):
        add_rule([RatingRole(number, least=1) for number in range(MOST_RULES)], RatingRole(STRONG, below=9))


@pytest.mark.parametrize("text", ["high", "-5", "0", "12345", "1.5"])
def test_a_bound_that_is_no_rating_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="such as 1600"):
        read_bound(text)
    with pytest.raises(Refused, match="no longer exists"):
        read_title(text)


def test_bounds_may_stay_empty() -> None:
    assert (read_bound(" "), read_bound(" 1600 "), read_title(""), read_title("1500")) == (None, 1600, None, 1500)


async def test_the_rules_of_a_server_are_stored(club: Club) -> None:
    people, rules = SqlPeople(club.database), (RatingRole(STRONG, "onyx", 1600, None, None), RatingRole(WEAK, below=9))
    await people.change_guild_settings(10, lambda before: replace(before, rating_roles=rules))
    assert (await SqlPeople(club.database).guild_settings(10)).rating_roles == rules
    assert (await people.guild_settings(11)).rating_roles == ()

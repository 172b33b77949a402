"""Who may challenge whom, where, and on which terms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.challenges import allow_challenge
from bot.club.guild_settings import GuildSettings
from bot.club.preferences import Preferences
from bot.match.challenges import ChallengeRequest
from bot.match.errors import NotAllowed
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, HERE, Club

CHALLENGE = ChallengeRequest("choccer", ANA, HERE, (BEN,))
PLAYERS = 77
"""A role."""


def refuse_all(preferences: Preferences) -> Preferences:
    """Somebody who takes no challenges."""
    return replace(preferences, challenges="nobody")


async def allow(club: Club, challenge: ChallengeRequest, *roles: int) -> ChallengeRequest:
    people = SqlPeople(club.database)
    return await allow_challenge(challenge, frozenset(roles), people, people)


async def change(club: Club, **changes: object) -> None:
    await SqlPeople(club.database).change_guild_settings(
        HERE.guild or 0,
        lambda now: replace(now, **changes),  # type: ignore[arg-type]
    )


async def test_without_settings_everything_is_allowed_as_it_is_asked(sqlite_club: Club) -> None:
    assert await allow(sqlite_club, CHALLENGE) == CHALLENGE


async def test_who_takes_no_challenges_is_not_asked(sqlite_club: Club) -> None:
    await SqlPeople(sqlite_club.database).change_preferences(BEN.user, refuse_all)
    with pytest.raises(NotAllowed, match=r"Ben doesn't take challenges"):
        await allow(sqlite_club, CHALLENGE)


async def test_who_takes_no_challenges_may_still_play_alone(sqlite_club: Club) -> None:
    """In a hot seat match nobody is asked."""
    await SqlPeople(sqlite_club.database).change_preferences(ANA.user, refuse_all)
    alone = replace(CHALLENGE, opponents=(ANA,))
    assert await allow(sqlite_club, alone) == alone


async def test_where_ratings_are_off_matches_are_unrated(sqlite_club: Club) -> None:
    await change(sqlite_club, rated_matches=False)
    assert await allow(sqlite_club, CHALLENGE) == replace(CHALLENGE, rated=False)


async def test_a_game_that_is_off_is_not_started(sqlite_club: Club) -> None:
    await change(sqlite_club, games_off=("choccer",))
    with pytest.raises(NotAllowed, match="switched off here"):
        await allow(sqlite_club, CHALLENGE)


async def test_only_those_with_the_role_start_matches(sqlite_club: Club) -> None:
    await change(sqlite_club, play_role=PLAYERS)
    with pytest.raises(NotAllowed, match="you need the role"):
        await allow(sqlite_club, CHALLENGE)
    assert await allow(sqlite_club, CHALLENGE, PLAYERS) == CHALLENGE


async def test_matches_are_started_in_the_chosen_channels(sqlite_club: Club) -> None:
    await change(sqlite_club, channels=(HERE.channel + 1,))
    with pytest.raises(NotAllowed, match="Matches are started in"):
        await allow(sqlite_club, CHALLENGE)


def test_the_usual_terms_of_a_server_are_what_it_has_set() -> None:
    usual = GuildSettings(1, time="live", rated_matches=False).usual_terms
    assert (usual.time, usual.rated_matches) == ("live", False)

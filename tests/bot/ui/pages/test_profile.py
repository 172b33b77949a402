"""/profile: fits one message, whatever people are called."""

from __future__ import annotations

import pytest

import games
from bot.club.ratings import Rating
from bot.match.model import Match, MatchId, Place, Player, Posting, Stage, UserId
from bot.ui.i18n.language import Language
from bot.ui.limits import ALT_TEXT, MESSAGE_TEXT
from bot.ui.pages.overview import LinkedMatch
from bot.ui.pages.profile import Subject, leaderboard, leaderboard_alt, profile, profile_alt
from games.core.i18n import gettext
from games.core.status import Outcome, Seat
from tests.bot.ui.views import text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name, shown", [("Ana", 10), ("A" * 32, 8), ("*_`~" * 8, 4)])
def test_as_many_recent_matches_are_shown_as_fit(name: str, shown: int, language: str) -> None:
    players = tuple(Player(Seat(seat), UserId(seat), name, place=1 + seat // 2) for seat in range(4))
    outcome = Outcome((1, 1, 3, 4), gettext("{name} ran out of time", name=name), (100, 100, 50, 2))
    match = Match(MatchId(1), "K7QFM", "cyberzul", 1, {}, players, UserId(1), Place(1, 2), Stage.OVER, outcome=outcome)
    ratings = [Rating(UserId(1), game, 0, sigma=1, mu=40) for game in games.keys()]
    recent = [LinkedMatch(match, Posting(match.id, thread=10**18, board=10**18 + 1))] * 10
    found = text(profile(Subject(name), ratings, recent, None, Language(language)))
    assert len(found) <= MESSAGE_TEXT
    assert found.count(f"](https://discord.com/channels/1/{10**18}/{10**18 + 1})") >= shown
    assert found.count("#K7QFM") >= shown


def test_places_are_shown_as_they_are() -> None:
    ratings = [Rating(UserId(user), "choccer", 0, mu=mu, won=1) for user, mu in ((1, 30), (2, 27), (3, 27), (4, 20))]
    names = {UserId(user): f"P{user}" for user in range(1, 5)}
    standings = list(zip((1, 2, 2, 57), ratings, strict=True))
    lines = text(leaderboard("choccer", "here", standings, names, None, Language("en"))).splitlines()
    assert [line.partition(" · ")[0] for line in lines[1:5]] == ["1\\. P1", "2\\. P2", "2\\. P3", "57\\. P4"]


@pytest.mark.parametrize("picture", [None, ("ratings.png", "Ratings")])
def test_the_sign_of_a_provisional_rating_is_explained_where_it_stands(picture: tuple[str, str] | None) -> None:
    unsure, sure = Rating(UserId(1), "onyx", 0, won=1), Rating(UserId(1), "onyx", 0, sigma=1, won=30)
    for rating, told in ((unsure, True), (sure, False)):
        mine = profile(Subject("Ana"), [rating], [], picture, Language("en"))
        all_of_them = leaderboard("onyx", "here", [(1, rating)], {}, picture, Language("en"))
        assert [("A ? means few matches" in text(view)) for view in (mine, all_of_them)] == [told, told]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_of_a_picture_tell_what_it_shows_and_fit(language: str) -> None:
    ratings = [Rating(UserId(user), game, 0, mu=30, won=12) for user in range(1, 9) for game in games.keys()]
    names = {UserId(user): "W" * 32 for user in range(1, 9)}
    told = leaderboard_alt([(place, rating) for place, rating in enumerate(ratings, 1)], names, Language(language))
    assert len(told) <= ALT_TEXT
    assert told.startswith(f"1. {'W' * 32}: {ratings[0]}")
    alone = profile_alt("Ana", ratings[:5], Language(language))
    assert [game in alone for game in (games.find(key).info.title for key in games.keys())] == [True] * 5
    assert "12" in alone


@pytest.mark.parametrize(
    "subject, told",
    [
        (Subject("Ana", "own"), "You have no rated match yet. Challenge somebody with /challenge."),
        (Subject("Ana", "own", "onyx"), "You have no rated match of Onyx yet. Challenge somebody with /onyx."),
        (Subject("Ben"), "Ben has no rated match yet. Challenge Ben with /challenge."),
        (Subject("Ben", game="onyx"), "Ben has no rated match of Onyx yet. Challenge Ben with /onyx."),
        (Subject("Ben", "a bot's"), "Ben is a bot. Matches against AIs are not rated."),
    ],
)
def test_a_profile_without_ratings_says_what_to_do_about_it(subject: Subject, told: str) -> None:
    assert text(profile(subject, [], [], None, Language("en"))) == f"## {subject.name}\n{told}"

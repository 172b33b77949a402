"""Reviews of matches, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.match.model import MatchId
from bot.match.reviews import JudgedTurn, Review
from bot.store import schema
from bot.store.reviews import SqlReviews
from games.core.i18n import gettext
from games.core.sentences import PlayerName, fill_names
from games.core.status import Seat
from tests.bot.table import ANA, Club

WHY = gettext("{name} moves to {place}", name=PlayerName(1), place="c3")
REVIEW = Review(
    (
        JudgedTurn(1, Seat(0), 0, 0, 0.75, 0.7, 0.45, "h4-g4", WHY),
        JudgedTurn(2, Seat(1), 1, 3, None, None, None, "", ""),
    ),
    (1.0, 0.0),
)


@pytest.fixture
def reviews(club: Club) -> SqlReviews:
    return SqlReviews(club.database)


async def test_a_review_is_read_as_it_was_kept_for_what_it_was_made_of(club: Club, reviews: SqlReviews) -> None:
    match = await club.begin()
    assert await reviews.review(match.id, "these moves") is None
    await reviews.keep_review(match.id, "these moves", REVIEW)
    read = await reviews.review(match.id, "these moves")
    assert read == REVIEW
    assert read is not None
    assert getattr(read.turns[0].why, "template", "") == WHY.template, "it can be told in any language"
    assert str(fill_names(read.turns[0].why, ("Ana", "Ben"))) == "Ben moves to c3", "and names whoever sits there"
    assert await reviews.review(match.id, "other moves") is None


async def test_a_newer_one_takes_its_place(club: Club, reviews: SqlReviews) -> None:
    match = await club.begin()
    await reviews.keep_review(match.id, "these moves", REVIEW)
    await reviews.keep_review(match.id, "other moves", Review((), ()))
    assert await reviews.review(match.id, "these moves") is None
    assert await reviews.review(match.id, "other moves") == Review((), ())


async def test_nothing_is_kept_of_a_match_that_is_gone(reviews: SqlReviews) -> None:
    await reviews.keep_review(MatchId(404), "these moves", REVIEW)
    assert await reviews.review(MatchId(404), "these moves") is None


async def test_a_damaged_one_is_none(club: Club, reviews: SqlReviews) -> None:
    match = await club.begin()
    await reviews.keep_review(match.id, "these moves", REVIEW)
    async with club.database.write() as connection:
        await connection.execute(update(schema.review).values(turns="damaged"))
    assert await reviews.review(match.id, "these moves") is None
    await club.service.resign(match.id, ANA.user)

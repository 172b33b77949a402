"""The end of a match as its board tells it."""

from __future__ import annotations

from discord import ui

from bot.club.ratings import RatingChange
from bot.store.people import SqlPeople
from bot.ui.components import items
from bot.ui.i18n.language import Language
from bot.ui.pages.board import board
from tests.bot.table import ANA, BEN, Club

PICTURE = items.text("the board")


def text(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


async def test_the_end_of_a_rated_match_tells_what_it_did_to_the_ratings(sqlite_club: Club) -> None:
    match = await sqlite_club.begun()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3")):
        await sqlite_club.service.submit(match.id, person.user, move)
    match = await sqlite_club.service.resign(match.id, BEN.user)
    changes = await SqlPeople(sqlite_club.database).changes_of(match.id)
    gain = changes[0].after - changes[0].before
    assert gain > 0
    for code, word in (("en", "Ratings"), ("de", "Wertung")):
        shown = text(board(match, None, PICTURE, Language(code), changes=changes))
        line = f"{word}: Ana {1500 + gain} (+{gain}) · Ben {1500 - gain} (−{gain})"
        assert line in shown.splitlines()


async def test_where_nothing_was_rated_nothing_is_told(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begun()).id, BEN.user)
    assert "Ratings" not in text(board(match, None, PICTURE, Language("en")))


async def test_a_rated_match_that_ended_too_soon_says_why_it_counts_for_nothing(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begun()).id, BEN.user)
    lines = text(board(match, None, PICTURE, Language("en"))).splitlines()
    assert "**Ana wins: Ben resigned.**" in lines
    assert "Not rated: somebody made fewer than two moves." in lines


async def test_who_has_had_their_data_deleted_is_not_among_them(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begun()).id, BEN.user)
    gone = RatingChange(match.id, ANA.user, match.game, 0, 1500, 1500, 0)
    alone = text(board(match, None, PICTURE, Language("en"), changes=[gone]))
    assert "Ratings: Ana 1500 (±0)" in alone.splitlines()

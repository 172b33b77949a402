"""Private notes on matches, on both databases."""

from __future__ import annotations

import pytest

from bot.club.match_notes import MOST_LETTERS, tidy
from bot.store.match_notes import SqlMatchNotes
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, Club


@pytest.fixture
def notes(club: Club) -> SqlMatchNotes:
    return SqlMatchNotes(club.database)


async def test_each_person_has_one_note_on_each_match(club: Club, notes: SqlMatchNotes) -> None:
    one, two = await club.begin(), await club.begin()
    await notes.keep_note(ANA.user, one.id, "the corner", 1)
    await notes.keep_note(BEN.user, one.id, "the edge", 2)
    assert [await notes.note(who.user, one.id) for who in (ANA, BEN)] == ["the corner", "the edge"]
    assert not await notes.note(ANA.user, two.id)
    await notes.keep_note(ANA.user, one.id, "the centre", 3)
    assert [await notes.note(who.user, one.id) for who in (ANA, BEN)] == ["the centre", "the edge"]


async def test_an_empty_note_deletes_it(club: Club, notes: SqlMatchNotes) -> None:
    match = await club.begin()
    for text in ("", "the corner", ""):
        await notes.keep_note(ANA.user, match.id, text, 1)
        assert await notes.note(ANA.user, match.id) == text


async def test_a_note_is_exported_and_goes_with_the_data_of_its_person(club: Club, notes: SqlMatchNotes) -> None:
    match = await club.begin()
    for who in (ANA, BEN):
        await notes.keep_note(who.user, match.id, f"of {who.name}", 1)
    people = SqlPeople(club.database)
    told = str(await people.export(ANA.user))
    assert "of Ana" in told
    assert "of Ben" not in told
    await club.service.resign(match.id, ANA.user)
    assert await people.forget(ANA.user, "Somebody")
    assert [await notes.note(who.user, match.id) for who in (ANA, BEN)] == ["", "of Ben"]


def test_a_note_is_stored_without_blanks_around_it_and_cut() -> None:
    assert tidy("  the corner,\n then the edge \n") == "the corner,\n then the edge"
    assert tidy("a" * MOST_LETTERS + "b") == "a" * MOST_LETTERS
    assert tidy(" \n ") == ""

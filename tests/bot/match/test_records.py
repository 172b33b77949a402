"""A match taken along as a record and brought back is the same record: in every game, however far it has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from bot.match import ending
from bot.match.challenges import ChallengeRequest, Person, new_challenge
from bot.match.clock import SECOND, read_time
from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, Stage, UserId
from bot.match.play import advance, begin, game_of, state_of
from bot.match.records import (
    LARGEST_RECORD,
    MOST_RECORDS,
    add_record,
    match_of_file,
    match_of_record,
    must_be_small,
    record_json,
    record_of,
    terms_of,
)
from games.core.i18n import gettext
from games.core.record import Record, read_record
from games.core.status import Seat
from tests.bot.table import ANA, BEN, HERE, Club

NOW = 1_800_000_000_000
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=32)
End = Callable[[Match], Match]


def resign(match: Match) -> Match:
    return ending.resign(match, Seat(0), NOW).match


def void(match: Match) -> Match:
    return ending.abort(match, gettext("a moderator voided the match"), NOW).match


def award(match: Match) -> Match:
    return ending.award(match, Seat(1), NOW).match


def going_on(match: Match) -> Match:
    return match


def play_randomly(
    game: str, names: tuple[str, str], seed: int, plies: int, ai: str | None = None
) -> tuple[Match, list[LogEntry]]:
    """So many random moves of a match between these two, or of the first against an AI."""
    dice = Random(seed)
    first, second = (Person(UserId(number), name) for number, name in enumerate(names, 1))
    challenge = ChallengeRequest(game, first, HERE, () if ai else (second,), ai, first="me")
    change = begin(new_challenge(challenge, NOW, dice), NOW, dice)
    match, log = change.match, list(change.entries)
    for _ in range(plies):
        if match.stage is not Stage.LIVE:
            break
        seat = dice.choice(match.to_act).seat
        text = game_of(match).rules.text(game_of(match).rules.legal(state_of(match), seat).sample(dice))
        change = advance(match, seat, text, NOW, dice)
        match = change.match
        log += change.entries
    return match, log


@pytest.mark.parametrize("game", sorted(games.keys()))
@settings(max_examples=15)
@given(
    names=st.tuples(NAMES, NAMES),
    seed=st.integers(0, 1000),
    plies=st.integers(0, 30),
    ai=st.sampled_from([None, "easy", "hard"]),
    end=st.sampled_from([going_on, resign, void, award]),
)
def test_what_is_brought_back_is_taken_along_as_it_was(
    game: str, names: tuple[str, str], seed: int, plies: int, ai: str | None, end: End
) -> None:
    match, log = play_randomly(game, names, seed, plies, ai)
    match = match if match.stage.ended else end(match)
    taken = record_of(match, log)
    brought = read_record(taken.text())
    assert brought == taken
    again = record_of(*match_of_record(brought, ANA.user, HERE, NOW))
    assert again == taken
    assert again.text() == taken.text()


@pytest.mark.parametrize("game", ["choccer", "cyberzul", "onyx"])
def test_a_match_played_to_its_end_comes_back_with_the_same_end(game: str) -> None:
    match, log = play_randomly(game, ("Ana", "Ben"), 1, 3000)
    assert match.stage is Stage.OVER
    taken = record_of(match, log)
    back, entries = match_of_record(read_record(taken.text()), ANA.user, HERE, NOW)
    assert back.outcome == match.outcome
    assert record_of(back, entries) == taken


@pytest.mark.parametrize("note", ["", "[note result 1-2]\n", "[note result a tie, it seems]\n", "[note seat-1 Ben]\n"])
def test_what_a_record_does_not_tell_is_not_added(note: str) -> None:
    text = f"[game choccer]\n[rules 1]\n[seats 2]\n{note}\n0 h4-g4\n"
    taken = replace(read_record(text), options=games.find("choccer").info.check_options({}))
    assert record_of(*match_of_record(taken, ANA.user, HERE, NOW)) == taken


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(Refused, match="isn't a text file"):
        match_of_file(b"\xff\xfe", ANA.user, HERE, NOW)


def test_a_record_may_have_a_million_bytes() -> None:
    must_be_small(LARGEST_RECORD)
    with pytest.raises(Refused, match="too large"):
        must_be_small(LARGEST_RECORD + 1)


async def test_the_newest_records_of_each_person_are_stored(sqlite_club: Club) -> None:
    text = record_of(*match_of_record(Record("choccer", 1, 2, {}, ()), ANA.user, HERE, NOW)).text()
    added = [
        await add_record(sqlite_club.store, *match_of_file(text.encode(), ANA.user, HERE, NOW))
        for _ in range(MOST_RECORDS + 1)
    ]
    assert await sqlite_club.store.get(added[0].id) is None
    for match in added[1:]:
        assert await sqlite_club.store.get(match.id) is not None


async def test_a_record_notes_who_began_the_clocks_and_the_ratings_and_is_read_again(sqlite_club: Club) -> None:
    request = ChallengeRequest("choccer", ANA, HERE, (BEN,), time=read_time("5m+5s"), first="them")
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(request)).id, BEN)
    sqlite_club.clock.pass_by(40 * SECOND)
    match = await sqlite_club.service.submit(match.id, BEN.user, "h4-g4")
    sqlite_club.clock.pass_by(100 * SECOND)
    match = await sqlite_club.service.submit(match.id, ANA.user, "d4-e4")
    log = await sqlite_club.store.entries(match.id)
    terms = terms_of(match, log, {Seat(0): "1512 (+12)"})
    written = record_of(match, log, terms).text()
    for line in ("[note first 0]", "[note clock-0 4:25]", "[note clock-1 3:25]", "[note rating-0 1512 (+12)]"):
        assert line in written.splitlines()
    assert '"clock-0": "4:25"' in record_json(match, log, terms)
    again, entries = match_of_record(read_record(written), ANA.user, HERE, NOW)
    assert [entry.text for entry in entries] == [entry.text for entry in log]
    assert record_of(again, entries).text().splitlines()[:3] == written.splitlines()[:3]


async def test_a_record_of_before_has_no_clocks_and_is_read_all_the_same() -> None:
    old = "[game choccer]\n[rules 1]\n[seats 2]\n[note seat-0 Ana]\n\n0 h4-g4\n1 d4-e4\n"
    match, entries = match_of_record(read_record(old), ANA.user, HERE, NOW)
    assert (match.players[0].name, len(entries)) == ("Ana", 2)

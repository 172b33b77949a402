"""The one gate of all notifications, and quiet hours as people type them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.club.notifications import (
    FROM_PERSONS,
    HELD_BACK,
    Delivery,
    Kind,
    after,
    deliver,
    is_quiet,
    next_digest,
)
from bot.club.preferences import Preferences
from bot.club.quiet_hours import read_quiet_hours, read_time_zone, write_quiet_hours, write_time_zone
from bot.match.clock import DAY, HOUR
from bot.match.errors import Refused
from bot.match.model import UserId

ANA = Preferences(UserId(1))
NIGHT = replace(ANA, quiet_from=22 * 60, quiet_to=8 * 60, time_zone="Europe/Berlin")
NOON = int(datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp() * 1000)
MIDNIGHT = int(datetime(2027, 1, 15, 23, 30, tzinfo=UTC).timestamp() * 1000)
SPAN = st.integers(NOON - 400 * DAY, NOON + 400 * DAY)
MINUTES = st.integers(0, 24 * 60 - 1)
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"])
PEOPLE = st.builds(
    Preferences,
    st.just(UserId(1)),
    pings=st.booleans(),
    turn_pings=st.sampled_from(["each", "once", "digest"]),
    ping_by=st.sampled_from(["thread", "direct"]),
    quiet_from=MINUTES,
    quiet_to=MINUTES,
    time_zone=ZONES,
    pinged_for=st.sampled_from(["", "7.1", "7.2"]),
).filter(lambda person: person.quiet_from != person.quiet_to)


@pytest.mark.parametrize("kind", Kind)
@given(person=PEOPLE, now=SPAN, at_table=st.booleans())
def test_where_nobody_can_be_pinged_a_ping_becomes_a_direct_message_and_nothing_else_changes(
    kind: Kind, person: Preferences, now: int, *, at_table: bool
) -> None:
    here, there = (deliver(kind, person, now, pingable=one) for one in (True, False))
    assert there is (Delivery.DIRECT if here is Delivery.PING else here)
    assert deliver(kind, person, now, at_table=at_table, pingable=False) is not Delivery.PING


@pytest.mark.parametrize("kind", Kind)
@given(person=PEOPLE, now=SPAN, at_table=st.booleans())
def test_every_kind_honours_no_pings_blocks_and_quiet_hours(
    kind: Kind, person: Preferences, now: int, *, at_table: bool
) -> None:
    open_, blocked = (
        deliver(kind, person, now, subject="7.1", blocked=one, at_table=at_table) for one in (False, True)
    )
    if not person.pings:
        assert {open_, blocked} == {Delivery.NOTHING}
    elif is_quiet(person, now):
        assert {open_, blocked} <= {Delivery.DIGEST, Delivery.NOTHING}
    if kind in FROM_PERSONS:
        assert blocked is Delivery.NOTHING
    else:
        assert blocked is open_, "one's own matches go on, whoever plays in them"


@given(PEOPLE, SPAN)
def test_what_waits_for_a_person_and_is_held_back_comes_with_a_digest_after_the_quiet_hours(
    person: Preferences, now: int
) -> None:
    for kind in Kind:
        delivery = deliver(kind, person, now, subject="7.1")
        if person.pings and is_quiet(person, now) and kind in HELD_BACK:
            assert delivery is Delivery.DIGEST
        later = after(person, kind, delivery, "7.1", now)
        if delivery is Delivery.DIGEST:
            assert later.digest_at is not None
            assert now < later.digest_at <= now + DAY + HOUR, "within a day, and the hour that clocks are put back"
            assert not is_quiet(person, later.digest_at)
            assert after(later, kind, delivery, "7.2", now + HOUR) == later, "one digest for all that comes"


@given(PEOPLE, SPAN)
def test_who_is_pinged_once_hears_nothing_until_they_look(person: Preferences, now: int) -> None:
    person = replace(person, turn_pings="once", pings=True, quiet_from=None, pinged_for="")
    first = deliver(Kind.TURN, person, now, subject="7.1")
    assert first is (Delivery.DIRECT if person.ping_by == "direct" else Delivery.PING)
    told = after(person, Kind.TURN, first, "7.1", now)
    assert deliver(Kind.TURN, told, now, subject="7.1") is first, "a post that is tried again is the same ping"
    assert deliver(Kind.TURN, told, now, subject="8.4") is Delivery.NOTHING
    assert deliver(Kind.REMINDER, told, now, subject="8.4") is not Delivery.NOTHING, "time runs out all the same"
    looked = replace(told, pinged_for="")
    assert deliver(Kind.TURN, looked, now, subject="8.4") is first


def test_a_digest_a_day_holds_turns_back_and_nothing_else() -> None:
    person = replace(ANA, turn_pings="digest")
    assert deliver(Kind.TURN, person, NOON) is Delivery.DIGEST
    assert {deliver(kind, person, NOON) for kind in set(Kind) - {Kind.TURN, Kind.DIGEST}} == {Delivery.PING}
    assert deliver(Kind.TURN, person, NOON, at_table=True) is Delivery.PING, "a live match is played now"


def test_direct_messages_are_for_turns_of_those_who_are_not_at_the_table() -> None:
    person = replace(ANA, ping_by="direct")
    assert deliver(Kind.TURN, person, NOON) is deliver(Kind.REMINDER, person, NOON) is Delivery.DIRECT
    assert deliver(Kind.TURN, person, NOON, at_table=True) is Delivery.PING
    assert deliver(Kind.CHALLENGE, person, NOON) is Delivery.PING


def test_quiet_hours_are_those_of_the_person() -> None:
    assert is_quiet(NIGHT, MIDNIGHT)
    assert not is_quiet(NIGHT, NOON)
    assert is_quiet(replace(NIGHT, time_zone="Asia/Tokyo"), NOON + 2 * HOUR), "23 o'clock in Tokyo"
    assert not is_quiet(ANA, MIDNIGHT)


@given(PEOPLE, SPAN)
def test_digests_go_out_as_the_quiet_hours_end_where_the_person_is(person: Preferences, now: int) -> None:
    there = datetime.fromtimestamp(next_digest(person, now) / 1000, ZoneInfo(person.time_zone))
    assert person.quiet_to is not None
    wanted = timedelta(minutes=person.quiet_to)
    shift = abs(timedelta(hours=there.hour, minutes=there.minute) - wanted)
    assert shift in {timedelta(0), timedelta(hours=1)}, "an hour later where that hour is left out in spring"


# ---------------------------------------------------------------------- as people type them


@pytest.mark.parametrize(
    "typed, hours",
    [
        ("22:00-08:00", (1320, 480)),
        ("22-8", (1320, 480)),
        (" 22.30 – 7 ", (1350, 420)),
        ("22 Uhr bis 8 Uhr", (1320, 480)),
        ("0-24", None),
        ("24-6", (0, 360)),
        ("", None),
    ],
)
def test_quiet_hours_are_read_as_people_write_them(typed: str, hours: tuple[int, int] | None) -> None:
    if typed == "0-24":
        with pytest.raises(Refused, match="choose 'nothing'"):
            read_quiet_hours(typed)
        return
    assert read_quiet_hours(typed) == hours


@pytest.mark.parametrize("typed", ["at night", "25-8", "22:70-8", "24:30-8", "22", "8-8", "-"])
def test_hours_that_are_none_are_refused_with_the_form(typed: str) -> None:
    with pytest.raises(Refused):
        read_quiet_hours(typed)


@given(MINUTES, MINUTES)
def test_quiet_hours_are_written_as_they_are_read(start: int, end: int) -> None:
    if start != end:
        assert read_quiet_hours(write_quiet_hours(start, end)) == (start, end)


@pytest.mark.parametrize(
    "typed, zone",
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("UTC+2", "Etc/GMT-2"),
        ("-5", "Etc/GMT+5"),
        ("utc", "UTC"),
        ("", "UTC"),
    ],
)
def test_time_zones_are_read_by_name_city_or_offset(typed: str, zone: str) -> None:
    assert read_time_zone(typed) == zone
    assert read_time_zone(write_time_zone(zone)) == zone


@pytest.mark.parametrize("typed", ["Atlantis", "UTC+15", "UTC-13", "../../etc/passwd", "x" * 300])
def test_zones_that_are_none_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_time_zone(typed)

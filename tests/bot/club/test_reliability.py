"""How reliably people play their matches to the end: from what is stored of these."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.reliability import MOST_COUNTED, Part, Reliability, part_of
from bot.match import reasons
from bot.match.clock import DAY, NO_CLOCK
from bot.match.model import Match, MatchId, Place, Player, Stage
from bot.match.moderation import VOIDED
from bot.store import reliability as stored
from bot.store.people import SqlPeople
from games.core.i18n import Message, gettext
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, EVE, Club

PEOPLE = tuple(Player(Seat(seat), one.user, one.name) for seat, one in enumerate((ANA, BEN)))
MATCH = Match(MatchId(5), "ABCDE", "choccer", 1, {}, PEOPLE, ANA.user, Place(10, 20), Stage.OVER, NO_CLOCK, started=1)
BY_THE_RULES = gettext("most points")


def end(reason: Message, *places: int, stage: Stage = Stage.OVER, of: Match = MATCH) -> Match:
    """A match that ended so."""
    given = places or (None,) * len(of.players)
    players = tuple(replace(player, place=place) for player, place in zip(of.players, given, strict=True))
    return replace(of, players=players, stage=stage, outcome=Outcome(places, reason))


def ran_out(name: str) -> Message:
    return reasons.name_reason(reasons.RAN_OUT_OF_TIME, name)


@pytest.mark.parametrize(
    "match, ana, ben",
    [
        (end(BY_THE_RULES, 1, 2), Part.FINISHED, Part.FINISHED),
        (end(reasons.name_reason(reasons.RESIGNED, "Ben"), 1, 2), Part.FINISHED, Part.FINISHED),
        (end(ran_out("Ben"), 1, 2), Part.FINISHED, Part.TIMED_OUT),
        (end(reasons.name_reason(reasons.LEFT_SERVER, "Ana"), 2, 1), Part.TIMED_OUT, Part.FINISHED),
        (end(reasons.name_reason(reasons.DID_NOT_COME, "Ben"), stage=Stage.ABORTED), None, Part.ABORTED),
        (end(reasons.name_reason(reasons.RESIGNED, "Ana"), 2, 1, stage=Stage.ABORTED), Part.ABORTED, None),
        (end(reasons.NOBODY_AT_BOARD, stage=Stage.ABORTED), Part.ABORTED, Part.ABORTED),
        (end(gettext("nobody moved for 30 days"), stage=Stage.ABORTED), None, None),
        (end(VOIDED, stage=Stage.ABORTED), None, None),
        (replace(end(BY_THE_RULES, 1, 2), started=None), None, None),
        (replace(MATCH, stage=Stage.LIVE), None, None),
    ],
)
def test_who_broke_a_match_off_is_told_from_who_was_left(match: Match, ana: Part | None, ben: Part | None) -> None:
    assert (part_of(ANA.user, match), part_of(BEN.user, match)) == (ana, ben)


def test_matches_against_oneself_and_the_ai_say_nothing() -> None:
    alone = replace(MATCH, players=(PEOPLE[0], Player(Seat(1), None, ai="easy")))
    both = replace(MATCH, players=(PEOPLE[0], replace(PEOPLE[1], user=ANA.user)))
    assert [part_of(ANA.user, end(ran_out("Ana"), 2, 1, of=one)) for one in (alone, both)] == [None, None]


def test_who_gives_a_seat_to_an_ai_did_not_finish_and_the_others_did() -> None:
    gone = Player(Seat(2), None, ai="medium", former=EVE.user, forfeited_at=7)
    match = end(BY_THE_RULES, 1, 2, 3, of=replace(MATCH, players=(*PEOPLE, gone)))
    assert [part_of(one.user, match) for one in (ANA, BEN, EVE)] == [Part.FINISHED, Part.FINISHED, Part.TIMED_OUT]


def test_a_match_says_nothing_about_who_was_replaced_by_a_moderator() -> None:
    replaced = Player(Seat(2), None, ai="medium", former=EVE.user)
    match = end(BY_THE_RULES, 1, 2, 3, of=replace(MATCH, players=(*PEOPLE, replaced)))
    assert [part_of(one.user, match) for one in (ANA, BEN, EVE)] == [Part.FINISHED, Part.FINISHED, None]
    left_alone = end(BY_THE_RULES, 1, 2, of=replace(MATCH, players=(PEOPLE[0], replace(replaced, seat=Seat(1)))))
    assert part_of(ANA.user, left_alone) is None


def test_nobody_is_blamed_for_a_namesake() -> None:
    same = replace(MATCH, players=(PEOPLE[0], replace(PEOPLE[1], name="Ana")))
    match = end(reasons.name_reason(reasons.DID_NOT_COME, "Ana"), stage=Stage.ABORTED, of=same)
    assert (part_of(ANA.user, match), part_of(BEN.user, match)) == (None, None)


async def test_it_is_counted_from_the_matches_that_are_stored(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ana does not come to the first match; Ben resigns the second at once, and the third goes on."""
    late = await club.begin()
    club.clock.pass_by(4 * DAY)
    await club.service.settle_deadline(late.id)
    resigned = await club.begin()
    await club.service.resign(resigned.id, BEN.user)
    await club.begin()
    people = SqlPeople(club.database)
    found = await people.reliability([ANA.user, BEN.user, EVE.user])
    assert found == {one: Reliability(aborted=1) for one in (ANA.user, BEN.user)} | {EVE.user: Reliability()}
    monkeypatch.setattr(stored, "MOST_COUNTED", 1)
    assert (await people.reliability([ANA.user]))[ANA.user] == Reliability(), "Ben broke off the newest one"
    assert MOST_COUNTED == 100

"""Contradicting inputs, each of them twice, all at once: what comes of them is what would come of them one by one.

After each race there is an order in which the same acts, done one after the other, leave the same and are answered the
same. So of acts that exclude each other one is done, and the others are told that they were not.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Row, select

from bot.store import schema
from sandbox.client import Member, Result, SandboxError
from tests.faults.contradictions import ALL, RACES, Race
from tests.faults.scenarios import Act
from tests.faults.stage import MakeSpot, Spot, Stage, Who, open_stage

pytestmark = pytest.mark.asyncio(loop_scope="module")
TWICE = 2
MOST_ORDERS = 90
"""All orders of three acts, each done twice."""
LONG = int(os.environ.get("QUINTET_RACES", "10"))
"""How often each race is run in the long test."""
WHO_AND_WHEN = {"user_id", "days_off_until", "digest_at"}
"""What differs in settings from one person and moment to the next."""
GONE, FAILED, ALONE, OTHER = "gone", "failed", "as alone", "something else"
"""The kinds of answers: away before it could be read, so that it may have said anything; none; what the act is answered
with where nothing contradicts it; and any other, which tells why not."""


@dataclass(frozen=True)
class End:
    """What is stored after a race, and what each of its acts was answered with."""

    stored: object
    said: tuple[tuple[int, str], ...]
    order: tuple[int, ...]
    """In which order the answers came, by the number of the act."""

    def agrees(self, one: End, alone: Sequence[str]) -> bool:
        """Whether the same is stored, and the same acts are said to be done."""
        return self.stored == one.stored and all(
            _agree(self._kinds(number, said), one._kinds(number, said)) for number, said in enumerate(alone)
        )

    def _kinds(self, rival: int, alone: str) -> Counter[str]:
        """How often an act was answered in which way."""
        said = (words for number, words in self.said if number == rival)
        return Counter(words if words in {GONE, FAILED} else ALONE if words == alone else OTHER for words in said)


def _agree(ones: Counter[str], others: Counter[str]) -> bool:
    """Whether the answers may be the same."""
    known, known_too = [Counter({kind: n for kind, n in one.items() if kind != GONE}) for one in (ones, others)]
    return max((known - known_too).total() - others[GONE], (known_too - known).total() - ones[GONE]) <= 0


class Races:
    """A stage on which races are run."""

    def __init__(self, stage: Stage, places: Mapping[Who, MakeSpot]) -> None:
        self._stage = stage
        self._places = places
        self._number = 0

    async def alone(self, race: Race) -> tuple[str, ...]:
        """What each of the acts is answered with where no other contradicts it."""
        return tuple([(await self.in_order(race, [number])).said[0][1] for number in range(len(race.rivals))])

    async def all_at_once(self, race: Race) -> End:
        """Every act, each of them twice, at the same moment."""
        spot, acts = await self._ready(race, [*range(len(race.rivals))] * TWICE)
        order: list[int] = []

        async def do(one: Ready) -> Result:
            result = await one.act()
            order.append(one.number)
            return result

        results = await asyncio.gather(*(do(one) for one in acts))
        await self._stage.idle()
        said = [(one.number, await one.answer(result, spot)) for one, result in zip(acts, results, strict=True)]
        return await self._end(race, spot, said, order)

    async def in_order(self, race: Race, order: Sequence[int]) -> End:
        """The acts one after the other."""
        spot, acts = await self._ready(race, order)
        said = []
        for one in acts:
            result = await one.act()
            await self._stage.idle()
            said.append((one.number, await one.answer(result, spot)))
        return await self._end(race, spot, said, order)

    async def _ready(self, race: Race, order: Sequence[int]) -> tuple[Spot, list[Ready]]:
        """A new spot in this situation, and the acts, each from a private message of its own."""
        self._number += 1
        spot = await self._places[race.by](f"c{self._number}")
        match = await race.given(spot)
        acts = []
        for number in order:
            rival = race.rivals[number]
            side = replace(spot, ana=spot.ben, ben=spot.ana) if rival.by_guest else spot
            page = (await side.ana.settle(await side.ana.command("games", channel=side.channel))).message
            act = await rival.scenario.act(replace(side, own=page), match)
            acts.append(Ready(number, side.ana, act, frozenset({page.text, spot.public.text})))
        await self._stage.idle()
        return spot, acts

    async def _end(self, race: Race, spot: Spot, said: Sequence[tuple[int, str]], order: Sequence[int]) -> End:
        found = await facts(self._stage, spot, chance=race.chance)
        return End(found, tuple(sorted(said)), tuple(order))


@dataclass(frozen=True)
class Ready:
    """An act that somebody is about to do, from a page that says one of these things."""

    number: int
    member: Member
    act: Act
    pages: frozenset[str]

    async def answer(self, result: Result, spot: Spot) -> str:
        """What it was answered with, without what differs from one match to the next, or a kind of answer."""
        if result.failed:
            return FAILED
        if result.answer == "modal":
            return result.modal.title
        try:
            message = await self.member.refresh((await self.member.settle(result)).message)
        except (SandboxError, LookupError):
            return GONE
        return GONE if message.text in self.pages else plain(message.text, spot)  # answered beside the page


_SEAT = re.compile(r"(?:\d+ )?[Ff]ree seats?|P\b|AI \(\w+\)")
_SEATS = re.compile(rf"(?:{_SEAT.pattern})(?:(?:, | and | vs )(?:{_SEAT.pattern}))+")


def plain(text: str, spot: Spot) -> str:
    """The first line, without names, codes, instants and links, and who sits there in one order."""
    line = next((one for one in text.splitlines() if one.strip()), "")
    line = line.replace("## Einstellungen", "## Settings")  # told in the language that is set by then
    for member in (spot.ana, spot.ben):  # who begins is drawn by lot
        line = line.replace(f"<@{member.id}>", "P").replace(member.name, "P")
    line = re.sub(r"#[0-9A-Z]{4,}", "#", line)
    line = _SEATS.sub(lambda seats: ", ".join(sorted(_SEAT.findall(seats[0]))), line)
    return re.sub(r"<[^>]*>|\d{2,}", "…", line)


async def facts(stage: Stage, spot: Spot, *, chance: bool) -> object:
    """Everything about a spot that people can have changed, without numbers and instants."""
    who = {spot.ana.id: "A", spot.ben.id: "B"}
    async with stage.app.database.read() as connection:

        async def rows(table: Any, where: Any) -> list[Row[*tuple[Any, ...]]]:  # noqa: ANN401 - of any table
            query = select(table).where(where).order_by(*table.primary_key)  # no database promises an order of its own
            return list(await connection.execute(query))

        match, entry, seat = schema.match.c, schema.log_entry.c, schema.seat.c
        matches = []
        for one in await rows(schema.match, match.channel == spot.channel):
            seats = await rows(schema.seat, seat.match == one.id)
            at = {row.seat: who.get(row.user_id, row.user_id and "C") for row in seats}
            sitting = sorted(f"{at[row.seat]} {row.ai} {row.accepted} {row.place} {row.missed_moves}" for row in seats)
            log = sorted(await rows(schema.log_entry, entry.match == one.id), key=lambda row: row.ply)
            moves = [(at.get(row.seat), row.move) for row in log]
            terms = (one.game, one.time_control, one.rated, one.private, one.open, str(one.options))
            outcome = str(one.outcome).replace(spot.ana.name, "A").replace(spot.ben.name, "B")
            played = () if chance else (one.revision, outcome, moves, sitting)
            request = one.request and one.request.get("kind")
            matches.append((terms, one.stage, one.time_given > 0, request, played))
        settings = []
        for one in await rows(schema.user_settings, schema.user_settings.c.user_id.in_(who)):
            chosen = {
                name: value
                for name, value in one._asdict().items()
                if name not in {"user_id", "days_off_until", "digest_at"}
            }
            settings.append((who[one.user_id], chosen))
        guild = await rows(schema.guild_settings, schema.guild_settings.c.guild == spot.server.id)
        acts = await rows(schema.audit, schema.audit.c.user_id == spot.ana.id)
        blocks = await rows(schema.block, schema.block.c.blocked_id == spot.ben.id)
        mine = schema.personal_block.c
        personal = await rows(schema.personal_block, mine.user_id.in_(who))
        out = schema.exclusion.c
        excluded = await rows(schema.exclusion, out.guild == spot.server.id)
        reports = await rows(schema.report, schema.report.c.user_id.in_(who))
        notes = await rows(schema.match_note, schema.match_note.c.user_id.in_(who))
        tournaments = []
        for one in await rows(schema.tournament, schema.tournament.c.channel == spot.channel):
            people = await rows(schema.tournament_entrant, schema.tournament_entrant.c.tournament == one.id)
            entrants = sorted(str(who.get(row.user_id)) + str(row.left_round) for row in people)
            tournaments.append((one.name, one.game, one.stage, one.revision, entrants))
    return (
        sorted(matches, key=repr),
        sorted(settings, key=repr),
        [[re.sub(r"\d{9,}", "…", str(cell)) for cell in tuple(row)[1:]] for row in guild],
        [(row.act, row.reason, row.undone_by is not None) for row in acts],
        [row.reason for row in blocks],
        sorted((who[row.user_id], who.get(row.blocked_id)) for row in personal),
        [(who.get(row.excluded_id), row.reason, row.ended_at is not None) for row in excluded],
        [(who[row.user_id], row.reason, row.words, row.answer) for row in reports],
        sorted((who[row.user_id], row.text) for row in notes),
        sorted(tournaments, key=repr),
    )


def orders(race: Race, seen: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Orders of the acts, each done twice: first that in which the answers came, and those that are like it."""
    every = set(permutations([*range(len(race.rivals))] * TWICE))
    yield from sorted(every, key=lambda one: sum(a != b for a, b in zip(one, seen, strict=True)))[:MOST_ORDERS]


async def find_unexplained(races: Races, race: Race) -> list[End]:
    """Nothing where some order explains how the race ended; else how it ended, and what the orders would leave."""
    alone = await races.alone(race)
    end = await races.all_at_once(race)
    others = []
    for order in orders(race, end.order):
        other = await races.in_order(race, order)
        if other.agrees(end, alone):
            return []
        others.append(other)
    return [end, *others]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def races(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Races]:
    async with open_stage(tmp_path_factory.mktemp("bot")) as stage:
        yield Races(stage, await stage.spot_makers())


async def test_whatever_writes_and_every_window_is_raced() -> None:
    raced = {rival.name for race in RACES.values() for rival in race.rivals}
    assert {name for name, one in ALL.items() if one.stores or one.window} - raced == set()


async def test_every_window_is_handed_in_with_contradicting_answers() -> None:
    several = {
        rival.name
        for race in RACES.values()
        for rival in race.rivals
        if sum(one.name == rival.name for one in race.rivals) > 1
    }
    assert {name for name, one in ALL.items() if one.window} - several == set()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", RACES)
async def test_of_contradicting_acts_at_once_comes_what_would_come_of_them_in_some_order(
    races: Races, name: str
) -> None:
    left = await find_unexplained(races, RACES[name])
    assert not left, "\n".join(map(str, left[:3]))


@pytest.mark.slow
@pytest.mark.timeout(300 + 30 * LONG)
@pytest.mark.parametrize("name", RACES)
async def test_the_same_again_and_again(races: Races, name: str) -> None:
    for _ in range(LONG):
        left = await find_unexplained(races, RACES[name])
        assert not left, "\n".join(map(str, left[:3]))

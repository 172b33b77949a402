"""Answers that are cut, doubled or late, on every command, control and window: what is said is what is stored.

Under each kind of trouble all scenarios are played at once, each in a channel of its own.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from babel.messages.pofile import read_po

from sandbox.client import Message, Result, Trouble
from tests.faults.scenarios import COMMANDS, CONTROLS, Act, Scenario
from tests.faults.stage import MakeSpot, Share, Spot, Stage, Who, open_stage

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.any_database]
CATALOGUE = Path("bot/locales/de/LC_MESSAGES/quintet.po")

FIRST = r"POST /interactions/\d+/.*/callback"
LATER = r"(PATCH|POST) /webhooks/\d+/[^/]+(/messages/@original)?$"
DENIED = re.compile(r"Nothing was changed|Nothing has changed|Something broke on my side\.|can't tell yet")
CLAIMED = re.compile(
    r"Played\.|was played|have resigned|can answer\.|^Done|You gave .* more\.|is done|are saved|Enjoy your time|"
    r"is stored|nothing about you is stored|is in <#|is open in <#|answer was received|was made|"
    r"were taken back|goes on\."
)
"""Makes a spot of this name."""
AT_ONCE = 10
"""So many people at once are answered in time."""
ALL = {**{f"/{name}": one for name, one in COMMANDS.items()}, **CONTROLS}
RACED = [name for name, one in ALL.items() if one.window or (one.stores and name.startswith("/") and not one.ai)]
"""Every window, and every command that stores something."""


@dataclass(frozen=True)
class Kind:
    """Trouble with the answers to interactions, so many `times`; a `doubled` one is delivered twice instead."""

    trouble: Trouble | None = None
    route: str = FIRST
    doubled: bool = False
    times: int = 1

    @property
    def late(self) -> bool:
        """Whether Discord has given the interaction up before it gets the answer."""
        return self.trouble is Trouble.SLOW


FINE, DOUBLED = Kind(), Kind(doubled=True)
KINDS = {
    "the first answer is cut after it took effect": Kind(Trouble.LOST),
    "the first answer is cut before it took effect": Kind(Trouble.DROPPED),
    "a later answer is cut after it took effect": Kind(Trouble.LOST, LATER),
    "a later answer is cut twice, so that it has to be explained": Kind(Trouble.DROPPED, LATER, times=2),
    "the first answer is late": Kind(Trouble.SLOW),
}
RARE = {
    "a later answer is cut before it took effect": Kind(Trouble.DROPPED, LATER),
    "both answers are cut after they took effect": Kind(Trouble.LOST, f"{FIRST}|{LATER}"),
    "both answers are cut before they took effect": Kind(Trouble.DROPPED, f"{FIRST}|{LATER}"),
    "the first answer is refused with 500": Kind(Trouble.ERROR),
    "the first answer took effect in spite of a 500": Kind(Trouble.ERROR_AFTER),
    "a later answer is refused with 500": Kind(Trouble.ERROR, LATER),
    "a later answer took effect in spite of a 500": Kind(Trouble.ERROR_AFTER, LATER),
}


@dataclass(frozen=True)
class Played:
    """One scenario after it was played: what is stored before and after, and what has come to be seen in between."""

    result: Result
    before: Share
    after: Share
    news: list[Message]
    public: Message

    @property
    def stored(self) -> bool:
        """Whether it has changed anything that somebody can have asked for."""
        return self.before.facts() != self.after.facts()

    @property
    def said(self) -> str:
        """Everything that has come to be read."""
        return "\n".join(one.text for one in self.news)

    @property
    def changes(self) -> int:
        """How many changes were made."""
        return self.after.changes - self.before.changes

    @property
    def private(self) -> int:
        """How many messages have come or changed that only one person sees."""
        return sum(one.ephemeral for one in self.news)

    @property
    def rewritten(self) -> bool:
        """Whether a message that everybody sees was edited in place."""
        return any(one.id == self.public.id for one in self.news)

    @property
    def on_view(self) -> bool:
        """Whether each match and tournament that has changed is shown as it is stored."""
        before = {**self.before.matches, **{-key: row for key, row in self.before.tournaments.items()}}
        after = {**self.after.matches, **{-key: row for key, row in self.after.tournaments.items()}}
        changed = [row for key, row in after.items() if row != before.get(key)]
        return bool(changed) and all(row.posted_revision >= row.revision for row in changed)


class Company:
    """A stage with a spot for each scenario."""

    def __init__(self, stage: Stage, spots: dict[str, Spot], places: dict[Who, MakeSpot]) -> None:
        self.stage = stage
        self.spots = spots
        self._places = places
        self._more = 0
        self._fine: dict[str, Played] = {}

    async def another_spot(self, name: str) -> Spot:
        """A spot for this scenario in which nothing has happened yet."""
        self._more += 1
        return await self._places[ALL[name].by](f"m{self._more}")

    def elsewhere(self, spots: dict[str, Spot]) -> Company:
        """The same stage with other spots."""
        return Company(self.stage, spots, self._places)

    async def fine(self) -> dict[str, Played]:
        """How each scenario goes without trouble."""
        self._fine = self._fine or await self.play(FINE, list(ALL))
        return self._fine

    async def play(self, kind: Kind, names: list[str]) -> dict[str, Played]:
        """Play these scenarios under one kind of trouble: those that are late all at once, others some at a time."""
        size = len(names) if kind.late else AT_ONCE
        found: dict[str, Played] = {}
        for start in range(0, len(names), size):
            found |= await self._play(kind, names[start : start + size])
        return found

    async def _play(self, kind: Kind, names: list[str]) -> dict[str, Played]:
        acts = {name: await self._prepare(ALL[name], self.spots[name]) for name in names}
        await self.stage.idle()
        before, seen = await self.stage.read_stored(), await self._messages(names)
        await self._begin(kind)
        try:
            results = await asyncio.gather(*(act() for act in acts.values()))
            await self.stage.idle()
        finally:
            await self._end(kind)
        after, now = await self.stage.read_stored(), await self._messages(names)
        return {
            name: Played(
                result,
                before.of(self.spots[name]),
                after.of(self.spots[name]),
                [one for key, one in now[name].items() if own_content(seen[name].get(key)) != own_content(one)],
                self.spots[name].public,
            )
            for name, result in zip(names, results, strict=True)
        }

    async def _prepare(self, scenario: Scenario, spot: Spot) -> Act:
        return await scenario.act(spot, await scenario.given(spot))

    async def _messages(self, names: list[str]) -> dict[str, dict[int, Message]]:
        found = await asyncio.gather(*(self.spots[name].see_messages() for name in names))
        return dict(zip(names, found, strict=True))

    async def _begin(self, kind: Kind) -> None:
        if kind.trouble is not None:
            await self.stage.sandbox.trouble(kind.trouble, kind.route, seconds=3.2, times=kind.times, each=True)
        if kind.doubled:
            await self.stage.sandbox.duplicate_events(100_000)

    async def _end(self, kind: Kind) -> None:
        await self.stage.sandbox.end_trouble()
        if kind.doubled:
            await self.stage.sandbox.duplicate_events(0)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def company(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Company]:
    async with open_stage(tmp_path_factory.mktemp("bot")) as stage:
        places = await stage.spot_makers()
        spots = {name: await places[one.by](f"s{number}") for number, (name, one) in enumerate(ALL.items())}
        yield Company(stage, spots, places)


async def test_every_command_and_control_has_a_scenario(company: Company) -> None:
    app = company.stage.app
    assert set(app.context.router.actions) == set(CONTROLS)
    tree, home = app.client.tree, discord.Object(app.settings.owner_guild or 0)
    listed = [
        one for at in (None, home) for kind in discord.AppCommandType for one in tree.get_commands(guild=at, type=kind)
    ]
    commands = [one.qualified_name for top in listed for one in (getattr(top, "commands", None) or [top])]
    assert sorted(commands) == sorted(COMMANDS)


async def test_every_claim_and_denial_is_a_sentence_of_the_bot() -> None:
    """A sentence that is worded again would not be recognised any more."""
    with CATALOGUE.open("rb") as file:
        found = [one.id if isinstance(one.id, str) else one.id[0] for one in read_po(file) if one.id]
    sentences = [re.sub(r"\{(place|channel)\}", "<#1>", one) for one in found]
    for words in f"{DENIED.pattern}|{CLAIMED.pattern}".split("|"):
        assert any(re.search(words, one) for one in sentences), words


async def test_without_trouble_each_does_what_it_is_for(company: Company) -> None:
    for name, played in (await company.fine()).items():
        assert played.stored is ALL[name].stores, (name, played.said)
        assert not played.result.failed, name
        assert not DENIED.search(played.said), (name, played.said)
    assert [one for one in company.stage.log if one["event"] == "incident"] == []


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_said_is_what_is_stored(company: Company, kind: str) -> None:
    found = await company.play(KINDS[kind], list(ALL))
    assert faults(found, KINDS[kind]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", RARE)
async def test_what_is_said_is_what_is_stored_in_rare_trouble(company: Company, kind: str) -> None:
    found = await company.play(RARE[kind], list(ALL))
    assert faults(found, RARE[kind]) == {}


async def test_what_is_delivered_twice_is_done_and_answered_once(company: Company) -> None:
    once, twice = await company.fine(), await company.play(DOUBLED, list(ALL))
    assert faults(twice, DOUBLED) == {}
    for name, played in twice.items():
        assert played.private <= max(1, once[name].private), (name, played.said)
        if not ALL[name].ai:
            assert played.changes == once[name].changes, (name, played.said)


async def test_no_control_rewrites_what_everybody_sees(company: Company) -> None:
    """Each is pressed, by somebody who may use it, on a message that everybody sees and that it does not belong to."""
    spots = {name: replace(spot, own=spot.public) for name, spot in company.spots.items() if name in CONTROLS}
    for name, played in (await company.elsewhere(spots).play(FINE, list(spots))).items():
        assert not played.rewritten, name
        assert played.stored is CONTROLS[name].stores, name
        assert not any(one.loading for one in played.news), name


@pytest.mark.parametrize("name", RACED)
async def test_what_is_sent_several_times_at_once_changes_what_it_would_one_after_the_other(
    company: Company, name: str
) -> None:
    """Four windows, or four commands, of the same person, each an interaction of its own."""
    scenario, answered = ALL[name], list[bool]()
    changes: list[tuple[int, object]] = []
    for at_once in (True, False):
        spot = await company.another_spot(name)
        match = await scenario.given(spot)
        acts = [await scenario.act(spot, match) for _ in range(4)]
        await company.stage.idle()
        before = (await company.stage.read_stored()).of(spot)
        results = await asyncio.gather(*(act() for act in acts)) if at_once else [await act() for act in acts]
        await company.stage.idle()
        after = (await company.stage.read_stored()).of(spot)
        changes.append((after.changes - before.changes, after.settings))
        answered += [result.failed for result in results]
    assert changes[0] == changes[1]
    assert not any(answered)


def faults(found: dict[str, Played], kind: Kind) -> dict[str, str]:
    """What is wrong, by scenario."""
    wrong = {name: fault_of(ALL[name], played, kind) for name, played in found.items()}
    return {name: fault for name, fault in wrong.items() if fault}


def own_content(message: Message | None) -> object:
    """What a message shows itself; it also quotes the one that it replies to."""
    return message and {key: value for key, value in message.raw.items() if key != "referenced_message"}


def fault_of(scenario: Scenario, played: Played, kind: Kind) -> str:
    """What is wrong with what somebody was told; empty when nothing is."""
    found = {
        "everybody's message was rewritten": played.rewritten,
        "waits for ever": any(one.loading for one in played.news),
        "stored, and denied": played.stored and DENIED.search(played.said),
        "stored unasked": played.stored and not scenario.stores,
    }
    if scenario.stores and kind.late:
        found["stored, said to have failed, and nowhere to be seen"] = played.stored and not played.on_view
    elif scenario.stores:
        found["claimed, and not stored"] = not played.stored and CLAIMED.search(played.said)
        found["not stored"] = not played.stored
        found["stored, and said to have failed"] = played.stored and played.result.failed and not played.news
        found["stored, and nothing said"] = played.stored and not played.on_view and not played.news
    else:
        found["nothing said"] = not kind.late and played.result.failed and not played.news
    return "; ".join(fault for fault, there in found.items() if there)

"""Every message that pings somebody, or goes to them directly, passes through the one gate."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import discord
import pytest

from bot.club.notifications import FROM_PERSONS, Kind
from bot.club.personal_blocks import PersonalBlock
from bot.club.preferences import Preferences
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.ui.delivery.pings import Pings
from tests.bot.table import ANA, BEN, Club

ROOT = Path(__file__).parents[4] / "bot"
GATE = "ui/delivery/pings.py"


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a module, by the last part of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            yield (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")), node


def modules() -> dict[str, ast.AST]:
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")
    }


def test_only_the_gate_lets_a_message_ping_or_writes_to_people() -> None:
    """Elsewhere a message pings nobody, which is what the client does unless told otherwise."""
    guarded = {"AllowedMentions", "create_dm", "fetch_user", "get_user"}
    found = {name for name, tree in modules().items() for called, _ in calls(tree) if called in guarded}
    assert found - {"cogs/challenge.py"} == {GATE}, "a challenge looks somebody up, and writes to nobody"
    assert "create_dm" not in {called for called, _ in calls(modules()["cogs/challenge.py"])}
    client = ast.unparse(modules()["client.py"])
    assert "allowed_mentions=discord.AllowedMentions.none()" in client


def test_each_kind_of_notification_has_its_place_and_none_is_left_out() -> None:
    used: dict[str, set[str]] = {kind.name: set() for kind in Kind}
    for name, tree in modules().items():
        if name.startswith(("ui/", "cogs/", "club/digests")):
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Kind":
                    used[node.attr].add(name)
    assert not [kind for kind, places in used.items() if not places]


def off(person: Preferences) -> Preferences:
    return replace(person, pings=False)


def always_quiet(person: Preferences) -> Preferences:
    """Quiet but for one minute of the day, which is not now."""
    return replace(person, quiet_from=1, quiet_to=0)


def as_is(person: Preferences) -> Preferences:
    return person


def letters(person: Preferences) -> Preferences:
    return replace(person, ping_by="direct")


@dataclass
class Correspondence:
    """Stands for Discord: the direct messages that are sent."""

    written: list[int] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)

    async def create_dm(self, user: discord.Object) -> Correspondence:
        self.written.append(user.id)
        return self

    async def send(self, *, nonce: str, **_: object) -> None:
        self.nonces.append(nonce)


@dataclass(frozen=True)
class Desk:
    """The gate of a club, and what is written directly."""

    pings: Pings
    people: SqlPeople
    blocks: SqlPersonalBlocks
    letters: list[int]
    nonces: list[str]


@pytest.fixture
def desk(sqlite_club: Club) -> Desk:
    discord_, people = Correspondence(), SqlPeople(sqlite_club.database)
    blocks = SqlPersonalBlocks(sqlite_club.database)
    pings = Pings(discord_, people, blocks, sqlite_club.store, sqlite_club.clock)  # type: ignore[arg-type]
    return Desk(pings, people, blocks, discord_.written, discord_.nonces)


async def count_pings(
    desk: Desk, club: Club, kind: Kind, set_: Callable[[Preferences], Preferences]
) -> tuple[int, int]:
    """How many pings and direct messages Ben gets, who has set this, from Ana's match."""
    await desk.people.change_preferences(BEN.user, set_)
    match = await club.invite()
    pinged = await desk.pings.of(kind, [BEN.user], match, {ANA.user})
    await desk.pings.close()
    await club.service.cancel(match.id, ANA)
    assert isinstance(pinged.users, list)
    assert (pinged.everyone, pinged.roles, pinged.replied_user) == (False, False, False)
    return len(pinged.users), len(desk.letters)


async def test_two_people_who_hear_of_the_same_get_a_letter_each(desk: Desk, sqlite_club: Club) -> None:
    """Discord takes two messages with one nonce for one, wherever they are sent."""
    match = await sqlite_club.begin()
    await desk.pings.write_about(Kind.END, match.people, match)
    await desk.pings.close()
    assert sorted(desk.letters) == [ANA.user, BEN.user]
    assert len(set(desk.nonces)) == 2
    assert all(len(nonce) <= 25 for nonce in desk.nonces)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.DIGEST])
async def test_each_kind_pings_by_itself_and_not_without_pings_or_in_quiet_hours(
    desk: Desk, sqlite_club: Club, kind: Kind
) -> None:
    assert await count_pings(desk, sqlite_club, kind, as_is) == (1, 0)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.DIGEST])
@pytest.mark.parametrize("set_", [off, always_quiet])
async def test_each_kind_is_silent_where_the_person_wants_it(
    desk: Desk, sqlite_club: Club, kind: Kind, set_: Callable[[Preferences], Preferences]
) -> None:
    assert await count_pings(desk, sqlite_club, kind, set_) == (0, 0)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.DIGEST])
@pytest.mark.parametrize("mine", [True, False])
async def test_what_comes_from_a_blocked_person_pings_nobody(
    desk: Desk, sqlite_club: Club, kind: Kind, *, mine: bool
) -> None:
    one, other = (BEN, ANA) if mine else (ANA, BEN)
    await desk.blocks.add_block(PersonalBlock(one.user, other.user, other.name, 0), 5)
    assert await count_pings(desk, sqlite_club, kind, as_is) == (0 if kind in FROM_PERSONS else 1, 0)


async def test_turns_go_to_direct_messages_where_that_is_wished(desk: Desk, sqlite_club: Club) -> None:
    assert await count_pings(desk, sqlite_club, Kind.TURN, letters) == (0, 1)
    assert await count_pings(desk, sqlite_club, Kind.CHALLENGE, as_is) == (1, 1)
    desk.pings.present[BEN.user] = True
    assert await count_pings(desk, sqlite_club, Kind.TURN, as_is) == (1, 1), "who is at the table is pinged there"


async def test_what_is_held_back_lets_a_digest_be_due(desk: Desk, sqlite_club: Club) -> None:
    await count_pings(desk, sqlite_club, Kind.TURN, always_quiet)
    due = (await desk.people.preferences(BEN.user)).digest_at
    assert due is not None
    assert due > sqlite_club.clock.now

"""What people, moderators and the bot do at the same moment, on both databases: as if one had come after the other.

Each pair is tried with the second act beginning before each statement of the first one.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pytest

from bot.club.absence import begin_absence
from bot.club.blocks import Block
from bot.club.departure import withdraw_for_good
from bot.club.events import entries
from bot.club.events.model import Format, Terms, TournamentId
from bot.club.events.service import TournamentService
from bot.club.exclusions import Exclusion, Exclusions
from bot.club.guild_settings import AcrossServers
from bot.club.matchmaking import Matchmaking
from bot.club.open_tables import OpenTables
from bot.club.personal_blocks import PersonalBlock
from bot.club.seeks import Seek
from bot.match.acts import Order
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import HOUR, MINUTE, read_time
from bot.match.drafts import Drafts
from bot.match.model import MatchId, MatchSide, Place, UserId
from bot.match.moderation import Moderation
from bot.process.leases import Lease, Owner, ShardRange, Take
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.digests import SqlDigests
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.leases import SqlLeases
from bot.store.open_tables import SqlOpenTables
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.store.seeks import SqlSeeks
from bot.store.signs import SqlSigns
from bot.store.tournaments import SqlTournaments
from tests.bot.store.interleaving import Act, Stage, pausing_statements
from tests.bot.table import ANA, BEN, EVE, HERE, Club

ONE, TWO, THREE = MatchId(1), MatchId(2), MatchId(3)
CUP = TournamentId(1)
DAN, FAY = Person(UserId(4), "Dan"), Person(UserId(5), "Fay")
MODERATOR = UserId(9)
GUILD = HERE.guild or 0
THERE, YONDER = Place(GUILD + 1, 31), Place(GUILD + 2, 41)
MOVES = ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3"))


async def do_nothing(_club: Club) -> None:
    """Nothing is left to do."""


class Scene(NamedTuple):
    """What has happened, what may happen then, and what the bot does by itself in the end."""

    prepare: Act
    acts: Mapping[str, Act]
    go_on: Act = do_nothing


# ---------------------------------------------------------------------- acts


def matchmaking(club: Club) -> Matchmaking:
    return Matchmaking(SqlSeeks(club.database, club.store), club.service, SqlPeople(club.database))


def tournaments(club: Club) -> TournamentService:
    return TournamentService(SqlTournaments(club.database, club.store), club.service, SqlPeople(club.database))


async def look(
    club: Club,
    person: Person,
    game: str = "choccer",
    place: Place = HERE,
    *,
    standing: bool = False,
    across: bool = False,
) -> None:
    seek = Seek(person, place, (game,), read_time("3d"), standing=standing, across=across)
    await matchmaking(club).search(seek, frozenset())


async def set_across(club: Club, guild: int, across: AcrossServers) -> None:
    """A server opens to others, or closes."""
    await SqlPeople(club.database).change_guild_settings(guild, lambda now: replace(now, across=across))


def open_tables(club: Club) -> OpenTables:
    return OpenTables(SqlOpenTables(club.database, club.store), club.service, SqlPeople(club.database))


async def sit_down(club: Club, person: Person, place: Place = HERE, *, across: bool = False) -> None:
    seek = Seek(person, place, ("cyberzul",), read_time("3d"), seats=3, across=across)
    await open_tables(club).take_seat(seek, frozenset(), lambda _channel: True)


async def answer(club: Club, person: Person) -> None:
    await matchmaking(club).answer(1, person, HERE, frozenset())


async def exclude(club: Club, person: Person, guild: int = GUILD) -> None:
    exclusion = Exclusion(guild, person.user, person.name, "rude", MODERATOR, club.clock.now)
    exclusions = Exclusions(SqlExclusions(club.database), club.service, matchmaking(club), tournaments(club))
    await exclusions.exclude(exclusion)


async def exclude_server(club: Club) -> None:
    """Ben's server excludes Ana's, which it has met before."""
    met = Exclusion(GUILD + 1, GUILD, "", "rude", MODERATOR, club.clock.now, match="K7QFM")
    await SqlExclusions(club.database).add(met)


async def delete_data(club: Club, person: Person) -> None:
    people = SqlPeople(club.database)
    await withdraw_for_good(club.service, person.user, lambda: people.forget(person.user, "Somebody"))


async def block(club: Club, person: Person, other: Person) -> None:
    await SqlPersonalBlocks(club.database).add_block(PersonalBlock(person.user, other.user, other.name, 0), 10)


async def moderate(club: Club, match: MatchId, order: Order) -> None:
    await Moderation(club.service, SqlAudit(club.database)).carry_out(match, order)


async def void(club: Club, match: MatchId) -> None:
    present = await club.service.get(match)
    seen = present.revision if present.stage.ended else 0
    await moderate(club, match, Order("void", MODERATOR, "A reason.", seen=seen))


async def take_days_off(club: Club, person: Person) -> None:
    await begin_absence(club.service, SqlPeople(club.database), person.user, 2)


async def set_theme(club: Club) -> None:
    await SqlPeople(club.database).change_preferences(ANA.user, lambda now: replace(now, theme="light"))


def digests(club: Club) -> SqlDigests:
    return SqlDigests(club.database, lambda _user: None)


async def refresh(club: Club) -> None:
    """A tournament goes on, and its match begins."""
    await tournaments(club).refresh(CUP)


async def claim_digest(club: Club) -> bool:
    return bool(await digests(club).claim_due(club.clock.now, club.clock.now + HOUR, 5))


async def show_board(club: Club) -> None:
    """The board of a match is posted."""
    await club.store.keep_posting(replace(await club.store.posting(ONE), board=5, revision=1))


async def draft(club: Club) -> None:
    await Drafts(club.store.drafts).keep(await club.service.get(ONE), ANA.user, ("g4",))


async def close_request(club: Club) -> bool:
    """Whether the message that asks could be told how it was answered."""
    closed = await club.store.take_request(MatchSide(ONE), 6)
    return closed is not None and closed.answer is not None


# ---------------------------------------------------------------------- before


async def play(club: Club, winner: Person | None) -> None:
    """Ana and Ben play a match that counts, to its end where it has a winner."""
    match = await club.begin()
    for person, move in MOVES:
        match = await club.service.submit(match.id, person.user, move)
    if winner is not None:
        await club.service.resign(match.id, BEN.user if winner is ANA else ANA.user)


async def offer_draw(club: Club) -> None:
    """Ana, who is to move, offers a draw; a message asks Ben."""
    await play(club, None)
    offered = await club.service.offer(ONE, ANA.user, "draw")
    await club.store.keep_request(MatchSide(ONE), 7, offered.revision)


async def look_on_two_servers(club: Club) -> None:
    """Ana, who plays one match, takes on anybody on two servers; on a third one Fay waits for an opponent."""
    await play(club, None)
    for place in (HERE, THERE):
        await look(club, ANA, place=place, standing=True)
    await look(club, FAY, place=YONDER)


async def look_across_servers(club: Club) -> None:
    """Of two open servers, Ana looks for somebody of either."""
    for guild in (GUILD, GUILD + 1):
        await set_across(club, guild, "open")
    await look(club, ANA, across=True)


async def sit_down_across_servers(club: Club) -> None:
    """Of three open servers, Ana waits at a table with people of any."""
    for guild in (GUILD, GUILD + 1, GUILD + 2):
        await set_across(club, guild, "open")
    await sit_down(club, ANA, across=True)


async def play_rated_matches(club: Club) -> None:
    for winner in (ANA, BEN, None):
        await play(club, winner)
        club.clock.pass_by(MINUTE)


async def leave_table_of_three(club: Club) -> None:
    """Ana, who opened the match, has resigned: an AI plays for her."""
    match = await club.service.challenge(
        ChallengeRequest("cyberzul", EVE, HERE, (BEN, ANA), time=read_time("3d"), first="me")
    )
    for person in (BEN, ANA):
        await club.service.accept(match.id, person)
    await club.service.resign(match.id, ANA.user)


async def let_digest_be_due(club: Club) -> None:
    await SqlPeople(club.database).change_preferences(ANA.user, lambda now: replace(now, digest_at=club.clock.now))


async def open_tournament(club: Club, format_: Format = Format.SWISS, size: int = 8) -> None:
    await tournaments(club).create(Terms(format_, "choccer", "1d", size=size), HERE, ANA)
    for person in (ANA, BEN, EVE):
        await tournaments(club).join(CUP, person)


async def pair_first_round(club: Club) -> None:
    """The first round is paired: Ana is to play Ben, and their match has not begun."""
    await open_tournament(club)
    store = SqlTournaments(club.database, club.store)
    await store.commit(entries.start(await tournaments(club).get(CUP), club.clock.now))


ALL_SHARDS = ShardRange()
OLD, NEW, NEWER = (Owner(name, "host", "", 1) for name in ("old", "new", "newer"))
LEASE = Lease(ALL_SHARDS, OLD)


async def take_shards(club: Club) -> None:
    await SqlLeases(club.database).take(Take(ALL_SHARDS, ()), OLD, spare=False)


async def take_lease(club: Club, owner: Owner) -> bool:
    return await SqlLeases(club.database).take(Take(ALL_SHARDS, (LEASE,)), owner, spare=False)


async def renew_lease(club: Club) -> bool:
    return await SqlLeases(club.database).renew(OLD) is not None


SCENES = {
    "a search": Scene(
        partial(look, person=ANA),
        {
            "Ana stops": lambda club: matchmaking(club).stop(ANA.user, GUILD),
            "Ben answers": partial(answer, person=BEN),
            "Eve looks": partial(look, person=EVE),
            "Ana looks for another game": partial(look, person=ANA, game="onyx"),
            "Ana is excluded": partial(exclude, person=ANA),
            "Ana deletes her data": partial(delete_data, person=ANA),
            "Ana blocks Ben": partial(block, person=ANA, other=BEN),
        },
    ),
    "a standing search on two servers": Scene(
        look_on_two_servers,
        {
            "Ben looks on one": partial(look, person=BEN),
            "Eve looks on the other": partial(look, person=EVE, place=THERE),
            "Ana finds Fay on a third": partial(look, person=ANA, place=YONDER),
        },
    ),
    "a search across servers": Scene(
        look_across_servers,
        {
            "Ben looks there": partial(look, person=BEN, place=THERE, across=True),
            "Eve looks here": partial(look, person=EVE),
            "Ana stops": lambda club: matchmaking(club).stop(ANA.user, GUILD),
            "her server closes": partial(set_across, guild=GUILD, across="closed"),
            "his server closes": partial(set_across, guild=GUILD + 1, across="closed"),
            "his server excludes Ana": partial(exclude, person=ANA, guild=GUILD + 1),
            "his server excludes hers": exclude_server,
            "the host blocks her server": lambda club: SqlBlocks(club.database).block(
                Block("server", GUILD, "spam", 1, club.clock.now)
            ),
        },
    ),
    "a table for three": Scene(
        partial(sit_down, person=ANA),
        {
            "Ben sits down": partial(sit_down, person=BEN),
            "Eve sits down": partial(sit_down, person=EVE),
            "Ana leaves": lambda club: open_tables(club).leave(ANA.user, GUILD),
            "Ben is excluded": partial(exclude, person=BEN),
            "Ana blocks Ben": partial(block, person=ANA, other=BEN),
            "Ana deletes her data": partial(delete_data, person=ANA),
        },
    ),
    "a table across servers": Scene(
        sit_down_across_servers,
        {
            "Ben sits down there": partial(sit_down, person=BEN, place=THERE, across=True),
            "Eve sits down here": partial(sit_down, person=EVE, across=True),
            "Dan sits down elsewhere": partial(sit_down, person=DAN, place=YONDER, across=True),
            "Ana leaves": lambda club: open_tables(club).leave(ANA.user, GUILD),
            "her server closes": partial(set_across, guild=GUILD, across="closed"),
            "his server closes": partial(set_across, guild=GUILD + 1, across="closed"),
            "his server excludes Ana": partial(exclude, person=ANA, guild=GUILD + 1),
            "his server excludes hers": exclude_server,
        },
    ),
    "a challenge": Scene(
        lambda club: club.invite(),
        {
            "Ben accepts": lambda club: club.service.accept(ONE, BEN),
            "Ben declines": lambda club: club.service.decline(ONE, BEN),
            "Ana cancels": lambda club: club.service.cancel(ONE, ANA),
            "Ben is excluded": partial(exclude, person=BEN),
            "Ana deletes her data": partial(delete_data, person=ANA),
            "Ben deletes his data": partial(delete_data, person=BEN),
            "Ana goes away": partial(take_days_off, person=ANA),
        },
    ),
    "a draw offered": Scene(
        offer_draw,
        {
            "Ben agrees": lambda club: club.service.agree(ONE, BEN.user, 6),
            "Ben refuses": lambda club: club.service.refuse(ONE, BEN.user, 6),
            "Ana moves": lambda club: club.service.submit(ONE, ANA.user, "g4-f4"),
            "Ana drafts": draft,
            "Ben resigns": lambda club: club.service.resign(ONE, BEN.user),
            "it is voided": partial(void, match=ONE),
            "its message tells": close_request,
            "its board is shown": show_board,
            "Ana goes away": partial(take_days_off, person=ANA),
            "Ben goes away": partial(take_days_off, person=BEN),
            "Ana gets time": lambda club: club.service.give_time(ONE, BEN.user),
            "a downtime is credited": lambda club: SqlSigns(club.database).credit(
                0, 1, club.clock.now - MINUTE, club.clock.now
            ),
        },
    ),
    "rated matches": Scene(
        play_rated_matches,
        {
            "the first is voided": partial(void, match=ONE),
            "the second is voided": partial(void, match=TWO),
            "the third ends": lambda club: club.service.resign(THREE, BEN.user),
        },
    ),
    "a seat of who has left": Scene(
        leave_table_of_three,
        {
            "Ana deletes her data": partial(delete_data, person=ANA),
            "Ben resigns": lambda club: club.service.resign(ONE, BEN.user),
            "Ben gets time": lambda club: club.service.give_time(ONE, EVE.user),
            "it is voided": partial(void, match=ONE),
            "its board is shown": show_board,
        },
    ),
    "a person": Scene(
        let_digest_be_due,
        {
            "Ana chooses a theme": set_theme,
            "the digest is claimed": claim_digest,
            "the digest is moved": lambda club: digests(club).move_digest(ANA.user, club.clock.now, None),
            "Ana deletes her data": partial(delete_data, person=ANA),
        },
    ),
    "an open tournament": Scene(
        open_tournament,
        {
            "Dan joins": lambda club: tournaments(club).join(CUP, DAN),
            "Ben leaves": lambda club: tournaments(club).leave(CUP, BEN),
            "Ana starts": lambda club: tournaments(club).start(CUP, ANA, moderates=False),
            "Ana cancels": lambda club: tournaments(club).cancel(CUP, ANA, moderates=False),
            "Ben is excluded": partial(exclude, person=BEN),
            "Dan is excluded": partial(exclude, person=DAN),
            "Ben deletes his data": partial(delete_data, person=BEN),
            "Dan deletes his data": partial(delete_data, person=DAN),
        },
        refresh,
    ),
    "a mini cup with one place": Scene(
        partial(open_tournament, format_=Format.MINI_CUP, size=4),
        {
            "Dan joins": lambda club: tournaments(club).join(CUP, DAN),
            "Fay joins": lambda club: tournaments(club).join(CUP, FAY),
            "Ben leaves": lambda club: tournaments(club).leave(CUP, BEN),
        },
    ),
    "a round without its match": Scene(
        pair_first_round,
        {
            "its match begins": refresh,
            "Ben leaves": lambda club: tournaments(club).leave(CUP, BEN),
            "Ana cancels": lambda club: tournaments(club).cancel(CUP, ANA, moderates=False),
            "Fay plays for Ben": lambda club: tournaments(club).take_place(CUP, 2, BEN.user, FAY),
            "Ben is excluded": partial(exclude, person=BEN),
            "Ben deletes his data": partial(delete_data, person=BEN),
        },
        refresh,
    ),
    "a lease": Scene(
        take_shards,
        {
            "it is renewed": renew_lease,
            "it is taken": partial(take_lease, owner=NEW),
            "another one takes it": partial(take_lease, owner=NEWER),
            "it is given back": lambda club: SqlLeases(club.database).release(OLD),
            "somebody waits for it": lambda club: SqlLeases(club.database).await_shards([LEASE], "spare"),
        },
    ),
}


RIVALS = {
    "a search": (
        ("Ana stops", "Ben answers"),
        ("Ben answers", "Ana stops"),
        ("Ben answers", "Ana deletes her data"),
        ("Ana deletes her data", "Ben answers"),
        ("Ana looks for another game", "Ana stops"),
        ("Eve looks", "Ana is excluded"),
    ),
    "a standing search on two servers": (
        ("Ben looks on one", "Eve looks on the other"),
        ("Eve looks on the other", "Ben looks on one"),
        ("Ana finds Fay on a third", "Ben looks on one"),
        ("Ben looks on one", "Ana finds Fay on a third"),
    ),
    "a search across servers": (
        ("Ben looks there", "Eve looks here"),
        ("Eve looks here", "Ben looks there"),
        ("Ben looks there", "Ana stops"),
        ("Ana stops", "Ben looks there"),
        ("Ben looks there", "her server closes"),
        ("Ben looks there", "his server closes"),
        ("Ben looks there", "his server excludes Ana"),
        ("Ben looks there", "his server excludes hers"),
        ("Ben looks there", "the host blocks her server"),
    ),
    "a table for three": (
        ("Ben sits down", "Eve sits down"),
        ("Ben sits down", "Ana leaves"),
        ("Ana leaves", "Ben sits down"),
        ("Ben sits down", "Ben is excluded"),
        ("Ben sits down", "Ana blocks Ben"),
        ("Ben sits down", "Ana deletes her data"),
    ),
    "a table across servers": (
        ("Ben sits down there", "Eve sits down here"),
        ("Ben sits down there", "Dan sits down elsewhere"),
        ("Ben sits down there", "Ana leaves"),
        ("Ana leaves", "Ben sits down there"),
        ("Ben sits down there", "her server closes"),
        ("Ben sits down there", "his server closes"),
        ("Ben sits down there", "his server excludes Ana"),
        ("Ben sits down there", "his server excludes hers"),
    ),
    "a challenge": (("Ben accepts", "Ana cancels"), ("Ben accepts", "Ana deletes her data")),
    "a draw offered": (
        ("Ben agrees", "its board is shown"),
        ("its board is shown", "Ben agrees"),
        ("its message tells", "Ben refuses"),
        ("Ana goes away", "Ana moves"),
        ("Ana moves", "Ana goes away"),
        ("Ana drafts", "Ben agrees"),
    ),
    "rated matches": (
        ("the first is voided", "the second is voided"),
        ("the second is voided", "the first is voided"),
        ("the first is voided", "the third ends"),
    ),
    "a seat of who has left": (
        ("Ben gets time", "Ana deletes her data"),
        ("Ana deletes her data", "Ben gets time"),
    ),
    "a person": (
        ("Ana chooses a theme", "the digest is claimed"),
        ("the digest is claimed", "Ana chooses a theme"),
        ("the digest is moved", "Ana deletes her data"),
    ),
    "an open tournament": (
        ("Dan joins", "Dan deletes his data"),
        ("Dan deletes his data", "Dan joins"),
        ("Dan joins", "Dan is excluded"),
        ("Ana starts", "Ben leaves"),
    ),
    "a mini cup with one place": (("Dan joins", "Fay joins"),),
    "a round without its match": (
        ("its match begins", "Ben leaves"),
        ("its match begins", "Ana cancels"),
        ("its match begins", "Fay plays for Ben"),
        ("its match begins", "Ben deletes his data"),
        ("Ben deletes his data", "its match begins"),
    ),
    "a lease": (
        ("it is taken", "it is renewed"),
        ("it is renewed", "it is taken"),
        ("somebody waits for it", "it is taken"),
    ),
}
"""Pairs that decide on what the other one writes."""
PAIRS = [(scene, first, second) for scene, pairs in RIVALS.items() for first, second in pairs]


def _shorten(name: str) -> str:
    return name.replace(" ", "-")


@pytest.mark.parametrize("scene, first, second", PAIRS, ids=_shorten)
async def test_two_acts_at_once_are_one_after_the_other(
    scene: str, first: str, second: str, club: Club, other_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begin the second act before each statement of the first one in turn."""
    prepare, acts, go_on = SCENES[scene]
    stage = Stage(club.database, other_database, prepare, go_on)
    in_order, _ = await stage.play(acts[first], acts[second], None)
    backwards, _ = await stage.play(acts[second], acts[first], None)
    allowed = (in_order, replace(backwards, first=backwards.second, second=backwards.first))
    with pausing_statements(monkeypatch):
        for at in itertools.count(1):
            outcome, was_begun = await stage.play(acts[first], acts[second], at)
            assert outcome in allowed, f"{second} began before statement {at}:\n" + "\nor\n".join(
                outcome.difference(one) for one in allowed
            )
            if not was_begun:
                break

"""The database: migrations, pragmas, the revision check, what survives."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError

import games
from bot.match.challenges import ChallengeRequest
from bot.match.errors import Conflict, NotFound, NotOnMove, Refused
from bot.match.limits import Limit
from bot.match.model import Change, ClosedRequest, MatchId, Place, Posting, RequestAnswer, Stage, UserId
from bot.match.play import game_of, state_of
from bot.match.service import MatchService
from bot.store.bot_state import SqlBotState
from bot.store.engine import Database
from bot.store.log import TAIL
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.reworded import REWORDED
from bot.store.rows import message_json, read_message
from bot.store.schema import metadata
from bot.ui.i18n.language import Language
from games.core.i18n import gettext, join_list, ngettext, npgettext
from games.core.status import Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club, open_club


async def test_the_migrations_make_exactly_the_schema(club: Club) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with club.database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_sqlite_is_tuned(sqlite_club: Club) -> None:
    async with sqlite_club.database.read() as connection:
        values = [
            (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one()
            for pragma in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        ]
    assert values == ["wal", 1, 10_000, 2]


async def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'new.db'}")
    await migrate(database)
    assert await migrate(database) is None
    await database.close()


async def test_a_commit_needs_the_revision_it_was_made_for(club: Club) -> None:
    match = await club.begin()
    fresh = replace(match, revision=match.revision + 1, rated=False)
    await club.store.commit(Change(fresh))
    with pytest.raises(Conflict):
        await club.store.commit(Change(fresh))
    with pytest.raises(Conflict):
        await club.store.commit(Change(replace(fresh, revision=99)))
    assert await club.service.get(match.id) == fresh


async def test_the_newest_entries_are_remembered_as_they_are_stored(club: Club) -> None:
    """Moves, more of them than are remembered, and what is taken back."""
    match, store = await club.begin(), club.store
    assert await store.entries(match.id) == []
    for _ in range(TAIL + 3):
        mover = match.to_act[0]
        (move,) = game_of(match).presenter.suggest(state_of(match), mover.seat, "", 1)
        match = await club.service.submit(match.id, mover.user or UserId(0), move)
        fresh = SqlMatches(club.database)
        for start in (0, match.ply - 4, match.ply - 1, match.ply):
            assert await store.entries(match.id, start) == await fresh.entries(match.id, start)
    back = replace(match, revision=match.revision + 1, ply=match.ply - 2)
    await store.commit(Change(back, keep=match.ply - 2))
    assert [entry.ply for entry in await store.entries(match.id, match.ply - 4)] == [match.ply - 4, match.ply - 3]


@pytest.mark.parametrize("key", [game.info.key for game in games.every()])
async def test_a_live_match_is_remembered_as_it_is_stored(club: Club, key: str) -> None:
    match = await club.invite(game=key, time="2m+5s")
    match = await club.service.accept(match.id, BEN)
    rng, game = Random(5), game_of(match)
    for _ in range(12):
        if match.stage is not Stage.LIVE:
            break
        mover = match.to_act[0]
        move = game.rules.text(game.rules.legal(state_of(match), mover.seat).sample(rng))
        match = await club.service.submit(match.id, UserId(mover.user or 0), move)
        club.clock.pass_by(1000)
        assert await club.service.get(match.id) == match == await SqlMatches(club.database).get(match.id)
    match = await club.service.offer(match.id, ANA.user, "draw")
    assert await club.service.get(match.id) == match == await SqlMatches(club.database).get(match.id)


async def test_a_move_reads_nothing_that_was_just_written(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.store.keep_posting(Posting(match.id, thread=77))
    statements: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement.split(maxsplit=1)[0])

    for user, move in ((ANA.user, "h4-g4"), (BEN.user, "d4-e4")):
        statements.clear()
        assert await sqlite_club.store.lists.in_thread(77, user) == match
        event.listen(sqlite_club.database.engine.sync_engine, "before_cursor_execute", listen)
        match = await sqlite_club.service.submit(match.id, user, move)
        assert await sqlite_club.store.lists.in_thread(77, user) == match
        event.remove(sqlite_club.database.engine.sync_engine, "before_cursor_execute", listen)
        assert statements
        assert "SELECT" not in statements


async def test_what_others_have_stored_counts(club: Club) -> None:
    """Somebody else has written to the database: a conflict, after which it is read again."""
    match = await club.begin()
    other = MatchService(SqlMatches(club.database), club.clock)
    await other.submit(match.id, ANA.user, "h4-g4")
    with pytest.raises(NotOnMove):
        await club.service.submit(match.id, ANA.user, "h4-g4")
    played = await club.service.submit(match.id, BEN.user, "d4-e4")
    assert (played.ply, await club.service.get(match.id)) == (2, played)


async def test_after_a_commit_that_may_have_failed_everything_is_read_again(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await sqlite_club.begin()
    store = sqlite_club.store
    assert isinstance(store, SqlMatches)
    commit = store._commit  # noqa: SLF001 - it is stored, and nobody hears of it

    async def unheard(change: Change, limit: Limit | None, *, turn: bool) -> None:
        await commit(change, limit, turn=turn)
        raise asyncio.CancelledError

    await store.entries(match.id)
    monkeypatch.setattr(store, "_commit", unheard)
    with pytest.raises(asyncio.CancelledError):
        await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert (await sqlite_club.service.get(match.id)).ply == 1
    assert [entry.text for entry in await store.entries(match.id)] == ["h4-g4"]


async def test_a_match_is_found_where_it_is_shown_now(club: Club) -> None:
    store = club.store
    first, second = await club.begin(), await club.begin()
    assert await store.lists.in_thread(77) is None
    await store.keep_posting(Posting(first.id, thread=77))
    assert await store.lists.in_thread(77) == first
    await store.keep_posting(Posting(second.id, thread=77))
    assert await store.lists.in_thread(77, ANA.user) == second, "the newer one of two"
    await store.keep_posting(Posting(second.id, thread=88))
    assert (await store.lists.in_thread(77), await store.lists.in_thread(88)) == (first, second)
    await club.service.resign(first.id, BEN.user)
    assert (await store.lists.in_thread(77), await store.lists.in_thread(88)) == (None, second)
    await store.move(second.shown_id, Place(HERE.guild, 99))
    moved = await store.lists.in_thread(88)
    assert moved is not None
    assert moved.place.channel == 99


async def test_a_failed_commit_leaves_nothing_behind(club: Club) -> None:
    """The log entry is a duplicate: the match row must not have been changed either."""
    match = await club.begin()
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    (entry,) = await club.store.entries(match.id)
    broken = Change(replace(match, revision=match.revision + 1), (entry,))
    with pytest.raises(IntegrityError):
        await club.store.commit(broken)
    assert await club.service.get(match.id) == match


async def test_everything_is_there_after_reopening(address: str) -> None:
    club = await open_club(address)
    match = await club.begin("5m+5s")
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    match = await club.service.offer(match.id, BEN.user, "draw")
    await club.store.keep_posting(Posting(match.id, 1, 2, 3, 4, 5, 6, lost=True))
    await club.database.close()
    again = await open_club(address)
    assert await again.service.get(match.id) == match
    assert await again.store.posting(match.id) == Posting(match.id, 1, 2, 3, 4, 5, 6, lost=True)
    await again.database.close()


async def test_matches_that_wait_for_the_person_come_first(club: Club) -> None:
    first = await club.begin()
    await club.service.submit(first.id, ANA.user, "h4-g4")
    second = await club.invite(EVE)
    assert [match.id for match in await club.store.of_user(BEN.user)] == [first.id]
    assert {match.id for match in await club.store.of_user(ANA.user)} == {first.id, second.id}


async def test_the_live_matches_of_a_person_are_those_that_are_stored(club: Club) -> None:
    """Whatever happens to matches, what is remembered of a person is what a fresh store reads."""
    rng = Random(3)
    for _ in range(40):
        running = list(await club.store.lists.live_of(ANA.user))
        what: str = rng.choice(["begin", "invite", "move", "resign", "leave", "damage"] if running else ["begin"])
        match what:
            case "begin":
                await club.begin()
            case "invite":
                with suppress(Refused):  # so many wait for an answer already
                    await club.invite(EVE)
            case "move":
                one = rng.choice(running)
                (player,) = one.to_act
                game = game_of(one)
                move = next(iter(game.rules.legal(state_of(one), player.seat)))
                await club.service.submit(one.id, player.user or UserId(0), game.rules.text(move))
            case "resign":
                await club.service.resign(rng.choice(running).id, ANA.user)
            case "leave":
                await club.service.withdraw(EVE.user)
            case _:
                await club.store.set_aside(rng.choice(running).id, "a test")
        for person in (ANA, BEN, EVE):
            stored = {one.id: one for one in await SqlMatches(club.database).lists.live_of(person.user)}
            assert {one.id: one for one in await club.store.lists.live_of(person.user)} == stored
            assert set(stored) == {one.id for one in await club.store.of_user(person.user) if one.stage is Stage.LIVE}


async def test_unposted_changes_are_found(club: Club) -> None:
    match = await club.begin()
    assert await club.store.places.find_unposted(club.clock.now, MatchId(0)) == [match.shown_id]
    assert await club.store.places.find_unposted(club.clock.now, match.id) == []
    await club.store.keep_posting(Posting(match.id, revision=match.revision))
    assert await club.store.places.find_unposted(club.clock.now, MatchId(0)) == []


async def test_a_match_is_found_by_its_thread_and_board(club: Club) -> None:
    match = await club.begin()
    await club.store.keep_posting(Posting(match.id, thread=77, board=88))
    assert await club.store.lists.in_thread(77) == match
    assert await club.store.places.by_board(88) == match
    assert await club.store.lists.in_thread(78) is None
    assert await club.store.lists.find_ended_in(77) is None
    over = await club.service.resign(match.id, ANA.user)
    assert await club.store.lists.in_thread(77) is None
    assert await club.store.lists.find_ended_in(77) == over


async def test_the_message_of_a_request_is_given_to_one_who_answers_it(club: Club) -> None:
    """What is stored of the board meanwhile, by whoever knows nothing of the answer, does not bring it back."""
    match = await club.begin()
    await club.store.keep_request(match.shown_id, 91, 5)
    posting = await club.store.posting(match.id)
    assert (posting.request, posting.asked) == (91, 5)
    assert await club.store.take_request(match.shown_id, 4) is None, "another request"
    taken = await asyncio.gather(*(club.store.take_request(match.shown_id, 5) for _ in range(3)))
    assert sorted(taken, key=str) == [ClosedRequest(91, None), None, None]
    await club.store.keep_posting(replace(posting, board=88))
    assert await club.store.take_request(match.shown_id, 5) is None
    assert (await club.store.posting(match.id)).board == 88


@pytest.mark.parametrize("is_noted", [True, False], ids=["after its message was noted", "before"])
@pytest.mark.parametrize("accepted", [True, False])
async def test_an_answer_is_stored_with_what_it_does(club: Club, *, accepted: bool, is_noted: bool) -> None:
    """Whoever clicks sees the message before it is noted down which one asks."""
    match = await club.begin()
    asking = await club.service.offer(match.id, ANA.user, "pause")
    made = asking.revision
    if is_noted:
        await club.store.keep_request(match.shown_id, 91, made)
    if accepted:
        await club.service.agree(match.id, BEN.user, made)
    else:
        await club.service.refuse(match.id, BEN.user, made)
    if not is_noted:
        await club.store.keep_request(match.shown_id, 91, made)
    answer = RequestAnswer(made, "pause", Seat(1), accepted, asker=Seat(0))
    assert await club.store.take_request(match.shown_id, made) == ClosedRequest(91, answer)


async def test_an_answer_to_one_request_is_none_to_the_next(club: Club) -> None:
    match = await club.begin()
    first = await club.service.offer(match.id, ANA.user, "draw")
    await club.service.refuse(match.id, BEN.user, first.revision)
    second = await club.service.offer(match.id, ANA.user, "draw")
    await club.store.keep_request(match.shown_id, 92, second.revision)
    await club.service.submit(match.id, ANA.user, "h4-g4")
    assert await club.store.take_request(match.shown_id, second.revision) == ClosedRequest(92, None)


async def test_of_several_matches_in_a_thread_the_newest_is_the_one_that_ended_there(club: Club) -> None:
    """A rematch is begun in the thread of the first match: that is its channel."""
    first = await club.begin()
    await club.store.keep_posting(Posting(first.id, thread=77))
    over = await club.service.resign(first.id, ANA.user)
    again = await club.service.challenge(ChallengeRequest("choccer", ANA, replace(HERE, channel=77), (BEN,)))
    rematch = await club.service.accept(again.id, BEN)
    await club.store.keep_posting(Posting(rematch.id, thread=77))
    assert await club.store.lists.find_ended_in(77) == over
    over = await club.service.resign(rematch.id, ANA.user)
    assert await club.store.lists.find_ended_in(77) == over


async def test_all_matches_that_are_shown_in_a_thread_are_found(club: Club) -> None:
    first, second, elsewhere, over = [await club.begin() for _ in range(4)]
    for match, thread in ((first, 77), (second, 77), (elsewhere, 78), (over, 77)):
        await club.store.keep_posting(Posting(match.id, thread=thread))
    await club.service.resign(over.id, ANA.user)
    assert await club.store.places.find_shown_in(77) == [first.shown_id, second.shown_id]


async def test_of_many_matches_in_one_channel_everybody_means_their_own(club: Club) -> None:
    """In a voice channel, or in direct messages, all matches are played right there."""
    first, second = await club.begin(), await club.begin()
    other = await club.service.accept((await club.invite(EVE, first="them")).id, EVE)
    for match in (first, second, other):
        await club.store.keep_posting(Posting(match.id, thread=77))
    await club.service.submit(second.id, ANA.user, "h4-g4")

    async def meant(user: UserId) -> MatchId | None:
        found = await club.store.lists.in_thread(77, user)
        return None if found is None else found.id

    assert await meant(ANA.user) == first.id, "the only one in which Ana is to move"
    assert await meant(BEN.user) == second.id
    assert await meant(EVE.user) == other.id
    await club.service.submit(first.id, ANA.user, "h4-g4")
    assert await meant(ANA.user) == other.id, "where none waits, the newest of Ana's"
    assert await meant(UserId(99)) == other.id


async def test_a_channel_in_which_many_matches_are_played_belongs_to_none_of_them(club: Club) -> None:
    match = await club.begin()
    await club.store.keep_posting(Posting(match.id, thread=match.place.channel))
    await club.service.resign(match.id, ANA.user)
    assert await club.store.lists.find_ended_in(match.place.channel) is None


async def test_watching_lists_public_live_matches_of_the_server(club: Club) -> None:
    match = await club.begin()
    assert await club.store.lists.watchable(10) == [match]
    assert await club.store.lists.watchable(11) == []


async def test_open_tables_of_the_server_are_listed_while_somebody_may_join(club: Club) -> None:
    store = club.store
    await club.invite()
    await club.service.challenge(ChallengeRequest("onyx", EVE, HERE, private=True))
    table = await club.service.challenge(ChallengeRequest("onyx", ANA, HERE))
    assert await store.lists.open_tables(10) == [table]
    assert await store.lists.open_tables(11) == []
    await club.service.join(table.id, BEN)
    assert await store.lists.open_tables(10) == []


async def test_deleting_a_match_takes_everything_with_it(club: Club) -> None:
    match = await club.begin()
    await club.service.submit(match.id, ANA.user, "h4-g4")
    async with club.database.write() as connection:
        await connection.execute(text("DELETE FROM match"))
    async with club.database.read() as connection:
        for table in ("seat", "log_entry", "match_message", "draft"):
            query = text(f"SELECT count(*) FROM {table}")  # noqa: S608 - our own names
            assert (await connection.execute(query)).scalar_one() == 0


async def test_notes_are_replaced(club: Club) -> None:
    notes = SqlBotState(club.database)
    assert await notes.read("colour") is None
    await notes.write("colour", "red")
    await notes.write("colour", "blue")
    assert await notes.read("colour") == "blue"


def test_a_sentence_keeps_its_template_for_translation() -> None:
    sentence = gettext("{name}: {rest}", name="Ana", rest=ngettext("{n} gem", "{n} gems", 2))
    stored = read_message(message_json(sentence))
    assert stored == "Ana: 2 gems"
    assert stored.template == "{name}: {rest}"
    assert getattr(stored.values["rest"], "number", None) == 2


def test_a_message_is_stored_whole() -> None:
    """As JSON; with its context, its plural and its lists, so that it is joined and translated for each reader."""
    names = join_list(["Ana", gettext("the AI")], "or")
    message = npgettext("score", "{n} point for {names}", "{n} points for {names}", 2, names=names)
    stored = read_message(json.loads(json.dumps(message_json(message))))
    assert stored == message == "2 points for Ana or the AI"
    assert (stored.context, stored.plural, stored.number) == ("score", "{n} points for {names}", 2)
    assert Language("de")(stored) == "2 points for Ana oder die KI"


def test_lists_of_earlier_versions_are_still_read() -> None:
    """They were stored as a template of names and commas."""
    words = {"_0": "Ana", "_1": {"text": "the AI", "template": "the AI", "values": {}}}
    stored = read_message({"text": "Ana, the AI", "template": "{_0}, {_1}", "values": words})
    assert Language("de")(stored) == "Ana, die KI"


async def test_of_records_that_were_brought_the_newest_are_kept(club: Club) -> None:
    """And nothing else goes: neither what was played here, nor what others have brought."""
    match = await club.begin()
    over = await club.service.resign((await club.begin()).id, BEN.user)
    gone = await club.service.cancel((await club.invite(EVE)).id, ANA)
    now = club.clock.now
    record = replace(over, started=None, created=now, stage=Stage.ABORTED, private=True)
    theirs = await club.store.add(replace(record, host=BEN.user))
    mine = [await club.store.add(record) for _ in range(4)]
    await club.store.keep_records(ANA.user, 2)
    assert [await club.store.get(one.id) is None for one in mine] == [True, True, False, False]
    for other in (match, over, gone, theirs):
        assert await club.store.get(other.id) is not None


async def test_what_a_statement_carries_is_not_in_its_error(club: Club) -> None:
    """Errors go into the log, and what people write does not."""
    statement = text("INSERT INTO bot_state (key, value) VALUES ('x', :diary), ('x', :diary)")
    with pytest.raises(IntegrityError) as caught:
        async with club.database.write() as connection:
            await connection.execute(statement, {"diary": "Dear diary"})
    assert "INSERT INTO bot_state" in str(caught.value)
    assert "Dear diary" not in str(caught.value)


@pytest.mark.parametrize("code", ["", "#", "\x00", "K7QF\x00", "\ud800", "x" * 6000, "' OR 1=1 --", "%", "K7QFM"])
async def test_what_is_no_code_finds_nothing(club: Club, code: str) -> None:
    """Also what no database would take as text."""
    await club.begin()
    with pytest.raises(NotFound, match="There is no match"):
        await club.service.find(code)


@pytest.mark.parametrize("former", REWORDED)
def test_the_reason_of_an_old_match_is_told_in_the_words_of_today(former: str) -> None:
    values = {"name": "Ana", "n": 100}
    stored = read_message({"text": former.format_map(values), "template": former, "values": values})
    assert former != REWORDED[former], "the former words must stay as they were stored"
    assert stored == REWORDED[former].format_map(values)
    assert Language("de")(stored) != stored

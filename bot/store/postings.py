"""Where matches are shown, noted down: those that come at the same time in one transaction."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import BigInteger, RowMapping, Update, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.commits import outside_request
from bot.match.model import ClosedRequest, MatchId, Posting, RequestAnswer
from bot.store import schema
from bot.store.cache import Cache
from bot.store.engine import UNANSWERED, Database

MOST_REMEMBERED = 2000
_COLUMNS = {
    "thread": "thread",
    "card": "challenge_message",
    "board": "board_message",
    "board_at": "board_posted_at",
    "ply": "board_ply",
    "lost": "post_refused",
}
"""What is stored of a posting, and in which columns."""
_REQUEST = {"request": "request_message", "asked": "request_made"}
"""What is stored of its request, apart from the rest: who answers it does not wait for the board."""
_MESSAGE = schema.match_message.c
_POSTINGS = (
    select(schema.match_message, schema.match.c.posted_revision)
    .join(schema.match, schema.match.c.id == schema.match_message.c.match)
    .where(schema.match_message.c.match.in_(bindparam("matches", expanding=True)))
)
_UPDATE_MESSAGE = (
    update(schema.match_message)
    .where(schema.match_message.c.match == bindparam("m"))
    .values({column: bindparam(field) for field, column in _COLUMNS.items()})
    .execution_options(**UNANSWERED)
)
_UPDATE_POSTED = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("m"))
    .values(posted_revision=bindparam("r"))
    .execution_options(**UNANSWERED)
)
_NEW_BOARD = bindparam("board", type_=BigInteger)
_KEEP_OLD_BOARD = (
    insert(schema.old_board)
    .from_select(
        ["message", "match", "channel", "at"],
        select(
            schema.match_message.c.board_message,
            schema.match_message.c.match,
            func.coalesce(schema.match_message.c.thread, schema.match.c.channel),
            func.coalesce(bindparam("board_at", type_=BigInteger), 0),
        )
        .join(schema.match, schema.match.c.id == schema.match_message.c.match)
        .where(
            and_(
                schema.match_message.c.match == bindparam("m"),
                schema.match_message.c.board_message.is_not(None),
                ~schema.match.c.external,
                or_(_NEW_BOARD.is_(None), schema.match_message.c.board_message != _NEW_BOARD),
                ~exists().where(schema.old_board.c.message == schema.match_message.c.board_message),
            )
        ),
    )
    .execution_options(**UNANSWERED)
)
"""Before a posting is written: the board that it replaces is an old one, unless nobody can change it any more."""


class Postings:
    """Reads and writes postings. Each write is a turn at the database that moves wait for: there are few of them."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._waiting: dict[MatchId, Posting] = {}
        self._turn = Lock()
        self._cached: Cache[MatchId, Posting] = Cache(database, MOST_REMEMBERED)

    async def get(self, match: MatchId) -> Posting:
        """Where the match is shown."""
        return await self._cached.get(match, lambda: self._read(match))

    async def get_all(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Posting]:
        """Where these matches are shown, by one query for those that are not cached."""
        cached = {match: posting for match in matches if (posting := self._cached.peek(match)) is not None}
        others = [match for match in matches if match not in cached]
        return cached | await self._read_all(others) if others else cached

    async def keep(self, posting: Posting) -> None:
        """Return when this posting, or a newer one of the same match, is stored."""
        self._waiting[posting.match] = posting
        async with self._turn:
            if posting.match not in self._waiting:  # the one before has taken it along
                return
            batch, self._waiting = self._waiting, {}
            try:
                await self._write([batch[match] for match in sorted(batch)])
            except BaseException:
                self._waiting = batch | self._waiting  # those who wait for theirs try again
                self._waiting.pop(posting.match, None)
                raise

    async def keep_request(self, match: MatchId, message: int, asked: int) -> None:
        """Return when it is stored which message asks."""
        async with outside_request(), self._db.write() as connection:
            await connection.execute(_set_request(message, asked).where(_MESSAGE.match == match))
        self._cached.evict(match)

    async def take_request(self, match: MatchId, asked: int) -> ClosedRequest | None:
        """The message that asks, with the answer; stored no longer."""
        mine = and_(_MESSAGE.match == match, _MESSAGE.request_made == asked)
        query = select(_MESSAGE.request_message, _MESSAGE.request_answer).where(mine)
        async with outside_request(), self._db.write() as connection:
            found = (await connection.execute(query)).first()
            taken = await connection.execute(_set_request(None, None).where(mine))
        self._cached.evict(match)
        return ClosedRequest(found[0], _read_answer(found[1], asked)) if found is not None and taken.rowcount else None

    def known(self, match: MatchId) -> Posting | None:
        """Where the match is shown, if it is remembered."""
        return self._cached.peek(match)

    def forget(self, match: MatchId) -> None:
        """What is stored of the match has been changed in some other way."""
        self._cached.evict(match)

    async def _read(self, match: MatchId) -> Posting:
        return (await self._read_all([match]))[match]

    async def _read_all(self, matches: Sequence[MatchId]) -> dict[MatchId, Posting]:
        async with self._db.read() as connection:
            found = (await connection.execute(_POSTINGS, {"matches": list(matches)})).mappings().all()
        return {row["match"]: _read_posting(row) for row in found}

    async def _write(self, postings: list[Posting]) -> None:
        found = [asdict(posting) for posting in postings]
        shown = [{"m": one["match"], **{name: one[name] for name in _COLUMNS}} for one in found]
        async with outside_request(), self._db.write() as connection:
            await connection.execute(_KEEP_OLD_BOARD, [_board_of(one) for one in shown])
            await connection.execute(_UPDATE_MESSAGE, shown)
            await connection.execute(_UPDATE_POSTED, [{"m": one.match, "r": one.revision} for one in postings])
        for posting in postings:
            self._cached.put(posting.match, posting)


async def write_answer(connection: AsyncConnection, match: MatchId, answer: RequestAnswer) -> None:
    """Store how a request was answered, in the transaction of the answer; its message may not be noted yet."""
    statement = update(schema.match_message).where(_MESSAGE.match == match)
    await connection.execute(statement.values(request_answer=asdict(answer)))


def _read_answer(stored: Mapping[str, Any] | None, asked: int) -> RequestAnswer | None:
    """The answer to what was asked at this revision."""
    answer = None if stored is None else RequestAnswer(**stored)
    return answer if answer is not None and answer.made == asked else None


def _board_of(noted: dict[str, object]) -> dict[str, object]:
    return {name: noted[name] for name in ("m", "board", "board_at")}


def _set_request(message: int | None, asked: int | None) -> Update:
    """An answer that has come before the message is noted stays."""
    return update(schema.match_message).values(request_message=message, request_made=asked)


def _read_posting(row: RowMapping) -> Posting:
    stored = {field: row[column] for field, column in (_COLUMNS | _REQUEST).items()}
    return Posting(row["match"], revision=row["posted_revision"], **stored)

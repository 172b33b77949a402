"""Where matches are shown, for each side; several updates at the same time share one transaction."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Executable,
    RowMapping,
    Update,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.commits import outside_request
from bot.match.model import ClosedRequest, MatchId, MatchSide, Posting, RequestAnswer, Side
from bot.store import schema
from bot.store.cache import Cache
from bot.store.engine import UNANSWERED, Database
from bot.store.upsert import insert_into

MOST_REMEMBERED = 2000
_COLUMNS = {
    "thread": "thread",
    "card": "challenge_message",
    "board": "board_message",
    "board_at": "board_posted_at",
    "ply": "board_ply",
    "since": "board_since",
    "lost": "post_refused",
}
"""The columns in which a posting is stored."""
_REQUEST = {"request": "request_message", "asked": "request_made"}
"""The columns of its request, stored separately so that an answer need not wait for the board."""
_MESSAGE = schema.match_message.c
_POSTINGS = (
    select(schema.match_message, schema.match.c.posted_revision, schema.match.c.guest_posted_revision)
    .join(schema.match, schema.match.c.id == schema.match_message.c.match)
    .where(schema.match_message.c.match.in_(bindparam("matches", expanding=True)))
)
_UPDATE_MESSAGE = (
    update(schema.match_message)
    .where(schema.match_message.c.match == bindparam("m"), schema.match_message.c.side == bindparam("s"))
    .values({column: bindparam(field) for field, column in _COLUMNS.items()})
    .execution_options(**UNANSWERED)
)
_POSTED = {Side.HOME: "posted_revision", Side.GUEST: "guest_posted_revision"}
"""The column of a match with the revision that was last posted on a side."""
_UPDATE_POSTED = {
    side: update(schema.match)
    .where(schema.match.c.id == bindparam("m"))
    .values({column: bindparam("r")})
    .execution_options(**UNANSWERED)
    for side, column in _POSTED.items()
}
_IS_GUEST = schema.match_message.c.side == Side.GUEST.value
_NEW_BOARD = bindparam("board", type_=BigInteger)
_REPLACED_BOARD = (
    select(
        schema.match_message.c.board_message,
        schema.match_message.c.match,
        func.coalesce(
            schema.match_message.c.thread,
            case((_IS_GUEST, schema.match.c.guest_channel), else_=schema.match.c.channel),
        ),
        func.coalesce(bindparam("board_at", type_=BigInteger), 0),
    )
    .join(schema.match, schema.match.c.id == schema.match_message.c.match)
    .where(
        and_(
            schema.match_message.c.match == bindparam("m"),
            schema.match_message.c.side == bindparam("s"),
            schema.match_message.c.board_message.is_not(None),
            ~schema.match.c.external,
            or_(_NEW_BOARD.is_(None), schema.match_message.c.board_message != _NEW_BOARD),
        )
    )
)
"""Selects the board that a posting replaces, as a row of `old_board`, if it can still be edited."""


class SqlPostings:
    """Reads and writes postings. Writes are combined, since moves wait for each."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._waiting: dict[MatchSide, Posting] = {}
        self._turn = Lock()
        self._cached: Cache[MatchSide, Posting] = Cache(database, MOST_REMEMBERED)

    async def get(self, shown: MatchSide) -> Posting:
        """Return where this side of the match is shown."""
        return await self._cached.get(shown, lambda: self._read(shown))

    async def get_all(self, sides: Sequence[MatchSide]) -> Mapping[MatchId, Posting]:
        """Return where these matches are shown, one side each, by one query for those not cached."""
        cached = {one.match: posting for one in sides if (posting := self._cached.peek(one)) is not None}
        others = [one for one in sides if one.match not in cached]
        found = await self._read_all(others) if others else {}
        return cached | {shown.match: posting for shown, posting in found.items()}

    async def keep(self, posting: Posting) -> None:
        """Store this posting; returns once it, or a newer one of the same side, is stored."""
        self._waiting[posting.shown_id] = posting
        async with self._turn:
            if posting.shown_id not in self._waiting:  # the previous batch has included it
                return
            batch, self._waiting = self._waiting, {}
            try:
                await self._write([batch[shown] for shown in sorted(batch)])
            except BaseException:
                self._waiting = batch | self._waiting  # the callers that are waiting try again
                self._waiting.pop(posting.shown_id, None)
                raise

    async def mark_unposted(self, shown: MatchSide) -> None:
        """Store that the board must be posted again, leaving concurrent updates of other columns intact."""
        async with outside_request(), self._db.write() as connection:
            await connection.execute(_set_unposted(shown))
            await connection.execute(_update_of(shown).values(board_posted_at=None, post_refused=False))
        self._cached.evict(shown)

    async def drop_board(self, shown: MatchSide, message: int) -> bool:
        """Store that this board message is gone and must be posted again; False if the board is another message."""
        async with outside_request(), self._db.write() as connection:
            await connection.execute(
                select(schema.match.c.id).where(schema.match.c.id == shown.match).with_for_update()
            )
            drop = _update_of(shown).where(_MESSAGE.board_message == message)
            drop = drop.values(board_message=None, board_ply=_MESSAGE.board_since)
            if was_board := (await connection.execute(drop)).rowcount > 0:
                await connection.execute(_set_unposted(shown))
        self._cached.evict(shown)
        return was_board

    async def keep_request(self, shown: MatchSide, message: int, asked: int) -> None:
        """Store the message of a request."""
        async with outside_request(), self._db.write() as connection:
            await connection.execute(_set_request(message, asked).where(_is_of(shown)))
        self._cached.evict(shown)

    async def take_request(self, shown: MatchSide, asked: int) -> ClosedRequest | None:
        """Take the request's message and its answer, which removes them."""
        mine = and_(_is_of(shown), _MESSAGE.request_made == asked)
        query = select(_MESSAGE.request_message, _MESSAGE.request_answer).where(mine).with_for_update()
        async with outside_request(), self._db.write() as connection:
            found = (await connection.execute(query)).first()
            await connection.execute(_set_request(None, None).where(mine))
        self._cached.evict(shown)
        return None if found is None else ClosedRequest(found[0], _read_answer(found[1], asked))

    def peek(self, shown: MatchSide) -> Posting | None:
        """Return where this side of the match is shown, if cached."""
        return self._cached.peek(shown)

    def forget(self, match: MatchId) -> None:
        """Drop a match from the cache that was changed in some other way."""
        for side in Side:
            self._cached.evict(MatchSide(match, side))

    async def _read(self, shown: MatchSide) -> Posting:
        return (await self._read_all([shown]))[shown]

    async def _read_all(self, sides: Sequence[MatchSide]) -> dict[MatchSide, Posting]:
        async with self._db.read() as connection:
            wanted = {"matches": [one.match for one in sides]}
            found = map(_read_posting, (await connection.execute(_POSTINGS, wanted)).mappings())
            return {posting.shown_id: posting for posting in found if posting.shown_id in sides}

    async def _write(self, postings: list[Posting]) -> None:
        found = [asdict(posting) for posting in postings]
        shown = [{"m": one["match"], "s": one["side"], **{name: one[name] for name in _COLUMNS}} for one in found]
        async with outside_request(), self._db.write() as connection:
            await connection.execute(_keep_replaced_boards(connection), [_board_of(one) for one in shown])
            # In the order in which every change locks them: matches by number, then their messages.
            for side, group in groupby(postings, key=lambda posting: posting.side):
                posted = [{"m": one.match, "r": one.revision} for one in group]
                await connection.execute(_UPDATE_POSTED[side], posted)
            await connection.execute(_UPDATE_MESSAGE, shown)
        for posting in postings:
            self._cached.put(posting.shown_id, posting)


async def add_side(connection: AsyncConnection, shown: MatchSide) -> bool:
    """Within a change's transaction, show the match on this side as well; False if it was shown there before."""
    unshown = (schema.match.c.id == shown.match, schema.match.c[_POSTED[shown.side]].is_(None))
    await connection.execute(update(schema.match).where(*unshown).values({_POSTED[shown.side]: 0}))
    row = {"match": shown.match, "side": shown.side.value, "post_refused": False}
    added = insert_into(connection, schema.match_message).values(row).on_conflict_do_nothing()
    return (await connection.execute(added.returning(_MESSAGE.side))).first() is not None


async def write_answer(connection: AsyncConnection, match: MatchId, answer: RequestAnswer) -> None:
    """Store the answer to a request, in its transaction; the request's message may not be stored yet."""
    statement = update(schema.match_message).where(_MESSAGE.match == match)
    await connection.execute(statement.values(request_answer=asdict(answer)))


def _read_answer(stored: Mapping[str, Any] | None, asked: int) -> RequestAnswer | None:
    """Return the answer to the request made at this revision."""
    answer = None if stored is None else RequestAnswer(**stored)
    return answer if answer is not None and answer.made == asked else None


def _board_of(noted: dict[str, object]) -> dict[str, object]:
    return {name: noted[name] for name in ("m", "s", "board", "board_at")}


def _is_of(shown: MatchSide) -> ColumnElement[bool]:
    return and_(_MESSAGE.match == shown.match, _MESSAGE.side == shown.side)


def _update_of(shown: MatchSide) -> Update:
    return update(schema.match_message).where(_is_of(shown))


def _set_unposted(shown: MatchSide) -> Update:
    return update(schema.match).where(schema.match.c.id == shown.match).values({_POSTED[shown.side]: 0})


def _keep_replaced_boards(connection: AsyncConnection) -> Executable:
    """Before a posting is written, record the board that it replaces as an old one, unless another process did."""
    insertion = insert_into(connection, schema.old_board)
    statement = insertion.from_select(["message", "match", "channel", "at"], _REPLACED_BOARD)
    return statement.on_conflict_do_nothing().execution_options(**UNANSWERED)


def _set_request(message: int | None, asked: int | None) -> Update:
    """Set the request's columns, keeping an answer that came before the message was stored."""
    return update(schema.match_message).values(request_message=message, request_made=asked)


def _read_posting(row: RowMapping) -> Posting:
    stored = {field: row[column] for field, column in (_COLUMNS | _REQUEST).items()}
    side = Side(row["side"])
    return Posting(row["match"], revision=row[_POSTED[side]], side=side, **stored)

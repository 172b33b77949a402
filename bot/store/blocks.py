"""Blocked servers and people, in SQL; cached, so that an interaction need not read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import delete, select

from bot.club.blocks import Block, BlockKind
from bot.store import schema
from bot.store.engine import Database
from bot.store.problems import is_problem
from bot.store.rows import columns, fields
from bot.store.upsert import put

REFRESH_SECONDS: Final = 30
"""How old cached blocks may be if another process may have changed them."""

_BLOCK = schema.block.c
_COLUMNS = {"subject": "blocked_id"}
_log = structlog.get_logger(__name__)


class SqlBlocks:
    """The blocks in a database, cached. `clock` counts seconds."""

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        self._db = database
        self._clock = clock
        self._known: frozenset[tuple[str, int]] = frozenset()
        self._known_at: float | None = None
        self._changes = 0
        database.on_cache_clear(self._forget)

    async def blocks(self) -> Sequence[Block]:
        query = select(schema.block).order_by(_BLOCK.at.desc(), _BLOCK.kind, _BLOCK.blocked_id)
        async with self._db.read() as connection:
            return [Block(**fields(row, _COLUMNS)) for row in (await connection.execute(query)).mappings()]

    async def block(self, block: Block) -> None:
        async with self._db.write() as connection:
            await put(connection, schema.block, columns(asdict(block), _COLUMNS))
        self._forget()

    async def unblock(self, kind: BlockKind, subject: int) -> bool:
        gone = delete(schema.block).where(_BLOCK.kind == kind, _BLOCK.blocked_id == subject)
        async with self._db.write() as connection:
            found = (await connection.execute(gone)).rowcount
        self._forget()
        return found > 0

    async def find_block(self, user: int, guild: int | None) -> BlockKind | None:
        known = await self._recall()
        if ("person", user) in known:
            return "person"
        return "server" if guild is not None and ("server", guild) in known else None

    async def _recall(self) -> frozenset[tuple[str, int]]:
        """Return the cached blocks, reading them again if they are too old and the database answers."""
        now, changes = self._clock(), self._changes
        if self._known_at is not None and (self._db.is_sqlite or now - self._known_at < REFRESH_SECONDS):
            return self._known
        try:
            read = frozenset((block.kind, block.subject) for block in await self.blocks())
        except Exception as error:
            if not is_problem(error):
                raise
            _log.warning("blocks cannot be read", reason=str(error))
            return self._known
        self._known = read
        if changes == self._changes:  # otherwise a block was stored meanwhile: read again next time
            self._known_at = now
        return read

    def _forget(self) -> None:
        """Mark the cache as stale; until reading succeeds, it stays in use."""
        self._changes += 1
        self._known_at = None

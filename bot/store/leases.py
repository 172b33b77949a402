"""The leases of shards, in SQL. bot.process.leases decides who may take them. One lock protects them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.process.leases import Awaited, Lease, Owner, ShardRange, Take
from bot.store.engine import Database
from bot.store.schema import shard_lease

_C = shard_lease.c
_LOCK = "shards"
_LEASES = select(shard_lease).order_by(_C.shards)


class SqlLeases:
    """All leases of the processes that share a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def read(self) -> list[Lease]:
        """Return the current leases."""
        async with self._db.read() as connection:
            return await _read(connection, _LEASES)

    async def take(self, wanted: Take, owner: Owner, *, spare: bool) -> bool:
        """Take shards, replacing expired leases; False if another process was faster."""
        async with self._db.alone(_LOCK), self._db.write() as connection:
            expected = {lease.shards: lease for lease in wanted.instead_of}
            # A renewal at the same moment either comes before this, or finds the lease gone.
            for lease in await _read(connection, _LEASES.with_for_update()):
                old = expected.get(lease.shards)
                if old is None and wanted.shards.contradicts(lease.shards):
                    return False
                if old is not None and (old.owner, old.beat) != (lease.owner, lease.beat):
                    return False
            gone = [str(shards) for shards in expected]
            await connection.execute(delete(shard_lease).where(_C.shards.in_(gone)))
            await connection.execute(insert(shard_lease).values(_row(Lease(wanted.shards, owner, spare=spare))))
        return True

    async def renew(self, owner: Owner) -> Lease | None:
        """Advance the beat of this process's lease; None if it has none any more."""
        async with self._db.write() as connection:
            statement = update(shard_lease).where(_C.owner == owner.id).values(heartbeat=_C.heartbeat + 1)
            row = (await connection.execute(statement.returning(*_C))).mappings().first()
        return None if row is None else _lease(row)

    async def release(self, owner: Owner) -> None:
        """Free the shards of this ending process; which ones they were stays stored, for a spare."""
        async with self._db.write() as connection:
            statement = update(shard_lease).where(_C.owner == owner.id)
            await connection.execute(statement.values(owner="", pid=0, heartbeat=_C.heartbeat + 1, awaited_by=""))

    async def await_shards(self, leases: Sequence[Lease], awaited: Awaited) -> None:
        """Tell the owners of these leases that another process is waiting for them."""
        wanted = [lease for lease in leases if lease.awaited not in {awaited, "configured"}]
        if wanted:
            async with self._db.write() as connection:
                for lease in wanted:
                    owner = "" if lease.owner is None else lease.owner.id
                    same = (_C.shards == str(lease.shards), _C.owner == owner, _C.awaited_by != "configured")
                    await connection.execute(update(shard_lease).where(*same).values(awaited_by=awaited))


async def _read(connection: AsyncConnection, leases: Select[Any]) -> list[Lease]:
    found = await connection.execute(leases)
    return [_lease(row) for row in found.mappings()]


def _lease(row: RowMapping) -> Lease:
    owner = Owner(row["owner"], row["host"], row["machine"], row["pid"]) if row["owner"] else None
    return Lease(
        ShardRange.read(row["shards"], row["shard_count"]), owner, row["spare"], row["heartbeat"], row["awaited_by"]
    )


def _row(lease: Lease) -> dict[str, Any]:
    owner = lease.owner or Owner("", "", "", 0)
    return {
        "shards": str(lease.shards),
        "shard_count": lease.shards.count,
        "owner": owner.id,
        "host": owner.host,
        "machine": owner.machine,
        "pid": owner.pid,
        "spare": lease.spare,
        "heartbeat": lease.beat,
        "awaited_by": lease.awaited,
    }

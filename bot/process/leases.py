"""Which process serves which of Discord's shards: leases, and who may take them. Pure functions.

A lease is a row with a counter that its owner increases every few seconds. Another process that wants the shards
watches the counter. If it has not changed for `LEASE_SECONDS`, by the watcher's own clock and while the watcher could
read the database, the lease has expired. No two clocks are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

LEASE_SECONDS: Final = 30.0
"""Seconds without a new beat after which a lease has expired."""
RENEW_SECONDS: Final = 5.0
FENCE_SECONDS: Final = 20.0
"""Seconds without renewal after which a process stops answering, because another may soon take its shards."""

ALL: Final = "all"
Awaited = Literal["", "spare", "configured"]


@dataclass(frozen=True, slots=True)
class ShardRange:
    """A subset of a bot's `count` shards; without ids and with a count of 0, all of them."""

    ids: tuple[int, ...] = ()
    count: int = 0

    def __str__(self) -> str:
        """As in SHARD_IDS: `0-3,7`, or `all`."""
        runs: list[list[int]] = []
        for shard in self.ids:
            if runs and runs[-1][-1] == shard - 1:
                runs[-1][1:] = [shard]
            else:
                runs.append([shard])
        return ",".join("-".join(map(str, run)) for run in runs) or ALL

    @classmethod
    def read(cls, text: str, count: int) -> ShardRange:
        """The shards that `str` wrote."""
        if text == ALL:
            return cls()
        runs = [[int(end) for end in run.split("-")] for run in text.split(",")]
        return cls(tuple(shard for run in runs for shard in range(run[0], run[-1] + 1)), count)

    def contradicts(self, other: ShardRange) -> bool:
        """Whether both together would serve a shard twice, or disagree on the number of shards."""
        return not self.ids or not other.ids or self.count != other.count or not set(self.ids).isdisjoint(other.ids)


@dataclass(frozen=True, slots=True)
class Owner:
    """A process: `machine` names the scope in which `pid` is unique, and is empty if unknown."""

    id: str
    host: str
    machine: str
    pid: int


@dataclass(frozen=True, slots=True)
class Lease:
    """The process that serves these shards. A free lease has no owner, because the last one ended gracefully.

    `spare`: the owner stands in for the process that is configured for them. `awaited`: somebody waits for them.
    """

    shards: ShardRange
    owner: Owner | None
    spare: bool = False
    beat: int = 0
    awaited: Awaited = ""


@dataclass(frozen=True, slots=True)
class Take:
    """These shards may be taken, replacing expired leases."""

    shards: ShardRange
    instead_of: Sequence[Lease]


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing may be taken yet; the owners of these leases still hold them."""

    behind: Sequence[Lease]


@dataclass(frozen=True, slots=True)
class Refuse:
    """The shards belong to a live process; the text is one line for the admin."""

    sentence: str


Decision = Take | Wait | Refuse


@dataclass
class Watch:
    """Observations of the leases; times are in seconds of the watcher's own clock."""

    has_ended: Collection[str] = ()
    """Owners that are known to have ended on the same machine."""
    _seen: dict[ShardRange, tuple[Lease, float]] = field(default_factory=dict)
    _alive: set[str] = field(default_factory=set)

    def observe(self, leases: Sequence[Lease], now: float) -> None:
        """Record the current leases."""
        before = self._seen
        self._seen = {}
        for lease in leases:
            old, since = before.get(lease.shards, (lease, now))
            moved = (old.owner, old.beat) != (lease.owner, lease.beat)
            if moved and lease.owner is not None and old.owner == lease.owner:
                self._alive.add(lease.owner.id)
            self._seen[lease.shards] = (lease, now if moved else since)

    def forget(self) -> None:
        """Restart the observation after a database outage, in which nobody could renew."""
        self._seen.clear()

    def decide(self, mine: ShardRange | None, now: float) -> Decision:
        """Decide what a process may do that is configured for these shards (None: a spare)."""
        leases = [lease for lease, _ in self._seen.values()]
        if mine is None:
            expired = [lease for lease in leases if self._has_stood_still(lease, now) or self._owner_has_ended(lease)]
            return Take(expired[0].shards, expired[:1]) if expired else Wait(leases)
        rivals = [lease for lease in leases if mine.contradicts(lease.shards)]
        living = [lease for lease in rivals if not self._is_free(lease, now)]
        if not living:
            return Take(mine, rivals)
        for lease in living:
            if not lease.spare and lease.owner is not None and lease.owner.id in self._alive:
                return Refuse(_refusal(mine, lease))
        return Wait(living)

    def _is_free(self, lease: Lease, now: float) -> bool:
        return lease.owner is None or self._owner_has_ended(lease) or self._has_stood_still(lease, now)

    def _owner_has_ended(self, lease: Lease) -> bool:
        return lease.owner is not None and lease.owner.id in self.has_ended

    def _has_stood_still(self, lease: Lease, now: float) -> bool:
        return now - self._seen[lease.shards][1] >= LEASE_SECONDS


def _refusal(mine: ShardRange, lease: Lease) -> str:
    assert lease.owner is not None  # noqa: S101 - a free lease refuses nobody
    other = f"another process (number {lease.owner.pid} on {lease.owner.host})"
    theirs = f"shards {lease.shards} of {lease.shards.count}" if lease.shards.ids else "all shards"
    if mine == lease.shards:
        whole = "all shards" if not mine.ids else f"SHARD_IDS {mine} of {mine.count}"
        return f"{whole}: {other} serves them already. End it, give this one other SHARD_IDS, or set QUINTET_SPARE=yes"
    if not mine.ids or not lease.shards.ids:
        return (
            f"{other} serves {theirs} with this database: give every process its own SHARD_IDS and the same SHARD_COUNT"
        )
    if mine.count != lease.shards.count:
        return f"SHARD_COUNT is {mine.count} here, and {other} serves {theirs}: all processes must agree on it"
    return f"SHARD_IDS {mine} contradicts {other}, which serves {theirs}: no shard may be in two ranges"

"""What `doctor` asks a database. Nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass

from alembic.script import ScriptDirectory
from sqlalchemy import func, inspect, select, text

from bot.match.model import Stage
from bot.store import schema
from bot.store.engine import Database
from bot.store.migrate import alembic_config, present_revision


@dataclass(frozen=True, slots=True)
class Findings:
    """The tables' revision (None: no tables) and the newest one, damage found, and the number of matches."""

    present: str | None
    newest: str | None
    damage: str | None
    matches: int
    live: int


async def examine(database: Database) -> Findings:
    """Examine the database. Raises what the driver raises; `problems.translate_errors` translates it."""
    newest = ScriptDirectory.from_config(alembic_config()).get_current_head()
    async with database.read() as connection:
        present = await connection.run_sync(present_revision)
        if not await connection.run_sync(lambda sync: inspect(sync).has_table(schema.match.name)):
            return Findings(present, newest, None, 0, 0)
        verdict = "ok"
        if database.is_sqlite:
            verdict = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
        stages = select(schema.match.c.stage, func.count().label("number")).group_by(schema.match.c.stage)
        counts = {row.stage: row.number for row in await connection.execute(stages)}
    damage = None if verdict == "ok" else str(verdict)
    return Findings(present, newest, damage, sum(counts.values()), counts.get(Stage.LIVE.value, 0))


async def write_and_undo(database: Database) -> None:
    """Write a row and roll it back; raises what prevents writes."""
    async with database.engine.connect() as connection:
        await connection.execute(schema.bot_state.insert().values(key="doctor", value=""))
        await connection.rollback()

"""Acts of moderators with their reason and what undoes them; changes of ratings exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON(none_as_null=True)
BEGINNER = (25.0, 25 / 3)
"""The mu and sigma that everybody begins with."""
NAMES = {"mod-void": "void", "mod-award": "award", "mod-undo": "takeback", "mod-ai": "replace"}
EXACT = ("mu_before", "sigma_before", "mu_after", "sigma_after")


def upgrade() -> None:
    op.add_column("house", sa.Column("moderation_log", sa.BigInteger()))
    for column in (
        sa.Column("reason", sa.Text(), nullable=False, server_default=""),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("revision", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("before", JSON),
        sa.Column("after", JSON),
        sa.Column("undoes", SERIAL),
        sa.Column("undone_by", SERIAL),
        sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.text("true")),
        sa.Column("logged", sa.Boolean(), nullable=False, server_default=sa.text("true")),
    ):
        op.add_column("audit", column)
    untold = sa.text("NOT (told AND logged)")
    op.create_index("ix_audit_guild_id", "audit", ["guild", "id"])
    op.create_index("ix_audit_untold", "audit", ["id"], sqlite_where=untold, postgresql_where=untold)
    op.create_table(
        "audit_person",
        sa.Column("audit", SERIAL, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rating_before", sa.Integer(), nullable=True),
        sa.Column("rating_after", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["audit"], ["audit.id"], name=op.f("fk_audit_person_audit"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("audit", "user_id", "scope", name=op.f("pk_audit_person")),
    )
    op.create_index("ix_audit_person_user_id", "audit_person", ["user_id"])
    for name in EXACT:
        op.add_column("rating_change", sa.Column(name, sa.Float()))
    op.add_column("rating_change", sa.Column("place", sa.SmallInteger()))
    op.add_column("rating_change", sa.Column("players", sa.SmallInteger()))
    audit = sa.table("audit", sa.column("act"))
    for old, new in NAMES.items():
        op.execute(audit.update().where(audit.c.act == old).values(act=new))
    _tell_exactly(op.get_bind())


def downgrade() -> None:
    for name in ("players", "place", *reversed(EXACT)):
        op.drop_column("rating_change", name)
    op.drop_index("ix_audit_person_user_id", "audit_person")
    op.drop_table("audit_person")
    op.drop_index("ix_audit_untold", "audit")
    op.drop_index("ix_audit_guild_id", "audit")
    for name in ("logged", "told", "undone_by", "undoes", "after", "before", "revision", "seat", "reason"):
        op.drop_column("audit", name)
    op.drop_column("house", "moderation_log")
    audit = sa.table("audit", sa.column("act"))
    for old, new in NAMES.items():
        op.execute(audit.update().where(audit.c.act == new).values(act=old))


def _tell_exactly(connection: sa.Connection) -> None:
    """Count all rated matches once more, to fill in what a change of a rating was exactly."""
    names = ("match", "user_id", "scope", "game", "at", "place", "players", *EXACT)
    change = sa.table("rating_change", *map(sa.column, names))
    keys = {"match": "m", "user_id": "u", "scope": "s"}
    mine = [change.c[name] == sa.bindparam(short) for name, short in keys.items()]
    statement = change.update().where(*mine).values({name: sa.bindparam(name) for name in ("place", "players", *EXACT)})
    batch = []
    for row in _change_rows(connection, change):
        batch.append(row)
        if len(batch) == 1000:
            connection.execute(statement, batch)
            batch = []
    if batch:
        connection.execute(statement, batch)


def _change_rows(connection: sa.Connection, change: sa.TableClause) -> Iterator[dict[str, Any]]:
    seat = sa.table("seat", *map(sa.column, ("match", "seat", "user_id", "ai", "place", "former", "forfeited_at")))
    places = (seat.c.seat, seat.c.user_id, seat.c.ai, seat.c.place, seat.c.former, seat.c.forfeited_at)
    query = (
        sa.select(change.c.game, change.c.scope, change.c.at, change.c.match, *places)
        .select_from(change.join(seat, seat.c.match == change.c.match))
        .distinct()
        .order_by(change.c.game, change.c.scope, change.c.at, change.c.match, seat.c.place)
    )
    found = connection.execute(query).all()
    if not found:
        return
    from openskill.models import PlackettLuce  # noqa: PLC0415 - half a second that only rated matches pay for

    model = PlackettLuce()
    known: dict[tuple[str, int, int | None], tuple[float, float]] = defaultdict(lambda: BEGINNER)
    for _, group in groupby(found, key=lambda row: (row.game, row.scope, row.at, row.match)):
        seats = list(group)
        game, scope, match = seats[0].game, seats[0].scope, seats[0].match
        people = _rated_places(seats)
        before = [known[game, scope, user] if user is not None else BEGINNER for user, _ in people]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = [(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=[float(place) for _, place in people])]
        for (user, place), old, new in zip(people, before, after, strict=True):
            if user is not None:
                known[game, scope, user] = new
                exact = dict(zip(EXACT, (*old, *new), strict=True))
                yield {"m": match, "u": user, "s": scope, "place": place, "players": len(people), **exact}


def _rated_places(seats: list[Any]) -> list[tuple[int | None, int]]:
    """Who was rated, and in which place: behind those who stayed those who left, who left first last."""
    stayed = [(seat.user_id, seat.place or 1) for seat in seats if seat.ai is None]
    left = [(seat.former, seat.forfeited_at) for seat in seats if seat.forfeited_at is not None]
    behind = max((place for _, place in stayed), default=0)
    instants = sorted({at for _, at in left}, reverse=True)
    return stayed + [(user, behind + 1 + instants.index(at)) for user, at in left]

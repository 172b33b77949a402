"""Tables for more than two across servers: the side is told by the seat, no longer by who is the host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_MATCH = sa.table("match", *(sa.column(name) for name in ("id", "host", "guest_guild")))
_SEAT = sa.table("seat", *(sa.column(name) for name in ("match", "user_id", "former_user_id", "side")))
_CALL = sa.table("table_call", sa.column("match"), sa.column("side"))
SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("match", sa.Column("open_across", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("side", sa.SmallInteger, nullable=False, server_default="0"))
    host = sa.select(_MATCH.c.host).where(_MATCH.c.id == _SEAT.c.match).scalar_subquery()
    across = sa.select(_MATCH.c.id).where(_MATCH.c.guest_guild.is_not(None))
    person = sa.func.coalesce(_SEAT.c.user_id, _SEAT.c.former_user_id)
    op.execute(sa.update(_SEAT).where(_SEAT.c.match.in_(across), person != host).values(side=1))
    _renew_calls(sides=True)


def downgrade() -> None:
    _renew_calls(sides=False)
    op.drop_column("seat", "side")
    op.drop_column("match", "open_across")


def _renew_calls(*, sides: bool) -> None:
    """Make the table of calls again, with a row for each side of a table or one for the table; keep what it has."""
    called = sa.select(_CALL.c.match) if sides else sa.select(_CALL.c.match).where(_CALL.c.side == 0)
    kept = op.get_bind().execute(called).scalars().all()
    op.drop_table("table_call")
    side = [sa.Column("side", sa.SmallInteger, primary_key=True)] if sides else []
    match = sa.Column("match", SERIAL, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    made = op.create_table("table_call", match, *side)
    if kept:
        op.bulk_insert(made, [{"match": one, **({"side": 0} if sides else {})} for one in kept])

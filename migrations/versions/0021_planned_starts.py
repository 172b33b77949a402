"""When a tournament starts by itself, and the event of the server that shows it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

INDEX = "ix_tournament_starts_at"


def upgrade() -> None:
    op.add_column("tournament", sa.Column("starts_at", sa.BigInteger))
    op.add_column("tournament", sa.Column("scheduled_event", sa.BigInteger))
    op.add_column("tournament", sa.Column("event_shows", sa.Text, nullable=False, server_default=""))
    where = sa.text("starts_at IS NOT NULL")
    op.create_index(INDEX, "tournament", ["starts_at"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_index(INDEX, "tournament")
    for name in ("event_shows", "scheduled_event", "starts_at"):
        op.drop_column("tournament", name)

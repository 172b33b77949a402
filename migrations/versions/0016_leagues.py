"""Seasons and divisions of leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
ADDED = (("tournament", "season"), ("tournament", "season_start"), ("tournament_entrant", "division"))


def upgrade() -> None:
    for table, column in ADDED:
        op.add_column(table, sa.Column(column, sa.SmallInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    for table, column in reversed(ADDED):
        op.drop_column(table, column)

"""How long an arena lasts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("minutes", sa.Integer))


def downgrade() -> None:
    op.drop_column("tournament", "minutes")

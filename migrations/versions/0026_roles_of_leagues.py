"""Which entrants a notice of a tournament gives the winner's role, and from whom it takes it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("gets", "loses"):
        op.add_column("tournament_notice", sa.Column(name, sa.JSON))


def downgrade() -> None:
    for name in ("gets", "loses"):
        op.drop_column("tournament_notice", name)

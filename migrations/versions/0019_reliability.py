"""An index of those whose seat an AI has taken over, for what is told of how reliably people play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

INDEX = "ix_seat_former_user_id"


def upgrade() -> None:
    where = sa.text("former_user_id IS NOT NULL")
    op.create_index(INDEX, "seat", ["former_user_id"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_index(INDEX, "seat")

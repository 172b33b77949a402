"""How a request was answered, also where its message is not noted down yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match_message", sa.Column("request_answer", sa.JSON))


def downgrade() -> None:
    op.drop_column("match_message", "request_answer")

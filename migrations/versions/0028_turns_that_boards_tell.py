"""From which entry on a board message tells the match: turns that no board had told are told by the next one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match_message", sa.Column("board_since", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE match_message SET board_since = board_ply")


def downgrade() -> None:
    op.drop_column("match_message", "board_since")

"""Boards that newer ones have replaced, until their controls are off."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "old_board",
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", _serial, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_old_board_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("message", name=op.f("pk_old_board")),
    )
    op.create_index("ix_old_board_match", "old_board", ["match"])


def downgrade() -> None:
    op.drop_table("old_board")

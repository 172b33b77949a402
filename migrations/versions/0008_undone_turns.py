"""Turns that were taken back, until the thread of their match has been told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "undone_turn",
        sa.Column("id", _serial, nullable=False),
        sa.Column("match", _serial, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_undone_turn_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_undone_turn")),
    )
    op.create_index("ix_undone_turn_match", "undone_turn", ["match"])


def downgrade() -> None:
    op.drop_table("undone_turn")

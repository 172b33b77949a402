"""Tournaments: who takes part, who plays whom, and what their channels have not been told yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")
OF_TOURNAMENT = "tournament.id"


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("format", sa.String(12), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("time_control", sa.String(16), nullable=False),
        sa.Column("rounds", sa.SmallInteger, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("size", sa.SmallInteger, nullable=False),
        sa.Column("round_hours", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("host_name", sa.Text, nullable=False),
        sa.Column("stage", sa.String(12), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("posted_revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
    )
    op.create_index("ix_tournament_guild_stage_id", "tournament", ["guild", "stage", "id"])
    for name, condition in (("running", "stage = 'running'"), ("unposted", "posted_revision < revision")):
        where = sa.text(condition)
        op.create_index(f"ix_tournament_{name}", "tournament", ["id"], sqlite_where=where, postgresql_where=where)
    _create_parts()


def _create_parts() -> None:
    op.create_table(
        "tournament_entrant",
        sa.Column("tournament", SERIAL, sa.ForeignKey(OF_TOURNAMENT, ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("joined_round", sa.SmallInteger, nullable=False),
        sa.Column("left_round", sa.SmallInteger),
    )
    op.create_index("ix_tournament_entrant_user_id_tournament", "tournament_entrant", ["user_id", "tournament"])
    op.create_table(
        "tournament_pairing",
        sa.Column("tournament", SERIAL, sa.ForeignKey(OF_TOURNAMENT, ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True),
        sa.Column("board", sa.SmallInteger, primary_key=True),
        sa.Column("game_number", sa.SmallInteger, primary_key=True),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("scored_by", sa.String(12), nullable=False),
        sa.Column("match", SERIAL, sa.ForeignKey("match.id", ondelete="SET NULL")),
        sa.Column("match_revision", sa.Integer, nullable=False),
    )
    op.create_index("ix_tournament_pairing_match", "tournament_pairing", ["match"], unique=True)
    op.create_table(
        "tournament_notice",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("tournament", SERIAL, sa.ForeignKey(OF_TOURNAMENT, ondelete="CASCADE"), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("words", sa.JSON),
    )
    op.create_index("ix_tournament_notice_tournament", "tournament_notice", ["tournament"])


def downgrade() -> None:
    for table in ("tournament_notice", "tournament_pairing", "tournament_entrant", "tournament"):
        op.drop_table(table)

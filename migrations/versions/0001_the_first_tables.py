"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("play_role", sa.BigInteger(), nullable=True),
        sa.Column("moderator_role", sa.BigInteger(), nullable=True),
        sa.Column("games_off", sa.JSON(), nullable=False),
        sa.Column("time", sa.String(length=16), nullable=False),
        sa.Column("posting", sa.String(length=8), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("results", sa.BigInteger(), nullable=True),
        sa.Column("theme", sa.String(length=8), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_house")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("time", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("posted", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("offer", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("turn_began", sa.BigInteger(), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("wake", sa.BigInteger(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("delivered", sa.Boolean(), nullable=False),
        sa.Column("credited", sa.BigInteger(), nullable=False),
        sa.Column("aside", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("code", name=op.f("uq_match_code")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_guild_stage_id", ["guild", "stage", "id"], unique=False)
        batch_op.create_index("ix_match_host_stage", ["host", "stage"], unique=False)
        batch_op.create_index(
            "ix_match_live",
            ["id"],
            unique=False,
            sqlite_where=sa.text("stage = 'live'"),
            postgresql_where=sa.text("stage = 'live'"),
        )
        batch_op.create_index(
            "ix_match_unposted",
            ["id"],
            unique=False,
            sqlite_where=sa.text("posted < revision"),
            postgresql_where=sa.text("posted < revision"),
        )
        batch_op.create_index(
            "ix_match_wake",
            ["wake"],
            unique=False,
            sqlite_where=sa.text("wake IS NOT NULL"),
            postgresql_where=sa.text("wake IS NOT NULL"),
        )

    op.create_table(
        "note",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_note")),
    )
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("theme", sa.String(length=8), nullable=False),
        sa.Column("patterns", sa.String(length=8), nullable=False),
        sa.Column("text_first", sa.Boolean(), nullable=False),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("pings", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("challenges", sa.String(length=12), nullable=False),
        sa.Column("away_until", sa.BigInteger(), nullable=True),
        sa.Column("away_used", sa.Integer(), nullable=False),
        sa.Column("away_year", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_person")),
    )
    op.create_table(
        "rating",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("tied", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("peak", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "scope", name=op.f("pk_rating")),
    )
    with op.batch_alter_table("rating", schema=None) as batch_op:
        batch_op.create_index("ix_rating_game_scope_mu", ["game", "scope", "mu"], unique=False)

    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_audit_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index("ix_audit_match", ["match"], unique=False)

    op.create_table(
        "claim",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("work", sa.String(length=8), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_claim_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "work", name=op.f("pk_claim")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "draft",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_draft_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user_id", name=op.f("pk_draft")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entry",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("made_by", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_entry_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", name=op.f("pk_entry")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.create_index("ix_entry_match_key", ["match", "key"], unique=False)

    op.create_table(
        "posting",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("card", sa.BigInteger(), nullable=True),
        sa.Column("board", sa.BigInteger(), nullable=True),
        sa.Column("board_at", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), server_default="0", nullable=False),
        sa.Column("lost", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_posting_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_posting")),
    )
    with op.batch_alter_table("posting", schema=None) as batch_op:
        batch_op.create_index("ix_posting_board", ["board"], unique=False)
        batch_op.create_index("ix_posting_thread", ["thread"], unique=False)

    op.create_table(
        "rating_change",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_rating_change_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user_id", "scope", name=op.f("pk_rating_change")),
    )
    with op.batch_alter_table("rating_change", schema=None) as batch_op:
        batch_op.create_index(
            "ix_rating_change_user_id_game_scope_at", ["user_id", "game", "scope", "at"], unique=False
        )

    op.create_table(
        "seat",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ai", sa.String(length=12), nullable=True),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.BigInteger(), nullable=True),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.Boolean(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_seat_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(
            "ix_seat_ai_turn",
            ["match"],
            unique=False,
            sqlite_where=sa.text("to_act AND ai IS NOT NULL"),
            postgresql_where=sa.text("to_act AND ai IS NOT NULL"),
        )
        batch_op.create_index("ix_seat_user_id_match", ["user_id", "match"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index("ix_seat_user_id_match")
        batch_op.drop_index(
            "ix_seat_ai_turn",
            sqlite_where=sa.text("to_act AND ai IS NOT NULL"),
            postgresql_where=sa.text("to_act AND ai IS NOT NULL"),
        )

    op.drop_table("seat")
    with op.batch_alter_table("rating_change", schema=None) as batch_op:
        batch_op.drop_index("ix_rating_change_user_id_game_scope_at")

    op.drop_table("rating_change")
    with op.batch_alter_table("posting", schema=None) as batch_op:
        batch_op.drop_index("ix_posting_thread")
        batch_op.drop_index("ix_posting_board")

    op.drop_table("posting")
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_index("ix_entry_match_key")

    op.drop_table("entry")
    op.drop_table("draft")
    op.drop_table("claim")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index("ix_audit_match")

    op.drop_table("audit")
    with op.batch_alter_table("rating", schema=None) as batch_op:
        batch_op.drop_index("ix_rating_game_scope_mu")

    op.drop_table("rating")
    op.drop_table("person")
    op.drop_table("note")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_match_wake", sqlite_where=sa.text("wake IS NOT NULL"), postgresql_where=sa.text("wake IS NOT NULL")
        )
        batch_op.drop_index(
            "ix_match_unposted",
            sqlite_where=sa.text("posted < revision"),
            postgresql_where=sa.text("posted < revision"),
        )
        batch_op.drop_index(
            "ix_match_live", sqlite_where=sa.text("stage = 'live'"), postgresql_where=sa.text("stage = 'live'")
        )
        batch_op.drop_index("ix_match_host_stage")
        batch_op.drop_index("ix_match_guild_stage_id")

    op.drop_table("match")
    op.drop_table("house")

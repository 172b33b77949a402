"""Matches across servers: a second side, with a place and messages of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_MESSAGE_COLUMNS = (
    "match", "thread", "challenge_message", "board_message", "board_posted_at", "board_ply", "post_refused",
    "request_message", "request_made", "request_answer",
)  # fmt: skip
_INDEXED = ("thread", "board_message")
SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("match", sa.Column("server_name", sa.Text, nullable=False, server_default=""))
    op.add_column("match", sa.Column("guest_guild", sa.BigInteger))
    op.add_column("match", sa.Column("guest_channel", sa.BigInteger))
    op.add_column("match", sa.Column("guest_server_name", sa.Text, nullable=False, server_default=""))
    op.add_column("match", sa.Column("guest_posted_revision", sa.Integer))
    _index("ix_match_guest_unposted", ["id"], "guest_posted_revision < revision")
    _index("ix_match_guest_guild", ["guest_guild"], "guest_guild IS NOT NULL")
    op.add_column("takeback_notice", sa.Column("side", sa.SmallInteger, nullable=False, server_default="0"))
    _renew_messages(sides=True)
    closed = sa.Column("across_servers", sa.String(8), nullable=False, server_default="closed")
    op.add_column("guild_settings", closed)
    op.add_column("seek", sa.Column("across_servers", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seek", sa.Column("server_name", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seek", "server_name")
    op.drop_column("seek", "across_servers")
    op.drop_column("guild_settings", "across_servers")
    op.execute("DELETE FROM takeback_notice WHERE side <> 0")
    op.drop_column("takeback_notice", "side")
    _renew_messages(sides=False)
    for index in ("ix_match_guest_guild", "ix_match_guest_unposted"):
        op.drop_index(index, "match")
    for column in ("guest_posted_revision", "guest_server_name", "guest_channel", "guest_guild", "server_name"):
        op.drop_column("match", column)


def _index(name: str, columns: list[str], where: str) -> None:
    op.create_index(name, "match", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _renew_messages(*, sides: bool) -> None:
    """Make the table of messages again, with a row for each side of a match or one for the match; keep what it has."""
    op.execute("CREATE TABLE former_message AS SELECT * FROM match_message")
    op.drop_table("match_message")
    side = [sa.Column("side", sa.SmallInteger, nullable=False, server_default="0")] if sides else []
    made = op.create_table(
        "match_message",
        sa.Column("match", SERIAL, nullable=False),
        *side,
        sa.Column("thread", sa.BigInteger),
        sa.Column("challenge_message", sa.BigInteger),
        sa.Column("board_message", sa.BigInteger),
        sa.Column("board_posted_at", sa.BigInteger),
        sa.Column("board_ply", sa.Integer, nullable=False, server_default="0"),
        sa.Column("post_refused", sa.Boolean, nullable=False),
        sa.Column("request_message", sa.BigInteger),
        sa.Column("request_made", sa.Integer),
        sa.Column("request_answer", sa.JSON),
        sa.PrimaryKeyConstraint("match", *(one.name for one in side)),
        sa.ForeignKeyConstraint(["match"], ["match.id"], ondelete="CASCADE"),
        sqlite_with_rowid=not sides,
    )
    former = sa.table("former_message", *(sa.column(name) for name in (*_MESSAGE_COLUMNS, "side")))
    kept = sa.select(*(former.c[name] for name in _MESSAGE_COLUMNS))
    if not sides:
        kept = kept.where(former.c.side == 0)
    op.execute(sa.insert(made).from_select(list(_MESSAGE_COLUMNS), kept))
    op.drop_table("former_message")
    for column in _INDEXED:
        op.create_index(f"ix_match_message_{column}", "match_message", [column])

"""The tables. Instants are milliseconds since 1970; Discord's ids are 64-bit integers.

Changed only together with a migration: a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)
from sqlalchemy.engine import Dialect

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """JSON that does not stop the reading of other rows when it is damaged: such text arrives as it is."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        read = super().result_processor(dialect, coltype)

        def tolerant(value: Any) -> Any:  # noqa: ANN401 - what JSON holds
            try:
                return read(value) if read is not None else value
            except ValueError:
                return value

        return tolerant


_Serial = BigInteger().with_variant(Integer, "sqlite")


def _partial_index(name: str, column: Column[Any], where: str) -> None:
    """An index of the rows that fulfil a condition, in both databases."""
    Index(name, column, sqlite_where=text(where), postgresql_where=text(where))


match = Table(
    "match",
    metadata,
    Column("id", _Serial, primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Json, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("stage", String(12), nullable=False),
    Column("time", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("posted", Integer, nullable=False, server_default="0"),
    Column("ply", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("outcome", Json(none_as_null=True)),
    Column("offer", Json(none_as_null=True)),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("turn_began", BigInteger),
    Column("deadline", BigInteger),
    Column("wake", BigInteger),
    Column("reminded", Boolean, nullable=False),
    Column("delivered", Boolean, nullable=False),
    Column("credited", BigInteger, nullable=False),
    Column("given", BigInteger, nullable=False, server_default="0"),
    Column("aside", Text),
)
_partial_index("ix_match_wake", match.c.wake, where="wake IS NOT NULL")
_partial_index("ix_match_unposted", match.c.id, where="posted < revision")
_partial_index("ix_match_live", match.c.id, where="stage = 'live'")
Index("ix_match_guild_stage_id", match.c.guild, match.c.stage, match.c.id)
Index("ix_match_host_stage", match.c.host, match.c.stage)

seat = Table(
    "seat",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("ai", String(12)),
    Column("accepted", Boolean, nullable=False),
    Column("clock", BigInteger),
    Column("lapses", Integer, nullable=False),
    Column("to_act", Boolean, nullable=False),
    Column("place", SmallInteger),
    Column("left_at", BigInteger),
    Column("former", BigInteger),
    Column("forfeited_at", BigInteger),
)
Index("ix_seat_user_id_match", seat.c.user_id, seat.c.match)
_partial_index("ix_seat_ai_turn", seat.c.match, where="to_act AND ai IS NOT NULL")

entry = Table(
    "entry",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("key", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("made_by", String(12), nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_entry_match_key", entry.c.match, entry.c.key)

draft = Table(
    "draft",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("tokens", Json, nullable=False),
    sqlite_with_rowid=False,
)

posting = Table(
    "posting",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("thread", BigInteger),
    Column("card", BigInteger),
    Column("board", BigInteger),
    Column("board_at", BigInteger),
    Column("ply", Integer, nullable=False, server_default="0"),
    Column("lost", Boolean, nullable=False),
)
Index("ix_posting_thread", posting.c.thread)
Index("ix_posting_board", posting.c.board)

undone_turn = Table(
    "undone_turn",
    metadata,
    Column("id", _Serial, primary_key=True),
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("words", Json, nullable=False),
)
Index("ix_undone_turn_match", undone_turn.c.match)

old_board = Table(
    "old_board",
    metadata,
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("ix_old_board_match", old_board.c.match)

claim = Table(
    "claim",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("work", String(8), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

note = Table(
    "note",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

person = Table(
    "person",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(8), nullable=False),
    Column("patterns", String(8), nullable=False),
    Column("text_first", Boolean, nullable=False),
    Column("confirm", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("language", String(8), nullable=False),
    Column("discord_language", String(8), nullable=False, server_default=""),
    Column("challenges", String(12), nullable=False),
    Column("away_until", BigInteger),
    Column("away_used", Integer, nullable=False),
    Column("away_year", Integer, nullable=False),
)

guild_settings = Table(
    "house",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(8), nullable=False),
    Column("channels", Json, nullable=False),
    Column("play_role", BigInteger),
    Column("moderator_role", BigInteger),
    Column("games_off", Json, nullable=False),
    Column("time", String(16), nullable=False),
    Column("posting", String(8), nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("results", BigInteger),
    Column("theme", String(8), nullable=False),
    Column("moderation_log", BigInteger),
)

rating = Table(
    "rating",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("tied", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("peak", Integer, nullable=False),
)
Index("ix_rating_game_scope_mu", rating.c.game, rating.c.scope, rating.c.mu)

rating_change = Table(
    "rating_change",
    metadata,
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu_before", Float),
    Column("sigma_before", Float),
    Column("mu_after", Float),
    Column("sigma_after", Float),
    Column("place", SmallInteger),
    Column("players", SmallInteger),
)
Index("ix_rating_change_user_id_game_scope_at", *(rating_change.c[n] for n in ("user_id", "game", "scope", "at")))

audit = Table(
    "audit",
    metadata,
    Column("id", _Serial, primary_key=True),
    Column("guild", BigInteger),
    Column("match", _Serial, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("act", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("seat", SmallInteger),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("before", Json(none_as_null=True)),
    Column("after", Json(none_as_null=True)),
    Column("undoes", _Serial),
    Column("undone_by", _Serial),
    Column("told", Boolean, nullable=False, server_default=text("true")),
    Column("logged", Boolean, nullable=False, server_default=text("true")),
)
Index("ix_audit_match", audit.c.match)
Index("ix_audit_guild_id", audit.c.guild, audit.c.id)
_partial_index("ix_audit_untold", audit.c.id, where="NOT (told AND logged)")

audit_person = Table(
    "audit_person",
    metadata,
    Column("audit", _Serial, ForeignKey("audit.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("rating_before", Integer),
    Column("rating_after", Integer),
)
Index("ix_audit_person_user_id", audit_person.c.user_id)

block = Table(
    "block",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("blocked_by", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

shard_lease = Table(
    "shard_lease",
    metadata,
    Column("shards", Text, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("host", String(255), nullable=False),
    Column("machine", String(64), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("spare", Boolean, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("awaited", String(12), nullable=False),
)

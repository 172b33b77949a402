"""The tables. Instants are milliseconds since 1970; Discord's ids are 64-bit integers.

A change needs a migration; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    text,
)

from bot.store.columns import SERIAL, Json, metadata, partial_index
from bot.store.schema_reports import report
from bot.store.schema_seeks import seek
from bot.store.schema_tournaments import (
    tournament,
    tournament_entrant,
    tournament_notice,
    tournament_pairing,
)

__all__ = [
    "metadata",
    "report",
    "seek",
    "tournament",
    "tournament_entrant",
    "tournament_notice",
    "tournament_pairing",
]

match = Table(
    "match",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Json, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("external", Boolean, nullable=False, server_default=false()),
    Column("server_name", Text, nullable=False, server_default=""),
    Column("guest_guild", BigInteger),
    Column("guest_channel", BigInteger),
    Column("guest_server_name", Text, nullable=False, server_default=""),
    Column("open_across", Boolean, nullable=False, server_default=false()),
    Column("stage", String(12), nullable=False),
    Column("time_control", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turn_revision", Integer, nullable=False),
    Column("posted_revision", Integer, nullable=False, server_default="0"),
    Column("guest_posted_revision", Integer),
    Column("ply", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("outcome", Json(none_as_null=True)),
    Column("request", Json(none_as_null=True)),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("turn_began_at", BigInteger),
    Column("deadline", BigInteger),
    Column("next_check_at", BigInteger),
    Column("reminder_sent", Boolean, nullable=False),
    Column("board_delivered", Boolean, nullable=False),
    Column("downtime_credit", BigInteger, nullable=False),
    Column("time_given", BigInteger, nullable=False, server_default="0"),
    Column("damage", Text),
)
partial_index("ix_match_next_check_at", match.c.next_check_at, where="next_check_at IS NOT NULL")
partial_index("ix_match_unposted", match.c.id, where="posted_revision < revision")
partial_index("ix_match_guest_unposted", match.c.id, where="guest_posted_revision < revision")
partial_index("ix_match_guest_guild", match.c.guest_guild, where="guest_guild IS NOT NULL")
partial_index("ix_match_live", match.c.id, where="stage = 'live'")
Index("ix_match_guild_stage_id", match.c.guild, match.c.stage, match.c.id)
Index("ix_match_host_stage", match.c.host, match.c.stage)

seat = Table(
    "seat",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("ai", String(12)),
    Column("accepted", Boolean, nullable=False),
    Column("time_left", BigInteger),
    Column("missed_moves", Integer, nullable=False),
    Column("to_act", Boolean, nullable=False),
    Column("place", SmallInteger),
    Column("left_at", BigInteger),
    Column("former_user_id", BigInteger),
    Column("forfeited_at", BigInteger),
    Column("side", SmallInteger, nullable=False, server_default="0"),
)
Index("ix_seat_user_id_match", seat.c.user_id, seat.c.match)
partial_index("ix_seat_ai_turn", seat.c.match, where="to_act AND ai IS NOT NULL")
partial_index("ix_seat_former_user_id", seat.c.former_user_id, where="former_user_id IS NOT NULL")

log_entry = Table(
    "log_entry",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("move", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("position_hash", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("made_by", String(12), nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_log_entry_match_position_hash", log_entry.c.match, log_entry.c.position_hash)

draft = Table(
    "draft",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("turn_revision", Integer, nullable=False),
    Column("tokens", Json, nullable=False),
    sqlite_with_rowid=False,
)

match_message = Table(
    "match_message",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("side", SmallInteger, primary_key=True, server_default="0"),
    Column("thread", BigInteger),
    Column("challenge_message", BigInteger),
    Column("board_message", BigInteger),
    Column("board_posted_at", BigInteger),
    Column("board_ply", Integer, nullable=False, server_default="0"),
    Column("board_since", Integer, nullable=False, server_default="0"),
    Column("post_refused", Boolean, nullable=False),
    Column("request_message", BigInteger),
    Column("request_made", Integer),
    Column("request_answer", Json),
    sqlite_with_rowid=False,
)
Index("ix_match_message_thread", match_message.c.thread)
Index("ix_match_message_board_message", match_message.c.board_message)

takeback_notice = Table(
    "takeback_notice",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("side", SmallInteger, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("description", Json, nullable=False),
)
Index("ix_takeback_notice_match", takeback_notice.c.match)

old_board = Table(
    "old_board",
    metadata,
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("ix_old_board_match", old_board.c.match)

work_claim = Table(
    "work_claim",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("work", String(8), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

bot_state = Table(
    "bot_state",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(8), nullable=False),
    Column("patterns", String(8), nullable=False),
    Column("text_boards", Boolean, nullable=False),
    Column("confirm_moves", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("language", String(8), nullable=False),
    Column("discord_language", String(8), nullable=False, server_default=""),
    Column("challenges_from", String(12), nullable=False),
    Column("days_off_until", BigInteger),
    Column("days_off_used", Integer, nullable=False),
    Column("days_off_year", Integer, nullable=False),
    Column("greeted", Boolean, nullable=False, server_default=false()),
    Column("turn_pings", String(8), nullable=False, server_default="each"),
    Column("ping_by", String(8), nullable=False, server_default="thread"),
    Column("quiet_from", SmallInteger),
    Column("quiet_to", SmallInteger),
    Column("time_zone", String(64), nullable=False, server_default="UTC"),
    Column("digest_at", BigInteger),
    Column("pinged_for", String(32), nullable=False, server_default=""),
)
partial_index("ix_user_settings_digest_at", user_settings.c.digest_at, where="digest_at IS NOT NULL")

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(8), nullable=False),
    Column("match_channels", Json, nullable=False),
    Column("play_role", BigInteger),
    Column("moderator_role", BigInteger),
    Column("disabled_games", Json, nullable=False),
    Column("default_time_control", String(16), nullable=False),
    Column("board_posting", String(8), nullable=False),
    Column("rated_matches", Boolean, nullable=False),
    Column("results_channel", BigInteger),
    Column("theme", String(8), nullable=False),
    Column("moderation_log_channel", BigInteger),
    Column("seek_channel", BigInteger),
    Column("turn_list_channel", BigInteger),
    Column("rating_roles", Json, nullable=False, server_default="[]"),
    Column("across_servers", String(8), nullable=False, server_default="closed"),
    Column("match_forum", BigInteger),
    Column("seek_role", BigInteger),
)

turn_list = Table(
    "turn_list",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger),
    Column("message", BigInteger, nullable=False),
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
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("peak", Integer, nullable=False),
)
Index("ix_rating_game_scope_mu", rating.c.game, rating.c.scope, rating.c.mu)

rating_change = Table(
    "rating_change",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
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
    Column("id", SERIAL, primary_key=True),
    Column("guild", BigInteger),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("act", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("seat", SmallInteger),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("before", Json(none_as_null=True)),
    Column("after", Json(none_as_null=True)),
    Column("undoes", SERIAL),
    Column("undone_by", SERIAL),
    Column("announced", Boolean, nullable=False, server_default=text("true")),
    Column("log_posted", Boolean, nullable=False, server_default=text("true")),
)
Index("ix_audit_match", audit.c.match)
Index("ix_audit_guild_id", audit.c.guild, audit.c.id)
partial_index("ix_audit_unannounced", audit.c.id, where="NOT (announced AND log_posted)")

audit_user = Table(
    "audit_user",
    metadata,
    Column("audit", SERIAL, ForeignKey("audit.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("rating_before", Integer),
    Column("rating_after", Integer),
)
Index("ix_audit_user_user_id", audit_user.c.user_id)

block = Table(
    "block",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("blocked_by", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

personal_block = Table(
    "personal_block",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("ix_personal_block_blocked_id", personal_block.c.blocked_id)

match_note = Table(
    "match_note",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
Index("ix_match_note_match", match_note.c.match)

review = Table(
    "review",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("made_of", String(32), nullable=False),
    Column("result", Json, nullable=False),
    Column("turns", Json, nullable=False),
)

exclusion = Table(
    "exclusion",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("excluded_id", BigInteger, nullable=False),
    Column("excluded_name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("excluded_by", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("ended_by", BigInteger),
    Column("match_code", String(8)),
)
Index("ix_exclusion_excluded_id_guild", exclusion.c.excluded_id, exclusion.c.guild)
Index("ix_exclusion_guild", exclusion.c.guild)

shard_lease = Table(
    "shard_lease",
    metadata,
    Column("shards", Text, primary_key=True),
    Column("shard_count", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("host", String(255), nullable=False),
    Column("machine", String(64), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("spare", Boolean, nullable=False),
    Column("heartbeat", BigInteger, nullable=False),
    Column("awaited_by", String(12), nullable=False),
)

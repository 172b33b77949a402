"""The tables of tournaments."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, String, Table, Text

from bot.store.columns import SERIAL, Json, metadata, partial_index

tournament = Table(
    "tournament",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("name", Text, nullable=False),
    Column("format", String(12), nullable=False),
    Column("game", String(32), nullable=False),
    Column("time_control", String(16), nullable=False),
    Column("rounds", SmallInteger, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("round_hours", Integer),
    Column("rated", Boolean, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("host_name", Text, nullable=False),
    Column("stage", String(12), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("posted_revision", Integer, nullable=False, server_default="0"),
    Column("round", SmallInteger, nullable=False),
    Column("message", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("deadline", BigInteger),
    Column("remind_at", BigInteger),
    Column("winner_role", BigInteger),
    Column("minutes", Integer),
    Column("season", SmallInteger, nullable=False, server_default="0"),
    Column("season_start", SmallInteger, nullable=False, server_default="0"),
    Column("starts_at", BigInteger),
    Column("scheduled_event", BigInteger),
    Column("event_shows", Text, nullable=False, server_default=""),
)
Index("ix_tournament_guild_stage_id", tournament.c.guild, tournament.c.stage, tournament.c.id)
partial_index("ix_tournament_running", tournament.c.id, where="stage = 'running'")
partial_index("ix_tournament_starts_at", tournament.c.starts_at, where="starts_at IS NOT NULL")
partial_index("ix_tournament_unposted", tournament.c.id, where="posted_revision < revision")

tournament_entrant = Table(
    "tournament_entrant",
    metadata,
    Column("tournament", SERIAL, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("joined_round", SmallInteger, nullable=False),
    Column("left_round", SmallInteger),
    Column("division", SmallInteger, nullable=False, server_default="0"),
)
Index("ix_tournament_entrant_user_id_tournament", tournament_entrant.c.user_id, tournament_entrant.c.tournament)

tournament_pairing = Table(
    "tournament_pairing",
    metadata,
    Column("tournament", SERIAL, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("round", SmallInteger, primary_key=True),
    Column("board", SmallInteger, primary_key=True),
    Column("game_number", SmallInteger, primary_key=True),
    Column("entrants", Json, nullable=False),
    Column("scores", Json(none_as_null=True)),
    Column("scored_by", String(12), nullable=False),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="SET NULL")),
    Column("match_revision", Integer, nullable=False),
)
Index("ix_tournament_pairing_match", tournament_pairing.c.match, unique=True)

tournament_notice = Table(
    "tournament_notice",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("tournament", SERIAL, ForeignKey("tournament.id", ondelete="CASCADE"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("round", SmallInteger, nullable=False),
    Column("words", Json(none_as_null=True)),
    Column("kind", String(12), nullable=False, server_default=""),
    Column("gets", Json(none_as_null=True)),
    Column("loses", Json(none_as_null=True)),
)
Index("ix_tournament_notice_tournament", tournament_notice.c.tournament)

"""Convert rows to values and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import RowMapping

from bot.match.clock import read_time
from bot.match.model import LogEntry, Match, MatchId, Offer, Place, Player, Side, Stage, ThreadLine, UserId
from bot.match.names import stored_name
from bot.match.sides import seen_from, sides_of
from bot.store import schema
from bot.store.reworded import REWORDED
from games.core.i18n import Message
from games.core.sentences import PlayerName
from games.core.status import Outcome, Seat

Row = Mapping[str, Any]


def position_hash(position: str) -> int:
    """Return a 64-bit hash of a position line, for the index."""
    return int.from_bytes(blake2b(position.encode(), digest_size=8).digest(), "big", signed=True)


def columns(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a value's fields as columns; `names` maps fields whose columns have other names."""
    return {names.get(field, field): value for field, value in values.items()}


def fields(row: Row | RowMapping, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a row's columns as fields of a value, the reverse of `columns`."""
    return columns(dict(row), {column: field for field, column in names.items()})


MATCH_COLUMNS = tuple(
    column.name
    for column in schema.match.c
    if column.name not in {"id", "code", "damage", "posted_revision", "guest_posted_revision"}
)


def match_row(match: Match) -> dict[str, Any]:
    """Return the columns of a match without id and code, as seen from its home side."""
    home = seen_from(match, Side.HOME)
    place, guest = home.place, home.other
    return {
        "game": match.game,
        "rules_version": match.rules,
        "options": dict(match.options),
        "host": match.host,
        "guild": place.guild,
        "channel": place.channel,
        "external": place.external,
        "server_name": place.server,
        "guest_guild": None if guest is None else guest.guild,
        "guest_channel": None if guest is None else guest.channel,
        "guest_server_name": "" if guest is None else guest.server,
        "open_across": match.open_across,
        "stage": match.stage.value,
        "time_control": str(match.time),
        "rated": match.rated,
        "private": match.private,
        "open": match.open,
        "outcome": _outcome_json(match.outcome),
        "created_at": match.created,
        "started_at": match.started,
        "ended_at": match.ended,
        **turn_row(match),
    }


def turn_row(match: Match) -> dict[str, Any]:
    """Return the columns that change from turn to turn."""
    return {
        "revision": match.revision,
        "turn_revision": match.turn,
        "ply": match.ply,
        "position": match.position,
        "request": _offer_json(match.offer),
        "turn_began_at": match.turn_began,
        "deadline": match.deadline,
        "next_check_at": match.wake,
        "reminder_sent": match.reminded,
        "board_delivered": match.delivered,
        "downtime_credit": match.credited,
        "time_given": match.given,
    }


TURN_FIELDS = frozenset({
    "revision", "turn", "ply", "position", "offer", "turn_began", "deadline",
    "reminded", "delivered", "credited", "given",
})  # fmt: skip
"""The fields of a match that `turn_row` contains."""
TURN_COLUMNS = (
    "revision", "turn_revision", "ply", "position", "request", "turn_began_at", "deadline", "next_check_at",
    "reminder_sent", "board_delivered", "downtime_credit", "time_given",
)  # fmt: skip
"""The columns that it contains."""


def seat_row(player: Player) -> dict[str, Any]:
    """Return the columns of a player, without the match and the seat."""
    return {
        "user_id": player.user,
        "name": player.name,
        "ai": player.ai,
        "accepted": player.accepted,
        "place": player.place,
        "left_at": player.left_at,
        "former_user_id": player.former,
        "forfeited_at": player.forfeited_at,
        "side": player.side.value,
        **seat_turn_row(player),
    }


def seat_turn_row(player: Player) -> dict[str, Any]:
    """Return the columns that change from turn to turn."""
    return {"time_left": player.clock, "missed_moves": player.missed_moves, "to_act": player.to_act}


SEAT_TURN_FIELDS = frozenset({"clock", "missed_moves", "to_act"})
"""The fields of a player that `seat_turn_row` contains."""
SEAT_TURN_COLUMNS = ("time_left", "missed_moves", "to_act")
"""The columns that it contains."""


def seat_rows(match: Match) -> list[dict[str, Any]]:
    """Return the rows of the players."""
    return [{"match": match.id, "seat": player.seat, **seat_row(player)} for player in match.players]


def entry_rows(match: MatchId, entries: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Return the rows of log entries."""
    return [
        {
            "match": match,
            "ply": entry.ply,
            "seat": entry.seat,
            "move": entry.text,
            "position": entry.position,
            "position_hash": position_hash(entry.position),
            "at": entry.at,
            "made_by": entry.by,
        }
        for entry in entries
    ]


def line_rows(match: Match, lines: Sequence[ThreadLine]) -> list[dict[str, Any]]:
    """Return the rows of lines to be posted, once on each side."""
    return [
        {
            "match": match.id,
            "side": side.value,
            "turn": line.turn,
            "seat": line.seat,
            "description": message_json(line.words),
        }
        for line in lines
        for side in sides_of(match)
    ]


def read_match(row: Row, seats: Sequence[Row]) -> Match:
    """Return the match in a row of `match` and its rows of `seat`, in order."""
    return Match(
        id=MatchId(row["id"]),
        code=row["code"],
        game=row["game"],
        rules=row["rules_version"],
        options=dict(row["options"]),
        players=tuple(read_player(seat, row) for seat in seats),
        host=UserId(row["host"]),
        # Older copies of a match, in moderators' acts, lack some of these columns.
        place=Place(row["guild"], row["channel"], row.get("external", False), row.get("server_name", "")),
        stage=Stage(row["stage"]),
        time=read_time(row["time_control"]),
        rated=row["rated"],
        private=row["private"],
        open=row["open"],
        revision=row["revision"],
        turn=row["turn_revision"],
        ply=row["ply"],
        position=row["position"],
        outcome=_read_outcome(row["outcome"]),
        offer=_read_offer(row["request"]),
        created=row["created_at"],
        started=row["started_at"],
        ended=row["ended_at"],
        turn_began=row["turn_began_at"],
        deadline=row["deadline"],
        reminded=row["reminder_sent"],
        delivered=row["board_delivered"],
        credited=row["downtime_credit"],
        given=row["time_given"],
        other=_read_guest(row),
        open_across=row.get("open_across", False),
    )


def _read_guest(row: Row) -> Place | None:
    """Return the place of the guest side, in a match across servers."""
    if row.get("guest_guild") is None:
        return None
    return Place(row["guest_guild"], row["guest_channel"], server=row["guest_server_name"])


def read_player(row: Row, match: Row) -> Player:
    """Return the player in a row of `seat` and the row of its match."""
    return Player(
        seat=Seat(row["seat"]),
        user=row["user_id"],
        name=row["name"] if row["user_id"] is not None else stored_name(row["name"]),
        ai=row["ai"],
        accepted=row["accepted"],
        clock=row["time_left"],
        missed_moves=row["missed_moves"],
        to_act=row["to_act"],
        place=row["place"],
        left_at=row["left_at"],
        former=row["former_user_id"],
        forfeited_at=row["forfeited_at"],
        side=_read_side(row, match),
    )


def _read_side(row: Row, match: Row) -> Side:
    """Return the side of a seat. Snapshots older than the column have the host at home."""
    if "side" in row:
        return Side(row["side"])
    person = row["user_id"] or row["former_user_id"]
    return Side(match.get("guest_guild") is not None and person not in {None, match["host"]})


def read_entry(row: Row) -> LogEntry:
    """Return the log entry in a row of `log_entry`."""
    return LogEntry(row["ply"], Seat(row["seat"]), row["move"], row["position"], row["at"], row["made_by"])


def message_json(sentence: str) -> dict[str, Any]:
    """Return a sentence as JSON, with what is needed to translate it later."""
    if not isinstance(sentence, Message):
        return {"text": sentence}
    values = {key: _value_json(value) for key, value in sentence.values.items()}
    parts = {"text": str(sentence), "template": sentence.template, "values": values}
    counted = {"plural": sentence.plural, "number": sentence.number} if sentence.plural else {}
    context = {"context": sentence.context} if sentence.context else {}
    return parts | counted | context | ({"list": sentence.list_style} if sentence.list_style else {})


def read_message(data: Mapping[str, Any]) -> Message:
    """Return the sentence that `message_json` stored, as it is worded now."""
    stored = data.get("values", {})
    values = {key: _read_value(value) for key, value in stored.items()}
    template = data.get("template", "")
    if template in REWORDED:
        return Message(REWORDED[template]).with_values(values)
    plural, number, context = data.get("plural", ""), data.get("number", 1), data.get("context", "")
    return Message(data["text"], template, values, plural, number, context, data.get("list"))


def _value_json(value: object) -> object:
    if isinstance(value, PlayerName):
        return {"player": value.seat}
    return message_json(value) if isinstance(value, Message) else value


def _read_value(data: object) -> object:
    if not isinstance(data, dict):
        return stored_name(data) if isinstance(data, str) else data
    return PlayerName(data["player"]) if "player" in data else read_message(data)


def _outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"places": outcome.places, "scores": outcome.scores, "reason": message_json(outcome.reason)}


def _read_outcome(data: Mapping[str, Any] | None) -> Outcome | None:
    return None if data is None else Outcome(tuple(data["places"]), read_message(data["reason"]), tuple(data["scores"]))


def _offer_json(offer: Offer | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    return {"kind": offer.kind, "agreed": sorted(offer.agreed), "keep": offer.keep, "made": offer.made}


def _read_offer(data: Mapping[str, Any] | None) -> Offer | None:
    if data is None:
        return None
    return Offer(data["kind"], frozenset(data["agreed"]), data["keep"], data.get("made", 0))

"""Matches as text records, for export and for viewing records from elsewhere."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

import games
from bot.match.clock import SECOND, Instant
from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId, Place, Player, Stage, UserId
from bot.match.names import who
from bot.match.stores import RecordStore
from games.core.errors import GameError
from games.core.i18n import gettext
from games.core.protocol.session import Session
from games.core.record import Entry, Record, read_record
from games.core.status import CHANCE, Outcome, Seat

LONGEST_NAME, LONGEST_REASON = 40, 200
_NAMELESS = "?"
LARGEST_RECORD = 1_000_000
"""The largest record that can be uploaded, in bytes."""
MOST_RECORDS = 10
"""How many uploaded records are kept per person."""
_UNTOLD = gettext("a record to look at")
"""The reason shown when a record does not say how the match ended."""
_PLACES = re.compile(r"[1-4](-[1-4])+")


def record_of(match: Match, log: Sequence[LogEntry], terms: Sequence[tuple[str, str]] = ()) -> Record:
    """Return the match as a record, with the players' names, its `terms` and the result as notes."""
    notes = [(f"seat-{player.seat}", _one_line(str(who(player)))) for player in match.players]
    notes = [(key, name) for key, name in notes if name not in {"", _NAMELESS}]
    notes += terms
    if match.outcome is not None:
        reason = "" if match.outcome.reason == _UNTOLD else match.outcome.reason
        notes.append(("result", _one_line(f"{'-'.join(map(str, match.outcome.places))} {reason}")))
    entries = tuple(Entry(entry.seat, entry.text) for entry in log)
    told = tuple((key, value) for key, value in notes if value)
    return Record(match.game, match.rules, len(match.players), match.options, entries, told)


def terms_of(match: Match, log: Sequence[LogEntry], ratings: Mapping[Seat, str]) -> list[tuple[str, str]]:
    """Return the notes about a match that was played here.

    Who began, the time control, what the clocks had left (blitz, as `4:07`), the ratings after it as they are shown.
    """
    first = next((entry.seat for entry in log if entry.seat != CHANCE), None)
    notes = [("first", str(first))] if first is not None else []
    notes += [("time", str(match.time))] if match.time.kind != "none" else []
    notes += [(f"clock-{p.seat}", _minutes(p.clock)) for p in match.players if p.clock is not None]
    return [*notes, *((f"rating-{seat}", rating) for seat, rating in ratings.items())]


def _minutes(left: int) -> str:
    seconds = max(0, left) // SECOND
    return f"{seconds // 60}:{seconds % 60:02}"


def record_json(match: Match, log: Sequence[LogEntry], terms: Sequence[tuple[str, str]] = ()) -> str:
    """Return the match as JSON, with each entry's author, time and resulting position."""
    record = record_of(match, log, terms)
    entries = [{"seat": e.seat, "move": e.text, "position": e.position, "at": e.at, "by": e.by} for e in log]
    head = {"game": record.game, "rules": record.rules, "seats": record.seats, "options": dict(record.options)}
    body = {"code": match.code, **head, "notes": dict(record.notes), "entries": entries}
    return json.dumps(body, ensure_ascii=False, indent=1)


def must_be_small(size: int) -> None:
    """Raise Refused if a record of `size` bytes is too large."""
    if size > LARGEST_RECORD:
        raise Refused(gettext("The record is too large: at most 1 MB."))


def match_of_file(content: bytes, owner: UserId, where: Place, now: Instant) -> tuple[Match, list[LogEntry]]:
    """Read an uploaded record file as a match. Raises what `match_of_record` raises."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Refused(gettext("That isn't a text file. Attach one saved with **Record**.")) from None
    return match_of_record(read_record(text), owner, where, now)


async def add_record(store: RecordStore, match: Match, log: Sequence[LogEntry]) -> Match:
    """Store an uploaded match, replacing its owner's oldest ones; returns it as stored."""
    stored = await store.add(match, log)
    await store.keep_records(match.host, MOST_RECORDS)
    return stored


def match_of_record(record: Record, owner: UserId, where: Place, now: Instant) -> tuple[Match, list[LogEntry]]:
    """Read a record as a finished match. Raises Refused, and GameError at the first illegal entry."""
    if record.game not in games.keys():
        raise Refused(gettext("I don't know the game '{game}'.", game=record.game[:30]))
    session = Session.new(games.find(record.game), record.seats, record.options)
    log = _replay(record, session, now)
    status = session.status()
    outcome = status if isinstance(status, Outcome) else _noted_end(record)
    places = outcome.places or (None,) * session.seats
    names = _names(record)
    players = tuple(
        Player(Seat(seat), None, names[seat], accepted=True, place=places[seat]) for seat in range(session.seats)
    )
    match = Match(
        MatchId(0), "", record.game, record.rules, session.options, players, owner,
        where, Stage.OVER if outcome.places else Stage.ABORTED, private=True, created=now, ended=now,
    )  # fmt: skip
    return replace(match, ply=len(log), position=session.game.rules.dump(session.state), outcome=outcome), log


def _replay(record: Record, session: Session, now: Instant) -> list[LogEntry]:
    """Play the record's entries in the session and return them as log entries."""
    log: list[LogEntry] = []
    for ply, entry in enumerate(record.entries):
        try:
            session.play(entry.seat, entry.text)
        except GameError as error:
            raise Refused(
                gettext("Move {ply} of this record can't be played: {reason}", ply=ply + 1, reason=error.sentence)
            ) from None
        log.append(
            LogEntry(ply, entry.seat, session.entries[-1].text, session.game.rules.dump(session.state), now, "player")
        )
    return log


def _names(record: Record) -> list[str]:
    notes = dict(record.notes)
    given = (notes.get(f"seat-{seat}", notes.get(str(seat), "")) for seat in range(record.seats))
    return [_one_line(name)[:LONGEST_NAME].rstrip() or _NAMELESS for name in given]


def _noted_end(record: Record) -> Outcome:
    """Return the noted end of a record whose moves do not end the match, such as a resignation."""
    note = dict(record.notes).get("result", "")
    head, _, rest = note.partition(" ")
    places = tuple(map(int, head.split("-"))) if _PLACES.fullmatch(head) else ()
    counts = len(places) == record.seats and 1 in places
    reason = _one_line(rest if counts else note)[:LONGEST_REASON].rstrip()
    return Outcome(places if counts else (), reason or _UNTOLD)


def _one_line(text: str) -> str:
    """Return the text as one line, without characters that a database rejects."""
    words = ("".join(sign for sign in word if unicodedata.category(sign) not in {"Cc", "Cs"}) for word in text.split())
    return " ".join(word for word in words if word)

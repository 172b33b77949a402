"""Playing a match: pure functions from a match to a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import games
from bot.match.clock import BULLET_GRACE, Instant
from bot.match.errors import Refused, damaged_match, not_begun
from bot.match.model import By, Change, LogEntry, Match, Offer, Stage
from games.core.errors import GameError
from games.core.game import Game
from games.core.i18n import gettext
from games.core.status import CHANCE, Outcome, Seat, Turn

AnyGame = Game[Any, Any]
State = Any
"""The state of any game."""
DELIVERY = 60_000
"""A bullet clock starts when the board is delivered; if that takes longer than this (in ms), the match is paused."""


def game_of(match: Match) -> AnyGame:
    """Return the game of this match."""
    return games.find(match.game)


def state_of(match: Match) -> State:
    """Return the current state, read from the position line.

    Raises Refused before the match begins, Damaged when the line or the options cannot be read.
    """
    must_have_begun(match)
    try:
        return state_at(match, match.position)
    except (GameError, KeyError) as error:
        raise damaged_match(match.code) from error


def must_have_begun(match: Match) -> None:
    """Raise Refused if there is no board, because the match has not begun or never will."""
    if match.stage is Stage.INVITED:
        raise not_begun(match.code)
    if match.stage is Stage.CANCELLED:
        raise Refused(gettext("Match #{code} was called off. It has no board.", code=match.code))


def state_at(match: Match, position: str) -> State:
    """Return the state for a position line of the match. Raises GameError if the line cannot be read."""
    return _load(match.game, tuple(match.options.items()), position)


@lru_cache(maxsize=256)
def _load(game: str, options: tuple[tuple[str, str], ...], position: str) -> State:
    """Load and cache a frozen state, so that a move and its picture parse each position only once."""
    return games.find(game).rules.load(position, dict(options))


def begin(match: Match, now: Instant, dice: Random) -> Change:
    """Start the match: all seats are taken, and chance events at the start are drawn."""
    game = game_of(match)
    state = game.rules.start(len(match.players), match.options)
    clock = match.time.base if match.time.kind == "blitz" else None
    players = tuple(replace(player, accepted=True, clock=clock) for player in match.players)
    fresh = replace(match, players=players, rules=game.info.version, stage=Stage.LIVE, started=now, open=False)
    fresh = replace(fresh, position=game.rules.dump(state), revision=match.revision + 1, deadline=None)
    state, entries = _chance(game, state, 0, now, dice)
    return _make_change(fresh, game, state, entries, now)


def advance(match: Match, seat: Seat, text: str, now: Instant, dice: Random, by: By = "player") -> Change:
    """Play one move and the chance events after it. Raises what the game raises."""
    game, state = game_of(match), state_of(match)
    move = game.rules.parse(text)
    state = game.rules.play(state, seat, move)
    entry = LogEntry(match.ply, seat, game.rules.text(move), game.rules.dump(state), now, by)
    state, dealt = _chance(game, state, match.ply + 1, now, dice)
    fresh = replace(charge_clock(match, now), revision=match.revision + 1, offer=_offer_after(match, seat))
    if by == "player":
        fresh = _mark_present(fresh, seat)
    return _make_change(fresh, game, state, (entry, *dealt), now, seat)


def advance_all(match: Match, seat: Seat, text: str, now: Instant, dice: Random, by: By = "player") -> Change:
    """Play one move, or in a game with several steps a turn every step in `text`: all of them, or none.

    Raises what the game raises, at the first step that it refuses.
    """
    steps = text.split() if game_of(match).info.multi_step else [text]
    present = match
    entries: tuple[LogEntry, ...] = ()
    for step in steps or [text]:
        before = replace(present, revision=match.revision) if entries else match
        change = advance(before, seat, step, now, dice, by)
        present, entries = change.match, (*entries, *change.entries)
    return Change(present, entries)


def rewind(match: Match, keep: int, log: Sequence[LogEntry], now: Instant) -> Change:
    """Return the match as it was after the first `keep` entries; `log` holds at least the last of these.

    Clocks are not turned back: what has been thought has been thought. A paused match stays paused.
    """
    game = game_of(match)
    if keep:
        position = next(entry.position for entry in log if entry.ply == keep - 1)
        state = game.rules.load(position, match.options)
    else:
        state = game.rules.start(len(match.players), match.options)
    fresh = replace(charge_clock(match, now), revision=match.revision + 1, offer=None, ply=keep)
    return replace(_make_change(fresh, game, state, (), now), keep=keep)


def conclude(change: Change, outcome: Outcome, now: Instant) -> Change:
    """Return the change with the match ended by `outcome`."""
    return replace(change, match=end(change.match, outcome, now))


def end(match: Match, outcome: Outcome, now: Instant, stage: Stage = Stage.OVER) -> Match:
    """Return the ended match; nobody is to act any more."""
    places = outcome.places or (None,) * len(match.players)
    players = tuple(replace(p, to_act=False, place=place) for p, place in zip(match.players, places, strict=True))
    return replace(match, players=players, stage=stage, outcome=outcome, ended=now, deadline=None, offer=None)


def with_revision(match: Match, revision: int) -> Match:
    """Return the match with another revision number, for two steps that are stored as one change."""
    return replace(match, revision=revision, turn=revision)


def revise(match: Match) -> Change:
    """Return the change that makes this match the next revision, without a log entry."""
    return Change(replace(match, revision=match.revision + 1))


def own_steps(match: Match, seat: Seat, log: Sequence[LogEntry]) -> int:
    """Count the last entries of `log` that are the seat's own steps in its unfinished turn."""
    if not game_of(match).info.multi_step or not any(p.seat == seat for p in match.to_act):
        return 0
    count = 0
    for entry in reversed(log):
        if entry.seat != seat:
            break
        count += 1
    return count


def start_clock(match: Match, now: Instant) -> Match:
    """Start the clocks of the seats that are to act, and set the deadline."""
    if match.stage is not Stage.LIVE:
        return replace(match, deadline=None, turn_began=None, reminded=False, delivered=False, credited=0, given=0)
    if not any(player.user for player in match.to_act):
        return replace(match, deadline=None, turn_began=now, reminded=False, delivered=False, credited=0, given=0)
    deadline: Instant | None = None
    if match.time.kind == "days":
        deadline = now + match.time.base
    elif match.time.kind == "bullet":
        deadline = now + match.time.base + BULLET_GRACE + DELIVERY
    elif match.time.kind == "blitz":
        deadline = now + min(player.clock or 0 for player in match.to_act if player.user is not None)
    return replace(match, deadline=deadline, turn_began=now, reminded=False, delivered=False, credited=0, given=0)


def keep_clock(match: Match, now: Instant) -> Match:
    """Let the clock of a turn that continues run on without restarting it (in blitz with the time left)."""
    waits = match.stage is Stage.LIVE and any(player.user is not None for player in match.to_act)
    return match if waits and match.time.kind != "blitz" else start_clock(match, now)


def _mark_present(match: Match, seat: Seat) -> Match:
    """Clear the missed moves and the absence of the person in this seat, in all their seats."""
    user = match.players[seat].user
    for player in match.seats_of(user) if user is not None else ():
        if player.missed_moves or player.left_at is not None:
            match = match.with_player(player.seat, missed_moves=0, left_at=None)
    return match


def _offer_after(match: Match, mover: Seat) -> Offer | None:
    """Return the offer that is still open after a move: moving without accepting declines, and a take-back lapses."""
    present = match.offer
    return present if present is not None and present.keep is None and mover in present.agreed else None


def _chance(
    game: AnyGame,
    state: State,
    ply: int,
    now: Instant,
    dice: Random,
) -> tuple[State, tuple[LogEntry, ...]]:
    entries: list[LogEntry] = []
    while isinstance(status := game.rules.status(state), Turn) and CHANCE in status.seats:
        move = game.rules.deal(state, dice)
        state = game.rules.play(state, CHANCE, move)
        entries.append(
            LogEntry(ply + len(entries), CHANCE, game.rules.text(move), game.rules.dump(state), now, "chance")
        )
    return state, tuple(entries)


def _make_change(
    match: Match, game: AnyGame, state: State, entries: tuple[LogEntry, ...], now: Instant, mover: Seat | None = None
) -> Change:
    """Return the change for new `entries`: whose turn it is in `state`, or the end. `mover` is None for chance."""
    position = game.rules.dump(state)
    status = game.rules.status(state)
    before = {player.seat for player in match.to_act}
    seats = () if isinstance(status, Outcome) else status.seats
    players = tuple(replace(player, to_act=player.seat in seats) for player in match.players)
    fresh = replace(match, position=position, ply=match.ply + len(entries), turn=match.revision, players=players)
    if isinstance(status, Outcome):
        return Change(end(fresh, status, now), entries)
    if game.info.multi_step and before == set(status.seats) and match.turn_began is not None:
        return Change(fresh, entries)
    fresh = _add_increment(fresh, mover)
    others_go_on = mover in before and before - {mover} == set(status.seats)
    return Change(keep_clock(fresh, now) if others_go_on else start_clock(fresh, now), entries)


def charge_clock(match: Match, now: Instant) -> Match:
    """Subtract the time since the turn began from the clocks of all seats that are to act (blitz)."""
    if match.time.kind != "blitz" or match.turn_began is None:
        return match
    spent = max(0, now - match.turn_began)
    players = tuple(replace(p, clock=max(0, (p.clock or 0) - spent)) if p.to_act else p for p in match.players)
    return replace(match, players=players, turn_began=max(now, match.turn_began))


def _add_increment(match: Match, mover: Seat | None) -> Match:
    """Add the increment to the clock of the seat whose turn is over (blitz)."""
    if match.time.kind != "blitz" or mover is None:
        return match
    return match.with_player(mover, clock=(match.players[mover].clock or 0) + match.time.step)

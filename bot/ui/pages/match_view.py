"""A match as it is shown: the table with names and clocks, and the last move in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.clock import HOUR, MINUTE, Instant
from bot.match.model import LogEntry, Match, Player, Stage, UserId
from bot.match.names import names_at, names_of, side_name
from bot.match.play import game_of, state_of
from bot.match.turns import ToldTurn, describe_entry, turn_start
from bot.ui.i18n.language import Language
from bot.ui.limits import clip
from bot.ui.pages.card import drawn_result, final_strip
from games.core.description import MoveDescription, join_steps
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import fill_names, first_sentence
from games.core.status import CHANCE, Seat
from games.core.table import Area, Mark, Panel, Table


@dataclass(frozen=True, slots=True)
class Last:
    """The last move or turn: its last entry, its maker, words and marks, and its number.

    `missed` are the turns before it that no board has told; `again`: a board above has told it.
    """

    entry: LogEntry
    description: MoveDescription
    number: int = 0
    missed: MissedTurns | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class MissedTurns:
    """Turns that no board has described: the number of the first, the number after the last, and the newest ones."""

    first: int
    end: int
    turns: tuple[Last, ...]


_MOST_MISSED = 10
"""The most missed turns that are described in words."""


def last_move(match: Match, log: list[LogEntry]) -> Last | None:
    """Return the newest entry of a seat in `log`, the tail of the log with the entry before it if there is one."""
    entry = next((entry for entry in reversed(log) if entry.seat != CHANCE), None)
    if entry is None:
        return None
    return Last(entry, describe_entry(match, entry, log))


def last_turn(match: Match, log: list[LogEntry], told: ToldTurn) -> Last | None:
    """Return the turn that a board describes, with all its steps; `log` holds its entries and the one before."""
    steps = [
        one
        for ply in range(told.first, told.last + 1)
        if (one := last_move(match, [entry for entry in log if ply - 1 <= entry.ply <= ply])) is not None
    ]
    if not steps:
        return None
    return Last(steps[-1].entry, join_steps([step.description for step in steps]), told.number)


def newest_missed(turns: Sequence[ToldTurn]) -> Sequence[ToldTurn]:
    """Return the missed turns that are described in words."""
    return turns[-_MOST_MISSED:]


def with_missed(last: Last | None, match: Match, log: list[LogEntry], turns: Sequence[ToldTurn]) -> Last | None:
    """Return the last turn with the missed turns before it; `log` holds the newest of these and the one before."""
    if last is None or not turns:
        return last
    found = [last_turn(match, log, one) for one in newest_missed(turns)]
    words = tuple(one for one in found if one is not None)
    return replace(last, missed=MissedTurns(turns[0].number, turns[-1].number + 1, words))


def turn_before(match: Match, log: Sequence[LogEntry], ply: int) -> Last | None:
    """Return the newest, perhaps unfinished turn of the first `ply` entries; `log` holds these and the one before."""
    before = [entry for entry in log if entry.ply < ply]
    last = next((entry.ply for entry in reversed(before) if entry.seat != CHANCE), None)
    if last is None:
        return None
    return last_turn(match, before, ToldTurn(0, turn_start(match, before, last), last, ply))


_BY = {"timeout": gettext("AI moved: {name} ran out of time"), "moderator": gettext("played by a moderator")}
"""Notes on moves that the player did not make."""
MOST_NOTED = 120
"""The longest such note in characters; a name of 32 fits."""


def maker_note(match: Match, entry: LogEntry, language: Language) -> str:
    """Return in brackets who made a move for the seat's player; empty if the player did."""
    note = _BY.get(entry.by)
    return f"({language(note.with_values({'name': names_at(match, entry)[entry.seat]}))})" if note else ""


_NAME = 20
"""The longest name below the picture, so that the move is not truncated."""


def with_players(table: Table, match: Match, now: Instant, last: Last | None, language: Language) -> Table:
    """Return the table with names, clocks, whose turn it is and the last move, in this language."""
    is_aborted = match.stage is Stage.ABORTED and match.outcome is not None
    is_over = is_aborted or any(player.place is not None for player in match.players)
    called = names_of(match)
    players = tuple(
        replace(
            strip,
            name=language(called[strip.seat]),
            side="" if match.hot_seat else side_name(match, strip.seat),
            clock=clock_text(match, match.players[strip.seat], now),
            active=match.players[strip.seat].to_act,
            place=match.players[strip.seat].place,
        )
        for strip in (map(final_strip, table.players) if is_over else table.players)
    )
    result = drawn_result(match, language) if is_over else ""
    counted = table if last is None else with_turn_number(table, last.number)
    shown = with_words(replace(counted, players=players, result=result), language)
    if last is None:
        return shown
    names = [clip(language(name), _NAME) for name in names_at(match, last.entry)]
    words = fill_names(last.description.words, names)
    headline = language(first_sentence(words))
    return replace(shown, headline=headline, story=language(words)).with_marks(*last.description.marks)


def with_last_faded(table: Table, last: Last | None) -> Table:
    """Return the table while composing, with the others' last move still faintly visible."""
    return table if last is None else table.with_faded_move(last.description.marks)


def with_turn_number(table: Table, number: int) -> Table:
    """Return the table with the same turn number in its caption as in the message around it (0: none)."""
    caption = table.caption
    if not number or not isinstance(caption, Message) or "turn" not in caption.values:
        return table
    return replace(table, caption=caption.with_values({**caption.values, "turn": number}))


def with_words(table: Table, language: Language) -> Table:
    """Return the table with all its texts in this language."""
    players = tuple(
        replace(
            strip,
            name=_name(strip.name, language),
            side=language(strip.side),
            score=language(strip.score),
            score_words=language(strip.score_words),
            note=language(strip.note),
            clock=language(strip.clock),
        )
        for strip in table.players
    )
    panels = tuple(_panel(panel, language) for panel in table.panels)
    areas = tuple(replace(area, title=language(area.title)) if area.title else area for area in table.areas)
    marks = tuple(replace(mark, text=language(mark.text)) if mark.text else mark for mark in table.marks)
    caption, headline = language(table.caption), language(table.headline)
    return replace(table, areas=areas, players=players, marks=marks, panels=panels, caption=caption, headline=headline)


def _name(name: str, language: Language) -> str:
    """Return a player's name in this language; the "you" and "me" of a lesson stay known as such."""
    if isinstance(name, Message) and name.context:
        return Message(language(name), name.template, context=name.context)
    return language(name)


def _panel(panel: Panel, language: Language) -> Panel:
    rows = tuple(
        replace(row, items=tuple(replace(item, text=language(item.text)) for item in row.items)) for row in panel.rows
    )
    return replace(panel, title=language(panel.title), rows=rows)


def clock_text(match: Match, player: Player, now: Instant) -> str:
    """Return what the player's clock shows; empty without one."""
    if match.stage is not Stage.LIVE:
        return ""
    if match.time.kind == "blitz" and player.clock is not None:
        spent = now - match.turn_began if player.to_act and match.turn_began is not None else 0
        return _minutes(max(0, player.clock - spent))
    if not player.to_act or match.deadline is None:
        return ""
    return _minutes(match.time.base) if match.time.kind == "bullet" else _rounded_up(max(0, match.deadline - now))


def _minutes(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def _rounded_up(milliseconds: int) -> str:
    """Return a long time rounded up, so that a new board shows three days and not 2d 23h."""
    hours, minutes = -(-milliseconds // HOUR), -(-milliseconds // MINUTE)
    if hours >= 24 and hours % 24 == 0:
        return ngettext("{n} day", "{n} days", hours // 24)
    if hours >= 24:
        return gettext("{days}d {hours}h", days=hours // 24, hours=hours % 24)
    if minutes >= 60:
        return gettext("{hours}h {minutes}m", hours=minutes // 60, minutes=minutes % 60)
    return gettext("{minutes}m", minutes=max(1, minutes))


def board_table(match: Match, viewer: Seat | None) -> Table:
    """Return the table in the current position, as `viewer` sees it."""
    game = game_of(match)
    return game.presenter.table(game.rules.view(state_of(match), viewer), viewer)


def personal_table(match: Match, user: UserId) -> Table:
    """Return the table in the current position as this person sees it, from their first seat or as a spectator."""
    seats = match.seats_of(user)
    return board_table(match, seats[0].seat if seats else None)


def flip(table: Table) -> Table:
    """Return the table with its boards seen from the other side."""
    return replace(table, areas=tuple(_turn_area(area) if area.place == "board" else area for area in table.areas))


def _turn_area(area: Area) -> Area:
    columns, rows = zip(*(cell.at for cell in area.cells), strict=True)
    right, top = min(columns) + max(columns), min(rows) + max(rows)
    cells = tuple(replace(cell, at=(right - cell.at[0], top - cell.at[1])) for cell in area.cells)
    turned = not area.turned
    return replace(area, cells=cells, columns=area.columns[::-1], rows=area.rows[::-1], turned=turned)


def advice_marks(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the marks of a hint: its move is shown as advice, what it endangers or links as such."""
    made = ("from", "last")
    return tuple(replace(mark, kind="hint") if mark.kind in made else mark for mark in marks if mark.cells)

"""Replaying a match, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.match.model import LogEntry, Match
from bot.match.names import with_names
from bot.match.play import game_of
from bot.match.reviews import JudgedTurn, can_be_reviewed
from bot.match.turn_draft import is_drafted
from bot.match.turns import count_turns, ply_after, turn_start
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.pages.card import result, title
from bot.ui.pages.match_view import MOST_NOTED, maker_note, turn_before, with_players, with_turn_number
from bot.ui.pages.review import judgement, shared_by
from bot.ui.pages.turn_lines import MOST_WORDS
from games.core.status import Seat
from games.core.table import Table


def frame(match: Match, log: Sequence[LogEntry], seats: Sequence[Seat], ply: int, language: Language) -> Table:
    """Return the table after the first `ply` entries, as spectators saw it, with the whole board.

    `log` holds the entries before, `seats` are those of all entries.
    """
    game = game_of(match)
    if ply == 0:
        state = game.rules.start(len(match.players), match.options)
    else:
        state = game.rules.load(next(entry.position for entry in log if entry.ply == ply - 1), match.options)
    over = ply >= match.ply
    shown_now = match.players if over else tuple(replace(p, to_act=False, place=None) for p in match.players)
    players = tuple(replace(p, clock=None) for p in shown_now)
    then = replace(match, players=players, deadline=None, outcome=match.outcome if over else None)
    shown = turn_before(then, log, ply)
    table = replace(game.presenter.table(game.rules.view(state, None), None), whole=True)
    return with_players(with_turn_number(table, count_turns(match, seats[:ply])), then, 0, shown, language)


def stepper(
    match: Match,
    log: Sequence[LogEntry],
    seats: Sequence[Seat],
    ply: int,
    shown: items.Item,
    language: Language,
    judged: JudgedTurn | None = None,
) -> ui.LayoutView:
    """Return the message that steps through a match. `seats` are those of all entries, `judged` is the turn shown."""
    told = "\n".join(
        part for part in (heading(match, log, seats, ply, language), judgement(match, judged, language)) if part
    )
    rows: list[items.Item] = [items.text(told), shown]
    before, after = _neighbours(match, seats[: match.ply], ply)
    steps = (
        (0, "⏮️", language.pgettext("replay", "First")),
        (before, "◀️", language.gettext("Back")),
        (after, "▶️", language.gettext("Next")),
        (match.ply, "⏭️", language.pgettext("replay", "Last")),
    )
    rows.append(
        items.buttons(
            *(_step(match, number, target, icon, label, ply) for number, (target, icon, label) in enumerate(steps)),
            items.button(Click("replay-jump", match.id, 0, str(ply)), language.gettext("Jump")),
        )
    )
    rows.append(
        items.buttons(
            items.button(Click("replay-share", match.id, 0, str(ply)), language.gettext("Share here")),
            items.button(Click("film", match.id, 0, "webp"), language.gettext("Animation")),
            items.button(Click("film", match.id, 0, "gif"), "GIF"),
            items.button(Click("record", match.id), language.gettext("Record")),
            items.button(Click("record-json", match.id), "JSON"),
        )
    )
    if can_be_reviewed(match):
        rows.append(items.buttons(items.button(Click("review", match.id), language.gettext("Review"))))
    return items.layout(*rows)


def _neighbours(match: Match, seats: Sequence[Seat], ply: int) -> tuple[int, int]:
    """Return the numbers of entries one step before and after; a step is an entry, or a turn of several."""
    if not is_drafted(match):
        return max(0, ply - 1), min(match.ply, ply + 1)
    number = count_turns(match, seats[:ply])
    here = ply_after(match, seats, number)
    return ply_after(match, seats, number - 1) if number else 0, here if here > ply else ply_after(
        match, seats, number + 1
    )


def _step(match: Match, number: int, target: int, icon: str, label: str, ply: int) -> ui.Button[ui.LayoutView]:
    # Screen readers read the label. The number keeps custom ids distinct if two buttons lead to the same move.
    made = items.button(Click("replay-to", match.id, 0, f"{target}.{number}"), label, emoji=icon)
    made.disabled = target == ply
    return made


def shared_position(
    match: Match,
    log: Sequence[LogEntry],
    seats: Sequence[Seat],
    ply: int,
    shown: items.Item,
    by: str,
    language: Language,
) -> ui.LayoutView:
    """Return the public message of a shared position, naming who shares it. `seats` are those of all entries."""
    told = f"{heading(match, log, seats, ply, language)}\n{shared_by(by, language)}"
    rows: list[items.Item] = [items.text(told), shown]
    rows.append(
        items.buttons(items.button(Click("replay-open", match.id, 0, str(ply)), language.gettext("Replay from here")))
    )
    return items.layout(*rows)


def film_heading(match: Match, language: Language) -> str:
    """Return the heading of an animation: the match and its result, as Markdown."""
    lines = [f"### {title(match, language)}"]
    return "\n".join([*lines, f"**{result(match, language)}**"] if match.outcome is not None else lines)


def heading(match: Match, log: Sequence[LogEntry], seats: Sequence[Seat], ply: int, language: Language) -> str:
    """Return what happened at this move, as Markdown. Moves are numbered as on the boards: whole turns, no deals."""
    number, last = count_turns(match, seats[:ply]), count_turns(match, seats[: match.ply])
    lines = [f"### {title(match, language)}", language.gettext("Turn {turn} of {all}", turn=number, all=last)]
    shown = turn_before(match, log, ply)
    if shown is not None:
        words = plain(language(with_names(match, shown.description.words, shown.entry)), MOST_WORDS)
        by = plain(maker_note(match, shown.entry, language), MOST_NOTED)
        first = turn_start(match, log, shown.entry.ply)
        text = " ".join(entry.text for entry in log if first <= entry.ply <= shown.entry.ply)
        lines.append(f"{words} {by}. `{text}`" if by else f"{words}. `{text}`")
    if ply == match.ply and match.outcome is not None:
        lines.append(f"**{result(match, language)}**")
    return "\n".join(lines)

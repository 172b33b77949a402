"""What tournaments, their formats, points, standings and pairings are called on screen."""

from __future__ import annotations

from typing import Final

from babel.numbers import format_decimal

import games
from bot.club.events.model import WIN, Format, Pairing, Terms, Tournament
from bot.club.events.progress import table_of
from bot.match.clock import read_time
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from games.core.i18n import Message, gettext, ngettext

LINES: Final = 16
"""The most lines of standings or pairings shown as text."""


def format_words(format_: Format, number: int) -> Message:
    """Return the name of a format; `number` is the rounds of a Swiss tournament or the minutes of an arena."""
    match format_:
        case Format.MINI_CUP:
            return gettext("Mini cup")
        case Format.SWISS:
            return gettext("Swiss, {rounds} rounds", rounds=number)
        case Format.KNOCKOUT:
            return gettext("Knockout")
        case Format.ARENA:
            return ngettext("Arena, {n} minute", "Arena, {n} minutes", number)
        case Format.LADDER:
            return gettext("Ladder")
        case Format.LEAGUE:
            return gettext("League")


def people_words(tournament: Tournament, language: Language) -> str:
    """Return how many take part: in an arena including paused players, on a ladder those on it."""
    staying = sum(entrant.left is None for entrant in tournament.entrants)
    paused = len(tournament.entrants) - staying
    if tournament.terms.format is not Format.ARENA or not paused:
        return language.ngettext("{n} player", "{n} players", staying)
    return language.ngettext(
        "{n} player, {paused} paused", "{n} players, {paused} paused", len(tournament.entrants), paused=paused
    )


def kind_words(terms: Terms) -> Message:
    """Return the name of a tournament's format."""
    return format_words(terms.format, terms.minutes or terms.rounds)


def title(tournament: Tournament, language: Language) -> str:
    """Return a tournament's name as plain text: its own, or its format and game."""
    terms = tournament.terms
    game = games.find(terms.game).info.title
    kind = language(kind_words(terms))
    return terms.name or f"{kind} · {game}"


def description(tournament: Tournament, language: Language) -> str:
    """Return the description for the server's list of events: what is played, how, and how to take part."""
    terms = tournament.terms
    said = [games.find(terms.game).info.title, language(kind_words(terms)), language(read_time(terms.time).words())]
    return f"{' · '.join(said)}\n{language.gettext('Press Join on its card to take part.')}"


def points_words(points: int, seats: int) -> str:
    """Return points as text: ½ for a draw; at larger tables, 3 for the first of four."""
    if seats > 2:
        return f"{points / (WIN // 3):.2f}".rstrip("0").rstrip(".")
    whole, half = divmod(points, WIN)
    return (f"{whole}½" if whole else "½") if half else str(whole)


def sonneborn_words(points: int, language: Language) -> str:
    """Return the Sonneborn-Berger score as text, in quarters for duels."""
    whole, quarter = divmod(4 * points, 4 * WIN**2)
    if quarter % WIN**2:
        return format_decimal(points / WIN**2, format="0.##", locale=language.code)
    part = ("", "¼", "½", "¾")[quarter // WIN**2]
    return f"{whole}{part}" if whole or not part else part


def ranks_by_points(tournament: Tournament) -> bool:
    """Whether places depend on points, unlike on a ladder or in a knockout."""
    return tournament.terms.format not in {Format.LADDER, Format.KNOCKOUT}


def standings_text(tournament: Tournament, language: Language) -> str:
    """Return the first places with points and tie-breaks, as Markdown."""
    seats = tournament.terms.seats
    lines = []
    for line in table_of(tournament)[:LINES]:
        said = f"{line.place}. {plain(language(line.entrant.name))}"
        if line.entrant.division:
            said += " · " + language.gettext("Division {n}", n=line.entrant.division)
        said += f" · **{points_words(line.points, seats)}**" if ranks_by_points(tournament) else ""
        if line.buchholz:
            said += " · " + language.gettext("Buchholz {points}", points=points_words(line.buchholz, seats))
        if line.entrant.left is not None:
            said += " · " + language.gettext("dropped out")
        lines.append(said.replace(". ", "\\. ", 1))
    return "\n".join(lines) or "–"


def pairing_line(tournament: Tournament, pairing: Pairing, language: Language) -> str:
    """Return a pairing and its result."""
    names = [plain(language(tournament.by_number(number).name)) for number in pairing.entrants]
    if len(names) == 1:
        return language.gettext("{player} has a bye", player=names[0])
    said = " – ".join(names)
    if pairing.scores is not None:
        seats = tournament.terms.seats
        said += " · " + " – ".join(points_words(score, seats) for score in pairing.scores)
    return said

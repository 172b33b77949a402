"""Tournaments on screen: the card, the notices of a round, the list, the window that makes one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

import games
from bot.club.events.entries import FEWEST, MOST
from bot.club.events.model import (
    WIN,
    Entrant,
    Format,
    Notice,
    Pairing,
    Terms,
    Tournament,
    TournamentStage,
)
from bot.club.events.progress import table_of
from bot.club.events.store import Listed
from bot.match.challenges import Person
from bot.match.clock import OFFERED, read_time
from bot.match.model import UserId
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import harmless, mention, plain, relative
from bot.ui.i18n.language import Language
from games.core.game import AnyGame
from games.core.i18n import Message, gettext, ngettext

NAME, KIND, GAME, TIME, SIZE = "name", "kind", "game", "time", "size"
"""The fields of the window that makes a tournament."""
KINDS: Final[dict[str, tuple[Format, int]]] = {
    "mini_cup": (Format.MINI_CUP, 0),
    "swiss5": (Format.SWISS, 5),
    "swiss6": (Format.SWISS, 6),
    "swiss7": (Format.SWISS, 7),
    "knockout": (Format.KNOCKOUT, 0),
    "arena30": (Format.ARENA, 30),
    "arena60": (Format.ARENA, 60),
    "arena120": (Format.ARENA, 120),
    "ladder": (Format.LADDER, 0),
    "league": (Format.LEAGUE, 0),
}
"""The formats on offer, with the rounds of a Swiss tournament or the minutes of an arena."""
_JOINED_LATER = {Format.SWISS, Format.ARENA, Format.LADDER, Format.LEAGUE}
_LINES = 16
"""So many lines of standings or pairings are shown as text."""
_STAGES = {
    TournamentStage.OPEN: gettext("open"),
    TournamentStage.RUNNING: gettext("running"),
    TournamentStage.OVER: gettext("over"),
    TournamentStage.CANCELLED: gettext("called off"),
}


def format_words(format_: Format, number: int) -> Message:
    """The name of a format; `number` counts the rounds of a Swiss tournament, the minutes of an arena."""
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


def kind_words(terms: Terms) -> Message:
    """The name of the format of a tournament."""
    return format_words(terms.format, terms.minutes or terms.rounds)


def title(tournament: Tournament, language: Language) -> str:
    """The name of a tournament as plain text: its own, or its format and game."""
    terms = tournament.terms
    game = games.find(terms.game).info.title
    kind = language(kind_words(terms))
    return terms.name or f"{kind} · {game}"


def points_words(points: int, seats: int) -> str:
    """Points as they are written: ½ for a draw; at tables of more than two, three for the first place of four."""
    if seats > 2:
        return f"{points / (WIN // 3):.2f}".rstrip("0").rstrip(".")
    whole, half = divmod(points, WIN)
    return (f"{whole}½" if whole else "½") if half else str(whole)


# ---------------------------------------------------------------------- the card


def card(tournament: Tournament, picture: items.Item | None, language: Language) -> ui.LayoutView:
    """What a tournament is, who takes part and who leads, with what can be done about it."""
    lines = [f"### {plain(title(tournament, language), 80)}", _details(tournament, language)]
    lines += _state(tournament, language)
    rows: list[items.Item] = [items.text("\n".join(lines))]
    if picture is not None:
        rows.append(picture)
    elif has_table(tournament):
        rows.append(items.text(standings_text(tournament, language)))
    buttons = _controls(tournament, language)
    return items.layout(*rows, *([items.buttons(*buttons)] if buttons else []))


def _details(tournament: Tournament, language: Language) -> str:
    terms = tournament.terms
    parts = [
        games.find(terms.game).info.title,
        language(kind_words(terms)),
        language(read_time(terms.time).words()),
        language.gettext("rated") if terms.rated else language.gettext("unrated"),
    ]
    if terms.seats > 2:
        parts.append(language.gettext("tables of up to {seats}", seats=terms.seats))
    if terms.winner_role is not None:
        parts.append(language.gettext("the winner gets {role}", role=f"<@&{terms.winner_role}>"))
    if terms.round_hours is not None:
        parts.append(
            language.ngettext("{n} hour for a round", "{n} hours for a round", terms.round_hours, n=terms.round_hours)
        )
    return " · ".join(parts)


def _state(tournament: Tournament, language: Language) -> list[str]:
    staying = [entrant for entrant in tournament.entrants if entrant.left is None]
    names = language.join_list([plain(entrant.name) for entrant in staying[:40]]) if staying else "–"
    lines = [language.gettext("Host: {host}", host=plain(tournament.host_name))]
    if tournament.stage is TournamentStage.OPEN:
        taking_part = language.gettext(
            "**{count} of {size}** take part: {names}", count=len(staying), size=tournament.terms.size, names=names
        )
        return [*lines, taking_part, language(_rules(tournament))]
    if tournament.stage is TournamentStage.CANCELLED:
        return [*lines, language.gettext("**Called off.** Matches that have begun go on as ordinary ones.")]
    if tournament.stage is TournamentStage.OVER:
        first = [line for line in table_of(tournament) if line.place == 1 and line.entrant.division <= 1]
        winners = language.join_list([plain(line.entrant.name) for line in first])
        return [*lines, language.gettext("**Over.** First place: {names}", names=winners)]
    open_ = len(tournament.unfinished)
    if tournament.terms.format in {Format.ARENA, Format.LADDER}:
        return [*lines, *_going_on(tournament, len(staying), open_, language)]
    lines.append(
        language.ngettext(
            "**Round {round} of {rounds}**, {n} match is being played",
            "**Round {round} of {rounds}**, {n} matches are being played",
            open_,
            round=tournament.round - tournament.season_start,
            rounds=tournament.terms.rounds,
        )
    )
    if tournament.season:
        lines.append(language.gettext("Season {n}", n=tournament.season))
    if tournament.deadline is not None:
        lines.append(language.gettext("The round ends {when}.", when=relative(tournament.deadline)))
    return lines


def _going_on(tournament: Tournament, people: int, playing: int, language: Language) -> list[str]:
    """How an arena or a ladder stands, in which there are no rounds."""
    here = language.ngettext("**{n} player**", "**{n} players**", people)
    matches = language.ngettext("{n} match is being played", "{n} matches are being played", playing)
    lines = [f"{here} · {matches}", language(_rules(tournament))]
    if tournament.deadline is not None:
        lines.append(language.gettext("The arena ends {when}.", when=relative(tournament.deadline)))
    return lines


def has_table(tournament: Tournament) -> bool:
    """Whether there is something to show: pairings, or places on a ladder."""
    return bool(tournament.pairings) or (tournament.terms.format is Format.LADDER and bool(tournament.entrants))


def _rules(tournament: Tournament) -> Message:
    match tournament.terms.format:
        case Format.MINI_CUP:
            return gettext("Everybody plays everybody. It starts by itself when it is full, or when the host says so.")
        case Format.SWISS:
            return gettext(
                "Who stands alike plays each other, nobody twice. You can join late, and drop out. "
                "Ties: Buchholz, Sonneborn-Berger, direct encounter."
            )
        case Format.KNOCKOUT:
            return gettext(
                "Two matches in each round, with sides swapped. At 1–1 a third one decides, which the lower seed "
                "begins; if that is drawn, the higher seed goes on."
            )
        case Format.ARENA:
            return gettext(
                "Whoever is free is paired at once. A win is 2 points, a draw 1; after two wins in a row all counts "
                "double until you don't win. Come and go as you like."
            )
        case Format.LADDER:
            return gettext(
                "Challenge somebody up to three places above you. If you win you take their place; who does not "
                "answer in time loses it. Newcomers begin at the bottom."
            )
        case Format.LEAGUE:
            return gettext(
                "Divisions of 4 to 8, in which everybody plays everybody. Then the first go up, the last go down, and "
                "the next season begins by itself. Who joins later plays from the next season on."
            )


def _controls(tournament: Tournament, language: Language) -> list[items.Button]:
    number = str(tournament.id)
    join = items.button(Click("tournament-join", rest=number), language.gettext("Join"), Style.success)
    leave = items.button(Click("tournament-leave", rest=number), language.gettext("Leave"))
    table = items.button(Click("tournament-table", rest=number), language.gettext("Standings"))
    cancel = items.button(Click("tournament-cancel", rest=number), language.gettext("Call off"), Style.danger)
    if tournament.stage is TournamentStage.OPEN:
        start = items.button(Click("tournament-start", rest=number), language.gettext("Start"), Style.primary)
        return [join, leave, start, cancel]
    if tournament.stage is TournamentStage.RUNNING:
        late = [join] if tournament.terms.format in _JOINED_LATER else []
        if tournament.terms.format is Format.LADDER:
            challenge = Click("tournament-above", rest=number)
            late.append(items.button(challenge, language.gettext("Challenge"), Style.primary))
        return [*late, leave, table, cancel]
    return [table] if tournament.pairings else []


def above(tournament: Tournament, free: Sequence[Entrant], language: Language) -> ui.LayoutView:
    """Whom one may challenge on a ladder, to choose from."""
    places = {line.entrant.number: line.place for line in table_of(tournament)}
    options = [items.option(str(one.number), f"{places[one.number]}. {one.name}"[:100]) for one in free]
    menu = items.menu(
        Click("tournament-rung", rest=str(tournament.id)), language.gettext("Whom do you challenge?"), options
    )
    return items.layout(items.text(language.gettext("The match begins at once. Who is challenged moves first.")), menu)


def cancel_question(tournament: Tournament, language: Language) -> ui.LayoutView:
    """Whether it is meant: the button repeats the deed."""
    asked = language.gettext(
        "Call {name} off? Matches that have begun go on as ordinary ones.",
        name=plain(title(tournament, language), 80),
    )
    sure = items.button(Click("tournament-off", rest=str(tournament.id)), language.gettext("Call off"), Style.danger)
    return items.layout(items.text(asked), items.buttons(sure))


# ---------------------------------------------------------------------- standings and rounds


def standings_text(tournament: Tournament, language: Language) -> str:
    """The first places with their points and tie-breaks, as Markdown."""
    seats = tournament.terms.seats
    is_ladder = tournament.terms.format is Format.LADDER
    lines = []
    for line in table_of(tournament)[:_LINES]:
        said = f"{line.place}. {plain(line.entrant.name)}"
        if line.entrant.division:
            said += " · " + language.gettext("Division {n}", n=line.entrant.division)
        said += "" if is_ladder else f" · **{points_words(line.points, seats)}**"
        if line.buchholz:
            said += " · " + language.gettext("Buchholz {points}", points=points_words(line.buchholz, seats))
        if line.entrant.left is not None:
            said += " · " + language.gettext("dropped out")
        lines.append(said.replace(". ", "\\. ", 1))
    return "\n".join(lines) or "–"


def notice(tournament: Tournament, told: Notice, language: Language, asked: Sequence[UserId] = ()) -> ui.LayoutView:
    """Something that the channel is told; a reminder names those who are `asked` to move."""
    head = f"**{plain(title(tournament, language), 80)}**"
    if told.words is not None:
        said = language(harmless(told.words))
        if tournament.stage is TournamentStage.OVER and tournament.pairings:
            said += "\n" + standings_text(tournament, language)
        return items.layout(items.text(f"{head}\n{said}"))
    if told.kind == "reminder":
        return items.layout(items.text("\n".join([head, *_reminder(tournament, asked, language)])))
    pairings = tournament.of_round(told.round)
    lines = [pairing_line(tournament, pairing, language) for pairing in pairings if pairing.game == 1][:_LINES]
    deciding = [pairing for pairing in pairings if pairing.game > 2]
    if deciding:
        lines = [pairing_line(tournament, pairing, language) for pairing in deciding][:_LINES]
    number = told.round - tournament.season_start if told.round > tournament.season_start else told.round
    round_ = language.gettext("Round {n} begins. Your board pings you when it is your move.", n=number)
    return items.layout(items.text("\n".join([head, round_, *lines])))


def _reminder(tournament: Tournament, asked: Sequence[UserId], language: Language) -> list[str]:
    when = relative(tournament.deadline or 0)
    said = language.gettext(
        "Round {n} ends {when}. These matches are still being played:", n=tournament.round, when=when
    )
    lines = [said, *(pairing_line(tournament, pairing, language) for pairing in tournament.unfinished[:_LINES])]
    if asked:
        names = " ".join(mention(user) for user in asked)
        lines.append(
            language.gettext(
                "To move: {names}. What is unfinished then counts as a draw, or as lost for who never moved.",
                names=names,
            )
        )
    return lines


def replacement(tournament: Tournament, entrant: Entrant, substitute: Person, language: Language) -> ui.LayoutView:
    """Somebody is asked to take the place of an entrant: they agree by a button."""
    asked = language.gettext(
        "{substitute}, will you play on for {name} in {tournament}? The points stay with the place.",
        substitute=mention(substitute.user),
        name=plain(entrant.name),
        tournament=plain(title(tournament, language), 80),
    )
    rest = f"{tournament.id}.{entrant.number}.{substitute.user}.{mark(entrant)}"
    agree = items.button(Click("tournament-place", rest=rest), language.gettext("Take the place"), Style.success)
    return items.layout(items.text(asked), items.buttons(agree))


def mark(entrant: Entrant) -> int:
    """A few digits that tell who has a place from who takes it."""
    return (entrant.user or 0) % 1_000_003


def pairing_line(tournament: Tournament, pairing: Pairing, language: Language) -> str:
    """Who plays whom, and what came of it."""
    names = [plain(tournament.by_number(number).name) for number in pairing.entrants]
    if len(names) == 1:
        return language.gettext("{player} has a bye", player=names[0])
    said = " – ".join(names)
    if pairing.scores is not None:
        seats = tournament.terms.seats
        said += " · " + " – ".join(points_words(score, seats) for score in pairing.scores)
    return said


def listed(found: Sequence[Listed], language: Language) -> ui.LayoutView:
    """The tournaments of a server."""
    if not found:
        return items.layout(items.text(language.gettext("No tournaments yet. Make one with /tournament create.")))
    lines = []
    for one in found:
        tournament = one.tournament
        people = language.ngettext("{n} player", "{n} players", one.entrants)
        where = _address(tournament)
        name = plain(title(tournament, language), 80)
        shown = f"[{name}]({where})" if where else name
        lines.append(f"{shown} · {language(_STAGES[tournament.stage])} · {people}")
    return items.layout(items.text("\n".join(lines)))


def _address(tournament: Tournament) -> str | None:
    if tournament.message is None:
        return None
    return f"https://discord.com/channels/{tournament.place.guild}/{tournament.place.channel}/{tournament.message}"


# ---------------------------------------------------------------------- making one


def create_window(offered: Sequence[AnyGame], usual_time: str, rest: str, language: Language) -> ui.Modal:
    """The window that makes a tournament: name, format, game, time, size. `rest` comes back with it."""
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=NAME, required=False, max_length=60)
    kinds = [items.option(key, language(format_words(*kind)), chosen=key == "mini_cup") for key, kind in KINDS.items()]
    kind: ui.Select[ui.Modal] = ui.Select(custom_id=KIND, options=kinds, required=True)
    which: list[discord.SelectOption] = [items.option(one.info.key, one.info.title) for one in offered[:25]]
    game: ui.Select[ui.Modal] = ui.Select(custom_id=GAME, options=which, required=True)
    times = [items.option(text, language(read_time(text).words()), chosen=text == usual_time) for text in OFFERED]
    time: ui.Select[ui.Modal] = ui.Select(custom_id=TIME, options=times, required=True)
    size: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=SIZE, default="8", min_length=1, max_length=3)
    limits = language.gettext(
        "{least} to {most}; a mini cup has at most 8 and starts when it is full.", least=FEWEST, most=MOST
    )
    return items.form(
        Click("tournament-form", rest=rest),
        language.gettext("New tournament"),
        (language.gettext("Name"), language.gettext("Empty: the format and the game."), name),
        (language.gettext("Format"), "", kind),
        (language.gettext("Which game?"), "", game),
        (language.gettext("Time per move"), "", time),
        (language.gettext("How many players?"), limits, size),
    )

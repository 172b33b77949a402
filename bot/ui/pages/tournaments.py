"""Tournaments on screen: the card with its controls, and the list."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

import games
from bot.club.events.model import Entrant, Format, Tournament, TournamentStage
from bot.club.events.progress import table_of, winners
from bot.club.events.store import TournamentSummary
from bot.club.events.substitutes import mark_of
from bot.match.challenges import Person
from bot.match.clock import read_time
from bot.match.model import UserId
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import mention, moment, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.pages.tournament_words import kind_words, people_words, standings_text, title
from games.core.i18n import Message, gettext

_JOINED_LATER = {Format.SWISS, Format.ARENA, Format.LADDER, Format.LEAGUE}
_STAGES = {
    TournamentStage.OPEN: gettext("open"),
    TournamentStage.RUNNING: gettext("running"),
    TournamentStage.OVER: gettext("over"),
    TournamentStage.CANCELLED: gettext("called off"),
}


def card(
    tournament: Tournament,
    picture: items.Item | None,
    language: Language,
    controls: Sequence[items.Button] | None = None,
) -> ui.LayoutView:
    """Return a tournament's card: terms, participants, leaders and controls, by default those for everybody."""
    lines = [f"### {plain(title(tournament, language), 80)}", _details(tournament, language)]
    lines += _state(tournament, language)
    rows: list[items.Item] = [items.text("\n".join(lines))]
    if picture is not None:
        rows.append(picture)
    elif has_table(tournament):
        rows.append(items.text(standings_text(tournament, language)))
    buttons = _controls(tournament, language) if controls is None else controls
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
        role = f"<@&{terms.winner_role}>"
        if terms.format is Format.LEAGUE:
            parts.append(language.gettext("the winner of each season gets {role}", role=role))
        else:
            parts.append(language.gettext("the winner gets {role}", role=role))
    if terms.round_hours is not None:
        parts.append(_round_length(terms.round_hours, language))
    return " · ".join(parts)


def _round_length(hours: int, language: Language) -> str:
    """Return the longest time for a round, in whole days if possible."""
    days, rest = divmod(hours, 24)
    if rest:
        return language.ngettext("at most {n} hour a round", "at most {n} hours a round", hours)
    return language.ngettext("at most {n} day a round", "at most {n} days a round", days)


def _state(tournament: Tournament, language: Language) -> list[str]:
    staying = [entrant for entrant in tournament.entrants if entrant.left is None]
    names = language.join_list([plain(language(entrant.name)) for entrant in staying[:40]])
    lines = [language.gettext("Host: {host}", host=plain(language(tournament.host_name)))]
    if tournament.stage is TournamentStage.OPEN:
        taking_part = language.ngettext(
            "**{n} of {size}** takes part: {names}",
            "**{n} of {size}** take part: {names}",
            len(staying),
            size=tournament.terms.size,
            names=names,
        )
        if not staying:
            taking_part = language.gettext(
                "Nobody has joined yet. There is room for {size}.", size=tournament.terms.size
            )
        starts = [] if tournament.terms.starts is None else [_start(tournament.terms.starts, language)]
        return [*lines, *starts, taking_part, language(_rules(tournament))]
    if tournament.stage is TournamentStage.CANCELLED:
        return [*lines, language.gettext("**Called off.** Matches that have begun go on as ordinary ones.")]
    if tournament.stage is TournamentStage.OVER:
        first = [tournament.by_number(number) for number in winners(tournament)]
        if not first and tournament.terms.format is Format.LADDER:
            return [*lines, language.gettext("**Over.** No challenge was decided.")]
        if not first:
            return [*lines, language.gettext("**Over.** Nobody has earned a point, so nobody is first.")]
        winning = language.join_list([plain(language(entrant.name)) for entrant in first])
        return [*lines, language.gettext("**Over.** First place: {names}", names=winning)]
    open_ = len(tournament.unfinished)
    if tournament.terms.format in {Format.ARENA, Format.LADDER}:
        return [*lines, *_going_on(tournament, open_, language)]
    lines.append(
        language.ngettext(
            "**Round {round} of {rounds}**, {n} match is being played",
            "**Round {round} of {rounds}**, {n} matches are being played",
            open_,
            round=tournament.round - tournament.season_start,
            rounds=tournament.terms.rounds,
        )
    )
    if tournament.terms.format is Format.KNOCKOUT:
        lines.append(language(_rules(tournament)))
    if tournament.season:
        lines.append(language.gettext("Season {n}", n=tournament.season))
    if tournament.deadline is not None:
        lines.append(language.gettext("The round ends {when}.", when=relative(tournament.deadline)))
    return lines


def starts(tournament: Tournament, language: Language) -> str:
    """Return when the tournament starts, for the organiser."""
    planned = tournament.terms.starts
    if planned is None:
        return language.gettext("It starts when you press **Start** on its card.")
    return _start(planned, language)


def _start(starts: int, language: Language) -> str:
    return language.gettext("Starts {when} ({relative})", when=moment(starts), relative=relative(starts))


def _going_on(tournament: Tournament, playing: int, language: Language) -> list[str]:
    """Return the state of an arena or ladder, which have no rounds."""
    matches = language.ngettext("{n} match is being played", "{n} matches are being played", playing)
    lines = [f"**{people_words(tournament, language)}** · {matches}", language(_rules(tournament))]
    if tournament.deadline is not None:
        lines.append(language.gettext("The arena ends {when}.", when=relative(tournament.deadline)))
    return lines


def has_table(tournament: Tournament) -> bool:
    """Whether there is something to show: pairings, or places on a ladder."""
    return bool(tournament.pairings) or (tournament.terms.format is Format.LADDER and bool(tournament.entrants))


def _rules(tournament: Tournament) -> Message:
    match tournament.terms.format:
        case Format.MINI_CUP if tournament.terms.starts is not None:
            return gettext(
                "Everybody plays everybody. It starts at the planned time, or earlier when the host says so."
            )
        case Format.MINI_CUP:
            return gettext("Everybody plays everybody. It starts by itself when it is full, or when the host says so.")
        case Format.SWISS:
            return gettext(
                "Players with equal points meet, nobody twice. You can join late, and drop out. "
                "On equal points: Buchholz, Sonneborn-Berger, direct encounter."
            )
        case Format.KNOCKOUT:
            return gettext(
                "Two matches in each round, with sides swapped. At 1–1 a third one decides: the lower seed "
                "moves first. If that is drawn, the higher seed advances."
            )
        case Format.ARENA:
            return gettext(
                "Whoever is free is paired at once. A win is 2 points, a draw 1. After two wins in a row "
                "everything counts double until you fail to win. Come and go as you like."
            )
        case Format.LADDER:
            return gettext(
                "Challenge somebody up to three places above you. If you win, you take their place. Whoever does "
                "not answer in time loses it. Newcomers begin at the bottom."
            )
        case Format.LEAGUE:
            return gettext(
                "Divisions of 4 to 8, in which everybody plays everybody. Then the top players go up and the bottom "
                "ones down. The next season begins by itself. Whoever joins later plays from the next season on."
            )


def _controls(tournament: Tournament, language: Language) -> list[items.Button]:
    """Return the buttons of the card that everybody sees."""
    match tournament.stage:
        case TournamentStage.OPEN:
            more = items.button(_click("tournament-table", tournament), language.gettext("More"))
            return [_join(tournament, language), _leave(tournament, language), _start_now(tournament, language), more]
        case TournamentStage.RUNNING:
            late = [_join(tournament, language)] if tournament.terms.format in _JOINED_LATER else []
            return [
                *late,
                *_climb(tournament, language),
                _leave(tournament, language),
                _standings(tournament, language),
            ]
        case _:
            return [_standings(tournament, language)] if tournament.pairings else []


def personal_controls(
    tournament: Tournament, user: UserId, language: Language, *, organises: bool
) -> list[items.Button]:
    """Return the buttons that this person can use, for the card that only they see."""
    entrant = tournament.entrant(user)
    takes_part = entrant is not None and entrant.left is None
    buttons: list[items.Button] = []
    if tournament.stage is TournamentStage.RUNNING and takes_part:
        buttons += _climb(tournament, language)
    if tournament.stage in {TournamentStage.OPEN, TournamentStage.RUNNING} and takes_part:
        buttons.append(_leave(tournament, language))
    elif tournament.stage is TournamentStage.OPEN or (
        tournament.stage is TournamentStage.RUNNING and tournament.terms.format in _JOINED_LATER
    ):
        buttons.append(_join(tournament, language))
    if organises and tournament.stage is TournamentStage.OPEN:
        buttons.append(_start_now(tournament, language))
    if organises and tournament.stage in {TournamentStage.OPEN, TournamentStage.RUNNING}:
        click = _click("tournament-cancel", tournament)
        buttons.append(items.button(click, language.gettext("Call off"), Style.danger))
    return buttons


def _click(action: str, tournament: Tournament) -> Click:
    return Click(action, rest=str(tournament.id))


def _join(tournament: Tournament, language: Language) -> items.Button:
    return items.button(_click("tournament-join", tournament), language.gettext("Join"), Style.success)


def _leave(tournament: Tournament, language: Language) -> items.Button:
    return items.button(_click("tournament-leave", tournament), language.gettext("Leave"))


def _start_now(tournament: Tournament, language: Language) -> items.Button:
    return items.button(_click("tournament-start", tournament), language.gettext("Start"), Style.primary)


def _standings(tournament: Tournament, language: Language) -> items.Button:
    return items.button(_click("tournament-table", tournament), language.gettext("Standings"))


def _climb(tournament: Tournament, language: Language) -> list[items.Button]:
    """Return the button to challenge somebody; none unless it is a ladder."""
    if tournament.terms.format is not Format.LADDER:
        return []
    return [items.button(_click("tournament-above", tournament), language.gettext("Challenge"), Style.primary)]


def above(tournament: Tournament, free: Sequence[Entrant], language: Language) -> ui.LayoutView:
    """Return a menu of those whom one may challenge on a ladder."""
    places = {line.entrant.number: line.place for line in table_of(tournament)}
    options = [items.option(str(one.number), f"{places[one.number]}. {language(one.name)}"[:100]) for one in free]
    menu = items.menu(
        Click("tournament-rung", rest=str(tournament.id)), language.gettext("Who do you want to challenge?"), options
    )
    return items.layout(
        items.text(language.gettext("Choose somebody: your match begins at once, and they move first.")), menu
    )


def cancel_question(tournament: Tournament, language: Language) -> ui.LayoutView:
    """Return the confirmation before cancelling, whose button repeats the action."""
    asked = language.gettext(
        "Call {name} off? Matches that have begun go on as ordinary ones.",
        name=plain(title(tournament, language), 80),
    )
    sure = items.button(Click("tournament-off", rest=str(tournament.id)), language.gettext("Call off"), Style.danger)
    return items.layout(items.text(asked), items.buttons(sure))


def replacement(tournament: Tournament, entrant: Entrant, substitute: Person, language: Language) -> ui.LayoutView:
    """Return the message that asks a substitute, who accepts by a button."""
    asked = language.gettext(
        "{substitute}, will you play on for {name} in {tournament}? The points stay with the place.",
        substitute=mention(substitute.user),
        name=plain(language(entrant.name)),
        tournament=plain(title(tournament, language), 80),
    )
    rest = f"{tournament.id}.{entrant.number}.{substitute.user}.{mark_of(entrant)}"
    agree = items.button(Click("tournament-place", rest=rest), language.gettext("Take the place"), Style.success)
    return items.layout(items.text(asked), items.buttons(agree))


def tournament_list(found: Sequence[TournamentSummary], language: Language) -> ui.LayoutView:
    """Return the list of a server's tournaments."""
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

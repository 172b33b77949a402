"""Announcements in the channel of a tournament: a round begins or ends soon, a result, the end."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.club.events.model import Notice, Tournament, TournamentStage
from bot.match.model import UserId
from bot.ui.components import items
from bot.ui.components.markdown import harmless, mention, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.pages.tournament_words import LINES, pairing_line, standings_text, title


def notice(tournament: Tournament, told: Notice, language: Language, asked: Sequence[UserId] = ()) -> ui.LayoutView:
    """Return a notice for the channel; a reminder names those who are `asked` to move."""
    head = f"**{plain(title(tournament, language), 80)}**"
    if told.words is not None:
        said = language(harmless(told.words))
        if tournament.stage is TournamentStage.OVER and tournament.pairings:
            said += "\n" + standings_text(tournament, language)
        return items.layout(items.text(f"{head}\n{said}"))
    if told.kind == "reminder":
        return items.layout(items.text("\n".join([head, *_reminder(tournament, asked, language)])))
    pairings = tournament.of_round(told.round)
    lines = [pairing_line(tournament, pairing, language) for pairing in pairings if pairing.game == 1][:LINES]
    number = told.round - tournament.season_start if told.round > tournament.season_start else told.round
    round_ = language.gettext("Round {n} begins. Your board pings you when it is your move.", n=number)
    deciding = [pairing for pairing in pairings if pairing.game > 2]
    if deciding:
        lines = [pairing_line(tournament, pairing, language) for pairing in deciding][:LINES]
        round_ = language.gettext("Round {n}: after 1–1, a third match decides.", n=number)
    return items.layout(items.text("\n".join([head, round_, *lines])))


def _reminder(tournament: Tournament, asked: Sequence[UserId], language: Language) -> list[str]:
    when = relative(tournament.deadline or 0)
    said = language.gettext(
        "Round {n} ends {when}. These matches are still being played:", n=tournament.round, when=when
    )
    lines = [said, *(pairing_line(tournament, pairing, language) for pairing in tournament.unfinished[:LINES])]
    if asked:
        names = language.join_list(mention(user) for user in asked)
        lines.append(
            language.gettext(
                "To move: {names}. What is unfinished then counts as a draw, or as lost for whoever never moved.",
                names=names,
            )
        )
    return lines

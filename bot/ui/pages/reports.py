"""/report: its modal, what moderators see and answer, the reports in /audit, what the reporter is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ui

from bot.club.reports import MOST_WORDS, Reason, Report
from bot.match.challenges import Person
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import bare, mention, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.pages.acts import mention_moderator
from games.core.i18n import Message, gettext

WHOM, MATCH, REASON, WORDS = "whom", "match", "reason", "words"
"""The fields of the modal."""
REASONS: Mapping[Reason, Message] = {
    "cheating": gettext("cheating"),
    "stalling": gettext("stalling"),
    "insults": gettext("insults"),
    "other": gettext("something else"),
}


def window(code: str, language: Language) -> ui.Modal:
    """Return the modal for a report; `code` is that of the match that is played here, if any."""
    whom: ui.UserSelect[ui.Modal] = ui.UserSelect(custom_id=WHOM, required=False)
    reasons = [items.option(key, language.alone(words), chosen=key == "other") for key, words in REASONS.items()]
    words = items.paragraph(WORDS, MOST_WORDS, least=1)
    return items.form(
        Click("report-form"),
        language.gettext("Report to the moderators"),
        (language.gettext("Who?"), language.gettext("Empty: your opponent in the match, or all of it."), whom),
        (
            language.gettext("Which match?"),
            language.gettext("Its code, such as K7QFM. Empty: it is not about a match."),
            items.line(MATCH, "", code, 20),
        ),
        (
            language.gettext("Why?"),
            language.gettext("In a match across servers, both servers' moderators read it."),
            items.radio(REASON, reasons),
        ),
        (
            language.gettext("What happened?"),
            language.gettext("The moderators read it, with your name. Nobody else does."),
            words,
        ),
    )


def tell_reporter(reports: Sequence[Report], language: Language) -> ui.LayoutView:
    """Return the confirmation for the reporter."""
    lines = [f"## {language.gettext('Reported')}", f"**{_subject(reports[0], language)}**"]
    lines.append(
        language.gettext("The moderators of this server see it, and those of the other server.")
        if len(reports) > 1
        else language.gettext("The moderators of this server see it.")
    )
    lines.append(
        language.gettext(
            "I'll message you when one of them has looked at it. To be left alone by somebody from now on, use /block."
        )
    )
    return items.layout(items.text("\n".join(lines)))


def moderators_view(report: Report, language: Language) -> ui.LayoutView:
    """Return a report as moderators see it, with its answer or the buttons to answer."""
    rows: list[items.Item] = [items.text("\n".join([f"### {language.gettext('Report')}", *_lines(report, language)]))]
    if report.answer is None:
        done = items.button(
            Click("report-answer", rest=f"done.{report.id}"), language.pgettext("a report", "Done"), Style.primary
        )
        nothing = items.button(
            Click("report-answer", rest=f"nothing.{report.id}"), language.gettext("No action needed")
        )
        rows.append(items.buttons(done, nothing))
    return items.layout(*rows)


def section(reports: Sequence[Report], language: Language, most: int) -> list[items.Item]:
    """Return the section of /audit about reports, with a menu to answer open ones; empty if there are none.

    Of what each tells there are at most `most` letters.
    """
    if not reports:
        return []
    entries = ["\n".join([relative(one.at), *_lines(one, language, most)]) for one in reports]
    rows: list[items.Item] = [items.text("\n\n".join([f"### {language.gettext('Reports')}", *entries]))]
    options = [
        items.option(str(one.id), language.alone(REASONS[one.reason]), bare(one.words))
        for one in reports
        if one.answer is None
    ]
    if options:
        rows.append(items.menu(Click("report-show"), language.gettext("Answer a report …"), options))
    return rows


def letter(report: Report, server: str, language: Language) -> ui.LayoutView:
    """Return the message to the reporter after a moderator has answered; `server` is their own server's name."""
    if report.stranger == "reporter":
        who = language.gettext("The moderators of the other server have looked at your report.")
    elif server:
        who = language.gettext("The moderators of {server} have looked at your report.", server=plain(server))
    else:
        who = language.gettext("The moderators have looked at your report.")
    return items.layout(items.text(f"{who} {language.gettext('Thank you.')}\n-# {_subject(report, language)}"))


def _lines(report: Report, language: Language, most: int = MOST_WORDS) -> list[str]:
    """Return a report in lines: who reports whom and why, and the answer."""
    reporter = _name(report.reporter, is_stranger=report.stranger == "reporter")
    said = language.gettext("{name} reports: {subject}", name=reporter, subject=_subject(report, language))
    lines = [f"**{said}**", f"> {plain(report.words, most)}"]
    if report.answered_by is not None and report.answered_at is not None:
        values = {
            "moderator": mention_moderator(report.answered_by, language),
            "when": relative(report.answered_at),
        }
        answered = (
            language.gettext("Done by {moderator} {when}.", **values)
            if report.answer == "done"
            else language.gettext("No action needed, says {moderator} {when}.", **values)
        )
        lines.append(f"-# {answered}")
    return lines


def _subject(report: Report, language: Language) -> str:
    """Return the subject of a report and its reason."""
    is_stranger = report.stranger == "reported"
    whom = [] if report.reported is None else [_name(report.reported, is_stranger=is_stranger)]
    match = [language.gettext("match #{code}", code=report.code)] if report.code else []
    return " · ".join([*whom, *match, language(REASONS[report.reason])])


def _name(person: Person, *, is_stranger: bool) -> str:
    """Mention a person, or name one on another server or whose data was deleted."""
    return plain(person.name) if is_stranger or not person.user else mention(person.user)

"""Members' reports to a server's moderators, about a person or a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from bot.match.challenges import Person
from bot.match.clock import DAY, Instant
from bot.match.errors import MatchError, NotAllowed, NotFound, Refused
from bot.match.model import Match, MatchId, UserId
from bot.match.service import MatchService
from bot.match.sides import guilds_of, seen_by_player, seen_in
from games.core.i18n import gettext

Reason = Literal["cheating", "stalling", "insults", "other"]
Answer = Literal["done", "nothing"]
"""A moderator's answer to a report: done, or nothing to do."""
Stranger = Literal["reporter", "reported"]
"""Which of the two is a member of the other server, in a match across servers."""
MOST_WORDS = 500
"""The longest text of a report, in characters."""
MOST_A_DAY = 5
"""The number of reports that a person may make within 24 hours."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report to the moderators of a server (`guild`), and its answer.

    `reported` is None if it is about a match as a whole. `code` is that of the match. Of a match across servers the
    moderators of the other server get a report of their own, in which the `stranger` is the reporter.
    `channel` and `message` are where the moderation log shows it, as it is now if `shown`. `told` says that there is
    no answer of which the reporter is still to hear.
    """

    guild: int
    reporter: Person
    reason: Reason
    words: str
    at: Instant
    reported: Person | None = None
    match: MatchId | None = None
    code: str = ""
    stranger: Stranger | None = None
    answer: Answer | None = None
    answered_by: UserId | None = None
    answered_at: Instant | None = None
    channel: int | None = None
    message: int | None = None
    shown: bool = False
    told: bool = True
    id: int = 0


class ReportStore(Protocol):
    """The store of reports."""

    async def add(self, reports: Sequence[Report]) -> Sequence[Report]:
        """Store what one person reports, with ids. Raises what `must_be_allowed` raises; nothing is stored then."""
        ...

    async def get(self, report: int) -> Report | None:
        """Return the report with this id."""
        ...

    async def answer(self, report: int, answer: Answer, moderator: UserId, now: Instant) -> bool:
        """Store the answer; False if there is one already."""
        ...

    async def on_server(self, guild: int, hidden_from: UserId, limit: int) -> Sequence[Report]:
        """Return a server's reports that are not about this person: open ones, oldest first, then the others."""
        ...

    async def find_untold(self, limit: int = 50) -> Sequence[Report]:
        """Return reports that the log does not show correctly, or whose reporter was not told the answer yet."""
        ...

    async def mark_posted(self, report: Report) -> None:
        """Store where the report is shown and who was told, unless it was answered meanwhile."""
        ...


def find_reported(match: Match, reporter: UserId, named: Person | None) -> Person | None:
    """Return the person reported: the named one, else the only opponent. Raises Refused."""
    if named is not None:
        if not match.seats_of(named.user):
            raise Refused(
                gettext(
                    "{name} doesn't play in match #{code}. Leave one of them out.", name=named.name, code=match.code
                )
            )
        return named
    others = [player for player in match.players if player.user not in {None, reporter}]
    if len(others) != 1 or not match.seats_of(reporter) or others[0].user is None:
        return None
    return Person(others[0].user, others[0].name)


def address_report(report: Report, match: Match | None) -> list[Report]:
    """Return one report per server concerned; in a match across servers that includes the other player's."""
    if match is None or match.other is None:
        return [report]
    reported = report.reported
    if reported is not None and seen_by_player(match, reported.user).place.guild == report.guild:
        return [report]
    here = replace(report, stranger=None if reported is None else "reported")
    others = sorted(guilds_of(match) - {report.guild})
    return [here, *(replace(report, guild=guild, stranger="reporter") for guild in others)]


def must_be_allowed(report: Report, before: Sequence[Report]) -> None:
    """Raise Refused if the reporter has an open report about the same, or has made too many today.

    `before` are the reporter's reports, those that are open and those of the last day.
    """
    if any(one.answer is None and _subject(one) == _subject(report) for one in before):
        raise Refused(gettext("You have already reported that. I'll message you when a moderator has looked at it."))
    if sum(one.at > report.at - DAY for one in before) >= MOST_A_DAY:
        raise Refused(
            gettext(
                "You have sent {n} reports today, which is the limit. Write to a moderator, or report it tomorrow.",
                n=MOST_A_DAY,
            )
        )


def must_not_be_concerned(report: Report, match: Match | None, moderator: UserId) -> None:
    """Raise NotAllowed for a moderator who made the report, whom it is about, or who plays in its match."""
    people = {report.reporter.user, *([report.reported.user] if report.reported is not None else [])}
    if moderator in people or (match is not None and match.seats_of(moderator)):
        raise NotAllowed(gettext("This is about you: another moderator must decide."))


@dataclass(frozen=True, slots=True)
class Reports:
    """Handles reports and the moderators' answers."""

    store: ReportStore
    service: MatchService

    async def file(self, report: Report, match: Match | None) -> Sequence[Report]:
        """Store a report for each server that it concerns, the reporter's own first. Raises Refused, NotAllowed."""
        if not report.words:
            raise Refused(gettext("Say in a few words what happened: the moderators will read it."))
        if match is None and report.reported is None:
            raise Refused(gettext("Choose a person, or type the code of the match, such as K7QFM."))
        if report.reported is not None and report.reported.user == report.reporter.user:
            raise Refused(gettext("You can't report yourself. Name somebody else."))
        return await self.store.add(address_report(report, match))

    async def find(self, number: int, guild: int | None, moderator: UserId) -> Report:
        """Return the report, for a moderator of its server. Raises NotFound, NotAllowed."""
        report = await self.store.get(number)
        if report is None or report.guild != guild:
            raise NotFound(gettext("That report no longer exists. /audit lists the open ones."))
        must_not_be_concerned(report, await self.match_of(report), moderator)
        return report

    async def answer(self, report: Report, answer: Answer, moderator: UserId) -> Report:
        """Answer a report, unless it has an answer; returns the report as it stands."""
        await self.store.answer(report.id, answer, moderator, self.service.clock())
        return await self.store.get(report.id) or report

    async def match_of(self, report: Report) -> Match | None:
        """Return the match that a report names, as its server sees it; None if it can no longer be read."""
        if report.match is None:
            return None
        try:
            return seen_in(await self.service.get(report.match), report.guild)
        except MatchError:
            return None


def _subject(report: Report) -> tuple[int, UserId | None, MatchId | None]:
    """Return a key for what a report is about: the person, else the match."""
    reported = report.reported
    return (report.guild, None, report.match) if reported is None else (report.guild, reported.user, None)

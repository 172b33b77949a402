"""Reports of members to those who look after a server: about a person, or about a match."""

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
"""What a moderator says of a report: they have acted, or there is nothing to do."""
Stranger = Literal["reporter", "reported"]
"""Who of the two is a member of another server, where a match is played across servers."""
MOST_WORDS = 500
"""Letters of what somebody tells."""
MOST_A_DAY = 5
"""Reports of a person within 24 hours."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a person has told the moderators of a server (`guild`), and what became of it.

    `reported` is None where it is about a match as a whole. `code` is that of the match. Of a match across servers the
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
        """The report with this id."""
        ...

    async def answer(self, report: int, answer: Answer, moderator: UserId, now: Instant) -> bool:
        """Store the answer; False where there is one."""
        ...

    async def on_server(self, guild: int, hidden_from: UserId, limit: int) -> Sequence[Report]:
        """The reports of a server that are not about this person: the open ones, the oldest first, then the others."""
        ...

    async def find_untold(self, limit: int = 50) -> Sequence[Report]:
        """Reports that the log does not show as they are, or whose reporter has not heard of the answer."""
        ...

    async def mark_posted(self, report: Report) -> None:
        """Store what the report says of where it is shown and who was told, unless it was answered meanwhile."""
        ...


def find_reported(match: Match, reporter: UserId, named: Person | None) -> Person | None:
    """The person whom a report about a match concerns: who is named, else the only opponent. Raises Refused."""
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
    """The report for each server whose moderators it concerns: of a match across servers also the other player's."""
    if match is None or match.other is None:
        return [report]
    reported = report.reported
    if reported is not None and seen_by_player(match, reported.user).place.guild == report.guild:
        return [report]
    here = replace(report, stranger=None if reported is None else "reported")
    others = sorted(guilds_of(match) - {report.guild})
    return [here, *(replace(report, guild=guild, stranger="reporter") for guild in others)]


def must_be_allowed(report: Report, before: Sequence[Report]) -> None:
    """Raises Refused where the reporter has an open report about the same, or has reported enough today.

    `before` are the reporter's reports, those that are open and those of the last day.
    """
    if any(one.answer is None and _subject(one) == _subject(report) for one in before):
        raise Refused(gettext("You have already reported that. I'll message you when a moderator has looked at it."))
    if sum(one.at > report.at - DAY for one in before) >= MOST_A_DAY:
        raise Refused(
            gettext(
                "You have sent {n} reports today, which is the most. Write to a moderator, or report it tomorrow.",
                n=MOST_A_DAY,
            )
        )


def must_not_be_concerned(report: Report, match: Match | None, moderator: UserId) -> None:
    """Raises NotAllowed for a moderator who has made the report, whom it is about, or who plays in its match."""
    people = {report.reporter.user, *([report.reported.user] if report.reported is not None else [])}
    if moderator in people or (match is not None and match.seats_of(moderator)):
        raise NotAllowed(gettext("This is about you: another moderator must decide."))


@dataclass(frozen=True, slots=True)
class Reports:
    """Takes reports, and the moderators' answers."""

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
        """The report, for a moderator of the server it was made to. Raises NotFound, NotAllowed."""
        report = await self.store.get(number)
        if report is None or report.guild != guild:
            raise NotFound(gettext("That report no longer exists. /audit lists the open ones."))
        must_not_be_concerned(report, await self.match_of(report), moderator)
        return report

    async def answer(self, report: Report, answer: Answer, moderator: UserId) -> Report:
        """The report with its answer, which is the first one that was given."""
        await self.store.answer(report.id, answer, moderator, self.service.clock())
        return await self.store.get(report.id) or report

    async def match_of(self, report: Report) -> Match | None:
        """The match that a report names, as its server sees it; None where it can't be read any more."""
        if report.match is None:
            return None
        try:
            return seen_in(await self.service.get(report.match), report.guild)
        except MatchError:
            return None


def _subject(report: Report) -> tuple[int, UserId | None, MatchId | None]:
    """What a report is about; reports about the same person are alike, whatever match they name."""
    reported = report.reported
    return (report.guild, None, report.match) if reported is None else (report.guild, reported.user, None)

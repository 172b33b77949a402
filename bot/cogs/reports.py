"""/report: members report people and matches, and moderators answer."""

from __future__ import annotations

from typing import cast, get_args

from bot.club.reports import MOST_WORDS, Answer, Reason, Report, Reports, find_reported
from bot.cogs.cog import RequestCog, command, on
from bot.cogs.context import Context, person_in
from bot.cogs.moderation import must_moderate
from bot.match.challenges import Person
from bot.match.errors import Refused
from bot.match.model import Match
from bot.match.visibility import must_be_visible, same_server
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request, person
from bot.ui.delivery.report_posts import ReportPosts
from bot.ui.pages import reports as pages
from games.core.i18n import gettext


class ReportCog(RequestCog):
    """Reports to the moderators of a server."""

    def __init__(self, context: Context, posts: ReportPosts) -> None:
        super().__init__(context)
        self._posts = posts
        self._reports = Reports(posts.store, context.service)

    async def _must_moderate(self, request: Request) -> None:
        await must_moderate(self._context, request)

    @command(name="report", description="Report somebody, or a match, to the moderators", acknowledge=Acknowledge.NONE)
    async def report(self, request: Request) -> None:
        """`/report`: open the modal."""
        _must_have_moderators(request)
        here = await self._context.here(request)
        await request.show_modal(pages.window("" if here is None else here.code, request.language))

    @on("report-form", acknowledge=Acknowledge.PRIVATE, when_late=WhenLate.STOP)
    async def _file(self, request: Request) -> None:
        """Store the report and show it to the moderators."""
        _must_have_moderators(request)
        match = await self._named_match(request)
        reported = _named_person(request)
        if match is not None:
            reported = find_reported(match, request.user, reported)
        report = Report(
            request.guild or 0,
            request.person if match is None else person_in(request, match),
            _read_reason(request.first(pages.REASON)),
            " ".join(request.first(pages.WORDS).split())[:MOST_WORDS],
            self._context.service.clock(),
            reported,
            None if match is None else match.id,
            "" if match is None else match.code,
        )
        filed = await self._reports.file(report, match)
        await self._posts.resync()
        await request.tell(pages.tell_reporter(filed, request.language))

    async def _named_match(self, request: Request) -> Match | None:
        """Return the match whose code was typed. Raises NotFound, NotAllowed, Refused."""
        code = request.first(pages.MATCH).strip().removeprefix("#")
        if not code:
            return None
        match = await self._context.find_match(request, code)
        must_be_visible(match, request.viewer)
        if not same_server(match, request.guild):
            raise Refused(
                gettext("Match #{code} is not played on this server. Report it where it is.", code=match.code)
            )
        return match

    async def _load(self, request: Request) -> Report:
        """Return the report of a control, for a moderator whom it does not concern. Raises NotAllowed, NotFound."""
        number = read_number(request.click.rest.rpartition(".")[2] or request.value)
        return await self._reports.find(number or 0, request.guild, request.user)

    @on("report-show", acknowledge=Acknowledge.UPDATE, guard=_must_moderate, load=_load)
    async def _show(self, request: Request, report: Report) -> None:
        await request.update(pages.moderators_view(report, request.language))

    @on("report-answer", acknowledge=Acknowledge.UPDATE, guard=_must_moderate, load=_load, when_late=WhenLate.STOP)
    async def _answer(self, request: Request, report: Report) -> None:
        """Store the answer, unless another moderator was faster, and show it wherever the report is shown."""
        answer = request.click.rest.partition(".")[0]
        if answer not in get_args(Answer):
            raise Refused(gettext("That button is outdated. /audit lists the reports."))
        answered = await self._reports.answer(report, cast("Answer", answer), request.user)
        await self._posts.resync()
        await request.update(pages.moderators_view(answered, request.language))


def _must_have_moderators(request: Request) -> None:
    """Raise Refused in places without moderators."""
    if request.guild is None or request.place.external:
        raise Refused(
            gettext(
                "Reports go to a server's moderators, and I'm on no server here. /block keeps somebody away from "
                "you. Messages can be reported to Discord itself."
            )
        )


def _named_person(request: Request) -> Person | None:
    """Return the chosen person. Raises Refused for a bot."""
    member = request.chosen_member(pages.WHOM)
    if member is not None and member.bot:
        raise Refused(gettext("{name} is a bot. Choose a person, or none.", name=member.display_name))
    return None if member is None else person(member)


def _read_reason(text: str) -> Reason:
    """Return the chosen reason. Raises Refused for one that is not offered."""
    if text not in get_args(Reason):
        raise Refused(gettext("That choice no longer exists. Open /report again."))
    return cast("Reason", text)

"""Acts of moderators: requested in the menu of a match, confirmed with a reason, listed and undone by /audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast, get_args

import discord
from discord import app_commands

from bot.club.guild_settings import may_moderate
from bot.cogs.cog import RequestCog, command, on, server_only
from bot.cogs.context import Context
from bot.match.acts import Act, ActKind, Order
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import LogEntry, Match, MatchId, UserId
from bot.match.moderation import (
    Moderation,
    decide_act,
    find_orders,
    find_undoable,
    must_not_play,
    seen_by_moderator,
    taken_back_entry,
    undo,
)
from bot.match.sides import seen_in
from bot.match.visibility import same_server
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.numbers import read_number
from bot.ui.components.paging import Page
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.delivery.notices import Notices
from bot.ui.pages import moderation as views
from bot.ui.pages.acts import PAGE, ToldAct, audit_page, details
from bot.ui.pages.exclusions import section
from bot.ui.pages.reports import section as report_section
from games.core.i18n import gettext
from games.core.status import Seat

KINDS: dict[str, ActKind] = {
    "mod-void": "void",
    "mod-award": "award",
    "mod-undo": "takeback",
    "mod-replace": "replace",
    "mod-revert": "undo",
}
"""The controls that open the modal of an act."""
NO_REASON_YET = "…"


class ModerationCog(RequestCog):
    """Moderators' acts."""

    def __init__(self, context: Context, notices: Notices) -> None:
        super().__init__(context)
        self._audit = notices.audit
        self._notices = notices
        self._moderation = Moderation(context.service, notices.audit)

    # ------------------------------------------------------------------ who

    async def rows(self, request: Request, match: Match) -> list[items.Item]:
        """Return the controls for a moderator who does not play in the match; none for others."""
        try:
            acts = await self._acts(request, match)
        except NotAllowed:
            return []
        now = self._context.service.clock()
        log = await self._last_entries(match)
        orders = find_orders(match, acts, log, Order("void", request.user, NO_REASON_YET, guild=request.guild), now)
        last = find_undoable(match, acts, now)
        own = last if last is not None and _is_own(last, match) else None
        return views.moderation_rows(match, orders, own, request.language)

    async def _last_entries(self, match: Match) -> Sequence[LogEntry]:
        return await self._context.log.entries(match.id, max(0, match.ply - 20))

    async def _acts(self, request: Request, match: Match) -> Sequence[Act]:
        """Return all acts on a match, for a moderator who may act on it, even if it is private. Raises NotAllowed."""
        if not same_server(match, request.guild):
            raise _moderators_only()
        await self._must_moderate(request)
        acts = await self._audit.acts_of(match.id)
        must_not_play(match, acts, request.user)
        return acts

    async def _must_moderate(self, request: Request) -> None:
        await must_moderate(self._context, request)

    # ------------------------------------------------------------------ acting

    @on(*KINDS, acknowledge=Acknowledge.NONE)
    async def _ask(self, request: Request) -> None:
        """Open the modal that says what an act will do and asks for the reason."""
        match = await self._context.get_match(request, request.click.match)
        acts = await self._acts(request, match)
        kind = KINDS[request.click.action]
        if kind == "undo":
            await self._open_undo(request, match, acts, request.click.rest)
            return
        seen = request.click.turn if kind == "takeback" else seen_by_moderator(match, kind)
        log = await self._last_entries(match)
        seat = next((player.seat for player in match.players if str(player.seat) in request.values), None)
        order = Order(kind, request.user, NO_REASON_YET, seen, seat, guild=request.guild)
        decide_act(match, order, acts, log, self._context.service.clock())  # refuses before a reason is asked for
        seat = taken_back_entry(log).seat if kind == "takeback" else seat
        window = Click("mod-do", match.id, seen_by_moderator(match, kind), f"{kind}.{'' if seat is None else seat}")
        title, explanation = (
            views.window_title(match, kind, request.language),
            views.will_do(match, kind, seat, request.language),
        )
        await request.show_modal(views.reason_window(window, title, explanation, request.language))

    async def _open_undo(self, request: Request, match: Match, acts: Sequence[Act], number: str) -> None:
        act = next((one for one in acts if str(one.id) == number), None)
        if act is None:
            raise Refused(gettext("I don't know that action. /audit lists all of them."))
        undo(match, act, acts, self._context.service.clock())  # refuses before a reason is asked for
        order = Click("mod-do", match.id, 0, f"undo.{act.id}")
        title = views.window_title(match, "undo", request.language)
        explanation = views.will_undo(ToldAct(act, match), request.language)
        await request.show_modal(views.reason_window(order, title, explanation, request.language))

    @on("mod-ai", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _choose(self, request: Request) -> None:
        """Show the current controls."""
        match = await self._context.get_match(request, request.click.match)
        await self._acts(request, match)
        rows = await self.rows(request, match)
        await request.tell_text(f"### #{match.code}", *rows)

    async def _load_order(self, request: Request) -> tuple[Match, Order]:
        """Return the match and the order. Raises NotAllowed, Refused."""
        match = await self._context.get_match(request, request.click.match)
        await self._acts(request, match)
        return match, replace(_order(request.click, request.user, request.value), guild=request.guild)

    @on("mod-do", acknowledge=Acknowledge.UPDATE, load=_load_order)
    async def _do(self, request: Request, ordered: tuple[Match, Order]) -> None:
        """Carry out an act, post it, and tell the moderator what was done."""
        match, order = ordered
        with self._context.publisher.hold(match):  # the reason is told above the board that follows from it
            await self._moderation.carry_out(match.id, order)
            act = [one for one in await self._audit.acts_of(match.id) if one.moderator == order.moderator][-1]
            problems = await self._notices.tell(match.id)
        told = await self._load_told_act(act)
        said = [
            request.language.gettext("Done and logged."),
            *details(told, request.language),
            *map(request.language, problems),
        ]
        await request.update_text("\n".join(said))

    # ------------------------------------------------------------------ /audit

    @command(
        name="audit",
        description="What moderators did on this server, and why",
        acknowledge=Acknowledge.PRIVATE,
        guard=_must_moderate,
    )
    @app_commands.describe(code="Only actions on the match with this code")
    @server_only
    async def audit(self, request: Request, code: str | None = None) -> None:
        """`/audit`: acts of moderators, for moderators of this server."""
        match = await self._context.service.find(code) if code else None
        if match is not None and not same_server(match, request.guild):
            raise Refused(gettext("Match #{code} is not played on this server.", code=match.code))
        await request.tell(await self._page(request, match, 0))

    async def _load_audit_match(self, request: Request) -> Match | None:
        """Return the match that the list is about; None for all. Raises NotAllowed."""
        match = await self._context.service.get(request.click.match) if request.click.match else None
        if match is not None and not same_server(match, request.guild):
            raise _moderators_only()
        return match

    @on("audit", acknowledge=Acknowledge.UPDATE, guard=_must_moderate, load=_load_audit_match)
    async def _turn_page(self, request: Request, match: Match | None) -> None:
        await request.update(await self._page(request, match, request.click.turn))

    @on("audit-undo", acknowledge=Acknowledge.NONE, guard=_must_moderate)
    async def _ask_undo(self, request: Request) -> None:
        number = read_number(request.value)
        act = await self._audit.act(number) if number is not None else None
        if act is None:
            raise Refused(gettext("I don't know that action. /audit lists all of them."))
        match = await self._context.get_match(request, act.match)
        await self._open_undo(request, match, await self._acts(request, match), str(act.id))

    async def _page(self, request: Request, match: Match | None, page: int) -> discord.ui.LayoutView:
        only = match.id if match is not None else None
        found = await self._audit.acts_in(request.guild or 0, only, page * PAGE, PAGE + 1)
        shown = [one for act in found[:PAGE] if (one := await self._readable(act)) is not None]
        undoable = [told.act for told in shown if await self._may_undo(request, told)]
        is_first = page == 0 and match is None
        excluded = await self._context.exclusions.on_server(request.guild or 0, PAGE) if is_first else ()
        reported = await self._context.reports.on_server(request.guild or 0, request.user, PAGE) if is_first else ()

        def before(most: int) -> list[items.Item]:
            return [*report_section(reported, request.language, most), *section(excluded, request.language, most)]

        return audit_page(Page(page, shown, goes_on=len(found) > PAGE), undoable, match, before, request.language)

    async def _may_undo(self, request: Request, told: ToldAct) -> bool:
        try:
            acts = await self._acts(request, told.match)
        except NotAllowed:
            return False
        last = find_undoable(told.match, acts, self._context.service.clock())
        return last is not None and last.id == told.act.id and _is_own(told.act, told.match)

    async def _readable(self, act: Act) -> ToldAct | None:
        """Return the act with its match; None if that is damaged."""
        try:
            return await self._load_told_act(act)
        except MatchError:
            return None

    async def _load_told_act(self, act: Act) -> ToldAct:
        undoes = await self._audit.act(act.undoes) if act.undoes is not None else None
        undone_by = await self._audit.act(act.undone_by) if act.undone_by is not None else None
        match = seen_in(await self._context.service.get(MatchId(act.match)), act.guild)
        return ToldAct(act, match, undoes, undone_by)


async def must_moderate(context: Context, request: Request) -> None:
    """Raise NotAllowed unless the person is a moderator of this server."""
    guild_settings = await context.people.guild_settings(request.guild)
    may = may_moderate(guild_settings, manager=request.is_manager, roles=request.roles)
    if request.guild is None or not may:
        raise _moderators_only()


def _is_own(act: Act, match: Match) -> bool:
    """Whether an act was made on the side that the match is seen from."""
    return match.other is None or act.guild == match.place.guild


def _moderators_only() -> NotAllowed:
    return NotAllowed(gettext("Only moderators of this server can do that."))


def _order(click: Click, moderator: int, reason: str) -> Order:
    """Return the order of a submitted modal. Raises Refused for one that no version of this bot has made."""
    kind, _, about = click.rest.partition(".")
    number = read_number(about)
    if kind not in get_args(ActKind):
        raise Refused(gettext("I don't know that action. /audit lists all of them."))
    return Order(
        cast("ActKind", kind),
        UserId(moderator),
        reason,
        seen=click.turn,
        seat=None if kind == "undo" or number is None else Seat(number),
        undoes=number if kind == "undo" else None,
    )

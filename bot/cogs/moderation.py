"""Acts of moderators: asked for in the menu of a match, confirmed with a reason, listed and undone by /audit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.guild_settings import may_moderate
from bot.cogs.context import Context, user_id, viewer
from bot.match.acts import Act, ActKind, Order
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import Match, MatchId, UserId
from bot.match.moderation import (
    Moderation,
    decided,
    may_be_undone,
    must_not_play,
    taken_back_entry,
    undone,
    what_is_seen,
)
from bot.match.visibility import must_be_visible, same_server
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.delivery.notices import Notices
from bot.ui.i18n.language import Language
from bot.ui.pages import moderation as views
from bot.ui.pages.acts import PAGE, ToldAct, audit_page, details
from games.core.i18n import gettext
from games.core.status import Seat

KINDS: dict[str, ActKind] = {
    "mod-void": "void",
    "mod-award": "award",
    "mod-undo": "takeback",
    "mod-replace": "replace",
    "mod-revert": "undo",
}
"""The controls that open the window of an act."""
NO_REASON_YET = "…"
MOST_DIGITS = 18


class ModerationCog(commands.Cog):
    """Moderators' acts."""

    def __init__(self, context: Context, notices: Notices) -> None:
        self._context = context
        self._audit = notices.audit
        self._notices = notices
        self._moderation = Moderation(context.service, notices.audit)
        for action in KINDS:
            context.router.on(action, self._ask)
        context.router.on("mod-ai", self._choose)  # in menus of older versions
        context.router.on("mod-do", self._do)
        context.router.on("audit", self._turn_page)
        context.router.on("audit-undo", self._ask_undo)

    # ------------------------------------------------------------------ who

    async def rows(self, interaction: Interaction, match: Match, language: Language) -> list[items.Item]:
        """The controls for a moderator who does not play in the match; none for all others."""
        try:
            acts = await self._acts(interaction, match)
        except NotAllowed:
            return []
        return views.moderation_rows(match, next((a for a in acts if may_be_undone(a, acts)), None), language)

    async def _acts(self, interaction: Interaction, match: Match) -> Sequence[Act]:
        """All acts on a match, for a moderator who may act on it. Raises NotAllowed."""
        if not same_server(match, interaction.guild_id):
            raise _moderators_only()
        await self._must_moderate(interaction)
        must_be_visible(match, viewer(interaction))
        acts = await self._audit.acts_of(match.id)
        must_not_play(match, acts, user_id(interaction))
        return acts

    async def _must_moderate(self, interaction: Interaction) -> None:
        """Raises NotAllowed for all who are no moderators of the server where they are."""
        guild_settings = await self._context.people.guild_settings(interaction.guild_id)
        roles = frozenset(role.id for role in getattr(interaction.user, "roles", ()))
        manager = interaction.permissions.manage_guild
        if interaction.guild_id is None or not may_moderate(guild_settings, manager=manager, roles=roles):
            raise _moderators_only()

    # ------------------------------------------------------------------ acting

    async def _ask(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """Open the window that says what an act will do, and asks for the reason."""
        match = await self._context.service.get(click.match)
        acts = await self._acts(interaction, match)
        kind = KINDS[click.action]
        if kind == "undo":
            await self._open_undo(interaction, match, acts, click.rest)
            return
        seen = click.turn if kind == "takeback" else what_is_seen(match, kind)
        log = await self._context.service.store.entries(match.id, max(0, match.ply - 20))
        seat = next((player.seat for player in match.players if str(player.seat) in values), None)
        order = Order(kind, user_id(interaction), NO_REASON_YET, seen, seat)
        decided(match, order, acts, log, self._context.service.clock())  # what is not possible needs no reason
        seat = taken_back_entry(log).seat if kind == "takeback" else seat
        language = await self._context.language(interaction)
        window = Click("mod-do", match.id, what_is_seen(match, kind), f"{kind}.{'' if seat is None else seat}")
        title, explanation = views.window_title(match, kind, language), views.will_do(match, kind, seat, language)
        await answers.open_window(interaction, views.reason_window(window, title, explanation, language))

    async def _open_undo(self, interaction: Interaction, match: Match, acts: Sequence[Act], number: str) -> None:
        act = next((one for one in acts if str(one.id) == number), None)
        if act is None:
            raise Refused(gettext("I know of no such act. /audit lists them."))
        undone(match, act, acts, self._context.service.clock())  # what is not possible needs no reason
        language = await self._context.language(interaction)
        order = Click("mod-do", match.id, 0, f"undo.{act.id}")
        title = views.window_title(match, "undo", language)
        explanation = views.will_undo(ToldAct(act, match), language)
        await answers.open_window(interaction, views.reason_window(order, title, explanation, language))

    async def _choose(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """Show the present controls."""
        match = await self._context.service.get(click.match)
        await self._acts(interaction, match)
        language = await self._context.language(interaction)
        rows = await self.rows(interaction, match, language)
        await answers.tell_text(interaction, f"### #{match.code}", *rows)

    async def _do(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """Carry an act out, tell everybody, and the moderator what was done."""
        match = await self._context.service.get(click.match)
        await self._acts(interaction, match)
        order = _order(click, user_id(interaction), values[0] if values else "")
        await answers.wait_in_place(interaction)
        await self._moderation.carry_out(match.id, order)
        act = [one for one in await self._audit.acts_of(match.id) if one.moderator == order.moderator][-1]
        problems = await self._notices.tell(match.id)
        language = await self._context.language(interaction)
        told = await self._told(act)
        said = [language.gettext("Done and logged."), *details(told, language), *map(language, problems)]
        await answers.update_text(interaction, "\n".join(said))

    # ------------------------------------------------------------------ /audit

    @app_commands.command(name="audit", description="What moderators did to matches of this server, and why")
    @app_commands.describe(code="Only acts on the match with this code")
    @app_commands.guild_only()
    async def audit(self, interaction: Interaction, code: str | None = None) -> None:
        """`/audit`: acts of moderators, for moderators of this server."""
        await self._must_moderate(interaction)
        await answers.wait(interaction)
        match = await self._context.service.find(code) if code else None
        if match is not None and not same_server(match, interaction.guild_id):
            raise Refused(gettext("Match #{code} is not played on this server.", code=match.code))
        if match is not None:
            must_be_visible(match, viewer(interaction))
        await answers.tell(interaction, await self._page(interaction, match, 0))

    async def _turn_page(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._must_moderate(interaction)
        match = await self._context.service.get(click.match) if click.match else None
        if match is not None and not same_server(match, interaction.guild_id):
            raise _moderators_only()
        if match is not None:
            must_be_visible(match, viewer(interaction))
        await answers.wait_in_place(interaction)
        await answers.update(interaction, await self._page(interaction, match, click.turn))

    async def _ask_undo(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        await self._must_moderate(interaction)
        number = _number(values[0] if values else "")
        act = await self._audit.act(number) if number is not None else None
        if act is None:
            raise Refused(gettext("I know of no such act. /audit lists them."))
        match = await self._context.service.get(act.match)
        await self._open_undo(interaction, match, await self._acts(interaction, match), str(act.id))

    async def _page(self, interaction: Interaction, match: Match | None, page: int) -> discord.ui.LayoutView:
        only = match.id if match is not None else None
        found = await self._audit.acts_in(interaction.guild_id or 0, only, page * PAGE, PAGE + 1)
        shown = [one for act in found[:PAGE] if (one := await self._readable(act)) is not None]
        undoable = [told.act for told in shown if await self._may_undo(interaction, told)]
        pages = (page - 1 if page else None, page + 1 if len(found) > PAGE else None)
        return audit_page(shown, undoable, match, pages, await self._context.language(interaction))

    async def _may_undo(self, interaction: Interaction, told: ToldAct) -> bool:
        try:
            acts = await self._acts(interaction, told.match)
        except NotAllowed:
            return False
        return may_be_undone(told.act, acts)

    async def _readable(self, act: Act) -> ToldAct | None:
        """The act with its match; None where that is damaged."""
        try:
            return await self._told(act)
        except MatchError:
            return None

    async def _told(self, act: Act) -> ToldAct:
        undoes = await self._audit.act(act.undoes) if act.undoes is not None else None
        undone_by = await self._audit.act(act.undone_by) if act.undone_by is not None else None
        return ToldAct(act, await self._context.service.get(MatchId(act.match)), undoes, undone_by)


def _moderators_only() -> NotAllowed:
    return NotAllowed(gettext("Only moderators of this server can do that."))


def _number(text: str) -> int | None:
    """A number that a database can look for."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _order(click: Click, moderator: int, reason: str) -> Order:
    """What a handed-in window asks for. Raises Refused for one that no version of this bot has made."""
    kind, _, about = click.rest.partition(".")
    number = _number(about)
    if kind not in get_args(ActKind):
        raise Refused(gettext("I know of no such act. /audit lists them."))
    return Order(
        cast("ActKind", kind),
        UserId(moderator),
        reason,
        seen=click.turn,
        seat=None if kind == "undo" or number is None else Seat(number),
        undoes=number if kind == "undo" else None,
    )

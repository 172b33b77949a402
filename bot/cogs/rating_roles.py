"""The page for rating roles in /setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.club.guild_settings import GuildSettings
from bot.club.rating_roles import RatingRole, add_rule, read_bound, read_title, remove_rule
from bot.cogs.cog import RequestCog, on
from bot.cogs.context import Context
from bot.match.challenge_options import game_named
from bot.match.errors import NotAllowed
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request
from bot.ui.delivery.rating_roles import RatingRoles
from bot.ui.delivery.winner_roles import check_role
from bot.ui.pages import rating_roles as pages
from games.core.i18n import gettext


class RatingRoleCog(RequestCog):
    """The roles that a server gives by rating or title."""

    def __init__(self, context: Context, roles: RatingRoles) -> None:
        super().__init__(context)
        self._roles = roles

    async def _must_manage(self, request: Request) -> None:
        """Raise NotAllowed if the person may not change the server's settings."""
        if not request.is_manager or request.guild is None:
            raise NotAllowed(gettext("You need the Manage Server permission for that."))

    async def _show(self, request: Request) -> None:
        await request.update(pages.page(await self._rules(request), request.language))

    async def _rules(self, request: Request) -> Sequence[RatingRole]:
        return (await self._context.people.guild_settings(request.guild)).rating_roles

    @on("setup-roles", acknowledge=Acknowledge.UPDATE, guard=_must_manage, when_late=WhenLate.STOP)
    async def _open(self, request: Request) -> None:
        await self._show(request)

    @on("setup-role-open", acknowledge=Acknowledge.NONE, guard=_must_manage)
    async def _open_window(self, request: Request) -> None:
        await request.show_modal(pages.window(request.language))

    async def _rule(self, request: Request) -> RatingRole:
        """Return the rule that was filled in. Raises Refused, NotAllowed."""
        role, game = read_number(request.first(pages.ROLE)), pages.game_of(request.first(pages.GAME))
        check_role(request, role or 0)
        rule = RatingRole(
            role or 0,
            game_named(game) if game else "",
            read_bound(request.first(pages.LEAST)),
            read_bound(request.first(pages.BELOW)),
            read_title(request.first(pages.TITLE)),
        )
        add_rule(await self._rules(request), rule)
        return rule

    @on("setup-role-form", acknowledge=Acknowledge.UPDATE, guard=_must_manage, load=_rule, when_late=WhenLate.STOP)
    async def _add(self, request: Request, rule: RatingRole) -> None:
        def change(before: GuildSettings) -> GuildSettings:
            return replace(before, rating_roles=add_rule(before.rating_roles, rule))

        await self._context.people.change_guild_settings(request.guild or 0, change)
        await self._roles.rules_changed(request.guild or 0)
        await self._show(request)

    @on("setup-role-remove", acknowledge=Acknowledge.UPDATE, guard=_must_manage, when_late=WhenLate.STOP)
    async def _remove(self, request: Request) -> None:
        """Remove a rule; members who have the role keep it."""

        def change(before: GuildSettings) -> GuildSettings:
            return replace(before, rating_roles=remove_rule(before.rating_roles, request.value))

        await self._context.people.change_guild_settings(request.guild or 0, change)
        await self._show(request)

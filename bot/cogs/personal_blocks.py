"""/block: people whom a person does not want to meet."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.club.personal_blocks import block_person
from bot.cogs.cog import RequestCog, command, on
from bot.match.errors import Refused
from bot.match.model import UserId
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request, person
from bot.ui.pages import personal_blocks as pages
from games.core.i18n import gettext


class BlockCog(RequestCog):
    """Each person's own blocks."""

    @command(
        name="block",
        description="Block somebody: no challenges, no pairing, no requests. Or list your blocks",
        acknowledge=Acknowledge.PRIVATE,
        when_late=WhenLate.STOP,
    )
    @app_commands.describe(member="Who you don't want to meet. Empty: the list, to undo a block")
    async def block(self, request: Request, member: discord.User | None = None) -> None:
        """`/block`: block somebody, or show whom the person has blocked."""
        if member is None:
            await self._show(request)
            return
        other = person(member)
        await block_person(self._context.service, self._context.blocks, request.person, other, is_bot=member.bot)
        await request.tell(pages.tell_blocked(other, request.language))

    async def _subject(self, request: Request) -> UserId:
        """Return the person to unblock. Raises Refused."""
        number = read_number(request.click.rest or request.value)
        if number is None:
            raise Refused(gettext("I can't find that person any more. /block lists your blocks."))
        return UserId(number)

    @on("unblock", acknowledge=Acknowledge.UPDATE, load=_subject, when_late=WhenLate.STOP)
    async def _unblock(self, request: Request, subject: UserId) -> None:
        """Undo a block and show the new list."""
        await self._context.blocks.remove_block(request.user, subject)
        await self._show(request)

    async def _show(self, request: Request) -> None:
        await request.update(pages.block_list(await self._context.blocks.blocks_of(request.user), request.language))

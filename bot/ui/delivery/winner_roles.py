"""The role for the winners of a tournament: who may promise it, and giving it."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.club.events.model import Notice, Tournament
from bot.club.events.progress import winners
from bot.match.errors import NotAllowed, Refused
from bot.match.model import UserId
from bot.ui.components.request import Request
from games.core.i18n import Message, gettext, join_list, ngettext


def check_role(request: Request, role_id: int) -> None:
    """Raise NotAllowed or Refused if the person may not promise this role, or the bot can't give it."""
    server = request.server
    role = None if server is None else server.get_role(role_id)
    if server is None or role is None:
        raise Refused(gettext("This role no longer exists. Choose another one."))
    member = request.member
    is_owner = member.id == server.owner_id
    may = is_owner or (request.interaction.permissions.manage_roles and isinstance(member, discord.Member))
    if not may or (not is_owner and isinstance(member, discord.Member) and role >= member.top_role):
        raise NotAllowed(gettext("You can only promise a role that you may give yourself (**Manage Roles**)."))
    if role.is_default() or role.managed:
        raise Refused(gettext("This role can't be given to anybody. Choose another one."))
    if (obstacle := find_obstacle(server, role)) is not None:
        raise Refused(obstacle)


def find_obstacle(server: discord.Guild, role: discord.Role) -> Message | None:
    """Explain what prevents the bot from giving this role; None if nothing does."""
    own = server.me
    if own.guild_permissions.manage_roles and role < own.top_role:
        return None
    return gettext(
        "I can't give {role}. I need **Manage Roles**, and my own role above it.",
        role=role.mention,
    )


async def give(client: discord.Client, tournament: Tournament, told: Notice) -> Message:
    """Give the winners their role, and take it from the previous holders; returns the lines to post.

    To do so again changes nothing.
    """
    role = tournament.terms.winner_role
    first = [tournament.by_number(number) for number in told.gets or winners(tournament)]
    there = [(one.user, one.name) for one in first if one.user is not None and one.left is None]
    names = join_list([name for _, name in there])
    mentioned = f"<@&{role}>"
    if not there:
        return gettext("Nobody is left who could be given {role}.", role=mentioned)
    try:
        for user, _ in there:
            await _give(client, tournament, user)
        for number in told.loses:
            await _take(client, tournament, tournament.by_number(number).user)
    except (discord.Forbidden, discord.NotFound):
        return gettext(
            "{players} should get {role}, but I can't give it. A moderator can.", players=names, role=mentioned
        )
    return ngettext("{players} gets {role}.", "{players} get {role}.", len(there), players=names, role=mentioned)


async def _give(client: discord.Client, tournament: Tournament, user: UserId) -> None:
    server = await client.fetch_guild(tournament.place.guild or 0, with_counts=False)
    member = await server.fetch_member(user)
    await member.add_roles(discord.Object(tournament.terms.winner_role or 0), reason=tournament.terms.name or None)


async def _take(client: discord.Client, tournament: Tournament, user: UserId | None) -> None:
    """Take the role from a member who has it, if they are still on the server."""
    server, role = client.get_guild(tournament.place.guild or 0), tournament.terms.winner_role
    if user is None or server is None:
        return
    with suppress(discord.NotFound):
        member = await server.fetch_member(user)
        if any(one.id == role for one in member.roles):
            await member.remove_roles(discord.Object(role or 0), reason=tournament.terms.name or None)

"""Whom a message pings: those it asks for something, unless they want no pings. Nobody else."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.club.people import People
from bot.match.model import Match, Player, UserId


async def asked(match: Match, people: People) -> discord.AllowedMentions:
    """For the card: those who have not answered yet."""
    return await _only((player for player in match.players if not player.accepted), people)


async def movers(match: Match, people: People) -> discord.AllowedMentions:
    """For the board and the reminder: those who are to move."""
    return await _only(match.to_act, people)


async def _only(players: Iterable[Player], people: People) -> discord.AllowedMentions:
    return await only(dict.fromkeys(player.user for player in players if player.user is not None), people)


async def only(users: Iterable[UserId], people: People) -> discord.AllowedMentions:
    """Nobody but these people."""
    wanted = [discord.Object(user) for user in users if (await people.preferences(user)).pings]
    return discord.AllowedMentions(users=wanted, everyone=False, roles=False, replied_user=False)

"""The two sides of a match across servers: who belongs to which, and the match as one of them sees it.

A match on one server has only the side home; the functions here return it unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from bot.match.model import Match, Side, UserId


def sides_of(match: Match) -> tuple[Side, ...]:
    """Return the sides that the match is shown on."""
    return (Side.HOME,) if match.other is None else (Side.HOME, Side.GUEST)


def other_side(side: Side) -> Side:
    """Return the opposite side."""
    return Side.GUEST if side is Side.HOME else Side.HOME


def guilds_of(match: Match) -> frozenset[int]:
    """Return the servers that the match is played on."""
    guilds = {match.place.guild, match.other.guild if match.other is not None else None}
    return frozenset(guild for guild in guilds if guild is not None)


def seen_from(match: Match, side: Side) -> Match:
    """Return the match as this side sees it."""
    if match.other is None or match.side is side:
        return match
    return replace(match, place=match.other, other=match.place, side=side)


def side_of(match: Match, user: UserId) -> Side:
    """Return the side of a player or former player; home for everybody else."""
    sides = (player.side for player in match.players if user in {player.user, player.former})
    return Side.HOME if match.other is None else next(sides, Side.HOME)


def seen_by_player(match: Match, player: UserId) -> Match:
    """Return the match as seen from the player's own side."""
    return seen_from(match, side_of(match, player))


def belongs_here(match: Match, user: UserId) -> bool:
    """Whether a player belongs to the server that the match is seen from."""
    return match.other is None or side_of(match, user) is match.side


def seen_in(match: Match, guild: int | None) -> Match:
    """Return the match as seen on this server; unchanged if it is not played there."""
    if match.other is None or guild is None or match.place.guild == guild or match.other.guild != guild:
        return match
    return seen_from(match, other_side(match.side))


def seen_by(match: Match, user: UserId, guild: int | None) -> Match:
    """Return the match as a person on this server sees it; its players always see their own side."""
    if match.other is None:
        return match
    if match.seats_of(user):
        return seen_by_player(match, user)
    return seen_in(match, guild) if guild in guilds_of(match) else seen_from(match, Side.HOME)

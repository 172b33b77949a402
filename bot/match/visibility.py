"""Who may see what of a match: private matches, other servers, and sealed moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.errors import NotAllowed
from bot.match.model import LogEntry, Match, Stage, UserId
from bot.match.play import game_of, must_have_begun
from bot.match.sides import guilds_of
from bot.match.stores import MatchLog
from games.core.i18n import gettext

MOST_SEALED = 4
"""The most entries at the end of a log that can be sealed: one per seat."""
HINT_LEVEL = "master"
"""The level that gives hints, with less time."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person looking at a match, from a channel of a server (None: a direct message)."""

    user: UserId
    guild: int | None
    channel: int = 0


def same_server(match: Match, guild: int | None) -> bool:
    """Whether a match is played on this server; never true for direct messages."""
    return guild in guilds_of(match)


def same_place(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer is where the match is played: on its server, or in the conversation where it began."""
    if match.place.guild is None:
        return match.place.external and match.place.channel == viewer.channel
    return same_server(match, viewer.guild)


def is_visible(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer may see the board: players always, others if the match is public and played where they are."""
    mine = bool(match.seats_of(viewer.user)) or match.host == viewer.user
    return mine or (not match.private and same_place(match, viewer))


def must_be_visible(match: Match, viewer: Viewer) -> None:
    """Raise NotAllowed if the viewer may not see the board."""
    if not is_visible(match, viewer):
        raise NotAllowed(gettext("Match #{code} is private. Only its players can look at it.", code=match.code))


def may_answer(match: Match, viewer: Viewer) -> None:
    """Raise NotAllowed unless the viewer is where the challenge or table is, or was asked."""
    if not same_place(match, viewer):
        must_be_visible(match, viewer)


async def replayable(match: Match, log: MatchLog) -> Match:
    """Return the match up to the last entry that everybody may see. Raises Refused if there is no board."""
    must_have_begun(match)
    if match.stage.ended:
        return match
    return without_sealed(match, await log.entries(match.id, max(0, match.ply - MOST_SEALED)))


def without_sealed(match: Match, last: Sequence[LogEntry]) -> Match:
    """Return the match without its `last` entries while they are sealed, until all seats have chosen."""
    rules = game_of(match).rules
    sealed = 0
    for entry in reversed(last):
        if rules.dump(rules.view(rules.load(entry.position, match.options), None)) == entry.position:
            break
        sealed += 1
    return replace(match, ply=match.ply - sealed)


def may_have_hint(match: Match) -> bool:
    """Whether hints are allowed: in unrated matches of games with a strong AI."""
    return match.stage is Stage.LIVE and not match.rated and HINT_LEVEL in game_of(match).info.levels

"""Who may see what of a match, and when: private matches, other servers, moves that are still sealed."""

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
"""How many entries at the end of a log may be sealed: at most one for each seat."""
HINT_LEVEL = "master"
"""Hints are its moves, with less time: no other level looks as far as it can at every move."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who looks at a match, from a channel of a server (None: of direct messages)."""

    user: UserId
    guild: int | None
    channel: int = 0


def same_server(match: Match, guild: int | None) -> bool:
    """Whether a match is played on this server; direct messages are none, each is a place of its own."""
    return guild in guilds_of(match)


def same_place(match: Match, viewer: Viewer) -> bool:
    """Whether somebody is where a match is played: on its server, or in the conversation that it was begun in."""
    if match.place.guild is None:
        return match.place.external and match.place.channel == viewer.channel
    return same_server(match, viewer.guild)


def is_visible(match: Match, viewer: Viewer) -> bool:
    """Whether somebody may look at the board: of private matches their players, of others everybody where they are."""
    mine = bool(match.seats_of(viewer.user)) or match.host == viewer.user
    return mine or (not match.private and same_place(match, viewer))


def must_be_visible(match: Match, viewer: Viewer) -> None:
    """Raises NotAllowed for those who may not look at the board."""
    if not is_visible(match, viewer):
        raise NotAllowed(gettext("Match #{code} is private. Only its players can look at it.", code=match.code))


def may_answer(match: Match, viewer: Viewer) -> None:
    """A challenge or an open table is for those who are there, and for whoever was asked. Raises NotAllowed."""
    if not same_place(match, viewer):
        must_be_visible(match, viewer)


async def replayable(match: Match, log: MatchLog) -> Match:
    """The match up to where everybody may look. Raises Refused where there is no board to look at."""
    must_have_begun(match)
    if match.stage.ended:
        return match
    return without_sealed(match, await log.entries(match.id, max(0, match.ply - MOST_SEALED)))


def without_sealed(match: Match, last: Sequence[LogEntry]) -> Match:
    """The match without its `last` entries while these are sealed: nobody may read them before all are in."""
    rules = game_of(match).rules
    sealed = 0
    for entry in reversed(last):
        if rules.dump(rules.view(rules.load(entry.position, match.options), None)) == entry.position:
            break
        sealed += 1
    return replace(match, ply=match.ply - sealed)


def may_have_hint(match: Match) -> bool:
    """Hints are for unrated matches of games with a strong AI."""
    return match.stage is Stage.LIVE and not match.rated and HINT_LEVEL in game_of(match).info.levels

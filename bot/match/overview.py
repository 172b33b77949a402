"""The lists of matches: one's own, those to join or to watch, and those that ended last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.model import Match, MatchId, Posting
from bot.match.sides import seen_by
from bot.match.stores import MatchLists, PostingReader
from bot.match.visibility import Viewer

MOST_FINISHED = 5
"""Matches that are over, the newest ones; /replay finds the others."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The viewer's own matches, public ones of others, the viewer's own that have ended, and where all are shown."""

    mine: Sequence[Match]
    others: Sequence[Match]
    finished: Sequence[Match]
    postings: Mapping[MatchId, Posting]


async def read_overview(lists: MatchLists, postings: PostingReader, viewer: Viewer) -> Overview:
    """The matches, as the viewer sees them; the number of reads does not grow with theirs."""
    user, guild = viewer.user, viewer.guild
    mine = [seen_by(match, user, guild) for match in await lists.of_user(user)]
    # In direct messages there is nobody to join or to watch.
    public = [] if guild is None else [*await lists.open_tables(guild), *await lists.watchable(guild)]
    others = [match for match in public if not match.seats_of(user)]
    ended = await lists.finished_of(user, user, guild, limit=MOST_FINISHED)
    finished = [seen_by(match, user, guild) for match in ended]
    return Overview(mine, others, finished, await postings.postings([*mine, *others, *finished]))

"""What `/games` shows: the viewer's own matches, those to join or watch, and the latest finished ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.model import Match, MatchId, Posting
from bot.match.sides import seen_by
from bot.match.stores import MatchLists, PostingReader
from bot.match.visibility import Viewer

MOST_FINISHED = 5
"""How many finished matches are listed; /replay finds the others."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The viewer's own matches, public ones of others, the viewer's finished ones, and where they are shown."""

    mine: Sequence[Match]
    others: Sequence[Match]
    finished: Sequence[Match]
    postings: Mapping[MatchId, Posting]


async def read_overview(lists: MatchLists, postings: PostingReader, viewer: Viewer) -> Overview:
    """Load the overview for a viewer; the number of queries does not grow with the number of matches."""
    user, guild = viewer.user, viewer.guild
    mine = [seen_by(match, user, guild) for match in await lists.of_user(user)]
    # In direct messages there is nobody to join or to watch.
    public = [] if guild is None else [*await lists.open_tables(guild), *await lists.watchable(guild)]
    others = [match for match in public if not match.seats_of(user)]
    ended = await lists.finished_of(user, user, guild, limit=MOST_FINISHED)
    finished = [seen_by(match, user, guild) for match in ended]
    return Overview(mine, others, finished, await postings.postings([*mine, *others, *finished]))

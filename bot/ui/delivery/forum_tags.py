"""The tags of forum posts: the game, and whether the match is running or over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.match.model import Match
from bot.match.play import game_of
from bot.ui.i18n.language import SUPPORTED, Language
from games.core.i18n import Message, gettext, join_list, pgettext

RUNNING = pgettext("tag of a match", "Running")
OVER = pgettext("tag of a match", "Over")
MOST_OFFERED: Final = 20
"""The number of tags that a forum may offer."""
MOST_APPLIED: Final = 5
"""The number of tags that a post may have."""


def choose_tags(
    forum: discord.ForumChannel, match: Match, present: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """Return the tags for a match's post: its game and state, and tags that others have added.

    Where a forum requires a tag and has none of these, it is the first that is not kept for moderators.
    """
    state, former = (OVER, RUNNING) if match.stage.ended else (RUNNING, OVER)
    named = [tag for name in (game_of(match).info.title, state) if (tag := _find(forum, name)) is not None]
    past = _find(forum, former)
    chosen = [*named, *(tag for tag in present if tag not in named and tag != past)][:MOST_APPLIED]
    if chosen or not forum.flags.require_tag:
        return chosen
    return list(present) or [tag for tag in forum.available_tags if not tag.moderated][:1]


def find_absent_tags(forum: discord.ForumChannel, titles: Sequence[str]) -> list[str | Message]:
    """Return the games and states for which the forum has no tag."""
    present = {tag.name.casefold() for tag in forum.available_tags}
    return [name for name in (*titles, RUNNING, OVER) if not _spellings(name) & present]


def explain_absent_tags(forum: discord.ForumChannel, titles: Sequence[str]) -> Message | None:
    """Explain which tags are missing for these games, and what to do about it; None if none is."""
    absent = find_absent_tags(forum, titles)
    may_add = forum.permissions_for(forum.guild.me).manage_channels
    room = MOST_OFFERED - len(forum.available_tags)
    if not absent or (may_add and len(absent) <= room):
        return None
    told = {"forum": f"<#{forum.id}>", "tags": join_list(absent)}
    if may_add:
        return gettext("{forum} has no room for the tags {tags}. Posts go without them, or delete other tags.", **told)
    if forum.flags.require_tag and all(tag.moderated for tag in forum.available_tags):
        return gettext(
            "{forum} requires a tag, so matches are played in threads. Add the tags {tags} there, "
            "or allow me **Manage Channels**.",
            **told,
        )
    return gettext("Optional: add the tags {tags} in {forum}, or allow me **Manage Channels** there.", **told)


def _find(forum: discord.ForumChannel, name: str | Message) -> discord.ForumTag | None:
    """Find the tag with this name in any language, unless it is for moderators only."""
    wanted = _spellings(name)
    return next((tag for tag in forum.available_tags if tag.name.casefold() in wanted and not tag.moderated), None)


def _spellings(name: str | Message) -> set[str]:
    return {Language(code)(name).casefold() for code in SUPPORTED}

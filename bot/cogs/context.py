"""What every cog works with, and who a Discord user is at the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import discord

from bot.match.challenges import ChallengeRequest, Person
from bot.match.commits import uncounted
from bot.match.errors import Refused
from bot.match.model import Match, MatchId, Place, UserId
from bot.match.service import MatchService
from bot.match.visibility import Viewer, must_be_visible
from bot.store.people import SqlPeople
from bot.ui.components.answers import FOR_POSTS, Interaction, language_of, missing
from bot.ui.components.exclusive_jobs import ExclusiveJobs
from bot.ui.components.router import Router
from bot.ui.delivery.pictures import MatchPictures, Picture
from bot.ui.delivery.publisher import Publisher
from bot.ui.i18n.language import Language
from games.core.i18n import Message, gettext
from games.core.table import Table


@dataclass(frozen=True, slots=True)
class Context:
    """The services behind the commands."""

    service: MatchService
    people: SqlPeople
    publisher: Publisher
    painter: MatchPictures
    router: Router
    exclusive: ExclusiveJobs = field(default_factory=ExclusiveJobs)

    async def language(self, interaction: Interaction) -> Language:
        """The language the person has chosen, or Discord's."""
        preferences = await self.people.preferences(user_id(interaction))
        return Language(preferences.language) if preferences.language else language_of(interaction)

    async def hear_language(self, interaction: Interaction) -> None:
        """Remember, for what is posted in direct messages, the language of the person's Discord."""
        known, heard = await self.people.preferences(user_id(interaction)), language_of(interaction).code
        if interaction.guild_id is None and known.discord_language != heard:
            user = user_id(interaction)
            async with uncounted():
                await self.people.change_preferences(user, lambda now: replace(now, discord_language=heard))

    async def drawn(self, interaction: Interaction, table: Table) -> Picture:
        """The table as this person wants to see it: in their theme and patterns, or as text."""
        chosen = await self.people.preferences(user_id(interaction))
        language = await self.language(interaction)
        if chosen.text_first:
            return self.painter.written(table, language)
        return await self.painter.paint(table, chosen.theme, chosen.patterns, language)

    async def here(self, interaction: Interaction) -> Match | None:
        """The match that is played in the channel of the interaction; of several, the person's own."""
        channel = interaction.channel_id
        return await self.service.store.in_thread(channel, user_id(interaction)) if channel else None

    async def seen(self, interaction: Interaction, match_id: MatchId) -> Match:
        """The match, for somebody who may look at it. Raises NotAllowed, NotFound."""
        match = await self.service.get(match_id)
        must_be_visible(match, viewer(interaction))
        return match

    async def about_board(self, match: Match) -> Message | None:
        """What somebody has to know about the board of what they did; None where it stands."""
        match await self.publisher.delivery(match):
            case "refused":
                return gettext(
                    "I can't post the board here. In a channel where I can, open /games and press Resume here."
                )
            case "under way":
                return gettext("The board follows as soon as Discord takes it.")
            case "posted":
                return None

    async def jump(self, match_id: MatchId) -> str | None:
        """The address of the live board message."""
        match = await self.service.get(match_id)
        posting = await self.service.store.posting(match_id)
        if posting.board is None:
            return None
        return f"https://discord.com/channels/{match.place.guild or '@me'}/{posting.thread}/{posting.board}"


def viewer(interaction: Interaction) -> Viewer:
    """Who looks, and from where."""
    return Viewer(user_id(interaction), interaction.guild_id)


def may_post(interaction: Interaction, wanted: ChallengeRequest | Match) -> None:
    """Raises Refused with the missing permissions where boards could not be posted, or not for the players alone."""
    if interaction.guild_id is None:
        return
    private = ("create_private_threads",) if wanted.private else ()
    if private:
        _has_private_threads(interaction.channel)
    absent = missing(interaction.app_permissions, FOR_POSTS + private)
    if absent:
        raise Refused(
            gettext(
                "I can't post here: I need {permissions} in {channel}. "
                "A server manager can open /setup, Permission check.",
                permissions=absent,
                channel=f"<#{place(interaction).channel}>",
            )
        )


def _has_private_threads(channel: object) -> None:
    """Raises Refused where a match could only be played before everybody."""
    inside = channel.parent if isinstance(channel, discord.Thread) else channel
    news = isinstance(inside, discord.TextChannel) and inside.is_news()
    if news or isinstance(inside, discord.VoiceChannel | discord.StageChannel | discord.ForumChannel):
        raise Refused(gettext("There are no private threads here. Try it in a text channel."))


def must_see(interaction: Interaction, member: discord.User | discord.Member) -> None:
    """Whether the person would ever see a challenge that is posted here. Raises Refused."""
    readable = member.resolved_permissions if isinstance(member, discord.Member) else discord.Permissions.none()
    hidden = readable is not None and not readable.view_channel
    if hidden and member not in (interaction.user, interaction.client.user):
        name = member.display_name
        raise Refused(gettext("{name} can't see what is written here. Challenge where you both can read.", name=name))


def person(user: discord.User | discord.Member) -> Person:
    """The person at the table."""
    return Person(UserId(user.id), user.display_name)


def user_id(interaction: Interaction) -> UserId:
    """Who acts."""
    return UserId(interaction.user.id)


def place(interaction: Interaction) -> Place:
    """Where a new match is started: a thread's parent when in a thread; but a post, where that is a forum."""
    channel = interaction.channel
    channel_id = interaction.channel_id or 0
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        channel_id = channel.parent_id
    return Place(interaction.guild_id, channel_id)

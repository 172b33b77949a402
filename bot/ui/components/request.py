"""A request: a click, a submitted modal or a command, with who made it and how to answer it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
from discord import AppCommandOptionType, ui
from discord.app_commands import Namespace

from bot.club.preferences import Preferences
from bot.match.challenges import Person
from bot.match.clock import Instant
from bot.match.model import Place, UserId
from bot.match.visibility import Viewer
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.components.stopwatch import arrived
from bot.ui.i18n.language import Language

AnyMember = discord.User | discord.Member
_LANGUAGE = "language"
"""Among the extras of an interaction: the language that its person is answered in."""


class ReadsPreferences(Protocol):
    """Where preferences are stored."""

    async def preferences(self, user: UserId) -> Preferences:
        """The person's settings; the defaults when there are none."""
        ...


@dataclass
class Request:
    """One interaction. `click` and `values` are those of a control or window; a command has neither.

    `preferences` and `language` are the person's, read by the pipeline before a handler sees the request.
    """

    interaction: Interaction
    click: Click = field(default_factory=lambda: Click(""))
    values: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.user = UserId(self.interaction.user.id)
        self.preferences = Preferences(self.user)
        self.language = self.discord_language
        self.answering = asyncio.Lock()
        self._is_claimed = False

    async def read_preferences(self, people: ReadsPreferences) -> None:
        """Read what the person has set, the language among it."""
        self.preferences = await people.preferences(self.user)
        chosen = self.preferences.language
        self.language = Language(chosen) if chosen else self.discord_language
        self.interaction.extras[_LANGUAGE] = self.language

    # ------------------------------------------------------------------ who and where

    @property
    def value(self) -> str:
        """What was chosen or typed first; empty when nothing was."""
        return self.values[0] if self.values else ""

    @property
    def form(self) -> Mapping[str, Sequence[str]]:
        """What was filled in or chosen in each field of a window, by the field's custom id."""
        data: dict[str, Any] = dict(self.interaction.data or {})
        return dict(_fields(data.get("components", [])))

    def first(self, field: str) -> str:
        """What was chosen or typed first in a field of a window; empty when nothing was."""
        return next(iter(self.form.get(field, ())), "")

    def chosen_member(self, field: str) -> AnyMember | None:
        """The member who was chosen in a field of a window; None where nobody was, or Discord tells nothing of them."""
        data: dict[str, Any] = dict(self.interaction.data or {})
        # discord.py reads them for commands and for menus that it keeps in memory; ours must survive a restart.
        options: list[Any] = [
            {"name": user, "type": AppCommandOptionType.user.value, "value": user}
            for user in self.form.get(field, ())
            if user.isdecimal()
        ]
        chosen = Namespace(self.interaction, data.get("resolved", {}), options)
        return next((one for _, one in chosen if isinstance(one, discord.Member | discord.User)), None)

    @property
    def command_name(self) -> str:
        """The name of the command; empty for a control or a window."""
        command = self.interaction.command
        return "" if command is None else command.name

    @property
    def member(self) -> AnyMember:
        """The person as Discord knows them."""
        return self.interaction.user

    @property
    def person(self) -> Person:
        """The person at the table."""
        return person(self.interaction.user)

    @property
    def person_everywhere(self) -> Person:
        """The person by the name that other servers know, instead of the one they have on this server."""
        user = self.interaction.user
        return Person(self.user, user.global_name or user.name)

    @property
    def viewer(self) -> Viewer:
        """The person as one who looks at a match from here."""
        return Viewer(self.user, self.guild, self.channel)

    @property
    def discord_language(self) -> Language:
        """The language of the person's Discord."""
        return answers.language_of(self.interaction)

    @property
    def roles(self) -> frozenset[int]:
        """The ids of the person's roles on the server."""
        return frozenset(role.id for role in getattr(self.interaction.user, "roles", ()))

    @property
    def is_manager(self) -> bool:
        """Whether the person may manage the server; nobody may in direct messages."""
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_guild

    @property
    def guild(self) -> int | None:
        """The id of the server; None in direct messages."""
        return self.interaction.guild_id

    @property
    def server(self) -> discord.Guild | None:
        """The server as Discord knows it; None in direct messages."""
        return self.interaction.guild

    @property
    def channel(self) -> int:
        """The id of the channel or thread; 0 where Discord names none."""
        return self.interaction.channel_id or 0

    @property
    def discord_channel(self) -> object:
        """The channel or thread as Discord knows it."""
        return self.interaction.channel

    @property
    def place(self) -> Place:
        """Where a match is played that is started here."""
        return place(self.interaction)

    @property
    def bot_permissions(self) -> discord.Permissions:
        """What the bot may do here."""
        return self.interaction.app_permissions

    @property
    def is_answered_for_all(self) -> bool:
        """Whether others see what is answered here for everybody; some servers hide what external apps answer."""
        return not self.place.external or self.guild is None or self.interaction.permissions.use_external_apps

    def sees(self, channel: int) -> bool:
        """Whether the person sees this channel or thread of the server, as far as Discord has told of it."""
        if channel in {self.channel, self.place.channel}:
            return True
        found = None if self.server is None else self.server.get_channel_or_thread(channel)
        return (
            found is not None
            and isinstance(self.member, discord.Member)
            and found.permissions_for(self.member).view_channel
        )

    @property
    def client(self) -> discord.Client:
        """The connection to Discord."""
        client: discord.Client = self.interaction.client
        return client

    @property
    def message(self) -> discord.Message | None:
        """The message of the control; None for a command."""
        return self.interaction.message

    @property
    def is_on_own_message(self) -> bool:
        """Whether the message of the control is for the person's eyes only."""
        return answers.is_own(self.interaction)

    @property
    def arrived(self) -> Instant | None:
        """When the bot received the interaction."""
        return arrived(self.interaction)

    def option(self, name: str) -> str:
        """What is typed so far for another option of the command; empty when nothing is."""
        return str(getattr(self.interaction.namespace, name, None) or "")

    # ------------------------------------------------------------------ answers

    async def tell(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show something to the person alone."""
        async with self.answering:
            await answers.tell(self.interaction, view, *files)

    async def tell_again(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show something to the person alone, in place of what this request has told them so far."""
        async with self.answering:
            await answers.tell_again(self.interaction, view, *files)

    async def tell_further(self, view: ui.LayoutView, *files: discord.File | None) -> discord.Message:
        """Show the person alone something more, after the answer; returns the message, which can be deleted."""
        async with self.answering:
            return await answers.tell_further(self.interaction, view, [file for file in files if file is not None])

    async def tell_text(self, content: str, *rows: items.Item) -> None:
        """Tell the person a sentence."""
        await self.tell(items.layout(items.text(content), *rows))

    async def tell_all(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show something to everybody, in place of the public acknowledgement."""
        async with self.answering:
            await answers.tell_all(self.interaction, view, *files)

    async def update(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show something in place of the person's own message; where the control is on another, as `tell` does."""
        async with self.answering:
            await answers.update(self.interaction, view, *files)

    async def update_text(self, content: str, *rows: items.Item) -> None:
        """Show a sentence in place of the person's own message."""
        await self.update(items.layout(items.text(content), *rows))

    async def replace_text(self, content: str, *rows: items.Item) -> None:
        """Show a sentence in place of what the person alone has been answered."""
        async with self.answering:
            await answers.replace(self.interaction, items.layout(items.text(content), *rows))

    @property
    def message_in_place(self) -> int | None:
        """The person's own message that this request has changed; None where its answer is a message of its own."""
        return answers.message_in_place(self.interaction)

    async def dismiss(self) -> None:
        """Take away what the person alone has been answered."""
        async with self.answering:
            await answers.dismiss(self.interaction)

    async def show_modal(self, modal: ui.Modal) -> None:
        """Let the person type something. This must be the first answer."""
        async with self.answering:
            await answers.open_window(self.interaction, modal)

    async def post(
        self, view: ui.LayoutView, mentions: discord.AllowedMentions, *files: discord.File | None
    ) -> int | None:
        """The first answer, for everybody; returns its message id, or None where that is not known."""
        async with self.answering:
            return await answers.post(self.interaction, view, mentions, *files)

    async def claim_first_answer(self) -> bool:
        """Whether nothing has been answered yet; from now on no acknowledgement comes before the answer."""
        async with self.answering:
            self._is_claimed = True
            return not answers.is_answered(self.interaction)

    async def acknowledge(self, acknowledge: answers.Acknowledging) -> None:
        """Tell Discord that an answer follows, unless there has been one. Only the pipeline does."""
        async with self.answering:
            if not self._is_claimed and not answers.is_answered(self.interaction):
                await acknowledge(self.interaction)


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Sequence[str]]]:
    """The fields of a window that was handed in, wherever they stand."""
    for one in components:
        if "values" in one:
            yield str(one["custom_id"]), [str(value) for value in one["values"]]
        elif "value" in one:
            yield str(one["custom_id"]), [str(one["value"])]
        yield from _fields(one.get("components") or ([one["component"]] if "component" in one else []))


async def known_language(interaction: Interaction, people: ReadsPreferences) -> Language:
    """The language that a person is answered in, as a request has read it; read now, or Discord's if that fails."""
    known = interaction.extras.get(_LANGUAGE)
    if isinstance(known, Language):
        return known
    request = Request(interaction)
    with suppress(Exception):  # the edge: the database may be what is broken
        await request.read_preferences(people)
    return request.language


def person(user: AnyMember) -> Person:
    """The person at the table."""
    return Person(UserId(user.id), user.display_name)


def place(interaction: Interaction) -> Place:
    """Where a new match is started: a thread's parent when in a thread; but a post, where that is a forum.

    Where the bot is not, it is the very channel of the interaction.
    """
    channel = interaction.channel
    channel_id = interaction.channel_id or 0
    if answers.is_external(interaction):
        return Place(interaction.guild_id, channel_id, external=True)
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        channel_id = channel.parent_id
    return Place(interaction.guild_id, channel_id)

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
"""Key in an interaction's extras: the language in which its person is answered."""


class ReadsPreferences(Protocol):
    """The store of preferences."""

    async def preferences(self, user: UserId) -> Preferences:
        """Return the person's settings; the defaults if there are none."""
        ...


@dataclass
class Request:
    """An interaction. `click` and `values` are those of a control or modal; a command has neither.

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
        """Read the person's preferences, including the language."""
        self.preferences = await people.preferences(self.user)
        chosen = self.preferences.language
        self.language = Language(chosen) if chosen else self.discord_language
        self.interaction.extras[_LANGUAGE] = self.language

    # ------------------------------------------------------------------ who and where

    @property
    def value(self) -> str:
        """The first value chosen or typed; empty if there is none."""
        return self.values[0] if self.values else ""

    @property
    def form(self) -> Mapping[str, Sequence[str]]:
        """The values of each field of a modal, by the field's custom id."""
        data: dict[str, Any] = dict(self.interaction.data or {})
        return dict(_fields(data.get("components", [])))

    def first(self, field: str) -> str:
        """Return the first value of a modal's field; empty if there is none."""
        return next(iter(self.form.get(field, ())), "")

    def chosen_member(self, field: str) -> AnyMember | None:
        """Return the member chosen in a modal's field; None if there is none, or Discord doesn't describe them."""
        data: dict[str, Any] = dict(self.interaction.data or {})
        # discord.py resolves members only for commands and for menus it keeps in memory; ours must survive a restart.
        options: list[Any] = [
            {"name": user, "type": AppCommandOptionType.user.value, "value": user}
            for user in self.form.get(field, ())
            if user.isdecimal()
        ]
        chosen = Namespace(self.interaction, data.get("resolved", {}), options)
        return next((one for _, one in chosen if isinstance(one, discord.Member | discord.User)), None)

    @property
    def command_name(self) -> str:
        """The name of the command; empty for a control or modal."""
        command = self.interaction.command
        return "" if command is None else command.name

    @property
    def member(self) -> AnyMember:
        """The person, as Discord's object."""
        return self.interaction.user

    @property
    def person(self) -> Person:
        """The person as a player."""
        return person(self.interaction.user)

    @property
    def person_everywhere(self) -> Person:
        """The person under their global name instead of their name on this server."""
        user = self.interaction.user
        return Person(self.user, user.global_name or user.name)

    @property
    def viewer(self) -> Viewer:
        """The person as a viewer of matches from here."""
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
        """Whether the person may manage the server; always False in direct messages."""
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_guild

    @property
    def guild(self) -> int | None:
        """The id of the server; None in direct messages."""
        return self.interaction.guild_id

    @property
    def server(self) -> discord.Guild | None:
        """The server, as Discord's object; None in direct messages."""
        return self.interaction.guild

    @property
    def channel(self) -> int:
        """The id of the channel or thread; 0 if Discord names none."""
        return self.interaction.channel_id or 0

    @property
    def discord_channel(self) -> object:
        """The channel or thread, as Discord's object."""
        return self.interaction.channel

    @property
    def place(self) -> Place:
        """The place of a match that is started here."""
        return place(self.interaction)

    @property
    def bot_permissions(self) -> discord.Permissions:
        """The bot's permissions here."""
        return self.interaction.app_permissions

    @property
    def is_answered_for_all(self) -> bool:
        """Whether public answers are visible to others here; some servers hide external apps' answers."""
        return not self.place.external or self.guild is None or self.interaction.permissions.use_external_apps

    def sees(self, channel: int) -> bool:
        """Whether the person sees this channel or thread of the server, as far as is known."""
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
        """Whether the message of the control is private."""
        return answers.is_own(self.interaction)

    @property
    def arrived(self) -> Instant | None:
        """When the bot received the interaction."""
        return arrived(self.interaction)

    def option(self, name: str) -> str:
        """Return what is typed so far for another option of the command; empty if nothing."""
        return str(getattr(self.interaction.namespace, name, None) or "")

    # ------------------------------------------------------------------ answers

    async def tell(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show a view privately."""
        async with self.answering:
            await answers.tell(self.interaction, view, *files)

    async def tell_again(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show a view privately, replacing the request's answer so far."""
        async with self.answering:
            await answers.tell_again(self.interaction, view, *files)

    async def tell_further(self, view: ui.LayoutView, *files: discord.File | None) -> discord.Message:
        """Show a private followup; returns the message, which can be deleted."""
        async with self.answering:
            return await answers.tell_further(self.interaction, view, [file for file in files if file is not None])

    async def tell_text(self, content: str, *rows: items.Item) -> None:
        """Show a sentence privately."""
        await self.tell(items.layout(items.text(content), *rows))

    async def tell_all(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show a view publicly, in place of the public acknowledgement."""
        async with self.answering:
            await answers.tell_all(self.interaction, view, *files)

    async def update(self, view: ui.LayoutView, *files: discord.File | None) -> None:
        """Show a view in place of the person's own message; on any other message, like `tell`."""
        async with self.answering:
            await answers.update(self.interaction, view, *files)

    async def update_text(self, content: str, *rows: items.Item) -> None:
        """Show a sentence in place of the person's own message."""
        await self.update(items.layout(items.text(content), *rows))

    async def replace_text(self, content: str, *rows: items.Item) -> None:
        """Show a sentence in place of the private answer."""
        async with self.answering:
            await answers.replace(self.interaction, items.layout(items.text(content), *rows))

    @property
    def message_in_place(self) -> int | None:
        """Return the id of the person's own message that this request updated; None if the answer is a new message."""
        return answers.message_in_place(self.interaction)

    async def dismiss(self) -> None:
        """Delete the private answer."""
        async with self.answering:
            await answers.dismiss(self.interaction)

    async def show_modal(self, modal: ui.Modal) -> None:
        """Open a modal. This must be the first answer."""
        async with self.answering:
            await answers.open_window(self.interaction, modal)

    async def post(
        self, view: ui.LayoutView, mentions: discord.AllowedMentions, *files: discord.File | None
    ) -> int | None:
        """Post the first answer publicly; returns its message id, or None if unknown."""
        async with self.answering:
            return await answers.post(self.interaction, view, mentions, *files)

    async def claim_first_answer(self) -> bool:
        """Reserve the first answer; returns False if there is one already. No acknowledgement is sent from now on."""
        async with self.answering:
            self._is_claimed = True
            return not answers.is_answered(self.interaction)

    async def acknowledge(self, acknowledge: answers.Acknowledging) -> None:
        """Acknowledge, unless there has been an answer. Called by the pipeline only."""
        async with self.answering:
            if not self._is_claimed and not answers.is_answered(self.interaction):
                await acknowledge(self.interaction)


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the fields of a submitted modal, at any depth."""
    for one in components:
        if "values" in one:
            yield str(one["custom_id"]), [str(value) for value in one["values"]]
        elif "value" in one:
            yield str(one["custom_id"]), [str(one["value"])]
        yield from _fields(one.get("components") or ([one["component"]] if "component" in one else []))


async def known_language(interaction: Interaction, people: ReadsPreferences) -> Language:
    """Return the language for a person, as a request has read it; else read it now, falling back to Discord's."""
    known = interaction.extras.get(_LANGUAGE)
    if isinstance(known, Language):
        return known
    request = Request(interaction)
    with suppress(Exception):  # the database may be what failed
        await request.read_preferences(people)
    return request.language


def person(user: AnyMember) -> Person:
    """The person as a player."""
    return Person(UserId(user.id), user.display_name)


def place(interaction: Interaction) -> Place:
    """Return the place for a new match: a thread's parent, but a forum's post itself.

    Where the bot is not, it is the very channel of the interaction.
    """
    channel = interaction.channel
    channel_id = interaction.channel_id or 0
    if answers.is_external(interaction):
        return Place(interaction.guild_id, channel_id, external=True)
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        channel_id = channel.parent_id
    return Place(interaction.guild_id, channel_id)

"""A small discord.py bot that does a bit of everything, to try the sandbox with."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui

from sandbox.client import Sandbox
from sandbox.rest.cdn import flat_png

Interaction = discord.Interaction[discord.Client]
FRUIT = ["apple", "apricot", "banana", "cherry"]
PICTURE = flat_png(0x3BA55D, 8)


def point_at(sandbox: Sandbox) -> None:
    """Make discord.py talk to a sandbox."""
    discord.http.Route.BASE = sandbox.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway)
    discord.asset.Asset.BASE = sandbox.cdn


class Counter(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<count>\d+)"):
    """A button that carries its state in its custom id and so survives a restart."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=f"Count {count}", custom_id=f"count:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: Interaction) -> None:
        view = ui.View(timeout=None).add_item(Counter(self.count + 1))
        await interaction.response.edit_message(content=f"counted {self.count + 1}", view=view)


class Board(ui.LayoutView):
    """A Components V2 message with a picture."""

    def __init__(self, text: str, picture: str) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem(picture, description="a green square"))
        row: ui.ActionRow[Any] = ui.ActionRow(Counter(1))
        self.add_item(ui.Container(ui.TextDisplay(text), gallery, ui.Separator(), row, accent_colour=0x3BA55D))


class Panel(ui.View):
    """Buttons and select menus of the older kind."""

    @ui.button(label="Press", style=discord.ButtonStyle.primary)
    async def press(self, interaction: Interaction, _: ui.Button[Self]) -> None:
        await interaction.response.send_message("pressed", ephemeral=True)

    @ui.button(label="Off", disabled=True)
    async def off(self, interaction: Interaction, _: ui.Button[Self]) -> None:
        await interaction.response.send_message("never")

    @ui.button(emoji="🎲", label="Later")
    async def later(self, interaction: Interaction, _: ui.Button[Self]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    @ui.button(label="Form")
    async def form(self, interaction: Interaction, _: ui.Button[Self]) -> None:
        await interaction.response.send_modal(Form())

    @ui.select(placeholder="Fruit", options=[discord.SelectOption(label=one.title(), value=one) for one in FRUIT])
    async def fruit(self, interaction: Interaction, menu: ui.Select[Self]) -> None:
        await interaction.response.send_message(f"fruit {menu.values}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, placeholder="People", max_values=2)
    async def people(self, interaction: Interaction, menu: ui.UserSelect[Self]) -> None:
        names = [one.display_name for one in menu.values]
        await interaction.response.send_message(f"people {names}", ephemeral=True)

    @ui.select(cls=ui.RoleSelect, placeholder="Roles")
    async def roles(self, interaction: Interaction, menu: ui.RoleSelect[Self]) -> None:
        await interaction.response.send_message(f"roles {[one.name for one in menu.values]}", ephemeral=True)

    @ui.select(cls=ui.ChannelSelect, placeholder="Channels", channel_types=[discord.ChannelType.text])
    async def places(self, interaction: Interaction, menu: ui.ChannelSelect[Self]) -> None:
        await interaction.response.send_message(f"channels {[one.name for one in menu.values]}", ephemeral=True)


class Form(ui.Modal, title="A form"):
    """Labels with a text, a choice, a person and a file."""

    move: ui.Label[Any] = ui.Label(text="Move", component=ui.TextInput(min_length=2, max_length=5))
    size: ui.Label[Any] = ui.Label(
        text="Size", component=ui.Select(options=[discord.SelectOption(label=one) for one in ("S", "M")])
    )
    who: ui.Label[Any] = ui.Label(text="Who", component=ui.UserSelect(required=False, min_values=0))
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox())

    async def on_submit(self, interaction: Interaction, /) -> None:
        move, size = self.move.component, self.size.component
        who, sure = self.who.component, self.sure.component
        assert isinstance(move, ui.TextInput)
        assert isinstance(size, ui.Select)
        assert isinstance(who, ui.UserSelect)
        assert isinstance(sure, ui.Checkbox)
        names = [one.name for one in who.values]
        await interaction.response.send_message(f"{move.value} {size.values} {names} {sure.value}", ephemeral=True)


class Specimen(discord.Client):
    """The bot; `problems` are the exceptions that its commands ran into."""

    def __init__(self, *, intents: discord.Intents | None = None, **options: Any) -> None:  # noqa: ANN401 - discord's
        options.setdefault("guild_ready_timeout", 0.05)
        super().__init__(intents=intents or discord.Intents.default(), **options)
        self.tree = app_commands.CommandTree(self)
        self.became_ready = asyncio.Event()
        self.heard: list[discord.Message] = []
        self.seen: list[tuple[str, Any]] = []
        self.problems: list[BaseException] = []
        add_answers(self.tree)
        add_others(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter)
        self.tree.error(self.on_command_error)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.became_ready.set()

    async def on_command_error(self, _: Interaction, error: app_commands.AppCommandError) -> None:
        self.problems.append(getattr(error, "original", error))

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def on_resumed(self) -> None:
        self.seen.append(("resumed", None))

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.seen.append(("thread_create", thread))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self.seen.append(("thread_delete", payload.thread_id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(("channel_delete", channel.id))

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.seen.append(("message_delete", payload.message_id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.seen.append(("guild_join", guild.name))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.seen.append(("guild_remove", guild.name))

    def text_channel(self, name: str) -> discord.TextChannel:
        """A text channel of the lounge."""
        channel = discord.utils.get(self.get_all_channels(), name=name)
        assert isinstance(channel, discord.TextChannel)
        return channel


def add_answers(tree: app_commands.CommandTree[Specimen]) -> None:
    """Commands that answer in different ways."""

    @tree.command(description="Say it back")
    async def echo(interaction: Interaction, text: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
        await interaction.response.send_message(" ".join([text] * times), ephemeral=True)

    @tree.command(description="Choose a fruit")
    async def fruit(interaction: Interaction, name: str, friend: discord.Member | None = None) -> None:
        await interaction.response.send_message(f"{name} for {friend.mention if friend else 'nobody'}")

    @fruit.autocomplete("name")
    async def offer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        friend = interaction.namespace.friend
        suffix = f" for {friend.id}" if friend else ""
        return [app_commands.Choice(name=one + suffix, value=one) for one in FRUIT if one.startswith(current)]

    @tree.command(description="Buttons and menus")
    async def panel(interaction: Interaction) -> None:
        await interaction.response.send_message("panel", view=Panel(timeout=None))

    @tree.command(description="A picture")
    async def board(interaction: Interaction, text: str = "a board") -> None:
        file = discord.File(io.BytesIO(PICTURE), "board.png")
        await interaction.response.send_message(view=Board(text, "attachment://board.png"), file=file)

    @tree.command(description="Counts")
    async def counter(interaction: Interaction) -> None:
        await interaction.response.send_message("counting", view=ui.View(timeout=None).add_item(Counter(1)))

    @tree.command(description="Takes its time")
    async def think(interaction: Interaction, seconds: float = 0.1) -> None:
        await interaction.response.defer(ephemeral=True)
        await asyncio.sleep(seconds)
        await interaction.followup.send("thought")
        await interaction.followup.send("and more")

    @tree.command(description="Says something and takes it back")
    async def reconsider(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content="never mind")
        await interaction.delete_original_response()
        await interaction.followup.send("forgotten", ephemeral=True)

    @tree.command(description="Answers too late")
    async def late(interaction: Interaction) -> None:
        await asyncio.sleep(3.3)
        await interaction.response.send_message("too late")


def add_others(tree: app_commands.CommandTree[Specimen]) -> None:
    """Threads, files, groups and context menus."""

    @tree.command(description="A thread on its answer")
    async def thread(interaction: Interaction, invite: discord.Member) -> None:
        await interaction.response.send_message(f"match with {invite.mention}")
        message = await interaction.original_response()
        opened = await message.create_thread(name="the match", auto_archive_duration=1440)
        await opened.send(f"welcome {invite.mention} and {interaction.user.mention}")

    @tree.command(description="What came along")
    async def upload(interaction: Interaction, file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename} {len(data)} {file.content_type} {file.width}")

    group = app_commands.Group(name="admin", description="For managers", guild_only=True)
    group.default_permissions = discord.Permissions(manage_guild=True)

    @group.command(description="In a group")
    async def reset(interaction: Interaction, role: discord.Role, channel: discord.TextChannel) -> None:
        await interaction.response.send_message(f"{role.name} {channel.name}", ephemeral=True)

    tree.add_command(group)

    @tree.context_menu(name="Who is it")
    async def who(interaction: Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"it is {member.display_name}", ephemeral=True)

    @tree.context_menu(name="Read it")
    async def read(interaction: Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"it says {message.content}", ephemeral=True)

"""The Discord client: intents, commands, and the entry point of every interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
import structlog
from discord import app_commands, ui
from discord.ext import commands
from discord.http import Route

from bot import incidents
from bot.club.blocks import Blocks, blocked_sentence
from bot.match.commits import record_commits
from bot.match.errors import Refused, Stale
from bot.match.guild_shards import Shards
from bot.process.lease_keeper import always_may_answer
from bot.store.problems import is_problem
from bot.ui.components.answers import Interaction
from bot.ui.components.cooldown import Cooldown
from bot.ui.components.deliveries import Deliveries
from bot.ui.components.explanations import Explanations, action_of
from bot.ui.components.in_progress import InProgress
from bot.ui.components.pipeline import Pipeline
from bot.ui.components.request import ReadsPreferences
from bot.ui.components.router import Router
from bot.ui.components.stopwatch import Stopwatch
from bot.ui.connection.gateway import learn_gateway
from bot.ui.connection.message_state import MessageState
from bot.ui.connection.shard_silence import RECONNECT_SECONDS, SILENT_SECONDS, ask_for_sign, seconds_silent
from bot.ui.connection.single_attempts import forbid_repeats
from games.core.i18n import gettext, ngettext

_log = structlog.get_logger(__name__)


def point_at(api: str, cdn: str) -> None:
    """Point discord.py at these addresses: Discord's own, or the sandbox's."""
    Route.BASE = api
    discord.asset.Asset.BASE = cdn
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice


def intents() -> discord.Intents:
    """Return the intents: servers and message events, nothing privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


@dataclass(frozen=True, slots=True)
class Mention:
    """A person's message that mentions the bot: its channel, id and server."""

    client: discord.Client
    channel: int
    message: int
    guild: int | None

    async def answer(self, view: ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Reply publicly without pinging anybody. Raises discord.HTTPException."""
        place = self.client.get_partial_messageable(self.channel, guild_id=self.guild)
        reply = discord.MessageReference(message_id=self.message, channel_id=self.channel, fail_if_not_exists=False)
        await place.send(view=view, files=files, reference=reply, allowed_mentions=discord.AllowedMentions.none())


class Tree(app_commands.CommandTree["QuintetBot"]):
    """The command tree; a refusal is answered with a private sentence."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        client: QuintetBot = interaction.client
        return await client.admits(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await interaction.client.pipeline.explain(interaction, _cause(error))


class QuintetBot(commands.AutoShardedBot):
    """The Discord client. `ready` is called each time the gateway becomes ready."""

    def __init__(
        self,
        router: Router,
        people: ReadsPreferences,
        cooldown: Cooldown,
        shard_ids: Sequence[int] | None = None,
        shard_count: int | None = None,
    ) -> None:
        stopwatch = Stopwatch()
        trace = stopwatch.trace()
        forbid_repeats(trace)
        super().__init__(
            commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            **_shards(shard_ids, shard_count),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=trace,
            heartbeat_timeout=RECONNECT_SECONDS,
        )
        self.stopwatch = stopwatch
        self.trace = trace
        self.in_progress = InProgress()
        self._cooldown = cooldown
        self._deliveries = Deliveries()
        self._router = router
        self.pipeline = Pipeline(people, stopwatch, Explanations(people, stopwatch, is_problem))
        self._down: set[int] = set()
        self.blocks: Blocks | None = None
        self.may_answer: Callable[[], bool] = always_may_answer
        self.when_ready: list[Callable[[], Awaitable[None]]] = []
        self.when_message: list[Callable[[int], None]] = []
        self.when_named: list[Callable[[Mention], Awaitable[None]]] = []
        self.when_message_deleted: list[Callable[[int], Awaitable[None]]] = []
        self.when_thread_deleted: list[Callable[[int, int | None], Awaitable[None]]] = []
        self.when_channel_deleted: list[Callable[[int], Awaitable[None]]] = []
        self.when_joined: list[Callable[[int], Awaitable[None]]] = []

    def _get_state(self, **options: object) -> MessageState[QuintetBot]:
        hooks = {"handlers": self._handlers, "hooks": self._hooks}
        return MessageState[QuintetBot](
            heard=self._note_message,
            named=self._answer_mention,
            dispatch=self.dispatch,
            http=self.http,
            **hooks,
            **options,
        )

    async def setup_hook(self) -> None:
        """Find the gateway, after login and before any connection."""
        await learn_gateway(self.http, Route.BASE)

    def language_of(self, guild: int) -> str:
        """Return a server's language on Discord; empty if this process doesn't serve it."""
        found = self.get_guild(guild)
        return "" if found is None else str(found.preferred_locale)

    def is_connected(self) -> bool:
        """Whether every shard of this process is connected and Discord answers on it."""
        return self.is_ready() and not self.shards_down()

    def shards_connected(self) -> Shards:
        """Return the connected shards of this process, on which moves can arrive."""
        is_up, down = self.is_ready() and self.may_answer(), self.shards_down()
        up = (shard for shard in self.shards if shard not in down) if is_up else ()
        return Shards(self.shard_count or 1, frozenset(up))

    def shards_down(self) -> Sequence[int]:
        """Return the shards that have lost their connection, or on which Discord no longer answers."""
        silent = {number for number in self.shards if self.seconds_silent(number) > SILENT_SECONDS}
        return sorted(self._down | silent)

    def seconds_silent(self, shard: int) -> float:
        """Return the seconds since anything was received on this shard."""
        return seconds_silent(self.shards[shard])

    async def ask_for_signs(self) -> None:
        """Ask Discord for a sign of life on every shard that has been silent lately."""
        await asyncio.gather(
            *(ask_for_sign(shard) for number, shard in self.shards.items() if number not in self._down)
        )

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard has lost its connection; discord.py reconnects by itself."""
        self._down.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard has a new session."""
        self._down.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard has resumed its session."""
        self._down.discard(shard_id)

    async def on_ready(self) -> None:
        """Bring commands and boards up to date once the gateway is ready."""
        for hook in self.when_ready:
            await hook()
        _log.info("ready", user=str(self.user), servers=len(self.guilds), shards=self.shard_count)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle components and modals; the command tree handles commands."""
        if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            return
        if not await self.admits(interaction):
            return
        found = self._router.find(interaction)
        if found is None:
            await self.pipeline.explain(interaction, Stale(_older()))
        else:
            await self.pipeline.run(*found)

    async def admits(self, interaction: Interaction) -> bool:
        """Decide whether an interaction is handled: False, with a sentence, for people who are too fast or blocked.

        While the bot is stopping nobody gets in. False, without a word, for what has been delivered before, while
        another process may answer in the place of this one, and once the bot is logging out.
        """
        if not self._can_answer() or not self._deliveries.is_first(interaction.id):
            return False
        self.in_progress.add(action_of(interaction))
        record_commits()
        self.stopwatch.begin(interaction)
        typing = interaction.type is discord.InteractionType.autocomplete
        sentence = (
            self._stopping() or self._too_fast(interaction, typing=typing) or await self._block_sentence(interaction)
        )
        if sentence is None:
            return True
        if typing:
            await interaction.response.autocomplete([])
        else:
            await self.pipeline.explain(interaction, Refused(sentence))
        return False

    def _can_answer(self) -> bool:
        """Whether this process may answer, and the answer can still reach Discord."""
        return self.may_answer() and not (self.in_progress.has_ended or self.is_closed())

    def _stopping(self) -> str | None:
        """Return the sentence shown while the bot is stopping; None otherwise."""
        if not self.in_progress.is_closed:
            return None
        return gettext("I'm restarting, so I didn't take that. Please try again in a minute.")

    def _too_fast(self, interaction: Interaction, *, typing: bool) -> str | None:
        """Return the sentence for a person who acts too fast; None for everybody else."""
        seconds = self._cooldown.wait((interaction.user.id, typing))
        if not seconds:
            return None
        return ngettext(
            "Slow down a little: try again in {n} second.", "Slow down a little: try again in {n} seconds.", seconds
        )

    async def _block_sentence(self, interaction: Interaction) -> str | None:
        """Return the sentence for a blocked person or server; None for everybody else.

        Owners always get in: they alone can undo it.
        """
        if self.blocks is None:
            return None
        try:
            kind = await self.blocks.find_block(interaction.user.id, interaction.guild_id)
            if kind is None or await self.is_owner(interaction.user):
                return None
        except Exception as error:  # noqa: BLE001 - the edge: what cannot be looked up shuts nobody out
            incidents.report(error, "blocks")
            return None
        return blocked_sentence(kind)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Handle a deleted message, perhaps a board."""
        for hook in self.when_message_deleted:
            await hook(event.message_id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Handle a deleted thread, perhaps that of a match; hooks get its text channel, which a forum post lacks."""
        parent = event.parent_id if isinstance(self.get_channel(event.parent_id), discord.TextChannel) else None
        for hook in self.when_thread_deleted:
            await hook(event.thread_id, parent)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle a deleted channel and its threads, perhaps with running matches."""
        for hook in self.when_channel_deleted:
            await hook(channel.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handle being added to a server, perhaps not for the first time."""
        for hook in self.when_joined:
            await hook(guild.id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Handle many messages deleted at once."""
        for hook in self.when_message_deleted:
            for message_id in event.message_ids:
                await hook(message_id)

    def _note_message(self, channel: int, author: int) -> None:
        """Count messages by others, which push a board up."""
        if self.user is None or author != self.user.id:
            for hook in self.when_message:
                hook(channel)

    def _answer_mention(self, channel: int, message: int, guild: int | None) -> None:
        """Answer a mention of the bot with the help page."""
        if not self._can_answer() or self.in_progress.is_closed:
            return
        for hook in self.when_named:
            task = asyncio.create_task(self._answer(hook, Mention(self, channel, message, guild)), name="mention")
            self.in_progress.add("mention", task)

    async def _answer(self, hook: Callable[[Mention], Awaitable[None]], mention: Mention) -> None:
        try:
            await hook(mention)
        except Exception as error:  # noqa: BLE001 - the edge: nobody waits for it
            incidents.report(error, "mention")


def _shards(ids: Sequence[int] | None, count: int | None) -> dict[str, Any]:
    return {} if ids is None else {"shard_ids": list(ids), "shard_count": count}


def _older() -> str:
    return gettext("That button is outdated. Open /games to continue.")


def _cause(error: app_commands.AppCommandError) -> BaseException:
    """Return what a command failed at. Discord may still list commands of an older version."""
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return Stale(gettext("That command is from an older version of me. Type / to see those I have now."))
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error

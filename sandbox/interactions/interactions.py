"""Interactions: sending a member's actions to the bot, and carrying out its answers."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from sandbox.content.attachments import Files, Upload
from sandbox.interactions import modals
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError, Json
from sandbox.strict.form import Form
from sandbox.world import messages, payload
from sandbox.world.model import NO_FLAGS, Channel, Message, MessageFlag, MessageKind
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


class Context(IntEnum):
    """Where an interaction happens: in a guild, with the bot, or between people."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class InteractionKind(IntEnum):
    """Discord's interaction types."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackKind(IntEnum):
    """Discord's ways of answering an interaction first."""

    PONG = 1
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


C = CallbackKind
# Which first answers each kind of interaction accepts. An update needs a message to update.
ALLOWED = {
    InteractionKind.PING: frozenset({C.PONG}),
    InteractionKind.COMMAND: frozenset({C.MESSAGE, C.DEFERRED, C.MODAL}),
    InteractionKind.COMPONENT: frozenset({C.MESSAGE, C.DEFERRED, C.DEFERRED_UPDATE, C.UPDATE, C.MODAL}),
    InteractionKind.AUTOCOMPLETE: frozenset({C.CHOICES}),
    InteractionKind.MODAL_SUBMIT: frozenset({C.MESSAGE, C.DEFERRED, C.DEFERRED_UPDATE, C.UPDATE}),
}
NEED_MESSAGE = frozenset({C.DEFERRED_UPDATE, C.UPDATE})


@dataclass(frozen=True, slots=True)
class Cause:
    """What an interaction comes from: a message with a component, a target, an earlier interaction.

    `owners` says who installed the app, if it was not the guild: `Commands.owners`.
    """

    metadata: Json = field(default_factory=dict)
    message: Message | None = None
    owners: dict[str, str] | None = None


@dataclass(slots=True, eq=False)
class Interaction:
    """One act of a member and everything the bot answered to it.

    `message` is the message whose component was used, or from which a modal came. `original_id` is what
    `@original` means, `removed` that message once the bot has taken it away again. `answered` is set with the first
    answer; `settled` once there is more than "thinking".
    """

    id: Snowflake
    token: str
    kind: InteractionKind
    user_id: Snowflake
    channel: Channel
    data: Json
    created: float
    metadata: Json
    legacy: Json | None = None
    message: Message | None = None
    answer: CallbackKind | None = None
    answered_after: float | None = None
    ephemeral: bool = False
    original_id: Snowflake | None = None
    removed: Message | None = None
    followups: list[Snowflake] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)


def context_of(world: World, channel: Channel) -> Context:
    """The kind of place a channel is."""
    if channel.guild_id is not None:
        return Context.GUILD
    return Context.BOT_DM if world.bot_id in channel.recipients else Context.PRIVATE_CHANNEL


class Interactions:
    """All interactions of the world, by token."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[Snowflake, Interaction] = {}

    def start(
        self, kind: InteractionKind, user_id: Snowflake, channel: Channel, data: Json, cause: Cause
    ) -> Interaction:
        """A member acts: tell the bot."""
        world = self._world
        interaction = Interaction(
            id=world.ids.next(),
            token=secrets.token_urlsafe(120),
            kind=kind,
            user_id=user_id,
            channel=channel,
            data=data,
            created=world.now(),
            metadata={},
            message=cause.message,
        )
        interaction.metadata = {
            "id": str(interaction.id),
            "type": int(kind),
            "user": payload.user(world.users[user_id]),
            "authorizing_integration_owners": cause.owners or self._owners(channel),
        } | cause.metadata
        if kind is InteractionKind.COMMAND:
            interaction.legacy = {
                "id": str(interaction.id),
                "type": int(kind),
                "name": data["name"],
                "user": payload.user(world.users[user_id]),
            }
        self._forget_old()
        self._by_token[interaction.token] = interaction
        self._by_id[interaction.id] = interaction
        body = self._payload(interaction)
        world.publish(Event("INTERACTION_CREATE", body, frozenset({world.bot_id}), channel.guild_id))
        return interaction

    def _forget_old(self) -> None:
        # Kept a little longer than its token is valid, so that late requests get the right error.
        horizon = self._world.now() - 2 * limits.INTERACTION_TOKEN
        while self._by_token:
            token, oldest = next(iter(self._by_token.items()))
            if oldest.created > horizon:
                return
            del self._by_token[token], self._by_id[oldest.id]

    def _owners(self, channel: Channel) -> dict[str, str]:
        return {"0": "0" if channel.guild_id is None else str(channel.guild_id)}

    def _payload(self, interaction: Interaction) -> Json:
        world, channel = self._world, interaction.channel
        user = world.users[interaction.user_id]
        place = payload.channel(world, channel, reader=interaction.user_id)
        place.pop("permission_overwrites", None)
        body: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application.id),
            "type": int(interaction.kind),
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": place,
            "locale": user.locale,
            "app_permissions": str(int(world.app_permissions(channel))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": interaction.metadata["authorizing_integration_owners"],
            "attachment_size_limit": limits.UPLOAD_BYTES,
        }
        if interaction.message is not None:
            body["message"] = payload.message(world, interaction.message)
        guild = world.guild_of(channel)
        if guild is None:
            return body | {"user": payload.user(user), "context": context_of(world, channel)}
        allowed = str(int(world.permissions(user.id, channel)))
        place["permissions"] = allowed
        return body | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": payload.member(world, guild.members[user.id]) | {"permissions": allowed},
            "context": Context.GUILD,
        }

    # ------------------------------------------------------------ the first answer

    def callback(self, interaction_id: int, token: str, body: Json, uploads: dict[int, Upload]) -> Interaction:
        """The bot's first answer.

        Raises 10062 for an unknown interaction or one older than three seconds, 40060 for a second answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise ApiError(errors.UNKNOWN_INTERACTION)
        if interaction.answer is not None:
            raise ApiError(errors.ALREADY_ACKNOWLEDGED)
        if self._world.now() - interaction.created > limits.FIRST_ANSWER:
            raise ApiError(errors.UNKNOWN_INTERACTION)
        answer = self._kind(interaction, body)
        data = body.get("data")
        try:
            self._apply(interaction, answer, data if isinstance(data, dict) else {}, uploads)
        except ApiError as error:
            # Errors in the content belong under `data`, as in the request.
            error.errors = error.errors and {"data": error.errors}
            raise
        interaction.answer = answer
        interaction.answered_after = self._world.now() - interaction.created
        interaction.answered.set()
        if answer is not CallbackKind.DEFERRED:
            interaction.settled.set()
        return interaction

    def _kind(self, interaction: Interaction, body: Json) -> CallbackKind:
        allowed = ALLOWED[interaction.kind]
        if interaction.message is None:
            allowed -= NEED_MESSAGE
        form = Form()
        form.require(("type",), body.get("type"))
        kind = form.choice(("type",), body.get("type"), allowed)
        form.settle()
        return CallbackKind(kind or 0)

    def _apply(self, interaction: Interaction, answer: CallbackKind, data: Json, uploads: dict[int, Upload]) -> None:
        match answer:
            case CallbackKind.MESSAGE:
                interaction.original_id = self._respond(interaction, data, uploads).id
            case CallbackKind.DEFERRED:
                interaction.original_id = self._think(interaction, data).id
            case CallbackKind.DEFERRED_UPDATE if interaction.message is not None:
                interaction.original_id = interaction.message.id
            case CallbackKind.UPDATE if interaction.message is not None:
                target = self._existing(interaction, interaction.message.id)
                if data or uploads:
                    messages.edit(self._world, target, messages.recompose(self._world, target, data, uploads))
                interaction.original_id = target.id
            case CallbackKind.CHOICES:
                locale = self._world.users[interaction.user_id].locale
                interaction.choices = modals.read_choices(data, interaction.data, locale)
            case CallbackKind.MODAL:
                interaction.modal = modals.read(data)
            case _:
                pass

    def _respond(self, interaction: Interaction, data: Json, uploads: dict[int, Upload]) -> Message:
        world, channel = self._world, interaction.channel
        composition = messages.compose(world, channel, world.bot_id, data, Files(new=uploads), messages.ON_RESPONSE)
        composition.flags |= self._imposed_flags(interaction)
        message = self._stamp(interaction, messages.draft(world, channel, world.bot_id, composition))
        if composition.flags & MessageFlag.EPHEMERAL:
            message.visible_to = interaction.user_id
        if interaction.kind is InteractionKind.COMMAND and interaction.original_id is None:
            chat = interaction.data.get("type", 1) == 1
            message.kind = MessageKind.CHAT_INPUT_COMMAND if chat else MessageKind.CONTEXT_MENU_COMMAND
        elif interaction.original_id is not None or interaction.message is not None:
            self._reply_to_source(interaction, message)
        return messages.post(world, channel, message)

    def _imposed_flags(self, interaction: Interaction) -> MessageFlag:
        # Where external apps are not allowed, an app that a person brought along can answer only to that person.
        is_welcome = interaction.channel.guild_id is None or self._is_member(interaction)
        allowed = self._world.permissions(interaction.user_id, interaction.channel)
        return NO_FLAGS if is_welcome or allowed & Permission.USE_EXTERNAL_APPS else MessageFlag.EPHEMERAL

    def _is_member(self, interaction: Interaction) -> bool:
        """Whether the bot is a member of the server, or of the conversation, and not only brought along by a person."""
        return "0" in interaction.metadata["authorizing_integration_owners"]

    def _reply_to_source(self, interaction: Interaction, message: Message) -> None:
        source = interaction.original_id or (interaction.message.id if interaction.message else None)
        message.kind = MessageKind.REPLY
        message.reference = {"type": 0, "channel_id": str(message.channel_id), "message_id": str(source)}
        if interaction.channel.guild_id is not None:
            message.reference["guild_id"] = str(interaction.channel.guild_id)

    def _stamp(self, interaction: Interaction, message: Message) -> Message:
        message.interaction_metadata = dict(interaction.metadata)
        message.interaction = interaction.legacy
        message.application_id = message.webhook_id = self._world.application.id
        if interaction.original_id is not None and interaction.original_id != message.id:
            message.interaction_metadata["original_response_message_id"] = str(interaction.original_id)
        return message

    def _think(self, interaction: Interaction, data: Json) -> Message:
        world, channel = self._world, interaction.channel
        message = self._stamp(interaction, messages.draft(world, channel, world.bot_id, messages.Composition()))
        message.flags = MessageFlag.LOADING | (MessageFlag(int(data.get("flags") or 0)) & MessageFlag.EPHEMERAL)
        message.flags |= self._imposed_flags(interaction)
        if message.flags & MessageFlag.EPHEMERAL:
            message.visible_to = interaction.user_id
        if interaction.kind is InteractionKind.COMMAND:
            message.kind = MessageKind.CHAT_INPUT_COMMAND
        return messages.post(world, channel, message)

    # ------------------------------------------------------------ what follows

    def find_acknowledged(self, token: str) -> Interaction:
        """The interaction whose token still works.

        Raises 10015 before the first answer and for an unknown token, 50027 after fifteen minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise ApiError(errors.UNKNOWN_WEBHOOK)
        if self._world.now() - interaction.created > limits.INTERACTION_TOKEN:
            raise ApiError(errors.INVALID_WEBHOOK_TOKEN)
        if interaction.answer is None:
            raise ApiError(errors.UNKNOWN_WEBHOOK)
        return interaction

    def response(self, interaction: Interaction, message_id: Snowflake | None) -> Message:
        """A message the interaction made: `@original` (None) or one of its followups. Raises 10008."""
        wanted = interaction.original_id if message_id is None else message_id
        if wanted is None or wanted not in {interaction.original_id, *interaction.followups}:
            raise ApiError(errors.UNKNOWN_MESSAGE)
        return self._existing(interaction, wanted)

    def _existing(self, interaction: Interaction, message_id: Snowflake) -> Message:
        if interaction.channel.id not in self._world.channels:
            raise ApiError(errors.UNKNOWN_CHANNEL)
        message = interaction.channel.messages.get(message_id)
        if message is None:
            raise ApiError(errors.UNKNOWN_MESSAGE)
        return message

    def follow_up(self, interaction: Interaction, body: Json, uploads: dict[int, Upload]) -> Message:
        """A further message; the first one after "thinking" takes its place.

        Raises 40094 after five if only a person brought the app along.
        """
        if interaction.channel.id not in self._world.channels:
            raise ApiError(errors.UNKNOWN_CHANNEL)
        original = interaction.channel.messages.get(interaction.original_id or Snowflake(0))
        if original is not None and original.flags & MessageFlag.LOADING:
            return self.edit(interaction, original, body, uploads)
        if not self._is_member(interaction) and len(interaction.followups) >= limits.FOLLOWUPS_WITHOUT_BOT:
            raise ApiError(errors.MAX_FOLLOWUPS)
        message = self._respond(interaction, body, uploads)
        interaction.followups.append(message.id)
        return message

    def edit(self, interaction: Interaction, message: Message, body: Json, uploads: dict[int, Upload]) -> Message:
        """Change a message of the interaction; this is also how "thinking" ends."""
        thinking = bool(message.flags & MessageFlag.LOADING)
        edited = messages.edit(self._world, message, messages.recompose(self._world, message, body, uploads))
        if thinking:
            edited.edited = None
        interaction.settled.set()
        return edited

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Remove a message of the interaction."""
        messages.delete(self._world, message)
        if message.id == interaction.original_id and not message.flags & MessageFlag.LOADING:
            interaction.removed = message
        interaction.settled.set()

    def by_id(self, interaction_id: Snowflake) -> Interaction | None:
        """The interaction with this id."""
        return self._by_id.get(interaction_id)

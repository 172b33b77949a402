"""How an interaction was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sandbox.client.message import Message
from sandbox.content.components import walk

Json = dict[str, Any]


class Choice(NamedTuple):
    """An autocomplete choice."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal the bot opened."""

    raw: Json

    @property
    def id(self) -> str:
        """What `Member.submit` needs."""
        return str(self.raw["id"])

    @property
    def title(self) -> str:
        """The headline."""
        return str(self.raw["title"])

    @property
    def custom_id(self) -> str:
        """The bot's own name for it."""
        return str(self.raw["custom_id"])

    @property
    def fields(self) -> list[Json]:
        """The inputs, each as Discord words it."""
        return [one for one in walk(self.raw["components"]) if "custom_id" in one]

    @property
    def labels(self) -> list[str]:
        """The labels of the inputs."""
        return [one["label"] for one in walk(self.raw["components"]) if one.get("label")]


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one interaction.

    `answer` is message, deferred, update, deferred_update, choices or modal; None if the bot did not answer in
    three seconds. `latency_ms` is the time until the first answer.
    """

    raw: Json

    @property
    def id(self) -> str:
        """The interaction's id."""
        return str(self.raw["interaction_id"])

    @property
    def answer(self) -> str | None:
        """The kind of the first answer."""
        answer: str | None = self.raw["answer"]
        return answer

    @property
    def failed(self) -> bool:
        """Whether the member reads "This interaction failed"."""
        return bool(self.raw["failed"])

    @property
    def latency_ms(self) -> float:
        """Milliseconds until the first answer."""
        return float(self.raw["latency_ms"])

    @property
    def settled(self) -> bool:
        """Whether the bot is done thinking."""
        return bool(self.raw["settled"])

    @property
    def message(self) -> Message:
        """The message that came of it; raises LookupError if there is none."""
        if self.raw["message"] is None:
            raise LookupError(f"no message: the interaction was answered with {self.answer}")
        return Message(self.raw["message"])

    @property
    def text(self) -> str:
        """What the message says."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only the member sees the message."""
        return self.raw["message"] is not None and self.message.ephemeral

    @property
    def modal(self) -> Modal:
        """The modal that opened; raises LookupError if there is none."""
        if self.raw["modal"] is None:
            raise LookupError(f"no modal: the interaction was answered with {self.answer}")
        return Modal(self.raw["modal"])

    @property
    def choices(self) -> list[Choice]:
        """The autocomplete choices."""
        return [Choice(one["name"], one["value"]) for one in self.raw["choices"]]

"""Who can be named as an opponent: this bot, for whom an AI plays, and people who can see the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.match.challenges import Person
from bot.match.errors import Refused
from bot.match.model import Place, UserId
from games.core.i18n import gettext


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member named in a command or modal.

    `sees` tells whether they see what is posted there; None if Discord does not tell.
    """

    person: Person
    kind: Literal["person", "this bot", "other bot"] = "person"
    sees: bool | None = True


def read_opponents(named: Sequence[NamedMember], host: UserId, place: Place) -> tuple[tuple[Person, ...], int]:
    """Split the named members into people and the number of times this bot is named.

    Raises Refused for other bots, and for people who would never see the challenge.
    """
    for one in named:
        if one.kind == "other bot":
            raise Refused(
                gettext("{name} is a bot and can't play. Ask a person, or choose an AI level.", name=one.person.name)
            )
        must_see(one, host, place)
    people = tuple(one.person for one in named if one.kind == "person")
    return people, len(named) - len(people)


def meets_ai(named: NamedMember) -> bool:
    """Whether the named member is this bot, so that an AI plays. Raises Refused for another bot."""
    if named.kind == "other bot":
        raise Refused(gettext("{name} is a bot and can't play. Ask a person.", name=named.person.name))
    return named.kind == "this bot"


def must_see(named: NamedMember, host: UserId, place: Place) -> None:
    """Raise Refused if the named member could never see a challenge posted in this place."""
    if named.sees is not False or named.kind == "this bot" or named.person.user == host:
        return
    name = named.person.name
    if place.external and place.guild is None:
        raise Refused(gettext("{name} isn't in this conversation. Challenge them where you both are.", name=name))
    raise Refused(gettext("{name} can't see this channel. Challenge them where you both can.", name=name))

"""People's own settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.model import Match, UserId


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's settings. `days_off_until` ends the present days off.

    `language` is empty to follow Discord; `discord_language` is that of the person's Discord, as heard when they last
    asked for a match in direct messages. `greeted`: they have seen the page for newcomers.

    `pings` is false for those who want to hear of nothing. Quiet hours are minutes of the day in `time_zone`.
    `digest_at` is when a digest is due, and `pinged_for` the turn that the person was last pinged for, if they want no
    other ping until they look.
    """

    user: UserId
    theme: Literal["dark", "light"] = "dark"
    patterns: Literal["small", "strong"] = "small"
    text_first: bool = False
    confirm: bool = True
    pings: bool = True
    language: str = ""
    discord_language: str = ""
    challenges: Literal["everybody", "nobody"] = "everybody"
    days_off_until: Instant | None = None
    days_off_used: int = 0
    days_off_year: int = 0
    greeted: bool = False
    turn_pings: Literal["each", "once", "digest"] = "each"
    ping_by: Literal["thread", "direct"] = "thread"
    quiet_from: int | None = None
    quiet_to: int | None = None
    time_zone: str = "UTC"
    digest_at: Instant | None = None
    pinged_for: str = ""

    @property
    def private_language(self) -> str:
        """The language of messages that only this person sees."""
        return self.language or self.discord_language or "en"


class PreferenceStore(Protocol):
    """The store of people's settings."""

    async def preferences(self, user: UserId) -> Preferences:
        """Return the person's settings; the defaults if there are none."""
        ...

    async def change_preferences(self, user: UserId, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change a person's settings by `change` in one transaction, and return the new ones.

        What `change` raises is raised, and nothing has changed then.
        """
        ...

    async def change_absence(
        self, user: UserId, change: Callable[[Preferences], Preferences], now: Instant
    ) -> Sequence[Match]:
        """Change when a person's days off end, and move the correspondence clocks that wait for them by as much.

        A clock that has run out by `now`, or would have, stays as it is; so does, when days off are cut short, one that
        waits for somebody else on days off. Both are one transaction; returns the matches whose clocks were moved, as
        they are now. What `change` raises is raised, and nothing has changed then.
        """
        ...


def toggle(preferences: Preferences, key: str) -> Preferences:
    """Return the settings after toggling one switch; an unknown key changes nothing."""
    changed = {
        "theme": replace(preferences, theme="light" if preferences.theme == "dark" else "dark"),
        "patterns": replace(preferences, patterns="small" if preferences.patterns == "strong" else "strong"),
        "text": replace(preferences, text_first=not preferences.text_first),
        "confirm": replace(preferences, confirm=not preferences.confirm),
        "pings": replace(preferences, pings=not preferences.pings),
        "challenges": replace(
            preferences, challenges="nobody" if preferences.challenges == "everybody" else "everybody"
        ),
    }
    return changed.get(key, preferences)

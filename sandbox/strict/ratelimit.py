"""Rate limits: a bucket for each route and major parameter, and a global one; 429 when a bucket is empty."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from sandbox.strict.errors import Json

MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")


class Rate(NamedTuple):
    """A number of requests within a number of seconds."""

    limit: int
    seconds: float


GLOBAL: Final = Rate(50, 1.0)
DEFAULT: Final = Rate(30, 10.0)
# Discord does not publish its limits; these are what its headers say, rounded to the strict side.
RATES: Final = {
    "POST /channels/{channel_id}/messages": Rate(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Rate(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Rate(5, 1.0),
    "POST /channels/{channel_id}/typing": Rate(5, 5.0),
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me": Rate(1, 0.25),
    "DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me": Rate(1, 0.25),
    "POST /channels/{channel_id}/messages/{message_id}/threads": Rate(10, 30.0),
    "POST /channels/{channel_id}/threads": Rate(10, 30.0),
    "PATCH /channels/{channel_id}": Rate(5, 15.0),
    "POST /users/@me/channels": Rate(10, 60.0),
}
# Followups and edits of one interaction share a bucket.
WEBHOOK: Final = Rate(5, 2.0)
# A channel or thread changes its name or topic twice in ten minutes, whatever the headers say.
RENAME: Final = Rate(2, 600.0)
# Interactions have neither a bucket nor a share in the global limit.
UNLIMITED: Final = "POST /interactions/{interaction_id}/{interaction_token}/callback"
# The number of 401, 403 and 429 answers in ten minutes after which Cloudflare blocks requests.
INVALID: Final = Rate(10_000, 600.0)


@dataclass(slots=True)
class Bucket:
    """A window that began with the first request in it."""

    rate: Rate
    used: int = 0
    resets: float = 0.0

    def take(self, now: float) -> float:
        """Use one request up; the seconds to wait if there is none left, else 0."""
        if now >= self.resets:
            self.used, self.resets = 0, now + self.rate.seconds
        if self.used >= self.rate.limit:
            return self.resets - now
        self.used += 1
        return 0.0


class Verdict(NamedTuple):
    """The headers of an answer, and for a refused request the body of its 429."""

    headers: dict[str, str]
    refused: Json | None = None
    banned: bool = False


class RateLimits:
    """All buckets of the bot, by a clock in seconds since the Unix epoch."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._all = Bucket(GLOBAL)
        self._invalid = Bucket(INVALID)
        self.refusals: dict[str, int] = {}

    def ask(self, route: str, parameters: dict[str, str], *, renames: bool) -> Verdict:
        """Whether a request may pass now. `route` is `METHOD /path/{template}`."""
        now = self._clock()
        if self._invalid.used >= INVALID.limit and now < self._invalid.resets:
            return Verdict({}, banned=True)
        if route == UNLIMITED:
            return Verdict({})
        webhook = " /webhooks/" in route
        if not webhook and (wait := self._all.take(now)):
            return self._refuse(route, wait, "global", {})
        major = tuple(parameters[name] for name in MAJOR if name in parameters)
        name = "/webhooks" if webhook else route
        bucket = self._buckets.get((name, *major))
        if bucket is None:
            rate = WEBHOOK if webhook else RATES.get(route, DEFAULT)
            bucket = self._buckets[(name, *major)] = Bucket(rate)
        wait = bucket.take(now)
        headers = _headers(name, bucket, now)
        if wait:
            return self._refuse(route, wait, "user", headers)
        if renames and (wait := self._buckets.setdefault(("rename", *major), Bucket(RENAME)).take(now)):
            return self._refuse(route, wait, "shared", headers)
        return Verdict(headers)

    def _refuse(self, route: str, wait: float, scope: str, headers: dict[str, str]) -> Verdict:
        self.refusals[route] = self.refusals.get(route, 0) + 1
        return refusal(wait, scope, headers)

    def note(self, status: int) -> None:
        """Count the answers that lead to a ban."""
        if status in {401, 403, 429}:
            self._invalid.take(self._clock())


def refusal(wait: float, scope: str = "shared", headers: Mapping[str, str] | None = None) -> Verdict:
    """What somebody who is to come again after `wait` seconds is told."""
    told = dict(headers or {}) | {
        "Retry-After": str(math.ceil(wait)),
        "X-RateLimit-Scope": scope,
        # Without it, discord.py mistakes a 429 for a ban.
        "Via": "1.1 sandbox",
    }
    if scope == "global":
        told["X-RateLimit-Global"] = "true"
    body: Json = {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": round(wait, 3),
        "global": scope == "global",
    }
    return Verdict(told, body)


def _headers(name: str, bucket: Bucket, now: float) -> dict[str, str]:
    left = max(0.0, bucket.resets - now)
    return {
        "X-RateLimit-Limit": str(bucket.rate.limit),
        "X-RateLimit-Remaining": str(bucket.rate.limit - bucket.used),
        "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
    }

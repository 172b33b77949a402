"""Trouble on demand: answers that are late, lost or wrong, for requests that match a rule."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from sandbox.strict.errors import Json


class Trouble(StrEnum):
    """What happens to a request.

    Requests are either served first and then something happens to the answer (`late`, `lost`, `error_after`),
    or are never served (`slow` waits first, `dropped`, `error`).
    """

    SLOW = "slow"
    LATE = "late"
    DROPPED = "dropped"
    LOST = "lost"
    ERROR = "error"
    ERROR_AFTER = "error_after"

    @property
    def comes_first(self) -> bool:
        """Whether it strikes before the request is served."""
        return self in {Trouble.SLOW, Trouble.DROPPED, Trouble.ERROR}


@dataclass(slots=True)
class Rule:
    """Trouble for the next `times` requests of a method whose `METHOD /path` matches a regular expression.

    `seconds` is for slow and late, `status` for errors; an error 429 asks to come again after so many seconds.
    """

    trouble: Trouble
    route: str = "."
    times: int = 1
    seconds: float = 1.0
    status: int = 500
    struck: int = 0


@dataclass(slots=True)
class Faults:
    """The rules in force."""

    rules: list[Rule] = field(default_factory=list)

    def strike(self, route: str, *, first: bool) -> Rule | None:
        """The rule that strikes this request now, before (`first`) or after it is served."""
        for rule in self.rules:
            if rule.struck < rule.times and rule.trouble.comes_first is first and re.search(rule.route, route):
                rule.struck += 1
                return rule
        return None

    def listed(self) -> list[Json]:
        """All rules and how often they struck."""
        return [asdict(rule) for rule in self.rules]

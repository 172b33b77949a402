"""Faults on demand: answers that are late, lost or wrong, for requests that match a rule."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
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

    `seconds` is for slow and late, `status` for errors; an error 429 asks to come again after this many seconds.
    With `each`, the next `times` requests of every single `METHOD /path` are struck: those of each interaction, say.
    """

    trouble: Trouble
    route: str = "."
    times: int = 1
    seconds: float = 1.0
    status: int = 500
    each: bool = False
    struck: Counter[str] = field(default_factory=Counter)

    def strikes(self, route: str) -> bool:
        """Whether this request is struck, which is counted."""
        counted = route if self.each else ""
        if self.struck[counted] >= self.times or not re.search(self.route, route):
            return False
        self.struck[counted] += 1
        return True


@dataclass(slots=True)
class Faults:
    """The rules in force."""

    rules: list[Rule] = field(default_factory=list)

    def strike(self, route: str, *, first: bool) -> Rule | None:
        """The rule that strikes this request now, before (`first`) or after it is served."""
        for rule in self.rules:
            if rule.trouble.comes_first is first and rule.strikes(route):
                return rule
        return None

    def list_rules(self) -> list[Json]:
        """All rules and how often they struck."""
        shown = ("trouble", "route", "times", "seconds", "status", "each")
        return [{name: getattr(rule, name) for name in shown} | {"struck": rule.struck.total()} for rule in self.rules]

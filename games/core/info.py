"""What a game declares about itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.core.errors import BadNotation
from games.core.i18n import gettext, join_list, pgettext
from games.core.levels import LEVELS

Options = Mapping[str, str]
"""The options of a match: every key of the game's options with its value."""


_NUMBER = re.compile(r"\d+")
_SIZE = re.compile(r"\d+(\s*(x|×|\*|by|mal)\s*\d+)?")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the match.

    `values` are offered; `free` describes what else may be typed (empty: nothing else), which the game itself checks.
    `labels` are the values in words, in the same order (empty: the values need no labels). `names_first_seat` says that
    the value is the number of the seat that begins.
    """

    key: str
    title: str
    values: tuple[str, ...]
    default: str
    free: str = ""
    labels: tuple[str, ...] = ()
    names_first_seat: bool = False

    def label(self, value: str) -> str:
        """Return the value in words."""
        return self.labels[self.values.index(value)] if self.labels and value in self.values else value

    def read(self, typed: str, translate: Callable[[str], str] = str) -> str:
        """Find the value that somebody means by its name or label, in English or translated, however it is spelled.

        A size ("6", "28x14") means the first value whose label begins with these numbers. Text that means none of the
        values is returned unchanged.
        """
        wanted = _fold(typed)
        for value in self.values:
            label = self.label(value)
            if wanted in {_fold(value), _fold(label), _fold(translate(label))}:
                return value
        is_size = not self.names_first_seat and _SIZE.fullmatch(typed.strip().lower())
        size = _NUMBER.findall(typed) if is_size else []
        for value in self.values if size else ():
            if _NUMBER.findall(self.label(value))[: len(size)] == size:
                return value
        return typed.strip()


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Title, rules version, seats and options.

    `summary` is one sentence for the command list (at most 100 characters); `goal` says how a match is won. `sides`
    names the seats in the game's words, in order. `repetition` is the number of times a position line must occur for a
    tie, or None if there is no such rule. `levels` are the strengths that `Player.think` knows, the weakest first.
    `multi_step` says that a turn consists of several entries by the same seat (its clock keeps running, and it may take
    them back until the turn ends).
    """

    key: str
    title: str
    version: int
    summary: str
    sides: tuple[str, ...]
    min_seats: int = 2
    max_seats: int = 2
    options: tuple[Option, ...] = ()
    repetition: int | None = None
    goal: str = ""
    levels: tuple[str, ...] = LEVELS
    multi_step: bool = False

    def check_options(self, given: Mapping[str, object]) -> dict[str, str]:
        """Return all options with defaults filled in. Raises BadNotation for an unknown key or value."""
        known = {option.key: option for option in self.options}
        for key in given:
            if key not in known:
                offered = join_list(known) or pgettext("list of options", "none")
                raise BadNotation(
                    gettext(
                        "{game} has no option '{key}'. It has: {options}.", game=self.title, key=key, options=offered
                    )
                )
        return {option.key: _check_value(option, str(given.get(option.key, option.default))) for option in self.options}

    def check_seats(self, seats: int) -> None:
        """Raise BadNotation if the game cannot be played by this many."""
        if not self.min_seats <= seats <= self.max_seats:
            wanted = (
                str(self.min_seats)
                if self.min_seats == self.max_seats
                else gettext("{least} to {most}", least=self.min_seats, most=self.max_seats)
            )
            raise BadNotation(
                gettext("{game} is for {wanted} players, not {seats}.", game=self.title, wanted=wanted, seats=seats)
            )


def _fold(text: str) -> str:
    """Return only the letters and digits, ignoring case."""
    return "".join(sign for sign in text.casefold().replace("×", "x") if sign.isalnum())


def _check_value(option: Option, value: str) -> str:
    if value in option.values or option.free:
        return value
    shown = join_list(option.values, "or")
    raise BadNotation(
        gettext(
            "I don't know the {option} '{value}'. Choose: {values}.", value=value[:40], option=option.key, values=shown
        )
    )

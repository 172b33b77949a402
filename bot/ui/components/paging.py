"""Lists shown one page at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.ui.components import items
from bot.ui.components.custom_id import Click

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[T_co]):
    """A page of a list: its number from 0, its entries, and whether another follows."""

    number: int
    entries: Sequence[T_co]
    goes_on: bool

    def buttons(self, to: Callable[[int], Click], before: str, after: str) -> list[items.Row]:
        """Return the buttons for the previous and next page; `to` gives the click that leads to a page."""
        around = [(self.number - 1, before)] if self.number > 0 else []
        around += [(self.number + 1, after)] if self.goes_on else []
        return [items.buttons(*(items.button(to(number), label) for number, label in around))] if around else []


def page_of(every: Sequence[T], wanted: int, size: int) -> Page[T]:
    """Return the existing page of `size` entries that is nearest to the wanted one."""
    number = max(0, min(wanted, (len(every) - 1) // size))
    end = (number + 1) * size
    return Page(number, every[number * size : end], end < len(every))

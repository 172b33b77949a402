"""Lists that are shown one page at a time."""

from __future__ import annotations

from itertools import count, takewhile

from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.components.custom_id import Click
from bot.ui.components.paging import Page, page_of


@given(st.integers(0, 40), st.integers(1, 12))
def test_the_pages_hold_every_entry_once(length: int, size: int) -> None:
    every = range(length)
    pages = [page_of(every, number, size) for number in takewhile(lambda n: n == 0 or n * size < length, count())]
    assert [entry for page in pages for entry in page.entries] == list(every)
    assert [page.goes_on for page in pages] == [True] * (len(pages) - 1) + [False]


@given(st.integers(0, 40), st.integers(-5, 2**63))
def test_a_page_that_is_gone_becomes_the_nearest(length: int, wanted: int) -> None:
    page = page_of(range(length), wanted, 10)
    assert 0 <= page.number <= max(0, (length - 1) // 10)
    assert bool(page.entries) == bool(length)


def test_the_buttons_lead_to_the_neighbours_that_there_are() -> None:
    pages = [Page(number, ["an entry"], goes_on) for number in (0, 3) for goes_on in (False, True)]
    assert {(page.number, page.goes_on): _targets(page) for page in pages} == {
        (0, False): [],
        (0, True): [("After", "q1:list:0:1")],
        (3, False): [("Before", "q1:list:0:2")],
        (3, True): [("Before", "q1:list:0:2"), ("After", "q1:list:0:4")],
    }


def _targets(page: Page[str]) -> list[tuple[str | None, str | None]]:
    rows = page.buttons(lambda number: Click("list", turn=number), "Before", "After")
    return [(one.label, one.custom_id) for row in rows for one in row.children if isinstance(one, ui.Button)]

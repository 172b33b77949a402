"""Numbers that were typed, or that stand in a custom id."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.components.numbers import MOST, read_number


@given(st.integers(0, MOST), st.sampled_from(["", " ", "\n"]))
def test_every_id_is_read_with_spaces_around_it(number: int, space: str) -> None:
    assert read_number(f"{space}{number}{space}") == number


@given(st.integers(MOST + 1) | st.integers(max_value=-1))
def test_no_number_is_read_that_a_64_bit_column_does_not_hold(number: int) -> None:
    assert read_number(str(number)) is None


@given(st.text(max_size=30))
def test_any_text_is_a_number_within_the_bound_or_none(text: str) -> None:
    number = read_number(text, 99)
    assert number is None or 0 <= number <= 99


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.0", "1_000", "1 0", "٣", "²", "ten", "9" * 5000])
def test_other_texts_are_no_numbers(text: str) -> None:
    assert read_number(text) is None


def test_a_number_may_have_a_bound_of_its_own() -> None:
    assert [read_number(text, 12) for text in ("0", "12", "13", "120")] == [0, 12, None, None]

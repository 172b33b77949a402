"""Words that are cut short: as long as the room allows, and found quickly."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.canvas import type as words_of
from render.canvas.script import graphemes
from render.canvas.type import fit, fit_sentence, printable, width

LETTERS = st.text(st.sampled_from("abcWilm ,.éжあ🦊ע"), min_size=1, max_size=60)


@given(LETTERS, st.floats(5, 900))
def test_as_many_letters_are_kept_as_fit(words: str, room: float) -> None:
    words = printable(words)
    shown, size = fit(words, (40.0, 33.0), room)
    if shown == words:
        return
    assert not shown or width(shown, size) <= room
    letters = graphemes(words)
    more = len(graphemes(shown.removesuffix("…"))) + 1
    while more < len(letters) and letters[more - 1].isspace():
        more += 1
    assert width("".join(letters[:more]).rstrip() + "…", size) > room or more >= len(letters)


@given(st.lists(st.sampled_from(("Ana", "black,", "suffocates", "b2", "éж", "a")), max_size=30), st.floats(5, 900))
def test_a_sentence_is_cut_after_a_whole_word(parts: list[str], room: float) -> None:
    """Unless not even the first word has room."""
    words = " ".join(parts)
    shown, size = fit_sentence(words, (40.0, 33.0), room)
    assert (shown == words) == (width(words, 33.0) <= room)
    if shown == words or not shown:
        return
    assert width(shown, size) <= room
    kept = shown.removesuffix("…").split(" ")
    assert len(kept) == 1 or [one.strip(",") for one in kept] == [one.strip(",") for one in parts[: len(kept)]]


@pytest.mark.parametrize("count", [50, 400, 1600])
def test_a_long_sentence_is_measured_a_few_times_only(count: int) -> None:
    """At the end of a round a whole round is told: letter by letter that took as long as the rest of the picture."""
    with patch.object(words_of, "width", wraps=width) as measure:
        fit("takes three black tiles "[:24] * (count // 24 + 1), (40.0, 33.0), 500.0)
    assert measure.call_count < 16

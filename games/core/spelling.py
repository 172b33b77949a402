"""Typed moves as on score sheets (`25. g4-f4`), and as they are spelled out loud ("gee four f four")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from games.core.i18n import Translate, pgettext
from games.core.typed import fold

_NUMBERED: Final = re.compile(r"\s*\d{1,3}\s*(?:(?:\.{1,3}|[):])\s+(?=\S)|\.{1,3}(?=[^\W\d]))")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:-u\b)?|\d+|\s+|.")
_NUMBERS: Final = pgettext("typed", "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")
"""The words for 1, 2, 3 and so on, in this order; several for one are divided by a slash."""
_LETTERS: Final = pgettext(
    "typed",
    "ay, bee, cee/see/sea, dee, ee, eff/ef, gee/jee, aitch/haitch, eye, jay, kay, el/ell, em, en, oh, pee, cue/queue, "
    "ar/are, ess, tee, you, vee, double-u, ex, why, zed/zee",
)
"""How the letters from a to z are called, in this order."""


def without_move_number(typed: str) -> str | None:
    """Return the text behind the number of its move, as in `25. g4-f4`; None if there is none."""
    found = _NUMBERED.match(typed)
    return typed[found.end() :] if found is not None else None


def without_spelling(typed: str, translate: Translate) -> str:
    """Return the text with numbers in words as digits, and letters before them, also by their names, joined to them."""
    numbers, letters = _numbers(translate(_NUMBERS)), _letters(translate(_LETTERS))
    words = [numbers.get(fold(word), word) for word in _WORDS.findall(typed)]
    for at, (word, blank, following) in enumerate(zip(words, words[1:], words[2:], strict=False)):
        letter = letters.get(fold(word))
        if letter is not None and blank.isspace() and following.isdecimal():
            words[at : at + 2] = [letter, ""]
    return "".join(words)


@lru_cache(maxsize=10)
def _numbers(forms: str) -> dict[str, str]:
    digits = [str(number) for number in range(1, 13)]
    return _in_order(_NUMBERS, digits) | _in_order(forms, digits)


@lru_cache(maxsize=10)
def _letters(forms: str) -> dict[str, str]:
    named = _in_order(_LETTERS, ascii_lowercase) | _in_order(forms, ascii_lowercase)
    return named | {letter: letter for letter in ascii_lowercase}


def _in_order(forms: str, meanings: Sequence[str]) -> dict[str, str]:
    """Return what each form means; the forms stand in the order of the meanings."""
    named = zip(forms.split(","), meanings, strict=True)
    return {fold(form.strip()): meaning for alike, meaning in named for form in alike.split("/")}

"""Prepare text in any script for a layout that places one letter after the other.

It splits text into letters as readers count them (graphemes), chooses the joined forms of Arabic letters
(arabic-reshaper), and orders a line that mixes directions (python-bidi). With fonts that have those forms, Pillow's
basic layout is then enough.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from bidi.mirror import MIRRORED

_JOINER, _EMOJI_FORM, _NON_JOINER = "\u200d", "\ufe0f", "\u200c"
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\u00ad"))
_MARKS: Final = "".join(char for char in map(chr, range(0x0590, 0x0900)) if unicodedata.bidirectional(char) == "NSM")
"""Vowels and accents of right-to-left scripts."""
_MARKED: Final = re.compile(f"([{_MARKS}]+)(.)")
_PROBE: Final = "\ufe00"
"""A mark after each bracket that shows its direction: python-bidi turns the order of brackets, not their shape."""
_BRACKET: Final = re.compile(f"[{re.escape(''.join(MIRRORED))}]")
_TURNED: Final = re.compile(f"{_PROBE}({_BRACKET.pattern})")
_SPENT: Final = dict.fromkeys(map(ord, f"{_NON_JOINER}\u2066\u2067\u2068\u2069{_PROBE}"))
"""Characters that only steer the joining and order of letters and are not drawn."""
_RESHAPER: Final = ArabicReshaper(
    {
        "delete_harakat": False,
        "support_zwj": False,
        "ARABIC LIGATURE ALLAH": False,  # our Arabic font has no such sign
    }
)


def graphemes(text: str) -> list[str]:
    """Return the letters as readers count them: a base with its accents, an emoji with all its parts, a flag."""
    if text.isascii():
        return list(text)
    letters: list[str] = []
    for char in text:
        if letters and _continues(letters[-1], char):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def bare(letter: str) -> str:
    """Return an emoji without the parts that vary it (skin, family, colour): one sign stands for all of them."""
    return (
        letter[0]
        if letter[0] >= "\u2190" and (_EMOJI_FORM in letter or _JOINER in letter or _has_skin(letter))
        else letter
    )


def _has_skin(letter: str) -> bool:
    return any("\U0001f3fb" <= char <= "\U0001f3ff" for char in letter[1:])


def _continues(letter: str, char: str) -> bool:
    if unicodedata.category(char) in ("Mn", "Me", "Mc") or char == _JOINER or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    if letter[-1] == _JOINER:
        return True
    if _is_flag(char):
        return len(letter) == 1 and _is_flag(letter)
    return _is_jamo(letter[-1]) and "\u1160" <= char <= "\u11ff"


def _is_flag(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _is_jamo(char: str) -> bool:
    return "\u1100" <= char <= "\u11ff"


def visual(text: str) -> str:
    """Return the line in drawing order from the left, with Arabic letters joined, without what only steers layout."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text).translate(_INVISIBLE)
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = _from_the_left("".join(map(bare, graphemes(text))))
    return text.translate(_SPENT)


def join_letters(text: str) -> str:
    """Return the words in their own order with Arabic letters joined: the fonts do not join them by themselves."""
    return str(_RESHAPER.reshape(text)).translate(_SPENT)


def _from_the_left(text: str) -> str:
    """Return the line in drawing order, with right-to-left brackets turned and marks after their letters."""
    probed = _BRACKET.sub(rf"\g<0>{_PROBE}", _RESHAPER.reshape(text))
    turned = _TURNED.sub(lambda found: str(MIRRORED[found[1]]), str(get_display(probed)))
    return _MARKED.sub(lambda found: found[2] + found[1][::-1], turned)

"""What scripts need before their letters are laid out one after the other.

Letters as readers count them (graphemes), Arabic letters in their joined forms, and the order in which a line that
mixes directions is drawn. Together with fonts that have those forms, Pillow's basic layout then serves.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

_JOINER, _EMOJI_FORM = "\u200d", "\ufe0f"
_CONTROLS = frozenset("\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad")
_LAM = "\u0644"


def graphemes(text: str) -> list[str]:
    """The letters as readers count them: a base with its accents, an emoji with all its parts, a flag."""
    letters: list[str] = []
    for char in text:
        if letters and _continues(letters[-1], char):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def bare(letter: str) -> str:
    """An emoji without the parts that change it (skin, family, colour): one sign stands for all of them."""
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
    """The line in the order it is drawn from the left, without what only steers layout, Arabic letters joined."""
    text = "".join(char for char in unicodedata.normalize("NFC", text) if char not in _CONTROLS)
    if not any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        return text
    return _ordered(_joined(text))


def _ordered(text: str) -> str:
    """Runs of one direction, each turned as it is read, in the direction of the first strong letter."""
    directions = _directions(text)
    base = next((way for way, char in zip(directions, text, strict=True) if _strong(char)), "L")
    runs = [
        "".join(char for _, char in run) for _, run in groupby(zip(directions, text, strict=True), lambda each: each[0])
    ]
    turned = [_mirrored(run) if any(_strong(char) == "R" for char in run) else run for run in runs]
    return "".join(reversed(turned) if base == "R" else turned)


def _directions(text: str) -> list[str]:
    """L or R for each character; what has no direction follows the letters on both sides, or else the line."""
    base = next((way for way in map(_strong, text) if way), "L")
    ways = [_strong(char) or ("L" if unicodedata.category(char) == "Nd" else "") for char in text]
    directions: list[str] = []
    for i, way in enumerate(ways):
        before = directions[-1] if directions else base
        after = before if unicodedata.category(text[i]) == "Pe" else next((later for later in ways[i:] if later), base)
        directions.append(way or (before if before == after else base))
    return directions


def _strong(char: str) -> str:
    kind = unicodedata.bidirectional(char)
    return "L" if kind == "L" else "R" if kind in ("R", "AL") else ""


def _mirrored(run: str) -> str:
    """The run from right to left: letters with their accents kept together, brackets turned."""
    brackets = str.maketrans("()[]{}<>«»", ")(][}{><»«")
    return "".join(letter.translate(brackets) for letter in reversed(graphemes(run)))


@cache
def _forms() -> dict[tuple[str, str], str]:
    """The presentation form of Arabic letters: (letters, "initial" | "medial" | "final" | "isolated") to character."""
    forms: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFBFF), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        letters_text = "".join(chr(int(letter, 16)) for letter in letters)
        if len(letters_text) == 1 or letters_text[:1] == _LAM:
            forms.setdefault((letters_text, kind.strip("<>")), chr(code))
    return forms


def _joined(text: str) -> str:
    """Arabic letters in the form that their neighbours ask for."""
    forms, letters = _forms(), graphemes(text)
    bases = _with_ligatures(letters)
    out = ""
    for i, letter in enumerate(bases):
        left = i > 0 and (bases[i - 1][0], "initial") in forms and (_base(letter), "final") in forms
        right = i + 1 < len(bases) and (_base(letter), "initial") in forms and (_base(bases[i + 1]), "final") in forms
        kind = {(False, False): "isolated", (False, True): "initial", (True, True): "medial", (True, False): "final"}[
            left, right
        ]
        form = forms.get((_base(letter), kind))
        out += form + letter[len(_base(letter)) :] if form else letter
    return out


def _base(letter: str) -> str:
    """The letter without accents; lam with alef is one."""
    return letter[:2] if (letter[:2], "isolated") in _forms() else letter[0]


def _with_ligatures(letters: list[str]) -> list[str]:
    """Lam and alef together as one letter."""
    out: list[str] = []
    for letter in letters:
        if out and out[-1] == _LAM and (_LAM + letter[0], "isolated") in _forms():
            out[-1] += letter
        else:
            out.append(letter)
    return out

"""Typed text, split into words, names of spaces and numbers. More lenient than the notation, which stays strict.

A game lists the words it knows as messages ("star, stars"). Translators write what people say in their language; both
that and the English count. Case, accents, blanks, endings and small typos do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.core.errors import BadNotation, NothingFits, quote
from games.core.i18n import Message, Translate, gettext, join_list, pgettext

IsName = Callable[[str], bool]
"""A test whether letters and digits together name a space."""

LONGEST = 1000
"""The most characters that are read."""
_MOST_UNKNOWN = 12
"""The number of unknown words after which no more is read."""
READINGS = 200
"""The most readings a text may have; with more it says too little."""
_WORDS_IN_A_PHRASE = 3
_LEAST_SLIP = 4
"""The least number of letters a word needs for a slip or another ending to be allowed."""
_TWO_SLIPS = 8
"""The least number of letters for two slips to be allowed."""
_LEAST_SHORTENED = 2
_LEAST_STEM = 3
_MOST_LETTERS = 40
_KEYBOARDS = (("qwertyuiop", "asdfghjkl", "zxcvbnm"), ("qwertzuiop", "asdfghjkl", "yxcvbnm"))
_MOST_NAMED = 6
"""The most moves that a refusal names."""
_WORD = re.compile(r"[^\W_]+")
_ENDINGS = re.compile(r"(?:est|et|en|em|er|es|as|ed|ing|st|a|e|t|n|s|d)$")
"""The endings of words in English and in German."""
_PIECES = re.compile(r"[^\W\d_]+|[0-9]+|\s+|[^\w\s]|_")
_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "→": "-", "➔": "-", "×": "x", "＠": "@"})  # noqa: RUF001
_COLOURS = {
    "blue": "🔵🟦",
    "red": "🔴🟥",
    "orange": "🟠🟧",
    "yellow": "🟡🟨",
    "purple": "🟣🟪",
    "black": "⚫⬛",
    "white": "⚪⬜",
}
_EMOJI = str.maketrans({sign: f" {colour} " for colour, signs in _COLOURS.items() for sign in signs})
_NEGATED, _SHORTENED = re.compile(r"n['’]t\b|(?<=\bdo)nt\b"), re.compile(r"(?<=[a-z\d])['’](?:ll|m|ve|d|s|re)\b")
_REVERSED = re.compile(r"(?<![^\W_])(?:x?\d{1,2}[a-z]{1,2}?)+(?![^\W_])")
_REVERSED_NAME = re.compile(r"(x?)(\d{1,2})([a-z]{1,2}?)(?=x?\d|$)")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

FROM, TO, WITH, THEN, NOT, SKIP = "from", "to", "with", "then", "not", "skip"
TIMES = "times"
"""The meaning of `x` in games that count pieces: `2x blue`."""
COMMON: Mapping[str, Message] = {
    FROM: pgettext("typed", "from, out of, off"),
    TO: pgettext("typed", "to, too, into, onto, in, on, at, over, towards, through, until, up to, for"),
    WITH: pgettext("typed", "with, using, use, by, by means of"),
    THEN: pgettext("typed", "then, and then, afterwards, next"),
    NOT: pgettext("typed", "not, never, without, except, all but, instead, next to, beside, near, between"),
    SKIP: pgettext(
        "typed",
        "the, a, an, this, these, that, my, of, and, please, i, it, them, all, every, one, ones, tile, "
        "tiles, piece, pieces, pls, plz, thx, thanks, ok, okay, now, just, only, both, also, let, here, "
        "play, want, would, like, should, me, you, your, we, us, lets, can, could, may, will, shall, do, have, "
        "be, am, is, are, so, well, hi, hey, there, time, its, think, guess, lol, haha, gg, bot, turn, choose, "
        "select, gonna, wanna, want to, like to, going to, have to, need to, need",
    ),
}
"""Words that every game knows. Words that mean SKIP say nothing; words that mean NOT name no move."""


class Token(NamedTuple):
    """A word (`text` is its meaning), the name of a space, a number, a sign, or something else."""

    kind: Literal["word", "name", "number", "sign", "unknown"]
    text: str


class Vocabulary:
    """The words of a game by meaning, in English and in one other language."""

    def __init__(
        self, words: Mapping[str, Message], translate: Translate = str, names: Collection[str] = frozenset()
    ) -> None:
        """Create the vocabulary; `names` are folded names that mean nothing else here, even if they are words."""
        self._meanings: dict[str, str] = {}
        self._by_stem: defaultdict[str, set[str]] = defaultdict(set)
        self._of_length: defaultdict[int, list[str]] = defaultdict(list)
        self._by_beginning: defaultdict[str, list[str]] = defaultdict(list)
        for shown in (translate, str):
            for meaning, message in words.items():
                for form in _variants(shown(message)).difference(names):
                    self._meanings.setdefault(form, meaning)
        for form, meaning in self._meanings.items():
            self._by_stem[without_ending(form)].add(meaning)
            self._of_length[len(form)].append(form)
            self._by_beginning[form[:_LEAST_SHORTENED]].append(form)

    def exact(self, words: str) -> str | None:
        """Return the exact meaning of a word, or of several separated by blanks."""
        return self._meanings.get(words)

    def near(self, word: str) -> str | None:
        """Return the meaning of a word cut short, with another ending, or with a slip; None if it is not certain.

        Words that say nothing cannot be cut short: too much would be left out.
        """
        alike = self._by_beginning[word[:_LEAST_SHORTENED]]
        begun = {self._meanings[form] for form in alike if form.startswith(word)}
        same_stem = self._by_stem.get(without_ending(word), set()) if len(word) >= _LEAST_SLIP else set()
        least = _LEAST_SLIP if SKIP in begun else _LEAST_SHORTENED
        for found in (same_stem, begun if len(word) >= least else set()):
            if len(found) == 1:
                return next(iter(found))
        return self._with_slips(word) if _LEAST_SLIP - 1 <= len(word) <= _MOST_LETTERS else None

    def _with_slips(self, word: str) -> str | None:
        """Return the meaning that the fewest slips turn into this word; None if there are several."""
        for slips in range(1, (2 if len(word) >= _TWO_SLIPS else 1) + 1):
            forms = [
                form
                for length in range(len(word) - slips, len(word) + slips + 1)
                for form in self._of_length[length]
                if (self._meanings[form] != SKIP or length > _LEAST_SLIP)  # "borth-west" is not "both west"
                and _may_be_meant(word, form, slips)
                and _slips(word, form) <= slips
            ]
            swapped = [form for form in forms if sorted(form) == sorted(word)]  # the likeliest slip
            found = {self._meanings[form] for form in swapped or forms}
            if found:
                return found.pop() if len(found) == 1 else None
        return None


@lru_cache(maxsize=10_000)
def without_ending(word: str) -> str:
    """Return the word without its ending: "zieh" for "ziehst"; short words stay as they are."""
    bare = _ENDINGS.sub("", word)
    return bare if len(bare) >= _LEAST_STEM else word


def _may_be_meant(word: str, form: str, slips: int) -> bool:
    """Whether length and letters allow it; in a short word another letter makes another word: "more" is not "move"."""
    if abs(len(form) - len(word)) > slips or len(form) < _LEAST_SLIP or len(set(word) ^ set(form)) > 2 * slips:
        return False
    if len(word) > _LEAST_SLIP:
        return True
    if len(form) > len(word):
        return form[0] == word[0] or len(word) == _LEAST_SLIP
    wrong = [pair for pair in zip(word, form, strict=True) if pair[0] != pair[1]]
    return sorted(form) == sorted(word) or all(_are_neighbours(*pair) for pair in wrong)


def _are_neighbours(one: str, other: str) -> bool:
    """Whether a finger that misses one key could hit the other, on an English or German keyboard."""
    return any(
        abs(row.index(one) - other_row.index(other) + (down - other_down) / 2) <= 1 and abs(down - other_down) <= 1
        for keys in _KEYBOARDS
        for down, row in enumerate(keys)
        for other_down, other_row in enumerate(keys)
        if one in row and other in other_row
    )


def _slips(one: str, other: str) -> int:
    """Return the number of letters that are wrong, missing, extra, or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for down, letter in enumerate(one, 1):
        older, before, row = before, row, [down]
        for across, its in enumerate(other, 1):
            least = min(before[across] + 1, row[across - 1] + 1, before[across - 1] + (letter != its))
            if down > 1 < across and letter == other[across - 2] and its == one[down - 2]:
                least = min(least, older[across - 2] + 1)
            row.append(least)
    return row[-1]


def fold(text: str) -> str:
    """Return lower case without accents and contractions, symbols as colours: "I'll" becomes "i", "don't" "do not"."""
    plain = unicodedata.normalize(
        "NFKD", text.translate(_SIGNS).translate(_EMOJI).replace("->", "-").replace("=>", "-").casefold()
    )
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _SHORTENED.sub("", _NEGATED.sub(" not", bare))


def tokens(typed: str, vocabulary: Vocabulary, is_name: IsName, is_reversible: IsName = lambda _: False) -> list[Token]:
    """Split the typed text into tokens, leaving out words that say nothing. Raises BadNotation if it is too long.

    `is_reversible` tells which names may also be typed with the digits first, as `4h`.
    """
    if len(typed) > LONGEST:
        raise BadNotation(gettext("That is too long for a move."))
    pieces = [piece for piece in _PIECES.findall(_letters_first(fold(typed), is_reversible)) if piece != "_"]
    found: list[Token] = []
    at = 0
    while at < len(pieces) and sum(token.kind == "unknown" for token in found) < _MOST_UNKNOWN:
        stray = bool(found) and _is_stray(pieces, at, found, vocabulary)
        used, new = (1, [Token("unknown", pieces[at])]) if stray else _read(pieces, at, vocabulary, is_name)
        if len(new) == 2 == len(pieces[at]) and new[1] in (*found, new[0]):  # "c red fr" names red twice
            new = [Token("unknown", pieces[at])]
        found += new
        at += used
    return [token for token in found if token != Token("word", SKIP)]


def _letters_first(folded: str, is_reversible: IsName) -> str:
    """Return the text with `4h` and `4hx4g` as `h4` and `h4xg4` where these are names."""

    def turned(found: re.Match[str]) -> str:
        pairs = _REVERSED_NAME.findall(found[0])
        if not all(is_reversible(letters + digits) for _, digits, letters in pairs):
            return found[0]
        return "".join(f"{sign}{letters}{digits}" for sign, digits, letters in pairs)

    return _REVERSED.sub(turned, folded)


def _read(pieces: list[str], at: int, vocabulary: Vocabulary, is_name: IsName) -> tuple[int, list[Token]]:
    """Return the tokens that begin at a piece, and the number of pieces they take."""
    piece = pieces[at]
    if piece.isspace():
        return 1, []
    short = vocabulary.exact(f"{piece}.") if pieces[at + 1 : at + 2] == ["."] and pieces[at + 2 :] else None
    if short is not None:
        return 2, [Token("word", short)]
    if not piece.isalpha():
        symbol = vocabulary.exact(piece)
        sign = Token("word", symbol) if symbol else Token("sign", piece)
        return 1, [Token("number", str(int(piece))) if piece.isdecimal() else sign]
    following = pieces[at + 1] if at + 1 < len(pieces) else ""
    if following.isdecimal():
        return 2, _letters_with_digits(piece, following, vocabulary, is_name)
    return (
        _spaced_name(pieces, at, is_name) or _phrase(pieces, at, vocabulary) or (1, _word(piece, vocabulary, is_name))
    )


def _is_stray(pieces: list[str], at: int, found: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether the last letters are a stray addition to a text complete without them, as in `h4-g4x` or `4 red 2a`."""
    letters, follows_digits = pieces[at], at > 0 and pieces[at - 1].isdecimal()
    if not letters.isalpha() or not follows_digits or any(piece.isalnum() for piece in pieces[at + 1 :]):
        return False
    meaning = vocabulary.exact(letters)
    if meaning in {FROM, TO, THEN, SKIP, TIMES}:
        return True
    return len(letters) == 1 and (found[-1].kind == "name" or Token("word", meaning or "") in found)


def _phrase(pieces: list[str], at: int, vocabulary: Vocabulary) -> tuple[int, list[Token]] | None:
    """Return the longest phrase that begins here, with blanks or hyphens between its words."""
    for words in range(_WORDS_IN_A_PHRASE, 0, -1):
        parts = pieces[at : at + 2 * words - 1]
        if all(
            part.isalpha() if number % 2 == 0 else part.isspace() or part == "-" for number, part in enumerate(parts)
        ):
            meaning = vocabulary.exact(" ".join(parts[::2]))
            if meaning is not None:
                return len(parts), [Token("word", meaning)]
    return None


def _spaced_name(pieces: list[str], at: int, is_name: IsName) -> tuple[int, list[Token]] | None:
    """Return a name with a blank in it: `h 4`."""
    letters, *rest = pieces[at : at + 3]
    if len(letters) < 3 and len(rest) > 1 and rest[0].isspace() and rest[1].isdecimal() and is_name(letters + rest[1]):
        return 3, [Token("name", letters + rest[1])]
    return None


def _word(piece: str, vocabulary: Vocabulary, is_name: IsName) -> list[Token]:
    if is_name(piece):
        return [Token("name", piece)]
    meaning = vocabulary.near(piece)
    both = [] if meaning else _joined_words(piece, vocabulary)
    return [Token("word", meaning)] if meaning else both or [Token("unknown", piece)]


def _letters_with_digits(letters: str, digits: str, vocabulary: Vocabulary, is_name: IsName) -> list[Token]:
    """Read letters followed by digits: `h4`, `starh4`, `bc3`, `blue3`."""
    if is_name(letters + digits):
        return [Token("name", letters + digits)]
    for length in range(len(letters) - 1, 0, -1):
        head, tail = letters[:length], letters[length:]
        words = _words(head, vocabulary) if is_name(tail + digits) else []
        if words:
            return [*words, Token("name", tail + digits)]
    words = _words(letters, vocabulary)
    return [*words, Token("number", str(int(digits)))] if words else [Token("unknown", letters + digits)]


def _words(letters: str, vocabulary: Vocabulary) -> list[Token]:
    """Read one word before digits, even with a slip in it, or several words written as one."""
    meaning = vocabulary.exact(letters) or (vocabulary.near(letters) if len(letters) > 1 else None)
    return [Token("word", meaning)] if meaning else _joined_words(letters, vocabulary)


def _joined_words(piece: str, vocabulary: Vocabulary, most: int = _WORDS_IN_A_PHRASE) -> list[Token]:
    """Split words written as one, longest first; one-letter words count only if there are two letters in all."""
    for length in range(len(piece) - 1, 0, -1):
        if (len(piece) > 2 or most < _WORDS_IN_A_PHRASE) and min(length, len(piece) - length) < 2:
            continue
        first, second = vocabulary.exact(piece[:length]), vocabulary.exact(piece[length:])
        if len(piece) == 2 and SKIP in {first, second}:
            continue
        others = [Token("word", second)] if second else []
        if first and not others and most > 2:
            others = _joined_words(piece[length:], vocabulary, most - 1)
        if first and others:
            return [Token("word", first), *others]
    return []


@lru_cache(maxsize=1000)
def _variants(forms: str) -> frozenset[str]:
    """Return the spellings of each of the forms, separated by commas, to compare, including `ae` for `ä`."""
    tidied = [" ".join(form.split()).casefold() for form in forms.split(",")]
    return frozenset(fold(each) for form in tidied for each in (form, form.translate(_UMLAUTS))) - {""}


def must_be_known(found: Iterable[Token], typed: str, example: str) -> None:
    """Raise BadNotation, with an example, at the first word that is unknown or says what not to do."""
    for token in found:
        if token.kind == "unknown" or token == Token("word", NOT):
            raise unreadable(_as_typed(token.text, typed), example)


def _as_typed(folded: str, typed: str) -> str:
    """Return the word of the typed text that reads like this when folded, with its capitals and umlauts."""
    return next((word for word in _WORD.findall(typed) if fold(word) == folded), folded)


def unreadable(text: str, example: str) -> BadNotation:
    """Return the refusal of text that cannot be read; `example` is a list of moves as people type them."""
    return BadNotation(gettext("I couldn't read '{text}'. Type e.g. {examples}.", text=quote(text), examples=example))


def nothing_fits(typed: str, possible: Iterable[str]) -> NothingFits:
    """Return the refusal of text that can be read but fits no legal move; `possible` are moves that come close."""
    return could_play(gettext("No legal move fits '{text}'.", text=quote(typed)), possible)


def unfinished(typed: str, possible: Iterable[str]) -> NothingFits:
    """Return the refusal of text that only begins a move; `possible` are moves that it may begin."""
    return could_play(gettext("'{text}' isn't a whole move yet.", text=quote(typed)), possible)


def could_play(why: str, possible: Iterable[str]) -> NothingFits:
    """Return the refusal that gives a reason, and what could be played instead; it names the first moves."""
    found = tuple(possible)
    if not found:
        return NothingFits(gettext("{why} Pick one from the list.", why=why), why, ())
    moves = join_list(found[:_MOST_NAMED], "or")
    return NothingFits(gettext("{why} You could play {moves}.", why=why, moves=moves), why, found)


def without_preamble(typed: str, translate: Translate) -> str:
    """Return the text from its first word that says something: without "I want to" and the like."""
    vocabulary = Vocabulary(COMMON, translate)
    words = typed.split()
    while words and ((plain := _WORD.findall(fold(words[0]))) == [] or _says_nothing(plain, vocabulary)):
        del words[0]
    return " ".join(words)


def _says_nothing(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    return vocabulary.exact(" ".join(words)) not in {None, NOT}

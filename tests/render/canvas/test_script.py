"""Names in any script: letters as readers count them, order, joined forms, fonts, fitting."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.canvas.script import bare, graphemes, visual
from render.canvas.type import fit, mask, printable, width, wrap


@pytest.mark.parametrize(
    "text, letters",
    [
        ("Ana", ["A", "n", "a"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👨\u200d👩\u200d👧x", ["👨\u200d👩\u200d👧", "x"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("क्षि", ["क्", "षि"]),
        ("\u1112\u1161\u11ab", ["\u1112\u1161\u11ab"]),
    ],
)
def test_letters_are_counted_as_readers_do(text: str, letters: list[str]) -> None:
    assert graphemes(text) == letters


def test_hebrew_runs_from_the_right() -> None:
    assert visual("שלום") == "םולש"


def test_latin_and_numbers_keep_their_order_among_hebrew() -> None:
    assert visual("טל 12") == "12 לט"
    assert visual("Tal טל 7") == "Tal 7 לט"


def test_a_name_set_apart_lets_what_follows_stand_behind_it() -> None:
    assert visual("Ana – \u2068דנה\u2069 3:2") == "Ana – הנד 3:2"


def test_brackets_turn_with_their_run() -> None:
    assert visual("שלום (טל)") == "(לט) םולש"
    assert visual("טל (2)") == "(2) לט"
    assert visual("Tal (טל) 3") == "Tal (לט) 3"


def test_arabic_letters_take_their_joined_forms() -> None:
    """Meem initial, hah medial, meem medial, dal final, written from the right."""
    assert visual("محمد") == "\ufeaa\ufee4\ufea4\ufee3"


def test_a_letter_after_one_that_does_not_join_stands_alone() -> None:
    """The meem of salaam follows an alef."""
    assert visual("سلام") == "\ufee1\ufefc\ufeb3"


def test_persian_letters_are_joined_and_a_non_joiner_parts_them() -> None:
    """Keh initial, Farsi yeh medial; then yeh final before the non-joiner."""
    assert visual("کیف") == "\ufed2\ufbff\ufb90"
    assert visual("می\u200cخ") == "\ufea5\ufbfd\ufee3"


def test_vowels_stay_on_their_letters() -> None:
    assert visual("שָׁל") == "ל" + "שָׁ"


@given(st.text(st.sampled_from("abc12אבג ()[]\n\r\u2028\u2029\x1c\u2067\u2069\u202e-:"), max_size=12))
def test_no_letter_is_lost_when_a_line_is_put_in_order(words: str) -> None:
    drawn = visual(f"{words}א")
    assert sorted(filter(str.isalnum, drawn)) == sorted(filter(str.isalnum, f"{words}א"))


def test_lam_and_alef_become_one_sign() -> None:
    assert visual("لا") == "\ufefb"


def test_what_only_steers_layout_is_left_out() -> None:
    assert visual("A\u200bn\u202ea\ufeff") == "Ana"


def test_an_emoji_is_one_sign() -> None:
    assert bare("👨\u200d👩\u200d👧") == "👨"
    assert bare("👍🏽") == "👍"
    assert bare("e\u0301") == "e\u0301"


SCRIPTS = (
    *("Ἀλέξανδρος", "Владимир", "Nguyễn", "山田太郎", "さくら", "김민준", "王小明", "محمد", "שלום", "देवेन्द्र", "সুব্রত"),
    *("สมชาย", "ລາວ", "სახელი", "Հայկ", "ተስፋዬ", "ខ្មែរ", "မြန်မာ", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ગુજરાતી"),
    *("ਪੰਜਾਬੀ", "ଓଡ଼ିଆ", "བོད", "ᏣᎳᎩ", "ᐃᓄᒃ", "ދިވެހި", "ⵜⴰⵎⴰⵣⵉⵖⵜ", "ߒߞߏ", "\U0001d56c\U0001d593", "🎉", "→", "♥", "ⓐ"),
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_names_of_every_script_are_drawn_whole(name: str) -> None:
    assert printable(name) == unicodedata.normalize("NFC", name) or len(printable(name)) == len(name)
    letters, _, _ = mask(name, 40, "bold", 40)
    assert letters.getbbox()


@pytest.mark.parametrize("size", [30, 36, 44])
@pytest.mark.parametrize("scale", [0.35, 0.5, 0.75, 0.9])
def test_words_are_as_long_in_smaller_pictures_as_the_layout_says(size: int, scale: float) -> None:
    """In films the last move ran into what stands beside it."""
    words = "Rosalind places a black piece on k11 and a purple piece on d5"
    letters, left, _ = mask(words, round(size * scale), "medium", size)
    assert left + letters.width <= width(words, size) * round(size * scale) / size + 2


def test_a_letter_that_no_font_has_is_left_out() -> None:
    assert printable("A\U0001044eb") == "Ab"


def test_accents_piled_up_stay_in_their_line() -> None:
    letters, _, top = mask("Z" + "\u0335\u0321\u0322\u031b" * 30, 40, "bold", 40)
    assert top >= -45
    assert letters.height <= 63


def test_words_that_fit_are_whole_and_as_large_as_possible() -> None:
    assert fit("Ana", (40, 33), 200) == ("Ana", 40)
    assert fit("Rosalind", (40, 33), width("Rosalind", 33) + 1) == ("Rosalind", 33)


@given(st.text(max_size=40), st.floats(20, 400))
def test_words_are_cut_between_letters_and_never_too_wide(words: str, room: float) -> None:
    short, size = fit(words, (33.0,), room)
    assert width(short, size) <= room
    if short.endswith("…") and short not in words:
        kept = graphemes(short[:-1])
        assert kept == graphemes(printable(words))[: len(kept)]


def test_lines_break_at_blanks_and_the_last_is_cut() -> None:
    lines = wrap("one two three four five six seven", 33, 160, 2)
    assert lines[0] == "one two"
    assert lines[1].endswith("…")
    assert wrap("", 33, 160, 2) == ()
    assert wrap("a\xa0b c", 33, 60, 3) == ("a\xa0b", "c")

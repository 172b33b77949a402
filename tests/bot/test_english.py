"""English as its players say it: what stands in the messages and in the rules, read line by line."""

from __future__ import annotations

import re

from tests.bot.test_german import WITHOUT_MARKDOWN
from tests.bot.texts import messages, rules, sentences_of, without_code

OF_DISCORD = {"Allow anyone to @mention this role", "Create Events", "Manage Channels", "Manage Roles"}
"""What Discord itself calls its permissions and settings."""
GONE = (
    r"(?:capture|goal) zones?",
    r"(?:other|opposing) sides?(?:'s)?",
    r"(?:becomes?|become) own",
    r"(?:re)?charge[sd]?(?: again| itself)?",
    r"away days",
    r"by chance",
    r"clocks of days",
    r"deeds?",
    r"enem(?:y|ies)(?:'s)?",
    r"entr(?:y|ies)",
    r"foreign(?:er)?s?",
    r"go away",
    r"invitations?",
    r"movers?(?:'s)?",
    r"one (?:can|may|must)",
    r"pl(?:y|ies)",
    r"spots?",
    r"strangers?",
    r"takes? off",
    r"things?",
    r"tie[sd]?",
    r"wish(?:es)?",
)
"""Words that the glossary has another word for, as regular expressions."""
UNIDIOMATIC = (
    r"(?:is|are|was|were|has|have|had|belongs?|holds?|stands?)(?: [\w{}#]+){1,4} already",
    r"comes? to the same",
    r"falls? into pieces",
    r"for example:? \{examples\}",
    r"in (?:my|your) turn",
    r"(?:goes|comes) nearer",
    r"more points win",
    r"replac\w+ .*\bby (?:an )?AI",
    r"hang(?:s|ing)? together",
    r"(?:is|are) told here",
    r"tells? (?:the whole|it to)",
    r"that's no (?:move|player|text)",
    r"which is the most",
)
"""What is understood and yet not said so: the order of words, and prepositions."""
GONE_IN = {
    "choccer": (
        r"actions?",
        r"squares?",
        r"takes? (?:a|the) (?:circle|triangle|clover|star|piece)",
        r"pass(?:es)? the gem",
    ),
    "conquid": (
        r"spaces?",
        r"(?<!declare\s)(?<!declares\s)(?<!declared\s)(?<!eclaring\s)conquest(?!\s(?:is|has\sbeen)\sdeclared)",
    ),
    "cyberzul": (r"squares?", r"pattern rows?"),
    "onyx": (r"squares", r"cells?"),
    "piously": (r"spaces?", r"squares?", r"cells?"),
}
"""The same where only the rules of one game are concerned."""
NAMES = (
    "I", "Discord", "Quintet", "AI", "AIs", "Europe", "Buchholz", "Sonneborn", "Swiss", "Black", "White",
    "West", "East", "Choccer", "Conquid", "Cyberzul", "Onyx", "Piously", "Priestess", "Illusionist", "Opportunist",
    "Usurper", "Stonemason", "Locksmith", "Yeoman", "Purify", "Imprint", "Overwork", "Upset", "Shovel", "Leap",
    "Yoke", "Manage", "Server", "Start", "Join",
)  # fmt: skip
"""What has a capital within a sentence: names, sides and spells, and what Discord or a button is called."""
OF_COMMANDS = ("Attach Files", "Create", "Embed Links", "Read Message", "Send Messages", "View Channel")
"""Discord's permissions, as it writes them."""


_BOLD = re.compile(r"\*\*([^*{}.→]+)\*\*")
"""Names in bold, but for ways through Discord's settings."""
_PRESS = re.compile(r"\b[Pp]ress\b")


def test_a_button_is_named_as_it_is_labelled() -> None:
    """Whoever looks for **Resume** finds a button of that name: some message is exactly that."""
    labels = set(messages("en")) | OF_DISCORD
    named = [
        (name, text) for text in messages("en") for name in _BOLD.findall(text) if not text.startswith(f"**{name}**:")
    ]
    assert [(name, text) for name, text in named if name not in labels] == []
    assert len(named) > 40


def test_a_button_is_named_in_bold() -> None:
    plain = [text for text in messages("en") if _PRESS.search(text) and not _BOLD.search(text)]
    assert sorted(plain) == sorted(WITHOUT_MARKDOWN)


def test_words_that_the_glossary_has_another_word_for_are_not_used() -> None:
    gone = re.compile(rf"\b(?:{'|'.join(GONE)})(?!\w)", re.IGNORECASE)
    assert [text for text in messages("en") if gone.search(re.sub(r"\{\w+\}", "", text))] == []
    pages = {key: without_code(text) for key, text in rules("en").items()}
    assert {key: found for key, text in pages.items() if (found := gone.findall(text))} == {}


def test_what_is_said_is_said_as_players_say_it() -> None:
    found = re.compile(rf"\b(?:{'|'.join(UNIDIOMATIC)})\b", re.IGNORECASE)
    assert found.search("You have cast Shovel already.")
    assert found.search("Replace by AI")
    assert [text for text in messages("en") if found.search(text)] == []
    assert {key: words for key, text in rules("en").items() if (words := found.findall(text))} == {}


def test_a_game_has_its_own_words() -> None:
    """Choccer has moves and spaces, Conquid cells, Piously tiles."""
    for key, words in GONE_IN.items():
        gone = re.compile(rf"\b(?:{'|'.join(words)})(?!\w)")
        assert gone.findall(without_code(rules("en")[key])) == [], key


_CODE = re.compile(r"[A-Z][A-Z0-9_]*|[A-Z][a-z]?\d?")
"""What is typed, and abbreviations: K7QFM, UTC, Pr, P1."""
_WITHIN = re.compile(r"(?<=[\w,;)] )[A-Z][\w']*")


def test_a_message_has_sentence_case() -> None:
    """A capital at the beginning of a sentence, and of names: "Permission check", not "Permission Check"."""
    found = []
    for text in messages("en"):
        if not text.startswith(OF_COMMANDS):
            bare = re.sub(r"\*\*[^*]*[^.*]\*\*|'[^']*'(?!\w)|\b[A-Z](?: [A-Z])+\b", "x", text)
            found += [(word, text) for one in sentences_of(bare) for word in _WITHIN.findall(one)]
    assert len(found) > 150
    names = {*NAMES, *(f"{name}'s" for name in NAMES), "I'm", "I'll"}
    assert [(word, text) for word, text in found if word not in names and not _CODE.fullmatch(word)] == []

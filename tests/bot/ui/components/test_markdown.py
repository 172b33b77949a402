"""Names in messages: shown as they are, and nothing else happens."""

from __future__ import annotations

import pytest

from bot.club.guild_settings import GuildSettings, may_start
from bot.match.errors import NotAllowed
from bot.ui.components.markdown import harmless, mention, plain, relative

GAP = "\u200b"


@pytest.mark.parametrize(
    "name, shown",
    [
        ("Ana", "Ana"),
        ("  Ana \n  Maria ", "Ana Maria"),
        ("**bold**", r"\*\*bold\*\*"),
        ("_x_ ~y~ `z` |s|", r"\_x\_ \~y\~ \`z\` \|s\|"),
        ("# title", r"\# title"),
        ("> quote", r"\> quote"),
        ("- list", r"\- list"),
        ("-# small", r"\-\# small"),
        ("well-known", "well-known"),
        ("1. first", r"1\. first"),
        ("12. twelfth", r"12\. twelfth"),
        ("v1.5", "v1.5"),
        ("[here](x)", r"\[here\](x)"),
        ("https://example.org", f"https:{GAP}//example.org"),
        ("@everyone", f"@{GAP}everyone"),
        ("<@123>", rf"\<@{GAP}123\>"),
        ("<t:0:R>", r"\<t:0:R\>"),
        ("\u202eoverturned", "overturned"),
        ("דנה", "\u2068דנה\u2069"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_a_name_is_only_a_name(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_a_long_name_is_cut() -> None:
    assert plain("x" * 41) == "x" * 39 + "…"
    assert plain("x" * 40) == "x" * 40
    assert plain("a b", 2) == "a…"


def test_discord_shows_who_and_when() -> None:
    assert mention(7) == "<@7>"
    assert relative(1_800_000_000_999) == "<t:1800000000:R>"


def test_channels_that_a_refusal_names_can_be_pressed() -> None:
    several = GuildSettings(1, channels=(20, 30))
    with pytest.raises(NotAllowed) as refused:
        may_start(several, "onyx", 40, frozenset())
    assert harmless(refused.value.sentence) == "Matches are started in <#20> or <#30> here."

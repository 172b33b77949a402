"""What a choice in /setup changes."""

from __future__ import annotations

import pytest

from bot.cogs.setup import choice_of
from bot.match.errors import Refused


@pytest.mark.parametrize(
    "key, values, changes",
    [
        ("channels", ["5", "6"], {"channels": (5, 6)}),
        ("results", [], {"results": None}),
        ("play-role", ["9"], {"play_role": 9}),
        ("results", [str(2**63 - 1)], {"results": 2**63 - 1}),
        ("results", [str(2**63)], {"results": None}),
        ("games", ["onyx", "ludo"], {"games_off": ("onyx",)}),
        ("time", ["7d"], {"time": "7d"}),
        ("language", ["de"], {"language": "de"}),
    ],
)
def test_a_choice_changes_one_setting(key: str, values: list[str], changes: dict[str, object]) -> None:
    assert choice_of(key, values) == changes


@pytest.mark.parametrize("key, values", [("time", ["never"]), ("language", []), ("colour", ["red"]), ("guild", ["1"])])
def test_what_is_not_on_offer_is_refused(key: str, values: list[str]) -> None:
    with pytest.raises(Refused):
        choice_of(key, values)

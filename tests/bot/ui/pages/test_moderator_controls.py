"""What moderators choose from on the page of a match."""

from __future__ import annotations

import discord
import pytest

from bot.match.acts import Order
from bot.match.moderation import find_orders
from bot.ui.i18n.language import Language
from bot.ui.pages.moderation import moderation_rows
from tests.bot.table import ANA, EVE, HERE, Club


@pytest.mark.parametrize(
    "game, notes",
    [
        ("choccer", ["Black", "White"]),
        ("onyx", ["Black-purple", "White-yellow"]),
        ("cyberzul", ["Seat 1", "Seat 2"]),
    ],
)
async def test_the_seats_of_one_person_are_told_apart(sqlite_club: Club, game: str, notes: list[str]) -> None:
    match = await sqlite_club.invite(ANA, game=game)
    orders = find_orders(match, (), (), Order("void", EVE.user, "…", guild=HERE.guild), sqlite_club.clock())
    assert [order.kind for order in orders] == ["void", "replace", "replace", "award", "award"], "no move is made yet"
    rows = moderation_rows(match, orders, None, Language("en"))
    menus = [child for row in rows for child in getattr(row, "children", ()) if isinstance(child, discord.ui.Select)]
    (replace, _) = menus
    assert [option.label for option in replace.options] == ["Ana", "Ana"]
    assert [option.description for option in replace.options] == notes

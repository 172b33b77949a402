"""Moves that are typed, as a thread tells them."""

from __future__ import annotations

import pytest

from bot.match.play import state_of
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.typed import readings
from games.core.errors import GameError
from games.core.status import Seat
from tests.bot.table import Club


@pytest.mark.parametrize(
    "code, typed",
    [
        ("en", "Ana moves the circle from h4 to g4"),
        ("en", " ana circle g4"),
        ("de", "Ana zieht den Kreis von h4 nach g4"),
        ("en", "Turn 3 · Ana moves the circle from h4 to g4."),
        ("de", "Zug 3 · Ana zieht den Kreis von h4 nach g4."),
        ("en", "Turn 3 · circle h4 g4"),
    ],
)
async def test_the_turn_and_the_own_name_before_a_move_say_nothing(sqlite_club: Club, code: str, typed: str) -> None:
    match = await sqlite_club.begin()
    assert readings(match, state_of(match), Seat(0), typed, Language(code)) == ("h4-g4",)


@pytest.mark.parametrize(
    "code, typed",
    [
        ("en", "`h4-g4` · You move the circle from h4 to g4"),
        ("en", "h4-g4 · You move the circle from h4 to g…"),
        ("de", "- `h4-g4` · Du ziehst den Kreis von h4 nach g4"),
        ("en", "You move the circle from h4 to g4. This gets closer to the red gem on f4."),
        ("de", "Du ziehst den Kreis von h4 nach g4. Der Plan für den nächsten Zug: den Kreis nach f4."),
    ],
)
async def test_what_the_bot_writes_around_a_move_says_nothing(sqlite_club: Club, code: str, typed: str) -> None:
    """A reading to choose from, a move that is offered, and a hint with its reason."""
    match = await sqlite_club.begin()
    assert readings(match, state_of(match), Seat(0), typed, Language(code)) == ("h4-g4",)


@pytest.mark.parametrize(
    "typed",
    [
        "h4-g4 · no, the star instead",
        "circle h4 g4. No, wait, the star",
        "Turn 3 · Ben moves the circle from h4 to g4.",
    ],
)
async def test_what_somebody_else_writes_around_a_move_counts(sqlite_club: Club, typed: str) -> None:
    match = await sqlite_club.begin()
    with pytest.raises(GameError):
        readings(match, state_of(match), Seat(0), typed, ENGLISH)


async def test_another_name_is_not_passed_over(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    for typed in ("Ben moves the circle from h4 to g4", "Anamoves the circle from h4 to g4", "Ana"):
        with pytest.raises(GameError):
            readings(match, state_of(match), Seat(0), typed, ENGLISH)


async def test_a_name_that_is_a_word_of_the_game_counts_as_the_word_first(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    star = match.with_player(Seat(0), name="Star")
    assert readings(star, state_of(star), Seat(0), "Star i6 j7", ENGLISH) == ("i6-j7",)

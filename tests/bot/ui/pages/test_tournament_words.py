"""Points, tie-breaks and terms of tournaments as they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.events.model import (
    WIN,
    Entrant,
    Format,
    Notice,
    Pairing,
    Terms,
    Tournament,
    TournamentId,
    TournamentStage,
)
from bot.match.model import Place, UserId
from bot.match.names import FORGOTTEN
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.tournament_notices import notice
from bot.ui.pages.tournament_pictures import describe
from bot.ui.pages.tournament_words import people_words, points_words, sonneborn_words, standings_text
from bot.ui.pages.tournaments import card
from tests.bot.ui.views import text


@pytest.mark.parametrize(
    "quarters, written", [(0, "0"), (1, "¼"), (2, "½"), (3, "¾"), (4, "1"), (29, "7¼"), (42, "10½")]
)
def test_of_two_at_a_table_sonneborn_comes_in_quarters(quarters: int, written: str) -> None:
    assert sonneborn_words(quarters * WIN**2 // 4, ENGLISH) == written


def test_of_more_at_a_table_it_has_the_decimals_of_the_language() -> None:
    points = WIN // 3 * WIN // 3  # a third of a win over somebody with a third of one
    assert [sonneborn_words(points, language) for language in (ENGLISH, Language("de"))] == ["0.11", "0,11"]


def test_points_are_halves_of_two_and_thirds_of_more() -> None:
    assert [points_words(points, 2) for points in (0, WIN // 2, WIN, 3 * WIN // 2)] == ["0", "½", "1", "1½"]
    assert [points_words(points, 4) for points in (0, WIN // 3, WIN)] == ["0", "1", "3"]


@pytest.mark.parametrize(
    "hours, english, german",
    [
        (1, "at most 1 hour a round", "höchstens 1 Stunde pro Runde"),
        (36, "at most 36 hours a round", "höchstens 36 Stunden pro Runde"),
        (24, "at most 1 day a round", "höchstens 1 Tag pro Runde"),
        (168, "at most 7 days a round", "höchstens 7 Tage pro Runde"),
    ],
)
def test_a_round_is_given_in_days_where_these_come_out_even(hours: int, english: str, german: str) -> None:
    made = Tournament(
        TournamentId(1), Terms(Format.SWISS, "choccer", "1d", round_hours=hours), Place(1, 2), UserId(3), "Mira"
    )
    for language, words in ((ENGLISH, english), (Language("de"), german)):
        assert f" · {words}\n" in shown_text(made, language)


def test_a_mini_cup_with_a_planned_start_does_not_promise_to_start_when_it_is_full() -> None:
    terms = Terms(Format.MINI_CUP, "choccer", "1d", size=8)
    made = Tournament(TournamentId(1), terms, Place(1, 2), UserId(3), "Mira")
    assert "by itself when it is full" in shown_text(made, ENGLISH)
    planned = replace(made, terms=replace(terms, starts=1_900_000_000_000))
    assert "by itself" not in shown_text(planned, ENGLISH)
    assert "It starts at the planned time" in shown_text(planned, ENGLISH)


@pytest.mark.parametrize("code, words", [("en", "3 players, 1 paused"), ("de", "3 Spieler, davon 1 in Pause")])
def test_the_card_of_an_arena_counts_whom_its_picture_counts(code: str, words: str) -> None:
    entrants = tuple(Entrant(number, UserId(number), f"P{number}") for number in (1, 2, 3))
    here = Terms(Format.ARENA, "choccer", "12s", minutes=30)
    arena = Tournament(TournamentId(1), here, Place(1, 2), UserId(3), "Mira", TournamentStage.RUNNING)
    arena = replace(arena, entrants=(*entrants[:2], replace(entrants[2], left=2)))
    assert people_words(arena, Language(code)) == words
    assert f"**{words}** · " in shown_text(arena, Language(code))
    with_all = replace(arena, entrants=entrants)
    assert people_words(with_all, ENGLISH) == "3 players"


def test_a_tournament_without_a_point_names_no_winner() -> None:
    over = replace(running(Format.MINI_CUP), stage=TournamentStage.OVER)
    assert "nobody is first" in shown_text(over, ENGLISH)
    ladder = replace(running(Format.LADDER), stage=TournamentStage.OVER)
    assert "**Over.** No challenge was decided." in shown_text(ladder, ENGLISH), "its places stand all the same"
    (pairing,) = over.pairings
    won = replace(over, pairings=(replace(pairing, scores=(WIN, 0), how="match"),))
    assert "First place: Ana" in shown_text(won, ENGLISH)


def test_a_knockout_says_how_a_pair_is_decided_while_it_runs() -> None:
    assert "Two matches in each round, with sides swapped." in shown_text(running(Format.KNOCKOUT), ENGLISH)


def test_a_third_match_is_told_as_what_decides_and_not_as_a_round_that_begins() -> None:
    halves = running(Format.KNOCKOUT)
    third = replace(halves, pairings=tuple(Pairing(1, 1, (1, 2), game=game) for game in (1, 2, 3)))
    begun, deciding = (text(notice(each, Notice(round=1, kind="round"), ENGLISH)) for each in (halves, third))
    assert "Round 1 begins." in begun
    assert "Round 1: after 1–1, a third match decides.\nAna – Ben" in deciding
    assert "begins" not in deciding


def test_the_bracket_is_told_by_its_pairs_and_places_without_points() -> None:
    scores = ((0, WIN), (WIN, 0), (WIN, 0))
    played = [Pairing(1, 1, (1, 2), scores=each, game=game) for game, each in enumerate(scores, 1)]
    bye = Pairing(1, 2, (3,), scores=(WIN,))
    entrants = (*running(Format.KNOCKOUT).entrants, Entrant(3, UserId(3), "Eve"))
    cup = replace(running(Format.KNOCKOUT), round=1, entrants=entrants, pairings=(*played, bye))
    assert describe(cup, ENGLISH).splitlines()[1:] == ["Semifinals: Ana against Ben 2–1, Eve has a bye"]
    assert describe(cup, Language("de")).splitlines()[1:] == ["Halbfinale: Ana gegen Ben 2:1, Eve ist spielfrei"]
    assert "·" not in standings_text(cup, ENGLISH)


@pytest.mark.parametrize(
    "people, words",
    [
        (0, "Nobody has joined yet. There is room for 8."),
        (1, "**1 of 8** takes part: Ana"),
        (2, "**2 of 8** take part: Ana and Ben"),
    ],
)
def test_the_card_tells_who_takes_part(people: int, words: str) -> None:
    made = replace(running(Format.SWISS), stage=TournamentStage.OPEN, round=0, pairings=())
    assert words in shown_text(replace(made, entrants=made.entrants[:people]), ENGLISH)


def running(format_: Format) -> Tournament:
    """A tournament of two people, who are playing."""
    terms = Terms(format_, "choccer", "1d", size=8)
    entrants = tuple(Entrant(number, UserId(number), name) for number, name in ((1, "Ana"), (2, "Ben")))
    made = Tournament(TournamentId(1), terms, Place(1, 2), UserId(3), "Mira", entrants=entrants)
    return replace(made, stage=TournamentStage.RUNNING, round=1, pairings=(Pairing(1, 1, (1, 2)),))


def shown_text(tournament: Tournament, language: Language) -> str:
    """The text of the card."""
    return text(card(tournament, None, language))


@pytest.mark.parametrize("kind", Format)
def test_whoever_has_deleted_their_data_has_no_english_name_in_german(kind: Format) -> None:
    """On the card, in the standings, and in the description of the picture."""
    made = running(kind)
    gone = replace(made, host_name=FORGOTTEN, entrants=tuple(replace(one, name=FORGOTTEN) for one in made.entrants))
    language = Language("de")
    shown = [shown_text(gone, language), standings_text(gone, language), describe(gone, language)]
    assert "Somebody" not in "".join(shown)
    assert "Jemand" in shown[0]

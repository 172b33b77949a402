"""The pages of a review, of every game and in both languages."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
import render
from bot.match.model import LogEntry, Match, UserId
from bot.match.play import game_of, state_at
from bot.match.reviews import JudgedTurn, Review, position_before
from bot.match.turns import turns_between
from bot.ui.components import items
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages import review as pages
from bot.ui.pages.match_view import board_table
from games.core.status import Seat, Turn
from tests.bot.match.test_reviews import played
from tests.bot.ui.views import labels, text

ENGLISH, GERMAN = Language("en"), Language("de")
languages = pytest.mark.parametrize("language", [ENGLISH, GERMAN], ids=["en", "de"])


def reviewed(key: str, moves: int = 12) -> tuple[Match, list[LogEntry], Review]:
    """A match played at random; each turn lost more than the one before, and any other turn would have been better."""
    info = games.find(key).info
    match, log = played(key, ("",) * moves, info.max_seats)
    turns = turns_between(match, [entry.seat for entry in log], 0, len(log))
    judged, dice = [], Random(5)
    for number, turn in enumerate(turns):
        seat = log[turn.first].seat
        loss = number / (2 * len(turns))
        best = some_turn(match, position_before(match, log, turn.first), seat, dice)
        judged.append(
            JudgedTurn(turn.number, seat, turn.first, turn.last, 0.75, 0.6, 0.6 - loss, best, "You do better")
        )
    return match, log, Review(tuple(judged), (1.0, *[0.0] * (info.max_seats - 1)))


def some_turn(match: Match, position: str, seat: Seat, dice: Random) -> str:
    """A turn as a best one is written: a move, and of several steps all."""
    game, state, steps = game_of(match), state_at(match, position), list[str]()
    while not steps or game.info.multi_step:
        status = game.rules.status(state)
        if not (isinstance(status, Turn) and seat in status.seats):
            break
        move = game.rules.legal(state, seat).sample(dice)
        steps.append(game.rules.text(move))
        state = game.rules.play(state, seat, move)
    return " ".join(steps)


def that_lost(turn: JudgedTurn, loss: float | None) -> JudgedTurn:
    return replace(turn, best_share=loss, played_share=None if loss is None else 0.0)


@languages
@pytest.mark.parametrize("key", games.keys())
def test_the_moments_are_told_with_what_was_played_and_what_was_better(key: str, language: Language) -> None:
    match, log, review = reviewed(key, 40)
    boards = (items.text("one board"), items.text("another board"))
    for turn in review.moments:
        told = text(pages.moment_page(match, review, log, turn, boards, language))
        assert language.gettext("Turn {turn}", turn=turn.number) in told
        assert "You do better" in told
        assert told.index("one board") < told.index("You do better") < told.index("another board")
        table = pages.better_table(match, log, turn, language)
        assert render.png(table, width=300)
        assert {strip.name for strip in table.players} == {player.name for player in match.players}


def test_what_was_better_is_marked_as_advice_on_the_board_before() -> None:
    match, log, review = reviewed("choccer")
    turn = replace(review.turns[0], best="h4-g4")
    table = pages.better_table(match, log, turn, ENGLISH)
    assert {(mark.kind, mark.cells) for mark in table.marks} == {("hint", ("h4",)), ("hint", ("g4",))}
    assert "h4" in {piece.cell for piece in table.pieces}


@languages
@pytest.mark.parametrize("key", games.keys())
def test_a_moment_fits_one_message_whatever_is_told(key: str, language: Language) -> None:
    match, log, review = reviewed(key, 40)
    called = replace(match, players=tuple(replace(player, name="*" * 32) for player in match.players))
    turns = tuple(replace(turn, why="You * " * 400) for turn in review.turns)
    for turn in (whole := replace(review, turns=turns)).moments:
        page = pages.moment_page(called, whole, log, turn, None, language)
        assert len(text(page)) <= MESSAGE_TEXT
    assert len(text(pages.summary(called, whole, log, None, language))) <= MESSAGE_TEXT


def test_the_chances_with_both_turns_are_told() -> None:
    match, log, review = reviewed("choccer", 4)
    turn = replace(review.turns[2], share=0.3, best_share=0.612, played_share=0.25)
    whole = Review((turn,))
    told = text(pages.moment_page(match, whole, log, turn, (items.text("a"), items.text("b")), ENGLISH))
    assert "Ana's winning chances: 61% with the better turn, 25% with this one." in told


def test_every_moment_has_its_button_and_the_chosen_one_is_marked() -> None:
    match, log, review = reviewed("choccer")
    whole = pages.summary(match, review, log, None, ENGLISH)
    assert labels(whole) == ["Moment 1", "Moment 2", "Moment 3", "Share here"]
    page = pages.moment_page(match, review, log, review.moments[1], (items.text("a"), items.text("b")), ENGLISH)
    assert labels(page) == ["Moment 1", "Moment 2", "Moment 3", "Whole match", "Replay from here"]


def test_without_a_picture_the_players_are_told_in_words() -> None:
    match, log, review = reviewed("choccer", 4)
    turns = tuple(that_lost(turn, loss) for turn, loss in zip(review.turns, (0.0, 0.1, 0.3, None), strict=True))
    told = text(pages.summary(match, replace(review, turns=turns), log, None, ENGLISH))
    assert "Ana: accuracy 62% · 1 blunder" in told
    assert "Ben: accuracy 64% · 1 inaccuracy" in told
    assert told.count("Turn ") == 2
    assert "**Key moments**" in told
    with_card = text(pages.summary(match, replace(review, turns=turns), log, items.text("the card"), ENGLISH))
    assert ": accuracy" not in with_card, "the card says it"


def test_of_a_match_without_mistakes_that_is_said() -> None:
    match, log, review = reviewed("choccer", 4)
    flawless = replace(review, turns=tuple(that_lost(turn, 0.0) for turn in review.turns))
    view = pages.summary(match, flawless, log, None, ENGLISH)
    assert "The AI found no mistakes." in text(view)
    assert labels(view) == ["Share here"]


def test_a_replay_says_what_a_turn_is_called() -> None:
    match, _, review = reviewed("choccer", 4)
    blunder = that_lost(review.turns[0], 0.4)
    assert pages.judgement(match, blunder, ENGLISH).startswith("**Blunder ??** · Better: You do better.")
    assert not pages.judgement(match, that_lost(blunder, 0.01), ENGLISH)
    assert not pages.judgement(match, None, ENGLISH)


@pytest.mark.parametrize("key", games.keys())
def test_the_card_is_drawn_and_told(key: str) -> None:
    match, _, review = reviewed(key, 12)
    png = pages.draw_review(match, review, board_table(match, None), "dark", GERMAN)
    assert png.startswith(b"\x89PNG")
    told = pages.review_alt(match, review, ENGLISH)
    assert all(f"{player.name}: accuracy" in told for player in match.players)


def test_a_hot_seat_is_reviewed_by_its_sides() -> None:
    """As its board names them: both are the same person."""
    match, _, review = reviewed("choccer", 4)
    alone = replace(match, players=tuple(replace(one, user=UserId(1), name="Ana") for one in match.players))
    assert "Black: accuracy" in pages.review_alt(alone, review, ENGLISH)
    assert "Ana" not in pages.review_alt(alone, review, ENGLISH)

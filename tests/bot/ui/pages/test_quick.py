"""Bullet: from every position, and whatever is tapped first, a second tap can finish the move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from discord import ui
from structlog.testing import capture_logs

import games
from bot.match.model import Match
from bot.match.play import game_of, state_of
from bot.match.turn_draft import draft_of
from bot.ui.components.custom_id import read_click
from bot.ui.components.picture import Picture
from bot.ui.components.workers import Workers
from bot.ui.i18n.language import ENGLISH
from bot.ui.pages import questions
from bot.ui.pages.compose import compose, quick_moves
from bot.ui.pages.quick import ALONE, BEST, Quick, in_bullet, quick_first
from tests.bot.table import BEN, Club

ALL_GAMES = games.keys()
PICTURE = Picture(b"png", "what the picture shows", lambda: "the board as text")


async def bullet(club: Club, game: str) -> Match:
    match = await club.invite(time="12s", game=game)
    return await club.service.accept(match.id, BEN)


async def later(club: Club, match: Match, rng: Random, plies: int) -> Match:
    """The match after some random moves; as it was when they end it."""
    for _ in range(plies):
        game, state = game_of(match), state_of(match)
        seat = match.to_act[0].seat
        move = game.rules.text(game.rules.legal(game.rules.view(state, seat), seat).sample(rng))
        fresh = await club.service.submit_for(match.id, seat, move, match.turn, "player")
        if fresh.stage.ended:
            return match
        match = fresh
    return match


def first_taps(match: Match) -> Iterator[tuple[tuple[str, ...], int]]:
    """What the first tap on the board can lead to: a draft and a page of its next question."""
    question = draft_of(match, match.to_act[0], ()).question
    assert question is not None
    if len(pages := questions.pages(question)) > 1:
        yield from (((), number) for number in range(len(pages)))
    elif question.most == 1:
        yield from (((choice.token,), 0) for choice in question.choices)


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("game", ALL_GAMES)
async def test_a_second_tap_can_finish_the_move_whatever_the_first_one_was(
    sqlite_club: Club, game: str, *, rated: bool
) -> None:
    """Or the step, where a turn is several."""
    rng = Random(5)
    match = await bullet(sqlite_club, game)
    for _ in range(4):
        match = replace(match, rated=rated)
        for tokens, page in first_taps(match):
            draft = draft_of(match, match.to_act[0], tokens)
            if draft.question is None or draft.question.most > 1:
                continue
            here = questions.choices_of_page(draft.question, page)
            drafts = [draft_of(match, draft.player, (*tokens, one.token)) for one in here]
            at_once = any(len(one.steps) > len(draft.steps) for one in drafts)
            assert at_once or quick_moves(draft, page), (game, match.position, tokens, page)
        match = await later(sqlite_club, match, rng, 5)


@pytest.mark.parametrize("game", ALL_GAMES)
async def test_what_is_offered_is_legal_and_told_in_words(sqlite_club: Club, game: str) -> None:
    rng = Random(8)
    match = await bullet(sqlite_club, game)
    for _ in range(4):
        player = match.to_act[0]
        menus = [(draft_of(match, player, ()), menu) for menu in quick_first(match)]
        for tokens, page in first_taps(match):
            draft = draft_of(match, player, tokens)
            menus += [(draft, menu) for menu in quick_moves(draft, page)]
        rules = game_of(match).rules
        for draft, menu in menus:
            legal = rules.legal(draft.state, player.seat)
            assert 1 <= len(menu.moves) <= 25
            assert len({text for text, _ in menu.moves}) == len(menu.moves)
            assert all(rules.parse(text) in legal and words for text, words in menu.moves)
        match = await later(sqlite_club, match, rng, 6)


async def test_a_rated_match_gives_no_hints(sqlite_club: Club) -> None:
    match = await bullet(sqlite_club, "conquid")
    friendly, rated = (replace(match, rated=rated) for rated in (False, True))
    (best,), (plain,) = quick_first(friendly), quick_first(rated)
    assert set(best.moves) != set(plain.moves)
    game, state, seat = game_of(rated), state_of(rated), rated.to_act[0].seat
    typed = {game.rules.parse(text) for text in game.presenter.suggest(state, seat, "")}
    assert {game.rules.parse(text) for text, _ in plain.moves} <= typed


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("game", ["choccer"])
async def test_a_game_of_two_taps_needs_no_list(sqlite_club: Club, game: str, *, rated: bool) -> None:
    assert quick_first(replace(await bullet(sqlite_club, game), rated=rated)) == []


async def test_three_cells_of_conquid_are_one_tap_on_the_board(sqlite_club: Club) -> None:
    (menu,) = quick_first(await bullet(sqlite_club, "conquid"))
    assert menu.action == BEST
    assert all(text.startswith("A ") and len(text.split()) == 4 for text, _ in menu.moves)


async def test_every_take_of_cyberzul_is_two_taps(sqlite_club: Club) -> None:
    """A source on the board, then one menu of all that can be done there."""
    match = await bullet(sqlite_club, "cyberzul")
    takes = set()
    for tokens, page in first_taps(match):
        takes |= {
            text for menu in quick_moves(draft_of(match, match.to_act[0], tokens), page) for text, _ in menu.moves
        }
    game, state, seat = game_of(match), state_of(match), match.to_act[0].seat
    assert takes == {game.rules.text(move) for move in game.rules.legal(state, seat)}


async def test_a_single_piece_of_onyx_is_two_taps_on_every_space(sqlite_club: Club) -> None:
    match = await bullet(sqlite_club, "onyx")
    single = set()
    for tokens, page in first_taps(match):
        draft = draft_of(match, match.to_act[0], tokens)
        alone = [text for menu in quick_moves(draft, page) if menu.action == ALONE for text, _ in menu.moves]
        single |= set(alone)
    spaces = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    assert single == {*(f"{kind}@{space}" for kind in ("b", "p", "2b", "2p") for space in spaces)}


@pytest.mark.parametrize("time", ["3d", "5m+5s", "none"])
async def test_with_time_to_think_nothing_is_suggested(sqlite_club: Club, time: str) -> None:
    match = await sqlite_club.invite(time=time, game="onyx")
    match = await sqlite_club.service.accept(match.id, BEN)
    assert not await in_bullet(Workers(), match, quick_first, match)
    assert not await in_bullet(Workers(), match, quick_moves, draft_of(match, match.to_act[0], ()), 0)


async def test_a_list_that_cannot_be_made_does_not_stop_the_match(sqlite_club: Club) -> None:
    def find_broken() -> list[Quick]:
        raise ZeroDivisionError

    match = await bullet(sqlite_club, "onyx")
    with capture_logs() as lines:
        assert not await in_bullet(Workers(), match, find_broken)
    assert [line["event"] for line in lines] == ["no whole moves"]
    assert await in_bullet(Workers(), match, quick_first, match)


@pytest.mark.parametrize(
    "game, tokens, actions",
    [("onyx", ("b",), [ALONE, ALONE, ALONE]), ("conquid", ("A",), ["pick", "page", BEST])],
)
async def test_the_menus_stand_below_the_choices(
    sqlite_club: Club, game: str, tokens: tuple[str, ...], actions: list[str]
) -> None:
    match = await bullet(sqlite_club, game)
    draft = draft_of(match, match.to_act[0], tokens)
    view = compose(draft, 0, PICTURE.item("board.png"), ENGLISH, quick_moves(draft, 0))
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    assert len({menu.custom_id for menu in menus}) == len(menus)
    clicks = [read_click(menu.custom_id) for menu in menus]
    assert [click.action for click in clicks if click is not None] == actions
    assert all(1 <= len(menu.options) <= 25 for menu in menus)

"""A match as a table: whose clock, which words, seen from which side."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
from bot.match.challenges import ChallengeRequest
from bot.match.clock import DAY, HOUR, MINUTE, SECOND
from bot.match.model import Match, MatchId, Player
from bot.match.names import name_of, names_of, who
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import clip
from bot.ui.pages.match_view import advice_marks, board_table, clock_text, flip, last_move, with_players, with_words
from games.core.search.greedy import random_move
from games.core.sentences import fill_names, first_sentence
from games.core.status import CHANCE, Seat, Turn
from games.core.table import Mark, Table
from render.canvas.type import width
from render.layout import footer_place
from render.theme import SMALLEST
from tests.bot.table import ANA, BEN, HERE, Club


def start_of(key: str) -> Table:
    game = games.find(key)
    return game.presenter.table(game.rules.start(game.info.min_seats, game.info.check_options({})), None)


@pytest.mark.parametrize("key", games.keys())
def test_a_board_seen_from_the_other_side_is_the_same_board(key: str) -> None:
    table = start_of(key)
    turned = flip(table)
    assert flip(turned) == table
    for area, other in zip(table.areas, turned.areas, strict=True):
        assert {cell.name for cell in area.cells} == {cell.name for cell in other.cells}


def test_the_corners_of_a_board_change_places() -> None:
    board = next(area for area in flip(start_of("choccer")).areas if area.place == "board")
    at = {cell.name: cell.at for cell in board.cells}
    assert (at["a1"], at["k7"]) == ((10, 6), (0, 0))
    assert (board.columns[0], board.rows[0]) == ("k", "7")


def test_what_lies_beside_the_board_stays() -> None:
    table = start_of("piously")
    beside = [area for area in table.areas if area.place != "board"]
    assert [area for area in flip(table).areas if area.place != "board"] == beside


def test_a_hint_tells_the_move_apart_from_what_it_puts_in_danger() -> None:
    idea = (Mark("from", ("c4",)), Mark("last", ("d5",)), Mark("danger", ("e5",)), Mark("link", ()))
    assert advice_marks(idea) == (Mark("hint", ("c4",)), Mark("hint", ("d5",)), Mark("danger", ("e5",)))


@pytest.mark.parametrize(
    "time, passed, clocks",
    [
        ("5m+5s", 90 * SECOND, ["3:30", "5:00"]),
        ("5m+5s", HOUR, ["0:00", "5:00"]),
        ("12s", 3 * SECOND, ["0:12", ""]),
        ("3d", 1, ["3 days", ""]),
        ("3d", 2 * DAY + 90 * MINUTE, ["22h 30m", ""]),
        ("3d", 3 * DAY - 90 * SECOND, ["2m", ""]),
        ("3d", 4 * DAY, ["1m", ""]),
        ("none", DAY, ["", ""]),
    ],
)
async def test_clocks_show_what_is_left(sqlite_club: Club, time: str, passed: int, clocks: list[str]) -> None:
    match = await sqlite_club.begin(time)
    shown = [clock_text(match, player, sqlite_club.clock.now + passed) for player in match.players]
    assert [ENGLISH(one) for one in shown] == clocks


async def test_a_match_that_does_not_run_shows_no_clock(sqlite_club: Club) -> None:
    match = await sqlite_club.invite()
    assert clock_text(match, match.players[0], sqlite_club.clock.now) == ""


@pytest.mark.parametrize(
    "player, name",
    [
        (Player(Seat(0), name="Ana"), "Ana"),
        (Player(Seat(0), ai="hard"), "KI (schwer)"),
        (Player(Seat(0)), "Freier Platz"),
    ],
)
def test_seats_have_names_in_the_reader_s_language(player: Player, name: str) -> None:
    assert Language("de")(who(player)) == name


@pytest.mark.parametrize(
    "game, players, names",
    [
        ("conquid", [Player(Seat(0), ANA.user, "Ana"), Player(Seat(1), ANA.user, "Ana")], ["West", "Ost"]),
        ("cyberzul", [Player(Seat(0), ANA.user, "Ana"), Player(Seat(1), ANA.user, "Ana")], ["Ana 1", "Ana 2"]),
        ("conquid", [Player(Seat(0), ANA.user, "Ana"), Player(Seat(1), BEN.user, "Ben")], ["Ana", "Ben"]),
        ("onyx", [Player(Seat(0), user=ANA.user, name="Ana"), Player(Seat(1))], ["Ana", "Freier Platz"]),
        (
            "cyberzul",
            [Player(Seat(0), ai="easy"), Player(Seat(1), ANA.user, "Ana"), Player(Seat(2), ai="easy"), Player(Seat(3))],
            ["KI (leicht) 1", "Ana", "KI (leicht) 2", "Freier Platz"],
        ),
    ],
    ids=["hot seat", "hot seat without sides", "two people", "free seat", "equal AIs"],
)
def test_those_who_play_are_told_apart(game: str, players: list[Player], names: list[str]) -> None:
    match = Match(MatchId(1), "K7QFM", game, 1, {}, tuple(players), ANA.user, HERE)
    assert [Language("de")(name) for name in names_of(match)] == names
    assert [Language("de")(name_of(match, player)) for player in players] == names


async def test_a_hot_seat_is_told_by_its_sides(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    alone = replace(match, players=tuple(replace(one, user=ANA.user, name="Ana") for one in match.players))
    table = with_players(board_table(alone, None), alone, sqlite_club.clock.now, None, ENGLISH)
    assert [(strip.name, strip.side) for strip in table.players] == [("Black", ""), ("White", "")]


async def test_the_last_move_is_told_and_marked(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    log = list(await sqlite_club.store.entries(match.id))
    last = last_move(match, log)
    table = with_players(board_table(match, None), match, sqlite_club.clock.now, last, ENGLISH)
    assert table.headline.startswith("Ana moves the circle from h4 to g4")
    assert [(strip.name, strip.active) for strip in table.players] == [("Ana", False), ("Ben", True)]
    assert any("g4" in mark.cells for mark in table.marks)


async def test_a_long_name_leaves_room_for_the_move(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    last = last_move(match, list(await sqlite_club.store.entries(match.id)))
    named = replace(
        match, players=tuple(replace(player, name="Maximiliane-Wilhelmine von Osten") for player in match.players)
    )
    headline = with_players(board_table(named, None), named, 0, last, ENGLISH).headline
    assert headline == "Maximiliane-Wilhelm… moves the circle from h4 to g4"


async def test_before_the_first_move_there_is_none(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert last_move(match, []) is None
    assert with_players(board_table(match, None), match, 0, None, ENGLISH).headline == ""


async def test_what_chance_has_dealt_is_not_the_last_move(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN,), first="me"))
    match = await sqlite_club.service.accept(match.id, BEN)
    assert last_move(match, list(await sqlite_club.store.entries(match.id))) is None


async def test_a_move_of_older_rules_is_shown_as_it_was_written(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await sqlite_club.service.submit(match.id, person.user, move)
    first, second = await sqlite_club.store.entries(match.id)
    old = [replace(first, position="of old"), second]
    for log in (old, [second], [first, replace(second, text="jumps")]):
        last = last_move(match, log)
        assert last is not None
        assert last.description.words == log[-1].text


def test_the_end_of_a_round_with_four_players_fits_below_the_picture() -> None:
    """In German, with the longest names that are shown there: the picture says what was taken, the alt text all."""
    game, rng = games.find("cyberzul"), Random(1)
    names = [clip("Maximiliane-Wilhelmine", 20)] * 4
    state, ends = game.rules.start(4, {}), []
    while isinstance(status := game.rules.status(state), Turn):
        seat = min(status.seats)
        move = random_move(game.rules, state, seat, rng)
        words = fill_names(game.presenter.describe(state, seat, move).words, names)
        if seat != CHANCE and first_sentence(words) != words:
            assert Language("de")(words).startswith(Language("de")(first_sentence(words)) + ". ")
            ends.append(Language("de")(first_sentence(words)))
        state = game.rules.play(state, seat, move)
    assert len(ends) > 4
    assert all(width(words, SMALLEST) <= footer_place(0).w for words in ends)


@pytest.mark.parametrize("key", games.keys())
def test_nothing_in_the_strips_of_players_stays_in_english(key: str) -> None:
    game = games.find(key)
    state = game.rules.start(2, game.info.check_options({}))
    german = Language("de")
    strips = game.presenter.table(state, None).players
    shown = with_words(game.presenter.table(state, None), german).players
    assert [(strip.side, strip.score, strip.note) for strip in shown] == [
        (german(strip.side), german(strip.score), german(strip.note)) for strip in strips
    ]

"""The options of a game's command: what is taken is kept, all of it; what contradicts itself is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

import games
from bot.match.challenge_options import Given, UsualTerms, game_named, read_request
from bot.match.challenges import new_challenge
from bot.match.clock import OFFERED, read_time
from bot.match.errors import Refused
from bot.match.model import Match
from bot.match.play import begin
from games.core.game import AnyGame
from tests.bot.table import ANA, BEN, EVE, HERE

USUAL = UsualTerms()
CHOICES: dict[str, tuple[Any, ...]] = {
    "opponents": ((BEN,), (ANA,), (BEN, EVE)),
    "bots": (1,),
    "seats": (2, 3, 4),
    "ai": ("easy", "hard"),
    "time": OFFERED,
    "first": ("random", "me", "them"),
    "rated": (True, False),
    "private": (True, False),
}


def all_options(game: AnyGame) -> list[tuple[str, Any]]:
    """Every option of the game's command with each of its values."""
    found = [(name, value) for name, values in CHOICES.items() for value in values]
    found = [one for one in found if one[0] != "opponents" or len(one[1]) < game.info.max_seats]
    found = [one for one in found if one[0] != "seats" or game.info.min_seats < game.info.max_seats]
    return found + [(f"option {option.key}", value) for option in game.info.options for value in option.values[:4]]


def pairs(game: AnyGame) -> Iterator[dict[str, Any]]:
    """All that can be chosen, alone and two by two."""
    every = all_options(game)
    yield {}
    for name, value in every:
        yield {name: value}
    for (one, first), (other, second) in combinations(every, 2):
        if one != other:
            yield {one: first, other: second}


def read_options(choice: Mapping[str, Any]) -> Given:
    own = {name.removeprefix("option "): value for name, value in choice.items() if name.startswith("option ")}
    common = {name: value for name, value in choice.items() if not name.startswith("option ")}
    return Given(**common, options=own)


def first_seat(game: AnyGame, match: Match) -> int:
    """The seat that begins when all seats are taken; the first one, unless an option of the game names another."""
    if not any(option.names_first_seat for option in game.info.options):
        return 0
    players = tuple(player if player.user or player.ai else replace(player, ai="easy") for player in match.players)
    begun = begin(replace(match, players=players), 0, Random(3)).match
    (first,) = begun.to_act
    return first.seat


def find_broken(game: AnyGame, match: Match, choice: Mapping[str, Any]) -> list[str]:
    """Those of the chosen options that the match does not keep."""
    seat = first_seat(game, match)
    mine = match.players[seat].user == ANA.user
    people = {player.user for player in match.players}
    kept: dict[str, Callable[[Any], bool]] = {
        "opponents": lambda value: {one.user for one in value} <= people and (value != (ANA,) or match.hot_seat),
        "bots": lambda _: any(player.ai for player in match.players),
        "seats": lambda value: len(match.players) == value,
        "ai": lambda value: any(player.ai == value for player in match.players),
        "time": lambda value: match.time == read_time(value),
        "first": lambda value: value == "random" or mine == (value == "me"),
        "rated": lambda value: match.rated == value,
        "private": lambda value: match.private == value,
        "option first": lambda value: seat == int(value),
    }
    found = []
    for name, value in choice.items():
        as_given = match.options.get(name.removeprefix("option ")) == value
        if not (kept[name](value) if name in kept else as_given):
            found.append(name)
    return found


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.info.key)
def test_every_pair_of_options_is_kept_or_refused(game: AnyGame) -> None:
    taken, refused = 0, list[dict[str, Any]]()
    for choice in pairs(game):
        try:
            match = new_challenge(read_request(game, ANA, HERE, read_options(choice), USUAL), 0, Random(7))
        except Refused:
            refused.append(choice)
            continue
        taken += 1
        assert find_broken(game, match, choice) == [], choice
    assert taken > 100
    alone = [choice for choice in refused if len(choice) == 1]
    assert [choice for choice in alone if "option first" not in choice] == []


@pytest.mark.parametrize(
    "choice, words",
    [
        (
            {"first": "me", "option first": "1"},
            "'first: Me' and 'first_seat: Player 2' contradict each other. Leave one of them out.",
        ),
        (
            {"first": "them", "opponents": (BEN,), "option first": "1"},
            "'first: My opponent' and 'first_seat: Player 2' contradict each other. Leave one of them out.",
        ),
        (
            {"opponents": (ANA,), "first": "them"},
            "'first: My opponent' and 'opponent: yourself' contradict each other. Leave one of them out.",
        ),
        (
            {"opponents": (ANA,), "ai": "easy"},
            "For hot seat, name only yourself and no AI.",
        ),
        (
            {"rated": True, "ai": "easy"},
            "Matches with AIs are never rated. Leave out rated, or play against people only.",
        ),
        (
            {"opponents": (BEN, EVE), "seats": 2},
            "With you that is 3 players for 2 seats. Leave out seats.",
        ),
        (
            {"opponents": (BEN,), "seats": 3},
            "With you that is 2 players for 3 seats. Name all opponents, or add ai for the other seats.",
        ),
        (
            {"opponents": (BEN, EVE), "ai": "easy", "seats": 3},
            "All 3 seats are taken: none is left for an AI. Leave out ai or seats.",
        ),
        (
            {"rated": True, "opponents": (ANA,)},
            "Hot seat matches are never rated. Leave out rated, or name an opponent.",
        ),
    ],
)
def test_a_contradiction_names_both_and_the_way_out(choice: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_request(games.find("cyberzul"), ANA, HERE, read_options(choice), USUAL)
    assert str(refusal.value) == words


@pytest.mark.parametrize(
    "choice, people, ais, free",
    [
        ({"seats": 3}, 1, 0, 2),
        ({"seats": 3, "ai": "easy"}, 1, 2, 0),
        ({"seats": 3, "bots": 1}, 1, 2, 0),
        ({"seats": 3, "opponents": (BEN,), "ai": "easy"}, 2, 1, 0),
        ({"seats": 3, "opponents": (ANA,)}, 3, 0, 0),
        ({"seats": 3, "opponents": (BEN, EVE)}, 3, 0, 0),
    ],
)
def test_a_number_of_seats_is_that_of_all_players(choice: dict[str, Any], people: int, ais: int, free: int) -> None:
    """Open tables have so many, AIs fill up to it, and whoever plays all sides plays so many."""
    match = new_challenge(read_request(games.find("cyberzul"), ANA, HERE, read_options(choice), USUAL), 0, Random(7))
    seated = [player for player in match.players if player.user is not None]
    thinking = [player for player in match.players if player.ai is not None]
    assert (len(seated), len(thinking)) == (people, ais)
    assert len(match.players) == people + ais + free


def test_an_ai_without_a_seat_is_refused() -> None:
    with pytest.raises(Refused, match="All 2 seats of Onyx are taken"):
        read_request(games.find("onyx"), ANA, HERE, Given((BEN,), ai="easy"), USUAL)


def test_a_rated_match_is_refused_where_ratings_are_off() -> None:
    with pytest.raises(Refused, match="switched off on this server"):
        read_request(games.find("onyx"), ANA, HERE, Given((BEN,), rated=True), UsualTerms(rated_matches=False))


# ---------------------------------------------------------------------- names as people type them


@pytest.mark.parametrize("typed", ["Choccer", "choccer", "CHOCCER", "  Choccer ", "choc cer", "Ch-occer"])
def test_a_game_is_known_however_it_is_written(typed: str) -> None:
    assert game_named(typed) == "choccer"


def test_a_game_that_there_is_not_is_named_back() -> None:
    with pytest.raises(Refused, match="I don't know the game 'Chess'"):
        game_named(" Chess ")


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.info.key)
def test_a_value_is_known_by_its_name_and_its_label_however_they_are_written(game: AnyGame) -> None:
    for option in game.info.options:
        for value in option.values:
            label = option.label(value)
            for typed in (value, value.upper(), f" {value} ", label, label.upper(), label.lower().replace(" ", "")):
                assert option.read(typed) == value

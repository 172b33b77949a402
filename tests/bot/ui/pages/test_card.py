"""The card of a match: the challenge, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import discord
import pytest

import games
from bot.match.challenges import ChallengeRequest, Person
from bot.match.errors import Refused
from bot.match.model import Match, MatchId, Place, Player, Side, Stage, UserId
from bot.match.names import FORGOTTEN
from bot.match.sides import seen_from
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.ui.components import items
from bot.ui.delivery.pings import Pings
from bot.ui.i18n.language import ENGLISH, SUPPORTED, Language
from bot.ui.pages.board import board
from bot.ui.pages.card import card, details, is_card, join_scores, result, result_line, thread_name, title
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club
from tests.bot.ui.views import labels, text


async def test_a_challenge_asks_its_people_and_nobody_else(sqlite_club: Club) -> None:
    match = await sqlite_club.invite()
    view = card(match, None, ENGLISH)
    assert "<@1> challenges <@2> to Choccer." in text(view)
    assert "Expires <t:" in text(view)
    assert labels(view) == ["Accept", "Decline", "Rules", "Cancel"]
    people, blocks = SqlPeople(sqlite_club.database), SqlPersonalBlocks(sqlite_club.database)
    client = discord.Client(intents=discord.Intents.none())
    pinged = await Pings(client, people, blocks, sqlite_club.store, sqlite_club.clock).mention_unanswered(match)
    assert isinstance(pinged.users, list)
    assert [user.id for user in pinged.users] == [BEN.user]
    assert (pinged.everyone, pinged.roles) == (False, False)


async def test_across_servers_each_mentions_its_own_player_and_names_the_other(sqlite_club: Club) -> None:
    asked = replace(await sqlite_club.invite(), place=replace(HERE, server="Den"), other=Place(30, 40))
    asked = asked.with_player(asked.seats_of(BEN.user)[0].seat, side=Side.GUEST)
    home, guest = (seen_from(asked, side) for side in Side)
    assert "<@1> challenges Ben to Choccer." in text(card(home, None, ENGLISH))
    assert "Ben plays on another server.\n" in text(card(home, None, ENGLISH))
    assert "Ana challenges <@2> to Choccer." in text(card(guest, None, ENGLISH))
    assert "Ana plays on another server: Den." in text(card(guest, None, ENGLISH))
    assert "Ana spielt auf einem anderen Server: Den." in text(card(guest, None, Language("de")))
    people, blocks = SqlPeople(sqlite_club.database), SqlPersonalBlocks(sqlite_club.database)
    pings = Pings(discord.Client(intents=discord.Intents.none()), people, blocks, sqlite_club.store, sqlite_club.clock)
    for seen, pinged in ((home, []), (guest, [BEN.user])):
        users = (await pings.mention_unanswered(seen)).users
        assert isinstance(users, list)
        assert [user.id for user in users] == pinged


async def test_a_thread_is_called_by_the_names_as_they_are_and_ends_with_the_code(sqlite_club: Club) -> None:
    """The name of a thread is no Markdown, and holds a hundred characters."""
    asked = await sqlite_club.invite(Person(UserId(7), "john_doe *_*"))
    assert thread_name(asked, ENGLISH) == f"Choccer · Ana vs john_doe *_* · #{asked.code}"
    names = [Person(UserId(10 + number), "W" * 32) for number in range(3)]
    many = await sqlite_club.invite(*names, game="cyberzul")
    assert len(thread_name(many, ENGLISH)) <= 100
    assert thread_name(many, ENGLISH).endswith(f"… · #{many.code}")


async def test_an_open_table_counts_its_seats(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    match = await sqlite_club.service.join(match.id, EVE)
    view = card(match, None, ENGLISH)
    assert "Open table, 2 of 4 seats taken: Ana and Eve." in text(view)
    assert f"Cyberzul · Ana, Eve and 2 free seats · #{match.code}" in text(view)
    assert labels(view) == ["Join", "Leave", "Start", "Fill with AI", "Rules"]


async def test_a_challenge_that_is_off_says_why(sqlite_club: Club) -> None:
    match = await sqlite_club.service.decline((await sqlite_club.invite()).id, BEN)
    view = card(match, None, ENGLISH)
    assert text(view).endswith("Challenge closed: Ben declined.")
    assert labels(view) == []


async def test_a_table_that_is_closed_is_no_challenge(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    match = await sqlite_club.service.cancel(match.id, ANA)
    view = card(match, None, ENGLISH)
    assert text(view).endswith("Table closed: Ana cancelled it.")
    assert labels(view) == []
    assert "Tisch geschlossen: Ana hat ihn aufgelöst." in text(card(match, None, Language("de")))
    with pytest.raises(Refused, match=r"^Table closed: Ana cancelled it\.$"):
        await sqlite_club.service.join(match.id, EVE)


async def test_a_running_match_is_found_in_its_thread(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert text(card(match, 77, ENGLISH)).endswith("Played in <#77>")
    assert "Played in" not in text(card(match, None, ENGLISH))
    assert "Played in" not in text(card(match, match.place.channel, ENGLISH)), "it is played right there"


async def test_a_card_is_known_in_every_stage_and_no_board_is_taken_for_it(sqlite_club: Club) -> None:
    """Ratings may be called off while it stands; a board says what the match is too."""
    invited = await sqlite_club.invite(EVE)
    begun = await sqlite_club.begin()
    over = await sqlite_club.service.resign(begun.id, BEN.user)
    for match, language in product((invited, begun, over), (ENGLISH, Language("de"))):
        assert is_card(text(card(match, 77, language)), match, language)
        if match.stage is not Stage.INVITED:
            assert not is_card(text(board(match, None, items.text("the board"), language)), match, language)
    assert is_card(text(card(begun, 77, ENGLISH)), over, ENGLISH)
    assert not is_card(text(card(begun, 77, ENGLISH)), replace(begun, code="OTHER"), ENGLISH)


async def test_the_end_is_told_with_its_reason(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begin()).id, BEN.user)
    assert text(card(match, 77, ENGLISH)).endswith("**Ana wins: Ben resigned.**")
    line = result_line(match, 77, ENGLISH)
    assert text(line) == f"**{title(match, ENGLISH)}**\nAna wins: Ben resigned.\n<#77>"
    assert labels(line) == ["Replay"]


PLAYERS = tuple(Player(Seat(seat), UserId(seat), name) for seat, name in enumerate(("Ana", "*Ben*", "Eve")))
MATCH = Match(MatchId(5), "ABCDE", "cyberzul", 1, {"first": "random"}, PLAYERS, UserId(0), Place(10, 20))


def over(outcome: Outcome) -> Match:
    places = outcome.places or (None,) * 3
    players = tuple(replace(player, place=place) for player, place in zip(PLAYERS, places, strict=True))
    return replace(MATCH, players=players, outcome=outcome, stage=Stage.OVER)


@pytest.mark.parametrize(
    "outcome, words",
    [
        (Outcome((1, 2, 3), "most points", (30, 20, 10)), "Ana wins 30–20–10: most points."),
        (
            Outcome((1, 1, 3), "as many points", (30, 30, 10)),
            r"Ana and \*Ben\* share first place 30–30–10: as many points.",
        ),
        (Outcome((1, 1, 1), "as many points", (9, 9, 9)), r"Ana, \*Ben\* and Eve draw 9–9–9: as many points."),
        (Outcome((1, 1, 1), "agreed"), r"Ana, \*Ben\* and Eve draw: agreed."),
        (Outcome((3, 1, 2), "most points", (92, 130, 100)), r"\*Ben\* wins 130–100–92: most points."),
        (Outcome((), "nobody came"), "The match ended without a result: nobody came."),
    ],
)
def test_a_result_names_winners_scores_and_reason(outcome: Outcome, words: str) -> None:
    assert result(over(outcome), ENGLISH) == words


def test_a_score_of_two_is_written_as_the_language_writes_it() -> None:
    """A German score has a colon; with three it would be a time of day."""
    german = Language("de")
    assert (join_scores(("31", "23"), ENGLISH), join_scores(("31", "23"), german)) == ("31–23", "31:23")
    assert join_scores(("22", "21", "19"), ENGLISH) == join_scores(("22", "21", "19"), german) == "22–21–19"


def test_a_german_score_stands_in_brackets_before_the_colon() -> None:
    """Not as in "Ana gewinnt 13:9: mehr Punkte"."""
    three = over(Outcome((1, 2, 3), "mehr Punkte", (13, 9, 1)))
    won = replace(three, players=three.players[:2], outcome=Outcome((1, 2), "mehr Punkte", (13, 9)))
    assert result(won, Language("de")) == "Ana gewinnt (13:9): mehr Punkte."


def test_a_match_that_goes_on_has_no_result() -> None:
    assert result(MATCH, ENGLISH) == ""


def test_the_title_shows_names_as_they_are() -> None:
    assert title(MATCH, ENGLISH) == r"Cyberzul · Ana, \*Ben\* and Eve · #ABCDE"


def test_a_title_tells_two_ais_of_one_level_apart() -> None:
    ais = replace(MATCH, players=(MATCH.players[0], *(replace(one, user=None, ai="easy") for one in MATCH.players[1:])))
    assert title(ais, ENGLISH) == "Cyberzul · Ana, AI (easy) 1 and AI (easy) 2 · #ABCDE"
    assert thread_name(ais, Language("de")) == "Cyberzul · Ana, KI (leicht) 1 und KI (leicht) 2 · #ABCDE"


def test_the_title_of_a_hot_seat_names_its_player_once() -> None:
    alone = replace(MATCH, players=tuple(replace(one, user=ANA.user, name="Ana") for one in MATCH.players))
    assert title(alone, ENGLISH) == "Cyberzul · Ana · #ABCDE"


def test_a_title_counts_the_free_seats() -> None:
    free = replace(MATCH.players[1], user=None, name="")
    one = replace(MATCH, players=(MATCH.players[0], free, free))
    assert title(one, ENGLISH) == "Cyberzul · Ana and 2 free seats · #ABCDE"
    assert title(one, Language("de")) == "Cyberzul · Ana und 2 freie Plätze · #ABCDE"
    two = replace(MATCH, players=(*MATCH.players[:2], free))
    assert title(two, ENGLISH).endswith(" and 1 free seat · #ABCDE")
    assert title(replace(one, players=one.players[:2]), ENGLISH) == "Cyberzul · Ana and 1 free seat · #ABCDE"
    assert title(replace(one, players=one.players[:2]), Language("de")) == "Cyberzul · Ana und 1 freier Platz · #ABCDE"


def test_a_title_names_who_is_no_member_as_a_record_does() -> None:
    """Somebody named by a record alone has no user, and sits there all the same."""
    read = replace(
        MATCH,
        players=tuple(
            replace(one, user=None, name=name) for one, name in zip(MATCH.players, ("Ana", "Ben", "Ana"), strict=True)
        ),
    )
    assert title(read, ENGLISH) == "Cyberzul · Ana 1, Ben and Ana 2 · #ABCDE"


async def test_who_has_deleted_their_data_is_somebody_in_every_language(sqlite_club: Club) -> None:
    """In the title, and in the reason why the match ended."""
    begun = await sqlite_club.begin()
    await sqlite_club.service.resign(begun.id, BEN.user)
    assert await SqlPeople(sqlite_club.database).forget(BEN.user, str(FORGOTTEN))
    match = await sqlite_club.service.get(begun.id)
    german = Language("de")
    assert title(match, german) == f"Choccer · Ana gegen Jemand · #{match.code}"
    assert result(match, german).endswith("Ana gewinnt: Jemand hat aufgegeben.")
    assert result(match, ENGLISH).endswith("Ana wins: Somebody resigned.")


def test_options_that_are_usual_are_not_told() -> None:
    usual = replace(MATCH, game="onyx", options={"board": "king-8"})
    assert details(usual, ENGLISH) == "No clock · unrated"
    assert details(replace(usual, options={}, rated=True), Language("de")) == "Ohne Uhr · gewertet"


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("game", games.keys())
def test_every_option_that_can_be_chosen_is_told_uncut(game: str, code: str) -> None:
    language = Language(code)
    for option in games.find(game).info.options:
        for value in option.values:
            chosen = replace(MATCH, game=game, options={option.key: value})
            told = language(option.label(value))
            assert value == option.default or told in details(chosen, language).replace("\\", "")


def test_a_board_of_one_s_own_is_told_in_short_and_as_it_is_written() -> None:
    """Onyx: the text of a board may have thousands of characters, with an underscore among them."""
    cells = " ".join(f"a{number}@{number},0" for number in range(400))
    own = replace(MATCH, game="onyx", options={"board": f"custom:{cells};*_*"})
    told = details(own, ENGLISH)
    assert told.startswith("Board: custom:a0@")
    assert len(told) < 100
    assert len(text(card(replace(own, stage=Stage.INVITED), None, ENGLISH))) < 400


def test_a_card_explains_the_game_unless_all_have_played_it() -> None:
    invited = replace(MATCH, stage=Stage.INVITED)
    people = frozenset(invited.people)
    assert "Never played it?" in text(card(invited, None, ENGLISH))
    assert "Never played it?" in text(card(invited, None, ENGLISH, have_played=people - {min(people)}))
    assert "Never played it?" not in text(card(invited, None, ENGLISH, have_played=people))
    assert "Never played it?" in text(card(replace(invited, open=True), None, ENGLISH, have_played=people))


@pytest.mark.parametrize("moves", [(), ("h4-g4", "d4-e4", "h3-g3", "d3-e3")])
async def test_whoever_has_sat_at_a_match_has_played_that_game(sqlite_club: Club, moves: tuple[str, ...]) -> None:
    """Also if the match was too short to count: its rematch does not explain the game again."""
    people = SqlPeople(sqlite_club.database)
    both = (ANA.user, BEN.user)
    invited = await sqlite_club.invite(BEN)
    assert await people.have_played(both, "choccer") == frozenset()
    match = await sqlite_club.service.accept(invited.id, BEN)
    for number, move in enumerate(moves):
        await sqlite_club.service.submit(match.id, both[number % 2], move)
    await sqlite_club.service.resign(match.id, ANA.user)
    assert await people.have_played(both, "choccer") == set(both)
    assert await people.have_played(both, "onyx") == frozenset()

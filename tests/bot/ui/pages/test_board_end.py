"""The end of a match as its board tells it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.ratings import RatingChange
from bot.match import ending
from bot.match.challenges import ChallengeRequest
from bot.match.clock import DAY, HOUR, read_time
from bot.match.model import Change, Offer, OfferKind, RequestAnswer, ThreadLine
from bot.match.moderation import VOIDED
from bot.match.play import game_of, state_of
from bot.match.thread_lines import who_lost_seat, with_lines
from bot.store.people import SqlPeople
from bot.ui.components import items
from bot.ui.i18n.language import Language
from bot.ui.pages import requests
from bot.ui.pages.board import board, header, lines_of, result_notice
from bot.ui.pages.match_view import board_table, with_players
from bot.ui.pages.replay import frame
from games.core.status import Seat
from render.words import alt_text
from tests.bot.table import ANA, BEN, EVE, HERE, Club
from tests.bot.ui.views import text

OPTIONS: dict[str, dict[str, str]] = {"choccer": {}, "piously": {"board": "classic"}}
PICTURE = items.text("the board")


async def test_the_end_of_a_rated_match_tells_what_it_did_to_the_ratings(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3")):
        await sqlite_club.service.submit(match.id, person.user, move)
    match = await sqlite_club.service.resign(match.id, BEN.user)
    changes = await SqlPeople(sqlite_club.database).changes_of(match.id)
    gain = changes[0].after - changes[0].before
    assert gain > 0
    for code, word in (("en", "Ratings"), ("de", "Wertung")):
        shown = text(board(match, None, PICTURE, Language(code), changes=changes))
        line = f"{word}: Ana {1500 + gain} (+{gain}), Ben {1500 - gain} (−{gain})"
        assert line in shown.splitlines()


async def test_where_nothing_was_rated_nothing_is_told(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begin()).id, BEN.user)
    assert "Ratings" not in text(board(match, None, PICTURE, Language("en")))


async def test_a_rated_match_that_ended_too_soon_says_why_it_counts_for_nothing(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begin()).id, BEN.user)
    lines = text(board(match, None, PICTURE, Language("en"))).splitlines()
    assert "**Ana wins: Ben resigned.**" in lines
    assert "Not rated: somebody made fewer than two moves." in lines


async def test_who_has_had_their_data_deleted_is_not_among_them(sqlite_club: Club) -> None:
    match = await sqlite_club.service.resign((await sqlite_club.begin()).id, BEN.user)
    gone = RatingChange(match.id, ANA.user, match.game, 0, 1500, 1500, 0)
    alone = text(board(match, None, PICTURE, Language("en"), changes=[gone]))
    assert "Ratings: Ana 1500 (±0)" in alone.splitlines()


@pytest.mark.parametrize(
    "game, moves, ana, ben",
    [
        ("choccer", 1, " (Black): 0 points", " (White): 0 points"),
        ("conquid", 1, " (West): 0 cells", " (East): 0 cells"),
        (
            "onyx",
            2,
            " (Black-purple): 0 points, Black 0, Purple 0",
            " (White-yellow): 5 points, White 0, Yellow 0, bonus 5",
        ),
        ("cyberzul", 1, ": 0 points", ": 0 points"),
        ("piously", 2, " (White): 0 of 7 rooms linked, 0 auras", " (Black): 0 of 7 rooms linked, 0 auras"),
    ],
)
async def test_where_somebody_resigned_the_points_tell_how_it_stood_and_nothing_that_went_on(
    sqlite_club: Club, game: str, moves: int, ana: str, ben: str
) -> None:
    """No zone that is attacked, no points of a round that is not scored, no actions left."""
    challenge = ChallengeRequest(game, ANA, HERE, (BEN,), options=OPTIONS.get(game, {}), first="me")
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(challenge)).id, BEN)
    rules = game_of(match).rules
    for _ in range(moves):
        mover = match.to_act[0]
        first = next(iter(rules.legal(state_of(match), mover.seat)))
        match = await sqlite_club.service.submit(match.id, mover.user or ANA.user, rules.text(first))
    match = await sqlite_club.service.resign(match.id, BEN.user)
    lines = text(board(match, None, PICTURE, Language("en"))).splitlines()
    assert f"1\\. <@{ANA.user}>{ana}" in lines
    assert f"2\\. <@{BEN.user}>{ben}" in lines


async def test_a_shared_place_is_told_to_both(sqlite_club: Club) -> None:
    """As lines of a list the second would be shown as 2."""
    match = await sqlite_club.begin()
    match = await sqlite_club.service.offer(match.id, ANA.user, "draw")
    match = await sqlite_club.service.offer(match.id, BEN.user, "draw")
    lines = text(board(match, None, PICTURE, Language("en"))).splitlines()
    assert [line for line in lines if "0 points" in line] == [
        f"1\\. <@{ANA.user}> (Black): 0 points",
        f"1\\. <@{BEN.user}> (White): 0 points",
    ]


async def test_the_points_of_a_hot_seat_without_sides_are_told_apart(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (ANA,), first="me"))
    assert f"<@{ANA.user}> (Ana 1) to move" in text(board(match, None, PICTURE, Language("en")))
    match = await sqlite_club.service.resign(match.id, ANA.user)
    lines = text(board(match, None, PICTURE, Language("en"))).splitlines()
    assert f"1\\. <@{ANA.user}> (Ana 2): 0 points" in lines
    assert f"2\\. <@{ANA.user}> (Ana 1): 0 points" in lines


async def test_what_calls_the_players_to_the_end_says_who_won(sqlite_club: Club) -> None:
    """It is the last line of the thread; the board that shows the end may stand above other messages."""
    match = await sqlite_club.service.resign((await sqlite_club.begin()).id, BEN.user)
    assert text(result_notice(match, Language("en"))).endswith(f"match #{match.code} is over. Ana wins: Ben resigned.")
    in_thread = text(result_notice(match, Language("en"), f"Choccer · Ana vs Ben · #{match.code}"))
    assert in_thread.endswith("the match is over. Ana wins: Ben resigned.")


async def test_whoever_stops_too_soon_has_not_lost_and_it_says_why(sqlite_club: Club) -> None:
    """Ana moved once, so she did come; Ben alone has made no move in the other match."""
    moved = await sqlite_club.begin()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        moved = await sqlite_club.service.submit(moved.id, person.user, move)
    idle = await sqlite_club.begin()
    sqlite_club.clock.pass_by(4 * DAY)
    told = []
    for match in (moved, idle):
        over = await sqlite_club.service.settle_deadline(match.id)
        assert over is not None
        told.append(text(board(over, None, PICTURE, Language("en"))))
    why = "Nobody has won: somebody made fewer than two moves."
    assert f"**The match ended without a result: Ana ran out of time.**\n{why}" in told[0]
    assert "**The match ended without a result: Ana did not show up.**" in told[1]
    assert why not in told[1]


async def test_without_a_result_the_players_are_called_once(sqlite_club: Club) -> None:
    """By a new board; where a board was edited, by the line below it, which does not say twice that it is over."""
    match = await sqlite_club.begin()
    sqlite_club.clock.pass_by(4 * DAY)
    over = await sqlite_club.service.settle_deadline(match.id)
    assert over is not None
    people = f"<@{ANA.user}> and <@{BEN.user}>"
    assert f"{people}: **Rematch** leads to a new match." in text(board(over, None, PICTURE, Language("en")))
    named = f"Choccer · Ana vs Ben · #{over.code}"
    told = text(result_notice(over, Language("en"), named))
    assert told == f"{people}, the match ended without a result: Ana did not show up."
    assert f", match #{over.code} ended without" in text(result_notice(over, Language("en")))
    voided = ending.abort(match, VOIDED, 0).match
    assert "Rematch" not in text(items.layout(items.text(header(voided, None, Language("en"))))), "the act calls them"


async def test_the_picture_of_a_match_without_a_result_says_so(sqlite_club: Club) -> None:
    """Also what is read out of it; not the pictures of earlier turns in a replay."""
    match = await sqlite_club.service.submit((await sqlite_club.begin()).id, ANA.user, "h4-g4")
    sqlite_club.clock.pass_by(4 * DAY)
    over = await sqlite_club.service.settle_deadline(match.id)
    assert over is not None
    table = with_players(board_table(over, None), over, 0, None, Language("en"))
    assert table.result == "The match ended without a result: Ben did not show up."
    assert table.result in alt_text(table, Language("en"))
    log, seats = await sqlite_club.store.entries(match.id, 0), await sqlite_club.store.seats(match.id)
    assert [frame(over, log, seats, ply, Language("en")).result for ply in (0, 1)] == ["", table.result]


async def test_who_has_lost_their_seat_is_mentioned_and_who_gave_it_up_is_not(sqlite_club: Club) -> None:
    request = ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), first="me", time=read_time("5m+5s"))
    match = await sqlite_club.service.challenge(request)
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    rules = game_of(match).rules
    for _ in range(6):
        move = rules.text(next(iter(rules.legal(state_of(match), match.to_act[0].seat))))
        match = await sqlite_club.service.submit(match.id, match.to_act[0].user or ANA.user, move)
    late = match.to_act[0]
    sqlite_club.clock.pass_by(HOUR)
    after = await sqlite_club.service.settle_deadline(match.id)
    assert after is not None
    lines = await sqlite_club.store.thread_lines(after.shown_id)
    assert [who_lost_seat(after, line) for line in lines] == [late.user]
    assert text(lines_of(after, lines, Language("en"))) == f"<@{late.user}> ran out of time. An AI takes over."
    giving_up = next(player for player in after.players if player.user is not None)
    resigned = await sqlite_club.service.resign(after.id, giving_up.user or ANA.user)
    line = (await sqlite_club.store.thread_lines(after.shown_id))[-1]
    assert who_lost_seat(resigned, line) is None


async def test_a_request_that_nobody_has_answered_says_what_has_closed_it(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert text(requests.closed_request(match, None, Language("en"))).startswith("The match has gone on")
    match = await sqlite_club.service.resign(match.id, BEN.user)
    assert text(requests.closed_request(match, None, Language("en"))).startswith("The match is over")


async def test_a_request_that_was_answered_says_by_whom_and_how(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    declined = RequestAnswer(2, "pause", Seat(1), accepted=False)
    assert text(requests.closed_request(match, declined, Language("en"))) == "Ben declines the pause."
    accepted = replace(declined, kind="draw", accepted=True)
    assert text(requests.closed_request(match, accepted, Language("de"))) == "Ben nimmt das Remis an."


@pytest.mark.parametrize(
    "kind, declined, accepted",
    [
        ("draw", "Ana offered a draw. Ben declines.", "Ana hat Remis angeboten. Ben nimmt an."),
        ("takeback", "Ana asked for a take-back. Ben declines.", "Ana hat um Zurücknahme gebeten. Ben stimmt zu."),
        ("pause", "Ana asked for a pause. Ben declines.", "Ana hat um eine Pause gebeten. Ben stimmt zu."),
    ],
)
async def test_a_request_that_was_answered_still_says_who_had_asked_for_what(
    sqlite_club: Club, kind: OfferKind, declined: str, accepted: str
) -> None:
    """The line replaces the request: whoever reads the thread later knows nothing else of it."""
    match = await sqlite_club.begin()
    asked = replace(match, offer=Offer(kind, frozenset({match.players[0].seat}), 0, match.revision + 1))
    answer = ending.refuse(asked, match.players[1], match.revision + 1).answer
    assert answer is not None
    assert text(requests.closed_request(match, answer, Language("en"))) == declined
    answered = ending.with_acceptance(asked, Change(match), match.players[1]).answer
    assert answered == replace(answer, accepted=True)
    assert text(requests.closed_request(match, answered, Language("de"))) == accepted


async def test_a_request_that_a_move_closes_says_who_had_asked_for_what(sqlite_club: Club) -> None:
    """Whoever reads the thread later knows nothing of it but this line."""
    match = await sqlite_club.begin()
    match = await sqlite_club.service.offer(match.id, ANA.user, "draw")
    moved = replace(match, offer=None, revision=match.revision + 1)
    change = with_lines(match, Change(moved))
    assert text(requests.closed_request(moved, change.answer, Language("en"))) == "Ana offered a draw. Nobody answered."
    refused = ending.refuse(match, match.players[1], match.revision)
    assert with_lines(match, refused).answer == refused.answer
    assert with_lines(moved, Change(moved)).answer is None


@pytest.mark.parametrize(
    "code, own, other",
    [
        ("en", "Taken back: turn 2 · Ben moves.", "Taken back in #"),
        ("de", "Zurückgenommen: Zug 2 · ", "Zurückgenommen in #"),
    ],
)
async def test_a_take_back_names_its_match_only_where_the_thread_is_named_after_another(
    sqlite_club: Club, code: str, own: str, other: str
) -> None:
    """A rematch is played in the thread of the match before it."""
    match = await sqlite_club.begin()
    lines, language = [ThreadLine(2, Seat(1), "Ben moves")], Language(code)
    assert text(lines_of(match, lines, language, f"Choccer · Ana vs Ben · #{match.code}")).startswith(own)
    for place_name in ("Choccer · Ana vs Ben · #ABCDE", "games", ""):
        assert text(lines_of(match, lines, language, place_name)).startswith(f"{other}{match.code}: ")

"""The lines of a board that tell its turn, and the turns that no board has told before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match import ending
from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from bot.match.play import game_of, state_of
from bot.match.turns import turn_to_show, turns_between
from bot.ui.components import items
from bot.ui.components.markdown import block
from bot.ui.components.picture import MOST_TEXT
from bot.ui.delivery.past_board import past_header
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.ask import answer
from bot.ui.pages.board import board
from bot.ui.pages.match_view import Last, last_turn, with_missed, with_players
from bot.ui.pages.turn_lines import turn_in, turn_line
from games.core.description import MoveDescription
from games.core.status import CHANCE
from tests.bot.table import ANA, BEN, HERE, Club
from tests.bot.ui.views import text

PICTURE = items.text("the board")
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


async def last_since(club: Club, match: Match, since: int) -> Last:
    """The last turn, where the boards before have told so many entries."""
    seats, log = await club.store.seats(match.id), list(await club.store.entries(match.id))
    told = turn_to_show(match, seats)
    last = with_missed(last_turn(match, log, told), match, log, turns_between(match, seats, since, told.first))
    assert last is not None
    return last


async def play(club: Club, match: Match, number: int) -> Match:
    """Circles go back and forth, `number` turns long."""
    steps = ("h4-g4", "d4-e4", "g4-h4", "e4-d4")
    for turn in range(number):
        match = await club.service.submit(match.id, (ANA, BEN)[turn % 2].user, steps[turn % 4])
    return match


@pytest.mark.parametrize("code, word", [("en", "Turn"), ("de", "Zug")])
async def test_turns_without_a_board_are_told_in_order_before_the_last(sqlite_club: Club, code: str, word: str) -> None:
    match = await play(sqlite_club, await sqlite_club.begin(), 4)
    shown = text(board(match, await last_since(sqlite_club, match, 1), PICTURE, Language(code)))
    numbered = [line for line in shown.splitlines() if line.startswith(word)]
    assert [line.split(" · ")[0] for line in numbered] == [f"{word} 2", f"{word} 3", f"{word} 4"]
    assert "Ben" in numbered[0]
    assert "Ana" in numbered[1]
    assert turn_in(shown) == 4


async def test_a_turn_that_followed_the_board_before_is_told_alone(sqlite_club: Club) -> None:
    match = await play(sqlite_club, await sqlite_club.begin(), 3)
    shown = text(board(match, await last_since(sqlite_club, match, 2), PICTURE, Language("en")))
    assert [line.split(" · ")[0] for line in shown.splitlines() if " · " in line][1] == "Turn 3"
    assert "Turn 2" not in shown


async def test_of_many_turns_the_newest_are_told_and_where_the_others_are(sqlite_club: Club) -> None:
    match = await play(sqlite_club, await sqlite_club.begin(), 14)
    lines = text(board(match, await last_since(sqlite_club, match, 0), PICTURE, Language("en"))).splitlines()
    assert lines[1] == "Turns 1 to 3: see `/replay`."
    assert [line.split(" · ")[0] for line in lines[2:13]] == [f"Turn {number}" for number in range(4, 15)]


async def test_a_message_stays_within_what_discord_takes_beside_the_longest_board_as_text(sqlite_club: Club) -> None:
    """Long sentences of old turns give way, and nothing else does."""
    match = await play(sqlite_club, await sqlite_club.begin(), 12)
    last = await last_since(sqlite_club, match, 0)
    assert last.missed is not None
    wordy = tuple(replace(one, description=MoveDescription("Ana tells *much* " * 40)) for one in last.missed.turns)
    last = replace(last, description=MoveDescription("Ben _tells_ all " * 40), missed=replace(last.missed, turns=wordy))
    view = board(match, last, items.text(block("x" * 5000, MOST_TEXT)), Language("en"))
    assert view.content_length() <= MESSAGE_TEXT
    assert "Turn 12 · Ben" in text(view)
    assert "Turns 1 to " in text(view)


async def test_an_old_board_keeps_all_turns_that_it_told(sqlite_club: Club) -> None:
    match = await play(sqlite_club, await sqlite_club.begin(), 3)
    for code in ("en", "de"):
        header = text(board(match, await last_since(sqlite_club, match, 0), items.text(""), Language(code)))
        kept = past_header(header).splitlines()
        assert len(kept) == 3
        assert kept == [*header.splitlines()[1:3], f"{header.splitlines()[3]} · #{match.code}"]


def test_an_old_board_leaves_out_the_code_that_its_thread_is_named_after() -> None:
    header = "### Onyx · A vs B · #K7QF2\nMove 3 · black on a3\nA to move"
    assert past_header(header, "Onyx · A vs B · #K7QF2") == "Move 3 · black on a3"
    assert past_header(header, "Onyx · B vs A · #AAAAA") == "Move 3 · black on a3 · #K7QF2", "a rematch in that thread"


async def test_the_first_line_of_other_boards_is_kept() -> None:
    assert past_header("### Onyx · A vs B · #K7QF2\nThe match begins.\nA to move") == "The match begins. · #K7QF2"
    assert past_header("### Onyx · A vs B · #K7QF2\nMove 3 · black on a3\nA to move") == "Move 3 · black on a3 · #K7QF2"


async def test_steps_of_one_turn_are_one_and_what_chance_does_is_none(sqlite_club: Club) -> None:
    """Two turns of Piously after the altars; the end of a round of Cyberzul, with what it brought."""
    ask = ChallengeRequest("piously", ANA, HERE, (BEN,), options={"board": "classic"}, first="me")
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(ask)).id, BEN)
    for person, move in ((ANA, "@P1"), (BEN, "@S1"), *((ANA, step) for step in ("b", "m:P2", "b", "end"))):
        match = await sqlite_club.service.submit(match.id, person.user, move)
    for step in ("b", "end"):
        match = await sqlite_club.service.submit(match.id, BEN.user, step)
    last = await last_since(sqlite_club, match, 2)
    assert last.missed is not None
    assert [one.number for one in last.missed.turns] == [3]
    words = str(last.missed.turns[0].description.words)
    assert last.number == 4
    shown = text(board(match, last, PICTURE, Language("en")))
    assert "Turn 3 · Ana blesses P1" in shown, words
    assert "ends the turn" in shown


async def test_the_end_of_a_round_is_told_of_a_turn_without_a_board(sqlite_club: Club) -> None:
    ask = ChallengeRequest("cyberzul", ANA, HERE, (BEN,), first="me")
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(ask)).id, BEN)
    before = 0
    while await rounds(sqlite_club, match) < 2:
        before = match.ply
        match = await take_something(sqlite_club, match)
    match = await take_something(sqlite_club, match)
    shown = text(board(match, await last_since(sqlite_club, match, before), PICTURE, Language("en")))
    assert "Round 1:" in shown


async def rounds(club: Club, match: Match) -> int:
    """How often the factories have been filled."""
    return list(await club.store.seats(match.id)).count(CHANCE)


async def take_something(club: Club, match: Match) -> Match:
    """Whoever is to move plays the first of all legal moves."""
    rules, mover = game_of(match).rules, match.to_act[0]
    move = next(iter(rules.legal(rules.load(match.position, match.options), mover.seat)))
    return await club.service.submit(match.id, mover.user or ANA.user, rules.text(move))


async def test_a_turn_keeps_its_player_when_an_ai_takes_the_seat(sqlite_club: Club) -> None:
    """What a person played before keeps their name; what the AI plays since is told as its own."""
    match = await play(sqlite_club, await sqlite_club.begin(), 1)
    last = await last_since(sqlite_club, match, 0)
    taken = ending.hand_over(match, match.players[0].seat, 0).match
    for code, told in (("en", "Turn 1 · Ana moves"), ("de", "Zug 1 · Ana zieht")):
        assert turn_line(taken, last, Language(code)).startswith(told)
        table = with_players(game_of(match).presenter.table(state_of(taken), None), taken, 0, last, Language(code))
        assert told.split(" · ")[1] in table.headline
    own = replace(last, entry=replace(last.entry, by="ai"))
    assert turn_line(taken, own, Language("en")).startswith("Turn 1 · AI (medium) moves")


@pytest.mark.parametrize(
    "code, question, told",
    [
        ("en", "last move", "(AI moved: Ana ran out of time)."),
        ("de", "letzter Zug", "(KI hat gezogen: Ana hat die Zeit überschritten)."),
    ],
)
async def test_the_last_move_is_told_as_in_the_thread(sqlite_club: Club, code: str, question: str, told: str) -> None:
    """Also how it came to be, and with a full stop; but it is not "shown again" to whoever asks."""
    match = await play(sqlite_club, await sqlite_club.begin(), 1)
    last, language = await last_since(sqlite_club, match, 0), Language(code)
    last = replace(last, entry=replace(last.entry, by="timeout"))
    table = with_players(game_of(match).presenter.table(state_of(match), None), match, 0, last, language)
    said = answer(match, match.players[0], question, table, replace(last, again=True), language)
    assert said == turn_line(match, last, language)
    assert said.endswith(told)

"""Looking at a match again: each position as spectators saw it, and nothing that is still sealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from discord import ui

from bot.match.challenges import ChallengeRequest
from bot.match.model import LogEntry, Match
from bot.match.records import record_of
from bot.ui.components import items
from bot.ui.components.custom_id import Click, read_click
from bot.ui.i18n.language import ENGLISH, SUPPORTED, Language
from bot.ui.pages.replay import film_heading, frame, heading, shared_position, stepper
from games.core.record import read_record
from games.core.status import Seat
from tests.bot.table import ANA, BEN, HERE, Club
from tests.bot.ui.views import text

Played = tuple[Match, list[LogEntry]]


async def play(club: Club, game: str, *moves: str, board: str | None = None) -> Played:
    """Ana plays both sides, or with a board: Ana plays Ben."""
    options = {} if board is None else {"board": board}
    match = await club.service.challenge(ChallengeRequest(game, ANA, HERE, (ANA,), options=options))
    for move in moves:
        match = await club.service.submit(match.id, ANA.user, move)
    return match, list(await club.store.entries(match.id))


def seats(log: Sequence[LogEntry]) -> list[Seat]:
    return [entry.seat for entry in log]


def steps(view: ui.LayoutView) -> list[tuple[str, bool]]:
    """Where the four step buttons lead, and whether they can be pressed."""
    buttons = [item for item in view.walk_children() if isinstance(item, ui.Button)]
    clicks = [(read_click(button.custom_id or ""), button) for button in buttons]
    return [
        (click.rest.partition(".")[0], not button.disabled)
        for click, button in clicks
        if click is not None and click.action == "replay-to"
    ]


@pytest.mark.parametrize("ply, said", [(0, ""), (1, "g4"), (2, "e4")])
async def test_a_frame_shows_the_position_after_so_many_moves(sqlite_club: Club, ply: int, said: str) -> None:
    match, log = await play(sqlite_club, "choccer", "h4-g4", "d4-e4", "g4-h4")
    table = frame(match, log, [entry.seat for entry in log], ply, ENGLISH)
    assert said in table.headline
    assert {"h4", "g4"} & {piece.cell for piece in table.pieces} == {"h4" if ply == 0 else "g4"}
    assert not any(strip.active or strip.clock for strip in table.players)


async def test_the_last_frame_shows_who_has_won(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    match = await sqlite_club.service.resign(match.id, ANA.user)
    log = await sqlite_club.store.entries(match.id)
    assert [strip.place for strip in frame(match, log, [entry.seat for entry in log], 1, ENGLISH).players] == [2, 1]
    assert [strip.place for strip in frame(match, log, [entry.seat for entry in log], 0, ENGLISH).players] == [
        None,
        None,
    ]
    assert heading(match, log, seats(log), 1, ENGLISH).endswith("**Ben wins: Ana resigned.**")
    assert "wins" not in heading(match, log, seats(log), 0, ENGLISH)


async def test_an_animation_is_of_the_match_and_not_of_its_last_turn(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert film_heading(match, ENGLISH) == f"### Choccer · Ana vs Ben · #{match.code}"
    over = await sqlite_club.service.resign(match.id, ANA.user)
    assert film_heading(over, ENGLISH).endswith(f"#{match.code}\n**Ben wins: Ana resigned.**")


@pytest.mark.parametrize(
    "ply, leads",
    [
        (0, [("0", False), ("0", False), ("1", True), ("2", True)]),
        (1, [("0", True), ("0", True), ("2", True), ("2", True)]),
        (2, [("0", True), ("1", True), ("2", False), ("2", False)]),
    ],
)
async def test_steps_lead_back_and_forth_and_end_at_the_ends(
    sqlite_club: Club, ply: int, leads: list[tuple[str, bool]]
) -> None:
    match, log = await play(sqlite_club, "choccer", "h4-g4", "d4-e4")
    view = stepper(match, log, seats(log), ply, items.picture("board.png", "a board"), ENGLISH)
    assert steps(view) == leads
    assert f"Turn {ply} of 2" in text(view)
    ids = [item.custom_id for item in view.walk_children() if isinstance(item, ui.Button)]
    assert len(ids) == len(set(ids)), "Discord refuses a message in which two buttons have the same id"


async def test_a_shared_position_can_be_replayed_from(sqlite_club: Club) -> None:
    match, log = await play(sqlite_club, "choccer", "h4-g4")
    for picture in (None, "board.png"):
        shown = items.text("the board as text") if picture is None else items.picture(picture, "a board")
        view = shared_position(match, log, seats(log), 1, shown, "Ana_B", ENGLISH)
        assert r"-# Shared by Ana\_B" in text(view)
        assert any(isinstance(item, ui.MediaGallery) for item in view.walk_children()) is (picture is not None)
        assert ("the board as text" in text(view)) is (picture is None)
        (button,) = [item for item in view.walk_children() if isinstance(item, ui.Button)]
        click = read_click(button.custom_id or "")
        assert click is not None
        assert (click.action, click.match, click.rest) == ("replay-open", match.id, "1")


async def test_a_move_made_for_who_was_late_says_so(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("12s")
    match = await sqlite_club.service.submit_for(match.id, match.players[0].seat, "h4-g4", match.turn, "timeout")
    log = await sqlite_club.store.entries(match.id)
    assert "(AI moved: Ana ran out of time). " in heading(match, log, seats(log), 1, ENGLISH)
    renamed = [replace(player, name="A" * 32) for player in match.players]
    for code in SUPPORTED:
        assert f"{'A' * 32} " in heading(replace(match, players=tuple(renamed)), log, seats(log), 1, Language(code))
        assert "…" not in heading(replace(match, players=tuple(renamed)), log, seats(log), 1, Language(code))


async def test_a_record_can_be_read_again(sqlite_club: Club) -> None:
    match, log = await play(sqlite_club, "choccer", "h4-g4", "d4-e4")
    match = await sqlite_club.service.resign(match.id, ANA.user)
    record = record_of(match, log)
    assert read_record(record.text()) == record
    notes = dict(record.notes)
    assert (notes["seat-0"], notes["result"].partition(" ")[2]) == ("Ana", "Black resigned"), "Ana plays both sides"
    assert [entry.text for entry in record.entries] == ["h4-g4", "d4-e4"]


@pytest.mark.parametrize("ply", [0, 1, 2])
async def test_a_position_of_the_past_has_no_clocks(sqlite_club: Club, ply: int) -> None:
    """What the clocks showed then is not known, and a replay does not run."""
    match = await sqlite_club.begin("5m+5s")
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await sqlite_club.service.submit(match.id, person.user, move)
    log = list(await sqlite_club.store.entries(match.id))
    assert [strip.clock for strip in frame(match, log, [entry.seat for entry in log], ply, ENGLISH).players] == ["", ""]


async def test_deals_and_steps_are_no_moves(sqlite_club: Club) -> None:
    """Cyberzul's log begins with a deal; a turn of Piously has several entries. The boards count neither."""
    match, log = await play(sqlite_club, "cyberzul")
    assert match.ply == len(log) == 1
    assert "Turn 0 of 0" in heading(match, log, seats(log), 1, ENGLISH)
    match, log = await play(sqlite_club, "piously", "@P1", "@S1", "b", "m:P2", "b", "end", board="classic")
    told = [heading(match, log, seats(log), ply, ENGLISH).split("\n")[1] for ply in range(match.ply + 1)]
    assert told == [f"Turn {number} of 3" for number in (0, 1, 2, 3, 3, 3, 3)]


async def test_a_turn_of_several_steps_is_one_step_of_a_replay(sqlite_club: Club) -> None:
    """Its board tells all it did, and one goes from turn to turn."""
    service = sqlite_club.service
    challenge = ChallengeRequest("piously", ANA, HERE, (BEN,), options={"board": "classic"}, first="me")
    match = await service.accept((await service.challenge(challenge)).id, BEN)
    for move in ("@P1", "@S1", "b m:P3 b end:Pr", "end"):
        match = await service.submit(match.id, match.to_act[0].user or ANA.user, move)
    log = list(await sqlite_club.store.entries(match.id))
    picture = items.picture("board.png", "a board")
    told = heading(match, log, seats(log), 6, ENGLISH).splitlines()
    assert told[1] == "Turn 3 of 4"
    assert "blesses P1, moves to P3, blesses P3 and learns Priestess" in told[2]
    assert told[2].endswith("`b m:P3 b end:Pr`")
    headline = str(frame(match, log, [entry.seat for entry in log], 6, ENGLISH).headline)
    assert "blesses P1" in headline
    assert "learns Priestess" in headline
    goals = [click_of(button).rest for button in buttons(stepper(match, log, seats(log), 6, picture, ENGLISH))[:4]]
    assert goals == ["0.0", "2.1", "7.2", "7.3"]
    halfway = buttons(stepper(match, log, seats(log), 4, picture, ENGLISH))[:4]
    assert [click_of(button).rest for button in halfway] == ["0.0", "2.1", "6.2", "7.3"]


def buttons(view: ui.LayoutView) -> list[ui.Button[ui.LayoutView]]:
    return [item for item in view.walk_children() if isinstance(item, ui.Button)]


def click_of(button: ui.Button[ui.LayoutView]) -> Click:
    found = read_click(button.custom_id or "")
    assert found is not None
    return found

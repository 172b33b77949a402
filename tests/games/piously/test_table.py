"""What lies on the table, what is told, and how a position is judged."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import games.piously
from games.core.boards.hex import hex_name
from games.core.diagram import board_text
from games.core.status import Seat
from games.core.table import Item, Mark, Table
from games.piously import GAME
from games.piously.layout import layout, overlap
from games.piously.rooms import BLACK
from games.piously.table import APART
from render.words import alt_text
from tests.games.piously.drawing import on_card, play
from tests.games.piously.positions import random_line
from tests.games.piously.test_winning import PICTURE

RULES = Path(str(games.piously.__file__)).with_name("RULES.md").read_text(encoding="utf-8")


def tell(lying: str, move: str, owners: str = "-------", mover: str = "w3", spent: str = "-") -> str:
    state = on_card(lying, mover, owners, spent)
    return str(GAME.presenter.describe(state, Seat(state.mover), GAME.rules.parse(move)).words)


def test_tiles_are_named_and_rooms_are_zones() -> None:
    area = GAME.presenter.table(on_card("P1wW X"), None).areas[0]
    assert area.geometry == "hex"
    assert [cell.name for cell in area.cells][:5] == ["P1", "P2", "P3", "P4", "I1"]
    assert (area.cells[-1].name, area.cells[-1].at, area.cells[-1].role) == ("X", (2, 1), "neutral")
    assert [around_piece.role for around_piece in area.zones] == [
        "pink", "indigo", "orange", "umber", "sapphire", "lime", "yellow", "neutral",
    ]  # fmt: skip
    assert area.zones[6].cells == ("Y1", "Y2", "Y3", "Y4")


def test_the_area_stays_the_same_object_while_rooms_stay() -> None:
    state = on_card("P1W I4B")
    assert GAME.presenter.table(state, None).areas[0] is GAME.presenter.table(play(state, "m:P2", "b"), None).areas[0]


def test_objects_lie_on_auras() -> None:
    pieces = GAME.presenter.table(on_card("P1wW P2bL"), None).pieces
    assert [(piece.cell, piece.glyph, piece.role, piece.char) for piece in pieces] == [
        ("P1", "aura", "white", "w"),
        ("P2", "aura", "black", "b"),
        ("P1", "priest", "white", "W"),
        ("P2", "artwork", "lime", "L"),
    ]


def test_players_show_linked_rooms_actions_and_artworks_in_hand() -> None:
    white, black = GAME.presenter.table(on_card("P1wW P2w U2w Y1w I4bB", mover="w2", owners="w----b-"), None).players
    assert (white.side, white.role, white.score, white.note) == ("White", "white", "2 of 7", "2 actions left, 4 auras")
    assert [(token.glyph, token.role) for token in white.tokens] == [("artwork", "pink")]
    assert (black.score, black.note) == ("1 of 7", "1 aura")
    assert [token.role for token in black.tokens] == ["lime"]


def test_spells_show_their_owners_and_what_is_spent() -> None:
    rows = GAME.presenter.table(on_card("P1W", owners="wb-----", spent="I"), None).panels[0].rows
    assert (rows[0].chip, rows[0].role) == ("P", "pink")
    assert rows[0].items == (Item("Priestess", 0, "ready", "Pr"), Item("Purify", 1, "ready", "Pu"))
    assert rows[1].items == (Item("Illusionist", 1, "ready", "Il"), Item("Imprint", 0, "spent", "Im"))
    assert rows[2].items == (Item("Opportunist", short="Op"), Item("Overwork", short="Ov"))


def test_captions_say_where_the_match_stands() -> None:
    assert GAME.presenter.table(GAME.rules.start(2, {}), None).caption == "Black builds the board"
    assert (
        GAME.presenter.table(GAME.rules.start(2, {"board": "random"}), None).caption == "The board is drawn at random"
    )
    assert GAME.presenter.table(GAME.rules.start(2, {"board": "classic"}), None).caption == "White places its piece"
    assert GAME.presenter.table(on_card("P1W", turn=9), None).caption == "Turn 9"


def test_before_chance_makes_the_board_the_rooms_lie_apart() -> None:
    assert overlap(APART) is None
    area = GAME.presenter.table(GAME.rules.start(2, {"board": "random"}), None).areas[0]
    assert len(area.cells) == 28
    board = layout(APART)
    assert sum(map(int.bit_count, board.touching)) == 0


def test_before_black_has_chosen_a_board_everybody_sees_those_to_choose_from() -> None:
    """The numbers on the board are those of the answers to the first question, so that it can be answered there."""
    start = GAME.rules.start(2, {})
    table = GAME.presenter.table(start, None)
    question = GAME.presenter.ask(start, Seat(BLACK), ())
    assert question is not None
    numbered = {mark.cells[-1]: mark.text for mark in table.marks}
    assert numbered == {choice.cells[-1]: choice.sign for choice in question.choices if choice.cells}
    assert all(str(choice.label).startswith(choice.sign) for choice in question.choices)
    assert len(table.areas[0].cells) == 4 * 28
    assert "Choices: 1, 2, 3 and 4." in alt_text(table)


def test_places_beside_the_board_are_not_read_out_as_coordinates() -> None:
    """The menu says beside which rooms they are."""
    start, answers = GAME.rules.start(2, {}), ("classic", "Y@", "turn1:")
    question = GAME.presenter.ask(start, Seat(BLACK), answers)
    assert question is not None
    marks = [Mark("target", choice.cells[-1:], str(n)) for n, choice in enumerate(question.choices, 1) if choice.cells]
    told = alt_text(GAME.presenter.preview(start, Seat(BLACK), answers).with_marks(*marks))
    assert len(marks) > 1
    assert re.search(r"-?\d+,-?\d", told) is None


def test_the_winning_group_is_linked() -> None:
    state = play(on_card(PICTURE.replace("L2w", "L2W") + " Y1w"), "b")
    assert GAME.presenter.table(state, None).marks == (
        Mark("link", ("P1", "P2", "I1", "O3", "U1", "U2", "S1", "S3", "L2", "Y1", "Y3"), role="white"),
    )


@pytest.mark.parametrize(
    "words,lying,move,owners",
    [
        ("Player 1 moves to P2", "P1W", "m:P2", "-------"),
        ("Player 1 blesses P1", "P1W", "b", "-------"),
        ("Player 1 blesses P1 for 2 actions", "P1bW", "b", "-------"),
        ("Player 1 drops the Locksmith on P2", "P1W", "d:L:P2", "-----w-"),
        ("Player 1 takes the Locksmith back from P2", "P1W P2L", "t:L", "-----w-"),
        ("Player 1 ends the turn", "P1W", "end", "-------"),
        ("Player 1 learns Purify (Player 2 gets Priestess)", "P1W", "end:Pu", "-------"),
        ("Player 1 casts Priestess (P2 turns white)", "P1wP Y4W", "Pr:P2", "w------"),
        ("Player 1 casts Illusionist (auras change colour in Pink)", "P1wI Y4W", "Il:P", "-w-----"),
        ("Player 1 casts Usurper (removes auras on P2 and P1)", "P1wU P2w Y4W", "Us:-P2-P1", "---w---"),
        (
            "Player 1 casts Usurper (removes auras on P2 and P3, adds them on S1)",
            "P1wU P2w P3w Y4W",
            "Us:-P2-P3+S1",
            "---w---",
        ),
        (
            "Player 1 casts Stonemason (Sapphire joins Pink, Umber, Lime and Yellow, not turned)",
            "S1wS Y4W",
            "St:S@0,-1,1",
            "----w--",
        ),
        ("Player 1 casts Locksmith (the black piece goes to Y1)", "P1wL P2wB Y4W", "Lo:B>Y1", "-----w-"),
        ("Player 1 casts Yeoman (the white piece to P1 and the Yeoman to P2)", "P1wY P2W", "Ye:W>P1,Y>P2", "------w"),
        ("Player 1 casts Yeoman (without effect)", "P1wY P2W", "Ye", "------w"),
        ("Player 1 casts Purify (P2 turns white)", "P1W P2B", "Pu:P2", "b------"),
        ("Player 1 casts Imprint (copies the auras around the black piece)", "P1W P2B", "Im", "-b-----"),
        ("Player 1 casts Overwork (1 more action)", "P1W P2B", "Ov", "--b----"),
        ("Player 1 casts Upset (white now on P2)", "P1wW", "Up:wP2", "---b---"),
        ("Player 1 casts Shovel (X to the east)", "I4W", "Sh:E", "----b--"),
        ("Player 1 casts Shovel (without effect)", "XW", "Sh", "----b--"),
        ("Player 1 casts Leap (swaps places with the black piece on P2)", "P1W P2B", "Le:B", "-----b-"),
        ("Player 1 casts Yoke (steps to the west together with the black piece)", "P1W P2B", "Yo:B>W", "------b"),
        ("Player 1 blesses L2. Player 1 now links all seven rooms", PICTURE.replace("L2w", "L2W"), "b", "-------"),
    ],
)
def test_steps_in_words(words: str, lying: str, move: str, owners: str) -> None:
    assert tell(lying, move, owners) == words


def test_opportunist_is_told_with_the_spell_it_charges() -> None:
    assert tell("P1wO Y4W", "Op:P", "b-w----", spent="P") == "Player 1 casts Opportunist (Purify is ready again)"


def test_marks_point_at_what_changed() -> None:
    state = on_card("P1W P2B", owners="------b")
    marks = GAME.presenter.describe(state, Seat(0), GAME.rules.parse("Yo:B>W")).marks
    assert marks == (Mark("from", ("P2",)), Mark("last", ("P1", "S2")))


def test_told_marks_lie_on_the_table_afterwards() -> None:
    rng = Random(6)
    for _ in range(40):
        state = GAME.rules.load(random_line(rng), {})
        seat = Seat(state.mover)
        move = GAME.rules.legal(state, seat).sample(rng)
        description = GAME.presenter.describe(state, seat, move)
        known = cells(GAME.presenter.table(GAME.rules.play(state, seat, move), None))
        left = {hex_name(cell) for cell in state.board.cells} if state.phase == "play" else set[str]()
        assert all(set(mark.cells) <= known | (left if mark.kind == "from" else set()) for mark in description.marks)


def test_the_places_that_a_room_left_are_marked_unless_a_tile_lies_there_again() -> None:
    state = on_card("Y1wW Y3w S3wS", owners="----w--")
    room, move = state.board.cells[24:28], GAME.rules.parse("St:Y@-3,1,1")
    left, last = GAME.presenter.describe(state, Seat(0), move).marks
    after = GAME.rules.play(state, Seat(0), move)
    assert left.cells == tuple(hex_name(cell) for cell in room if cell not in after.board.cells) != ()
    assert last.cells == ("Y1", "Y2", "Y3", "Y4")


def cells(table: Table) -> set[str]:
    return {cell.name for area in table.areas for cell in area.cells}


def test_the_text_board_shows_tiles_by_name() -> None:
    text = board_text(GAME.presenter.table(on_card("P1wW I4B"), None))
    assert "P1wW" in text
    assert "I4B" in text
    assert "P  Priestess / Purify" in text


def test_a_position_is_judged_by_what_a_colour_lacks() -> None:
    near, far = on_card("P1w P2w U2w I1w Y4W I4bB"), on_card("P1w Y1w I4w L4w Y4W I3bB")
    assert GAME.player.evaluate(near, Seat(0)) > GAME.player.evaluate(far, Seat(0)) > -1
    assert GAME.player.evaluate(near, Seat(0)) == -GAME.player.evaluate(near, Seat(1))
    won = play(on_card(PICTURE.replace("L2w", "L2W")), "b")
    assert (GAME.player.evaluate(won, Seat(0)), GAME.player.evaluate(won, Seat(1))) == (1, -1)
    assert GAME.player.evaluate(GAME.rules.start(2, {}), Seat(0)) == 0


def test_the_examples_of_the_rules_are_positions() -> None:
    blocks = re.findall(r"```position\n(.*?)```", RULES, re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        options, line, *rest = block.strip().splitlines()
        assert options.startswith("options:")
        state = GAME.rules.load(line, {})
        assert GAME.rules.dump(state) == line
        for mark in rest[:-1]:
            assert set(mark.split()[2:]) <= cells(GAME.presenter.table(state, None))

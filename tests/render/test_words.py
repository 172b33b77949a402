"""Tables in words and as text boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import games
import render
from games.core.diagram import board_text
from games.core.sentences import ME, YOU
from games.core.table import Mark, Piece, PlayerStrip, Standing, Token
from render.demo import play_randomly, playout
from tests.render.tables import graph_table, grid_table, hex_table, mat_table

CIRCLE = Piece("a2", "circle", "seat-0", "C", "Black circle", carries=Token("gem", "red"))


SQUARES = """\
Draughts · Turn 3

> Ana · Black · 3 · attacks a–b · 4:07
  Ben · White · 11 · holds: 2 blue gems · 0:09

4 .  .  .  .  s
3 .  .  12 .  .
2[C] .  .  .  .
1(.) .  .  .  .
  a  b  c  d  e

a2 carries: red gem

Circle a1-a2."""


@pytest.mark.parametrize(
    "sure, lead",
    [((1, 5), "In the lead: Ben, 11 to 3."), ((5, 1), ""), ((5, 5), "")],
    ids=["the same", "another", "level"],
)
def test_alt_text_names_a_leader_only_if_they_are_nearest_to_winning(sure: tuple[int, int], lead: str) -> None:
    table = replace(grid_table(), standing=Standing(sure, 10))
    assert render.alt_text(table).startswith(f"Draughts. {lead} Ana to move.".replace("  ", " "))


def test_the_last_move_and_the_result_go_on_in_the_next_line() -> None:
    table = replace(grid_table(), headline="circle a1-a2 takes the red gem", result="Ana wins with everything she has")
    assert board_text(table, width=20).endswith(
        "\n\nCircle a1-a2 takes\nthe red gem.\nAna wins with\neverything she has."
    )
    assert "takes the red gem.\nAna wins with everything" in board_text(table)


def test_what_the_score_counts_is_said_where_there_is_room_for_words() -> None:
    ana, ben = grid_table().players
    table = replace(grid_table(), players=(replace(ana, score_words="3 men"), ben))
    assert "> Ana · Black · 3 men · attacks a–b" in board_text(table)
    assert "Ana (Black): 3 men, attacks a–b; Ben" in render.alt_text(table)


def test_alt_text_says_first_whose_turn_then_the_last_move_then_the_score() -> None:
    words = render.alt_text(grid_table(CIRCLE))
    standing = "Ana (Black): 3, attacks a–b; Ben (White): 11, holds: 2 blue gems."
    assert words.startswith(f"Draughts. In the lead: Ben, 11 to 3. Ana to move. Circle a1-a2. {standing}")
    assert words.endswith("Black circle: a2.")


def test_alt_text_names_the_winner() -> None:
    table = grid_table()
    ended = replace(table, players=tuple(replace(p, place=p.seat + 1, active=False) for p in table.players))
    assert render.alt_text(ended).startswith("Draughts. Ana wins.")
    shared = replace(table, players=tuple(replace(p, place=1, active=False) for p in table.players))
    assert render.alt_text(shared).startswith("Draughts. Draw between Ana and Ben.")


def test_alt_text_lists_numbered_choices() -> None:
    table = grid_table().with_marks(Mark("target", ("b2",), "1"), Mark("target", ("c3", "c4"), "2"))
    assert "Choices: 1 b2 and 2 c3." in render.alt_text(table)


def test_a_choice_whose_sign_is_its_place_is_named_once() -> None:
    table = grid_table(CIRCLE).with_marks(Mark("target", ("b2",), "b2"), Mark("target", ("c3",), "1"))
    assert "Choices: b2 and 1 c3." in render.alt_text(table)


def test_a_note_that_ends_in_a_mark_gets_no_second_one() -> None:
    table = grid_table(CIRCLE)
    ready = replace(table, players=(*table.players[:-1], replace(table.players[-1], tokens=(), note="Ready!")))
    assert "Ready! " in render.alt_text(ready)
    assert "!." not in render.alt_text(ready)


def test_alt_text_tells_who_owns_what_in_a_list() -> None:
    assert "Spells of White: Priestess. Spells of Black: Purify." in render.alt_text(hex_table())
    named = replace(hex_table(), players=tuple(map(replace_name, hex_table().players, ("Ana", "Ben"))))
    assert "Spells of Ana: Priestess. Spells of Ben: Purify." in render.alt_text(named)
    lesson = replace(hex_table(), players=tuple(map(replace_name, hex_table().players, (YOU, ME))))
    assert "Spells of White: Priestess. Spells of Black: Purify." in render.alt_text(lesson)


def replace_name(player: PlayerStrip, name: str) -> PlayerStrip:
    return replace(player, name=name)


def test_alt_text_is_cut_at_a_word() -> None:
    crowd = tuple(Piece(f"cell{i}", "circle", "seat-0", "C", f"Piece number {i}") for i in range(80))
    words = render.alt_text(grid_table(*crowd))
    assert len(words) <= 1024
    assert words.endswith("…")
    assert words[:-1].rsplit(" ", 1)[0] + " " in render.alt_text(grid_table(*crowd))


@pytest.mark.parametrize("key", games.keys())
def test_alt_text_fits_at_every_state(key: str) -> None:
    for table in playout(games.find(key), games.find(key).info.max_seats, {}, 60, seed=4):
        assert 20 < len(render.alt_text(table)) <= 1024


@pytest.mark.parametrize("key", games.keys())
def test_the_numbers_of_choices_hide_nothing_on_a_text_board(key: str) -> None:
    """Every piece can be read beside the number of the choice that it is."""
    for table in playout(games.find(key), games.find(key).info.min_seats, {}, 40, seed=4):
        cells = sorted({piece.cell for piece in table.pieces})
        marks = [Mark("target", (cell,), str(number)) for number, cell in enumerate(cells, 1)]
        bare, marked = (Counter(filter(str.isalpha, board_text(shown))) for shown in (table, table.with_marks(*marks)))
        assert bare == marked


def test_text_board_of_squares() -> None:
    """Pieces under each other, the last move in brackets, targets by number."""
    table = grid_table(CIRCLE, Piece("e4", "star", "seat-1", "s"))
    marks = Mark("last", ("a2",)), Mark("from", ("a1",)), Mark("target", ("c3",), "12")
    assert board_text(table.with_marks(*marks)) == SQUARES


def test_text_board_of_hexes_shows_names_and_what_lies_there() -> None:
    text = board_text(hex_table())
    assert " P1wW  P2." in text
    assert "P  Priestess (White*) / Purify (Black-)" in text


def test_text_board_of_a_graph_without_rows_names_each_space() -> None:
    lines = board_text(graph_table()).splitlines()
    assert any("north:." in line for line in lines)
    assert any("hub:b" in line and "east:." in line for line in lines)


def test_text_board_of_mats_puts_parts_of_equal_height_side_by_side() -> None:
    lines = board_text(mat_table()).splitlines()
    assert "1: B" in lines
    assert "Centre: -" in lines
    assert any(line.startswith("1         R") and line.endswith("b b b b b") for line in lines)


@pytest.mark.parametrize("key", games.keys())
def test_text_board_fits_a_message(key: str) -> None:
    game = games.find(key)
    assert len(board_text(play_randomly(game, game.info.max_seats))) < 3800


@pytest.mark.parametrize("key", games.keys())
def test_a_text_board_is_written_in_parts_where_it_is_wider_than_a_phone(key: str) -> None:
    """Whatever the board: no line of it wraps, and each piece stands in one of the parts."""
    game = games.find(key)
    for options in ({}, *({option.key: value} for option in game.info.options for value in option.values)):
        table = play_randomly(game, game.info.max_seats, options, 16)
        bare = replace(table, players=(), panels=(), caption="", headline="", result="")
        whole, parts = board_text(bare), board_text(bare, width=34)
        assert max(map(len, parts.splitlines())) <= 34
        assert Counter(filter(str.isalpha, parts)) == Counter(filter(str.isalpha, whole))
        assert board_text(bare, width=500) == whole


def test_the_parts_of_a_wide_board_stand_from_left_to_right() -> None:
    """Each with its rows and columns; the last move is marked in the part that it was made in."""
    lines = board_text(grid_table(CIRCLE).with_marks(Mark("last", ("d2",))), width=10).splitlines()
    board = lines.index("4 . . .")
    assert lines[board : board + 10] == [
        "4 . . .",
        "3 . . .",
        "2 C . .",
        "1 . . .",
        "  a b c",
        "",
        "4 . .",
        "3 . .",
        "2[.].",
        "1 . .",
    ]


def test_a_headline_that_is_a_sentence_has_one_full_stop() -> None:
    table = grid_table(CIRCLE)
    for headline, caption in (("Left begins.", "The board"), ("Left begins", "The board.")):
        words = render.alt_text(replace(table, headline=headline, caption=caption))
        assert "Left begins. " in words
        assert "The board." in words
        assert ".." not in words


def test_a_lesson_tells_your_parts_and_mine() -> None:
    table = mat_table()
    seat = next(area.seat for area in table.areas if area.kind == "lines" and area.seat is not None)
    for name, words in ((YOU, "Your lines: "), (ME, "My lines: "), ("You", "You's lines: ")):
        players = tuple(replace(one, name=name if one.seat == seat else "Eve") for one in table.players)
        assert words in render.alt_text(replace(table, players=players))


def test_a_number_stays_in_the_line_of_its_word() -> None:
    ana, ben = grid_table().players
    note = "Black 12, Purple 10, bonus 5"
    lines = board_text(replace(grid_table(), players=(replace(ana, note=note), ben)), width=28).splitlines()
    assert "    Black 12, Purple 10," in lines
    assert "    bonus 5 · 4:07" in lines


def test_a_lesson_says_who_leads_as_you_and_i() -> None:
    table = replace(grid_table(), standing=Standing((3, 11), 20))
    for name, words in ((YOU, "You lead 11 to 3."), (ME, "I lead 11 to 3."), ("You", "In the lead: You, 11 to 3.")):
        ana, ben = table.players
        assert words in render.alt_text(replace(table, players=(ana, replace(ben, name=name))))

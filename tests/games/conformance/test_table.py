"""What a game lays on the table, and the words beside it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from random import Random

from games.core.diagram import board_text, legend
from games.core.game import AnyGame
from games.core.status import Turn
from tests.games.conformance.walks import EACH_GAME, random_step, walks

DIRECTION = re.compile(r"\b(left|right|above|below|top|bottom|upper|lower)\b", re.IGNORECASE)
PHONE = 34
"""Letters of one width that fit beside each other on a phone."""
COORDINATES = re.compile(r"-?\d+,-?\d+")
"""The name of a place whose cell has moved away."""
STILL_THERE = re.compile(r"\d+ \w+( is| are)? left\b")


@EACH_GAME
def test_the_table_is_consistent(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 60), 0, None, 3):
        table = game.presenter.table(state, None)
        names = [cell.name for area in table.areas for cell in area.cells]
        assert len(set(names)) == len(names)
        known = set(names)
        assert all(piece.cell in known for piece in table.pieces)
        assert all(len(piece.char) == 1 for piece in table.pieces)
        assert [player.seat for player in table.players] == list(range(game.rules.seats(state)))
        assert all(cell in known for mark in table.marks for cell in mark.cells)
        for area in table.areas:
            assert all(cell in known for zone in area.zones for cell in zone.cells)
        assert board_text(table).startswith(table.title)


@EACH_GAME
def test_a_move_is_described_in_words_and_marks_on_the_table(game: AnyGame) -> None:
    rng = Random(4)
    for state, _ in islice(walks(game, 60), 0, None, 3):
        if isinstance(game.rules.status(state), Turn):
            seat, move, after = random_step(game, state, rng)
            description = game.presenter.describe(state, seat, move)
            assert description.words
            assert not description.words.endswith(".")
            tables = (game.presenter.table(state, None), game.presenter.table(after, None))
            known = {cell.name for table in tables for area in table.areas for cell in area.cells}
            for mark in description.marks:
                unknown = set(mark.cells) - known  # places that cells have left
                assert all(mark.kind == "from" and COORDINATES.fullmatch(name) for name in unknown)


@EACH_GAME
def test_words_on_the_table_are_true_from_either_side_of_the_board(game: AnyGame) -> None:
    """The board may be shown turned: words name no direction; "left" only tells how many there still are."""
    rng = Random(4)
    for state, _ in islice(walks(game, 60), 0, None, 3):
        table = game.presenter.table(state, None)
        words = [table.caption, *(part for player in table.players for part in (player.side, player.note))]
        if isinstance(game.rules.status(state), Turn):
            seat, move, _ = random_step(game, state, rng)
            words.append(game.presenter.describe(state, seat, move).words)
        for said in words:
            assert not DIRECTION.search(STILL_THERE.sub("", said)), said


@EACH_GAME
def test_what_is_said_beside_a_text_board_fits_on_a_phone(game: AnyGame) -> None:
    """A line is only longer where one thing of it is: its name, or a note of a player."""
    for state, _ in islice(walks(game, 60), 0, None, 12):
        table = game.presenter.table(state, None)
        said = [*board_text(table, width=PHONE).split("\n\n")[1].split("\n"), *legend(table, width=PHONE).split("\n")]
        assert [line for line in said if len(line) > PHONE and " · " in line] == []
        assert legend(table, width=PHONE).replace("\n", " · ") == legend(table)


SIGNS = {"[": "[ ]", "(": "( )", "<": "< >", ":": ":"}
"""What text boards put around or into cells, by its first letter, and how the legend begins to explain it."""


@EACH_GAME
def test_the_signs_on_a_text_board_are_explained(game: AnyGame) -> None:
    rng = Random(4)
    for state, _ in islice(walks(game, 60), 0, None, 12):
        if not isinstance(game.rules.status(state), Turn):
            continue
        seat, move, after = random_step(game, state, rng)
        table = game.presenter.table(after, None)
        table = replace(table, marks=(*table.marks, *game.presenter.describe(state, seat, move).marks))
        board = board_text(replace(table, players=(), panels=(), headline=""))
        told = legend(table).split(" · ")
        for line in (line for line in board.splitlines()[1:] if not re.match(r"[\w ]+:", line)):
            for sign in SIGNS.keys() & set(line):
                assert any(one.startswith(SIGNS[sign]) for one in told), (line, told)

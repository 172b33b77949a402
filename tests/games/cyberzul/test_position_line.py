"""RULES 5: the position line, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import games.cyberzul
from games.core.errors import BadNotation
from games.core.status import Outcome, Turn
from games.core.table import MarkKind
from games.cyberzul import GAME
from games.cyberzul.tiles import counts_of
from tests.games.cyberzul.positions import play_all

RULES = Path(str(games.cyberzul.__file__)).with_name("RULES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```position\noptions: (.*)\n(.*)\n", RULES)
LINE = (
    "n=2 r=2 s=0 t=1 ph=draft f=BBRK/-/KKWW/-/- c=OR m=0 bag=18,20,19,17,18 lid=0,0,0,0,0 "
    "p0=4:B1,-,K2,-,-:.O.../...../...../...../.....:MB p1=0:-,-,-,-,W5:...../...../...../...../O....:-"
)


@pytest.mark.parametrize("options, line", EXAMPLES)
def test_examples_of_the_rules_can_be_loaded(options: str, line: str) -> None:
    state = GAME.rules.load(line, dict(word.split("=") for word in options.split()))
    assert GAME.rules.dump(state) == line
    assert isinstance(GAME.rules.status(state), Outcome if state.phase == "over" else Turn)


def test_marks_of_the_examples_are_places_of_their_tables() -> None:
    blocks = re.findall(r"```position\n(.*?)```", RULES, re.DOTALL)
    assert len(blocks) == len(EXAMPLES)
    for block in blocks:
        table = GAME.presenter.table(GAME.rules.load(block.splitlines()[1], {}), None)
        cells = {cell.name for area in table.areas for cell in area.cells}
        for line in block.splitlines()[2:]:
            key, _, value = line.partition(": ")
            assert key in {"mark", "caption"}
            if key == "mark":
                kind, *names = value.split()
                assert kind in get_args(MarkKind)
                assert set(names) <= cells


def test_examples_of_the_rules_lose_no_tile() -> None:
    """1.1: 20 of each colour."""
    assert len(EXAMPLES) == 4
    for _, line in EXAMPLES:
        state = GAME.rules.load(line, {})
        counts = [
            sum(counts_of(heap)[colour] for heap in (*state.factories, state.centre, state.bag, state.lid))
            for colour in range(5)
        ]
        for word in line.split():
            if re.match(r"p\d=", word):
                lines, wall, floor = word.split(":")[1:]
                for letter, number in re.findall(r"([BORKW])(\d)", lines):
                    counts["BORKW".index(letter)] += int(number)
                for letter in wall + floor:
                    if letter in "BORKW":
                        counts["BORKW".index(letter)] += 1
        assert counts == [20] * 5, line


def test_the_score_in_the_example_of_3_3() -> None:
    """3.3: 8 + 6, less 1 for the marker."""
    assert "p0=13:" in GAME.rules.dump(play_all(GAME.rules.load(EXAMPLES[2][1], {}), "c white 5"))


def test_fields_may_come_in_any_order_and_tiles_unsorted() -> None:
    words = LINE.replace("BBRK", "RbkB").replace("c=OR", "c=RO").split()
    assert GAME.rules.dump(GAME.rules.load("  ".join(reversed(words)), {})) == LINE


@pytest.mark.parametrize(
    "before, after, sentence",
    [
        ("n=2 ", "", "n=2, n=3 or n=4"),
        ("n=2", "n=5", "from 2 to 4"),
        ("n=2", "n=3", "7 factories|p2"),
        ("r=2 ", "", "no 'r='"),
        ("r=2", "r=0", "'0'"),
        ("r=2", "r=02", "'02'"),
        ("r=2", "r=+2", "'\\+2'"),
        ("t=1", "t=2", "from 0 to 1"),
        ("t=1", "t=-", "from 0 to 1"),
        ("t=1", "t=1 t=1", "couldn't read 't=1'"),
        ("t=1", "t=1 x=1", "couldn't read 'x=1'"),
        ("ph=draft", "ph=play", "draft, fill or over"),
        ("BBRK/-/", "BBRK/", "5 factories"),
        ("BBRK", "BBRKR", "spaces for 4"),
        ("BBRK", "BBXR", "B O R K W"),
        ("c=OR", "c=", "couldn't read the tiles"),
        ("c=OR", "c=" + "O" * 100, "more than there are"),
        ("m=0", "m=2", "from 0 to 1"),
        ("m=0", "m=c", "one marker"),
        ("m=0", "m=1", "one marker"),
        ("bag=18,20,19,17,18", "bag=18,20,19,17", "five numbers"),
        ("bag=18", "bag=-1", "'bag=-1'"),
        ("bag=18", "bag=96", "blue"),
        ("bag=18", "bag=100", "from 0 to 99"),
        ("p0=4:", "p0=", "score:lines:wall:floor"),
        ("p0=4:", "p0=-4:", "'-4'"),
        ("p0=4:", "p0=x:", "'x'"),
        ("B1,-,K2,-,-", "B1,-,K2,-", "five pattern lines"),
        ("B1,-,K2,-,-", "B2,-,K2,-,-", "'B2' can't be pattern line 1"),
        ("B1,-,K2,-,-", "B1,-,K0,-,-", "'K0' can't be pattern line 3"),
        ("B1,-,K2,-,-", "B1,-,K,-,-", "'K' can't be pattern line 3"),
        (".O.../", ".B.../", r"only O \(orange\)"),
        (".O.../", ".O../", "five rows of five"),
        (":MB", ":MBBBBBBB", "at most seven"),
        (":MB", ":", "floor line"),
        (":MB", ":MMB", "one marker"),
        ("f=BBRK/-/KKWW/-/- c=OR", "f=-/-/-/-/- c=-", "a tile to take"),
        ("ph=draft", "ph=fill", "are empty"),
    ],
)
def test_what_is_no_position_is_refused(before: str, after: str, sentence: str) -> None:
    assert before in LINE
    with pytest.raises(BadNotation, match=sentence):
        GAME.rules.load(LINE.replace(before, after, 1), {})


@pytest.mark.parametrize(
    "before, after",
    [
        ("bag=18,20,19,17,18", "bag=0,0,0,0,0"),
        ("bag=18,20,19,17,18", "bag=20,20,20,20,20"),
        ("B1,-,K2,-,-", "O1,-,K3,-,-"),  # a colour that its wall row already has
        ("MB", "-"),  # a marker that lies nowhere
        ("ph=draft", "ph=over"),
        ("s=0", "s=1"),
        ("r=2", "r=123456789"),
        (".O.../...../...../...../.....", "BORKW/...../...../...../....."),
    ],
)
def test_positions_that_play_never_reaches_are_taken(before: str, after: str) -> None:
    line = LINE.replace(before, after, 1)
    assert GAME.rules.dump(GAME.rules.load(line, {})) == line


def test_a_full_line_beside_its_own_colour_goes_to_the_lid() -> None:
    """5: no play leads there."""
    line = LINE.replace("B1,-,K2,-,-", "O1,-,K2,-,-").replace("f=BBRK/-/KKWW/-/- c=OR", "f=-/-/-/-/- c=O")
    state = play_all(GAME.rules.load(line, {}), "c orange f")
    assert "p0=2:-,-,K2,-,-:.O.../" in GAME.rules.dump(state)
    assert "lid=1,2,0,0,4" in GAME.rules.dump(state)

"""Records of matches as text: whatever is not one is refused with a sentence."""

from __future__ import annotations

import pytest

import games
from games.core.errors import BadNotation
from games.core.protocol.perft import perft
from games.core.protocol.session import replay
from games.core.record import MOST_ENTRIES, Entry, Record, read_record
from games.core.status import Seat

HEAD = "[game choccer]\n[rules 1]\n[seats 2]\n"


def test_a_record_makes_the_round_trip() -> None:
    entries = (Entry(Seat(-1), "deal R B"), Entry(Seat(0), "h4-g4"))
    record = Record(
        "choccer", 3, 2, {"board": "king-8", "blank": ""}, entries, (("seat-0", "Ana Maria"), ("result", ""))
    )
    assert read_record(record.text()) == record


def test_blank_lines_and_margins_count_for_nothing() -> None:
    assert read_record(f"\n  {HEAD}\n\n   0   h4-g4  \n").entries == (Entry(Seat(0), "h4-g4"),)


@pytest.mark.parametrize("line", ["[]", "[ ]", "[\u3000]"])
def test_empty_brackets_count_for_nothing(line: str) -> None:
    assert read_record(f"{line}\n{HEAD}{line}\n0 h4-g4\n{line}\n") == read_record(f"{HEAD}0 h4-g4\n")
    with pytest.raises(BadNotation):
        read_record(line)


def test_a_note_stays_on_its_line() -> None:
    record = Record("choccer", 1, 2, {}, (), (("seat-0", "Ana\n0 h4-g4"),))
    assert read_record(record.text()).entries == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[game choccer]\n[rules 1]\n",
        "[game choccer]\n[rules one]\n[seats 2]\n",
        "[game choccer]\n[rules 99999999999]\n[seats 2]\n",
        f"[game choccer]\n[rules {'9' * 5000}]\n[seats 2]\n",
        "[game choccer]\n[rules 1]\n[seats]\n",
        HEAD + "h4-g4",
        HEAD + "0",
        HEAD + "7 h4-g4",
        HEAD + "0 pass\n" * (MOST_ENTRIES + 1),
    ],
    ids=lambda text: text[-20:].strip() or "empty",
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read_record(text)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 10**9])
def test_a_record_of_too_many_or_too_few_is_not_replayed(seats: int) -> None:
    with pytest.raises(BadNotation):
        replay(games.find("choccer"), Record("choccer", 1, seats, {}, ()))


def test_beyond_its_end_a_match_has_no_moves() -> None:
    """Onyx on four spaces: two passes and two removals, and nothing comes after."""
    game = games.find("onyx")
    state = game.rules.start(2, game.info.check_options({"board": "king-2"}))
    for seat, move in ((0, "pass"), (1, "pass"), (0, "remove none"), (1, "remove none")):
        assert perft(game, state, 1, Seat(seat)) > 0
        state = game.rules.play(state, Seat(seat), game.rules.parse(move))
    assert perft(game, state, 1) == 0
    assert perft(game, state, 0) == 1

"""RULES 6 and 7: scoring and the end."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.position import State
from games.core.errors import NotYourTurn
from games.core.status import Outcome, Seat
from tests.games.choccer.drawing import BLACK, WHITE, fields, legal, play_all, read_drawing

ATTACK = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . c C . . . . . t . .
    . . C . . . . . . . C
    . . . + . . . t . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def outcome(state: State) -> Outcome:
    status = GAME.rules.status(state)
    assert isinstance(status, Outcome)
    return status


def test_blue_gem_carried_into_the_zone_scores_four_and_leaves_the_game() -> None:
    """6.1, 6.2."""
    after = fields(play_all(read_drawing(ATTACK, held="c4:blue"), "c4-b4"))
    assert (after["pts"], after["held"], after["t"]) == ("4,0", "-", "1")
    assert after["b"].split("/")[3] == ".C........C"


def test_scorer_may_capture_from_the_next_turn_on() -> None:
    """6.2."""
    state = play_all(read_drawing(ATTACK, held="c4:blue"), "c4-b4", "h3-g2")
    assert "b4-b5" in legal(state)


def test_gem_handed_into_the_zone_scores() -> None:
    """6.1: c5 hands its gem on to the circle that stands on b4 already."""
    board = ATTACK.replace(". . C . . . . . . . C", ". C . . . . . . . . C")
    after = fields(play_all(read_drawing(board, held="c5:blue"), "c5>b4"))
    assert (after["pts"], after["held"]) == ("4,0", "-")


def test_gem_taken_by_a_capture_inside_the_zone_scores_at_once() -> None:
    """6.1, 4.5: 1 for the circle, 4 for its gem."""
    after = fields(play_all(read_drawing(ATTACK, held="b5:blue"), "c5-b5"))
    assert (after["pts"], after["held"]) == ("5,0", "-")


def test_free_gem_picked_up_inside_the_zone_scores_at_once() -> None:
    """6.1, 4.1."""
    board = ATTACK.replace(". . C . . . . . . . C", ". + C . . . . . . . C")
    after = fields(play_all(read_drawing(board), "c4-b4"))
    assert (after["pts"], after["held"]) == ("4,0", "-")


def test_white_scores_on_the_right() -> None:
    """6.1, 1.3."""
    after = fields(play_all(read_drawing(ATTACK, held="i5:blue", seat=1, turn=2), "i5-j4"))
    assert (after["pts"], after["held"]) == ("0,4", "-")


def test_nothing_is_scored_in_ones_own_zone() -> None:
    """6.3: White's b5 and Black's k4 stand in their own zones."""
    state = read_drawing(ATTACK, held="b5:blue,k4:red")
    after = fields(play_all(state, "k4-k5", "b5-b4"))
    assert (after["pts"], after["held"]) == ("0,0", "b4:blue,k5:red")


def test_holder_that_already_stands_in_the_zone_scores_after_any_action_of_its_side() -> None:
    """6.1: "after your action" (a position that cannot arise in play)."""
    board = ATTACK.replace(". c C . . . . . t . .", "C c . . . . . . t . .")
    state = read_drawing(board, held="a5:blue", seat=1, turn=2)
    other = play_all(state, "h3-g2")
    assert fields(other)["pts"] == "0,0"
    assert fields(play_all(other, "k4-k5"))["pts"] == "4,0"


def test_red_gem_scores_ten_and_ends_the_match() -> None:
    """6.1, 7.1."""
    state = play_all(read_drawing(ATTACK, held="c4:red", points="3,4", turn=31), "c4-b4")
    assert (fields(state)["t"], fields(state)["turn"]) == ("-", "32")
    assert outcome(state).places == (1, 2)
    assert outcome(state).scores == (13, 4)
    assert outcome(state).winner == BLACK


def test_scorer_of_the_red_gem_may_lose() -> None:
    """7.2."""
    state = play_all(read_drawing(ATTACK, held="c4:red", points="0,11"), "c4-b4")
    assert outcome(state).places == (2, 1)


def test_equal_points_are_a_tie() -> None:
    """7.2."""
    state = play_all(read_drawing(ATTACK, held="c4:red", points="0,10"), "c4-b4")
    assert outcome(state).places == (1, 1)
    assert outcome(state).winner is None


def test_match_is_over_after_a_hundred_turns() -> None:
    """7.1."""
    state = read_drawing(ATTACK, points="2,1", turn=99)
    state = play_all(state, "k4-k5")
    assert (fields(state)["turn"], fields(state)["t"]) == ("100", "1")
    state = play_all(state, "h3-g2")
    assert (fields(state)["turn"], fields(state)["t"]) == ("101", "-")
    assert outcome(state).places == (1, 2)
    assert "100 turns" in outcome(state).reason


def test_hundredth_turn_may_still_score() -> None:
    """6.1, 7.1: the action comes before the end."""
    state = play_all(read_drawing(ATTACK, held="i5:blue", points="3,0", turn=100, seat=1), "i5-j4")
    assert outcome(state).scores == (3, 4)


def test_lost_turn_may_be_the_hundredth() -> None:
    """2.3, 7.1: Black plays turn 99, White has no piece left."""
    board = "\n".join(["." * 11] * 6 + ["C.........."])
    state = play_all(read_drawing(board, points="9,3", turn=99), "a1-a2")
    assert (fields(state)["turn"], fields(state)["t"]) == ("101", "-")


def test_refused_attempts_do_not_count_as_turns() -> None:
    """7.1."""
    state = read_drawing(ATTACK, turn=7)
    with pytest.raises(NotYourTurn):
        GAME.rules.play(state, WHITE, GAME.rules.parse("h3-g2"))
    assert fields(state)["turn"] == "7"


def test_nobody_acts_after_the_end() -> None:
    """7.1."""
    state = play_all(read_drawing(ATTACK, held="c4:red"), "c4-b4")
    for seat in (BLACK, WHITE, Seat(-1)):
        assert GAME.rules.legal(state, seat).count() == 0
        with pytest.raises(NotYourTurn, match="over"):
            GAME.rules.play(state, seat, GAME.rules.parse("k4-k5"))


def test_match_without_a_red_gem_goes_on() -> None:
    """8: only the turns end it."""
    state = read_drawing(ATTACK, points="10,0", turn=50, seat=1)
    assert fields(play_all(state, "h3-g2"))["t"] == "0"

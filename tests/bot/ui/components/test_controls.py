"""What a control carries, and how often one person may press it."""

from __future__ import annotations

import pytest

from bot.match.model import MatchId
from bot.ui.components.cooldown import MOST_PEOPLE, Cooldown
from bot.ui.components.custom_id import Click, read_click
from bot.ui.limits import CUSTOM_ID, clip


@pytest.mark.parametrize(
    "click",
    [
        Click("setup-back"),
        Click("accept", MatchId(7)),
        Click("pick", MatchId(10**17), 10**8, "ffffff.24"),
        Click("pick", MatchId(7), 3, "a:b", 12),
        Click("confirm", MatchId(7), 3, ply=0),
    ],
)
def test_a_click_is_read_as_it_was_written(click: Click) -> None:
    assert read_click(str(click)) == click
    assert len(str(click)) <= CUSTOM_ID


@pytest.mark.parametrize(
    "custom_id", ["", "answer", "q0:pick:1:0", "q1:pick:1", "q1:PICK:1:0", "q1:pick:-1:0", "q1:pick:1:0:" + "x" * 81]
)
def test_what_is_not_ours_is_no_click(custom_id: str) -> None:
    assert read_click(custom_id) is None


class Time:
    """Seconds that a test lets pass."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_is_too_fast_waits_and_nobody_else() -> None:
    time = Time()
    cooldown = Cooldown(0.5, time)
    assert [cooldown.wait("ana") for _ in range(6)] == [0, 0, 0, 0, 2, 2]
    assert cooldown.wait("ben") == 0
    time.now += 1.9
    assert cooldown.wait("ana") == 1
    time.now += 0.1
    assert cooldown.wait("ana") == 0


def test_a_long_rest_gives_no_more_than_the_burst() -> None:
    time = Time()
    cooldown = Cooldown(1, time)
    time.now += 3600
    assert [cooldown.wait("ana") for _ in range(9)] == [0] * 8 + [1]


def test_those_who_came_longest_ago_are_forgotten() -> None:
    cooldown = Cooldown(0.1, Time())
    assert [cooldown.wait("ana") for _ in range(2)] == [0, 10]
    for number in range(MOST_PEOPLE):
        cooldown.wait(number)
    assert cooldown.wait("ana") == 0


@pytest.mark.parametrize("text, shown", [("abc", "abc"), ("abcd", "ab…"), ("a bcd", "a…")])
def test_a_text_that_is_too_long_ends_with_an_ellipsis(text: str, shown: str) -> None:
    assert clip(text, 3) == shown

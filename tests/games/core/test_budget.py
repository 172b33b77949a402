"""How long a player may think, and parts of it."""

from __future__ import annotations

from games.core.budget import Budget
from tests.games.conformance.walks import JumpingClock


class Clock:
    """Shows what it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_share_of_the_time_begins_with_the_whole() -> None:
    clock = Clock()
    whole = Budget(seconds=10, clock=clock).start()
    clock.now += 3
    part = whole.share(0.4)
    assert (part.open, whole.open) == (True, True)
    clock.now += 1
    assert (part.open, whole.open) == (False, True)
    clock.now += 6
    assert not whole.open


def test_what_is_spent_of_a_share_is_spent_of_the_whole() -> None:
    whole = Budget(nodes=10).start()
    part = whole.share(0.4)
    assert (part.nodes_left, part.spend(3), part.spend()) == (4, True, False)
    assert whole.nodes_left == 6


def test_what_is_spent_of_a_share_of_a_share_is_spent_of_all() -> None:
    whole = Budget(nodes=100).start()
    share = whole.share(0.5)
    share.limit(10).spend(4)
    assert (share.nodes_left, whole.nodes_left) == (46, 96)


def test_a_share_does_not_look_at_the_clock() -> None:
    """Time that jumps between two looks is over for the share as well."""
    whole = Budget(seconds=1, clock=JumpingClock(1)).start()
    assert not whole.share(0.5).open


def test_a_limit_of_nodes_ends_before_the_whole() -> None:
    whole = Budget(nodes=10).start()
    part = whole.limit(4)
    assert (part.spend(3), part.spend(), whole.nodes_left) == (True, False, 6)
    assert whole.limit(40).nodes_left == 6
    assert Budget(seconds=1, clock=Clock()).start().limit(5).nodes_left == 5

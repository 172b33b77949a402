"""Interactions that are delivered twice."""

from __future__ import annotations

from bot.ui.components.deliveries import Deliveries


def test_what_is_delivered_twice_is_known_the_second_time() -> None:
    deliveries = Deliveries(most=2)
    assert [deliveries.is_first(number) for number in (1, 1, 2, 3, 1)] == [True, False, True, True, True]

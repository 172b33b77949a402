"""A person waits for one long job of a kind; one of another kind, or another person's, goes on beside it."""

from __future__ import annotations

import pytest

from bot.match.errors import Refused
from bot.match.model import UserId
from bot.ui.components.exclusive_jobs import ExclusiveJobs

ANA, BEN = UserId(1), UserId(2)


def test_a_second_job_of_a_kind_is_refused_until_the_first_has_ended() -> None:
    jobs = ExclusiveJobs()
    with jobs.run(ANA, "animation"), pytest.raises(Refused, match="still working"), jobs.run(ANA, "animation"):
        pass
    with jobs.run(ANA, "animation"):
        pass


def test_an_animation_need_not_wait_for_a_review() -> None:
    jobs = ExclusiveJobs()
    with jobs.run(ANA, "review"), jobs.run(ANA, "animation"), jobs.run(BEN, "review"):
        pass


def test_a_job_that_fails_lets_the_next_one_begin() -> None:
    jobs = ExclusiveJobs()
    with pytest.raises(ZeroDivisionError), jobs.run(ANA, "hint"):
        _ = 1 / 0
    with jobs.run(ANA, "hint"):
        pass

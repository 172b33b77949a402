"""Who is served next: urgent ones first, then the shortest thought, and nobody late who need not be."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from bot.match.thinking_queue import Choice, Durations, Running, Waiting, next_thought, seconds_late, to_hurry

HARD, MEDIUM, EASY = Choice("hard", 2.0, 2.0), Choice("medium", 0.2, 1.0), Choice("easy", 0.1, 0.5)
FROM_HARD = (HARD, MEDIUM, EASY)


def waiting(
    number: int, due: float = 10.0, choices: tuple[Choice, ...] = FROM_HARD, *, urgent: bool = False
) -> Waiting:
    """A thought that waits."""
    return Waiting(number, due, choices, urgent)


@st.composite
def queues(draw: st.DrawFn, least: int = 1) -> list[Waiting]:
    """Thoughts of any levels, due at any time."""
    made = []
    for number in range(draw(st.integers(least, 8))):
        seconds = sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=3)), reverse=True)
        choices = tuple(Choice(f"level {each}", each / 10, each / 10) for each in seconds)
        made.append(waiting(number, draw(st.integers(0, 80)) / 10, choices, urgent=draw(st.booleans())))
    return draw(st.permutations(made))


def serve(queue: list[Waiting], processes: int) -> list[tuple[Waiting, Choice, float]]:
    """Everything that happens when nobody else comes: who is thought about, how, and when the answer is there."""
    left, free, answers = list(queue), [0.0] * processes, []
    while left:
        now = heappop(free)
        found, choice = next_thought(left, free, now)
        left.remove(found)
        answers.append((found, choice, now + choice.seconds))
        heappush(free, now + choice.seconds)
    return answers


def test_urgent_ones_come_first_then_the_shortest_then_the_oldest() -> None:
    queue = [
        waiting(1), waiting(2, choices=(MEDIUM, EASY)), waiting(3, choices=(MEDIUM, EASY)),
        waiting(4, choices=(EASY,)), waiting(5, urgent=True),
    ]  # fmt: skip
    assert [found.number for found, _, _ in serve(queue, 1)] == [5, 4, 2, 3, 1]


def test_what_is_due_at_no_time_comes_last_and_keeps_its_level() -> None:
    patient = waiting(1, inf, (EASY,))
    queue = [patient, waiting(2), waiting(3, choices=(MEDIUM, EASY)), waiting(4, urgent=True)]
    assert patient.is_patient
    assert [found.number for found, _, _ in serve(queue, 1)] == [4, 3, 2, 1]
    assert next_thought([waiting(1, inf, (HARD,))], [9.0], 0.0)[1] == HARD


@given(queues())
def test_nobody_comes_before_an_urgent_one(queue: list[Waiting]) -> None:
    found, choice = next_thought(queue, [], 0.0)
    assert found.is_urgent == any(each.is_urgent for each in queue)
    assert choice in found.choices


@given(queues(), st.integers(1, 3))
def test_everybody_is_served_once(queue: list[Waiting], processes: int) -> None:
    assert sorted(found.number for found, _, _ in serve(queue, processes)) == sorted(each.number for each in queue)


@given(queues(), st.integers(1, 3))
def test_answers_are_no_later_than_at_the_quickest_levels_in_the_order_of_what_is_due(
    queue: list[Waiting], processes: int
) -> None:
    """So whoever can be in time is in time, and where not all can, nobody is made later by a thought at leisure."""
    first = min(queue, key=lambda each: (not each.is_urgent, each.due, each.number))
    least = seconds_late(first, first.choices[-1], queue, [0.0] * (processes - 1), 0.0)
    assert sum(max(0.0, answered - found.due) for found, _, answered in serve(queue, processes)) <= least + 1e-9


def test_who_is_late_already_is_answered_at_the_quickest_level() -> None:
    answers = serve([waiting(number, due=0.0) for number in range(5)], 1)
    assert [(found.number, choice.level) for found, choice, _ in answers] == [(each, "easy") for each in range(5)]


@given(queues())
def test_its_own_level_answers_who_has_time_and_is_alone(queue: list[Waiting]) -> None:
    alone = replace(queue[0], due=4.0)
    assert next_thought([alone], [], 0.0) == (alone, alone.choices[0])


def test_a_quicker_level_answers_where_the_queue_is_too_long() -> None:
    answers = serve([waiting(number) for number in range(20)], 1)
    assert max(answered for _, _, answered in answers) <= 10
    levels = [choice.level for _, choice, _ in answers]
    assert 4 <= levels.count("hard") <= 5, "two seconds each, as long as the others are in time"
    assert set(levels) <= {"hard", "medium", "easy"}


def test_a_long_thought_does_not_wait_forever_for_shorter_ones() -> None:
    """Quick ones come as fast as they are answered; the hard one is answered by when it is due all the same."""
    hard = found = waiting(0)
    now = 0.0
    for number in range(1, 1000):
        found, choice = next_thought([hard, waiting(number, now + 10, (MEDIUM,))], [], now)
        now += choice.seconds
        if found is hard:
            break
    assert found is hard
    assert now <= hard.due


@given(queues(), st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=3))
def test_only_an_urgent_thought_hurries_another_that_is_not(queue: list[Waiting], busy: list[tuple[int, bool]]) -> None:
    running = [Running(number, 0.0, float(ends), urgent) for number, (ends, urgent) in enumerate(busy)]
    hurried = to_hurry(queue, running)
    if hurried is not None:
        assert not hurried.is_urgent
        assert any(each.is_urgent and each.due - each.quickest < min(one.ends for one in running) for each in queue)


def test_the_oldest_thought_makes_room_when_none_ends_in_time() -> None:
    urgent = waiting(9, 1.0, (EASY,), urgent=True)
    old, new = Running(1, 0.0, 6.0), Running(2, 1.0, 7.0)
    assert to_hurry([urgent], [new, old]) is old
    assert to_hurry([waiting(9, 1.0)], [new, old]) is None
    assert to_hurry([urgent], [replace(old, ends=0.5), new]) is None, "one ends soon"
    assert to_hurry([urgent], [replace(old, is_hurried=True), new]) is None, "one is being hurried already"
    assert to_hurry([urgent], [replace(old, is_urgent=True)]) is None


def test_what_a_level_takes_is_learned_and_never_more_than_its_budget() -> None:
    durations = Durations()
    assert durations.expect("onyx", "medium", 1.0, 9.0) == 1.0
    assert durations.expect("onyx", "medium", 1.0, 0.3) == 0.3
    durations.learn("onyx", "medium", 1.0, 0.1)
    assert durations.expect("onyx", "medium", 1.0, 9.0) == 0.1
    durations.learn("onyx", "medium", 1.0, 0.2)
    assert 0.1 < durations.expect("onyx", "medium", 1.0, 9.0) < 0.2
    assert durations.expect("onyx", "medium", 0.05, 9.0) == 0.05
    assert durations.expect("conquid", "medium", 1.0, 9.0) == 1.0


def test_a_thought_that_its_budget_ended_says_nothing_of_a_larger_one() -> None:
    durations = Durations()
    durations.learn("onyx", "hard", 0.3, 0.3)
    assert durations.expect("onyx", "hard", 2.0, 9.0) == 2.0
    durations.learn("onyx", "hard", 2.0, 1.0)
    durations.learn("onyx", "hard", 0.3, 0.3)
    assert durations.expect("onyx", "hard", 2.0, 9.0) == 1.0
    durations.learn("onyx", "hard", 2.0, 2.0)
    assert durations.expect("onyx", "hard", 2.0, 9.0) > 1.0


def test_thoughts_that_are_all_ended_by_their_budget_take_at_least_that_long() -> None:
    durations = Durations()
    durations.learn("conquid", "medium", 1.0, 1.0)
    durations.learn("conquid", "medium", 0.15, 0.15)
    assert durations.expect("conquid", "medium", 3.0, 0.15) == 1.0
    assert durations.expect("conquid", "medium", 0.5, 0.15) == 0.5
    assert durations.expect("conquid", "easy", 0.5, 0.1) == 0.1

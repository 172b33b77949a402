"""The tutorial: from the rules of a game through its five steps, wrong tries included."""

from __future__ import annotations

import pytest

from sandbox.client import Member, Message
from tests.e2e.playing import CHANNEL

pytestmark = pytest.mark.asyncio(loop_scope="session")

STEPS = 5
RIGHT, WRONG = "✔", "✘"


async def opened(member: Member, game: str) -> Message:
    """The first step of a game's tutorial."""
    rules = await member.settle(await member.command("rules", {"game": game}, channel=CHANNEL))
    return await pressed(member, rules.message, "Tutorial: five steps")


async def pressed(member: Member, message: Message, label: str) -> Message:
    """The message as the button has changed it."""
    await member.click(message, label)

    async def look() -> Message | None:
        fresh = await member.refresh(message)
        return fresh if fresh.text != message.text else None

    return await member.wait_until(look, what=f"what '{label}' leads to")


async def solved(member: Member, step: Message) -> tuple[Message, int]:
    """The answer to the first right try, from the last button on, and how many wrong ones came before it."""
    labels = step.labels
    assert 2 <= len(set(labels)) == len(labels) <= 4
    for wrong, label in enumerate(reversed(labels)):
        answer = await pressed(member, step, label)
        assert answer.images
        if RIGHT in answer.text:
            return answer, wrong
        assert WRONG in answer.text
        assert answer.labels == ["Once more"]
        again = await pressed(member, answer, "Once more")
        assert again.labels == labels
        assert again.text == step.text
    raise AssertionError(f"no right try among {labels}")


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_five_steps_with_wrong_tries_lead_to_a_first_match(ana: Member, game: str) -> None:
    step = await opened(ana, game)
    wrong = 0
    for number in range(1, STEPS + 1):
        assert step.ephemeral
        assert step.images
        assert f"step {number} of {STEPS}" in step.text
        step, more = await solved(ana, step)
        wrong += more
        if number < STEPS:
            assert step.labels == ["Next", "Once more"]
            step = await pressed(ana, step, "Next")
    assert wrong >= STEPS
    assert f"Play your first match with /{game} ai:easy" in step.text


async def test_the_bot_answers_a_try_with_a_move_of_its_own(ana: Member) -> None:
    step = await opened(ana, "onyx")
    answer = await pressed(ana, step, "black on c2 and purple on d3")
    assert "I answer: white on a5 and yellow on e5" in answer.text


async def test_a_right_try_may_be_followed_by_another(ana: Member) -> None:
    step = await opened(ana, "cyberzul")
    answer = await pressed(ana, step, "takes 2 blue from factory 1 to line 2")
    again = await pressed(ana, answer, "Once more")
    assert again.text == step.text
    other = await pressed(ana, again, "takes 1 red from factory 1 to line 1")
    assert RIGHT in other.text


async def test_every_picture_of_a_step_has_a_description(ana: Member) -> None:
    step = await opened(ana, "conquid")
    assert step.images[0].description
    answer = await pressed(ana, step, "acquires g3, f4 and g5")
    assert answer.images[0].description != step.images[0].description

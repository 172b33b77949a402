"""The tutorial: from the rules of a game through its five steps, wrong tries included."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from bot.ui.components.custom_id import Click
from bot.ui.pages import questions, tutorial
from games import find
from sandbox.client import Member, Message, Result, Sandbox
from tests.bot.ui.lessons import answer_of, attempts
from tests.e2e.playing import CHANNEL
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

STEPS = 5
RIGHT, WRONG = "✔", "✘"
ENGLISH = {
    "trainer": "Spell trainer", "end": "End turn", "back": "Back", "spell": "Priestess", "next": "Next",
    "solution": "Show a solution", "last": "14 of 14: Yoke",
}  # fmt: skip
GERMAN = {
    "trainer": "Zauberübungen", "end": "Zug beenden", "back": "Zurück", "spell": "Priesterin", "next": "Weiter",
    "solution": "Lösung zeigen", "last": "14 von 14: Joch",
}  # fmt: skip


async def open_tutorial(member: Member, game: str) -> Message:
    """The first step of a game's tutorial."""
    rules = await member.settle(await member.command("rules", {"game": game}, channel=CHANNEL))
    return await press(member, rules.message, "Tutorial: five steps")


async def press(member: Member, message: Message, label: str) -> Message:
    """The message as the button has changed it."""
    await member.click(message, label)

    async def look() -> Message | None:
        fresh = await member.refresh(message)
        return fresh if fresh.text != message.text else None

    return await member.wait_until(look, what=f"what '{label}' leads to")


async def compose(member: Member, step: Message, game: str, number: int, move: str) -> Message:
    """What is said about the move, composed by the controls of a step: buttons, menus, pages of menus."""
    for made, indices in attempts(game, number, move):
        step = await give_answer(member, step, str(Click(tutorial.PICK, rest=made.rest)), indices, answer_of(indices))
    return step


def in_one_menu(game: str, number: int, move: str) -> bool:
    """Whether the places of a move stand together on one page, as a menu of several needs them."""
    made, played = tutorial.attempt(game, number), find(game)
    tokens = played.presenter.tokens(made.state, played.rules.parse(move))
    for at, token in enumerate(tokens):
        asked = played.presenter.ask(made.state, made.lesson.seat, tokens[:at])
        if asked is not None and asked.most > 1:
            wanted = {index for index, choice in enumerate(asked.choices) if choice.token in token.split(",")}
            return any(wanted <= set(page.indices) for page in questions.pages(asked))
    return True


async def give_answer(member: Member, step: Message, prefix: str, indices: list[str], answer: str) -> Message:
    """The message after an answer, which is a button, or stands in a menu of this or another page."""
    button = next((one for one in step.buttons if one.custom_id == prefix + answer), None)
    if button is not None:
        return await wait_for_change(member, step, member.click(step, custom_id=button.custom_id))
    for page in range(30):
        menu = next(one for one in step.selects if one.custom_id == prefix)
        if set(indices) <= {option.value for option in menu.options}:
            return await wait_for_change(member, step, member.select(step, indices, custom_id=menu.custom_id))
        pages = next(one for one in step.selects if "tutorial-page" in str(one.custom_id))
        step = await wait_for_change(member, step, member.select(step, [str(page)], custom_id=pages.custom_id))
    raise AssertionError(f"nothing offers {indices}")


async def wait_for_change(member: Member, message: Message, act: Awaitable[Result]) -> Message:
    """The message as soon as it has changed."""
    await act

    async def look() -> Message | None:
        fresh = await member.refresh(message)
        return fresh if fresh.raw["components"] != message.raw["components"] else None

    return await member.wait_until(look, what="the next question")


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_five_steps_composed_as_in_a_match_lead_to_a_first_match(ana: Member, game: str) -> None:
    """Wrong moves explain themselves, right ones lead on, and the last page begins a match against the easy AI."""
    step = await open_tutorial(ana, game)
    for number, lesson in enumerate(find(game).presenter.lessons()):
        assert step.ephemeral
        assert step.images
        assert f"Step {number + 1} of {STEPS}" in step.text
        wrong = next((one for one in lesson.tries if not one.good and in_one_menu(game, number, one.move)), None)
        if wrong is not None:
            answer = await compose(ana, step, game, number, wrong.move)
            assert WRONG in answer.text
            assert answer.labels == ["Once more"]
            again = await press(ana, answer, "Once more")
            assert again.text == step.text
            step = again
        right = next(one for one in lesson.tries if one.good)
        step = await compose(ana, step, game, number, right.move)
        assert RIGHT in step.text
        if number + 1 < STEPS:
            assert step.labels == ["Next", "Once more"]
            step = await press(ana, step, "Next")
    card = (await ana.click(step, "Play the easy AI")).message
    assert find(game).info.title in card.text
    assert "AI (easy)" in card.text


async def test_a_move_that_the_lesson_does_not_speak_of_is_explained_too(ana: Member) -> None:
    step = await open_tutorial(ana, "choccer")
    answer = await compose(ana, step, "choccer", 0, "j3-i2")
    assert "✘ Not quite.** The red gem still lies on f4. Which piece can end its move there?" in answer.text
    assert answer.labels == ["Once more"]


async def test_the_bot_answers_a_try_with_a_move_of_its_own(ana: Member) -> None:
    step = await open_tutorial(ana, "onyx")
    answer = await compose(ana, step, "onyx", 0, "b@c2 p@d3")
    assert "I do the same, with white on a5 and yellow on e5." in answer.text


async def test_no_answer_says_what_it_leads_to(ana: Member) -> None:
    step = await open_tutorial(ana, "choccer")
    made = tutorial.attempt("choccer", 0)
    assert made.question is not None
    clover = next(at for at, choice in enumerate(made.question.choices) if choice.token == "h4")
    asked = await give_answer(ana, step, str(Click(tutorial.PICK, rest=made.rest)), [str(clover)], str(clover))
    shown = [*asked.labels, *(option.label for menu in asked.selects for option in menu.options)]
    assert not any("gem" in str(label) for label in shown)
    targets = tutorial.attempt("choccer", 0, (str(clover),)).question
    assert targets is not None
    assert [choice.token for choice in targets.choices][:2] != ["-f4", "-g4"]


async def test_buttons_of_an_older_version_still_answer(ana: Member) -> None:
    step = await open_tutorial(ana, "cyberzul")
    old = await wait_for_change(
        ana, step, ana.click(step, custom_id=str(Click("tutorial-try", rest="cyberzul.0.0")), remembered=True)
    )
    assert RIGHT in old.text


async def test_every_picture_of_a_step_has_a_description(ana: Member) -> None:
    step = await open_tutorial(ana, "conquid")
    assert step.images[0].description
    answer = await compose(ana, step, "conquid", 0, "A g3 f4 g5")
    assert answer.images[0].description != step.images[0].description


@pytest.mark.parametrize("locale, names", [("en-US", ENGLISH), ("de", GERMAN)])
async def test_the_spell_trainer_is_composed_like_a_turn(
    sandbox: Sandbox, bot: Bot, locale: str, names: dict[str, str]
) -> None:
    """From /rules: an exercise that fails, is taken back and solved; then the next, and its solution."""
    learner = await sandbox.add_person("Learner", locale=locale)
    rules = await learner.settle(await learner.command("rules", {"game": "piously"}, channel=CHANNEL))
    step = await press(learner, rules.message, names["trainer"])
    assert step.ephemeral
    assert step.images
    step = await press(learner, step, names["end"])
    assert WRONG in step.text
    step = await press(learner, step, names["back"])
    step = await press(learner, step, names["spell"])
    step = await press(learner, step, next(label for label in step.labels if label.endswith("Y3")))
    assert RIGHT in step.text
    step = await press(learner, step, names["next"])
    step = await press(learner, step, names["solution"])
    assert RIGHT in step.text
    await learner.select(step, [str(13)])
    await learner.wait_until(lambda: _with(learner, step, names["last"]), what="the last exercise")
    await learner.close()


async def _with(member: Member, message: Message, text: str) -> Message | None:
    fresh = await member.refresh(message)
    return fresh if text in fresh.text else None

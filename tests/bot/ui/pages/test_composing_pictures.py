"""Composing pictures and options agree: whole matches at random, and in them every step of composing a move.

Each choice that has a place has its number on the picture, on that place, and no number stands there without a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from discord import ui

import games
from bot.match.model import LogEntry, Match, MatchId, Place, Player, Stage, UserId
from bot.match.turn_draft import Draft, draft_of
from bot.ui.components.custom_id import read_click
from bot.ui.components.picture import Picture
from bot.ui.i18n.language import Language
from bot.ui.limits import READ_AT_A_GLANCE
from bot.ui.pages import questions
from bot.ui.pages.compose import STEP, compose, draft_table
from bot.ui.pages.match_view import Last, with_last_faded, with_players
from games.core.question import DONE, Question
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat
from games.core.table import Mark
from render.layout import WIDTH
from render.picture import compose as scene_of
from render.picture import frame, look_of
from render.strokes import badge

OPTIONS: list[tuple[str, dict[str, str], int]] = [
    ("choccer", {}, 2),
    ("conquid", {"size": "small"}, 2),
    ("conquid", {"size": "large"}, 2),
    ("cyberzul", {}, 2),
    ("cyberzul", {}, 4),
    ("onyx", {}, 2),
    ("onyx", {"board": "hex-6"}, 2),
    ("onyx", {"board": "hex-12"}, 2),
    ("onyx", {"board": "king-19"}, 2),
    ("piously", {"board": "classic"}, 2),
]
LANGUAGES = Language("en"), Language("de")
PICTURE = Picture(None, "", lambda: "")
MOST_PAGES = 4


def positions(key: str, options: dict[str, str], seats: int, rng: Random) -> Iterator[Match]:
    """The positions of a match of random moves in which somebody is to move."""
    game = games.find(key)
    checked = game.info.check_options(options)
    state = game.rules.start(seats, checked)
    players = tuple(Player(Seat(seat), UserId(seat + 1), f"Player {seat}") for seat in range(seats))
    match = Match(
        MatchId(1), "K7QFM", key, game.info.version, checked, players, UserId(1), Place(1, 2), stage=Stage.LIVE
    )
    for ply in range(400):
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            return
        seat = min(status.seats)
        if seat != CHANCE:
            yield replace(match, position=game.rules.dump(state), ply=ply).with_player(seat, to_act=True)
        move = random_move(game.rules, state, seat, rng)
        state = game.rules.play(state, seat, move)


def drafts(match: Match, rng: Random) -> Iterator[Draft]:
    """The steps of composing one move, answered at random, to the whole move."""
    draft = draft_of(match, match.to_act[0], ())
    while True:
        yield draft
        if draft.question is None:
            return
        draft = draft_of(match, draft.player, (*draft.tokens, _answer(draft.question, rng)))


def _answer(question: Question, rng: Random) -> str:
    page = questions.choices_of_page(question, rng.randrange(len(questions.pages(question))))
    if question.most > 1:
        number = rng.randint(min(question.least, len(page)), min(question.most, len(page)))
        return question.answer(choice.token for choice in rng.sample(page, number))
    forward = [choice.token for choice in page if choice.token not in (DONE, "pass")]
    return rng.choice(forward or [choice.token for choice in page])


def answers_of(view: ui.LayoutView) -> list[str]:
    """What is written on the answers: on buttons, or in the menu."""
    found = []
    for item in view.walk_children():
        click = read_click(getattr(item, "custom_id", None) or "")
        if click is not None and click.action in ("pick", STEP):
            if isinstance(item, ui.Select):
                found += [option.label for option in item.options]
            elif isinstance(item, ui.Button) and questions.NOTHING not in click.rest:
                found.append(item.label or "")
    return found


def check_page(draft: Draft, question: Question, page: int) -> None:
    """One picture with the controls below it."""
    table = draft_table(draft, page)
    choices = questions.choices_of_page(question, page)
    labels = {language: answers_of(compose(draft, page, PICTURE.item(""), language)) for language in LANGUAGES}
    signs = questions.signs(choices)
    at: dict[str, set[str]] = {}
    for language in LANGUAGES:
        assert len(labels[language]) == len(choices)
    for index, (choice, sign) in enumerate(zip(choices, signs, strict=True)):
        assert bool(sign) == bool(choice.cells)
        for language in LANGUAGES:
            label = labels[language][index]
            if sign and choice.sign:
                assert language(sign) in label, "the label says what stands in the picture"
            elif sign:
                assert label.startswith(f"{sign} · ")
            else:
                assert not re.match(r"\d+ · ", label), "no number without a place"
        if sign:
            at.setdefault(choice.cells[-1], set()).add(sign)
    drawn = {mark.cells[0]: set(mark.text.split("/")) for mark in table.marks if mark.kind == "target"}
    assert drawn == at
    for language in LANGUAGES:
        shown = with_players(table, draft.match, 0, None, language)
        scene = scene_of(shown, look_of(shown, "dark"), WIDTH)
        numbers = sorted(str(placed.stamp[2]) for placed in scene.placed if placed.stamp[0] is badge)
        assert numbers == sorted(mark.text for mark in shown.marks if mark.kind == "target"), "each is in the picture"


@pytest.mark.parametrize("key, options, seats", OPTIONS)
def test_every_choice_with_a_place_has_its_number_and_every_number_its_choice(
    key: str, options: dict[str, str], seats: int
) -> None:
    rng = Random(key)
    for match in islice(positions(key, options, seats, rng), 0, None, 9):
        for draft in drafts(match, rng):
            if draft.question is not None:
                for page in range(min(MOST_PAGES, len(questions.pages(draft.question)))):
                    check_page(draft, draft.question, page)


@pytest.mark.parametrize("key, options, seats", [one for one in OPTIONS if one[0] != "piously"])
def test_nothing_moves_within_one_draft(key: str, options: dict[str, str], seats: int) -> None:
    """From the first answer on every cell stays where it was; where pages of a large board are turned, in its page."""
    rng = Random(key)
    for match in islice(positions(key, options, seats, rng), 0, None, 11):
        places = []
        for draft in drafts(match, rng):
            if draft.question is not None and len(questions.pages(draft.question)) > 1:
                break
            if draft.tokens:
                table = with_players(draft_table(draft, 0), match, 0, None, LANGUAGES[0])
                _, stage = frame(table, look_of(table, "dark"), WIDTH)
                places.append([board.at for board in stage.boards])
        assert all(place == places[0] for place in places)


def test_a_close_up_of_rooms_stays_as_long_as_it_shows_all_choices() -> None:
    """While no room is moved; each cell has room for a name, a thing and a number on a phone."""
    rng, close = Random(3), 0
    for match in islice(positions("piously", {"board": "random"}, 2, rng), 4, None, 11):
        first = None
        for draft in drafts(match, rng):
            table = draft_table(draft, 0)
            (board,) = frame(table, look_of(table, "dark"), WIDTH)[1].boards
            wanted = {cell for mark in table.marks if mark.kind in ("target", "chosen") for cell in mark.cells}
            first = first or board
            if table.areas[0].room or not table.opening or not wanted.union(table.near) <= first.at.keys():
                break
            assert board.at == first.at
            close += bool(board.beyond)
            assert board.spacing / 3 >= 40 or not board.beyond
    assert close > 100


def test_a_close_up_of_a_page_stays_until_the_move_is_confirmed() -> None:
    match = next(positions("conquid", {"size": "large"}, 2, Random(1)))
    asked = draft_of(match, match.to_act[0], ("A",))
    assert asked.question is not None
    for page in (0, 7):
        three = [choice.token for choice in questions.choices_of_page(asked.question, page)][:3]
        whole = draft_of(match, match.to_act[0], ("A", asked.question.answer(three)))
        assert whole.complete
        before, after = (
            frame(table, look_of(table, "dark"), WIDTH)[1].boards[0].at
            for table in (draft_table(asked, page), draft_table(whole, 0))
        )
        assert before == after


@pytest.mark.parametrize("key, options, seats", OPTIONS)
def test_labels_of_answers_fit_a_phone_in_both_languages(key: str, options: dict[str, str], seats: int) -> None:
    """20 letters on a button; what does not fit would become a menu, and cost a tap more."""
    rng = Random(3)
    for match in islice(positions(key, options, seats, rng), 0, None, 9):
        for draft in drafts(match, rng):
            for language in LANGUAGES:
                for item in compose(draft, 0, PICTURE.item(""), language).walk_children():
                    if isinstance(item, ui.Button):
                        assert len(item.label or "") <= READ_AT_A_GLANCE, item.label
            question = draft.question
            if question is not None and question.most == 1 and len(question.choices) <= 20 and key != "piously":
                for language in LANGUAGES:
                    labels = questions.numbered_labels(question.choices, language)
                    assert questions.are_buttons(question, labels), labels


def test_the_last_move_stays_to_be_seen_faintly() -> None:
    first, second = islice(positions("choccer", {}, 2, Random(1)), 2)
    game = games.find("choccer")
    state = game.rules.start(2, {})
    description = game.presenter.describe(state, first.to_act[0].seat, game.rules.parse("h4-g4"))
    last = Last(LogEntry(0, first.to_act[0].seat, "h4-g4", second.position, 0), description, 1)
    table = draft_table(draft_of(second, second.to_act[0], ()), 0)
    shown = with_last_faded(table, last)
    faint = (Mark("from", ("h4",), faded=True), Mark("last", ("g4",), faded=True))
    assert shown.marks == (*faint, *table.marks), "under all that can be chosen"
    assert with_last_faded(table, None) is table


@pytest.mark.parametrize("ply, least", [(5, 18), (150, 10)])
def test_numbers_on_the_largest_board_can_be_read_on_a_phone(ply: int, least: float) -> None:
    """Pixels of a cell in a picture of 400 pixels: what is suggested lies close together, and so do regions."""
    match = next(islice(positions("conquid", {"size": "large"}, 2, Random(1)), ply, None))
    draft = draft_of(match, match.to_act[0], ("A",))
    assert draft.question is not None
    for page in range(len(questions.pages(draft.question))):
        table = with_players(draft_table(draft, page), match, 0, None, LANGUAGES[0])
        (board,) = frame(table, look_of(table, "dark"), WIDTH)[1].boards
        assert board.unit / 3 >= (16 if page == 0 else least)


def test_a_question_without_places_shows_the_part_of_the_largest_board_that_was_played_in() -> None:
    """Its cells would have 9 pixels on a phone."""
    match = next(islice(positions("conquid", {"size": "large"}, 2, Random(1)), 5, None))
    table = draft_table(draft_of(match, match.to_act[0], ()), 0).with_marks(Mark("last", ("k10", "m12"), faded=True))
    shown = with_players(table, match, 0, None, LANGUAGES[0])
    (board,) = frame(shown, look_of(shown, "dark"), WIDTH)[1].boards
    assert board.unit / 3 >= 14.5
    assert {"k10", "m12"} <= board.at.keys()


def test_blocks_that_are_asked_for_are_shown_whole_and_stay_where_they_are() -> None:
    starts = (draft_of(match, match.to_act[0], ()) for match in positions("conquid", {"size": "large"}, 2, Random(1)))
    start = next(one for one in starts if one.question and "V" in {choice.token for choice in one.question.choices})
    asked = draft_of(start.match, start.player, ("V",))
    assert asked.question is not None
    choice = questions.choices_of_page(asked.question, 0)[0]
    whole = draft_of(start.match, start.player, ("V", choice.token))
    before, after = (
        frame(table, look_of(table, "dark"), WIDTH)[1].boards[0].at
        for table in (draft_table(asked, 0), draft_table(whole, 0))
    )
    assert before == after
    assert set(choice.cells) <= before.keys()

"""The words of a hint, and its button *Play it*."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from discord import ui

import games
from bot.match.play import game_of
from bot.match.turn_draft import Draft, draft_of
from bot.match.turn_path import MARK, read_path
from bot.ui.components.custom_id import read_click
from bot.ui.i18n.language import Language
from bot.ui.limits import CUSTOM_ID, MESSAGE_TEXT
from bot.ui.pages.hint import hint_words, play_it
from games.core.description import MoveDescription, join_steps
from games.core.i18n import gettext
from games.core.sentences import sentences
from games.piously.boards import CLASSIC
from games.piously.notation import board_text
from tests.bot.random_turns import middle_of, turn_of


@pytest.mark.parametrize("key", games.keys())
def test_every_turn_finds_room_in_a_button(key: str) -> None:
    """As text, or as the choices that lead to it."""
    dice = Random(7)
    for number in range(60):
        draft = middle_of(key, dice, number // 2)
        turn = turn_of(draft, dice)
        (row,) = play_it(draft, turn, Language("en"))
        assert isinstance(row, ui.ActionRow)
        (button,) = row.children
        assert isinstance(button, ui.Button)
        assert button.custom_id is not None
        assert len(button.custom_id) <= CUSTOM_ID
        click = read_click(button.custom_id)
        assert click is not None, turn
        said = read_path(draft, click.rest) if click.rest.startswith(MARK) else click.rest
        assert (click.match, click.turn, said) == (draft.match.id, draft.match.turn, turn)


def test_a_hint_tells_each_step_of_a_long_turn_on_a_line_of_its_own() -> None:
    match = middle_of("piously", Random(1), 4).match
    steps = [gettext("You bless {tile}", tile=tile) for tile in ("P1", "P2", "P3")]
    assert hint_words(match, sentences(*steps), Language("en")) == "You bless P1. You bless P2. You bless P3."
    assert hint_words(match, sentences(*steps, "You end the turn"), Language("en")) == (
        "- You bless P1.\n- You bless P2.\n- You bless P3.\n- You end the turn."
    )


def told_turn(draft: Draft, turn: str) -> MoveDescription:
    """The steps of a turn in words, as one."""
    game, state = game_of(draft.match), draft.state
    steps: list[MoveDescription] = []
    for text in turn.split() if game.info.multi_step else [turn]:
        move = game.rules.parse(text)
        steps.append(game.presenter.describe(state, draft.seat, move))
        state = game.rules.play(state, draft.seat, move)
    return join_steps(steps)


def with_spells(draft: Draft, owners: str) -> Draft:
    """White's turn in Piously, with all actions and seven spells: the artworks or bewitchments of all rooms."""
    auras, objects = "w.b./.w../b.w./..b./w.../.b../..w./-", "W=P1,B=S1,P=O1,I=O2,O=U1,U=U2,S=S2,L=L1,Y=Y1"
    match = replace(draft.match, position=f"{board_text(CLASSIC)}/X- {auras} {objects} {owners} - w3 9")
    return draft_of(match, match.players[0], ())


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("key", games.keys())
def test_nothing_of_the_longest_turns_is_cut_off(key: str, code: str) -> None:
    dice, longest = Random(9), 0
    drafts = [middle_of(key, dice, number) for number in range(60)]
    if key == "piously":
        drafts += [with_spells(drafts[0], owners) for owners in ("wwwwwww", "bbbbbbb")] * 30
    for draft in drafts:
        turn = told_turn(draft, turn_of(draft, dice))
        said = hint_words(draft.match, sentences(turn.personal, "This keeps it"), Language(code))
        assert "…" not in said
        assert said.endswith("This keeps it.")
        longest = max(longest, len(said))
    assert longest < MESSAGE_TEXT

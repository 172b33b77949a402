"""The button *Play it* of a hint holds any turn: as text where it is short, else as the choices that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

import games
from bot.match.errors import Stale
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.match.play import game_of, state_of
from bot.match.turn_draft import Draft, draft_of
from bot.match.turn_path import MARK, read_path, write_path
from bot.ui.components.custom_id import Click
from bot.ui.pages.typed import READING
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Seat, Turn


def middle_of(key: str, dice: Random, moves: int) -> Draft:
    """Nothing drafted yet in a match that has gone so far at random."""
    game = games.find(key)
    state = game.rules.start(2, game.info.check_options({}))
    while isinstance(status := game.rules.status(state), Turn) and (moves > 0 or CHANCE in status.seats):
        seat = min(status.seats)
        chance = seat == CHANCE
        move = random_move(game.rules, state, seat, dice)
        following = game.rules.play(state, seat, move)
        if not isinstance(game.rules.status(following), Turn):
            break
        state, moves = following, moves - (not chance)
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    seats = tuple(Player(Seat(n), UserId(n + 1), "AB"[n], to_act=n in status.seats) for n in range(2))
    match = Match(
        MatchId(12_345_678), "K7QFM", key, 1, game.info.check_options({}), seats, UserId(1), Place(1, 2),
        stage=Stage.LIVE, position=game.rules.dump(state), turn=12_345, ply=999,
    )  # fmt: skip
    return draft_of(match, seats[min(status.seats)], ())


def turn_of(draft: Draft, dice: Random) -> str:
    """A whole turn at random, as long as can be."""
    game, state = game_of(draft.match), state_of(draft.match)
    steps: list[str] = []
    while True:
        texts = list(islice(map(game.rules.text, game.rules.legal(state, draft.seat)), 500))
        move = game.rules.parse(dice.choice([text for text in texts if not text.startswith("end")] or texts))
        steps.append(game.rules.text(move))
        state = game.rules.play(state, draft.seat, move)
        status = game.rules.status(state)
        if not game.info.multi_step or not isinstance(status, Turn) or status.seats != {draft.seat}:
            return " ".join(steps)


def _fits(draft: Draft, texts: Sequence[str]) -> bool:
    return any(Click(READING, draft.match.id, draft.match.turn, text).fits for text in texts)


@pytest.mark.parametrize("key", games.keys())
def test_every_turn_finds_room_in_a_button_and_is_read_again(key: str) -> None:
    dice = Random(7)
    for number in range(60):
        draft = middle_of(key, dice, number // 2)
        turn = turn_of(draft, dice)
        path = write_path(draft, turn)
        assert path.startswith(MARK)
        assert read_path(draft, path) == turn
        assert _fits(draft, (turn, path)), turn


def test_a_turn_of_many_spells_is_shorter_as_a_path() -> None:
    dice = Random(3)
    turns = [(draft, turn_of(draft, dice)) for draft in (middle_of("piously", dice, 150) for _ in range(60))]
    long = [(draft, turn) for draft, turn in turns if len(turn) > 50]
    assert long
    assert all(len(write_path(draft, turn)) < len(turn) for draft, turn in long)


@pytest.mark.parametrize("path", ["~", "~0", "~ffffff.0", "~1.zz.-", "~1.=m", "~abc.0-0-0.1"])
def test_a_path_that_leads_elsewhere_is_refused_with_the_next_step(path: str) -> None:
    with pytest.raises(Stale, match="Ask for another"):
        read_path(middle_of("piously", Random(1), 20), path)


def test_a_path_from_before_another_step_was_drafted_is_refused() -> None:
    draft = middle_of("piously", Random(5), 30)
    turn = turn_of(draft, Random(2))
    path = write_path(draft, turn)
    question = draft.question
    assert question is not None
    later = next(
        one
        for choice in question.choices
        if not (one := draft_of(draft.match, draft.player, (choice.token,))).complete and one.steps
    )
    with pytest.raises(Stale):
        read_path(later, path)

"""Invalid input: each is refused with a sentence, by the right kind of error."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.game import AnyGame
from games.core.status import CHANCE, Outcome, Seat
from tests.games.conformance.walks import EACH_GAME, State, random_step, seatings, turn_of, walks

UNREADABLE = ["", " ", "?", "💥", "\N{NULL}", "zz99-zz99-", "a" * 5000, "1" * 400]
"""What is no move and no position in any game."""


@EACH_GAME
def test_moves_out_of_turn_are_refused(game: AnyGame) -> None:
    rng = Random(11)
    for state, _ in walks(game, 15):
        if isinstance(game.rules.status(state), Outcome):
            continue
        _, move, _ = random_step(game, state, rng)
        for number in set(range(game.rules.seats(state))) - set(turn_of(game, state).seats):
            with pytest.raises(NotYourTurn) as refused:
                game.rules.play(state, Seat(number), move)
            assert str(refused.value).strip()


@EACH_GAME
def test_moves_of_other_positions_are_refused_where_they_are_illegal(game: AnyGame) -> None:
    rng = Random(11)
    pool: list[Any] = []
    for state, _ in walks(game, 15):
        if isinstance(game.rules.status(state), Outcome):
            continue
        seat, move, _ = random_step(game, state, rng)
        for other in pool[-10:]:
            check_played_or_refused(game, state, seat, other)
        pool.append(move)


def check_played_or_refused(game: AnyGame, state: State, seat: Seat, move: object) -> None:
    """A legal move is played; all others are refused with a sentence."""
    if move in game.rules.legal(state, seat):
        assert game.rules.play(state, seat, move) != state
        return
    with pytest.raises(IllegalMove) as refused:
        game.rules.play(state, seat, move)
    assert str(refused.value).strip()


@EACH_GAME
@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_unreadable_text_is_bad_notation(game: AnyGame, text: str) -> None:
    with pytest.raises(BadNotation):
        game.rules.load(text, game.info.check_options({}))
    with pytest.raises(BadNotation) as refused:
        game.rules.parse(text)
    assert str(refused.value).strip()


@EACH_GAME
def test_misspelt_moves_are_unreadable_or_other_moves(game: AnyGame) -> None:
    """One sign of a legal move changed: what cannot be read is BadNotation, what can is legal or refused."""
    rng = Random(13)
    unreadable = 0
    for state, _ in walks(game, 12):
        if isinstance(game.rules.status(state), Outcome):
            continue
        seat, move, _ = random_step(game, state, rng)
        if seat == CHANCE:
            continue
        text = game.rules.text(move)
        place = rng.randrange(len(text))
        misspelt = text[:place] + rng.choice("?a9-@ ,") + text[place + 1 :]
        other = read_move(game, misspelt)
        if other is None:
            unreadable += 1
        else:
            assert game.rules.parse(game.rules.text(other)) == other
            check_played_or_refused(game, state, seat, other)
    assert unreadable


def read_move(game: AnyGame, text: str) -> object:
    """The move, or None where the text is bad notation."""
    try:
        return game.rules.parse(text)
    except BadNotation:
        return None


@EACH_GAME
def test_a_position_with_a_strange_sign_is_bad_notation(game: AnyGame) -> None:
    rng = Random(14)
    for state, options in walks(game, 12):
        line = game.rules.dump(state)
        place = rng.randrange(len(line))
        with pytest.raises(BadNotation) as refused:
            game.rules.load(line[:place] + "💥" + line[place + 1 :], options)
        assert str(refused.value).strip()


@EACH_GAME
def test_seats_and_options_that_the_game_has_not_are_refused(game: AnyGame) -> None:
    options = game.info.check_options({})
    for seats in (-1, 0, game.info.min_seats - 1, game.info.max_seats + 1):
        with pytest.raises(BadNotation):
            game.rules.start(seats, options)
    with pytest.raises(BadNotation):
        game.info.check_options({"no such option": "1"})
    for option in game.info.options:
        with pytest.raises(BadNotation):
            game.rules.start(seatings(game)[-1], game.info.check_options({option.key: "no such value"}))

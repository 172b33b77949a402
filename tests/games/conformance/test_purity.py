"""States are frozen values: nothing that is asked of the rules changes them."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain, islice
from random import Random

import pytest

from games.core.errors import GameError
from games.core.game import AnyGame
from games.core.status import Outcome, Seat
from tests.games.conformance.walks import EACH_GAME, random_step, recorded_states, to_act, walks


@EACH_GAME
def test_a_move_leaves_the_state_before_it(game: AnyGame) -> None:
    for state, _ in chain(walks(game, 40), recorded_states(game)):
        if isinstance(game.rules.status(state), Outcome):
            continue
        line, digest, copy = game.rules.dump(state), hash(state), deepcopy(state)
        seat, move, after = random_step(game, state, Random(3))
        assert game.rules.dump(state) == line
        assert hash(state) == digest
        assert state == copy
        again = game.rules.play(state, seat, move)
        assert again == after
        assert hash(again) == hash(after)


@EACH_GAME
def test_a_refusal_leaves_the_state(game: AnyGame) -> None:
    for state, _ in walks(game, 20):
        copy = deepcopy(state)
        for number in set(range(game.rules.seats(state))) - set(to_act(game, state)):
            for seat in to_act(game, state):
                move = game.rules.legal(state, seat).sample(Random(6))
                with pytest.raises(GameError):
                    game.rules.play(state, Seat(number), move)
        assert state == copy


@EACH_GAME
def test_showing_a_state_leaves_it(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 40), 0, None, 7):
        copy = deepcopy(state)
        game.presenter.table(state, None)
        for seat in range(game.rules.seats(state)):
            view = game.rules.view(state, Seat(seat))
            game.presenter.table(view, Seat(seat))
            game.player.evaluate(view, Seat(seat))
        for seat in to_act(game, state):
            game.presenter.ask(state, seat, ())
            game.presenter.suggest(state, seat, "")
        assert state == copy

"""Random play: who may act, and how matches end."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from games.core.errors import NotYourTurn
from games.core.game import AnyGame
from games.core.status import Outcome, Seat, Turn
from tests.games.conformance.walks import (
    EACH_GAME,
    option_sets,
    random_step,
    recorded_states,
    seatings,
    to_act,
    walks,
)


@EACH_GAME
def test_somebody_is_to_act_and_can_until_the_match_ends(game: AnyGame) -> None:
    for state, _ in walks(game):
        seats = range(game.rules.seats(state))
        status = game.rules.status(state)
        if isinstance(status, Turn):
            assert status.seats
            assert status.phase
            assert all(game.rules.legal(state, seat).count() != 0 for seat in status.seats)
        else:
            assert len(status.places) == len(seats)
            assert len(status.scores) in {0, len(seats)}
            assert [1 + sum(other < place for other in status.places) for place in status.places] == [*status.places]
            assert status.reason


@EACH_GAME
def test_every_number_of_seats_can_be_started(game: AnyGame) -> None:
    for seats in seatings(game):
        assert game.rules.seats(game.rules.start(seats, option_sets(game)[0])) == seats


@EACH_GAME
def test_only_the_seats_on_turn_have_moves(game: AnyGame) -> None:
    for state, _ in chain(walks(game, 20), recorded_states(game)):
        for number in set(range(game.rules.seats(state))) - set(to_act(game, state)):
            legal = game.rules.legal(state, Seat(number))
            assert legal.count() == 0
            assert list(legal) == []


@EACH_GAME
def test_after_the_end_nobody_may_play(game: AnyGame) -> None:
    for state, _ in chain(walks(game), recorded_states(game)):
        if not isinstance(game.rules.status(state), Outcome):
            seat, move, after = random_step(game, state, Random(3))
            if isinstance(game.rules.status(after), Outcome):
                for number in range(game.rules.seats(after)):
                    with pytest.raises(NotYourTurn):
                        game.rules.play(after, Seat(number), move)
                assert not game.rules.legal(after, seat).count()

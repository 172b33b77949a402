"""The computer opponent of every game."""

from __future__ import annotations

from itertools import chain, islice, product
from random import Random

import pytest

from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.status import Outcome, Seat
from tests.games.conformance.walks import (
    EACH_GAME,
    JumpingClock,
    option_sets,
    random_step,
    recorded_states,
    seatings,
    to_act,
    walks,
)


@EACH_GAME
def test_every_level_answers_legally_and_repeatably(game: AnyGame) -> None:
    for level in game.info.levels:
        rng = Random(9)
        state = game.rules.start(seatings(game)[0], option_sets(game)[0])
        asked = 0
        while asked < 3 and not isinstance(game.rules.status(state), Outcome):
            for seat in to_act(game, state)[:1]:
                view = game.rules.view(state, seat)
                thoughts = [game.player.think(view, seat, level, Budget(nodes=150), Random(1)) for _ in range(2)]
                assert thoughts[0].move in game.rules.legal(state, seat)
                assert thoughts[0].move == thoughts[1].move
                assert thoughts[0].why.words
                asked += 1
            for _ in range(4):
                if not isinstance(game.rules.status(state), Outcome):
                    _, _, state = random_step(game, state, rng)
        assert asked, f"nobody was asked at {level}"


@EACH_GAME
def test_proposed_moves_are_legal_and_at_least_one(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 20), 0, None, 7):
        for seat in to_act(game, state):
            legal = game.rules.legal(state, seat)
            proposed = list(game.player.propose(state, seat, Random(3)))
            assert proposed
            assert all(move in legal for move in proposed)


@EACH_GAME
def test_evaluations_lie_between_lost_and_won(game: AnyGame) -> None:
    for state, _ in islice(walks(game), 0, None, 5):
        for seat in range(game.rules.seats(state)):
            assert -1 <= game.player.evaluate(state, Seat(seat)) <= 1


@EACH_GAME
def test_the_winner_of_a_match_stands_best(game: AnyGame) -> None:
    for state, _ in chain(walks(game), recorded_states(game)):
        status = game.rules.status(state)
        if isinstance(status, Outcome) and status.winner is not None:
            values = [game.player.evaluate(state, Seat(seat)) for seat in range(game.rules.seats(state))]
            assert [value == max(values) for value in values].count(True) == 1
            assert max(values) == values[status.winner] > 0


@EACH_GAME
@pytest.mark.parametrize("looks", [1, 2, 30, 100])
def test_every_level_stops_when_its_time_is_over(game: AnyGame, looks: int) -> None:
    """However little it has looked ahead, it answers after a few more looks at its clock, with a legal move."""
    state, rng = game.rules.start(seatings(game)[0], option_sets(game)[0]), Random(9)
    states = [state]
    while len(states) < 7 and not isinstance(game.rules.status(state), Outcome):
        _, _, state = random_step(game, state, rng)
        states.append(state)
    state = next(state for state in reversed(states) if to_act(game, state))
    seat = to_act(game, state)[0]
    for level in game.info.levels:
        clock = JumpingClock(looks)
        thought = game.player.think(
            game.rules.view(state, seat), seat, level, Budget(seconds=1, clock=clock), Random(1)
        )
        assert thought.move in game.rules.legal(state, seat)
        assert clock.looks_too_late <= 20, level


@EACH_GAME
def test_values_of_thoughts_are_shares_and_alternatives_are_other_legal_moves(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 20), 0, None, 29):
        for seat, level in product(to_act(game, state)[:1], game.info.levels):
            legal = game.rules.legal(state, seat)
            thought = game.player.think(game.rules.view(state, seat), seat, level, Budget(nodes=300), Random(5))
            assert thought.value is None or 0 <= thought.value <= 1
            assert thought.move not in [other.move for other in thought.alternatives]
            for other in thought.alternatives:
                assert other.move in legal
                assert 0 <= other.value <= 1


@EACH_GAME
def test_what_repeats_a_position_is_worth_a_tie_where_that_ends_a_match(game: AnyGame) -> None:
    """So who is ahead does something else, unless nothing else is better than a tie."""
    if game.info.repetition is None:
        return
    others = 0
    for state, _ in islice(walks(game, 24), 8, None, 8):
        for seat in to_act(game, state)[:1]:
            best = game.player.think(state, seat, "master", Budget(nodes=300), Random(1))
            after = game.rules.play(state, seat, best.move)
            if best.value is None or not 0.55 < best.value < 0.99 or isinstance(game.rules.status(after), Outcome):
                continue
            again = game.player.think(state, seat, "master", Budget(nodes=300), Random(1), [after])
            assert again.value is not None
            assert again.move != best.move or again.value < best.value
            others += again.move != best.move
    assert others

"""Who may know what, and decisions that several seats take at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from typing import Any

from games.core.game import AnyGame
from games.core.status import Seat
from tests.games.conformance.walks import EACH_GAME, State, recorded_states, to_act, turn_of, walks


def sealed_decisions(game: AnyGame) -> Iterator[tuple[State, Seat, Seat]]:
    """States in which two seats decide without knowing of each other."""
    for state, _ in chain(walks(game), recorded_states(game)):
        seats = to_act(game, state)
        if len(seats) > 1:
            yield state, seats[0], seats[1]
            yield state, seats[1], seats[0]


def moves(game: AnyGame, state: State, seat: Seat) -> list[Any]:
    """A few legal moves, each once."""
    legal = game.rules.legal(state, seat)
    return list(dict.fromkeys(legal.sample(Random(number)) for number in range(8)))


@EACH_GAME
def test_sealed_moves_may_come_in_any_order(game: AnyGame) -> None:
    for state, first, second in sealed_decisions(game):
        one, two = moves(game, state, first)[0], moves(game, state, second)[-1]
        there = game.rules.play(game.rules.play(state, first, one), second, two)
        back = game.rules.play(game.rules.play(state, second, two), first, one)
        assert there == back


@EACH_GAME
def test_a_sealed_move_is_hidden_from_all_others(game: AnyGame) -> None:
    """Whatever the first has chosen, the second and those who watch see the same."""
    for state, first, second in sealed_decisions(game):
        after = [game.rules.play(state, first, move) for move in moves(game, state, first)]
        for viewer in (second, None):
            assert len({game.rules.dump(game.rules.view(chosen, viewer)) for chosen in after}) == 1
            tables = [game.presenter.table(game.rules.view(chosen, viewer), viewer) for chosen in after]
            assert all(table == tables[0] for table in tables)


@EACH_GAME
def test_a_seat_can_play_on_what_it_sees(game: AnyGame) -> None:
    """Same turn, same legal moves; and seeing twice shows no more."""
    for state, options in islice(chain(walks(game, 40), recorded_states(game)), 0, None, 3):
        for seat in to_act(game, state):
            view = game.rules.view(state, seat)
            assert game.rules.load(game.rules.dump(view), options) == view
            assert game.rules.view(view, seat) == view
            assert seat in turn_of(game, view).seats
            assert game.rules.legal(view, seat).count() == game.rules.legal(state, seat).count()


@EACH_GAME
def test_what_is_hidden_is_filled_in_with_what_can_be(game: AnyGame) -> None:
    """`determinize` keeps all that the seat sees."""
    for state, _ in islice(chain(walks(game, 40), recorded_states(game)), 0, None, 3):
        for seat in to_act(game, state):
            view = game.rules.view(state, seat)
            assert game.rules.view(game.player.determinize(view, seat, Random(2)), seat) == view

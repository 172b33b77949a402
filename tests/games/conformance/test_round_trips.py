"""Positions and moves are text: written and read, they are the same again."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

from games.core.game import AnyGame
from games.core.status import CHANCE
from tests.games.conformance.walks import EACH_GAME, recorded_states, to_act, walks


@EACH_GAME
def test_positions_make_the_round_trip(game: AnyGame) -> None:
    for state, options in chain(walks(game), recorded_states(game)):
        line = game.rules.dump(state)
        assert "\n" not in line
        loaded = game.rules.load(line, options)
        assert loaded == state
        assert game.rules.dump(loaded) == line
        assert game.rules.status(loaded) == game.rules.status(state)


@EACH_GAME
def test_moves_make_the_round_trip(game: AnyGame) -> None:
    for state, _ in walks(game, 30):
        for seat in to_act(game, state, chance=True):
            legal = game.rules.legal(state, seat)
            sampled = (
                [game.rules.deal(state, Random(5))] if seat == CHANCE else [legal.sample(Random(n)) for n in range(5)]
            )
            for move in [*sampled, *(islice(legal, 50) if legal.count() is not None else ())]:
                assert move in legal
                text = game.rules.text(move)
                assert "\n" not in text
                assert game.rules.parse(text) == move


@EACH_GAME
def test_capitals_mean_the_same_move(game: AnyGame) -> None:
    for state, _ in walks(game, 30):
        for seat in to_act(game, state):
            text = game.rules.text(game.rules.legal(state, seat).sample(Random(4)))
            assert game.rules.text(game.rules.parse(text.upper())) == text


@EACH_GAME
def test_the_tokens_of_a_move_make_its_text(game: AnyGame) -> None:
    for state, _ in walks(game, 30):
        for seat in to_act(game, state):
            legal = game.rules.legal(state, seat)
            if legal.count() is not None:
                for move in islice(legal, 50):
                    assert game.presenter.compose(game.presenter.tokens(state, move)) == game.rules.text(move)

"""How a person is asked for a move: the questions reach every legal move, and nothing else."""

from __future__ import annotations

from itertools import islice
from random import Random

from games.core.game import AnyGame
from games.core.question import DONE, answers
from games.core.status import Seat
from tests.games.conformance.walks import EACH_GAME, State, to_act, walks


@EACH_GAME
def test_questions_lead_to_legal_moves_and_nowhere_else(game: AnyGame) -> None:
    rng = Random(7)
    for state, _ in islice(walks(game, 40), 0, None, 4):
        for seat in to_act(game, state):
            for _ in range(3):
                move = game.rules.parse(random_draft(game, state, seat, rng))
                assert move in game.rules.legal(state, seat), game.rules.text(move)


def random_draft(game: AnyGame, state: State, seat: Seat, rng: Random) -> str:
    """The text of a move that random answers lead to."""
    draft: tuple[str, ...] = ()
    for _ in range(200):
        question = game.presenter.ask(state, seat, draft)
        if question is None:
            return game.presenter.compose(draft)
        assert question.choices
        assert question.prompt
        assert len({choice.token for choice in question.choices}) == len(question.choices)
        choices = list(islice(answers(question), 200))
        forward = [token for token in choices if token != DONE] or choices
        draft = (*draft, rng.choice(choices if rng.random() < 0.5 else forward))
    raise AssertionError(f"no end to {draft[:10]}")


@EACH_GAME
def test_every_legal_move_is_reached_by_questions(game: AnyGame) -> None:
    """Each token of its path is among the answers, and after the last one nothing more is asked."""
    for state, _ in islice(walks(game, 30), 0, None, 5):
        for seat in to_act(game, state):
            legal = game.rules.legal(state, seat)
            if legal.count() is None:
                continue
            for move in islice(legal, 40):
                tokens = game.presenter.tokens(state, move)
                assert game.presenter.ask(state, seat, tokens) is None, game.rules.text(move)


@EACH_GAME
def test_suggestions_are_legal_moves(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 20), 0, None, 7):
        for seat in to_act(game, state):
            legal = game.rules.legal(state, seat)
            if legal.count() is None:
                continue
            text = game.rules.text(legal.sample(Random(2)))
            for typed in ("", text[:1], text[:3], text):
                found = game.presenter.suggest(state, seat, typed)
                assert len(found) <= 25
                assert all(game.rules.parse(move) in legal for move in found)
            assert text in game.presenter.suggest(state, seat, text)

"""Moves of the tutorial, answered question by question."""

from __future__ import annotations

from collections.abc import Iterator

from bot.ui.pages import tutorial
from bot.ui.pages.questions import NOTHING
from bot.ui.pages.tutorial import Attempt
from games import find
from games.core.question import DONE


def attempts(game: str, number: int, move: str) -> Iterator[tuple[Attempt, list[str]]]:
    """Each question of a step on the way to a move, as the attempt so far and the indices of the next answer."""
    played, made = find(game), tutorial.attempt(game, number)
    tokens = played.presenter.tokens(made.state, played.rules.parse(move))
    while made.question is not None:
        token = tokens[len(made.tokens)] if len(made.tokens) < len(tokens) else DONE
        chosen = token.split(",") if made.question.most > 1 and token != "-" else [token]
        indices = [str(at) for at, choice in enumerate(made.question.choices) if choice.token in chosen]
        yield made, indices
        made = tutorial.attempt(game, number, (*made.path, answer_of(indices)))


def answer_of(indices: list[str]) -> str:
    """The answer that these choices are, in the id of a control."""
    return "+".join(indices) or NOTHING

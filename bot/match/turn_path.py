"""Encodes a turn as the choices that lead to it, which is short enough for a component's custom id.

A path is `~`, a checksum of the turn's text, and for each answer the number of its choice: `~1c0ffe.4.0.1-7`. A token
that no choice stands for is written out after `=`.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from bot.match.errors import Stale
from bot.match.play import game_of
from bot.match.turn_draft import Draft
from games.core.errors import GameError
from games.core.i18n import gettext
from games.core.question import Question

MARK = "~"
"""The first character of a path, which no move begins with."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_path(draft: Draft, turn: str) -> str:
    """Return the path to the steps of `turn` that continue the draft. Raises what the game raises."""
    game, state, seat = game_of(draft.match), draft.open_state, draft.seat
    answers: list[str] = []
    for text in turn.split() if game.info.multi_step else [turn]:
        move = game.rules.parse(text)
        tokens = game.presenter.tokens(state, move)
        for length, token in enumerate(tokens):
            answers.append(_write_answer(game.presenter.ask(state, seat, tokens[:length]), token))
        state = game.rules.play(state, seat, move)
    return ".".join([f"{MARK}{_checksum(turn)}", *answers])


def read_path(draft: Draft, path: str) -> str:
    """Return the text of the turn that a path leads to. Raises Stale if the draft has changed since."""
    checksum, *answers = path.removeprefix(MARK).split(".")
    try:
        turn = " ".join(_steps(draft, answers))
    except (GameError, ValueError, IndexError):
        turn = ""
    if not turn or _checksum(turn) != checksum:
        raise Stale(gettext("You have played on since this hint. Ask for another one."))
    return turn


def _steps(draft: Draft, answers: list[str]) -> Iterator[str]:
    game, state, seat = game_of(draft.match), draft.open_state, draft.seat
    tokens: tuple[str, ...] = ()
    for answer in answers:
        tokens = (*tokens, _read_answer(game.presenter.ask(state, seat, tokens), answer))
        if game.presenter.ask(state, seat, tokens) is None:
            move = game.rules.parse(game.presenter.compose(tokens))
            yield game.rules.text(move)
            state, tokens = game.rules.play(state, seat, move), ()


def _write_answer(question: Question | None, token: str) -> str:
    numbers = {} if question is None else {choice.token: index for index, choice in enumerate(question.choices)}
    chosen = [token] if token in numbers else token.split(",")
    if not all(one in numbers for one in chosen):
        return f"={token}"
    return "-".join(_in_base_36(numbers[one]) for one in chosen)


def _read_answer(question: Question | None, answer: str) -> str:
    if answer.startswith("="):
        return answer[1:]
    choices = () if question is None else question.choices
    return ",".join(choices[int(number, 36)].token for number in answer.split("-"))


def _in_base_36(number: int) -> str:
    return (_in_base_36(number // 36) if number >= 36 else "") + _DIGITS[number % 36]


def _checksum(turn: str) -> str:
    return format(crc32(turn.encode()) & 0xFFFFFF, "x")

"""What a match tells of a move is read back as that move: people copy it, or write as they have read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.ui.i18n.language import Language
from games import find, keys
from games.core.errors import GameError
from games.core.game import AnyGame
from games.core.sentences import fill_names, first_sentence
from games.core.status import Seat
from games.core.typed import LONGEST
from tests.games.conformance.walks import State, recorded_states, to_act, walks

Move = Any
OF_EACH_KIND = 6
"""So many moves of each kind are told."""
SLIPS = 300
"""So many slips are tried for each game and language."""
_ONCE = 30
"""So many legal moves of a position are looked at for kinds."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _kind(text: str) -> str:
    """What a move is, for all that tell by how its notation begins."""
    return re.split(r"[:@\d, ]", text)[0]


def _moves(game: AnyGame, rng: Random) -> Iterator[tuple[State, Seat, Move]]:
    """Positions of recorded and of random matches, and legal moves of every kind that there is."""
    turns = [
        (state, seat) for state, _ in [*recorded_states(game), *walks(game, 40)] for seat in to_act(game, state)[:1]
    ]
    seen: Counter[str] = Counter()
    for state, seat in rng.sample(turns, min(400, len(turns))):
        legal = game.rules.legal(state, seat)
        for move in {game.rules.text(move): move for move in (legal.sample(rng) for _ in range(_ONCE))}.values():
            kind = _kind(game.rules.text(move))
            seen[kind] += 1
            if seen[kind] <= OF_EACH_KIND and kind != "board":  # what a board is made of is not told in words
                yield state, seat, move


def _sentences(game: AnyGame, state: State, seat: Seat, move: Move, language: Language) -> list[str]:
    """The sentence to the player, and the one by name without the name; a choice that is kept secret is not told."""
    described = game.presenter.describe(state, seat, move)
    both = (described.personal, described.words) if game.info.key != "onyx" or state.phase == "play" else ()
    said = (language(fill_names(first_sentence(one), [""] * 4)).strip() for one in both)
    return [one for one in said if len(one) <= LONGEST]


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_told_of_a_move_is_read_back(game: str, language: str) -> None:
    """Where a sentence leaves something open, as that of a spell may, it is asked back."""
    found, shown = find(game), Language(language)
    wrong = {}
    for state, seat, move in _moves(found, Random(3)):
        text = found.rules.text(move)
        for said in _sentences(found, state, seat, move, shown):
            try:
                texts = found.presenter.read(state, seat, said, shown)
            except GameError as error:
                texts = (f"! {error}",)
            if texts != (text,) and not (found.info.multi_step and len(texts) > 1 and text in texts):
                wrong[said] = (text, texts)
    assert wrong == {}


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_slip_never_plays_another_move(game: str, language: str) -> None:
    found, shown, rng = find(game), Language(language), Random(4)
    told = [
        (state, seat, move, said)
        for state, seat, move in _moves(found, rng)
        for said in _sentences(found, state, seat, move, shown)[:1]
        if len(said) < 200 and _WORD.search(said)
    ]
    for _ in range(SLIPS):
        state, seat, move, said = rng.choice(told)
        typed = _with_slip(said, rng)
        try:
            texts = found.presenter.read(state, seat, typed, shown)
        except GameError:
            continue
        if len(texts) == 1 and _is_legal(found, state, seat, texts[0]):
            assert texts == (found.rules.text(move),), typed


def _with_slip(said: str, rng: Random) -> str:
    """The sentence with one letter of a word missing, doubled, swapped with the next, or another."""
    word = rng.choice(list(_WORD.finditer(said)))
    at = rng.randrange(word.start(), word.end() - 1)
    before, one, two, after = said[:at], said[at], said[at + 1], said[at + 2 :]
    return before + rng.choice([two, one + one + two, two + one, rng.choice(_LETTERS) + two]) + after


def _is_legal(game: AnyGame, state: State, seat: Seat, text: str) -> bool:
    try:
        for step in text.split() if game.info.multi_step else [text]:
            state = game.rules.play(state, seat, game.rules.parse(step))
    except GameError:
        return False
    return True

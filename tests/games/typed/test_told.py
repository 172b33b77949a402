"""What a match tells of a move is read back as that move: people copy it, or write as they have read."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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
from games.piously.spells import SPELLS, ready_spells
from tests.games.conformance.walks import State, recorded_states, to_act, walks

Move = Any
OF_EACH_KIND = 6
"""So many moves of each kind are told."""
CASTS_OF_EACH_SPELL, LEAST_CASTS = 60, 10
"""So many casts of each spell of Piously are told, and of the rarest at least so many."""
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


def _misread(
    game: AnyGame, moves: Iterable[tuple[State, Seat, Move]], language: Language
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The sentences about moves that are not read as these, each with its move and with what is read."""
    wrong = {}
    for state, seat, move in moves:
        text = game.rules.text(move)
        for said in _sentences(game, state, seat, move, language):
            try:
                texts = game.presenter.read(state, seat, said, language)
            except GameError as error:
                texts = (f"! {error}",)
            if texts != (text,):
                wrong[said] = (text, texts)
    return wrong


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_told_of_a_move_is_read_back(game: str, language: str) -> None:
    found = find(game)
    assert _misread(found, _moves(found, Random(3)), Language(language)) == {}


def _casts(rng: Random) -> list[tuple[State, Seat, Move]]:
    """Casts of Piously, drawn at random: so many of each spell from positions of recorded and of random matches."""
    game = find("piously")
    states = [state for state, _ in [*recorded_states(game), *walks(game, 200)] if state.phase == "play"]
    casts: defaultdict[str, list[tuple[State, Seat, Move]]] = defaultdict(list)
    for state in rng.sample(states, len(states)):
        for spell in ready_spells(state):
            move = spell.draw(state, rng) if len(casts[spell.code]) < CASTS_OF_EACH_SPELL else None
            if move is not None and _is_legal(game, state, state.mover, game.rules.text(move)):
                casts[spell.code].append((state, state.mover, move))
    assert {code: len(found) for code, found in casts.items() if len(found) >= LEAST_CASTS}.keys() == {
        spell.code for spell in SPELLS
    }
    return [cast for found in casts.values() for cast in found]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_told_of_each_of_the_fourteen_spells_is_read_back(language: str) -> None:
    assert _misread(find("piously"), _casts(Random(5)), Language(language)) == {}


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

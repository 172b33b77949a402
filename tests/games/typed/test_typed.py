"""What people type is read: two hundred ways for each game, in both languages, kept as text files beside this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

from bot.ui.i18n.language import Language
from games import every, find, keys
from games.core.errors import BadNotation, GameError, NothingFits
from games.core.game import AnyGame
from games.core.i18n import gettext
from games.core.status import CHANCE, Seat, Turn
from games.core.typed import COMMON, Token, Vocabulary, tokens
from tests.games.conformance.walks import State, to_act, walks

FOLDER = Path(__file__).parent
WAYS = 200
"""So many ways of typing are known for each game."""


@dataclass(frozen=True)
class Line:
    """A line of a corpus: in which position and language something is typed, and what it means."""

    typed: str
    means: str
    position: str
    language: str
    options: dict[str, str] = field(default_factory=dict)


def corpus(game: str) -> Iterator[Line]:
    """The lines of a game's file. A line `name: value` sets what holds for those that follow."""
    options = {option.key: option.default for option in find(game).info.options}
    now = {"position": "", "language": "en"}
    for row in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        name, colon, value = row.partition(": ")
        if colon and name in now:
            now[name] = value
        elif colon and name == "options":
            options = dict(pair.split("=") for pair in value.split())
        elif row and not row.startswith("#"):
            typed, _, means = row.rpartition(" = ")
            yield Line(typed, means, now["position"], now["language"], options)


def reading(game: str, line: Line) -> str:
    """What the line means today, in the form of the file."""
    found = find(game)
    state = found.rules.load(line.position, line.options)
    seat = Seat(0)
    try:
        texts = found.presenter.read(state, seat, line.typed, Language(line.language))
    except GameError:
        return "!"
    if len(texts) > 1:
        shown = " | ".join(texts[:4])
        return f"{shown} | ..." if len(texts) > 4 else shown
    try:
        for step in texts[0].split() if found.info.multi_step else texts:
            state = found.rules.play(state, seat, found.rules.parse(step))
    except GameError:
        return f"{texts[0]} !"
    return texts[0]


@pytest.mark.parametrize("game", keys())
def test_what_people_type_is_read(game: str) -> None:
    wrong = {line.typed: (reading(game, line), line.means) for line in corpus(game)}
    assert {typed: pair for typed, pair in wrong.items() if pair[0] != pair[1]} == {}


@pytest.mark.parametrize("game", keys())
def test_two_hundred_ways_are_known_in_both_languages(game: str) -> None:
    read = [line for line in corpus(game) if line.means != "!"]
    assert len(read) >= WAYS
    assert {line.language for line in read} == {"en", "de"}


def _turns(game: str, rng: Random, most: int = 30) -> Iterator[tuple[Any, Seat]]:
    """Some positions of random play, at most so many, and who acts in them."""
    found = find(game)
    turns = [(state, seat) for state, _ in walks(found, 25) for seat in to_act(found, state)[:1]]
    yield from rng.sample(turns, min(most, len(turns)))


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_notation_that_is_legal_is_read_as_it_stands(game: str, language: str) -> None:
    found, rng = find(game), Random(7)
    for state, seat in _turns(game, rng):
        move = found.rules.text(found.rules.legal(state, seat).sample(rng))
        for typed in (move, move.upper(), move.lower(), f"  {move} "):
            assert found.presenter.read(state, seat, typed, Language(language)) == (move,), typed


def _whole_turns(game: str, rng: Random, count: int) -> Iterator[tuple[Any, Seat, tuple[str, ...]]]:
    """Turns of several steps from positions of random play, each with all of its steps as notation."""
    found = find(game)
    for state, seat in _turns(game, rng, count):
        steps: list[str] = []
        after = state
        while len(steps) < 8 and isinstance(status := found.rules.status(after), Turn) and seat in status.seats:
            move = found.rules.legal(after, seat).sample(rng)
            steps.append(found.rules.text(move))
            after = found.rules.play(after, seat, move)
        yield state, seat, tuple(steps)


@pytest.mark.parametrize("game", [key for key in keys() if find(key).info.multi_step])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_turn_in_notation_is_read_as_it_stands(game: str, language: str) -> None:
    """A step that is a word as well, like `Im`, says what it says in notation."""
    found = find(game)
    turns = list(_whole_turns(game, Random(7), 80))
    assert any(len(steps) > 2 for _, _, steps in turns)
    for state, seat, steps in turns:
        typed = " ".join(steps)
        assert found.presenter.read(state, seat, typed, Language(language)) == (typed,)


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_number_of_a_move_is_passed_over_as_on_a_score_sheet(game: str, language: str) -> None:
    found, rng = find(game), Random(8)
    for state, seat in _turns(game, rng):
        move = found.rules.text(found.rules.legal(state, seat).sample(rng))
        for typed in (f"25. {move}", f"125) {move}", f"31... {move}"):
            assert found.presenter.read(state, seat, typed, Language(language)) == (move,), typed


@pytest.mark.parametrize("game", keys())
def test_a_letter_that_sticks_to_a_move_is_not_ignored(game: str) -> None:
    """`h4-g4x` is not played as `h4-g4`; where the move ends with a word, more letters may be a slip in it."""
    found, rng = find(game), Random(11)
    tried = 0
    for state, seat in _turns(game, rng):
        move = found.rules.text(found.rules.legal(state, seat).sample(rng))
        for letter in rng.sample(ascii_lowercase, 8) if move[-1].isdecimal() else ():
            for typed in (move + letter, f"{move}{letter}!", f"{move.replace('-', ' ')}{letter} "):
                for language in ("en", "de"):
                    assert _only_reading(found, state, seat, typed, language) != move, (typed, language)
                    tried += 1
    assert tried > 100


def _only_reading(found: AnyGame, state: State, seat: Seat, typed: str, language: str) -> str:
    """The one move that is read; empty where it is refused or asked back."""
    with suppress(GameError):
        texts = found.presenter.read(state, seat, typed, Language(language))
        return texts[0] if len(texts) == 1 else ""
    return ""


def test_words_that_fit_no_legal_move_are_not_ignored() -> None:
    """Nothing is taken at g4: the move itself is offered, not played."""
    choccer = find("choccer")
    state = choccer.rules.start(2, choccer.info.check_options({}))
    for typed in ("h4 takes g4", "h4-g4 gem"):
        with pytest.raises(NothingFits) as refused:
            choccer.presenter.read(state, Seat(0), typed, str)
        assert "h4-g4" in refused.value.possible


def test_one_letter_words_that_say_nothing_new_are_not_ignored() -> None:
    """A colour or a place that is named twice."""
    cyberzul = find("cyberzul")
    options = cyberzul.info.check_options({})
    state = next(one for one, _ in walks(cyberzul) if to_act(cyberzul, one) == [0])
    move = next(one for one in map(cyberzul.rules.text, cyberzul.rules.legal(state, Seat(0))) if one.endswith(" f"))
    state = cyberzul.rules.load(cyberzul.rules.dump(state), options)
    assert cyberzul.presenter.read(state, Seat(0), move, str) == (move,)
    for letter in (move.split()[1][0], "f", "i"):
        with pytest.raises(BadNotation):
            cyberzul.presenter.read(state, Seat(0), move + letter, str)


@pytest.mark.parametrize("game", keys())
def test_several_readings_are_all_legal(game: str) -> None:
    """What is asked back can be played, whatever is typed."""
    found, rng = find(game), Random(8)
    words = sorted({line.typed for line in corpus(game)})
    for state, seat in _turns(game, rng):
        for typed in rng.sample(words, 12):
            try:
                texts = found.presenter.read(state, seat, typed, Language("de"))
            except GameError:
                continue
            for text in texts if len(texts) > 1 else ():
                after = state
                for step in text.split() if found.info.multi_step else [text]:
                    after = found.rules.play(after, seat, found.rules.parse(step))


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language, negation", [("en", "not"), ("en", "don't"), ("de", "nicht"), ("de", "alle außer")])
def test_what_is_not_wanted_is_never_played(game: str, language: str, negation: str) -> None:
    found, rng = find(game), Random(9)
    for state, seat in _turns(game, rng):
        move = found.rules.text(found.rules.legal(state, seat).sample(rng))
        if not move.endswith("none"):  # "not remove none" means no more than it says
            with pytest.raises(GameError):
                found.presenter.read(state, seat, f"{negation} {move}", Language(language))


def test_words_that_say_nothing_are_left_out_and_slips_are_understood() -> None:
    vocabulary = Vocabulary({**COMMON, "star": gettext("star, stars")})
    found = tokens("Plaese, the STARS to Í2!", vocabulary, lambda name: name == "i2")
    assert [token for token in found if token.kind != "sign"] == [
        Token("word", "star"),
        Token("word", "to"),
        Token("name", "i2"),
    ]


def test_what_is_too_long_is_refused_at_once() -> None:
    with pytest.raises(BadNotation):
        tokens("star " * 1000, Vocabulary(COMMON), str.isdecimal)


def test_chance_is_not_typed_for() -> None:
    for game in every():
        state = game.rules.start(game.info.max_seats, {option.key: option.default for option in game.info.options})
        status = game.rules.status(state)
        if isinstance(status, Turn) and CHANCE in status.seats:
            with pytest.raises(GameError):
                game.presenter.read(state, Seat(0), "xyzzy", Language("en"))


@pytest.mark.parametrize(
    "typed, means",
    [
        ("black a", {"b@a"}),
        ("black on w", {"b@w"}),
        ("black b", {"b@b"}),
        ("black piece on b, please", {"b@b"}),
        ("b on c", {"b@c", "b@b p@c", "b@c p@b"}),
        ("black stack w", {"2b@w"}),
        ("black c purple w", {"b@c p@w"}),
        ("a black piece on b", {"b@b", "b@a p@b"}),
        ("pass", {"pass"}),
        ("c", {"b@c", "p@c"}),
    ],
)
def test_spaces_of_one_letter_are_named_in_sentences(typed: str, means: set[str]) -> None:
    """On boards of one's own; what may be a space or a word is asked back where both make a move."""
    onyx = find("onyx")
    state = onyx.rules.start(2, {"board": "custom:a@0,0 b@1,0 c@0,1 w@1,1;a-b-w-c-a"})
    assert set(onyx.presenter.read(state, Seat(0), typed, str)) == means


@pytest.mark.parametrize(
    "typed, words",
    [
        ("99 blue 3", "There is no factory 99. This table has factories 1 to 5."),
        ("6 blue 1", "There is no factory 6. This table has factories 1 to 5."),
        ("blue from factory 12", "There is no factory 12. This table has factories 1 to 5."),
        ("1 blue 7", "There is no line 7. There are lines 1 to 5 and the floor line (f)."),
    ],
)
def test_a_factory_or_line_that_is_not_there_is_told(typed: str, words: str) -> None:
    cyberzul = find("cyberzul")
    state = next(one for one, _ in walks(cyberzul) if to_act(cyberzul, one) and len(one.factories) == 5)
    assert _refusal(cyberzul, state, Seat(state.turn), typed) == words


def _refusal(found: AnyGame, state: State, seat: Seat, typed: str) -> str:
    """Why what is typed cannot be played; empty where it can."""
    try:
        for text in found.presenter.read(state, seat, typed, str):
            found.rules.play(state, seat, found.rules.parse(text))
    except GameError as error:
        return str(error)
    return ""


def refusal(game: str, typed: str, language: str) -> str:
    """Why the text is not read at the first position of a game's file."""
    first = next(corpus(game))
    found = find(game)
    with pytest.raises(GameError) as refused:
        found.presenter.read(found.rules.load(first.position, first.options), Seat(0), typed, Language(language))
    error = refused.value
    return str(Language(language)(error.why if isinstance(error, NothingFits) else error.sentence))


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("typed", ["Überzwerch", "Frobnicate it", "QUUXÄH!"])
def test_a_word_that_is_not_known_is_quoted_as_it_was_typed(game: str, typed: str) -> None:
    """With its capitals and umlauts: nobody wrote "uberzwerch"."""
    assert typed.split(maxsplit=1)[0].rstrip("!") in refusal(game, typed, "de")


@pytest.mark.parametrize(
    "game, typed, language, reason",
    [
        ("cyberzul", "take from the middle", "en", "The centre is empty."),
        ("cyberzul", "nimm aus der Mitte", "de", "In der Mitte liegt nichts."),
        ("piously", "bless, move, bless", "en", "You have no actions left: cast a spell or end your turn."),
        ("piously", "segne, zieh, B", "de", "Du hast keine Aktionen mehr: Wirke einen Zauber oder beende deinen Zug."),
    ],
)
def test_words_that_fit_no_move_are_answered_with_the_reason(game: str, typed: str, language: str, reason: str) -> None:
    assert refusal(game, typed, language) == reason

"""What people ask about a match in words is understood, in both languages; the questions are text files in `asked`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.ui.i18n.language import Language
from bot.ui.pages.ask import TOPICS, answer, subject_of
from bot.ui.pages.match_view import board_table, with_players
from bot.ui.pages.table_answers import Seen
from games import find, keys
from games.core.status import Seat
from tests.games.typed.test_typed import corpus

FOLDER = Path(__file__).parent / "asked"
QUESTIONS = 40
"""So many questions are known for each game and language."""
NAMES = ("Ana", "Ben", "Eve", "Max")


@dataclass(frozen=True)
class Asked:
    """A line of a file: what is asked in which position, what it is about, and words of the answer."""

    question: str
    subject: str
    words: tuple[str, ...]
    position: str
    language: str


def questions(name: str, game: str) -> Iterator[Asked]:
    """The lines of a file. Without a position they are asked in the first one of the game's typed moves."""
    position, language = next(corpus(game)).position, "en"
    for row in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        key, colon, value = row.partition(": ")
        if colon and key == "position":
            position = value
        elif colon and key == "language":
            language = value
        elif row and not row.startswith("#"):
            question, _, means = row.rpartition(" = ")
            subject, *words = means.split(" | ")
            yield Asked(question, subject, tuple(words), position, language)


def seen_in(game: str, asked: Asked) -> Seen:
    """What Ana sees, who plays the first seat."""
    options = {option.key: option.default for option in find(game).info.options}
    options |= next((line.options for line in corpus(game) if line.position == asked.position), {})
    seats = 2 + 2 * asked.position.startswith("n=4")
    players = tuple(Player(Seat(at), UserId(at + 1), NAMES[at], accepted=True, to_act=at == 0) for at in range(seats))
    match = Match(
        MatchId(5), "ABCDE", game, 1, options, players, UserId(1), Place(10, 20), Stage.LIVE, position=asked.position
    )
    language = Language(asked.language)
    table = with_players(board_table(match, Seat(0)), match, 0, None, language)
    return Seen(match, players[0], table, language)


def _kind(seen: Seen, wanted: str) -> str:
    return subject_of(seen, seen.read_question(wanted), wanted).kind


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("file", ["every", "own"])
def test_questions_reach_their_subject(game: str, file: str) -> None:
    wrong = {}
    for asked in questions(game if file == "own" else file, game):
        seen = seen_in(game, asked)
        subject = _kind(seen, asked.question.casefold()) or "none"
        said = answer(seen.match, seen.player, asked.question, seen.table, None, seen.language)
        if subject != asked.subject or not said or not all(word in said for word in asked.words):
            wrong[asked.question] = (asked.subject, asked.words, subject, said)
    assert wrong == {}


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_forty_questions_are_known_in_each_language(game: str, language: str) -> None:
    known = [asked for file in ("every", game) for asked in questions(file, game) if asked.language == language]
    assert len({asked.question for asked in known if asked.subject != "none"}) >= QUESTIONS


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_questions_of_the_menu_can_be_typed(game: str, language: str) -> None:
    asked = Asked("", "", (), next(corpus(game)).position, language)
    seen = seen_in(game, asked)
    for key, words in TOPICS.items():
        if key != "board":
            assert _kind(seen, seen.language(words).casefold()) in {key, "things"}, key

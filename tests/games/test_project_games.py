"""What a game of the project itself brings besides (docs/new-game.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from games.core.game import AnyGame
from tests.games.conformance.walks import data_folder, package_folder, perft_rows, playthroughs, unnamed_moves

HERE = Path(__file__).parent
OURS = [game for game in games.every() if package_folder(game).parent == HERE.parents[1] / "games"]
EACH_OF_OURS = pytest.mark.parametrize("game", OURS, ids=[game.info.key for game in OURS])


@EACH_OF_OURS
def test_it_has_a_perft_table_and_playthroughs(game: AnyGame) -> None:
    assert data_folder(game) == HERE / game.info.key
    assert perft_rows(game)
    assert playthroughs(game)


@EACH_OF_OURS
def test_it_has_a_second_engine_to_compare_with(game: AnyGame) -> None:
    assert (HERE / game.info.key / "oracle.py").is_file()
    assert (HERE / game.info.key / "test_oracle.py").is_file()


@EACH_OF_OURS
@pytest.mark.parametrize("page", ["RULES.md", "RULES.de.md"])
def test_it_has_rules_with_drawn_positions(game: AnyGame, page: str) -> None:
    rules = (package_folder(game) / page).read_text(encoding="utf-8")
    assert len(rules) > 1500
    assert "```position" in rules


@EACH_OF_OURS
def test_its_tutorial_has_five_steps_with_mistakes_to_make(game: AnyGame) -> None:
    lessons = game.presenter.lessons()
    assert len(lessons) == 5
    assert sum(not one.good for lesson in lessons for one in lesson.tries) >= 5


@EACH_OF_OURS
def test_its_tutorial_comments_on_every_move(game: AnyGame) -> None:
    for number, lesson in enumerate(game.presenter.lessons(), 1):
        assert lesson.goal is not None or unnamed_moves(game, lesson) == [], number

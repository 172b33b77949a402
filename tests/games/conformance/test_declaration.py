"""What a game declares about itself."""

from __future__ import annotations

from games.core.game import AnyGame
from tests.games.conformance.walks import EACH_GAME, package_folder


@EACH_GAME
def test_the_game_declares_itself_within_the_limits(game: AnyGame) -> None:
    info = game.info
    assert info.key == info.key.lower()
    assert 1 <= len(info.summary) <= 100
    assert len(info.sides) in {0, info.max_seats}
    assert 1 <= info.min_seats <= info.max_seats <= 4
    for option in info.options:
        assert option.default in option.values
        assert len(option.values) <= 25
        assert len(option.labels) in {0, len(option.values)}


@EACH_GAME
def test_all_parts_speak_of_the_same_game(game: AnyGame) -> None:
    assert game.rules.info is game.info
    assert game.presenter.rules is game.rules
    assert game.player.rules is game.rules


@EACH_GAME
def test_the_game_brings_its_rules(game: AnyGame) -> None:
    """`/rules` shows them, a page for each chapter."""
    rules = (package_folder(game) / "RULES.md").read_text(encoding="utf-8")
    assert rules.startswith("# ")
    assert "\n## " in rules

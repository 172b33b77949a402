"""Every picture can be had from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import games
from games.core.protocol.session import Session
from render.__main__ import app

RUN = CliRunner()
GAMES = games.keys()


def run(*words: str) -> str:
    result = RUN.invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("key", games.keys())
def test_a_board_of_random_moves(key: str, tmp_path: Path) -> None:
    run("board", key, "--plies", "5", "--theme", "light", "--width", "400", "--out", str(tmp_path / "b.png"))
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_called_svg_is_one(tmp_path: Path) -> None:
    run("board", "choccer", "--plies", "3", "--out", str(tmp_path / "b.svg"))
    assert (tmp_path / "b.svg").read_text().startswith("<svg ")


def test_a_board_of_a_position_with_marks_and_a_close_up(tmp_path: Path) -> None:
    game = games.find("conquid")
    position = game.rules.dump(game.rules.start(2, {"size": "small"}))
    words = ("board", "conquid", "--position", position, "--option", "size=small", "--mark", "target:c3,d3")
    run(*words, "--mark", "chosen:e4", "--focus", "c3", "--signs", "strong", "--out", str(tmp_path / "b.png"))
    assert (tmp_path / "b.png").is_file()


def test_a_record_as_board_text_and_film(tmp_path: Path) -> None:
    game = games.find("choccer")
    session = Session.new(game, 2, {})
    session.play(min(session.status().seats), "h4-g4")  # type: ignore[union-attr]
    record = tmp_path / "match.txt"
    record.write_text(session.record().text(), encoding="utf-8")
    assert "g4" in run("text", "choccer", "--record", str(record))
    run(
        "replay",
        "choccer",
        "--record",
        str(record),
        "--film",
        "gif",
        "--width",
        "300",
        "--out",
        str(tmp_path / "r.gif"),
    )
    assert (tmp_path / "r.gif").read_bytes().startswith(b"GIF89a")
    run("board", "choccer", "--record", str(record), "--out", str(tmp_path / "b.png"))


def test_a_mat_a_profile_and_rules(tmp_path: Path) -> None:
    run("board", "cyberzul", "--seats", "3", "--mat", "1", "--out", str(tmp_path / "m.png"))
    run("profile", "Onyx=1500,1520", "Choccer=1500,1480", "--out", str(tmp_path / "c.png"))
    run("rules", "choccer", "--width", "300", "--out", str(tmp_path / "rules"))
    assert list((tmp_path / "rules").iterdir())


def test_every_card(tmp_path: Path) -> None:
    run("cards", "--theme", "light", "--width", "300", "--out", str(tmp_path))
    assert {"profile.png", "leaderboard.png", "bracket.png"} <= {file.name for file in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "words",
    [("board", "chess"), ("board", "choccer", "--mark", "circle:a1"), ("board", "choccer", "--theme", "pink")],
)
def test_what_makes_no_sense_is_explained(words: tuple[str, ...]) -> None:
    result = RUN.invoke(app, words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("keys", [("choccer", "cyberzul"), pytest.param(tuple(GAMES), marks=pytest.mark.slow)])
def test_the_contact_sheet_shows_every_glyph_and_game(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All games take ten seconds of processor time, two of them less than half of that."""
    monkeypatch.setattr(games, "keys", lambda: keys)
    run("sheet", "--theme", "dark", "--out", str(tmp_path))
    names = {file.name for file in tmp_path.iterdir()}
    assert {"glyphs-dark-small.png", "glyphs-dark-strong.png"} <= names
    assert {name for name in names if name.startswith(tuple(GAMES))} == {
        f"{key}-{kind}-dark.png" if kind.isdigit() else f"{key}-dark-{kind}.png"
        for key in keys
        for kind in ("small", "strong", *map(str, seats_of(key)))
    }


def seats_of(key: str) -> range:
    info = games.find(key).info
    return range(info.min_seats, info.max_seats + 1)

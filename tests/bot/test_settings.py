"""Settings: what the environment, `.env` and files say, and one plain line for every mistake."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bot.settings import SettingsError, load, variables

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder without `.env`, an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in variables():
        monkeypatch.delenv(name, raising=False)


def problem(monkeypatch: pytest.MonkeyPatch, **given: str) -> str:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load()
    return str(caught.value)


def test_nothing_has_to_be_set() -> None:
    settings = load()
    assert settings.token is None
    assert settings.is_discord
    assert settings.database_url == "sqlite+aiosqlite:///data/quintet.db"
    assert settings.sqlite_file == Path("data/quintet.db")
    assert settings.backup_folder == Path("data/backups")
    assert settings.health_file == Path("data/health.json")


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=from-file\nQUINTET_LOG_LEVEL=debug\n# comment\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN", "from-environment")
    settings = load()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "from-environment"
    assert settings.log_level == "debug"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("QUINTET_METRICS_PORT", "")
    settings = load()
    assert (settings.token, settings.metrics_port) == (None, None)


def test_the_token_is_read_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("abc.def.ghi\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    settings = load()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "abc.def.ghi"


def test_no_secret_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ana:very-secret@localhost/quintet")
    assert "very-secret" not in repr(load())


@pytest.mark.parametrize(
    "token", ["Bot abc.def.ghi", "two words", '"abc.def.ghi"'], ids=["with the word Bot", "two words", "quoted"]
)
def test_the_token_is_bare(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    line = problem(monkeypatch, DISCORD_TOKEN=token)
    assert line == "DISCORD_TOKEN: give the bare token, without quotes, spaces or the word Bot"


def test_token_and_file_exclude_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    line = problem(monkeypatch, DISCORD_TOKEN="a", DISCORD_TOKEN_FILE="b")
    assert line == "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: keep one of them"


def test_a_token_file_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problem(monkeypatch, DISCORD_TOKEN_FILE="nowhere").startswith("DISCORD_TOKEN_FILE: cannot read nowhere: ")


def test_a_token_file_without_a_token(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(" \n", encoding="utf-8")
    assert problem(monkeypatch, DISCORD_TOKEN_FILE="token") == "DISCORD_TOKEN_FILE: token is empty"


@pytest.mark.parametrize(
    "name, value, line",
    [
        ("QUINTET_LOG_LEVEL", "loud", "QUINTET_LOG_LEVEL should be 'debug', 'info', 'warning' or 'error'"),
        ("QUINTET_METRICS_PORT", "70000", "QUINTET_METRICS_PORT should be less than or equal to 65535"),
        ("DISCORD_API", "discord", "DISCORD_API must be a web address such as https://discord.com/api/v10"),
        ("QUINTET_GAMES_PATH", "nowhere", "QUINTET_GAMES_PATH names nowhere, which is no folder"),
        ("DATABASE_URL", "sqlite://", "DATABASE_URL must name a file: sqlite+aiosqlite:///data/quintet.db"),
        ("SHARD_IDS", "0-3", "SHARD_IDS and SHARD_COUNT belong together: set both, or neither"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str, line: str) -> None:
    assert problem(monkeypatch, **{name: value}) == line


def test_an_unknown_database_is_refused_without_repeating_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    line = problem(monkeypatch, DATABASE_URL="mysql://ana:very-secret@localhost/quintet")
    assert line.startswith("DATABASE_URL must begin with ")
    assert "very-secret" not in line


def test_a_wrong_encoding_of_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    assert problem(monkeypatch) == ".env is not UTF-8 text"


@pytest.mark.parametrize(
    "given, full",
    [
        ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("postgres://ana@db/quintet", "postgresql+asyncpg://ana@db/quintet"),
        ("postgresql://ana@db/quintet", "postgresql+asyncpg://ana@db/quintet"),
    ],
)
def test_the_driver_is_filled_in(monkeypatch: pytest.MonkeyPatch, given: str, full: str) -> None:
    monkeypatch.setenv("DATABASE_URL", given)
    assert load().database_url == full


def test_one_folder_holds_all_that_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_DATA", "/data")
    settings = load()
    assert settings.sqlite_file == Path("/data/quintet.db")
    assert settings.backup_folder == Path("/data/backups")
    assert settings.health_file == Path("/data/health.json")


def test_shards_are_a_range_or_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "6")
    monkeypatch.setenv("SHARD_IDS", "4-5,0")
    settings = load()
    assert settings.shard_ids == (0, 4, 5)
    assert settings.health_file == Path("data/health-0-5.json")


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "ids, count",
    [("0-9999999999", "4"), ("0-99999", "4"), ("0-99999999999999999999", "4"), ("5", "4"), ("0-3", "3")],
)
def test_a_shard_range_beyond_the_count_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, ids: str, count: str
) -> None:
    """Nothing as long as the range is ever built."""
    line = problem(monkeypatch, SHARD_IDS=ids, SHARD_COUNT=count)
    assert line == f"SHARD_IDS must lie between 0 and SHARD_COUNT - 1 = {int(count) - 1}"


@pytest.mark.parametrize("ids", ["", "x", "-1", "1-", "1-2-3", "1_0", "0,,1", "٣"])
def test_what_is_no_shard_number_is_refused(monkeypatch: pytest.MonkeyPatch, ids: str) -> None:
    given = {"SHARD_IDS": ids or " ", "SHARD_COUNT": "4"}
    assert problem(monkeypatch, **given) == "SHARD_IDS must be shard numbers such as 0-3 or 0,1,2,3"


def test_a_range_that_runs_backwards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    line = problem(monkeypatch, SHARD_IDS="3-0", SHARD_COUNT="4")
    assert line == "SHARD_IDS 3-0 runs backwards: write 0-3"


def test_more_shards_than_discord_deals_out_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    line = problem(monkeypatch, SHARD_IDS="0-9999999999", SHARD_COUNT="10000000000")
    assert "SHARD_COUNT should be less than or equal to 100000" in line


def test_shards_lie_within_their_count(monkeypatch: pytest.MonkeyPatch) -> None:
    line = problem(monkeypatch, SHARD_IDS="1-2", SHARD_COUNT="2")
    assert line == "SHARD_IDS must lie between 0 and SHARD_COUNT - 1 = 1"


def test_games_from_elsewhere_reach_the_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"QUINTET_GAMES_PATH={tmp_path}\n", encoding="utf-8")
    monkeypatch.setenv("QUINTET_GAMES_PATH", "")
    load()
    assert os.environ["QUINTET_GAMES_PATH"] == str(tmp_path)


def test_the_example_explains_every_setting() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    explained = re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)
    assert set(explained) == set(variables())


def test_the_folder_of_compiled_opponents_reaches_the_processes_that_think(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(f"QUINTET_KERNELS={tmp_path}\n", encoding="utf-8")
    monkeypatch.setenv("QUINTET_KERNELS", "")
    load()
    assert os.environ["QUINTET_KERNELS"] == str(tmp_path)

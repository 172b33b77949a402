"""The settings, from environment variables and `.env`; the environment wins. `.env.example` explains each."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.process.heartbeat import heartbeat_file

DISCORD_API = "https://discord.com/api/v10"
DISCORD_CDN = "https://cdn.discordapp.com"

DISCORD_LIMIT = 50
"""The number of requests per second that Discord allows one bot."""
MOST_SHARDS = 100_000
"""An upper bound on the number of shards, larger than any bot's."""
_SHARDS = re.compile(r"\d+(-\d+)?(,\d+(-\d+)?)*", re.ASCII)

Port = Annotated[int, Field(ge=1, le=65_535)]


class SettingsError(Exception):
    """A wrong or missing setting; `str()` is one line for the admin, without secret values."""


def _field(variable: str, default: Any = ..., **more: Any) -> Any:  # noqa: ANN401 - like pydantic's Field
    """Define a field that is read from this environment variable."""
    return Field(default, validation_alias=AliasChoices(variable), **more)


class Settings(BaseSettings):
    """The settings of one process. Times are in seconds. Made by `load`, which explains what is wrong."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    token: SecretStr | None = _field("DISCORD_TOKEN", None)
    token_file: Path | None = _field("DISCORD_TOKEN_FILE", None)
    api: str = _field("DISCORD_API", DISCORD_API)
    cdn: str = _field("DISCORD_CDN", DISCORD_CDN)
    gateway: str | None = _field("DISCORD_GATEWAY", None)
    given_requests_per_second: float | None = _field("QUINTET_REQUESTS_PER_SECOND", None, gt=0, le=10_000)
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = _field("SHARD_IDS", None)
    shard_count: int | None = _field("SHARD_COUNT", None, ge=1, le=MOST_SHARDS)
    spare: bool = _field("QUINTET_SPARE", default=False)

    data: Path = _field("QUINTET_DATA", Path("data"))
    database_url: str = _field("DATABASE_URL", "", repr=False, validate_default=True)
    backups: Path | None = _field("QUINTET_BACKUPS", None)
    keep_backups: int = _field("QUINTET_KEEP_BACKUPS", 7, ge=0)

    log_level: Literal["debug", "info", "warning", "error"] = _field("QUINTET_LOG_LEVEL", "info")
    log_format: Literal["console", "json"] = _field("QUINTET_LOG_FORMAT", "console")
    metrics_port: Port | None = _field("QUINTET_METRICS_PORT", None)
    metrics_host: str = _field("QUINTET_METRICS_HOST", "127.0.0.1")
    gateway_patience: int = _field("QUINTET_GATEWAY_PATIENCE", 300, ge=5)
    stop_seconds: float = _field("QUINTET_STOP_SECONDS", 8, ge=1, le=600)

    owner_guild: int | None = _field("QUINTET_OWNER_GUILD", None, ge=1, lt=2**63)
    host: str = _field("QUINTET_HOST", "", max_length=200)
    source: str = _field("QUINTET_SOURCE", "", max_length=200)
    welcome: bool = _field("QUINTET_WELCOME", default=True)
    games_path: str = _field("QUINTET_GAMES_PATH", "")
    render_threads: int = _field("QUINTET_RENDER_THREADS", min(4, os.cpu_count() or 1), ge=1, le=64)
    ai_processes: int = _field("QUINTET_AI_PROCESSES", 1, ge=1, le=64)
    ponder: bool = _field("QUINTET_PONDER", default=True)
    kernels: str = _field("QUINTET_KERNELS", "")
    actions_per_second: float = _field("QUINTET_ACTIONS_PER_SECOND", 5, gt=0, le=1000)
    sandbox_port: int = _field("QUINTET_SANDBOX_PORT", 8620, ge=0, le=65_535)

    @field_validator("api", "cdn")
    @classmethod
    def _web_address(cls, address: str) -> str:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("must be a web address such as https://discord.com/api/v10")
        return address.rstrip("/")

    @field_validator("gateway")
    @classmethod
    def _gateway_address(cls, address: str | None) -> str | None:
        parts = urlsplit(address or "ws://none")
        if parts.scheme not in {"ws", "wss"} or not parts.hostname:
            raise ValueError("must be the address of a gateway such as ws://gateway-proxy:7878")
        return address

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str, info: ValidationInfo) -> str:
        return _database_url(url, info.data.get("data", Path()))

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _shard_range(cls, shards: object) -> object:
        """Normalise the shard ids: `0-3` and `0,1,2,3` mean the same."""
        if not isinstance(shards, str):
            return shards
        if not _SHARDS.fullmatch("".join(shards.split())):
            raise ValueError("must be shard numbers such as 0-3 or 0,1,2,3")
        found: set[int] = set()
        for part in "".join(shards.split()).split(","):
            # Limit a huge number here; it is refused later, when the shard count is known.
            first, last = (min(int(end[:20]), MOST_SHARDS) for end in (part.partition("-")[0], part.rpartition("-")[2]))
            if first > last:
                raise ValueError(f"{part} runs backwards: write {last}-{first}")
            found.update(range(first, last + 1))
        return tuple(sorted(found))

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _any_case(cls, word: object) -> object:
        return word.lower() if isinstance(word, str) else word

    @field_validator("games_path")
    @classmethod
    def _folders(cls, folders: str) -> str:
        for folder in filter(None, folders.split(os.pathsep)):
            if not Path(folder).is_dir():
                raise ValueError(f"names {folder}, which is no folder")
        return folders

    @model_validator(mode="before")
    @classmethod
    def _read_token_file(cls, given: dict[str, Any]) -> dict[str, Any]:
        path = given.get("token_file") or given.get("DISCORD_TOKEN_FILE")
        if not path:
            return given
        if given.get("token") or given.get("DISCORD_TOKEN"):
            raise ValueError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: keep one of them")
        try:
            token = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            raise ValueError(f"DISCORD_TOKEN_FILE: cannot read {path}: {reason}") from None
        if not token:
            raise ValueError(f"DISCORD_TOKEN_FILE: {path} is empty")
        return {**given, "token": token}

    @model_validator(mode="after")
    def _token_is_bare(self) -> Self:
        token = self.token.get_secret_value() if self.token else "-"
        if token.startswith("Bot ") or len(token.split()) != 1 or token[0] in "\"'":
            raise ValueError("DISCORD_TOKEN: give the bare token, without quotes, spaces or the word Bot")
        return self

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if (self.shard_ids is None) != (self.shard_count is None):
            raise ValueError("SHARD_IDS and SHARD_COUNT belong together: set both, or neither")
        if self.spare and self.shard_ids is not None:
            raise ValueError(
                "QUINTET_SPARE takes over the shards of another process: leave SHARD_IDS and SHARD_COUNT unset"
            )
        if self.spare and self.sqlite_file is not None:
            raise ValueError("QUINTET_SPARE needs PostgreSQL: an SQLite database has one process")
        shards, count = self.shard_ids or (0,), self.shard_count or 1
        if shards[0] < 0 or shards[-1] >= count:
            raise ValueError(f"SHARD_IDS must lie between 0 and SHARD_COUNT - 1 = {count - 1}")
        return self

    @property
    def backup_folder(self) -> Path:
        """The folder for backups of the SQLite database."""
        return self.backups or self.data / "backups"

    @property
    def sqlite_file(self) -> Path | None:
        """The SQLite file; None with PostgreSQL."""
        scheme, _, path = self.database_url.partition(":///")
        return Path(path.partition("?")[0]) if scheme.startswith("sqlite") else None

    @property
    def requests_per_second(self) -> float | None:
        """The number of requests per second that this process may send; None: no limit.

        By default its share of what Discord lets one bot send, by its shards. A proxy sees to that for all of them.
        """
        if self.given_requests_per_second is not None or not self.is_discord:
            return self.given_requests_per_second
        return DISCORD_LIMIT * len(self.shard_ids or (0,)) / (self.shard_count or 1)

    @property
    def process_name(self) -> str:
        """The name of this process among those that share its database."""
        return "all" if self.shard_ids is None else f"{self.shard_ids[0]}-{self.shard_ids[-1]}"

    @property
    def health_file(self) -> Path:
        """The heartbeat file of this process; processes that share a folder differ in their shards."""
        return heartbeat_file(self.data, "" if self.spare or self.shard_ids is None else self.process_name)

    @property
    def is_discord(self) -> bool:
        """Whether the bot logs in to Discord itself, not to a sandbox."""
        return self.api == DISCORD_API


def load(**given: Any) -> Settings:  # noqa: ANN401 - any field of Settings
    """Load the settings of this process; arguments override the environment. Raises SettingsError."""
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise SettingsError("; ".join(_sentence(dict(problem)) for problem in error.errors())) from None
    except UnicodeDecodeError:
        raise SettingsError(".env is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f".env cannot be read: {error.strerror}") from None
    if settings.games_path:
        os.environ["QUINTET_GAMES_PATH"] = settings.games_path  # `games` reads it when it is first imported
    if settings.kernels:
        os.environ["QUINTET_KERNELS"] = settings.kernels  # read by `games.core.kernel.compiler` in AI processes
    return settings


class _LogFormat(BaseSettings):
    """The log format alone, for use when another setting is wrong."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    log_format: str = _field("QUINTET_LOG_FORMAT", "console")


def wanted_log_format() -> Literal["console", "json"]:
    """Return the log format for reporting that the settings are wrong."""
    with suppress(ValidationError, UnicodeDecodeError, OSError):
        return "json" if _LogFormat().log_format.lower() == "json" else "console"
    return "console"


def variables() -> tuple[str, ...]:
    """Return the names of all settings."""
    return tuple(_variable(name) for name in Settings.model_fields)


def _variable(field: str) -> str:
    """Return the environment variable of a field."""
    alias = Settings.model_fields[field].validation_alias if field in Settings.model_fields else None
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else field


def _sentence(problem: dict[str, Any]) -> str:
    message = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{_variable(str(problem['loc'][0]))} {message}" if problem["loc"] else str(message)


def sqlite_url(file: Path) -> str:
    """Return the URL of an SQLite database."""
    return f"sqlite+aiosqlite:///{file.as_posix()}"


def _database_url(url: str, data: Path) -> str:
    """Return the full database URL. Raises ValueError, without repeating a password."""
    if not url:
        return sqlite_url(data / "quintet.db")
    scheme, _, rest = url.partition("://")
    if scheme in {"sqlite", "sqlite+aiosqlite"} and rest.startswith("/") and len(rest) > 1 and ":memory:" not in rest:
        return f"sqlite+aiosqlite://{rest}"
    if scheme in {"postgres", "postgresql", "postgresql+asyncpg"} and rest:
        if find_spec("asyncpg") is None:
            raise ValueError("names PostgreSQL, and the package asyncpg is not installed")
        return f"postgresql+asyncpg://{rest}"
    if scheme.startswith("sqlite"):
        raise ValueError("must name a file: sqlite+aiosqlite:///data/quintet.db")
    raise ValueError("must begin with sqlite+aiosqlite:///path/to/file.db or postgresql+asyncpg://user@host/name")

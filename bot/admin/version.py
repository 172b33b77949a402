"""The version of Quintet."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

PROJECT_FILE = Path(__file__).parents[2] / "pyproject.toml"


def read_version(project: Path = PROJECT_FILE) -> str:
    """Return the version of the running code: that of the project's folder, or of the installed package.

    The folder goes first, for it may have been updated since it was installed.
    """
    try:
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, KeyError):
        return metadata.version("quintet")

"""Which version is running: told by the project's folder, or by the installed package."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from bot.admin.version import read_version
from tests.bot.terminal import ROOT, Admin


def test_the_version_is_that_of_the_project_file(admin: Admin) -> None:
    """Settings are not looked at: a wrong one does not hide the version."""
    admin.settings["QUINTET_LOG_LEVEL"] = "loud"
    done = admin.types("--version")
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert (done.code, done.out) == (0, f"Quintet {declared}\n")
    assert re.fullmatch(r"\d+\.\d+\.\d+", declared)


def test_without_the_project_file_the_installed_package_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: {"quintet": "9.8.7"}[name])
    assert read_version(tmp_path / "pyproject.toml") == "9.8.7"
    (tmp_path / "pyproject.toml").write_text("[tool]\n", encoding="utf-8")
    assert read_version(tmp_path / "pyproject.toml") == "9.8.7"

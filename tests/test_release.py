"""A release: refused with a sentence while something is missing, and else a commit, a tag and four files."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- Something new.

## [0.1.0] - 2026-01-01

- The first.
"""


def git(folder: Path, *words: str) -> str:
    """What git says, as somebody with a name and no settings of their own."""
    given = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, env=os.environ | given, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository in which 0.1.0 was released."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "quintet"\nversion = "0.1.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    (tmp_path / "requirements-fast.txt").write_text((ROOT / "requirements-fast.txt").read_text(encoding="utf-8"))
    (tmp_path / ".gitignore").write_text("dist/\n", encoding="utf-8")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    git(tmp_path, "tag", "--annotate", "v0.1.0", "--message", "The first")
    return tmp_path


def run(project: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The program, on this repository."""
    who = {f"GIT_{role}_{what}": "ana@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "release.py"), "--root", str(project), *words],
        env=os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull, "DRY_RUN": ""} | settings,
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip


def state(project: Path) -> tuple[str, str, str, bool]:
    """All that a release changes."""
    return (
        git(project, "rev-parse", "HEAD"),
        git(project, "tag", "--list"),
        git(project, "status", "--porcelain"),
        (project / "dist").exists(),
    )


def test_a_release_is_a_commit_a_tag_and_four_files(project: Path) -> None:
    done = run(project, "make", "0.2.0", "--run", shlex.join([sys.executable, "-c", "print('tested')"]))
    assert done.returncode == 0, done.stderr
    today = datetime.now(UTC).date().isoformat()
    changelog = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [Unreleased]\n\n## [0.2.0] - {today}\n\n### Added\n\n- Something new.\n\n## [0.1.0]" in changelog
    assert git(project, "log", "-1", "--format=%s").strip() == "release: 0.2.0"
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "describe").strip() == "v0.2.0"
    assert "### Added\n\n- Something new." in git(project, "tag", "--list", "--format=%(contents)", "v0.2.0")
    assert run(project, "check", "v0.2.0").returncode == 0
    names = {"quintet-0.2.0.tar.gz", "quintet-0.2.0.md", "quintet-0.2.0.cdx.json", "SHA256SUMS"}
    assert {file.name for file in (project / "dist").iterdir()} == names
    (project / "dist" / "SHA256SUMS").unlink()
    assert run(project, "dist", "v0.2.0").returncode == 0, "the same files can be made from the tag"
    for line in (project / "dist" / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((project / "dist" / name).read_bytes()).hexdigest() == digest


def test_the_bill_of_materials_names_every_package_that_is_pinned(project: Path) -> None:
    assert run(project, "sbom", "bill.json").returncode == 0
    bill = json.loads((project / "bill.json").read_text(encoding="utf-8"))
    lines = (ROOT / "requirements-fast.txt").read_text(encoding="utf-8").splitlines()
    pins = [re.sub(r"\[.*\]", "", line.split()[0]) for line in lines if "==" in line]
    assert bill["bomFormat"] == "CycloneDX"
    assert (bill["metadata"]["component"]["name"], bill["metadata"]["component"]["version"]) == ("quintet", "0.1.0")
    assert sorted(f"{one['name']}=={one['version']}" for one in bill["components"]) == sorted(pins)


def test_a_dry_run_checks_everything_and_changes_nothing(project: Path) -> None:
    before = state(project)
    done = run(project, "make", "0.2.0", "--run", "false", DRY_RUN="1")
    assert done.returncode == 0
    assert "$ false" in done.stdout
    assert "- Something new." in done.stdout
    assert state(project) == before


@pytest.mark.parametrize(
    "version, words",
    [
        ("", "'' is no version: give three numbers, such as VERSION=1.2.3."),
        ("1.2", "'1.2' is no version: give three numbers, such as VERSION=1.2.3."),
        ("v1.2.3", "'v1.2.3' is no version: give three numbers, such as VERSION=1.2.3."),
        ("0.1.0", "0.1.0 does not come after 0.1.0, the newest release."),
        ("0.0.9", "0.0.9 does not come after 0.1.0, the newest release."),
    ],
)
def test_a_wrong_version_is_refused(project: Path, version: str, words: str) -> None:
    before = state(project)
    done = run(project, "make", version)
    assert (done.returncode, done.stderr) == (1, words + "\n")
    assert state(project) == before


def test_a_tree_with_changes_is_refused(project: Path) -> None:
    (project / "left.txt").write_text("over", encoding="utf-8")
    done = run(project, "make", "0.2.0")
    assert done.returncode == 1
    assert done.stderr.startswith("There are changes that are not committed")
    assert "left.txt" in done.stderr


def test_a_changelog_without_news_is_refused(project: Path) -> None:
    text = CHANGELOG.replace("### Added\n\n- Something new.\n\n", "")
    (project / "CHANGELOG.md").write_text(text, encoding="utf-8")
    git(project, "commit", "--quiet", "--all", "--message", "No news")
    done = run(project, "make", "0.2.0")
    assert (done.returncode, done.stderr) == (
        1, "CHANGELOG.md says nothing under [Unreleased]: write down what is new.\n"
    )  # fmt: skip


def test_tests_that_fail_stop_the_release(project: Path) -> None:
    before = state(project)
    done = run(project, "make", "0.2.0", "--run", "false")
    assert (done.returncode, done.stderr) == (1, "false has failed: nothing was released.\n")
    assert state(project) == before


@pytest.mark.parametrize(
    "tag, words",
    [
        ("v0.2.0", "pyproject.toml has version 0.1.0, and the tag is v0.2.0."),
        ("latest", "'latest' is no version: give three numbers, such as VERSION=1.2.3."),
    ],
)
def test_a_tag_that_does_not_fit_the_tree_publishes_nothing(project: Path, tag: str, words: str) -> None:
    done = run(project, "check", tag)
    assert (done.returncode, done.stderr) == (1, words + "\n")


def test_the_project_could_be_released_today(project: Path) -> None:
    """Its own version and changelog have the form that a release needs."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (project / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    git(project, "commit", "--quiet", "--all", "--message", "Today")
    done = run(project, "make", "99.0.0", DRY_RUN="1")
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- the workflows

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_fits_its_schema(file: Path) -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")
    words = [str(checker), "--builtin-schema", "vendor.github-workflows", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_our_own_commands_and_may_do_little(file: Path) -> None:
    workflow = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}, "a job asks for more where it needs it"
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 90
        for step in job["steps"]:
            for words in (line.split() for line in step.get("run", "").splitlines() if line.strip()):
                if words[0] == "make":
                    assert f"\n{words[1]}: " in targets
                elif words[0] in {"bash", "python"}:
                    assert (ROOT / words[1]).is_file()

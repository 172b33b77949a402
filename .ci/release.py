"""Makes a release: `make release VERSION=1.2.3`, or `DRY_RUN=1` in front of it to see what would be done.

A release is a commit that sets the version and dates the changelog, an annotated tag with the changelog's section, and
in `dist/` the source, a bill of materials (CycloneDX), the notes, and their checksums. Nothing is pushed: the tag
that is pushed afterwards builds and publishes the image (`.github/workflows/release.yml`).

`python .ci/release.py check v1.2.3` only compares a tag with what is in the tree; `dist v1.2.3` fills `dist/` again.
"""
# ruff: noqa: INP001, S603, S607, T201 - a program, which starts git and tells how it went

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
UNRELEASED = "## [Unreleased]\n"
VERSION_LINE = re.compile(r'^version = "([^"]*)"$', re.MULTILINE)


class NotReady(Exception):
    """No release can be made; `str()` is one line that says why, and what to do."""


# ---------------------------------------------------------------- decisions


def section(changelog: str, title: str) -> str:
    """What stands under `## [title]`, with or without a date; empty where there is no such section."""
    found = re.search(rf"^## \[{re.escape(title)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def date_changelog(changelog: str, version: str, day: date) -> str:
    """The changelog with what is unreleased under the version. Raises NotReady when there is nothing."""
    if section(changelog, version):
        raise NotReady(f"CHANGELOG.md has a section {version} already: choose another version.")
    if not section(changelog, "Unreleased"):
        raise NotReady("CHANGELOG.md says nothing under [Unreleased]: write down what is new.")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day.isoformat()}\n", 1)


def project_version(project: str) -> str:
    """The version in pyproject.toml."""
    found = VERSION_LINE.search(project)
    if found is None:
        raise NotReady("pyproject.toml has no version.")
    return found[1]


def numbers(version: str) -> tuple[int, ...]:
    """The parts of a version, for comparison. Raises NotReady."""
    if not SEMANTIC.fullmatch(version):
        raise NotReady(f"'{version}' is no version: give three numbers, such as VERSION=1.2.3.")
    return tuple(map(int, version.split(".")))


def check_version(version: str, present: str, tags: list[str]) -> None:
    """Raises NotReady unless the version comes after all that were released; the first may be the present one."""
    wanted = numbers(version)
    released = [numbers(tag[1:]) for tag in tags if SEMANTIC.fullmatch(tag[1:])]
    latest = max(released, default=None)
    if latest is not None and wanted <= latest:
        newest = ".".join(map(str, latest))
        raise NotReady(f"{version} does not come after {newest}, the newest release.")
    if wanted < numbers(present):
        raise NotReady(f"{version} comes before {present}, the version in pyproject.toml.")


# ---------------------------------------------------------------- what is done


def git(root: Path, *words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def check(root: Path, tag: str) -> None:
    """Raises NotReady unless version and changelog of the tree are those of the tag."""
    version = tag.removeprefix("v")
    numbers(version)
    present = project_version((root / "pyproject.toml").read_text(encoding="utf-8"))
    if present != version:
        raise NotReady(f"pyproject.toml has version {present}, and the tag is {tag}.")
    if not section((root / "CHANGELOG.md").read_text(encoding="utf-8"), version):
        raise NotReady(f"CHANGELOG.md has no section {version}.")


def release(root: Path, version: str, day: date, run: list[list[str]], *, dry: bool) -> None:
    """Check everything, run the commands `run` (tests), then commit, tag, and fill `dist/`. Raises NotReady."""
    project, changelog = root / "pyproject.toml", root / "CHANGELOG.md"
    before = project.read_text(encoding="utf-8")
    tags = git(root, "tag", "--list", "v*").split()
    check_version(version, project_version(before), tags)
    fresh = date_changelog(changelog.read_text(encoding="utf-8"), version, day)
    if changed := git(root, "status", "--porcelain"):
        raise NotReady(f"There are changes that are not committed: commit or remove them.\n{changed.rstrip()}")
    for command in run:
        print(f"$ {shlex.join(command)}", flush=True)
        if not dry and subprocess.run(command, cwd=root, check=False).returncode != 0:
            raise NotReady(f"{shlex.join(command)} has failed: nothing was released.")
    if dry:
        print(f"Would set the version to {version}, commit, tag v{version}, and fill dist/ with the notes:\n")
        print(section(fresh, version))
        return
    project.write_text(VERSION_LINE.sub(f'version = "{version}"', before, count=1), encoding="utf-8")
    changelog.write_text(fresh, encoding="utf-8")
    git(root, "commit", "--quiet", "--message", f"release: {version}", "pyproject.toml", "CHANGELOG.md")
    notes = section(fresh, version)
    git(root, "tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Quintet {version}\n\n{notes}\n")
    files = fill_dist(root, version, notes)
    print(f"Released {version}: {', '.join(files)} in dist/.")
    print("To publish it: git push --follow-tags. The tag builds the image.")


def fill_dist(root: Path, version: str, notes: str) -> list[str]:
    """Source, notes, bill of materials and their checksums; returns the names of the files."""
    dist = root / "dist"
    dist.mkdir(exist_ok=True)
    name = f"quintet-{version}"
    git(root, "archive", f"--prefix={name}/", f"--output={dist / name}.tar.gz", f"v{version}")
    (dist / f"{name}.md").write_text(notes + "\n", encoding="utf-8")
    bill_of_materials(root, dist / f"{name}.cdx.json")
    files = sorted(file for file in dist.iterdir() if file.name.startswith(name + "."))
    sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (dist / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return [*(file.name for file in files), "SHA256SUMS"]


def bill_of_materials(root: Path, target: Path) -> None:
    """Every package that the image has, with version and hashes, as CycloneDX JSON."""
    words = [
        "-W",
        "ignore",
        "-m",
        "cyclonedx_py",
        "requirements",
        "requirements-fast.txt",
        "--pyproject",
        "pyproject.toml",
    ]
    command = [sys.executable, *words, "--output-reproducible", "--of", "JSON", "--output-file", str(target)]
    subprocess.run(command, cwd=root, check=True)


def main() -> int:
    """Do what the command line says; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (
        ("make", "make a release"),
        ("check", "compare a tag with the tree"),
        ("sbom", "write a bill"),
        ("dist", "the files"),
    ):
        commands.add_parser(name, help=words).add_argument("what", help="the version, the tag, or the file")
    commands.choices["make"].add_argument("--run", action="append", default=[], help="a command that must succeed")
    given = parser.parse_args()
    try:
        if given.command == "check":
            check(given.root, given.what)
        elif given.command == "dist":
            check(given.root, given.what)
            version = given.what.removeprefix("v")
            notes = section((given.root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
            print(*fill_dist(given.root, version, notes), sep="\n")
        elif given.command == "sbom":
            bill_of_materials(given.root, Path(given.what).resolve())
        else:
            run = [shlex.split(command) for command in given.run]
            dry = bool(os.environ.get("DRY_RUN"))
            release(given.root, given.what, datetime.now(UTC).date(), run, dry=dry)
    except NotReady as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Does what the Dockerfile says, without an engine: the same steps, files, environment and user, in a scratch folder.

Then the image's command plays a sandbox: it must become healthy, write to /data alone, and end on SIGTERM.
`python3 .ci/image.py [python]`: the interpreter stands in for the base image.
"""
# ruff: noqa: INP001, S603, T201 - a program, which starts what the Dockerfile names and tells how it went

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEALTHY_SECONDS = 120
FOLDERS = ("app", "data", "venv")
"""What the image has beside its base: these, and nothing else, may the steps name."""


class Stage:
    """A root folder of its own, in which absolute paths of the image are looked up."""

    def __init__(self, root: Path, base: Path) -> None:
        self.root, self.base = root, base
        self.workdir = "/"
        self.environment = {"PATH": f"{base}:/usr/bin:/bin"}
        self.user: list[str] = []
        self.words: dict[str, list[str]] = {"ENTRYPOINT": [], "CMD": [], "HEALTHCHECK": []}

    def inside(self, text: str) -> str:
        """The text with the image's paths as they lie here."""
        return re.sub(rf"(?<![\w/.])/(?={'|'.join(FOLDERS)})(?!\w*/\.)", f"{self.root}/", text)

    def place(self, path: str) -> Path:
        """Where a path of the image lies here."""
        return self.root / Path(self.workdir, path).relative_to("/")

    def command(self, words: list[str]) -> tuple[list[str], dict[str, str], Path]:
        """Command, environment and folder of a process of the image."""
        given = {name: self.inside(value) for name, value in self.environment.items()}
        return [*self.user, *map(self.inside, words)], given, self.place(".")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Every instruction of a Dockerfile with its argument."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, map(str.strip, joined.splitlines())):
        word, _, rest = line.partition(" ")
        yield word.upper(), rest.strip()


def build(scratch: Path, base: Path) -> Stage:
    """All stages; the last one is the image."""
    stages: dict[str, Stage] = {}
    stage = Stage(scratch, base)
    for word, rest in instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        print(f"   {word} {rest}"[:120], flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "image"
            stage = stages[name] = Stage(scratch / name, base)
        else:
            follow(stage, stages, word, rest)
    return stage


def follow(stage: Stage, stages: dict[str, Stage], word: str, rest: str) -> None:
    """One instruction."""
    if word == "WORKDIR":
        stage.workdir = rest
        stage.place(".").mkdir(parents=True, exist_ok=True)
    elif word == "ENV":
        for pair in shlex.split(rest):
            name, _, value = pair.partition("=")
            stage.environment[name] = re.sub(r"\$(\w+)", lambda found: stage.environment[found[1]], value)
    elif word == "COPY":
        copy(stage, stages, shlex.split(rest))
    elif word == "RUN" and rest.startswith("apt-get "):
        print("   (the base system is that of this machine)")
    elif word == "RUN":
        command, given, folder = stage.command(["sh", "-ec", rest])
        subprocess.run(command, env=given | outside(), cwd=folder, check=True)
    elif word == "USER":
        user, _, group = rest.partition(":")
        stage.user = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
    elif word in stage.words:
        stage.words[word] = json.loads(rest[rest.index("[") :])
    elif word != "VOLUME":
        raise SystemExit(f"{word} is unknown to {__file__}: teach it")


def outside() -> dict[str, str]:
    """How pip finds packages on this machine."""
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}


def copy(stage: Stage, stages: dict[str, Stage], words: list[str]) -> None:
    """COPY, from here or from another stage."""
    options = dict(word[2:].split("=") for word in words if word.startswith("--"))
    source, target = (word for word in words if not word.startswith("--"))
    if "from" in options:
        origin = stages[options["from"]].place(source)
    else:
        origin = ROOT / source
        allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if f"!{source}" not in allowed:
            raise SystemExit(f".dockerignore keeps {source} out of the image")
    place = stage.place(target)
    if origin.is_dir():
        skip = shutil.ignore_patterns("__pycache__") if "from" not in options else None
        shutil.copytree(origin, place, symlinks=True, ignore=skip, dirs_exist_ok=True)
    else:
        shutil.copy2(origin, place)
    if "chown" in options and os.geteuid() == 0:
        user, group = map(int, options["chown"].split(":"))
        os.chown(place, user, group)


def play(image: Stage) -> None:
    """Start the image's command against a sandbox, wait until it is healthy, end it."""
    run = image.words["ENTRYPOINT"] + image.words["CMD"]
    command, given, folder = image.command(run)
    alone = subprocess.run(command, env=given, cwd=folder, text=True, capture_output=True, check=False)
    if alone.returncode != 2 or alone.stderr.count("\n") != 1:
        raise SystemExit(f"Without a token there must be one line and exit code 2:\n{alone.stderr}")
    print(f"   without a token: {alone.stderr.strip()}")
    sandbox = subprocess.Popen(
        [sys.executable, "-m", "sandbox", "--token", "token", "--until-eof"],
        cwd=ROOT, env=given | {"PATH": os.environ["PATH"]}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert sandbox.stdout is not None  # noqa: S101 - a pipe, as asked for
        address = sandbox.stdout.readline().split()[-1]
        given |= {"DISCORD_TOKEN": "token", "DISCORD_API": f"{address}/api/v10", "DISCORD_CDN": f"{address}/cdn"}
        healthy(image, subprocess.Popen(command, env=given, cwd=folder), given)
    finally:
        sandbox.kill()
        sandbox.communicate()


def healthy(image: Stage, bot: subprocess.Popen[bytes], given: dict[str, str]) -> None:
    """Wait until HEALTHCHECK says so, then end the bot in good order."""
    check, _, folder = image.command(image.words["HEALTHCHECK"])
    began = time.monotonic()
    try:
        while subprocess.run(check, env=given, cwd=folder, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            if bot.poll() is not None or time.monotonic() - began > HEALTHY_SECONDS:
                raise SystemExit("The bot did not become healthy.")
            time.sleep(0.5)
        print(f"   healthy after {time.monotonic() - began:.1f} s")
        bot.terminate()
        if bot.wait(30) != 0:
            raise SystemExit(f"SIGTERM ended the bot with code {bot.returncode}.")
    finally:
        bot.kill()


def main() -> None:
    """Build, play, look what was written."""
    base = Path(shutil.which(sys.argv[1] if len(sys.argv) > 1 else "python3") or sys.executable).resolve().parent
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        image = build(scratch, base)
        image.user = find_way_to_run(image.user, base)
        before = files(image)
        play(image)
        if strange := files(image) - before:
            raise SystemExit(f"Written outside /data: {sorted(strange)[:5]}")
        print(f"   written: {', '.join(sorted(path.name for path in (image.root / 'data').iterdir()))}")


def find_way_to_run(user: list[str], base: Path) -> list[str]:
    """The image's user, as far as it can be taken here."""
    # Where the interpreter lies in a closed home, the user may read everything, and still write to /data alone.
    reader = [*user, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    for way in (user, reader) if user else ():
        if subprocess.run([*way, base / "python3", "-c", ""], capture_output=True, check=False).returncode == 0:
            return way
    print("   Another user cannot be taken here: played as the present one.")
    return []


def files(image: Stage) -> set[tuple[Path, int]]:
    """Everything but /data, with the time of its last change."""
    places = (image.root / "app", image.root / "venv")
    return {(path, path.lstat().st_mtime_ns) for place in places for path in place.rglob("*") if not path.is_dir()}


if __name__ == "__main__":
    main()

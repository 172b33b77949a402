"""What import-linter cannot say: the standard library as a whole, the size of a module, the pins."""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "render", "bot", "sandbox")
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
ANSWERS = re.compile(
    r"\.(edit_original_response|edit_message|send_modal|followup|defer)\b|response\.(send_message|pong)\b"
)
"""How discord.py answers an interaction."""
PIN_FILES = ("requirements.txt", "requirements-fast.txt", "requirements-dev.txt")


def imported_packages(path: Path) -> Iterator[str]:
    """Top-level names of everything that a module imports, at any depth of its code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            yield node.module.partition(".")[0]


def test_games_import_the_standard_library_only() -> None:
    """But for one module, which compiles kernels where an extra is installed."""
    allowed = (sys.stdlib_module_names | {"games"}) - {"asyncio"}
    foreign = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in (ROOT / "games").rglob("*.py")
        for name in imported_packages(path)
        if name not in allowed
    }
    assert foreign == {"games/core/kernel/compiler.py: numba", "games/core/kernel/compiler.py: numpy"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_fits_into_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def rows_after(sentence: str) -> list[list[str]]:
    """The cells of the first table of docs/architecture.md after a sentence, without its head."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, rest = text.partition(sentence)
    table = re.search(r"(?:^\|.*\n)+", rest, re.MULTILINE)
    assert table, sentence
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


def files_of_games() -> dict[str, set[str]]:
    """For each module and package of a game, without the end of its name, the games that have it."""
    found = defaultdict(set)
    for path in sorted((ROOT / "games").glob("*/*")):
        if path.parent.name != "core" and (path.suffix == ".py" or (path / "__init__.py").is_file()):
            found[path.stem].add(path.parent.name)
    return found


EVERY_GAME = [re.findall(r"`(\w+)`", cells[0]) for cells in rows_after("Each of the five games has these files")]
"""The files of the first table, row by row."""


def test_all_games_have_the_files_that_are_documented_and_share_no_others() -> None:
    """The same role has the same name in all of them."""
    found = files_of_games()
    assert {name for name, games in found.items() if len(games) == 5} == {name for row in EVERY_GAME for name in row}
    some = {name: games for name, games in found.items() if 1 < len(games) < 5}
    documented = rows_after("A file that several games need")
    assert some == {cells[0].strip("`"): set(cells[1].lower().split(", ")) for cells in documented}


def test_contracts_name_every_file_of_how_a_game_is_shown_and_thought_about() -> None:
    *_, shown, thinking = ({f"games.*.{name}" for name in row} for row in EVERY_GAME)
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    forbidden = {
        one["name"]: set(one.get("forbidden_modules", ())) for one in config["tool"]["importlinter"]["contracts"]
    }
    rules = forbidden["The rules of a game know neither how it is shown nor how a computer plays it"]
    assert shown | thinking <= rules
    assert thinking <= forbidden["How a game is shown does not depend on how a computer plays it"]


def imported_modules(path: Path) -> set[str]:
    """Full names of everything that a module imports; of tests also what the modules of tests it imports import."""
    found: set[str] = set()
    open_paths, seen = [path], {path}
    while open_paths:
        for node in ast.walk(ast.parse(open_paths.pop().read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            origin = node.module if isinstance(node, ast.ImportFrom) else None
            found |= {f"{origin}.{name}" if origin else name for name in names}
        own = {ROOT / f"{name.replace('.', '/')}.py" for one in found for name in (one, one.rpartition(".")[0])}
        fresh = {one for one in own if one.is_relative_to(ROOT / "tests") and one.is_file()} - seen
        open_paths += fresh
        seen |= fresh
    return found


@pytest.mark.parametrize("room", ["match", "club"])
def test_the_rules_of_the_product_are_tested_without_discord(room: str) -> None:
    """What matches and clubs decide is tested without what shows it, and without what builds the whole bot."""
    shown = ("bot.admin.", "bot.app.", "bot.client.", "bot.cogs.", "bot.ui.", "discord.")
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in (ROOT / "tests" / "bot" / room).rglob("*.py")
        for name in imported_modules(path)
        if f"{name}.".startswith(shown)
    }
    assert found == set()


def test_interactions_are_answered_in_one_module() -> None:
    """There it is seen to that nobody rewrites what everybody sees, and that an answer that is lost is given again."""
    found = [path.name for path in (ROOT / "bot").rglob("*.py") if ANSWERS.search(path.read_text(encoding="utf-8"))]
    assert found == ["answers.py"]


def test_the_pipeline_alone_acknowledges_reads_the_language_and_catches() -> None:
    """A cog says what is its own; how Discord is answered in time, in whose language, is decided once for all."""
    touched = re.compile(
        r"interaction\.(?!py)|\.preferences\(|language_of|known_language|\.acknowledge\(|Language\(|"
        r"answers\.(?!missing|NEEDED|FOR_POSTS|FOR_FORUM_POSTS|IN_FORUMS|NOBODY)"
    )
    cogs = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "bot" / "cogs").glob("*.py"))}
    found = {name: touched.findall(text) for name, text in cogs.items()}
    in_the_servers_language = {
        key: ["Language("] for key in ("announcer.py", "replay.py", "review.py", "tournaments.py", "welcome.py")
    }
    assert {name: hits for name, hits in found.items() if hits} == in_the_servers_language
    pipeline = (ROOT / "bot/ui/components/pipeline.py").read_text(encoding="utf-8")
    assert [len(re.findall(pattern, pipeline)) for pattern in (r"\.acknowledge\(_", r"except Exception")] == [1, 1]


@pytest.mark.parametrize("name", PIN_FILES)
def test_pins_carry_hashes_and_name_no_index(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.findall(r"^[a-z0-9][^#\n]*==.*(?:\n +--hash=sha256:[0-9a-f]{64}(?: \\)?)+", text, re.MULTILINE)
    assert len(entries) == len(re.findall(r"^[^#\s]", text, re.MULTILINE))
    assert not re.search(r"://|^--|@ file", text, re.MULTILINE)
    assert str(ROOT) not in text


def test_pins_carry_the_extras_by_which_packages_are_required() -> None:
    """To pip, `coverage[toml]>=7` is not what `coverage==7.1` pins: it refuses a newer release for its missing hash."""
    text = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    pins = {
        canonicalize_name(pin.name): pin
        for pin in map(Requirement, re.findall(r"^[a-z0-9][^\\\n]*==[^\\\n]*", text, re.MULTILINE))
        if pin.marker is None or pin.marker.evaluate()
    }
    missing = {
        f"{name} requires {needed}"
        for name, pin in pins.items()
        for needed in map(Requirement, requires(name) or ())
        if any(needed.marker is None or needed.marker.evaluate({"extra": extra}) for extra in ("", *pin.extras))
        and not needed.extras <= pins[canonicalize_name(needed.name)].extras
    }
    assert not missing

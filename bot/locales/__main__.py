"""Update the catalogues from the source: `python -m bot.locales`, or `make messages`.

This is `pybabel extract` and `pybabel update` with the options of this project. A changed sentence keeps its
translation, marked `fuzzy` beside the former English. It is shown in English until somebody has reviewed it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.locales.review import find_unfinished, read_catalogue, restore_previous
from bot.ui.i18n.language import DOMAIN, LOCALES, TRANSLATED, catalogue_file

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "render", "bot")
WIDTH = "--width=120"


def extract(template: Path) -> None:
    """Write the template: every sentence of the source, nothing translated."""
    about = ("--project=Quintet", "--copyright-holder=The Quintet authors")
    options = ("--mapping=pyproject.toml", "--sort-by-file", "--add-location=file", WIDTH, *about)
    _pybabel("extract", *options, f"--output-file={template}", *FOLDERS)


def update(template: Path, language: str, folder: Path = LOCALES) -> None:
    """Bring one catalogue up to date with the template; an absent one is begun."""
    names = (f"--domain={DOMAIN}", f"--locale={language}", f"--input-file={template}", f"--output-dir={folder}")
    keeping = ("--previous", "--ignore-obsolete", "--ignore-pot-creation-date", "--init-missing")
    _pybabel("update", *names, *keeping, WIDTH)
    restore_previous(catalogue_file(language, folder))


def _pybabel(command: str, *arguments: str) -> None:
    program = (sys.executable, "-m", "babel.messages.frontend", "--quiet", command, *arguments)
    subprocess.run(program, cwd=ROOT, check=True)  # noqa: S603 - our own arguments


def main() -> None:
    """Update all catalogues, and say what is left to translate or to review."""
    with TemporaryDirectory() as folder:
        template = Path(folder, f"{DOMAIN}.pot")
        extract(template)
        for language in TRANSLATED:
            update(template, language)
    for language in TRANSLATED:
        catalogue = read_catalogue(catalogue_file(language), language)
        missing, fuzzy = find_unfinished(catalogue)
        print(f"{language}: {len(catalogue)} sentences, {len(missing)} to translate, {len(fuzzy)} to review")
        for message in (*missing, *fuzzy):
            print(f"  {'review' if message.fuzzy else 'translate'}: {message.id!r}")


if __name__ == "__main__":
    main()

"""Draw any picture from the command line: `python -m render --help`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

import games
import render
from games.core.errors import GameError
from games.core.game import Game
from games.core.protocol.session import Session
from games.core.record import read_record
from games.core.table import Mark, MarkKind, Table
from render.cards import Achievement
from render.cards import profile as profile_card
from render.cards.examples import examples as card_examples
from render.demo import play_randomly, playout, replay_record, with_players
from render.gallery import gallery
from render.rules import example_table, read_rules
from render.sheet import sheet as glyph_sheet

app = typer.Typer(help="Draw pictures of tables, and write them to files.", no_args_is_help=True, add_completion=False)


class Theme(StrEnum):
    """Light letters on a dark ground, or dark letters on a light one."""

    dark = "dark"
    light = "light"


class Signs(StrEnum):
    """The size of the signs that distinguish colours."""

    small = "small"
    strong = "strong"


class FilmKind(StrEnum):
    """The formats of an animation."""

    gif = "gif"
    webp = "webp"


GameKey = Annotated[str, typer.Argument(help="The game: " + ", ".join(games.keys()))]
Themed = Annotated[Theme, typer.Option(help="The theme.")]
Signed = Annotated[Signs, typer.Option(help="The size of the signs on pieces; strong is for colour-blind people.")]
Width = Annotated[int, typer.Option(min=200, max=2400, help="The width in pixels.")]
Out = Annotated[Path, typer.Option(help="The file or folder to write to.")]
Options = Annotated[list[str], typer.Option("--option", help="An option of the game, as key=value. Can be repeated.")]
Seats = Annotated[int, typer.Option(min=1, max=4, help="The number of players.")]
Plies = Annotated[int, typer.Option(min=0, max=5000, help="Random moves, if there is no position or record.")]
Seed = Annotated[int, typer.Option(help="The seed of the random moves.")]


@app.command()
def board(  # noqa: PLR0913, PLR0917 - one option for each thing that changes a picture
    game: GameKey,
    position: Annotated[str, typer.Option(help="A position, as text.")] = "",
    record: Annotated[Path | None, typer.Option(help="A file with a record; its last position is drawn.")] = None,
    option: Options = [],  # noqa: B006 - typer reads it only
    seats: Seats = 2,
    plies: Plies = 30,
    seed: Seed = 1,
    mark: Annotated[list[str], typer.Option(help="Cells to mark, e.g. target:c4,d4 or chosen:e4.")] = [],  # noqa: B006
    focus: Annotated[str, typer.Option(help="Cells to zoom in on, e.g. c4,d4.")] = "",
    mat: Annotated[int | None, typer.Option(help="The seat whose mat to zoom in on.")] = None,
    theme: Themed = Theme.dark,
    signs: Signed = Signs.small,
    width: Width = 1200,
    out: Out = Path("board.png"),
) -> None:
    """Draw a board as PNG, or as SVG if --out ends in .svg: from a position, a record, or random moves."""
    played_game = _game(game)
    table = _table(played_game, position, record, _pairs(option), seats, plies, seed)
    table = table.with_marks(*(each for text in mark for each in _marks(text)))
    cells = render.mat_cells(table, mat) if mat is not None else frozenset(focus.split(",")) - {""}
    if out.suffix == ".svg":
        _write(out, render.svg(table, theme.value, width, signs.value, cells).encode())
    else:
        _write(out, render.png(table, theme.value, width, signs.value, cells))


@app.command()
def text(
    game: GameKey,
    position: Annotated[str, typer.Option(help="A position, as text.")] = "",
    record: Annotated[Path | None, typer.Option(help="A file with a record; its last position is drawn.")] = None,
    option: Options = [],  # noqa: B006
    seats: Seats = 2,
    plies: Plies = 30,
    seed: Seed = 1,
) -> None:
    """Print the text board and the alt text of a table."""
    table = _table(_game(game), position, record, _pairs(option), seats, plies, seed)
    typer.echo(f"{render.board_text(table)}\n\n{render.alt_text(table)}")


@app.command()
def replay(  # noqa: PLR0913, PLR0917 - as above
    game: GameKey,
    record: Annotated[Path | None, typer.Option(help="A file with a record. Without it, random moves.")] = None,
    option: Options = [],  # noqa: B006
    seats: Seats = 2,
    plies: Plies = 100,
    seed: Seed = 1,
    film: Annotated[FilmKind, typer.Option(help="The format.")] = FilmKind.webp,
    theme: Themed = Theme.dark,
    width: Width = 900,
    out: Out = Path("replay.webp"),
) -> None:
    """Draw a match as an animation."""
    found = _game(game)
    tables = list(_record(found, record) if record else playout(found, seats, _pairs(option), plies, seed))
    with typer.progressbar(length=len(tables), label="Drawing") as bar:
        _write(out, render.replay(tables, film.value, theme.value, width, progress=lambda *_: bar.update(1)))


@app.command()
def profile(
    points: Annotated[list[str], typer.Argument(help="The ratings in each game, one per day: name=rating,rating,…")],
    name: Annotated[str, typer.Option(help="The person's name.")] = "Rosalind",
    theme: Themed = Theme.dark,
    width: Width = 1200,
    out: Out = Path("profile.png"),
) -> None:
    """Draw a profile: a person's ratings, as PNG."""
    shown = []
    for text in points:
        game, _, numbers = text.partition("=")
        ratings = [float(number) for number in numbers.split(",")]
        days = tuple((datetime.fromtimestamp(86400 * day, UTC), value) for day, value in enumerate(ratings))
        shown.append(Achievement(game, f"{ratings[-1]:.0f}", points=days))
    _write(out, profile_card(name, shown, "", theme.value, width))


@app.command()
def rules(game: GameKey, theme: Themed = Theme.dark, width: Width = 1200, out: Out = Path("rules")) -> None:
    """Draw the pictures of a game's RULES.md into a folder."""
    found = _game(game)
    page = next(path for root in games.__path__ if (path := Path(root) / game / "RULES.md").is_file())
    markdown = page.read_text(encoding="utf-8")
    count = 0
    for section in read_rules(markdown):
        for example in section.examples:
            count += 1
            _write(
                out / f"{game}-{count:02}-{theme.value}.png",
                render.png(example_table(found, example), theme.value, width),
            )


@app.command()
def cards(theme: Themed = Theme.dark, width: Width = 1200, out: Out = Path("cards")) -> None:
    """Draw every card with made-up people into a folder: challenges, ratings, tournaments."""
    for name, data in card_examples(theme.value, width):
        _write(out / f"{name}.png", data)


@app.command()
def sheet(
    out: Out = Path("pictures"),
    theme: Annotated[list[Theme], typer.Option(help="A theme. Can be repeated; both by default.")] = list(Theme),  # noqa: B006
) -> None:
    """Draw contact sheets into a folder: all glyphs, all games with each number of players, and all cards."""
    for name in theme:
        for signs in Signs:
            _write(out / f"glyphs-{name.value}-{signs.value}.png", glyph_sheet(name.value, signs.value))
        for key in games.keys():
            game = games.find(key)
            for signs in Signs:
                _write(out / f"{key}-{name.value}-{signs.value}.png", gallery(game, name.value, signs.value))
            for seats in range(game.info.min_seats, game.info.max_seats + 1):
                _write(out / f"{key}-{seats}-{name.value}.png", render.png(play_randomly(game, seats), name.value))
        for card, data in card_examples(name.value):
            _write(out / f"card-{card}-{name.value}.png", data)


def _game(key: str) -> Game[Any, Any]:
    try:
        return games.find(key)
    except KeyError:
        raise typer.BadParameter(f"There is no game '{key}'. There are: {', '.join(games.keys())}.") from None


def _pairs(options: list[str]) -> dict[str, str]:
    return {key: value for key, _, value in (option.partition("=") for option in options)}


def _table(
    game: Game[Any, Any], position: str, record: Path | None, options: dict[str, str], seats: int, plies: int, seed: int
) -> Table:
    if record:
        *_, last = _record(game, record)
        return last
    if position:
        session = Session.load(game, options, position)
        return with_players(game.presenter.table(session.state, None), session.status())
    return play_randomly(game, seats, options, plies, seed)


def _record(game: Game[Any, Any], file: Path) -> Iterator[Table]:
    return replay_record(game, read_record(file.read_text(encoding="utf-8")))


def _marks(words: str) -> Iterator[Mark]:
    """Read marks written as `kind:cells`; targets are numbered in order."""
    kind, _, names = words.partition(":")
    if kind not in get_args(MarkKind):
        raise typer.BadParameter(f"'{kind}' is not a kind of mark. There are: {', '.join(get_args(MarkKind))}.")
    cells = tuple(names.split(","))
    if kind == "target":
        yield from (Mark("target", (cell,), str(number)) for number, cell in enumerate(cells, 1))
    else:
        yield Mark(cast("MarkKind", kind), cells)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    typer.echo(f"{file}  {len(data) / 1024:.0f} KiB")


def main() -> None:
    """Run a command; if a game refuses something, end with its sentence."""
    try:
        app(standalone_mode=True)
    except (GameError, ValueError, OSError) as error:
        typer.echo(str(error), err=True)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()

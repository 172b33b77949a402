"""Pictures of matches, drawn off the event loop. If drawing fails, the match goes on with text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

import structlog

import render
from bot import metrics
from bot.ui.components.picture import Picture
from bot.ui.components.workers import Workers
from bot.ui.i18n.language import ENGLISH, Language
from games.core.diagram import board_text, legend
from games.core.i18n import gettext
from games.core.table import Table
from render.replay import FilmFormat
from render.theme import Patterns, ThemeName

PHONE = 34
"""The number of monospaced characters that fit on a line of a phone."""
_log = structlog.get_logger(__name__)


def _draw(table: Table, theme: ThemeName, patterns: Patterns, language: Language) -> Picture:
    with metrics.render(table.title):
        return replace(_write(table, language), png=render.png(table, theme=theme, patterns=patterns))


def _write(table: Table, language: Language) -> Picture:
    alt = render.alt_text(table, language, rest=gettext("/ask describes the whole board."))
    return Picture(None, alt, partial(board_in_letters, table, language))


def board_in_letters(table: Table, language: Language) -> str:
    """Return the text board and its legend."""
    return "\n\n".join(part for part in (board_text(table, language, PHONE), legend(table, language, PHONE)) if part)


class Drawing:
    """An animation being drawn: its tables and its progress."""

    def __init__(
        self,
        tables: Callable[[], Sequence[Table]],
        film: FilmFormat,
        theme: ThemeName = "dark",
        patterns: Patterns = "small",
    ) -> None:
        self._tables = tables
        self._film = film
        self._theme: ThemeName = theme
        self._patterns: Patterns = patterns
        self.percent = 0

    def run(self) -> bytes:
        """Draw and return the file. Raises what drawing raises."""
        return render.replay(self._tables(), self._film, self._theme, patterns=self._patterns, progress=self._progress)

    def _progress(self, done: int, total: int) -> None:
        self.percent = 100 * done // total


class MatchPictures:
    """Draws tables in worker threads."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    async def warm(self, tables: Iterable[Table]) -> None:
        """Draw each table once, so that a match's first pictures are as fast as later ones."""
        await self.workers.run(render.warm, tables)

    async def film(self, drawing: Drawing) -> bytes:
        """Return an animation. Raises what drawing raises."""
        return await self.workers.run(drawing.run)

    async def card(self, draw: Callable[[], bytes]) -> bytes | None:
        """Return a card of `render.cards`; None if drawing fails, so that its content is told in words."""
        try:
            return await self.workers.run(draw)
        except Exception:  # noqa: BLE001 - the edge: nobody is refused an answer for a picture
            _log.exception("card failed")
            return None

    async def paint(
        self, table: Table, theme: ThemeName = "dark", patterns: Patterns = "small", language: Language = ENGLISH
    ) -> Picture:
        """Return the picture of a table, with alt text in this language."""
        try:
            return await self.workers.run(_draw, table, theme, patterns, language)
        except Exception:  # noqa: BLE001 - the edge: a match never stops for a picture
            _log.exception("picture failed", game=table.title)
            return self.write_words(table, language)

    def write_words(self, table: Table, language: Language = ENGLISH) -> Picture:
        """Return the table in words alone."""
        return _write(table, language)

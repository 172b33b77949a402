"""/replay: the stepper, animations, records, and records brought from elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.context import Context, place, user_id, viewer
from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.records import add_record, match_of_file, must_be_small, record_json, record_of
from bot.match.visibility import must_be_visible, replayable
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.delivery.pictures import Drawing
from bot.ui.i18n.language import Language
from bot.ui.pages.replay import frame, heading, shared, stepper
from games.core.i18n import gettext
from games.core.table import Table
from render.replay import FilmFormat, shown

TOLD_SECONDS = 2
"""How often somebody who waits for an animation is told how far it is."""


class ReplayCog(commands.Cog):
    """Matches of the past, and the present one's past."""

    def __init__(self, context: Context) -> None:
        self._context = context
        handlers = {
            "replay": self._begin,
            "replay-open": self._open,
            "replay-to": self._to,
            "replay-jump": self._ask_jump,
            "replay-jumped": self._to,
            "replay-share": self._share,
            "film": self._film,
            "record": self._record,
            "record-json": self._json,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)

    @app_commands.command(name="replay", description="Look at a match again, move by move")
    @app_commands.describe(code="The match's code, e.g. K7QFM", record="Or a text record to look at")
    async def replay(
        self, interaction: Interaction, code: str | None = None, record: discord.Attachment | None = None
    ) -> None:
        """`/replay`: a match by its code, or a record given as a file."""
        await answers.wait(interaction)
        if record is not None and code:
            raise Refused(gettext("Give a code or a record, not both: they are two matches."))
        if record is not None:
            with self._context.exclusive.run(user_id(interaction)):
                match = await self._brought(interaction, record)
        elif code:
            match = await self._context.service.find(code)
        else:
            here = await self._context.here(interaction)
            if here is None:
                raise Refused(gettext("Which match? Give its code, or a text record as a file."))
            match = here
        must_be_visible(match, viewer(interaction))
        match = await self._unsealed(match)
        await self._show(interaction, match, 0 if record is not None else match.ply)

    # ------------------------------------------------------------------ stepping

    async def _begin(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await answers.wait(interaction)
        match = await self._seen(interaction, click.match)
        await self._show(interaction, match, match.ply)

    async def _open(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await answers.wait(interaction)
        match = await self._seen(interaction, click.match)
        await self._show(interaction, match, _number(click.rest, match.ply))

    async def _to(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        wanted = values[0] if values else click.rest.partition(".")[0]
        match = await self._seen(interaction, click.match)
        if not wanted.strip().isdecimal():
            raise Refused(
                gettext("'{text}' is no move number. Give a number from 0 to {last}.", text=wanted[:20], last=match.ply)
            )
        await answers.wait_in_place(interaction)
        await self._show(interaction, match, _number(wanted, match.ply))

    async def _ask_jump(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._seen(interaction, click.match)
        language = await self._context.language(interaction)
        label = language.gettext("Move number, 0 to {last}", last=match.ply)
        window = items.modal(Click("replay-jumped", match.id), language.gettext("Jump"), label, "12")
        await answers.open_window(interaction, window)

    async def _share(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._seen(interaction, click.match)
        ply = _number(click.rest, match.ply)
        await answers.wait_for_all(interaction)
        guild_settings = await self._context.people.settings_of(match)
        language = Language(guild_settings.language)
        log = await self._log(match, ply)
        drawn = await self._context.painter.paint(
            frame(match, log, ply, language), guild_settings.theme, language=language
        )
        file = drawn.file(f"shared-{match.code}-{ply}.png")
        view = shared(match, log, ply, drawn.item(f"shared-{match.code}-{ply}.png"), language)
        await answers.tell_all(interaction, view, file)

    async def _show(self, interaction: Interaction, match: Match, ply: int) -> None:
        language = await self._context.language(interaction)
        log = await self._log(match, ply)
        drawn = await self._context.drawn(interaction, frame(match, log, ply, language))
        file = drawn.file(f"replay-{match.code}-{ply}.png")
        view = stepper(match, log, ply, drawn.item(f"replay-{match.code}-{ply}.png"), language)
        await answers.update(interaction, view, file)

    # ------------------------------------------------------------------ taking along

    async def _film(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """The whole match as an animation."""
        match = await self._seen(interaction, click.match)
        with self._context.exclusive.run(user_id(interaction)):
            await answers.wait(interaction)
            view, file = await self._filmed(interaction, match, "gif" if click.rest == "gif" else "webp")
        await answers.tell(interaction, view, file)

    async def _filmed(
        self, interaction: Interaction, match: Match, film: FilmFormat
    ) -> tuple[discord.ui.LayoutView, discord.File]:
        language = await self._context.language(interaction)
        log = await self._context.service.store.entries(match.id, 0, match.ply)
        chosen = await self._context.people.preferences(user_id(interaction))

        def tables() -> list[Table]:
            return [frame(match, log, ply, language) for ply in shown(match.ply + 1)]

        drawing = Drawing(tables, film, chosen.theme, chosen.patterns)
        data = await self._told(interaction, drawing, language)
        name = f"{match.game}-{match.code}.{film}"
        view = items.layout(
            items.text(heading(match, log, match.ply, language)),
            items.picture(name, language.gettext("The whole match as an animation")),
        )
        return view, discord.File(BytesIO(data), name)

    async def _told(self, interaction: Interaction, drawing: Drawing, language: Language) -> bytes:
        """The animation; while it is drawn, the person is told how far it is."""
        task = asyncio.create_task(self._context.painter.film(drawing))
        while True:
            await asyncio.wait({task}, timeout=TOLD_SECONDS)
            if task.done():
                return await task
            text = language.gettext("Drawing the animation: {percent} %", percent=drawing.percent)
            await answers.tell_text(interaction, text)

    async def _record(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """The whole match as a text file."""
        match = await self._seen(interaction, click.match)
        await answers.wait(interaction)
        log = await self._context.service.store.entries(match.id, 0, match.ply)
        await self._hand_over(interaction, match, "txt", record_of(match, log).text())

    async def _json(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """The whole match as JSON."""
        match = await self._seen(interaction, click.match)
        await answers.wait(interaction)
        log = await self._context.service.store.entries(match.id, 0, match.ply)
        await self._hand_over(interaction, match, "json", record_json(match, log))

    async def _hand_over(self, interaction: Interaction, match: Match, ending: str, content: str) -> None:
        name = f"{match.game}-{match.code}.{ending}"
        said = (await self._context.language(interaction)).gettext("The record of match #{code}:", code=match.code)
        view = items.layout(items.text(said), discord.ui.File(f"attachment://{name}"))
        await answers.tell(interaction, view, discord.File(BytesIO(content.encode()), name))

    # ------------------------------------------------------------------ inside

    async def _brought(self, interaction: Interaction, file: discord.Attachment) -> Match:
        """The match of a record that somebody brought along, kept in place of the oldest. Raises Refused."""
        must_be_small(file.size)
        content = await file.read()
        owner, where, now = user_id(interaction), place(interaction), self._context.service.clock()
        made = await self._context.painter.workers.run(lambda: match_of_file(content, owner, where, now))
        return await add_record(self._context.service.store, *made)

    async def _seen(self, interaction: Interaction, match_id: MatchId) -> Match:
        match = await self._context.service.get(match_id)
        must_be_visible(match, viewer(interaction))
        return await self._unsealed(match)

    async def _unsealed(self, match: Match) -> Match:
        """The match up to where everybody may look. Raises Refused where there is nothing to see."""
        return await replayable(match, self._context.service.store)

    async def _log(self, match: Match, ply: int) -> Sequence[LogEntry]:
        return await self._context.service.store.entries(match.id, max(0, ply - 5), max(1, ply))


def _number(text: str, last: int) -> int:
    return min(last, int(text)) if text.strip().isdecimal() else last

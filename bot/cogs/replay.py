"""/replay: the stepper, animations, records, and records that people upload."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import BytesIO

import discord
from discord import app_commands

from bot.cogs.board_of_message import match_of_message, turn_of_message
from bot.cogs.cog import RequestCog, command, context_menu, on, suggest_matches, suggestions
from bot.match.errors import Refused
from bot.match.model import LogEntry, Match
from bot.match.records import add_record, match_of_file, must_be_small, record_json, record_of, terms_of
from bot.match.reviews import JudgedTurn, can_be_reviewed
from bot.match.turns import count_turns, ply_after
from bot.match.visibility import must_be_visible, replayable
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.delivery.pictures import Drawing
from bot.ui.i18n.language import Language
from bot.ui.pages.replay import film_heading, frame, shared_position, stepper
from games.core.i18n import gettext
from games.core.table import Table
from render.replay import FilmFormat, shown_frames

TOLD_SECONDS = 2
"""Seconds between progress updates for an animation."""


class ReplayCog(RequestCog):
    """Matches of the past, and the present one's past."""

    async def _match(self, request: Request) -> Match:
        """Return the match of a control, as far as the person may see it. Raises NotAllowed, Refused."""
        return await self._unseal(await self._context.find_visible(request, request.click.match))

    async def _unseal(self, match: Match) -> Match:
        """Return the match up to where everybody may see it. Raises Refused if there is nothing to see."""
        return await replayable(match, self._context.log)

    @command(name="replay", description="Replay a match, move by move", acknowledge=Acknowledge.PRIVATE)
    @app_commands.describe(code="Match code, e.g. K7QFM", record="Or a text record to look at")
    async def replay(self, request: Request, code: str | None = None, record: discord.Attachment | None = None) -> None:
        """`/replay`: a match by its code, or a record given as a file."""
        if record is not None and code:
            raise Refused(gettext("Give a code or a record, not both: they are two matches."))
        if record is not None:
            with self._context.exclusive.run(request.user, "record"):
                match = await self._store_uploaded(request, record)
        elif code:
            match = await self._context.find_match(request, code)
        else:
            here = await self._context.here(request)
            if here is None:
                raise Refused(gettext("Which match? Give its code, or a text record as a file."))
            match = here
        must_be_visible(match, request.viewer)
        match = await self._unseal(match)
        await self._show(request, match, 0 if record is not None else match.ply)

    @suggestions("code", replay)
    async def _complete(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the person's own matches, running and finished, by code, game or player."""
        return suggest_matches(await self._context.own_matches(request), typed, request.language)

    # ------------------------------------------------------------------ stepping

    @on("replay", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _begin(self, request: Request, match: Match) -> None:
        await self._show(request, match, match.ply)

    @on("replay-open", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _open(self, request: Request, match: Match) -> None:
        await self._show(request, match, _number(request.click.rest, match.ply))

    @context_menu(name="Replay from here", acknowledge=Acknowledge.PRIVATE)
    async def _from_message(self, request: Request, message: discord.Message) -> None:
        """On a board: the match from that turn on."""
        match = await self._unseal(await match_of_message(self._context, request, message))
        seats = (await self._context.log.seats(match.id))[: match.ply]
        await self._show(request, match, ply_after(match, seats, turn_of_message(message)))

    async def _find_wanted(self, request: Request) -> tuple[Match, int]:
        """Return the match and the number of entries to show. Raises Refused if the typed text is no number."""
        match = await self._match(request)
        if request.click.action == "replay-jumped":
            return match, await self._ply_of(match, request.value)
        return match, _number(request.click.rest.partition(".")[0], match.ply)

    async def _ply_of(self, match: Match, typed: str) -> int:
        """Return the number of entries after the move with this number. Raises Refused if it is no number."""
        seats = (await self._context.log.seats(match.id))[: match.ply]
        if (number := read_number(typed)) is not None:
            return ply_after(match, seats, number)
        raise Refused(
            gettext(
                "I couldn't read '{text}'. Give the number of a turn, from 0 to {last}.",
                text=typed[:20],
                last=count_turns(match, seats),
            )
        )

    @on("replay-to", "replay-jumped", acknowledge=Acknowledge.UPDATE, load=_find_wanted)
    async def _to(self, request: Request, wanted: tuple[Match, int]) -> None:
        await self._show(request, *wanted)

    @on("replay-jump", acknowledge=Acknowledge.NONE, load=_match)
    async def _ask_jump(self, request: Request, match: Match) -> None:
        seats = await self._context.log.seats(match.id)
        label = request.language.gettext("Turn number, 0 to {last}", last=count_turns(match, seats[: match.ply]))
        window = items.modal(Click("replay-jumped", match.id), request.language.gettext("Jump"), label, "12")
        await request.show_modal(window)

    @on("replay-share", acknowledge=Acknowledge.PUBLIC, load=_match)
    async def _share(self, request: Request, match: Match) -> None:
        ply = _number(request.click.rest, match.ply)
        guild_settings = await self._context.people.settings_of(match)
        language = Language(guild_settings.public_language)
        log = await self._log(match, ply)
        seats = await self._context.log.seats(match.id)
        drawn = await self._context.painter.paint(
            frame(match, log, seats, ply, language), guild_settings.theme, language=language
        )
        file = drawn.file(f"shared-{match.code}-{ply}.png")
        shown, by = drawn.item(f"shared-{match.code}-{ply}.png"), request.person.name
        view = shared_position(match, log, seats, ply, shown, by, language)
        await request.tell_all(view, file)

    async def _show(self, request: Request, match: Match, ply: int) -> None:
        log = await self._log(match, ply)
        seats = await self._context.log.seats(match.id)
        drawn = await self._context.draw(request, frame(match, log, seats, ply, request.language))
        file = drawn.file(f"replay-{match.code}-{ply}.png")
        shown, judged = drawn.item(f"replay-{match.code}-{ply}.png"), await self._judge(match, ply)
        view = stepper(match, log, seats, ply, shown, request.language, judged)
        await request.update(view, file)

    async def _judge(self, match: Match, ply: int) -> JudgedTurn | None:
        """Return the judged turn that ends there, if the match has been reviewed."""
        review = await self._context.reviewer.load(match) if can_be_reviewed(match) else None
        return None if review is None else review.turn_at(ply)

    # ------------------------------------------------------------------ taking along

    @on("film", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _film(self, request: Request, match: Match) -> None:
        """Send the whole match as an animation."""
        with self._context.exclusive.run(request.user, "animation"):
            view, file = await self._draw_film(request, match, "gif" if request.click.rest == "gif" else "webp")
        await request.tell_again(view, file)

    async def _draw_film(
        self, request: Request, match: Match, film: FilmFormat
    ) -> tuple[discord.ui.LayoutView, discord.File]:
        log = await self._context.log.entries(match.id, 0, match.ply)
        seats = [entry.seat for entry in log]
        chosen = request.preferences

        def tables() -> list[Table]:
            return [frame(match, log, seats, ply, request.language) for ply in shown_frames(match.ply + 1)]

        drawing = Drawing(tables, film, chosen.theme, chosen.patterns)
        data = await self._draw_with_progress(request, drawing)
        name = f"{match.game}-{match.code}.{film}"
        view = items.layout(
            items.text(film_heading(match, request.language)),
            items.picture(name, request.language.gettext("The whole match as an animation")),
        )
        return view, discord.File(BytesIO(data), name)

    async def _draw_with_progress(self, request: Request, drawing: Drawing) -> bytes:
        """Draw the animation, updating the person on its progress."""
        task = asyncio.create_task(self._context.painter.film(drawing))
        while True:
            await asyncio.wait({task}, timeout=TOLD_SECONDS)
            if task.done():
                return await task
            text = request.language.gettext("Drawing the animation: {percent}%", percent=drawing.percent)
            await request.tell_again(items.layout(items.text(text)))

    @on("record", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _record(self, request: Request, match: Match) -> None:
        """Send the whole match as a text file."""
        log = await self._context.log.entries(match.id, 0, match.ply)
        await self._send_file(request, match, "txt", record_of(match, log, await self._terms(match, log)).text())

    @on("record-json", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _json(self, request: Request, match: Match) -> None:
        """Send the whole match as JSON."""
        log = await self._context.log.entries(match.id, 0, match.ply)
        await self._send_file(request, match, "json", record_json(match, log, await self._terms(match, log)))

    async def _terms(self, match: Match, log: Sequence[LogEntry]) -> list[tuple[str, str]]:
        """Return the notes of a record besides names and result; none for an uploaded record."""
        if not match.people:
            return []
        changes = {change.user: change for change in await self._context.people.changes_of(match.id)}
        ratings = {
            player.seat: f"{change.after} ({change.after - change.before:+})"
            for player in match.players
            if player.user is not None and (change := changes.get(player.user)) is not None
        }
        return terms_of(match, log, ratings)

    async def _send_file(self, request: Request, match: Match, ending: str, content: str) -> None:
        name = f"{match.game}-{match.code}.{ending}"
        said = request.language.gettext("The record of match #{code}:", code=match.code)
        view = items.layout(items.text(said), discord.ui.File(f"attachment://{name}"))
        await request.tell(view, discord.File(BytesIO(content.encode()), name))

    # ------------------------------------------------------------------ inside

    async def _store_uploaded(self, request: Request, file: discord.Attachment) -> Match:
        """Store an uploaded record as a match, replacing the oldest one. Raises Refused."""
        must_be_small(file.size)
        content = await file.read()
        owner, where, now = request.user, request.place, self._context.service.clock()
        made = await self._context.painter.workers.run(lambda: match_of_file(content, owner, where, now))
        return await add_record(self._context.records, *made)

    async def _log(self, match: Match, ply: int) -> Sequence[LogEntry]:
        """Return the entries of the newest turn among the first `ply`, and the one before them."""
        return await self._context.log.entries(match.id, max(0, ply - _LONGEST_TURN), max(1, ply))


_LONGEST_TURN = 40
"""The most entries of a turn."""


def _number(text: str, last: int) -> int:
    """Return the number of entries in a custom id, at most `last`; `last` for anything else."""
    number = read_number(text, last)
    return last if number is None else number

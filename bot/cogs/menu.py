"""The ⋯ menu of a match, and what it leads to: resign, draw, take-back, record."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.lobby import Lobby, user_id
from bot.match.errors import Refused, Stale
from bot.match.model import Match, OfferKind, Stage
from bot.ui import answers, items
from bot.ui.answers import Interaction, language_of
from bot.ui.card import title
from bot.ui.custom_id import Click
from bot.ui.items import Style
from games.core.say import say


class MenuCog(commands.Cog):
    """What can be done with a match beside moving."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        on = lobby.router.on
        on("menu", self._menu)
        on("resign", self._ask_resign)
        on("resign-yes", self._resign)
        on("never-mind", self._never_mind)
        on("draw", self._offer)
        on("takeback", self._offer)
        on("agree", self._agree)
        on("refuse", self._refuse)
        on("repost", self._repost)

    async def _menu(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match = await self._lobby.service.get(click.match)
        language = language_of(interaction)
        rows: list[items.Item] = []
        if match.seats_of(user_id(interaction)) and match.stage is Stage.LIVE:
            rows.append(
                items.buttons(
                    items.button(Click("resign", match.id), language.say("Resign"), Style.danger),
                    items.button(Click("draw", match.id), language.say("Offer draw")),
                    items.button(Click("takeback", match.id), language.say("Ask take-back")),
                )
            )
        rows.append(
            items.buttons(
                items.button(Click("repost", match.id), language.say("Repost board")),
                items.button(Click("record", match.id), language.say("Record")),
                items.button(Click("rules", match.id), language.say("Rules")),
            )
        )
        await answers.tell_text(interaction, f"### {title(match, language)}", *rows)

    async def _ask_resign(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match = await self._lobby.service.get(click.match)
        self._lobby.service.player(match, user_id(interaction))
        language = language_of(interaction)
        row = items.buttons(
            items.button(Click("resign-yes", match.id), language.say("Yes, resign"), Style.danger),
            items.button(Click("never-mind", match.id), language.say("No, play on")),
        )
        view = items.layout(
            items.text(language.say("Resign match #{code}? That cannot be undone.", code=match.code)), row
        )
        await interaction.response.edit_message(view=view)

    async def _resign(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await interaction.response.defer()
        await self._lobby.service.resign(click.match, user_id(interaction))
        await _replace(interaction, language_of(interaction).say("You have resigned."))

    async def _never_mind(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await interaction.response.edit_message(view=items.layout(items.text(language_of(interaction).say("Play on!"))))

    async def _offer(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        kind: OfferKind = "draw" if click.action == "draw" else "takeback"
        await interaction.response.defer()
        match = await self._lobby.service.offer(click.match, user_id(interaction), kind)
        language = language_of(interaction)
        asked = language.say("Asked. The others see it on the board.")
        await _replace(interaction, asked if match.offer is not None else language.say("Done."))

    async def _agree(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match = await self._current(click)
        if match.offer is None:
            raise Refused(say("There is nothing to answer any more."))
        player = self._lobby.service.player(match, user_id(interaction))
        if player.seat in match.offer.agreed:
            raise Refused(say("You have already agreed. We are waiting for the others."))
        await interaction.response.defer()
        await self._lobby.service.offer(click.match, user_id(interaction), match.offer.kind)

    async def _refuse(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._current(click)
        await self._lobby.service.refuse(click.match, user_id(interaction))
        if not interaction.response.is_done():
            await interaction.response.defer()

    async def _current(self, click: Click) -> Match:
        match = await self._lobby.service.get(click.match)
        if match.revision != click.turn and match.offer is None:
            raise Stale(say("There is nothing to answer any more."))
        return match

    async def _repost(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """Post the board anew, at the end of its channel."""
        match = await self._lobby.service.get(click.match)
        if not match.seats_of(user_id(interaction)):
            raise Refused(say("Only players can have the board posted again."))
        await interaction.response.defer()
        await self._lobby.publisher.repost(match)


async def _replace(interaction: Interaction, sentence: str) -> None:
    view = items.layout(items.text(sentence))
    await interaction.edit_original_response(view=view, allowed_mentions=answers.NOBODY)

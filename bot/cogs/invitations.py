"""Challenge cards and open tables: accept, decline, cancel, join, leave, start, fill; and the rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from discord.ext import commands

from bot.cogs.games import start
from bot.cogs.lobby import Lobby, person, user_id
from bot.match.errors import NotAllowed
from bot.match.invite import Person, Wish
from bot.match.model import Match, MatchId
from bot.ui.answers import Interaction
from bot.ui.custom_id import Click
from games.core.say import say

Answer = Callable[[MatchId, Person], Awaitable[Match]]
FILL_LEVEL = "medium"


class InvitationCog(commands.Cog):
    """The buttons of the match card."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        service, on = lobby.service, lobby.router.on
        simple: dict[str, Answer] = {
            "accept": service.accept,
            "decline": service.decline,
            "cancel": service.cancel,
            "join": service.join,
            "leave": service.leave,
            "start": service.start,
            "fill": lambda match, who: service.fill(match, who, FILL_LEVEL),
        }
        for action, answer in simple.items():
            on(action, self._answering(answer))
        on("rematch", self._rematch)

    def _answering(self, answer: Answer) -> Callable[[Interaction, Click, list[str]], Awaitable[None]]:
        async def handle(interaction: Interaction, click: Click, _values: list[str]) -> None:
            if interaction.message is not None:
                await self._lobby.publisher.card_is(click.match, interaction.message.id)
            await answer(click.match, person(interaction.user))
            if not interaction.response.is_done():
                await interaction.response.defer()

        return handle

    async def _rematch(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """The same match with the seats passed on; everybody else is asked again."""
        old = await self._lobby.service.get(click.match)
        me = user_id(interaction)
        if not old.seats_of(me):
            raise NotAllowed(
                say("Only those who played can ask for a rematch. Start your own with /{game}.", game=old.game)
            )
        await start(self._lobby, interaction, rematch(old, person(interaction.user)))


def rematch(old: Match, asker: Person) -> Wish:
    """The wish for the same match again, with the first seat for whoever had the last."""
    people = {player.user: player.name for player in old.players if player.user is not None}
    others = tuple(Person(user, name) for user, name in people.items() if user != asker.user)
    if old.hot_seat:
        others = (asker,) * (len(old.players) - 1)
    level = next((player.ai for player in old.players if player.ai is not None), None)
    was_first = old.players[0].user == asker.user
    wish = Wish(old.game, asker, old.place, others, level, len(old.players), old.options, old.time, rated=old.rated)
    return replace(wish, first="them" if was_first else "me", private=old.private)

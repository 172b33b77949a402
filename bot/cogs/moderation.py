"""What moderators can do with a match: void, award, undo, replace by an AI. Each act is written down."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.lobby import Lobby, user_id
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match
from bot.match.moderation import Moderation
from bot.match.people import may_moderate
from bot.ui import answers, items
from bot.ui.answers import Interaction
from bot.ui.custom_id import Click
from bot.ui.items import Style
from bot.ui.language import Language
from bot.ui.scene import who
from games.core.say import say


async def may_moderate_here(lobby: Lobby, interaction: Interaction, match: Match) -> bool:
    """True for moderators of the server the match belongs to."""
    if interaction.guild_id is None or match.place.guild != interaction.guild_id or match.stage.ended:
        return False
    house = await lobby.people.house(interaction.guild_id)
    roles = frozenset(role.id for role in getattr(interaction.user, "roles", ()))
    return may_moderate(house, manager=interaction.permissions.manage_guild, roles=roles)


def moderation_rows(match: Match, language: Language) -> list[items.Item]:
    """The controls of moderators."""
    options = [items.option(str(player.seat), language(who(player))) for player in match.players]
    return [
        items.text(f"-# {language.say('For moderators')}"),
        items.buttons(
            items.button(Click("mod-void", match.id), language.say("Void"), Style.danger),
            items.button(Click("mod-undo", match.id, match.revision), language.say("Undo")),
            items.button(Click("mod-ai", match.id, match.revision), language.say("Replace by AI")),
        ),
        items.menu(Click("mod-award", match.id), language.say("Award to …"), options),
    ]


class ModerationCog(commands.Cog):
    """Moderators' acts."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._acts = Moderation(lobby.service)
        for action in ("mod-void", "mod-undo", "mod-ai", "mod-award"):
            lobby.router.on(action, self._act)

    async def _act(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match = await self._lobby.service.get(click.match)  # private ones too
        if not await may_moderate_here(self._lobby, interaction, match):
            raise NotAllowed(say("Only moderators of this server can do that, while the match is running."))
        await answers.wait_in_place(interaction)
        if click.action == "mod-void":
            await self._acts.void(match.id)
        elif click.action == "mod-undo":
            await self._acts.undo(match.id, click.turn)
        elif click.action == "mod-ai":
            await self._acts.replace_by_ai(match.id, click.turn)
        else:
            seats = [player.seat for player in match.players if str(player.seat) in values]
            if not seats:
                raise Refused(say("Choose the player who is to win."))
            await self._acts.award(match.id, seats[0])
        await self._lobby.people.note_act(match, user_id(interaction), click.action, self._lobby.service.clock())
        done = (await self._lobby.language(interaction)).say("Done, and written down.")
        await answers.update_text(interaction, done)

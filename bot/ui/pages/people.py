"""How the people of a match are named in messages about it."""

from __future__ import annotations

from bot.match.model import Match, Player, UserId
from bot.match.names import name_of
from bot.match.sides import belongs_here
from bot.ui.components.markdown import mention, plain
from bot.ui.i18n.language import Language


def address(match: Match, user: UserId, language: Language) -> str:
    """Mention a player, or name one on the other server, where a mention would show a number."""
    if belongs_here(match, user):
        return mention(user)
    name = next((player.name for player in match.players if user in {player.user, player.former}), "")
    return plain(name) if name else language.gettext("somebody")


def address_player(match: Match, player: Player, language: Language) -> str:
    """Return the same for a seat's present or former player, an AI, or nobody."""
    if player.user is None:
        return plain(language(name_of(match, player)))
    return mention(player.user) if belongs_here(match, player.user) else plain(player.name)

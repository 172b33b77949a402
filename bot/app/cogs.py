"""Register every cog, with its commands, controls and dependencies."""

from __future__ import annotations

import games
from bot.admin.version import read_version
from bot.app.background import Background
from bot.client import QuintetBot
from bot.club.exclusions import Exclusions
from bot.club.open_tables import OpenTables
from bot.cogs.ask import AskCog
from bot.cogs.challenge import ChallengeCog
from bot.cogs.challenge_cards import ChallengeCardCog
from bot.cogs.context import Context
from bot.cogs.exclusions import ExclusionCog
from bot.cogs.games import GamesCog
from bot.cogs.leavers import LeaverCog
from bot.cogs.menu import MenuCog
from bot.cogs.moderation import ModerationCog
from bot.cogs.moves import MoveCog
from bot.cogs.new_match import NewMatchCog
from bot.cogs.personal_blocks import BlockCog
from bot.cogs.profile import ProfileCog
from bot.cogs.rating_roles import RatingRoleCog
from bot.cogs.replay import ReplayCog
from bot.cogs.reports import ReportCog
from bot.cogs.review import ReviewCog
from bot.cogs.rules import RulesCog
from bot.cogs.seeks import SeekCog
from bot.cogs.setup import SetupCog
from bot.cogs.tournaments import TournamentCog
from bot.cogs.welcome import WelcomeCog
from bot.match.thinkers import Thinkers
from bot.settings import Settings
from bot.ui.delivery.notices import Notices
from bot.ui.pages.welcome import Hosting


async def add_cogs(
    client: QuintetBot,
    context: Context,
    thinkers: Thinkers,
    notices: Notices,
    settings: Settings,
    background: Background,
    tables: OpenTables,
) -> None:
    """Add all commands and controls to the client, except the owner's."""
    tournaments, seeks = background.tournament_cards, background.seeks
    for game in games.every():
        client.tree.add_command(NewMatchCog(context, game).command)
    moderation = ModerationCog(context, notices)
    exclusions = Exclusions(context.exclusions, context.service, seeks.matchmaking, tournaments.service)
    hosting = Hosting(read_version(), settings.host, settings.source)
    welcome = WelcomeCog(context, hosting, greets=settings.welcome)
    client.when_named.append(welcome.answer_mention)
    for cog in (
        SetupCog(context),
        RatingRoleCog(context, background.rating_roles),
        ChallengeCardCog(context),
        MoveCog(context),
        GamesCog(context, moderation, seeks.matchmaking),
        ReplayCog(context),
        ReviewCog(context),
        RulesCog(context),
        moderation,
        ReportCog(context, background.reports),
        ExclusionCog(context, notices, exclusions),
        MenuCog(context, thinkers, moderation),
        ChallengeCog(context),
        ProfileCog(context),
        welcome,
        AskCog(context),
        BlockCog(context),
        SeekCog(context, seeks, tables),
        TournamentCog(context, tournaments.service, tournaments),
    ):
        await client.add_cog(cog)
        for menu in cog.context_menus():
            client.tree.add_command(menu)
    await client.add_cog(LeaverCog(context, client))

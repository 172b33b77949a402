"""/profile, /leaderboard, /settings, and one's own data."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.club.absence import begin_absence, read_days
from bot.club.departure import withdraw_for_good
from bot.club.leaderboards import read_scope, standings
from bot.club.preferences import toggle
from bot.club.ratings import EVERYWHERE
from bot.cogs.context import Context, user_id
from bot.match.challenge_options import game_named
from bot.match.errors import Damaged
from bot.match.model import Match, UserId
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.limits import CHOICES
from bot.ui.i18n.language import SUPPORTED
from bot.ui.pages import profile as profiles
from bot.ui.pages import settings as switches

AnyMember = discord.User | discord.Member


class ProfileCog(commands.Cog):
    """Persons: what they have achieved, what they have set, what is stored about them."""

    def __init__(self, context: Context, tree: app_commands.CommandTree[discord.Client]) -> None:
        self._context = context
        handlers = {
            "set": self._flip,
            "set-language": self._set_language,
            "away": self._ask_away,
            "away-days": self._go_away,
            "my-data": self._export,
            "forget": self._ask_forget,
            "forget-yes": self._forget,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)
        tree.add_command(app_commands.ContextMenu(name="Game profile", callback=self._profile_of))

    # ------------------------------------------------------------------ ratings

    @app_commands.command(name="profile", description="Ratings, record and recent matches of somebody")
    @app_commands.describe(member="Whose profile (yours)", game="Only this game")
    async def profile(
        self, interaction: Interaction, member: discord.User | None = None, game: str | None = None
    ) -> None:
        """`/profile`: yours, or a member's."""
        await answers.wait(interaction)
        await self._show_profile(interaction, member or interaction.user, game)

    @app_commands.command(name="leaderboard", description="The strongest players of a game")
    @app_commands.describe(game="Which game", scope="On this server, or everywhere")
    @app_commands.choices(
        scope=[app_commands.Choice(name="server", value="server"), app_commands.Choice(name="everywhere", value="all")]
    )
    async def leaderboard(self, interaction: Interaction, game: str, scope: str | None = None) -> None:
        """`/leaderboard`: of this server unless told otherwise."""
        game = game_named(game)
        await answers.wait(interaction)
        language = await self._context.language(interaction)
        where = read_scope(scope, interaction.guild_id)
        found = await standings(self._context.people, game, where, user_id(interaction))
        listed = [rating.user for _, rating in found]
        names = await self._context.people.names(listed) if where == EVERYWHERE else {}
        if interaction.guild_id is not None:  # nicknames are of one server
            names |= await self._context.people.names(listed, interaction.guild_id)
        shown = language.gettext("everywhere") if where == EVERYWHERE else language.gettext("this server")
        await answers.tell(interaction, profiles.leaderboard(game, shown, found, names, language))

    @profile.autocomplete("game")
    @leaderboard.autocomplete("game")
    async def _games(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [game.info for game in games.every() if typed.strip().lower() in game.info.title.lower()]
        return [app_commands.Choice(name=info.title, value=info.key) for info in found[:CHOICES]]

    async def _profile_of(self, interaction: Interaction, member: discord.User) -> None:
        """On a person: the profile."""
        await answers.wait(interaction)
        await self._show_profile(interaction, member, None)

    async def _show_profile(self, interaction: Interaction, member: AnyMember, game: str | None) -> None:
        if game is not None:
            game = game_named(game)
        user, people = UserId(member.id), self._context.people
        language = await self._context.language(interaction)
        ratings = [rating for rating in await people.ratings(user) if game is None or rating.game == game]
        changes = {rating.game: await people.curve(user, rating.game) for rating in ratings[:4]}
        recent: list[Match] = []
        for match_id in await people.recent(user, user_id(interaction), interaction.guild_id, game):
            with suppress(Damaged):  # it is in the log, and the others are shown
                recent.append(await self._context.service.get(match_id))
        drawn = profiles.curves(changes)
        file = None
        if drawn:
            preferences = await people.preferences(user_id(interaction))
            png = await self._context.painter.chart(member.display_name, drawn, preferences.theme, language)
            file = discord.File(BytesIO(png), f"ratings-{member.id}.png")
        alt = language.gettext("Rating curves of {name}", name=member.display_name)
        picture = (file.filename, alt) if file is not None else None
        await answers.tell(interaction, profiles.profile(member.display_name, ratings, recent, picture, language), file)

    # ------------------------------------------------------------------ settings

    @app_commands.command(name="settings", description="Your own settings: theme, pings, language, your data")
    async def settings(self, interaction: Interaction) -> None:
        """`/settings`: all switches."""
        await answers.wait(interaction)
        await self._show_settings(interaction)

    async def _show_settings(self, interaction: Interaction) -> None:
        preferences = await self._context.people.preferences(user_id(interaction))
        language = await self._context.language(interaction)
        now = self._context.service.clock()
        view = switches.page(preferences, now, language)
        await answers.update(interaction, view)

    async def _flip(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await answers.wait_or_stop(interaction)
        user = user_id(interaction)
        await self._context.people.change_preferences(user, lambda now: toggle(now, click.rest))
        await self._show_settings(interaction)

    async def _set_language(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        chosen = values[0] if values and values[0] in SUPPORTED else ""
        await answers.wait_or_stop(interaction)
        user = user_id(interaction)
        await self._context.people.change_preferences(user, lambda now: replace(now, language=chosen))
        await self._show_settings(interaction)

    async def _ask_away(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        language = await self._context.language(interaction)
        title, label = language.gettext("Away days"), language.gettext("How many days?")
        await answers.open_window(interaction, items.modal(Click("away-days"), title, label, "3"))

    async def _go_away(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        """The clocks of days of all one's matches stand still for so long."""
        days = read_days(values[0] if values else "")
        await answers.wait_privately_or_stop(interaction)
        await begin_absence(self._context.service, self._context.people, user_id(interaction), days)
        language = await self._context.language(interaction)
        await answers.tell_text(interaction, language.gettext("Have a good time! Your clocks of days stand still."))

    # ------------------------------------------------------------------ one's own data

    async def _export(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        await answers.wait(interaction)
        data = await self._context.people.export(user_id(interaction))
        content = json.dumps(data, ensure_ascii=False, indent=1, default=str).encode()
        language = await self._context.language(interaction)
        said = language.gettext("Everything that is stored about you:")
        view = items.layout(items.text(said), discord.ui.File("attachment://my-data.json"))
        await answers.tell(interaction, view, discord.File(BytesIO(content), "my-data.json"))

    async def _ask_forget(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        language = await self._context.language(interaction)
        asked = language.gettext(
            "Delete everything that is stored about you? Your running matches are resigned, your ratings are gone, and "
            "your opponents keep their records without your name. That cannot be undone."
        )
        row = items.buttons(items.button(Click("forget-yes"), language.gettext("Yes, delete my data"), Style.danger))
        await answers.tell_text(interaction, asked, row)

    async def _forget(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        await answers.wait_or_stop(interaction)
        user = user_id(interaction)
        language = await self._context.language(interaction)
        await withdraw_for_good(self._context.service, user, lambda: self._context.people.forget(user, "Somebody"))
        await answers.update_text(interaction, language.gettext("Done: nothing about you is stored any more."))

"""/profile, /leaderboard, /settings, and the person's own data."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import discord
from discord import app_commands

import games
from bot.club.absence import begin_absence, end_absence, read_days
from bot.club.departure import withdraw_for_good
from bot.club.leaderboards import read_scope, standings
from bot.club.preferences import Preferences, toggle
from bot.club.ratings import EVERYWHERE
from bot.cogs.cog import RequestCog, command, context_menu, on, suggest_games, suggestions
from bot.match.challenge_options import game_named
from bot.match.model import UserId
from bot.match.names import FORGOTTEN
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import AnyMember, Request
from bot.ui.i18n.language import SUPPORTED
from bot.ui.i18n.translator import command_choice
from bot.ui.pages import notifications
from bot.ui.pages import profile as profiles
from bot.ui.pages import settings as switches
from bot.ui.pages.overview import LinkedMatch
from bot.ui.pages.seeks import ways_to_match
from bot.ui.pages.welcome import choose_game
from games.core.i18n import gettext


class ProfileCog(RequestCog):
    """People: their results, their settings and their data."""

    # ------------------------------------------------------------------ ratings

    @command(
        name="profile", description="A player's ratings, results and recent matches", acknowledge=Acknowledge.PRIVATE
    )
    @app_commands.describe(member="Whose profile (default: yours)", game="Only this game")
    async def profile(self, request: Request, member: discord.User | None = None, game: str | None = None) -> None:
        """`/profile`: yours, or a member's."""
        await self._show_profile(request, member or request.member, game)

    @command(name="leaderboard", description="The strongest players of a game", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    @app_commands.describe(
        game="Which game (default: that of the match in this channel)", scope="On this server, or everywhere"
    )
    @app_commands.choices(
        scope=[command_choice(gettext("server"), "server"), command_choice(gettext("everywhere"), "all")]
    )
    async def leaderboard(self, request: Request, game: str | None = None, scope: str | None = None) -> None:
        """`/leaderboard`: of this server unless told otherwise; in a match of its game, else the game is asked."""
        here = await self._context.here_or_ended(request) if game is None else None
        if game is None and here is None:
            asked = request.language.gettext("Which game?")
            await request.tell(choose_game("leaderboard", asked, games.every(), f".{scope or ''}"))
            return
        await self._show_leaderboard(request, here.game if here is not None else game_named(game or ""), scope)

    @on("leaderboard", acknowledge=Acknowledge.UPDATE_IN_TIME)
    async def _open_leaderboard(self, request: Request) -> None:
        game, _, scope = request.click.rest.partition(".")
        await self._show_leaderboard(request, game_named(game), scope or None)

    async def _show_leaderboard(self, request: Request, game: str, scope: str | None) -> None:
        where = read_scope(scope, request.guild)
        found = await standings(self._context.people, game, where, request.user)
        listed = [rating.user for _, rating in found]
        names = await self._context.people.names(listed) if where == EVERYWHERE else {}
        if request.guild is not None:  # nicknames belong to a server
            names |= await self._context.people.names(listed, request.guild)
        shown = (
            request.language.gettext("everywhere") if where == EVERYWHERE else request.language.gettext("this server")
        )
        language, theme = request.language, request.preferences.theme
        file = await self._card(
            request,
            f"leaderboard-{game}.png",
            lambda: profiles.draw_leaderboard(game, shown, found, names, request.user, theme, language),
            shown=bool(found),
        )
        picture = (file.filename, profiles.leaderboard_alt(found, names, language)) if file else None
        ways = [ways_to_match(request.place, language)]
        await request.update(profiles.leaderboard(game, shown, found, names, picture, language, ways), file)

    async def _card(
        self, request: Request, name: str, draw: Callable[[], bytes], *, shown: bool
    ) -> discord.File | None:
        """Return the picture as a file; None if the person prefers text, there is nothing to show, or drawing fails."""
        if request.preferences.text_first or not shown:
            return None
        png = await self._context.painter.card(draw)
        return None if png is None else discord.File(BytesIO(png), name)

    @suggestions("game", profile, leaderboard)
    async def _games(self, _: Request, typed: str) -> list[app_commands.Choice[str]]:
        return suggest_games(games.every(), typed)

    @context_menu(name="Game profile", acknowledge=Acknowledge.PRIVATE)
    async def _profile_of(self, request: Request, member: discord.User) -> None:
        """On a person: the profile."""
        await self._show_profile(request, member, None)

    async def _show_profile(self, request: Request, member: AnyMember, game: str | None) -> None:
        if game is not None:
            game = game_named(game)
        user, people = UserId(member.id), self._context.people
        ratings = [rating for rating in await people.ratings(user) if game is None or rating.game == game]
        changes = {rating.game: await people.curve(user, rating.game) for rating in ratings}
        finished = await self._context.list_finished(request, user, game)
        postings = await self._context.postings.postings(finished)
        recent = [LinkedMatch(match, postings[match.id]) for match in finished]
        name, language, theme = member.display_name, request.language, request.preferences.theme
        file = await self._card(
            request,
            f"ratings-{member.id}.png",
            lambda: profiles.draw_profile(name, ratings, changes, theme, language),
            shown=bool(ratings),
        )
        picture = (file.filename, profiles.profile_alt(name, ratings, language)) if file else None
        known = (await people.reliability([user]))[user]
        ways = [ways_to_match(request.place, language)] if user == request.user else []
        subject = profiles.Subject(
            name, "own" if user == request.user else "a bot's" if member.bot else "another's", game
        )
        await request.tell(profiles.profile(subject, ratings, recent, picture, language, known, ways), file)

    # ------------------------------------------------------------------ settings

    @command(
        name="settings",
        description="Your own settings: theme, pings, language, your data",
        acknowledge=Acknowledge.PRIVATE,
    )
    async def settings(self, request: Request) -> None:
        """`/settings`: all switches."""
        await self._show_settings(request)

    async def _show_settings(self, request: Request) -> None:
        now = self._context.service.clock()
        view = switches.page(request.preferences, now, request.language)
        await request.update(view)

    @on("set", acknowledge=Acknowledge.UPDATE, when_late=WhenLate.STOP)
    async def _flip(self, request: Request) -> None:
        await self._change(request, lambda now: toggle(now, request.click.rest))
        await self._show_settings(request)

    @on("set-open", acknowledge=Acknowledge.NONE)
    async def _open_window(self, request: Request) -> None:
        await request.show_modal(switches.window(request.preferences, request.language))

    @on("set-form", acknowledge=Acknowledge.UPDATE, when_late=WhenLate.STOP)
    async def _fill_in(self, request: Request) -> None:
        await self._change(request, lambda now: switches.read_form(now, request.form))
        await self._show_settings(request)

    @on("notify", acknowledge=Acknowledge.NONE)
    async def _open_notifications(self, request: Request) -> None:
        await request.show_modal(notifications.window(request.preferences, request.language))

    async def _notifications(self, request: Request) -> Callable[[Preferences], Preferences]:
        """Return the changes of the modal. Raises Refused for invalid hours or time zones."""
        form = request.form
        notifications.read_form(Preferences(request.user), form)
        return lambda now: notifications.read_form(now, form)

    @on("notify-form", acknowledge=Acknowledge.UPDATE, load=_notifications, when_late=WhenLate.STOP)
    async def _set_notifications(self, request: Request, change: Callable[[Preferences], Preferences]) -> None:
        await self._change(request, change)
        await self._show_settings(request)

    @on("set-language", acknowledge=Acknowledge.UPDATE, when_late=WhenLate.STOP)
    async def _set_language(self, request: Request) -> None:
        chosen = request.value if request.value in SUPPORTED else ""
        await self._change(request, lambda now: replace(now, language=chosen))
        await self._show_settings(request)

    async def _change(self, request: Request, change: Callable[[Preferences], Preferences]) -> None:
        """Change the person's settings."""
        await self._context.people.change_preferences(request.user, change)
        await request.read_preferences(self._context.people)

    @on("away", acknowledge=Acknowledge.NONE)
    async def _ask_days_off(self, request: Request) -> None:
        title, label = request.language.gettext("Days off"), request.language.gettext("How many days?")
        await request.show_modal(items.modal(Click("away-days"), title, label, "3"))

    async def _days(self, request: Request) -> int:
        """Return the number of days that was typed. Raises Refused."""
        return read_days(request.value)

    @on("away-days", acknowledge=Acknowledge.PRIVATE, load=_days, when_late=WhenLate.STOP)
    async def _take_days_off(self, request: Request, days: int) -> None:
        """Take days off, which pauses the clocks of all the person's correspondence matches."""
        await begin_absence(self._context.service, self._context.people, request.user, days)
        await request.tell_text(request.language.gettext("Enjoy your time off! Your correspondence clocks are paused."))

    @on("away-end", acknowledge=Acknowledge.UPDATE, when_late=WhenLate.STOP)
    async def _end_days_off(self, request: Request) -> None:
        """End the days off now: the clocks of the person's correspondence matches run again."""
        await end_absence(self._context.service, self._context.people, request.user)
        await request.read_preferences(self._context.people)
        await self._show_settings(request)

    # ------------------------------------------------------------------ one's own data

    @on("my-data", acknowledge=Acknowledge.PRIVATE)
    async def _export(self, request: Request) -> None:
        data = await self._context.people.export(request.user)
        content = json.dumps(data, ensure_ascii=False, indent=1, default=str).encode()
        said = request.language.gettext("Everything stored about you:")
        view = items.layout(items.text(said), discord.ui.File("attachment://my-data.json"))
        await request.tell(view, discord.File(BytesIO(content), "my-data.json"))

    @on("forget", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _ask_forget(self, request: Request) -> None:
        asked = request.language.gettext(
            "Delete everything that is stored about you? Your running matches are resigned and your ratings "
            "are gone. Your opponents keep their records without your name. That cannot be undone."
        )
        row = items.buttons(
            items.button(Click("forget-yes"), request.language.gettext("Yes, delete my data"), Style.danger),
            items.button(Click("forget-no"), request.language.gettext("Keep my data")),
        )
        await request.tell_text(asked, row)

    @on("forget-no", acknowledge=Acknowledge.UPDATE)
    async def _keep(self, request: Request) -> None:
        await request.update_text(request.language.gettext("Nothing was deleted."))

    @on("forget-yes", acknowledge=Acknowledge.UPDATE, when_late=WhenLate.STOP)
    async def _forget(self, request: Request) -> None:
        user = request.user
        await withdraw_for_good(self._context.service, user, lambda: self._context.people.forget(user, str(FORGOTTEN)))
        await request.update_text(request.language.gettext("Done: nothing about you is stored any more."))

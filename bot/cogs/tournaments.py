"""/tournament: create, list and show tournaments; and the buttons of their cards."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.club.events import entries, ladder, substitutes
from bot.club.events.entries import MOST
from bot.club.events.model import Format, Terms, Tournament, TournamentId, TournamentStage
from bot.club.events.service import TournamentService
from bot.club.events.start_times import read_start
from bot.club.guild_settings import GuildSettings, games_to_offer, may_moderate, may_start, roles_to_start
from bot.club.notifications import Kind
from bot.cogs.cog import RequestCog, command, on, server_only, suggestions
from bot.cogs.context import Context, read_member
from bot.match.clock import read_time
from bot.match.errors import NotFound, Refused
from bot.match.model import UserId
from bot.match.opponents import must_see
from bot.ui.components.answers import NEEDED, missing
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.delivery.tournament_cards import TournamentCards
from bot.ui.delivery.winner_roles import check_role
from bot.ui.i18n.language import Language
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages import tournament_window as window
from bot.ui.pages import tournaments as pages
from bot.ui.pages.tournament_words import title
from games.core.i18n import gettext

_MOST_HOURS = 24 * 30


@server_only
class TournamentCog(RequestCog, commands.GroupCog, name="tournament", description="The tournaments of this server"):
    """Tournaments."""

    def __init__(self, context: Context, service: TournamentService, cards: TournamentCards) -> None:
        super().__init__(context)
        self._service, self._cards = service, cards

    # ------------------------------------------------------------------ commands

    @command(name="create", description="Make a tournament that people can join", acknowledge=Acknowledge.NONE)
    @app_commands.describe(
        seats="Seats at one table (default: 2; in Swiss rounds also 3 or 4)",
        round_hours="How long a round takes at most (default: until all its matches have ended)",
        winner_role="A role that the winner is given at the end (default: none)",
        start="When it starts by itself, e.g. 20:00 or 2h (default: when you press Start)",
    )
    @app_commands.rename(round_hours="hours", winner_role="role")
    async def create(
        self,
        request: Request,
        seats: app_commands.Range[int, 2, 4] = 2,
        round_hours: app_commands.Range[int, 1, _MOST_HOURS] = 0,
        winner_role: discord.Role | None = None,
        start: app_commands.Range[str, 1, 40] = "",
    ) -> None:
        """`/tournament create`: open the modal."""
        _must_have_room(request)
        settings = await self._settings(request)
        offered = games_to_offer(settings)
        self._may_start(request, settings, offered[0].info.key, request.place.channel)
        role = 0 if winner_role is None else winner_role.id
        if role:
            check_role(request, role)
        starts = read_start(start, request.preferences.time_zone, self._context.service.clock())
        chosen = f"{seats}.{round_hours}.{role}.{starts or 0}"
        await request.show_modal(window.create_window(offered, settings.time, chosen, request.language))

    @on("tournament-form", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _create(self, request: Request) -> None:
        _must_have_room(request)
        settings = await self._settings(request)
        terms = _read_terms(request, settings)
        if terms.starts is not None and terms.starts <= self._context.service.clock():
            raise Refused(gettext("That start is already past. Open /tournament create again."))
        if terms.winner_role is not None:
            check_role(request, terms.winner_role)
        self._may_start(request, settings, terms.game, request.place.channel)
        tournament = await self._service.create(terms, request.place, request.person)
        where = f"<#{tournament.place.channel}>"
        await request.tell_text(
            request.language.gettext(
                "Your tournament is open in {channel}. Press **Join** there to take part.", channel=where
            )
        )

    @command(name="list", description="The tournaments of this server", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def list_all(self, request: Request) -> None:
        """`/tournament list`: open ones, running ones, and the last ones that have ended."""
        found = await self._service.store.on_server(request.guild or 0)
        await request.tell(pages.tournament_list(found, request.language))

    @command(name="show", description="A tournament, with its standings", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    @app_commands.describe(tournament="Which tournament")
    async def show(self, request: Request, tournament: str) -> None:
        """`/tournament show`: the card, for the person alone."""
        await self._show(request, tournament)

    @command(name="replace", description="Let somebody else play on for a player", acknowledge=Acknowledge.NONE)
    @app_commands.describe(
        tournament="Which tournament", player="Whose place is to be taken", substitute="Who is asked to take it"
    )
    async def replace(
        self, request: Request, tournament: str, player: str, substitute: discord.User | discord.Member
    ) -> None:
        """`/tournament replace`: the substitute is asked, and agrees by a button."""
        found = await self._found(request, tournament)
        entries.may_organise(found, request.person, moderates=await self._moderates(request))
        asked = read_member(request, substitute)
        other = asked.person
        entrant = substitutes.must_be_replaceable(found, read_number(player) or 0, other, bot=substitute.bot)
        must_see(asked, request.user, request.place)
        view = pages.replacement(found, entrant, other, await self._server_language(request))
        await request.post(view, await self._context.pings.of(Kind.CHALLENGE, [other.user], senders={request.user}))

    @command(name="move", description="Move the start of a tournament", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    @app_commands.describe(
        tournament="Which tournament",
        start="When it starts by itself, e.g. 20:00 or 2h (empty: when you press Start)",
    )
    async def move(self, request: Request, tournament: str, start: app_commands.Range[str, 1, 40] = "") -> None:
        """`/tournament move`: another planned start, or none."""
        found = await self._found(request, tournament)
        starts = read_start(start, request.preferences.time_zone, self._context.service.clock())
        moderates = await self._moderates(request)
        moved = await self._service.move_start(found.id, request.person, starts, moderates=moderates)
        await request.tell_text(pages.starts(moved, request.language))

    @suggestions("tournament", show, replace, move)
    async def _tournaments(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        found = await self._service.store.on_server(request.guild or 0)
        named = [(title(one.tournament, request.language), str(one.tournament.id)) for one in found]
        fitting = [(name, number) for name, number in named if typed.strip().lower() in name.lower()]
        return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=number) for name, number in fitting[:CHOICES]]

    @suggestions("player", replace)
    async def _entrants(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        found = await self._found(request, request.option("tournament"))
        named = [(one.name, str(one.number)) for one in found.entrants if typed.strip().lower() in one.name.lower()]
        return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=number) for name, number in named[:CHOICES]]

    @on("tournament-place", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _take_place(self, request: Request) -> None:
        number, place, user, mark = (*request.click.rest.split("."), "", "", "")[:4]
        tournament = await self._found(request, number)
        offer = substitutes.PlaceOffer(read_number(place) or 0, UserId(read_number(user) or 0), read_number(mark) or 0)
        entrant = substitutes.offered_place(tournament, offer, request.person)
        settings = await self._settings(request)
        self._may_start(request, settings, tournament.terms.game, tournament.place.channel)
        await self._service.take_place(tournament.id, entrant.number, entrant.user, request.person)
        await request.tell_text(
            request.language.gettext("You are taking part in {name}.", name=title(tournament, request.language))
        )

    # ------------------------------------------------------------------ the card

    @on("tournament-join", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _join(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        settings = await self._settings(request)
        self._may_start(request, settings, tournament.terms.game, tournament.place.channel)
        joined = await self._service.join(tournament.id, request.person)
        await request.tell_text(
            request.language.gettext("You are taking part in {name}.", name=title(joined, request.language))
        )

    @on("tournament-leave", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _leave(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        left = await self._service.leave(tournament.id, request.person)
        said = request.language.gettext("You are no longer taking part.")
        if left.pairings:
            said += " " + request.language.gettext("A match that has begun goes on: resign it if you can't finish it.")
        await request.tell_text(said)

    @on("tournament-start", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _start(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        moderates = await self._moderates(request)
        await self._service.start(tournament.id, request.person, moderates=moderates)
        await request.tell_text(request.language.gettext("The tournament begins."))

    @on("tournament-cancel", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _ask_cancel(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        entries.may_organise(tournament, request.person, moderates=await self._moderates(request))
        entries.must_not_have_ended(tournament)
        await request.tell(pages.cancel_question(tournament, request.language))

    @on("tournament-off", acknowledge=Acknowledge.UPDATE_IN_TIME)
    async def _cancel(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        moderates = await self._moderates(request)
        ended = await self._service.cancel(tournament.id, request.person, moderates=moderates)
        if ended.stage is TournamentStage.OVER:  # a ladder or league ends with its last standings
            await request.update_text(request.language.gettext("The tournament is over."))
        else:
            await request.update_text(request.language.gettext("The tournament is called off."))

    @on("tournament-above", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _above(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        await request.tell(pages.above(tournament, ladder.within_reach(tournament, request.person), request.language))

    @on("tournament-rung", acknowledge=Acknowledge.UPDATE_IN_TIME)
    async def _challenge(self, request: Request) -> None:
        tournament = await self._found(request, request.click.rest)
        await self._service.challenge(tournament.id, request.person, read_number(request.value) or 0)
        await request.update_text(request.language.gettext("The match begins. Whoever is challenged moves first."))

    @on("tournament-table", acknowledge=Acknowledge.PRIVATE_IN_TIME)
    async def _table(self, request: Request) -> None:
        await self._show(request, request.click.rest)

    # ------------------------------------------------------------------ inside

    async def _show(self, request: Request, number: str) -> None:
        tournament = await self._found(request, number)
        settings = await self._settings(request)
        organises = entries.organises(tournament, request.person, moderates=await self._moderates(request))
        controls = pages.personal_controls(tournament, request.user, request.language, organises=organises)
        view, files = await self._cards.page(tournament, settings, request.language, controls)
        await request.tell(view, *files)

    async def _found(self, request: Request, number: str) -> Tournament:
        """Return the tournament with this number on this server. Raises NotFound."""
        known = read_number(number)
        tournament = await self._service.get(TournamentId(known or 0))
        if tournament.place.guild != request.guild:
            raise NotFound(gettext("This tournament no longer exists. /tournament list shows the others."))
        return tournament

    async def _settings(self, request: Request) -> GuildSettings:
        return await self._context.people.guild_settings(request.guild)

    async def _server_language(self, request: Request) -> Language:
        return Language((await self._settings(request)).public_language)

    async def _moderates(self, request: Request) -> bool:
        return may_moderate(await self._settings(request), manager=request.is_manager, roles=request.roles)

    def _may_start(self, request: Request, settings: GuildSettings, game: str, channel: int) -> None:
        """Raise NotAllowed if the person may not start matches."""
        roles = roles_to_start(settings, manager=request.is_manager, roles=request.roles)
        may_start(settings, game, channel, roles)


def _must_have_room(request: Request) -> None:
    """Raise Refused if no match of a tournament could be posted."""
    channel = request.discord_channel
    inside = channel.parent if isinstance(channel, discord.Thread) else channel
    is_text = isinstance(inside, discord.TextChannel)
    entries.must_have_room(request.place, text_channel=is_text, absent=missing(request.bot_permissions, NEEDED))


def _read_terms(request: Request, settings: GuildSettings) -> Terms:
    """Return the terms that were filled in. Raises Refused for invalid values."""
    seats, hours, role, starts = (*request.click.rest.split("."), "", "", "", "")[:4]
    size = read_number(request.first(window.SIZE).strip())
    kind, game, time = request.first(window.KIND), request.first(window.GAME), request.first(window.TIME)
    if size is None:
        raise Refused(
            gettext(
                "I couldn't read '{text}'. Write a number of players, e.g. 8.", text=request.first(window.SIZE)[:20]
            )
        )
    if kind not in window.KINDS or game not in games.keys():
        raise Refused(gettext("That choice no longer exists. Open /tournament create again."))
    format_, number = window.KINDS[kind]
    return Terms(
        format_,
        game,
        time,
        " ".join(request.first(window.NAME).split())[:60],
        number if format_ is Format.SWISS else 5,
        read_number(seats) or 2,
        min(size, MOST + 1),
        read_number(hours) or None,
        settings.rated_matches and read_time(time).kind != "bullet",
        read_number(role) or None,
        number if format_ is Format.ARENA else None,
        read_number(starts) or None,
    )

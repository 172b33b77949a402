"""The command of each game, generated from what the game declares about itself."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.club.challenges import allow_challenge
from bot.cogs.cog import Command, RequestCog, everywhere
from bot.cogs.context import Context, as_seen, may_post, read_member
from bot.match.challenge_options import FIRST_WORDS, Given, parameter, read_request
from bot.match.challenges import ChallengeRequest
from bot.match.clock import OFFERED, read_time
from bot.match.model import Match, Stage
from bot.match.names import LEVELS
from bot.match.opponents import read_opponents
from bot.ui.components.answers import Interaction
from bot.ui.components.pipeline import Acknowledge, Handling
from bot.ui.components.request import Request
from bot.ui.delivery.challenge_pictures import challenge_picture
from bot.ui.i18n.translator import command_choice, command_text
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages.card import card
from games.core.game import Game
from games.core.i18n import Message, gettext, ngettext
from games.core.info import GameInfo, Option


class NewMatchCog(RequestCog):
    """The slash command of one game."""

    def __init__(self, context: Context, game: Game[Any, Any]) -> None:
        super().__init__(context)
        self._game = game
        self.command = _command(game, self._answer, self._completion)

    async def _answer(self, interaction: Interaction, given: dict[str, Any]) -> None:
        handling = Handling(lambda request: self._start(request, given), Acknowledge.PRIVATE_IN_TIME)
        await self.run(Request(interaction), handling)

    def _completion(self, option: Option) -> Completion:
        async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await self.suggest(Request(interaction), partial(_values_of, option, typed))

        return complete

    async def _start(self, request: Request, given: dict[str, Any]) -> None:
        options = {
            option.key: option.read(given[parameter(option.key)], request.language)
            for option in self._game.info.options
            if given.get(parameter(option.key))
        }
        names = [given.get(name) for name in ("opponent", "opponent2", "opponent3")]
        members = [member for member in names if member is not None]
        people, bots = read_opponents([read_member(request, one) for one in members], request.user, request.place)
        wanted = Given(
            people,
            bots,
            given.get("ai"),
            given.get("time"),
            given.get("first"),
            given.get("rated"),
            given.get("private"),
            options,
            int(given["seats"]) if given.get("seats") else None,
        )
        usual = (await self._context.people.guild_settings(request.guild)).usual_terms
        challenge = read_request(self._game, request.person, request.place, wanted, usual)
        await start(self._context, request, challenge)


async def start(context: Context, request: Request, challenge: ChallengeRequest, thread: int | None = None) -> None:
    """Start the requested match, if the server and the people asked allow it, and show its card.

    In a thread that is named card and match stay in it. Raises NotAllowed, Refused.
    """
    allowed = await allow_challenge(challenge, request.roles, context.people, context.people)
    may_post(request, allowed)
    if thread is not None:
        allowed = replace(allowed, place=replace(allowed.place, channel=thread))
    await context.remember_language(request)
    match = await context.service.challenge(allowed)
    if match.host == challenge.host.user:
        await show_card(context, request, match)
    else:  # a rematch for which another player has already posted the card
        await _tell_agreed(request, match)


async def _tell_agreed(request: Request, match: Match) -> None:
    """Tell a person who has agreed to a rematch what happens next."""
    if match.stage is Stage.INVITED:
        said = request.language.gettext("Accepted. Match #{code} begins when everybody has accepted.", code=match.code)
    else:
        said = request.language.gettext("The rematch begins: match #{code}.", code=match.code)
    await request.tell_text(said)


async def show_card(context: Context, request: Request, match: Match) -> None:
    """Answer a request for a match with its card, then post what has changed since.

    No thread opens from a message in a thread: the card of a new match is posted in the channel then, and the answer
    leads to it; a rematch stays in the thread.
    So it is where the person has been told to wait, as what comes in place of that pings nobody.
    """
    match = as_seen(request, match)
    language = await context.publisher.language(match)
    theme = (await context.people.settings_of(match)).theme
    picture = await challenge_picture(context.painter, match, theme, language)
    if not await request.claim_first_answer() or request.channel != match.place.channel:
        await context.service.announce(match)
        await request.tell_text(request.language(_where(match)))
        return
    known = await context.people.reliability(match.people)
    played = await context.people.have_played(match.people, match.game)
    view = card(match, None, language, picture.filename if picture else None, known, played)
    try:
        async with context.publisher.expect_card(match) as shown:
            await shown(await request.post(view, await context.pings.mention_unanswered(match), picture))
    finally:
        await context.service.announce(match)


def _where(match: Match) -> Message:
    """Say where the card of a match is, if it is not the answer itself. A conversation has no name to link."""
    if match.place.external and match.place.guild is None:
        return gettext("Match #{code}: its card follows here.", code=match.code)
    return gettext("Match #{code} is in {channel}.", code=match.code, channel=f"<#{match.place.channel}>")


Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def _command(
    game: Game[Any, Any],
    run: Callable[[Interaction, dict[str, Any]], Awaitable[None]],
    completion: Callable[[Option], Completion],
) -> Command:
    """Build the command of a game; its parameters follow from seats and options."""
    info = game.info

    async def callback(interaction: Interaction, **given: object) -> None:
        await run(interaction, given)

    parameters = _parameters(info)
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    rest = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)
        for name, (annotation, _) in parameters.items()
    ]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    described = app_commands.describe(**{name: command_text(text) for name, (_, text) in parameters.items()})(callback)
    chosen = app_commands.choices(**_choices(info))(described)
    listed = {parameter(option.key): completion(option) for option in info.options if not _short(option)}
    completed = app_commands.autocomplete(**listed)(chosen) if listed else chosen
    return everywhere(app_commands.Command(name=info.key, description=command_text(info.summary), callback=completed))


def _parameters(info: GameInfo) -> dict[str, tuple[Any, str]]:
    member = discord.User | None
    others = {"opponent": gettext("Your opponent. Empty: open table; me: AI; yourself: hot seat")}
    others |= {f"opponent{n}": gettext("Player {number}", number=n + 1) for n in range(2, info.max_seats)}
    found: dict[str, tuple[Any, str]] = {name: (member, text) for name, text in others.items()}
    if info.min_seats < info.max_seats:
        found["seats"] = (str | None, gettext("How many play, you and AIs included"))
    found["ai"] = (str | None, gettext("AIs of this level take the other seats"))
    found["time"] = (
        str | None,
        gettext("Time per move (default: the server's, else 3 days)"),
    )
    for option in info.options:
        found[parameter(option.key)] = (str | None, _option_description(option))
    found["first"] = (str | None, gettext("Who moves first: me or my opponent (default: random)"))
    found["rated"] = (bool | None, gettext("Rated? (default: yes; bullet and AI matches: no)"))
    found["private"] = (bool | None, gettext("Play in a private thread"))
    return found


def _option_description(option: Option) -> str:
    if option.names_first_seat:
        return gettext(
            "Who begins, by seat number, instead of 'first' (default: {default})",
            default=option.label(option.default),
        )
    return gettext("{option} (default: {default})", option=option.title, default=option.label(option.default))


def _choices(info: GameInfo) -> dict[str, list[app_commands.Choice[str]]]:
    def choice(value: str, name: str = "") -> app_commands.Choice[str]:
        return command_choice(name or value, value)

    found = {"ai": [choice(level, LEVELS.get(level, level)) for level in info.levels]}
    if info.min_seats < info.max_seats:
        counts = range(info.min_seats, info.max_seats + 1)
        found["seats"] = [choice(str(n), ngettext("{n} player", "{n} players", n)) for n in counts]
    found["time"] = [choice(text, read_time(text).words()) for text in OFFERED]
    found["first"] = [choice(key, words) for key, words in FIRST_WORDS.items()]
    for option in info.options:
        if _short(option):
            found[parameter(option.key)] = [choice(value, option.label(value)) for value in option.values]
    return found


async def _values_of(option: Option, typed: str, request: Request) -> list[app_commands.Choice[str]]:
    """Suggest values of an option that contain what is typed; for free text, also the text itself."""
    wanted = typed.strip().lower()
    labels = {value: request.language(option.label(value)) for value in option.values}
    values = [value for value, label in labels.items() if wanted in value.lower() or wanted in label.lower()]
    if wanted and wanted not in values and option.free and len(wanted) <= 100:
        values.append(typed.strip())
    shown = ((clip(labels.get(value, value), CHOICE_NAME), value) for value in values[:CHOICES])
    return [app_commands.Choice(name=name, value=value) for name, value in shown]


def _short(option: Option) -> bool:
    """Whether all values fit into a fixed list of choices."""
    return len(option.values) <= CHOICES and not option.free

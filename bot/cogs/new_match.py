"""One cog for each game, its command generated from what the game declares about itself."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.challenges import allow_challenge
from bot.cogs.context import Context, may_post, must_see, person, place
from bot.match.challenge_options import FIRST_WORDS, Given, parameter, read_request
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import OFFERED, read_time
from bot.match.errors import Refused
from bot.match.model import Match, Stage
from bot.match.names import LEVELS
from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.delivery.pings import asked
from bot.ui.i18n.language import Language
from bot.ui.i18n.translator import spoken
from bot.ui.pages.card import card
from games.core.game import Game
from games.core.i18n import gettext
from games.core.info import Option

AnyMember = discord.User | discord.Member


class GameCog(commands.Cog):
    """The slash command of one game."""

    def __init__(self, context: Context, game: Game[Any, Any], bot_id: Callable[[], int]) -> None:
        self._context = context
        self._game = game
        self._bot_id = bot_id
        self.command = _command(game, self._run, context.language)

    async def _run(self, interaction: Interaction, given: dict[str, Any]) -> None:
        language = await self._context.language(interaction)
        options = {
            option.key: option.read(given[parameter(option.key)], language)
            for option in self._game.info.options
            if given.get(parameter(option.key))
        }
        names = [given.get(name) for name in ("opponent", "opponent2", "opponent3")]
        members = [member for member in names if member is not None]
        request = Given(
            self._people(interaction, members),
            sum(member.id == self._bot_id() for member in members),
            given.get("ai"),
            given.get("time"),
            given.get("first"),
            given.get("rated"),
            given.get("private"),
            options,
        )
        usual = (await self._context.people.guild_settings(interaction.guild_id)).usual_terms
        challenge = read_request(self._game, person(interaction.user), place(interaction), request, usual)
        await start(self._context, interaction, challenge)

    def _people(self, interaction: Interaction, members: list[AnyMember]) -> tuple[Person, ...]:
        """The people among those who are named. Raises Refused for other bots, and for who could not see the card."""
        people = []
        for member in members:
            if member.id == self._bot_id():
                continue
            if member.bot:
                raise Refused(
                    gettext(
                        "{name} is a bot and can't play. Ask a person, or choose an AI level.", name=member.display_name
                    )
                )
            must_see(interaction, member)
            people.append(person(member))
        return tuple(people)


async def start(context: Context, interaction: Interaction, challenge: ChallengeRequest) -> None:
    """Start what somebody wishes for, where the server and the ones who are asked allow it, and show its card.

    Raises NotAllowed, Refused.
    """
    member = interaction.user
    roles = frozenset(role.id for role in member.roles) if isinstance(member, discord.Member) else frozenset()
    allowed = await allow_challenge(challenge, roles, context.people, context.people)
    may_post(interaction, allowed)

    async def challenging() -> Match:
        await context.hear_language(interaction)
        return await context.service.challenge(allowed)

    match = await answers.in_time(interaction, challenging(), answers.wait)
    if match.host == challenge.host.user:
        await show_card(context, interaction, match)
    else:  # a rematch that another player has asked for: its card stands already
        await _tell_agreed(context, interaction, match)


async def _tell_agreed(context: Context, interaction: Interaction, match: Match) -> None:
    """Tell somebody who has agreed to a rematch what comes of it."""
    language = await context.language(interaction)
    if match.stage is Stage.INVITED:
        said = language.gettext("Agreed. Match #{code} begins when everybody has.", code=match.code)
    else:
        said = language.gettext("The rematch begins: match #{code}.", code=match.code)
    await answers.tell_text(interaction, said)


async def show_card(context: Context, interaction: Interaction, match: Match) -> None:
    """Answer a wish for a match with its card, then post what has changed since.

    No thread opens from a message in a thread: there the card is posted in the channel, and the answer leads to it.
    So it is where the person has been told to wait, as what comes in place of that pings nobody.
    """
    if interaction.response.is_done() or interaction.channel_id != match.place.channel:
        words = gettext("Match #{code} is in {channel}.", code=match.code, channel=f"<#{match.place.channel}>")
        await context.service.announce(match)
        await answers.tell_text(interaction, (await context.language(interaction))(words))
        return
    language = await context.publisher.language(match)
    view = card(match, None, language)
    try:
        async with context.publisher.card_coming(match) as shown:
            await shown(await answers.post(interaction, view, await asked(match, context.people)))
    finally:
        await context.service.announce(match)


Command = app_commands.Command[Any, ..., None]
LanguageOf = Callable[[Interaction], Awaitable[Language]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def _command(
    game: Game[Any, Any], run: Callable[[Interaction, dict[str, Any]], Awaitable[None]], language_of: LanguageOf
) -> Command:
    """The command of a game: its parameters follow from seats and options."""
    info = game.info

    async def callback(interaction: Interaction, **given: Any) -> None:  # noqa: ANN401 - one value per option
        await run(interaction, given)

    parameters = _parameters(info.max_seats, info.options)
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    rest = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)
        for name, (annotation, _) in parameters.items()
    ]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    described = app_commands.describe(**{name: spoken(text) for name, (_, text) in parameters.items()})(callback)
    chosen = app_commands.choices(**_choices(info.levels, info.options))(described)
    listed = {parameter(option.key): _completion(option, language_of) for option in info.options if not _short(option)}
    completed = app_commands.autocomplete(**listed)(chosen) if listed else chosen
    return app_commands.Command(name=info.key, description=spoken(info.summary), callback=completed)


def _parameters(seats: int, options: tuple[Option, ...]) -> dict[str, tuple[Any, str]]:
    member = discord.User | None
    others = {"opponent": gettext("Who plays against you (yourself: hot seat, the bot: AI; nobody: an open table)")}
    others |= {f"opponent{n}": gettext("Player {number}", number=n + 1) for n in range(2, seats)}
    found: dict[str, tuple[Any, str]] = {name: (member, text) for name, text in others.items()}
    found["ai"] = (str | None, gettext("AIs of this level take the other seats"))
    found["time"] = (
        str | None,
        gettext("How much time there is for a move (3 days, unless the server says otherwise)"),
    )
    for option in options:
        found[parameter(option.key)] = (str | None, _described(option))
    found["first"] = (str | None, gettext("Who begins (by chance)"))
    found["rated"] = (bool | None, gettext("Count for the ratings (yes, between people)"))
    found["private"] = (bool | None, gettext("Play in a private thread"))
    return found


def _described(option: Option) -> str:
    return gettext("{option} ({default})", option=option.title, default=option.label(option.default))


def _choices(levels: tuple[str, ...], options: tuple[Option, ...]) -> dict[str, list[app_commands.Choice[str]]]:
    def choice(value: str, name: str = "") -> app_commands.Choice[str]:
        return app_commands.Choice(name=spoken(name or value), value=value)

    found = {"ai": [choice(level, LEVELS.get(level, level)) for level in levels]}
    found["time"] = [choice(text, read_time(text).words()) for text in OFFERED]
    found["first"] = [choice(key, words) for key, words in FIRST_WORDS.items()]
    for option in options:
        if _short(option):
            found[parameter(option.key)] = [choice(value, option.label(value)) for value in option.values]
    return found


def _completion(option: Option, language_of: LanguageOf) -> Completion:
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        language = await language_of(interaction)
        wanted = typed.strip().lower()
        labels = {value: language(option.label(value)) for value in option.values}
        values = [value for value, label in labels.items() if wanted in value.lower() or wanted in label.lower()]
        if wanted and wanted not in values and option.free and len(wanted) <= 100:
            values.append(typed.strip())
        shown = ((clip(labels.get(value, value), CHOICE_NAME), value) for value in values[:CHOICES])
        return [app_commands.Choice(name=name, value=value) for name, value in shown]

    return complete


def _short(option: Option) -> bool:
    """True when all values fit a fixed list."""
    return len(option.values) <= CHOICES and not option.free

"""The modal that creates a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.club.events.entries import FEWEST, MOST
from bot.club.events.model import Format
from bot.match.clock import OFFERED, read_time
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import Language
from bot.ui.pages.tournament_words import format_words
from games.core.game import AnyGame
from games.core.i18n import Message, gettext

NAME, KIND, GAME, TIME, SIZE = "name", "kind", "game", "time", "size"
"""The fields of the modal."""
KINDS: Final[dict[str, tuple[Format, int]]] = {
    "mini_cup": (Format.MINI_CUP, 0),
    "swiss5": (Format.SWISS, 5),
    "swiss6": (Format.SWISS, 6),
    "swiss7": (Format.SWISS, 7),
    "knockout": (Format.KNOCKOUT, 0),
    "arena30": (Format.ARENA, 30),
    "arena60": (Format.ARENA, 60),
    "arena120": (Format.ARENA, 120),
    "ladder": (Format.LADDER, 0),
    "league": (Format.LEAGUE, 0),
}
"""The formats on offer, with the rounds of a Swiss tournament or the minutes of an arena."""
ABOUT: Final[Mapping[Format, Message]] = {
    Format.MINI_CUP: gettext("Everybody plays everybody once; 3 to 8 players."),
    Format.SWISS: gettext("Each round you meet somebody with about as many points. Nobody drops out."),
    Format.KNOCKOUT: gettext("Two matches in each round; whoever loses is out."),
    Format.ARENA: gettext("Fast matches one after the other: whoever is free is paired at once."),
    Format.LADDER: gettext("No end: challenge somebody up to three places above you and take their place."),
    Format.LEAGUE: gettext("Divisions by strength, one week per round; then the next season begins."),
}
"""The explanation of each format, for first-time organisers."""


def create_window(offered: Sequence[AnyGame], usual_time: str, rest: str, language: Language) -> ui.Modal:
    """Return the modal that creates a tournament: name, format, game, time, size. `rest` comes back with it."""
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=NAME, required=False, max_length=60)
    kinds = [
        items.option(key, language.alone(format_words(*kind)), language(ABOUT[kind[0]]), chosen=key == "mini_cup")
        for key, kind in KINDS.items()
    ]
    kind: ui.Select[ui.Modal] = ui.Select(custom_id=KIND, options=kinds, required=True)
    which: list[discord.SelectOption] = [items.option(one.info.key, one.info.title) for one in offered[:25]]
    game: ui.Select[ui.Modal] = ui.Select(custom_id=GAME, options=which, required=True)
    times = [items.option(text, language.alone(read_time(text).words()), chosen=text == usual_time) for text in OFFERED]
    time: ui.Select[ui.Modal] = ui.Select(custom_id=TIME, options=times, required=True)
    size: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=SIZE, default="8", min_length=1, max_length=3)
    limits = language.gettext(
        "{least} to {most}. A mini cup has at most 8 and starts when it is full.", least=FEWEST, most=MOST
    )
    return items.form(
        Click("tournament-form", rest=rest),
        language.gettext("New tournament"),
        (language.gettext("Name"), language.gettext("Empty: the format and the game."), name),
        (language.gettext("Format"), language.gettext("How players are paired, and how long it takes."), kind),
        (language.gettext("Which game?"), language.gettext("All matches are of this game."), game),
        (language.gettext("Time per move"), language.gettext("For all matches. An arena takes fast ones only."), time),
        (language.gettext("How many players?"), limits, size),
    )

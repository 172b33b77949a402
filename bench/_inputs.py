"""For bench.fuzz: damaged input for the bot's commands, menus and modals, and the functions that read it.

Each reader takes a text and raises nothing but GameError and MatchError.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import games
from bot.club.absence import read_days
from bot.cogs.rules import read_step
from bot.cogs.setup import choice_of
from bot.match.challenge_options import game_named
from bot.match.clock import OFFERED, read_time
from bot.match.model import Place, UserId
from bot.match.records import match_of_record
from bot.ui.components.custom_id import Click, read_click
from bot.ui.i18n.language import Language
from bot.ui.pages import rules as rulebook
from bot.ui.pages.typed import continuations
from games.core.game import AnyGame
from games.core.record import read_record
from games.core.status import Seat

SETUP_TOPICS = ("channels", "results", "play-role", "moderator-role", "games", "time", "posting", "language", "x")
_HERE = Place(1, 2)

Reader = Callable[[str], object]
"""A function that reads one text."""


def bring_record(text: str) -> object:
    """Read a record that somebody attaches to /replay."""
    return match_of_record(read_record(text), UserId(1), _HERE, 0)


def press(text: str) -> object:
    """Read a custom id as a control of any message sends it."""
    click = read_click(text)
    return None if click is None else str(click)


def choose_in_setup(text: str) -> object:
    """Read the values of a menu of /setup."""
    topic, _, values = text.partition(" ")
    return choice_of(topic, values.split())


def command_inputs(game: AnyGame, rng: Random) -> dict[str, tuple[str, Reader]]:
    """Return the kinds of input that commands take, each with a valid text and its reader."""
    key, language = game.info.key, Language(rng.choice(("en", "de")))
    page = rng.choice(rulebook.pages(key))
    topic = rng.choice(SETUP_TOPICS)
    option = rng.choice(game.info.options or (None,))
    return {
        "time": (rng.choice(OFFERED), read_time),
        "days": (str(rng.randint(1, 14)), read_days),
        "topic": (page.title, lambda text: rulebook.find(key, text, language)),
        "tutorial": (f"{key}.{rng.randrange(5)}", read_step),
        "click": (str(Click(rng.choice(("pick", "set", "replay-to")), rest="3", ply=4)), press),
        "game": (game.info.title, game_named),
        "option": (option.label(option.default) if option else "", lambda text: option.read(text) if option else ""),
        "setup": (f"{topic} {rng.choice((*OFFERED, *games.keys(), '123456789012345678'))}", choose_in_setup),
    }


def new_reader(game: AnyGame, state: object, seat: Seat) -> Reader:
    """Return the reader of what is typed into the option `move` while Discord asks how it may continue."""
    view = game.rules.view(state, seat)
    return lambda text: continuations(game, view, seat, text)

"""The page for newcomers: the games, each with a picture and a sentence, and the four ways to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord
from discord import ui

import games
from bot.match.clock import OFFERED, read_time
from bot.match.model import Place
from bot.match.showing import may_meet_others
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.picture import Picture
from bot.ui.i18n.language import Language
from bot.ui.pages.seeks import ways_to_match
from games.core.game import AnyGame
from games.core.table import Table

MOST_GAMES = 5
"""The most games shown with a picture, since a message holds 40 components."""
FRIEND, GAME, TIME, RATED = "friend", "game", "time", "rated"
"""The fields of the modal for a challenge."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """What `/about` shows: version, host, and address of the source (empty if not set)."""

    version: str
    host: str = ""
    source: str = ""


def sample_table(game: AnyGame) -> Table:
    """Return a sample table for a small picture: that of the first lesson, else the set-up."""
    table = _sample(game)
    needs_players = any(area.place == "mat" for area in table.areas)
    players = table.players if needs_players else ()
    return replace(table, players=players, panels=(), standing=None, caption="", headline="")


def _sample(game: AnyGame) -> Table:
    lessons = game.presenter.lessons()
    if lessons:
        state = game.rules.load(lessons[0].position, game.info.check_options(dict(lessons[0].options)))
        return game.presenter.table(game.rules.view(state, lessons[0].seat), lessons[0].seat)
    state = game.rules.start(game.info.max_seats, game.info.check_options({}))
    return game.presenter.table(state, None)


def welcome(pictures: Mapping[str, Picture], place: Place, language: Language) -> ui.LayoutView:
    """Return the page; `pictures` are by the key of their game."""
    rows: list[items.Item] = [
        items.text(
            "## "
            + language.gettext("Board games, right here")
            + "\n"
            + language.gettext("Play against friends or against me, at your own pace. Learning takes five minutes.")
        )
    ]
    for game in games.every():
        drawn = pictures.get(game.info.key)
        words = f"**{game.info.title}** · `/{game.info.key}`\n{language(game.info.summary)}"
        if drawn is None or drawn.png is None:
            rows.append(items.text(words))
        else:
            rows.append(items.beside(words, file_name(game), drawn.alt))
    rows.append(items.buttons(*_beginnings(place, language)))
    rows.append(
        items.text(
            f"-# {language.gettext('/games lists your matches, /rules has the rules, /settings your settings.')}"
        )
    )
    return items.layout(*rows)


def file_name(game: AnyGame) -> str:
    """Return the file name of a game's picture on the page."""
    return f"welcome-{game.info.key}.png"


def _beginnings(place: Place, language: Language) -> list[ui.Button[ui.LayoutView]]:
    """Return the ways to begin; in direct messages there is nobody to challenge and no table."""
    alone = [
        items.button(Click("learn"), language.gettext("Learn"), Style.primary),
        items.button(Click("play-ai"), language.gettext("Play the easy AI"), Style.success),
    ]
    if not may_meet_others(place):
        return alone
    return [
        *alone,
        items.button(Click("friend"), language.gettext("Challenge a friend")),
        items.button(Click("tables"), language.gettext("Open tables")),
    ]


def choose_game(action: str, prompt: str, offered: Sequence[AnyGame], more: str = "") -> ui.LayoutView:
    """Return a button for each game; `action` gets the key of the chosen one, followed by `more`."""
    buttons = [items.button(Click(action, rest=game.info.key + more), game.info.title) for game in offered[:25]]
    return items.layout(items.text(f"**{prompt}**"), *items.rows_of(buttons))


def no_tables(place: Place, language: Language) -> ui.LayoutView:
    """Return the message for when no table is open, with other ways to play."""
    hint = language.gettext("No table is open here. Open one with a game's command, such as /choccer.")
    return items.layout(items.text(hint), ways_to_match(place, language))


def choose_lesson(offered: Sequence[AnyGame], language: Language) -> ui.LayoutView:
    """Return a button for each game, to learn it."""
    taught = [game for game in offered if game.presenter.lessons()][:25]
    buttons = [items.button(Click("tutorial", rest=f"{game.info.key}.0"), game.info.title) for game in taught]
    prompt = language.gettext("Which game do you want to learn?")
    return items.layout(items.text(f"**{prompt}**"), *items.rows_of(buttons))


def challenge_window(offered: Sequence[AnyGame], game: str, usual_time: str, language: Language) -> ui.Modal:
    """Return the modal for a challenge: friend, game, time, rated or not. `game` is preselected."""
    friend: ui.UserSelect[ui.Modal] = ui.UserSelect(custom_id=FRIEND, required=True)
    options = [
        items.option(one.info.key, one.info.title, language(one.info.summary), chosen=one.info.key == game)
        for one in offered[:25]
    ]
    which: ui.Select[ui.Modal] = ui.Select(custom_id=GAME, options=options, required=True)
    times = [items.option(text, language.alone(read_time(text).words()), chosen=text == usual_time) for text in OFFERED]
    time: ui.Select[ui.Modal] = ui.Select(custom_id=TIME, options=times, required=True)
    rated: ui.Checkbox[ui.Modal] = ui.Checkbox(custom_id=RATED, default=True)
    return items.form(
        Click("friend-form"),
        language.gettext("Challenge a friend"),
        (language.gettext("Who?"), language.gettext("They get a ping and answer on the card."), friend),
        (language.gettext("Which game?"), language.gettext("/rules explains each of them with pictures."), which),
        (
            language.gettext("Time per move"),
            language.gettext("With days per move you play when it suits you; otherwise you both stay online."),
            time,
        ),
        (language.gettext("Rated"), language.gettext("The result counts for both ratings."), rated),
    )


def about(hosting: Hosting, language: Language) -> ui.LayoutView:
    """Return version, host, source and privacy."""
    lines = [
        f"## Quintet {hosting.version}",
        language.gettext("**Host**: {host}", host=hosting.host)
        if hosting.host
        else language.gettext("**Host**: whoever invited me to this server"),
        language.gettext("**Source**: {source}, MIT licence", source=hosting.source)
        if hosting.source
        else language.gettext("**Source**: Quintet is free software under the MIT licence. Ask the host for it."),
        language.gettext(
            "**Privacy**: I store your matches, ratings and settings. I read only messages that mention me. "
            "/settings exports or deletes your data."
        ),
    ]
    return items.layout(
        items.text("\n".join(lines)), items.buttons(items.button(Click("help"), language.gettext("What can I play?")))
    )


def attachments(pictures: Mapping[str, Picture]) -> list[discord.File | None]:
    """Return the files of the pictures."""
    return [pictures[game.info.key].file(file_name(game)) for game in games.every() if game.info.key in pictures]

"""The picture of a challenge: the starting position, the players, and the terms."""

from __future__ import annotations

import asyncio
from functools import partial
from io import BytesIO
from random import Random
from typing import Literal

import discord

from bot.match.model import Match, Stage
from bot.match.names import numbered_names
from bot.match.play import game_of
from bot.ui.components.markdown import bare
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.i18n.language import Language
from bot.ui.pages.card import details
from games.core.status import CHANCE, Turn
from games.core.table import Table
from render.cards.challenge import Contender, challenge

PATIENCE_S = 0.8
"""The longest wait for a card's picture in seconds, since the card is the first answer to a command."""


async def challenge_picture(
    painter: MatchPictures, match: Match, theme: Literal["dark", "light"], language: Language
) -> discord.File | None:
    """Return the picture as a file; None once the challenge was answered, or if drawing fails or takes too long."""
    if match.stage is not Stage.INVITED:
        return None
    try:
        async with asyncio.timeout(PATIENCE_S):
            png = await painter.card(partial(_draw, match, theme, language))
    except TimeoutError:
        return None
    return None if png is None else discord.File(BytesIO(png), f"challenge-{match.code}-{match.revision}.png")


def set_up(match: Match) -> Table:
    """Return the first position; if it depends on chance, a possible one."""
    game = game_of(match)
    state = game.rules.start(len(match.players), match.options)
    dice = Random(0)  # noqa: S311 - an example
    while isinstance(status := game.rules.status(state), Turn) and CHANCE in status.seats:
        state = game.rules.play(state, CHANCE, game.rules.deal(state, dice))
    return game.presenter.table(game.rules.view(state, None), None)


def _draw(match: Match, theme: Literal["dark", "light"], language: Language) -> bytes:
    table = set_up(match)
    contenders = [
        Contender(bare(language(name)), bare(language(strip.side)), strip.role)
        for name, strip in zip(numbered_names(match), table.players, strict=False)
    ]
    terms = bare(details(match, language))
    return challenge(game_of(match).info.title, table, contenders, (terms,), f"#{match.code}", theme)

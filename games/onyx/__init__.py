"""Onyx: two colours each, stacks, suffocation and territory on a graph."""

from __future__ import annotations

from games.core.game import Game
from games.onyx.info import INFO
from games.onyx.player import OnyxPlayer
from games.onyx.presenter import OnyxPresenter
from games.onyx.rules import OnyxRules

RULES = OnyxRules()
GAME = Game(INFO, RULES, OnyxPresenter(RULES), OnyxPlayer(RULES))

"""Conquid: two sides take land on a square grid until a chain of cells joins their headquarters."""

from __future__ import annotations

from games.conquid.info import INFO
from games.conquid.player import ConquidPlayer
from games.conquid.presenter import ConquidPresenter
from games.conquid.rules import ConquidRules
from games.core.game import Game

RULES = ConquidRules()
GAME = Game(INFO, RULES, ConquidPresenter(RULES), ConquidPlayer(RULES))

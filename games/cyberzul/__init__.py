"""Cyberzul: take tiles of one colour, fill pattern lines, cover your wall. The rules are in RULES.md."""

from __future__ import annotations

from games.core.game import Game
from games.cyberzul.info import INFO
from games.cyberzul.player import CyberzulPlayer
from games.cyberzul.presenter import CyberzulPresenter
from games.cyberzul.rules import CyberzulRules

RULES = CyberzulRules()
GAME = Game(INFO, RULES, CyberzulPresenter(RULES), CyberzulPlayer(RULES))

"""Piously: seven rooms, two pieces, fourteen spells. The rules are in RULES.md."""

from __future__ import annotations

from games.core.game import Game
from games.piously.info import INFO
from games.piously.player import PiouslyPlayer
from games.piously.presenter import PiouslyPresenter
from games.piously.rules import PiouslyRules

RULES = PiouslyRules()
GAME = Game(INFO, RULES, PiouslyPresenter(RULES), PiouslyPlayer(RULES))

"""Choccer: two sides of eleven pieces, three gems, two capture zones. The rules are in RULES.md."""

from __future__ import annotations

from games.choccer.info import INFO
from games.choccer.player import ChoccerPlayer
from games.choccer.presenter import ChoccerPresenter
from games.choccer.rules import ChoccerRules
from games.core.game import Game

RULES = ChoccerRules()
GAME = Game(INFO, RULES, ChoccerPresenter(RULES), ChoccerPlayer(RULES))

"""Choccer: two sides of eleven pieces, three gems, two capture zones. The rules are in RULES.md."""

from __future__ import annotations

from games.choccer.game import GAME

__all__ = ["GAME"]

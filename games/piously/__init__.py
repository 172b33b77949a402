"""Piously: seven rooms, two pieces, fourteen spells. The rules are in RULES.md."""

from __future__ import annotations

from games.piously.game import GAME

__all__ = ["GAME"]

"""Cyberzul: take tiles of one colour, fill pattern lines, cover your wall. The rules are in RULES.md."""

from __future__ import annotations

from games.cyberzul.game import GAME

__all__ = ["GAME"]

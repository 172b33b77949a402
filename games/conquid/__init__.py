"""Conquid: two sides take land on a square grid until a chain of cells joins their headquarters."""

from __future__ import annotations

from games.conquid.game import GAME

__all__ = ["GAME"]

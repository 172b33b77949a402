"""Onyx: two colours each, stacks, suffocation and territory on a graph."""

from __future__ import annotations

from games.onyx.game import GAME

__all__ = ["GAME"]

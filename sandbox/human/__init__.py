"""The human side: what members see and do, over HTTP and a websocket under /sandbox."""

from __future__ import annotations

from sandbox.human.app import HumanSide

__all__ = ["HumanSide"]

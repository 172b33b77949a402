"""The composition root: the only package that builds the bot's parts and connects them."""

from bot.app.building import build
from bot.app.lifecycle import App
from bot.app.running import run, sync_commands

__all__ = ["App", "build", "run", "sync_commands"]

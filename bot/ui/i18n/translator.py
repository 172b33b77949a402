"""Slash commands in the languages of Discord's clients."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import locale_str

from bot.ui.i18n.language import Language, with_capital
from bot.ui.limits import CHOICE_NAME, clip
from games.core.i18n import Message

_NAMES = {Where.command_name, Where.group_name, Where.parameter_name}


def command_text(sentence: str) -> locale_str:
    """Return a sentence for a command, to be translated when the commands are registered."""
    return locale_str(clip(sentence, CHOICE_NAME), sentence=sentence)


def command_choice(words: str, value: str) -> app_commands.Choice[str]:
    """Return a choice of a command option, with an initial capital."""
    return app_commands.Choice(name=locale_str(with_capital(clip(words, CHOICE_NAME)), sentence=words), value=value)


class CommandTranslator(app_commands.Translator):
    """Translates descriptions, choices and context menus; commands and options keep their English names."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return the text in the language of a client; None to leave it in English."""
        if context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return None
        language = Language(locale.value)
        sentence = string.extras.get("sentence", string.message)
        words = sentence if isinstance(sentence, Message) else Message(sentence)
        shown = language.alone(words) if context.location is Where.choice_name else language(words)
        return clip(shown, CHOICE_NAME) if language.code != "en" and shown != string.message else None

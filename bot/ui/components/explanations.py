"""What a person is told when something is refused, fails, or is stored but then not answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog

from bot import incidents, metrics
from bot.match.commits import InDoubt, commits
from bot.match.errors import MatchError, Stale
from bot.match.model import MatchId, UserId
from bot.ui.components import answers, outcomes
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import read_click
from bot.ui.components.request import ReadsPreferences, known_language
from bot.ui.components.stopwatch import Stopwatch
from bot.ui.i18n.language import Language
from games.core.errors import GameError
from games.core.i18n import Message, gettext

Jump = Callable[[MatchId, UserId, int | None], Awaitable[str | None]]
TOO_LATE = (10062, 10015)
"""Discord's codes for an expired interaction (unknown interaction, unknown webhook)."""
_log = structlog.get_logger(__name__)


@dataclass
class Explanations:
    """`is_database_problem` knows what the database raises; `jump` gives the address of a match's board, if any."""

    people: ReadsPreferences
    stopwatch: Stopwatch
    is_database_problem: Callable[[BaseException], bool]
    jump: Jump | None = None

    async def explain(self, interaction: Interaction, error: BaseException) -> None:
        """Tell the person what went wrong, rather than let Discord show "This interaction failed".

        What has been stored decides: nobody is told that nothing was changed when something was.
        """
        outcome: metrics.Outcome = "failed"
        try:
            outcome = await self._tell(interaction, error, await known_language(interaction, self.people))
        except (discord.HTTPException, aiohttp.ClientError):
            _log.warning("could not answer", action=action_of(interaction), stored=commits().count, exc_info=True)
        finally:
            self.stopwatch.end(interaction, outcome)

    async def _tell(self, interaction: Interaction, error: BaseException, language: Language) -> metrics.Outcome:
        if isinstance(error, discord.NotFound) and error.code in TOO_LATE:
            _log.warning("answer came too late", action=action_of(interaction), stored=commits().count)
            return "late"
        if commits().count:
            return await self._tell_done(interaction, error, language)
        if isinstance(error, MatchError | GameError):
            await answers.refuse(interaction, error, language, await self._jump(interaction, error))
            return "refused"
        sentence = self._failure(error, incidents.report(error, action_of(interaction)))
        await answers.tell_text(interaction, language(sentence))
        return "failed"

    def _failure(self, error: BaseException, code: str) -> Message:
        """Return what went wrong in the bot, with the code for the admin, and whether anything was changed."""
        if isinstance(error, InDoubt):  # the database was lost during a write, so the outcome is unknown
            return gettext(
                "My database went away while I saved that. I can't tell yet whether it was saved. Look again in a "
                "minute before you repeat it. Code {code}.",
                code=code,
            )
        if self.is_database_problem(error):
            return gettext("I couldn't save that. Nothing has changed. Try again in a minute. Code {code}.", code=code)
        return gettext("Something broke on my side. Nothing was changed and the match is safe. Code {code}.", code=code)

    async def _tell_done(self, interaction: Interaction, error: BaseException, language: Language) -> metrics.Outcome:
        """Tell the person what was stored, and what went wrong afterwards."""
        action = action_of(interaction)
        sentences = [outcomes.describe_outcome(action, commits(), UserId(interaction.user.id))]
        if isinstance(error, MatchError | GameError):
            sentences.append(error.sentence)
        elif isinstance(error, discord.HTTPException | aiohttp.ClientError):
            _log.warning("stored, but not answered", action=action, error=str(error))
        else:
            code = incidents.report(error, action)
            sentences.append(gettext("Something broke on my side after that. Code {code}.", code=code))
        await answers.show_done(interaction, sentences, language)
        return "done"

    async def _jump(self, interaction: Interaction, error: BaseException) -> str | None:
        """Return a link to the current board, if there is one."""
        click = read_click(_custom_id(interaction))
        if self.jump is None or click is None or not isinstance(error, Stale):
            return None
        try:
            return await self.jump(click.match, UserId(interaction.user.id), interaction.guild_id)
        except MatchError:  # the match is gone or damaged: answer with the sentence alone
            return None


def _custom_id(interaction: Interaction) -> str:
    data: dict[str, Any] = dict(interaction.data or {})
    return str(data.get("custom_id", ""))


def action_of(interaction: Interaction) -> str:
    """Return the action of a control, or the name of a command."""
    click = read_click(_custom_id(interaction))
    return click.action if click else str(getattr(interaction.command, "qualified_name", interaction.type.name))

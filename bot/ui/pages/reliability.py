"""How reliably people finish their matches, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.club.reliability import Reliability
from bot.match.model import Match, UserId
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language


def reliability_of_all(match: Match, known: Mapping[UserId, Reliability], language: Language) -> list[str]:
    """Return a line of Markdown for each person of a challenge whose reliability is known."""
    names = {player.user: player.name for player in match.players if player.user is not None}
    return [
        language.ngettext(
            "-# {name} finished {finished} of {n} match.",
            "-# {name} finished {finished} of {n} matches.",
            known[user].matches,
            name=plain(name),
            finished=known[user].finished,
        )
        for user, name in names.items()
        if user in known and known[user].is_telling
    ]


def reliability_line(found: Reliability, language: Language) -> str:
    """Return the profile's line: how many matches were finished and how the others ended; empty for a newcomer."""
    if not found.is_telling:
        return ""
    finished = language.ngettext(
        "Finished {finished} of the last {n} match with others",
        "Finished {finished} of the last {n} matches with others",
        found.matches,
        finished=found.finished,
    )
    late = language.ngettext("{n} lost on time or left", "{n} lost on time or left", found.timed_out)
    early = language.ngettext("{n} abandoned at the start", "{n} abandoned at the start", found.aborted)
    return " · ".join([finished, *([late] if found.timed_out else []), *([early] if found.aborted else [])])

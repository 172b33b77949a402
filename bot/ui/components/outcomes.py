"""What a person is told whose request was carried out but whose answer then failed."""

from __future__ import annotations

from bot.match.commits import Commits
from bot.match.model import UserId
from bot.match.sides import seen_by_player
from games.core.i18n import Message, gettext

_PLAYED = gettext("Your move was played.")
_ANSWERED = gettext("Your answer was received.")
_SAVED = gettext("Your settings are saved.")
_SERVER_SAVED = gettext("The server's settings are saved.")
_CHANGED: dict[str, Message | str] = {
    **dict.fromkeys(("move", "pick", "step", "quick", "alone", "confirm", "typed"), _PLAYED),
    **dict.fromkeys(("undo", "turn"), gettext("Your steps were taken back.")),
    **dict.fromkeys(("agree", "refuse", "accept", "decline", "join", "leave"), _ANSWERED),
    **dict.fromkeys(("draw", "takeback", "pause"), gettext("Your request was made.")),
    "resign-yes": gettext("You have resigned."),
    **dict.fromkeys(("resume", "unpause"), gettext("The match goes on.")),
    "mod-do": gettext("Done and logged."),
}
_SAVED_BY: dict[str, Message | str] = {
    **dict.fromkeys(("set", "set-language"), _SAVED),
    **dict.fromkeys(("setup-topic", "setup-set"), _SERVER_SAVED),
    "away-days": gettext("Your days off are saved."),
    **dict.fromkeys(("owner block", "owner-unblock"), gettext("That is stored: /owner blocks lists who is blocked.")),
    **dict.fromkeys(("exclude", "exclude-server", "readmit"), gettext("That is stored: /audit lists who is excluded.")),
    "owner-send": gettext("The announcement is being sent, one server a second."),
    "owner-stop": gettext("The announcement was stopped."),
    "forget-yes": gettext("Done: nothing about you is stored any more."),
}


def describe_outcome(action: str, commits: Commits, user: UserId) -> Message | str:
    """Return the sentence that tells what these commits of a person have done.

    `action` is that of a control, or a command.
    """
    if commits.added:
        new = seen_by_player(commits.added[0], user)
        if new.place.channel and not new.stage.ended:
            return gettext("Match #{code} is in {channel}.", code=new.code, channel=f"<#{new.place.channel}>")
        return gettext("Match #{code} is stored.", code=new.code)
    if commits.others and action in _SAVED_BY:
        return _SAVED_BY[action]
    if action == "forget-yes":
        return gettext("Your running matches are resigned, but your data is still stored. Try again.")
    if commits.changed:
        sentence = _CHANGED.get(action)
        return (
            sentence if sentence is not None else gettext("That is done: match #{code}.", code=commits.changed[0].code)
        )
    return gettext("That is done.")

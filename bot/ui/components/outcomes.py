"""What somebody is told whose wish was carried out, and whose answer failed afterwards."""

from __future__ import annotations

from bot.match.commits import Commits
from games.core.say import Say, say

_PLAYED = say("Your move was played.")
_ANSWERED = say("Your answer was taken.")
_SAVED = say("Your settings are saved.")
_SERVER_SAVED = say("The server's settings are saved.")
_CHANGED: dict[str, Say | str] = {
    **dict.fromkeys(("move", "pick", "quick", "alone", "confirm", "typed"), _PLAYED),
    **dict.fromkeys(("undo", "turn"), say("Your steps were taken back.")),
    **dict.fromkeys(("agree", "refuse", "accept", "decline", "join", "leave"), _ANSWERED),
    **dict.fromkeys(("draw", "takeback", "pause"), say("Your request was made.")),
    "resign-yes": say("You have resigned."),
    "resume": say("The match goes on."),
    "mod-do": say("Done and logged."),
}
_SAVED_BY: dict[str, Say | str] = {
    **dict.fromkeys(("set", "set-language"), _SAVED),
    **dict.fromkeys(("setup-topic", "setup-set"), _SERVER_SAVED),
    "away-days": say("Your days off are saved."),
    **dict.fromkeys(("owner block", "owner-unblock"), say("That is stored: /owner blocks lists who is blocked.")),
    "owner-send": say("The announcement is being sent, one server a second."),
    "owner-stop": say("The announcement was stopped."),
    "forget-yes": say("Done: nothing about you is stored any more."),
}


def done(action: str, commits: Commits) -> Say | str:
    """The sentence that is true after these commits, whatever was to be said. `action`: of a control, or a command."""
    if commits.added:
        new = commits.added[0]
        if new.place.channel and not new.stage.ended:
            return say("Match #{code} is in {channel}.", code=new.code, channel=f"<#{new.place.channel}>")
        return say("Match #{code} is stored.", code=new.code)
    if commits.others and action in _SAVED_BY:
        return _SAVED_BY[action]
    if action == "forget-yes":
        return say("Your running matches are resigned, but your data is still stored. Try again.")
    if commits.changed:
        sentence = _CHANGED.get(action)
        return sentence if sentence is not None else say("That is done: match #{code}.", code=commits.changed[0].code)
    return say("That is done.")

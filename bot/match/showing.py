"""Who may repost or resume a match, and where it can be shown so that all its players see it."""

from __future__ import annotations

from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, Place, Posting, Stage, UserId
from games.core.i18n import Message, gettext


def must_be_repostable(match: Match, user: UserId) -> None:
    """Raise Refused for non-players, and after the end."""
    if not match.seats_of(user):
        raise Refused(gettext("Only players can have the board posted again."))
    if match.stage.ended:  # it would be announced in the results channel again
        raise Refused(
            gettext("Match #{code} is over. Press **Replay**: there you can share any position.", code=match.code)
        )


def must_be_resumable(match: Match, user: UserId, posting: Posting) -> None:
    """Raise NotAllowed for non-players, and Refused while the match is running where it should be."""
    if not match.seats_of(user):
        raise NotAllowed(gettext("Only its players can resume a match."))
    if match.stage is not Stage.PAUSED and not posting.lost:
        raise Refused(
            gettext("Match #{code} is still running. Open /games and press **To the board**.", code=match.code)
        )


def may_meet_others(place: Place) -> bool:
    """Whether other people can see what is posted there; false for direct messages with the bot."""
    return place.guild is not None or place.external


def must_be_seen_by_all(match: Match, place: Place) -> None:
    """Raise Refused if people who must see the match never could, on another server or in a direct message."""
    if match.other is not None and place.guild != match.place.guild:
        raise Refused(gettext("Match #{code} is played across servers. Resume it on your own server.", code=match.code))
    if not may_meet_others(place) and len(match.people) > 1:
        raise Refused(gettext("Only you can see this. Resume the match where the others see it too."))


def must_be_shown_outside(place: Place, *, private: bool, shown_to_all: bool) -> None:
    """Check that a match can be shown in a place that the bot is not in.

    Raises Refused if it would have to be private, or if the server shows what the bot answers to nobody else.
    """
    if private:
        if place.guild is None:
            raise Refused(gettext("Nobody but the people here sees the match. Leave out `private`."))
        raise Refused(
            gettext("I'm not a member here, so I can't open a private thread. Play it in a direct message instead.")
        )
    if not shown_to_all:
        raise Refused(
            gettext(
                "This server shows my answers to you alone, so nobody could play with you here. "
                "Play in a direct message, or ask a server manager to invite me."
            )
        )


def must_be_postable(place: Place, *, private: bool, private_threads: bool, absent: Message) -> None:
    """Check that a match can be posted in a place that the bot is in, given the permissions that are `absent`.

    Raises Refused if it would be private and there are no `private_threads`, or if permissions are absent.
    """
    if place.guild is None:  # a direct message: always private, and without permissions to check
        return
    if private and not private_threads:
        raise Refused(gettext("There are no private threads here. Try it in a text channel."))
    must_be_permitted(place, absent)


def must_be_permitted(place: Place, absent: Message) -> None:
    """Raise Refused if the bot lacks permissions (those in `absent`)."""
    if absent:
        raise Refused(
            gettext(
                "I can't post here: I need {permissions} in {channel}. A server manager can open /setup and press "
                "**Permission check**.",
                permissions=absent,
                channel=f"<#{place.channel}>",
            )
        )

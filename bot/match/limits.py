"""Limits on how much one person may have going on.

The store checks a limit in the transaction that adds to what it counts. If several people try at once, only as many
as allowed succeed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.match.challenges import ChallengeRequest
from bot.match.errors import Refused
from bot.match.model import Match, Stage, UserId
from games.core.i18n import gettext, join_list, ngettext

MOST_PENDING: Final = 3
"""The number of challenges that a person may have pending."""
MOST_ALONE: Final = 50
"""The number of running matches that a person may have against AIs or alone."""

Unfinished = Mapping[UserId, Sequence[Match]]
"""For each person, their matches that have not ended, newest first."""


BlockedPairs = frozenset[tuple[UserId, UserId]]
"""Pairs of people of whom the first has blocked the second."""
Meets = Callable[[Match, BlockedPairs], None]
"""Checks a match as it will be against the blocks between its people; raises NotAllowed."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What `users`, of whom the first one acts, may have at most: `check` raises Refused if it would be too many.

    `meets` says whether the people of the match may meet each other (None: they may).
    """

    users: tuple[UserId, ...]
    check: Callable[[Unfinished], None]
    meets: Meets | None = None


def meeting(user: UserId, meets: Meets | None) -> Limit:
    """The limit for a person joining a match: no number, only who may meet whom."""
    return Limit((user,), lambda _: None, meets)


def limit_of(challenge: ChallengeRequest, match: Match) -> Limit:
    """Return the limit that applies to a challenge request."""
    if match.stage is not Stage.INVITED:
        return matches_alone(challenge.host.user, challenge)
    return challenges(challenge) if challenge.again is None else rematch(challenge)


class RematchWaits(Exception):
    """Another player has already asked for the same rematch; asking too means accepting it."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.code)
        self.match = match


def rematch(challenge: ChallengeRequest) -> Limit:
    """Allow one rematch per match, regardless of other pending challenges between these people.

    The check raises RematchWaits if another player has asked for it.
    """
    host = challenge.host.user

    def check(unfinished: Unfinished) -> None:
        found = next((match for match in unfinished[host] if _is_rematch(match, challenge)), None)
        if found is None:
            _must_have_room(_pending_of(host, unfinished))
        elif found.stage is not Stage.INVITED:
            raise Refused(
                gettext(
                    "The rematch is already on: match #{code}. Start another with /{game}.",
                    code=found.code,
                    game=found.game,
                )
            )
        elif found.host != host:
            raise RematchWaits(found)
        else:
            waiting = {player.user: player.name for player in found.players if player.user and not player.accepted}
            raise Refused(
                ngettext(
                    "Your request for a rematch stands (#{code}). {names} has to press **Rematch** or **Accept**.",
                    "Your request for a rematch stands (#{code}). "
                    "They have to press **Rematch** or **Accept**: {names}.",
                    len(waiting),
                    code=found.code,
                    names=join_list(waiting.values()),
                )
            )

    return Limit((host, *(opponent.user for opponent in challenge.opponents)), check)


def _is_rematch(match: Match, challenge: ChallengeRequest) -> bool:
    """Whether a match is the rematch that is asked for: the same game on the same terms, later than the match before.

    And with the same players, AIs and those who play several seats included.
    """
    people = [challenge.host.user, *(opponent.user for opponent in challenge.opponents)]
    ais = [challenge.ai] * ((challenge.seats or len(people)) - len(people))
    return (
        match.game == challenge.game
        and Counter(player.user or player.ai for player in match.players) == Counter([*people, *ais])
        and dict(match.options) == dict(challenge.options)
        and match.time == challenge.time
        and not match.open
        and match.created >= (challenge.again or 0)
    )


def challenges(challenge: ChallengeRequest) -> Limit:
    """Allow one pending challenge per pair, and a limited number per person."""
    host = challenge.host.user

    def check(unfinished: Unfinished) -> None:
        pending = _pending_of(host, unfinished)
        for opponent in challenge.opponents:
            mine = _between(pending, opponent.user)
            if mine is not None:
                raise Refused(
                    gettext(
                        "You have already challenged {name} (#{code}). Wait for the answer or cancel it.",
                        name=opponent.name,
                        code=mine.code,
                    )
                )
            theirs = _between(_pending_of(opponent.user, unfinished), host)
            if theirs is not None:
                raise Refused(
                    gettext(
                        "{name} has already challenged you (#{code}). Answer that first: /games lists it.",
                        name=opponent.name,
                        code=theirs.code,
                    )
                )
        _must_have_room(pending)

    return Limit((host, *(opponent.user for opponent in challenge.opponents)), check)


def _must_have_room(pending: Sequence[Match]) -> None:
    """Raise Refused if one more challenge would be too many."""
    if len(pending) >= MOST_PENDING:
        raise Refused(
            ngettext(
                "You already have {n} challenge waiting. Cancel it first: /games lists it.",
                "You already have {n} challenges waiting. Cancel one first: /games lists them.",
                len(pending),
            )
        )


def _pending_of(user: UserId, unfinished: Unfinished) -> list[Match]:
    """Return the challenges this person has sent that are still unanswered."""
    return [match for match in unfinished[user] if match.host == user and match.stage is Stage.INVITED]


def _between(pending: Sequence[Match], asked: UserId) -> Match | None:
    """Return the pending challenge to this person, if any; joining an open table is not one."""
    return next((match for match in pending if not match.open and match.seats_of(asked)), None)


def matches_alone(user: UserId, challenge: ChallengeRequest | None = None) -> Limit:
    """Limit a person's running matches without human opponents, so that the AIs stay free for everybody."""

    def check(unfinished: Unfinished) -> None:
        if challenge is not None and challenge.again is not None:
            rematch(challenge).check(unfinished)
        alone = [match for match in unfinished[user] if match.hot_seat or any(player.ai for player in match.players)]
        if len(alone) >= MOST_ALONE:
            raise Refused(
                ngettext(
                    "You have {n} match against AIs or yourself going on. Finish it first: /games lists it.",
                    "You have {n} matches against AIs or yourself going on. Finish one first: /games lists them.",
                    len(alone),
                )
            )

    return Limit((user,), check)

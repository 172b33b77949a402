"""Who may act in a match right now, and what everybody else is told."""

from __future__ import annotations

from typing import Literal

from bot.match.clock import Instant, in_words
from bot.match.errors import NotAllowed, Refused, Stale, not_begun
from bot.match.model import Match, Player, Stage, UserId
from games.core.i18n import Message, gettext, join_list

Notice = Literal["ping", "board"]
"""How players learn that it is their turn: a new board pings them, or they look at the board themselves."""


def find_mover(match: Match, user: UserId) -> Player | None:
    """Return the seat that this person moves for now, or None when it is not their turn. Raises NotAllowed, Refused."""
    must_be_live(match)
    seats = match.seats_of(user)
    if not seats:
        must_not_have_left(match, user)
        raise NotAllowed(gettext("You're watching. Only {players} can move.", players=names_of_people(match)))
    return next((seat for seat in seats if seat.to_act), None)


def find_player(match: Match, user: UserId) -> Player:
    """Return this person's seat, preferring one that is to act. Raises NotAllowed, Refused."""
    must_be_live(match)
    must_play(match, user)
    seats = match.seats_of(user)
    return next((seat for seat in seats if seat.to_act), seats[0])


def must_be_same_turn(match: Match, turn: int | None) -> None:
    """Raise Stale if a live match has moved past `turn` (None accepts any turn)."""
    if turn is not None and turn != match.turn and match.stage is Stage.LIVE:
        raise Stale(earlier_position())


def earlier_position() -> Message:
    """Build the error for an action that was meant for an earlier position."""
    return gettext("That was for an earlier position. The newest board shows the current one.")


def must_be_live(match: Match) -> None:
    """Raise Refused if the match has not begun, is paused or is over."""
    if match.stage is Stage.LIVE:
        return
    if match.stage is Stage.INVITED:
        raise not_begun(match.code)
    if match.stage is Stage.PAUSED:
        raise Refused(gettext("Match #{code} is paused. Open /games and press **Resume**.", code=match.code))
    if match.outcome is None or not match.outcome.reason:
        raise Refused(gettext("Match #{code} is over. Challenge again with /{game}.", code=match.code, game=match.game))
    told = gettext(
        "Match #{code} is over: {reason}. Challenge again with /{game}.",
        code=match.code,
        reason=match.outcome.reason,
        game=match.game,
    )
    raise Refused(told)


def must_play(match: Match, user: UserId) -> None:
    """Raise NotAllowed for a spectator."""
    if not match.seats_of(user):
        must_not_have_left(match, user)
        raise NotAllowed(gettext("You're watching. Only {players} can do that.", players=names_of_people(match)))


def must_not_have_left(match: Match, user: UserId) -> None:
    """Raise NotAllowed for a player who resigned or ran out of time in a match that continues without them."""
    if any(player.former == user for player in match.players):
        raise NotAllowed(gettext("You are out of match #{code}: an AI has taken over.", code=match.code))


def names_of_people(match: Match) -> str:
    """List the names of the human players."""
    names = [seat.name for seat in match.players if seat.user is not None] or [gettext("the AI")]
    return join_list(names)


def explain_whose_move(match: Match, now: Instant, notice: Notice) -> Message:
    """Say whose turn it is, when it is due (correspondence only), and how the reader will learn of their own turn."""
    name = join_list(player.name if player.user is not None else gettext("the AI") for player in match.to_act)
    if match.time.live or match.deadline is None:
        if notice == "ping":
            return gettext("It's {name}'s move. I'll ping you when it's yours.", name=name)
        return gettext("It's {name}'s move. The board tells you when it's yours.", name=name)
    due = in_words(match.deadline - now)
    if notice == "ping":
        return gettext("It's {name}'s move, due {when}. I'll ping you when it's yours.", name=name, when=due)
    return gettext("It's {name}'s move, due {when}. The board tells you when it's yours.", name=name, when=due)

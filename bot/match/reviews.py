"""A match that is over, judged turn by turn: what each turn lost, and what would have been better.

Shares are those of the points, from 0 to 1, as a `Thought` has them: what a player on average gets from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp
from typing import Final, Literal, Protocol

from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.play import game_of, state_at
from bot.match.thinking_process import Idea
from bot.match.turns import ToldTurn
from bot.match.visibility import HINT_LEVEL
from games.core.i18n import gettext
from games.core.status import Outcome, Seat

Verdict = Literal["", "inaccuracy", "mistake", "blunder"]
THRESHOLDS: Final[Mapping[Verdict, float]] = {"blunder": 0.25, "mistake": 0.15, "inaccuracy": 0.08}
"""The share that a turn loses at least, for each verdict."""
_MOMENTS = 3
_PAIR = 2
_VERSION = 1
"""Of the way in which matches are judged: a review made in another way is made again."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with the number on the board, its entries of the log, from `first` up to `last`, and who played it.

    `share` is what the best turn promised its player, and `loss` how much less the turn that was played; both are None
    where nobody can tell. `best` is the best turn as text, and `why` tells it with its reason, as a hint to the player.
    """

    number: int
    seat: Seat
    first: int
    last: int
    share: float | None
    loss: float | None
    best: str
    why: str

    @property
    def verdict(self) -> Verdict:
        """What a turn is called that loses so much; empty for a good one."""
        loss = self.loss or 0.0
        return next((verdict for verdict, least in THRESHOLDS.items() if loss >= least), "")

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100: 100 for a turn that loses nothing, 0 for one that loses nearly all."""
        if self.loss is None:
            return None
        return max(0.0, min(100.0, 103.1668 * exp(-4.354 * self.loss) - 3.1669))


@dataclass(frozen=True, slots=True)
class Review:
    """The turns of a match in order, and the share that each seat got in the end; empty where it has no result."""

    turns: tuple[JudgedTurn, ...]
    result: tuple[float, ...] = ()

    def accuracy(self, seat: Seat) -> float | None:
        """The average over the turns of a seat that could be judged; None where there is none."""
        found = [turn.accuracy for turn in self.turns if turn.seat == seat and turn.accuracy is not None]
        return sum(found) / len(found) if found else None

    def count(self, seat: Seat, verdict: Verdict) -> int:
        """How many turns of a seat are called so."""
        return sum(turn.seat == seat and turn.verdict == verdict for turn in self.turns)

    @property
    def moments(self) -> tuple[JudgedTurn, ...]:
        """The turns that lost most, in the order in which they were played; none that lost nothing to speak of."""
        flawed = sorted((turn for turn in self.turns if turn.verdict), key=lambda turn: -(turn.loss or 0.0))
        return tuple(sorted(flawed[:_MOMENTS], key=lambda turn: turn.first))

    def turn_at(self, ply: int) -> JudgedTurn | None:
        """The turn that ends with the entry before `ply`."""
        return next((turn for turn in self.turns if turn.last == ply - 1), None)


class ReviewStore(Protocol):
    """Where reviews are kept, one for each match."""

    async def review(self, match: MatchId, made_of: str) -> Review | None:
        """The review of the match, if it was made of this (`made_of`)."""
        ...

    async def keep_review(self, match: MatchId, made_of: str, review: Review) -> None:
        """Store a review in place of an older one. Nothing is stored of a match that is gone."""
        ...


def made_of(match: Match, log: Sequence[LogEntry]) -> str:
    """What a review is made of, in short: all entries of the log, the result, and the way of judging."""
    places = " ".join(str(player.place) for player in match.players)
    text = "\n".join((str(_VERSION), places, *(f"{entry.seat} {entry.text} {entry.by}" for entry in log)))
    return sha256(text.encode()).hexdigest()[:32]


def position_before(match: Match, log: Sequence[LogEntry], ply: int) -> str:
    """The position line before the entry `ply`; `log` is whole."""
    if ply:
        return log[ply - 1].position
    rules = game_of(match).rules
    return rules.dump(rules.start(len(match.players), match.options))


def can_be_reviewed(match: Match) -> bool:
    """Whether the match is over, somebody has moved in it, and its game has an AI that can judge it."""
    return match.stage.ended and match.ply > 0 and HINT_LEVEL in game_of(match).info.levels


def must_be_reviewable(match: Match) -> None:
    """Raises Refused with the reason where a match cannot be reviewed, or not yet."""
    if not match.stage.ended:
        raise Refused(gettext("Match #{code} is still running. It can be reviewed when it is over.", code=match.code))
    if not match.ply:
        raise Refused(gettext("Nobody has moved in match #{code}: there is nothing to review.", code=match.code))
    if not can_be_reviewed(match):
        raise Refused(gettext("No AI of this game is strong enough to review a match."))


def judge(
    match: Match,
    log: Sequence[LogEntry],
    turns: Sequence[ToldTurn],
    ideas: Sequence[Idea | None],
    after: Idea | None = None,
) -> Review:
    """The review of a match that is over, from what an AI thinks before each turn; `log` is whole.

    `after` is what it thinks where the match stopped, when it ended otherwise than on the board (by resignation).
    A turn is compared with the best one by what the same thought promises of both, or else by what the next one
    promises. Raises GameError where the log cannot be read.
    """
    result = shares_of(match.outcome, len(match.players))
    bests = [_Best.of(match, log, turn, idea) for turn, idea in zip(turns, ideas, strict=True)]
    promised = [best.promised for best in bests] + [_promised_at_end(match, result, after)]
    judged = []
    for index, (turn, best) in enumerate(zip(turns, bests, strict=True)):
        loss = None
        if best.share is not None and _is_own(log, turn):
            played = best.share_of(log, turn)
            if played is None:
                played = next((shares for shares in promised[index + 1 :] if shares), {}).get(best.seat)
            loss = None if played is None else max(0.0, best.share - played)
        judged.append(JudgedTurn(turn.number, best.seat, turn.first, turn.last, best.share, loss, best.text, best.why))
    return Review(tuple(judged), result)


def shares_of(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    """The share of the points that each seat has got: those in the first place divide them."""
    if outcome is None or len(outcome.places) != seats:
        return ()
    winners = outcome.places.count(1)
    return tuple((place == 1) / winners for place in outcome.places)


@dataclass(frozen=True, slots=True)
class _Best:
    """The best turn before one that was played, as an AI sees it: what it promises, and what other turns do.

    `position` is the line after it; all is empty where nothing was thought.
    """

    seat: Seat
    seats: int
    share: float | None = None
    text: str = ""
    why: str = ""
    position: str = ""
    others: tuple[tuple[str, float], ...] = ()

    @classmethod
    def of(cls, match: Match, log: Sequence[LogEntry], turn: ToldTurn, idea: Idea | None) -> _Best:
        """What the idea says; one that ends the match promises what it brings."""
        game, seat, seats = game_of(match), log[turn.first].seat, len(match.players)
        if idea is None:
            return cls(seat, seats)
        state = state_at(match, position_before(match, log, turn.first))
        for text in (idea.move, *idea.rest):
            state = game.rules.play(state, seat, game.rules.parse(text))
        status = game.rules.status(state)
        share = shares_of(status, seats)[seat] if isinstance(status, Outcome) else idea.value
        return cls(seat, seats, share, idea.whole_turn, idea.why, game.rules.dump(state), idea.alternatives)

    @property
    def promised(self) -> Mapping[int, float]:
        """The share that each seat is promised, as far as it is known: of two, what one gets the other does not."""
        if self.share is None:
            return {}
        return {self.seat: self.share} | ({1 - self.seat: 1 - self.share} if self.seats == _PAIR else {})

    def share_of(self, log: Sequence[LogEntry], turn: ToldTurn) -> float | None:
        """What the turn that was played promised: no less than the best one where it led to the same position."""
        if log[turn.last].position == self.position:
            return self.share
        text = " ".join(entry.text for entry in log[turn.first : turn.last + 1])
        return next((value for other, value in self.others if other == text), None)


def _promised_at_end(match: Match, result: Sequence[float], after: Idea | None) -> Mapping[int, float]:
    """What each seat was promised where the match stopped: on the board, its result."""
    status = game_of(match).rules.status(state_at(match, match.position))
    if isinstance(status, Outcome):
        return dict(enumerate(result))
    if after is None:
        return {}
    return _Best(min(status.seats), len(match.players), after.value).promised


def _is_own(log: Sequence[LogEntry], turn: ToldTurn) -> bool:
    """Whether the turn was played by whoever sits there, and not for them when their time was over."""
    return all(entry.by in {"player", "ai", "chance"} for entry in log[turn.first : turn.last + 1])

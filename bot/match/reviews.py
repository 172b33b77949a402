"""Reviews of finished matches: what each turn lost, and what would have been better.

Values are shares of the points, from 0 to 1, as in a `Thought`: what a player gets on average from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp
from typing import Final, Literal, Protocol

from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.play import game_of, state_at
from bot.match.thinking_process import Idea
from bot.match.turns import ToldTurn, turns_between
from bot.match.visibility import HINT_LEVEL
from games.core.i18n import gettext
from games.core.status import CHANCE, Outcome, Seat

Verdict = Literal["", "inaccuracy", "mistake", "blunder"]
THRESHOLDS: Final[Mapping[Verdict, float]] = {"blunder": 0.25, "mistake": 0.15, "inaccuracy": 0.08}
"""The least share that a turn must lose for each verdict."""
_MOMENTS = 3
_PAIR = 2
_LEAST_JUDGED = 0.5
"""The share of their turns that must be judged before a player's accuracy is shown."""
_VERSION = 4
"""The version of the judging method; reviews made by another version are made again."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with the number on the board, its entries of the log, from `first` up to `last`, and who played it.

    `share` is what its player hoped for before it. `best_share` and `played_share` are what the best turn would have
    promised, and what the one that was played did; all are None if that is unknown. `best` is the best turn as text,
    and `why` tells it with its reason, as a hint to the player. `seats` is how many play.
    """

    number: int
    seat: Seat
    first: int
    last: int
    share: float | None
    best_share: float | None
    played_share: float | None
    best: str
    why: str
    seats: int = 2

    @property
    def loss(self) -> float | None:
        """How much less the turn promised than the best one, as between two; None if that is unknown.

        Among four a quarter of the points is what half of them is among two, so that a loss counts twice.
        """
        if self.best_share is None or self.played_share is None:
            return None
        return max(0.0, self.best_share - self.played_share) * self.seats / 2

    @property
    def verdict(self) -> Verdict:
        """The verdict on the turn's loss; empty for a good turn."""
        loss = self.loss or 0.0
        return next((verdict for verdict, least in THRESHOLDS.items() if loss >= least), "")

    @property
    def accuracy(self) -> float | None:
        """The turn's accuracy from 0 (loses nearly everything) to 100 (loses nothing)."""
        if self.loss is None:
            return None
        return max(0.0, min(100.0, 103.1668 * exp(-4.354 * self.loss) - 3.1669))


@dataclass(frozen=True, slots=True)
class Review:
    """The turns of a match in order, and the share that each seat got in the end (empty without a result)."""

    turns: tuple[JudgedTurn, ...]
    result: tuple[float, ...] = ()

    def accuracy(self, seat: Seat) -> float | None:
        """Return the average over a seat's judged turns; None if fewer than half of its turns are judged.

        The best turns are the easiest to judge, so an average over few of them would be too high.
        """
        played = [turn.accuracy for turn in self.turns if turn.seat == seat]
        found = [accuracy for accuracy in played if accuracy is not None]
        return sum(found) / len(found) if found and len(found) >= _LEAST_JUDGED * len(played) else None

    def count(self, seat: Seat, verdict: Verdict) -> int:
        """Count a seat's turns with this verdict."""
        return sum(turn.seat == seat and turn.verdict == verdict for turn in self.turns)

    @property
    def moments(self) -> tuple[JudgedTurn, ...]:
        """Return the turns that lost most, in the order of play, leaving out insignificant losses."""
        flawed = sorted((turn for turn in self.turns if turn.verdict), key=lambda turn: -(turn.loss or 0.0))
        return tuple(sorted(flawed[:_MOMENTS], key=lambda turn: turn.first))

    def turn_at(self, ply: int) -> JudgedTurn | None:
        """Return the turn that ends with the entry before `ply`."""
        return next((turn for turn in self.turns if turn.last == ply - 1), None)


class ReviewStore(Protocol):
    """The store of reviews, one per match."""

    async def review(self, match: MatchId, made_of: str) -> Review | None:
        """Return the review of the match, if it was made from `made_of`."""
        ...

    async def keep_review(self, match: MatchId, made_of: str, review: Review) -> None:
        """Store a review, replacing an older one. Nothing is stored if the match is gone."""
        ...


def made_of(match: Match, log: Sequence[LogEntry]) -> str:
    """Return a digest of what a review depends on: the whole log, the result and the judging version."""
    places = " ".join(str(player.place) for player in match.players)
    text = "\n".join((str(_VERSION), places, *(f"{entry.seat} {entry.text} {entry.by}" for entry in log)))
    return sha256(text.encode()).hexdigest()[:32]


def position_before(match: Match, log: Sequence[LogEntry], ply: int) -> str:
    """Return the position line before the entry `ply`; `log` is complete."""
    if ply:
        return log[ply - 1].position
    rules = game_of(match).rules
    return rules.dump(rules.start(len(match.players), match.options))


def can_be_reviewed(match: Match) -> bool:
    """Whether the match is over, has moves, and is of a game whose AI can judge it."""
    return match.stage.ended and match.ply > 0 and HINT_LEVEL in game_of(match).info.levels


def must_be_reviewable(match: Match) -> None:
    """Raise Refused, with the reason, if the match cannot be reviewed (yet)."""
    if not match.stage.ended:
        raise Refused(gettext("Match #{code} is still running. It can be reviewed when it is over.", code=match.code))
    if not match.ply:
        raise Refused(gettext("Nobody has moved in match #{code}: there is nothing to review.", code=match.code))
    if not can_be_reviewed(match):
        raise Refused(gettext("No AI of this game is strong enough to review a match."))


def shares_of(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    """Return each seat's share of the points; seats tied for first place divide them."""
    if outcome is None or len(outcome.places) != seats:
        return ()
    winners = outcome.places.count(1)
    return tuple((place == 1) / winners for place in outcome.places)


class Analysis:
    """An AI's thoughts on the positions of a finished match, and what follows from them; `log` is complete.

    `thoughts` are the ideas of whoever is to move, by position line. Raises GameError if the log cannot be read.
    """

    def __init__(self, match: Match, log: Sequence[LogEntry]) -> None:
        self.match = match
        self.log = log
        self.turns = turns_between(match, [entry.seat for entry in log], 0, len(log))
        self.thoughts: dict[str, Idea | None] = {}
        self._rules = game_of(match).rules
        self._movers = {self.before(turn): self._seat(turn) for turn in self.turns}

    def to_move(self, position: str) -> Seat | None:
        """Return the seat to move; None for chance and after the end."""
        status = self._rules.status(state_at(self.match, position))
        if isinstance(status, Outcome) or CHANCE in status.seats:
            return None
        return self._movers.get(position, min(status.seats))

    def before(self, turn: ToldTurn) -> str:
        """Return the position line before a turn."""
        return position_before(self.match, self.log, turn.first)

    def after(self, turn: ToldTurn) -> str:
        """Return the position line after a turn and the chance events that follow it."""
        end = turn.last + 1
        while end < len(self.log) and self.log[end].seat == CHANCE:
            end += 1
        return position_before(self.match, self.log, end)

    def to_answer(self, turns: Iterable[ToldTurn]) -> list[str]:
        """Return the positions after best turns that must be analysed to know what the played turns lost.

        Only what others make of both positions tells that: whoever is to move looks better from there.
        """
        asked = (self._best(turn)[1] for turn in turns if self._has_to_compare(turn))
        return [position for position in dict.fromkeys(asked) if self.to_move(position) is not None]

    def review(self) -> Review:
        """Return the review with all turns judged."""
        return Review(tuple(map(self._judge, self.turns)), shares_of(self.match.outcome, len(self.match.players)))

    # ------------------------------------------------------------------ inside

    def _judge(self, turn: ToldTurn) -> JudgedTurn:
        seat, idea = self._seat(turn), self.thoughts.get(self.before(turn))
        share = None if idea is None else self._share(turn)
        both = (None, None) if share is None or not self._is_own(turn) else self._compare(turn, share)
        best, why = ("", "") if idea is None else (idea.whole_turn, idea.told or idea.why)
        seats = len(self.match.players)
        return JudgedTurn(turn.number, seat, turn.first, turn.last, share, *both, best, why, seats)

    def _share(self, turn: ToldTurn) -> float | None:
        """Return what the best turn promises, or the result it brings if it ends the match."""
        idea, position = self._best(turn)
        status = self._rules.status(state_at(self.match, position))
        if isinstance(status, Outcome):
            return shares_of(status, len(self.match.players))[self._seat(turn)]
        return idea.value

    def _compare(self, turn: ToldTurn, share: float) -> tuple[float | None, float | None]:
        """Return what the best turn and this one promise, by one thought or the opponent's view of both positions."""
        if self._is_best(turn):
            return share, share
        idea, best = self._best(turn)
        compared = dict(idea.alternatives).get(self._text(turn))
        if compared is not None:
            return share, compared
        seat = self._seat(turn)
        return self._shares_after(best).get(seat, share), self._shares_after(self.after(turn)).get(seat)

    def _shares_after(self, position: str) -> Mapping[int, float]:
        """Return the share each seat is promised, as far as it is known; with two players the shares add up to 1."""
        status = self._rules.status(state_at(self.match, position))
        if isinstance(status, Outcome):
            return dict(enumerate(shares_of(status, len(self.match.players))))
        idea, seat = self.thoughts.get(position), self.to_move(position)
        if idea is None or idea.value is None or seat is None:
            return {}
        others = {1 - seat: 1 - idea.value} if self._is_of_two else dict(enumerate(idea.shares))
        return others | {seat: idea.value}

    def _best(self, turn: ToldTurn) -> tuple[Idea, str]:
        """Return the best turn in place of the one played, and the position line after it."""
        position = self.before(turn)
        idea = self.thoughts[position]
        assert idea is not None  # noqa: S101 - asked for where there is one
        state = state_at(self.match, position)
        for text in (idea.move, *idea.rest):
            state = self._rules.play(state, self._seat(turn), self._rules.parse(text))
        return idea, self._rules.dump(state)

    def _has_to_compare(self, turn: ToldTurn) -> bool:
        idea = self.thoughts.get(self.before(turn))
        if idea is None or idea.value is None or not (self._is_of_two or idea.shares) or not self._is_own(turn):
            return False
        return not self._is_best(turn) and self._text(turn) not in dict(idea.alternatives)

    @property
    def _is_of_two(self) -> bool:
        return len(self.match.players) == _PAIR

    def _is_best(self, turn: ToldTurn) -> bool:
        """Whether the turn led to the same position as the best one."""
        return self._best(turn)[1] == self.log[turn.last].position

    def _is_own(self, turn: ToldTurn) -> bool:
        """Whether the turn was played by the seat's player, not for them after their time ran out."""
        return all(entry.by in {"player", "ai", "chance"} for entry in self.log[turn.first : turn.last + 1])

    def _seat(self, turn: ToldTurn) -> Seat:
        return self.log[turn.first].seat

    def _text(self, turn: ToldTurn) -> str:
        return " ".join(entry.text for entry in self.log[turn.first : turn.last + 1])

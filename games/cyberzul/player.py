"""The AI at its levels."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import itemgetter
from random import Random
from typing import NamedTuple

from games.core.budget import Budget, Meter
from games.core.kernel.search import errors_of
from games.core.levels import Look, choose_look
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat
from games.cyberzul.calibration import expected_share, expected_shares, share_of_lead
from games.cyberzul.duel import search_duel
from games.cyberzul.evaluate import evaluate, share_left
from games.cyberzul.kernel.memory import KERNEL
from games.cyberzul.moves import Move, Take
from games.cyberzul.policy import misjudged_take, takes_with_gains
from games.cyberzul.position import State
from games.cyberzul.reasons import explain
from games.cyberzul.search import Playouts

_PAIR = 2


class _Weaknesses(NamedTuple):
    """How the levels that do not search far fall short."""

    lapses: Mapping[str, float]
    """The share of their moves that these levels choose at a glance."""
    noise: float
    """The most by which the gain of a move is misjudged at a glance, in points."""
    playouts: int
    """The number of playouts of a sound look."""


_OF_TWO = _Weaknesses({"beginner": 0.36, "easy": 0.08}, noise=5.0, playouts=300)
_OF_SEVERAL = _Weaknesses({"beginner": 1.0, "easy": 0.6}, noise=10.0, playouts=30)
_LAPSES_OF_MEDIUM = 0.25
"""The share of its moves that medium chooses at a glance among several; it judges these moves like the others."""

_NODES = 10_000
"""The number of positions that medium searches against one other player."""
_PLAYOUTS = {Look.AHEAD: 1000, Look.DEEP: 10_000_000}
"""The most playouts by which moves are judged among several; those of a deep look are ended by its budget."""

_ERRORS = {"hard": 450}
"""The most by which hard misjudges a move against one other player while no tile is taken, in hundredths of a point.

The fewer tiles are left, the less: at the end of a round, everybody can count.
"""
_ERROR, _AMONG = 0.35, 4
"""The same against several, for values from -1 to 1, among this many most visited moves."""

_COMPARED = 3


class CyberzulPlayer(Player[State, Move]):
    """The AI: at a glance it chooses the highest gain, with much noise. Otherwise it searches the rest of the round.

    Up to easy, and with three or four players, that is a tree of playouts; of two players, the levels above look at all
    moves and answers. Among several, medium plays what a sound look finds, or now and then what it likes at a glance,
    and judges it by more playouts. Nobody knows the next deal; the position after a round is evaluated by weights
    learned from many matches.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def prepare(self) -> None:
        KERNEL.prepare()

    def think(
        self, view: State, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[State] = ()
    ) -> Thought[Move]:
        is_duel = len(view.boards) == _PAIR
        weaknesses = _OF_TWO if is_duel else _OF_SEVERAL
        look = choose_look(level, weaknesses.lapses, rng)
        if look is Look.GLANCE:
            move = misjudged_take(view, rng, weaknesses.noise)
            return Thought(move, explain(view, move))
        meter = budget.start()
        if look is Look.SOUND:
            return _think_soundly(view, meter, rng, weaknesses.playouts)
        return (_think_of_two if is_duel else _think_of_several)(view, level, look, meter, rng)


def _think_soundly(view: State, meter: Meter, rng: Random, playouts: int) -> Thought[Move]:
    """Return the thought of a level that does not say what a position is worth."""
    best, *others = (move for move, _ in Playouts(view, meter, rng, playouts).rank_moves())
    return Thought(best, explain(view, best, _obvious(best, [_move_at_a_glance(view), *others])))


def _think_of_two(view: State, level: str, look: Look, meter: Meter, rng: Random) -> Thought[Move]:
    """Return the thought of one of two players who looks ahead."""
    errors = errors_of(level, _ERRORS, rng)
    errors = errors._replace(error=int(errors.error * share_left(view)))
    meter = meter.limit(_NODES) if look is Look.AHEAD else meter
    glance = _move_at_a_glance(view)
    seed = None if look is Look.AHEAD else rng.getrandbits(31)
    best, compared = search_duel(view, glance, meter, errors, seed)
    shares = {line.move: share_of_lead(view, line.value, level) for line in (best, *compared)}
    obvious = _obvious(best.move, [glance, *(line.move for line in compared)])
    share = shares[best.move]
    return Thought(
        best.move,
        explain(view, best.move, obvious, shares),
        share,
        best.expected,
        tuple(Alternative(line.move, shares[line.move], line.expected) for line in compared),
        (share, 1 - share) if view.turn == 0 else (1 - share, share),
    )


def _think_of_several(view: State, level: str, look: Look, meter: Meter, rng: Random) -> Thought[Move]:
    """Return the thought of one of three or four players who looks ahead."""
    found = Playouts(view, meter, rng, _PLAYOUTS[look])
    ranked = found.rank_moves()
    if level == "hard":
        ranked = _misjudge(ranked, _ERROR * share_left(view), rng)
    elif look is Look.AHEAD:
        ranked = _put_first(ranked, _choice_of_medium(view, meter, rng))
    values = found.values()
    (best, _), *others = ranked
    chosen, *compared = (
        Alternative(move, expected_share(view, values, value, level), found.expected_line(move))
        for move, value in ranked[: 1 + _COMPARED]
    )
    obvious = _obvious(best, [_move_at_a_glance(view), *(move for move, _ in others)])
    why = explain(view, best, obvious, {each.move: each.value for each in (chosen, *compared)})
    shares = expected_shares(view, values, level)
    compared.sort(key=lambda each: -each.value)
    return Thought(best, why, chosen.value, chosen.line, tuple(compared), shares)


def _misjudge(ranked: list[tuple[Take, float]], error: float, rng: Random) -> list[tuple[Take, float]]:
    """Return the moves with the one first that seems best after misjudging; it costs at most twice the error."""
    least = ranked[0][1] - 2 * error
    best = max(
        (each for each in ranked[:_AMONG] if each[1] >= least), key=lambda each: each[1] + rng.uniform(-error, error)
    )
    return [best, *(each for each in ranked if each is not best)]


def _choice_of_medium(view: State, meter: Meter, rng: Random) -> Take:
    """Return what medium plays among several: what a sound look finds, or now and then what it likes at a glance."""
    if rng.random() < _LAPSES_OF_MEDIUM:
        return misjudged_take(view, rng, _OF_SEVERAL.noise)
    return Playouts(view, meter, rng, _OF_SEVERAL.playouts).best()


def _put_first(ranked: list[tuple[Take, float]], move: Take) -> list[tuple[Take, float]]:
    """Return the moves with this one first, if it is among them."""
    return sorted(ranked, key=lambda each: each[0] != move)


def _move_at_a_glance(view: State) -> Take:
    """Return the move that gains most at a glance; of equal ones, the first."""
    return max(takes_with_gains(view), key=itemgetter(0))[1]


def _obvious(best: Take, moves: list[Take]) -> Take | None:
    """Return the first of these moves that goes into a line and is not the best one."""
    return next((move for move in moves if move.line and move != best), None)

"""Swiss: players with equal scores meet, nobody meets twice, and sides are balanced.

A round is the cheapest perfect matching of the entrants (networkx). The costs in descending order: a blocked
opponent, meeting again, a second bye, sides out of balance by more than one, a difference in points, and last the
distance from the usual opponent, who stands half a score group below. In a small field a round is chosen that leaves
good ones for later (`foresight`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import Final

from bot.club.events.contestants import Contestant
from bot.club.events.foresight import Field, Pair, Search
from bot.club.events.model import WIN, Pairing
from bot.club.events.scores import bye

REACH: Final = 16
"""How far apart in the standings opponents are looked for at first; widened if that is not enough."""
SMALL: Final = 10
"""Up to this many entrants, all ways to pair them are examined (945 for ten)."""
FORESEEN: Final = 20
"""Up to this many entrants are paired with a view to later rounds; in larger fields opponents never run out."""
_DISTANCE, _POINTS, _SIDES, _RESTS, _AGAIN, _BLOCKED = 1, 1 << 24, 1 << 56, 1 << 72, 1 << 88, 1 << 104
"""The cost of each kind of fault: more than all smaller kinds together, for up to a thousand entrants."""
_HALF_POINT = WIN // 2


def pair_round(contestants: Sequence[Contestant], number: int, more: int = 0) -> list[Pairing]:
    """Pair a round, best placed first; an odd entrant gets a bye, which counts as a win.

    `contestants` stand in the order of their points; `more` rounds come after this one. Each pairing has the entrant
    first who begins.
    """
    if len(contestants) < 2:
        return [bye(number, 1, one.number) for one in contestants]
    pairs = _with_foresight(contestants, more) if more and len(contestants) <= FORESEEN else None
    return _pairings(contestants, pairs or _with_sides(contestants, _cheapest(contestants)), number)


def _cheapest(contestants: Sequence[Contestant]) -> list[Pair]:
    reach = REACH
    while True:
        pairs = _match(contestants, reach)
        if reach >= 2 * len(contestants) or (pairs is not None and not _could_be_better(contestants, pairs)):
            break
        reach *= 2
    assert pairs is not None  # noqa: S101 - everybody can be paired with everybody
    return pairs


def _with_foresight(contestants: Sequence[Contestant], more: int) -> list[Pair] | None:
    """Return the cheapest pairs, with sides, that leave the most good later rounds; None if there are none.

    That nobody meets twice goes before sides in balance.
    """
    field = _field(contestants)
    for rounds in range(more, -1, -1):
        for sides in (True, False):
            search = Search()
            if not search.can_go_on(field, rounds + 1, sides=sides):
                continue
            for pairs in _options(contestants):
                if field.allows_round(pairs, sides=sides) and search.can_go_on(field.after(pairs), rounds, sides=sides):
                    return pairs
    return None


def _field(contestants: Sequence[Contestant]) -> Field:
    free = [sum(1 << index for index, other in enumerate(contestants) if _may_meet(one, other)) for one in contestants]
    return Field(tuple(free), tuple(one.balance for one in contestants), tuple(one.rests for one in contestants))


def _may_meet(one: Contestant, other: Contestant) -> bool:
    return one is not other and not one.met.get(other.number) and other.number not in one.avoids


def _options(contestants: Sequence[Contestant]) -> Iterator[list[Pair]]:
    """Yield ways to pair a round, with sides, cheapest first: all in a small field, else only the cheapest."""
    ways = [_cheapest(contestants)]
    if len(contestants) <= SMALL:
        seats = list(range(len(contestants) + len(contestants) % 2))
        ways = sorted(_all_pairs(seats), key=lambda pairs: (_cost_of_all(contestants, pairs), pairs))
    for pairs in ways:
        usual = _with_sides(contestants, pairs)
        swaps = [(False, True) if other < len(contestants) else (False,) for _, other in usual]
        for swapped in sorted(product(*swaps), key=sum):
            yield [(b, a) if swap else (a, b) for (a, b), swap in zip(usual, swapped, strict=True)]


def _all_pairs(left: list[int]) -> Iterator[list[Pair]]:
    if not left:
        yield []
    for other in left[1:]:
        rest = [one for one in left[1:] if one != other]
        yield from ([(left[0], other), *pairs] for pairs in _all_pairs(rest))


def _cost_of_all(contestants: Sequence[Contestant], pairs: Sequence[Pair]) -> int:
    distance = _usual_distances(contestants)
    return sum(_cost_of_pair(contestants, one, other, abs(other - one - distance[one])) for one, other in pairs)


def _cost_of_pair(contestants: Sequence[Contestant], one: int, other: int, distance: int) -> int:
    """Return the cost of a pair by index, `distance` away from the usual one; `other` past the last means a bye."""
    if other == len(contestants):
        return _cost_of_rest(contestants, one)
    return _cost(contestants[one], contestants[other], distance)


def _match(contestants: Sequence[Contestant], reach: int) -> list[Pair] | None:
    """Return the cheapest perfect matching, by index; the index past the last means a bye."""
    count = len(contestants)
    import networkx as nx  # noqa: PLC0415 - 15 MB, which a bot without a Swiss tournament does not need

    distance = _usual_distances(contestants)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count + count % 2))
    for one in range(count):
        for other in _within_reach(one, distance[one], count, reach):
            cost = _cost(contestants[one], contestants[other], abs(other - one - distance[one]))
            graph.add_edge(one, other, weight=-cost)
        if count % 2:
            graph.add_edge(one, count, weight=-_cost_of_rest(contestants, one))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < count + count % 2:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def _within_reach(one: int, distance: int, count: int, reach: int) -> Sequence[int]:
    """Return the candidates below an entrant: those around the usual opponent, and the next ones."""
    usual = range(max(one + 1, one + distance - reach // 2), min(count, one + 1 + distance + reach // 2))
    following = range(one + 1, min(count, one + 1 + reach // 4))
    return sorted({*usual, *following})


def _usual_distances(contestants: Sequence[Contestant]) -> list[int]:
    """Return for each entrant how far below the usual opponent is: half the size of the score group."""
    distances: list[int] = []
    for _, group in groupby(contestants, key=lambda contestant: contestant.points):
        size = len(list(group))
        distances += [max(1, size // 2)] * size
    return distances


def _cost(one: Contestant, other: Contestant, distance: int) -> int:
    again = one.met.get(other.number, 0)
    first, second = choose_sides(one, other, 0)
    excess = max(0, abs(first.balance + 1) - 1) + max(0, abs(second.balance - 1) - 1)
    apart = abs(one.points - other.points) // _HALF_POINT
    blocked = other.number in one.avoids
    return _BLOCKED * blocked + _AGAIN * again + _SIDES * excess + _POINTS * apart * apart + _DISTANCE * distance


def _cost_of_rest(contestants: Sequence[Contestant], index: int) -> int:
    """Return the cost of a bye: lowest for the last in the standings, high for a second bye."""
    one = contestants[index]
    apart = abs(one.points - contestants[-1].points) // _HALF_POINT
    return _RESTS * one.rests + _POINTS * apart * apart + _DISTANCE * (len(contestants) - 1 - index)


def _could_be_better(contestants: Sequence[Contestant], pairs: Sequence[Pair]) -> bool:
    """Whether a wider search might avoid a repeated pairing, a repeated bye or unbalanced sides."""
    return any(_cost_of_pair(contestants, one, other, 0) >= _SIDES for one, other in pairs)


def choose_sides(one: Contestant, other: Contestant, table: int) -> tuple[Contestant, Contestant]:
    """Return the two in order of play: first who has begun less often, else who followed last, else by table."""
    if one.balance != other.balance:
        return (one, other) if one.balance < other.balance else (other, one)
    if one.last != other.last:
        return (one, other) if one.last < other.last else (other, one)
    return (one, other) if table % 2 == 0 else (other, one)


def _with_sides(contestants: Sequence[Contestant], pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with sides, best placed first, a bye last."""
    count = len(contestants)
    played = sorted((pair for pair in pairs if pair[1] < count), key=lambda pair: _place(contestants, pair))
    chosen = []
    for table, (one, other) in enumerate(played):
        first, _ = choose_sides(contestants[one], contestants[other], table)
        chosen.append((one, other) if first is contestants[one] else (other, one))
    return chosen + [pair for pair in pairs if pair[1] == count]


def _place(contestants: Sequence[Contestant], pair: Pair) -> tuple[int, Pair]:
    one, other = sorted(pair)
    return -(contestants[one].points + contestants[other].points), (one, other)


def _pairings(contestants: Sequence[Contestant], pairs: Sequence[Pair], number: int) -> list[Pairing]:
    """Turn pairs in order of play into pairings."""
    count = len(contestants)
    made = []
    for table, (one, other) in enumerate(pairs, 1):
        if other == count:
            made.append(bye(number, table, contestants[one].number))
        else:
            made.append(Pairing(number, table, (contestants[one].number, contestants[other].number)))
    return made

"""Chance: the possible deals, and how likely they are (RULES 1.6-1.9)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.cyberzul.moves import Deal
from games.cyberzul.position import State
from games.cyberzul.tiles import LETTERS, Heap, colours_in, letters_of, parse_letters, size, tile_list

PLACES = 4
"""The number of tiles on a full factory."""


class Supply(NamedTuple):
    """The supply of tiles: bag and lid; the lid is emptied into the bag if the bag is empty and tiles are due."""

    bag: Heap
    lid: Heap

    def without(self, letters: str) -> Supply | None:
        """Return the supply after these tiles are drawn one by one; None if they cannot come in this order."""
        before = size(self.bag)
        if before >= len(letters):
            left = _subtract(self.bag, parse_letters(letters))
            return None if left is None else Supply(left, self.lid)
        if parse_letters(letters[:before]) != self.bag:
            return None
        left = _subtract(self.lid, parse_letters(letters[before:]))
        return None if left is None else Supply(left, 0)

    def factories(self) -> Iterator[str]:
        """Yield every way to fill the next factory."""
        return _possible_draws(self, min(PLACES, size(self.bag) + size(self.lid)))


def _possible_draws(supply: Supply, number: int) -> Iterator[str]:
    """Yield every sequence of this many tiles that can be drawn."""
    if number == 0:
        yield ""
        return
    for colour in colours_in(supply.bag or supply.lid):
        rest = supply.without(LETTERS[colour])
        if rest is not None:
            yield from (LETTERS[colour] + letters for letters in _possible_draws(rest, number - 1))


def _subtract(heap: Heap, taken: Heap) -> Heap | None:
    """Return the heap without the taken tiles; None if it does not hold them."""
    if any(taken >> shift & 255 > heap >> shift & 255 for shift in (0, 8, 16, 24, 32)):
        return None
    return heap - taken


def sizes(state: State) -> list[int]:
    """Return the number of tiles for each factory: four while there are enough tiles (RULES 1.8)."""
    tiles = size(state.bag) + size(state.lid)
    return [max(0, min(PLACES, tiles - PLACES * before)) for before in range(len(state.factories))]


def supply_after(state: State, deal: Deal) -> Supply:
    """Return bag and lid after the deal. Raises IllegalMove if the deal is not possible."""
    wanted = sizes(state)
    if [len(letters) for letters in deal.factories] != wanted:
        due = " ".join(str(number) for number in wanted)
        raise IllegalMove(gettext("This deal has the wrong shape: the factories get {sizes} tiles.", sizes=due))
    after = Supply(state.bag, state.lid).without("".join(deal.factories))
    if after is None:
        raise IllegalMove(
            gettext(
                "These tiles can't be drawn. The bag holds {bag}, the lid then adds {lid}.",
                bag=tile_list(state.bag),
                lid=tile_list(state.lid),
            )
        )
    return after


class PossibleDeals:
    """All possible deals, which are too many to count."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Deal]:
        """Yield each deal once; there are trillions of them."""
        yield from self._deals((), Supply(self._state.bag, self._state.lid))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Deal):
            return False
        try:
            supply_after(self._state, move)
        except IllegalMove:
            return False
        return True

    def count(self) -> None:
        """Return None, since nobody needs the number."""

    def sample(self, rng: Random) -> Deal:
        """Return a random deal, drawn tile by tile without replacement: first from the bag, then from the lid."""
        number = PLACES * len(self._state.factories)
        drawn = _draw_tiles(self._state.bag, number, rng)
        drawn += _draw_tiles(self._state.lid, number - len(drawn), rng)
        tiles = "".join(drawn)
        return Deal(tuple(tiles[start : start + PLACES] for start in range(0, number, PLACES)))

    def _deals(self, dealt: tuple[str, ...], supply: Supply) -> Iterator[Deal]:
        if len(dealt) == len(self._state.factories):
            yield Deal(dealt)
            return
        for letters in supply.factories():
            rest = supply.without(letters)
            if rest is not None:
                yield from self._deals((*dealt, letters), rest)


def _draw_tiles(heap: Heap, number: int, rng: Random) -> list[str]:
    """Draw at most `number` tiles of the heap in random order, as the start of a shuffle."""
    tiles = list(letters_of(heap))
    last = len(tiles)
    number = min(number, last)
    random = rng.random
    for place in range(number):
        other = place + int(random() * (last - place))
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tiles[:number]

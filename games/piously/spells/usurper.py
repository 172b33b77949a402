"""Usurper: two auras of the linked region are removed [U1], then the region may grow twice [U2]."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import DONE, Question
from games.core.sentences import PlayerName
from games.piously.forms import Answers, Form, done_choice, tile_choice
from games.piously.layout import border, connected_tiles
from games.piously.naming import TILE, parse_tile
from games.piously.position import State, bless_tile, castable_region, with_auras
from games.piously.rooms import ARTWORK, TILE_NAMES, TILE_NUMBERS, UMBER
from games.piously.spells.priestess import explain_no_growth
from games.piously.spells.spell import Artwork, StepDescription
from games.piously.words import join_names, tile_list

_NOTATION = rf"((?:-{TILE}){{1,2}})((?:\+{TILE}){{0,2}})"


class Usurper(NamedTuple):
    """Auras of the linked region are removed, then the region grows; tiles in the order of the steps."""

    cuts: tuple[int, ...]
    growths: tuple[int, ...] = ()
    code: str = "Us"


class UsurperSpell(Artwork[Usurper]):
    """The artwork of the umber room."""

    number = UMBER
    explanation = gettext("Remove two of the auras linked with this artwork. Then add up to two beside the others.")

    @property
    def form(self) -> Form[Usurper]:
        return _FORM

    def cast(self, state: State, move: Usurper) -> State:
        home = state.objects[ARTWORK + UMBER]
        if len(move.cuts) == 1 and move.cuts[0] != home and castable_region(state, UMBER):
            raise IllegalMove(gettext("The Usurper removes two auras of its linked region before it grows."))
        return with_auras(state, self.auras_after(state, move), UMBER)

    def auras_after(self, state: State, move: Usurper) -> tuple[int, int]:
        """Return the auras after these steps, which need not be all.

        The region is found anew after every step; if the aura under the Usurper itself is cut, the spell ends [U3].
        Raises IllegalMove at the first step that is not possible.
        """
        near, mover, home = state.board.near, state.mover, state.objects[ARTWORK + UMBER]
        auras, region = state.auras, self.reach(state)
        for tile in move.cuts:
            if not region >> tile & 1:
                raise _cannot_cut(tile, region)
            own = auras[mover] & ~(1 << tile)
            auras = (auras[0], own) if mover else (own, auras[1])
            region = connected_tiles(near, own, 1 << home) if own >> home & 1 else 0
        for tile in move.growths:
            growth = border(near, region)
            if not growth >> tile & 1:
                raise explain_no_growth(tile, growth) if region else _explain_ended()
            auras = bless_tile(auras, mover, tile)
            region = connected_tiles(near, auras[mover], 1 << home)
        return auras

    def casts(self, state: State) -> Iterator[Usurper]:
        return _casts(state, _any_cuts)

    def casts_like(self, state: State, typed: str) -> Iterator[Usurper]:
        def agrees(cuts: tuple[int, ...]) -> bool:
            shown = "us:" + "".join(f"-{TILE_NAMES[tile]}" for tile in cuts).lower()
            return typed.startswith(shown) or shown.startswith(typed)

        return _casts(state, agrees)

    def count(self, state: State) -> int:
        near = state.board.near
        known: dict[int, int] = {}
        total = 0
        for _, own, home in _cuts(state):
            if own not in known:
                known[own] = 1 + sum(1 + second.bit_count() for _, second in _growths(near, own, home))
            total += known[own]
        return total

    def draw(self, state: State, rng: Random) -> Usurper:
        cuts, own, home = rng.choice(list(_cuts(state)))
        growths: tuple[int, ...] = ()
        near = state.board.near
        for _ in range(int(rng.random() * 3)):
            choice = list(bits(border(near, connected_tiles(near, own, home)))) if home else []
            if not choice:
                break
            tile = rng.choice(choice)
            growths, own = (*growths, tile), own | 1 << tile
        return Usurper(cuts, growths)

    def text(self, move: Usurper) -> str:
        cuts = "".join("-" + TILE_NAMES[tile] for tile in move.cuts)
        return f"Us:{cuts}" + "".join("+" + TILE_NAMES[tile] for tile in move.growths)

    def parse(self, rest: str) -> Usurper:
        match = re.fullmatch(_NOTATION, rest)
        if match is None:
            raise BadNotation(
                gettext(
                    "I couldn't read 'Us:{rest}'. Type one or two cuts, then up to two growths, e.g. Us:-I1-U2+P3.",
                    rest=rest,
                )
            )
        cuts, growths = (tuple(parse_tile(name) for name in re.findall(TILE, part)) for part in match.groups())
        return Usurper(cuts, growths)

    def describe(self, state: State, move: Usurper) -> StepDescription:
        cuts, growths = (join_names(TILE_NAMES[tile] for tile in tiles) for tiles in (move.cuts, move.growths))
        values = {"name": PlayerName(state.mover), "cuts": cuts, "growths": growths}
        tiles = sum(1 << tile for tile in {*move.cuts, *move.growths})
        if not move.growths:
            return StepDescription(
                gettext("{name} casts Usurper (removes auras on {cuts})", **values),
                gettext("You cast Usurper (you remove auras on {cuts})", **values),
                tiles,
            )
        return StepDescription(
            gettext("{name} casts Usurper (removes auras on {cuts}, adds them on {growths})", **values),
            gettext("You cast Usurper (you remove auras on {cuts}, add them on {growths})", **values),
            tiles,
        )

    def summary(self, state: State, move: Usurper) -> Message:
        cuts, growths = (join_names(TILE_NAMES[tile] for tile in tiles) for tiles in (move.cuts, move.growths))
        if not move.growths:
            return gettext("{spell}: without {cuts}", spell=self.name, cuts=cuts)
        return gettext("{spell}: without {cuts}, with {growths}", spell=self.name, cuts=cuts, growths=growths)


def _cannot_cut(tile: int, region: int) -> IllegalMove:
    if not region:
        return _explain_ended()
    sentence = gettext(
        "The aura on {tile} isn't in the Usurper's linked region: {region}.",
        tile=TILE_NAMES[tile],
        region=tile_list(region),
    )
    return IllegalMove(sentence)


def _explain_ended() -> IllegalMove:
    return IllegalMove(gettext("Removing the aura under the Usurper ends the spell: no further step is possible."))


def _any_cuts(_cuts: tuple[int, ...]) -> bool:
    return True


def _casts(state: State, wanted: Callable[[tuple[int, ...]], bool]) -> Iterator[Usurper]:
    """Yield the casts with wanted cuts; `wanted` judges both the first cut and the two together."""
    near = state.board.near
    for cuts, own, home in _cuts(state, wanted):
        yield Usurper(cuts)
        for first, second in _growths(near, own, home):
            yield Usurper(cuts, (first,))
            for last in bits(second):
                yield Usurper(cuts, (first, last))


def _cuts(
    state: State, wanted: Callable[[tuple[int, ...]], bool] = _any_cuts
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield each way to cut, the mover's auras after it and the tile of the Usurper as a set, empty if cut [U3]."""
    near, own, home = state.board.near, state.auras[state.mover], 1 << state.objects[ARTWORK + UMBER]
    for first in bits(castable_region(state, UMBER)):
        left = own ^ 1 << first
        if not wanted((first,)):
            continue
        if not left & home:
            yield (first,), left, 0
            continue
        for second in bits(connected_tiles(near, left, home)):
            rest = left ^ 1 << second
            if wanted((first, second)):
                yield (first, second), rest, rest & home


def _growths(near: tuple[int, ...], own: int, home: int) -> Iterator[tuple[int, int]]:
    """Yield each first growth with the set of the second ones."""
    region = connected_tiles(near, own, home) if home else 0
    for tile in bits(border(near, region)):
        yield tile, border(near, connected_tiles(near, own | 1 << tile, home))


class _StepsForm:
    """The form that asks for two cuts, then up to two growths, one by one, and offers to stop where that is allowed."""

    def question(self, state: State, answers: Answers) -> Question | None:
        home, near = 1 << state.objects[ARTWORK + UMBER], state.board.near
        steps = _steps(answers)
        own = USURPER.auras_after(state, steps)[state.mover]
        if DONE in answers or not own & home or len(steps.growths) == 2:
            return None
        region = connected_tiles(near, own, home)
        if len(steps.cuts) < 2:
            ends = gettext("This one lies under the Usurper: it ends the spell")
            prompt = (
                gettext("Which aura is removed first?") if not steps.cuts else gettext("Which aura is removed next?")
            )
            choices = (
                tile_choice("-" + TILE_NAMES[tile], tile, note=ends if home >> tile & 1 else "")
                for tile in bits(region)
            )
            return Question(prompt, tuple(choices))
        growths = tuple(tile_choice("+" + TILE_NAMES[tile], tile) for tile in bits(border(near, region)))
        return (
            Question(gettext("Where does the region grow?"), (done_choice(gettext("No further")), *growths))
            if growths
            else None
        )

    def answers(self, state: State, move: Usurper) -> Answers:
        return tuple(re.findall(r"[-+][^-+]+", USURPER.text(move)))

    def text(self, answers: Answers) -> str:
        """Join the answers as they are."""
        return "Us:" + "".join(answer for answer in answers if answer != DONE)

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        return state._replace(auras=USURPER.auras_after(state, _steps(answers))), ()


def _steps(answers: Answers) -> Usurper:
    cuts, growths = (tuple(TILE_NUMBERS[answer[1:]] for answer in answers if answer[0] == sign) for sign in "-+")
    return Usurper(cuts, growths)


USURPER = UsurperSpell()
_FORM = _StepsForm()

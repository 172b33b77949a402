"""Upset: the auras on and around the own piece's tile are rearranged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

from games.core.boards.grid import bits
from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext
from games.core.question import Question
from games.core.sentences import PlayerName
from games.piously.forms import Answers, Form, tile_choice
from games.piously.naming import TILE, parse_tile, set_of, tiles_text
from games.piously.position import State, around_piece, with_auras
from games.piously.rooms import BEWITCHMENT, SIDES, TILE_NAMES, TILE_NUMBERS, UMBER, tile_set
from games.piously.spells.spell import Bewitchment, StepDescription
from games.piously.words import tile_list

_NOTATION = rf"(?:w((?:{TILE})*))?(?:b((?:{TILE})*))?"


class Upset(NamedTuple):
    """The auras on and around the own piece's tile are rearranged: the white and the black tiles, the rest blank."""

    white: int
    black: int
    code: str = "Up"


class UpsetSpell(Bewitchment[Upset]):
    """The bewitchment of the umber room."""

    number = UMBER + BEWITCHMENT
    explanation = gettext("You rearrange the auras on and around your piece as you like.")

    @property
    def bare_move(self) -> Upset:
        return Upset(0, 0)

    @property
    def form(self) -> Form[Upset]:
        return _FORM

    def cast(self, state: State, move: Upset) -> State:
        self.here(state)
        tiles, (white, black) = around_piece(state), state.auras
        beyond = (move.white | move.black) & ~tiles
        if beyond:
            raise IllegalMove(
                gettext("Upset can't reach {far}. It reaches {tiles}.", far=tile_list(beyond), tiles=tile_list(tiles))
            )
        numbers = (white & tiles).bit_count(), (black & tiles).bit_count()
        if move.white & move.black or (move.white.bit_count(), move.black.bit_count()) != numbers:
            raise IllegalMove(
                gettext(
                    "Upset keeps the number of auras: {white} white, {black} black.", white=numbers[0], black=numbers[1]
                )
            )
        return with_auras(state, (white & ~tiles | move.white, black & ~tiles | move.black), self.room)

    def casts(self, state: State) -> Iterator[Upset]:
        tiles = list(bits(around_piece(state)))
        white, black = _aura_counts(state)
        for whites in combinations(tiles, white):
            rest = [tile for tile in tiles if tile not in whites]
            for blacks in combinations(rest, black):
                yield Upset(tile_set(whites), tile_set(blacks))

    def count(self, state: State) -> int:
        size, (white, black) = around_piece(state).bit_count(), _aura_counts(state)
        return comb(size, white) * comb(size - white, black)

    def draw(self, state: State, rng: Random) -> Upset:
        tiles = list(bits(around_piece(state)))
        rng.shuffle(tiles)
        white, black = _aura_counts(state)
        return Upset(tile_set(tiles[:white]), tile_set(tiles[white : white + black]))

    def text(self, move: Upset) -> str:
        white, black = tiles_text(move.white), tiles_text(move.black)
        parts = (f"w{white}" if white else "") + (f"b{black}" if black else "")
        return f"Up:{parts}" if parts else "Up"

    def parse(self, rest: str) -> Upset:
        match = re.fullmatch(_NOTATION, rest)
        if match is None:
            raise BadNotation(
                gettext(
                    "I couldn't read 'Up:{rest}'. Type all white, then all black tiles, e.g. Up:wP1P2bS1.", rest=rest
                )
            )
        white, black = ([parse_tile(name) for name in re.findall(TILE, part or "")] for part in match.groups())
        set_of([*white, *black], rest)  # no tile twice, in one colour or in both
        return Upset(tile_set(white), tile_set(black))

    def describe(self, state: State, move: Upset) -> StepDescription:
        values = {"name": PlayerName(state.mover), "auras": _aura_words(move)}
        return StepDescription(
            gettext("{name} casts Upset ({auras})", **values),
            gettext("You cast Upset ({auras})", **values),
            around_piece(state),
        )


def _aura_words(move: Upset) -> Message:
    """Return where the auras of each colour are afterwards."""
    values = {"white": tile_list(move.white), "black": tile_list(move.black)}
    if move.white and move.black:
        return gettext("white now on {white}, black on {black}", **values)
    if move.white:
        return gettext("white now on {white}", white=values["white"])
    return gettext("black now on {black}", black=values["black"]) if move.black else gettext("without effect")


def _aura_counts(state: State) -> tuple[int, int]:
    """Return the numbers of white and black auras around the piece."""
    tiles = around_piece(state)
    return (state.auras[0] & tiles).bit_count(), (state.auras[1] & tiles).bit_count()


class _ArrangementForm:
    """The form that asks for the white tiles, then the black ones; a colour without auras is left out."""

    def question(self, state: State, answers: Answers) -> Question | None:
        """Return the question for the next colour."""
        tiles = around_piece(state)
        taken = sum(1 << TILE_NUMBERS[part[1:]] for answer in answers for part in answer.split(","))
        colours = [colour for colour in (0, 1) if state.auras[colour] & tiles]
        if len(answers) == len(colours):
            return None
        colour = colours[len(answers)]
        number = (state.auras[colour] & tiles).bit_count()
        choices = tuple(tile_choice("wb"[colour] + TILE_NAMES[tile], tile) for tile in bits(tiles & ~taken))
        return Question(gettext("Where do {side}'s auras go?", side=SIDES[colour]), choices, number, number)

    def answers(self, state: State, move: Upset) -> Answers:
        """Return one answer for each colour."""
        sides = ("w", move.white), ("b", move.black)
        found = (",".join(side + TILE_NAMES[tile] for tile in bits(tiles)) for side, tiles in sides)
        return tuple(answer for answer in found if answer)

    def text(self, answers: Answers) -> str:
        """Join the answers, with each colour letter once."""
        parts = [part for answer in answers for part in answer.split(",")]
        white, black = ("".join(part[1:] for part in parts if part[:1] == side) for side in "wb")
        return "Up:" + (f"w{white}" if white else "") + (f"b{black}" if black else "")

    def partial(self, state: State, answers: Answers) -> tuple[State, tuple[int, ...]]:
        """Return the position with the tiles of the first colour."""
        return state, tuple(TILE_NUMBERS[part[1:]] for part in answers[0].split(",")) if answers else ()


_FORM = _ArrangementForm()

"""The fourteen spells, one module each (RULES 6 and 7)."""

from __future__ import annotations

from typing import Any

from games.core.boards.grid import bits
from games.piously.position import State
from games.piously.rooms import ARTWORK, BEWITCHMENT, NOWHERE, ROOMS
from games.piously.spells.illusionist import Illusionist, IllusionistSpell
from games.piously.spells.imprint import Imprint, ImprintSpell
from games.piously.spells.leap import Leap, LeapSpell
from games.piously.spells.locksmith import Locksmith, LocksmithSpell
from games.piously.spells.opportunist import Opportunist, OpportunistSpell
from games.piously.spells.overwork import Overwork, OverworkSpell
from games.piously.spells.priestess import Priestess, PriestessSpell
from games.piously.spells.purify import Purify, PurifySpell
from games.piously.spells.shovel import Shovel, ShovelSpell
from games.piously.spells.spell import Spell
from games.piously.spells.stonemason import Stonemason, StonemasonSpell
from games.piously.spells.upset import Upset, UpsetSpell
from games.piously.spells.usurper import USURPER, Usurper
from games.piously.spells.yeoman import Yeoman, YeomanSpell
from games.piously.spells.yoke import Yoke, YokeSpell

Cast = (
    Priestess | Illusionist | Opportunist | Usurper | Stonemason | Locksmith | Yeoman
    | Purify | Imprint | Overwork | Upset | Shovel | Leap | Yoke
)  # fmt: skip
"""A spell that is cast."""

SPELL_OF: dict[type, Spell[Any]] = {
    Priestess: PriestessSpell(),
    Illusionist: IllusionistSpell(),
    Opportunist: OpportunistSpell(),
    Usurper: USURPER,
    Stonemason: StonemasonSpell(),
    Locksmith: LocksmithSpell(),
    Yeoman: YeomanSpell(),
    Purify: PurifySpell(),
    Imprint: ImprintSpell(),
    Overwork: OverworkSpell(),
    Upset: UpsetSpell(),
    Shovel: ShovelSpell(),
    Leap: LeapSpell(),
    Yoke: YokeSpell(),
}
"""The spell of each kind of cast, in the order of their numbers."""

SPELLS: tuple[Spell[Any], ...] = tuple(SPELL_OF.values())
"""The spells in the order of their numbers."""

_MEMBERS = {
    rooms << shift: tuple(SPELLS[number] for number in bits(rooms << shift))
    for rooms in range(1 << len(ROOMS))
    for shift in (0, BEWITCHMENT)
}
"""The spells of every set of rooms, as artworks and as bewitchments."""


def ready_spells(state: State) -> list[Spell[Any]]:
    """Return the spells that the mover owns and has not spent, if their piece or artwork is on the board."""
    artwork, other = state.arts[state.mover] & ~state.spent, state.arts[1 - state.mover] & ~state.spent
    auras, objects = state.auras[state.mover], state.objects
    found = [spell for spell in _MEMBERS[artwork] if auras >> objects[ARTWORK + spell.number] & 1]
    if other and objects[state.mover] != NOWHERE:
        found += _MEMBERS[other << BEWITCHMENT]
    return found

"""Explanations of the mover's spells, and of why some of them cannot be cast now."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.i18n import gettext
from games.core.question import Explanation
from games.piously.actions import learnable_spells
from games.piously.position import State, owns
from games.piously.rooms import BEWITCHMENT, SIDES, SPELL_NAMES
from games.piously.spells import SPELLS


def explain_spells(state: State) -> Iterator[Explanation]:
    """Explain the mover's spells, and those that may be learnt at the end of this turn."""
    for spell in SPELLS:
        if owns(state, spell.number):
            yield Explanation(spell.name, spell.explanation, spell.obstacle(state))
    for number in learnable_spells(state):
        other = SPELL_NAMES[(number + BEWITCHMENT) % (2 * BEWITCHMENT)]
        title = gettext(
            "To learn: {spell} ({side} gets {other})",
            spell=SPELL_NAMES[number],
            side=SIDES[1 - state.mover],
            other=other,
        )
        yield Explanation(title, SPELLS[number].explanation)

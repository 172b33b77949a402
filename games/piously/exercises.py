"""The spell trainer: for each spell, a small position on the designer's board that White wins with it in one turn."""

from __future__ import annotations

from games.core.i18n import Message, gettext, ngettext
from games.core.lesson import Exercise, Trainer
from games.core.status import Seat
from games.piously.boards import CLASSIC
from games.piously.notation import board_text
from games.piously.rooms import BEWITCHMENT, LETTERS, SPELL_NAMES, TILE_NAMES, WHITE, X


def _exercise(
    spell: int, white: str, black: str, objects: str, actions: int, solution: str, *, spent: str = ""
) -> Exercise:
    """Return an exercise: White owns the spell and those of the rooms in `spent`, and has these actions left.

    Tiles are named as on the board. `spent` are rooms whose artwork spell White has cast in this turn.
    """
    owners = {LETTERS[spell % BEWITCHMENT]: "w" if spell < BEWITCHMENT else "b"} | dict.fromkeys(spent, "w")
    auras = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    named = "".join(auras.get(name, ".") for name in TILE_NAMES[:X])
    rooms = "/".join(named[start : start + 4] for start in range(0, X, 4))
    owned = "".join(owners.get(letter, "-") for letter in LETTERS[:-1])
    position = f"{board_text(CLASSIC)}/X- {rooms}/- {objects} {owned} {spent or '-'} w{actions} 9"
    options = {"board": "classic"}
    return Exercise(SPELL_NAMES[spell], _task(spell, actions), position, Seat(WHITE), solution, options)


def _task(spell: int, actions: int) -> Message:
    if not actions:
        return gettext(
            "You are White, and your actions are used up. Cast {spell} and link all seven rooms in this turn.",
            spell=SPELL_NAMES[spell],
        )
    return ngettext(
        "You are White, with {n} action left. Cast {spell} and link all seven rooms in this turn.",
        "You are White, with {n} actions left. Cast {spell} and link all seven rooms in this turn.",
        actions,
        spell=SPELL_NAMES[spell],
    )


TRAINER = Trainer(
    gettext("Spell trainer"),
    (
        _exercise(0, "P2 I3 O1 O3 U1 U4 S1 S2 L1", "", "W=U2,B=S2,P=O1", 0, "Pr:Y3"),
        _exercise(1, "P1 P2 I1 O3 U1 U3 U4 S1 L1 Y3", "S2", "W=U3,B=O4,I=O3", 0, "Il:S"),
        _exercise(2, "P2 I1 O3 U1 U3 U4 S3 L1 Y3", "", "W=L1,B=U1,P=U4,O=I1", 0, "Op:P Pr:P1", spent="P"),
        _exercise(3, "P1 P3 P4 I3 O1 O3 U1 S1 S3 L2", "", "W=O3,B=O2,U=S3", 0, "Us:-P4-P3+P2+Y3"),
        _exercise(4, "P1 P2 I1 O3 U2 S1 S2 L2 Y3", "", "W=L4,B=U3,S=L2", 0, "St:I@2,1,0"),
        _exercise(5, "P2 I1 O3 U1 U3 S1 S2 L1 Y3", "", "W=U3,B=U2,L=O3", 1, "Lo:W>P1 b"),
        _exercise(6, "P1 I1 I2 I3 O1 U3 S2 L1 Y3", "", "W=U1,B=P3,Y=U3", 1, "Ye:W>U4,Y>U1 b"),
        _exercise(7, "P2 I2 O3 U1 U2 U4 S1 S2 L1", "", "W=S4,B=Y3", 0, "Pu:Y3"),
        _exercise(8, "P3 U1 S1 S2 S3 L2 Y1 Y3", "", "W=O1,B=P3", 0, "Im"),
        _exercise(9, "P2 P3 P4 I2 O2 O4 U2 S3 Y3", "", "W=U4,B=P2", 2, "Ov b m:L1 b"),
        _exercise(10, "P1 I2 I3 O1 U2 U4 S1 S2 L1 Y3", "O2 L3", "W=P3,B=S1", 0, "Up:wP2"),
        _exercise(11, "P1 P2 I3 O1 U2 S1 S3 L2 Y3", "", "W=O3,B=I4", 2, "Sh:NE m:X b"),
        _exercise(12, "P2 I1 U1 U2 U4 S1 S2 L2 Y3", "", "W=P2,B=O3", 1, "Le:B b"),
        _exercise(13, "P1 P2 I1 O3 U1 U3 U4 L1 Y3", "", "W=P1,B=L4", 1, "Yo:B>SW b"),
    ),
)
"""One exercise for each spell, in the order of the spells."""

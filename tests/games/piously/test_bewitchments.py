"""RULES 7: the spells of the own piece. White's when the room's letter is b: Black owns the artwork."""

from __future__ import annotations

import re

import pytest

from games.core.errors import IllegalMove
from tests.games.piously.drawing import auras, fields, moves, objects, on_card, play

PURIFY, IMPRINT, OVERWORK, UPSET, SHOVEL, LEAP, YOKE = (
    "-" * i + "b" + "-" * (6 - i) for i in range(7)
)  # fmt: skip


def test_a_spell_is_cast_once_a_turn_at_no_cost_and_without_actions() -> None:
    """4, 6."""
    state = on_card("P1W P2B", owners=OVERWORK, mover="w0")
    after = play(state, "Ov")
    assert (fields(after)["spent"], fields(after)["mover"]) == ("O", "w1")
    with pytest.raises(IllegalMove, match="You have already cast Overwork this turn"):
        play(after, "Ov")


def test_a_spell_must_be_owned() -> None:
    """6."""
    with pytest.raises(IllegalMove, match="Nobody has learnt Imprint yet"):
        play(on_card("P1W P2B"), "Im")
    with pytest.raises(IllegalMove, match="Imprint belongs to Black"):
        play(on_card("P1W P2B", owners="-w-----"), "Im")


def test_purify_needs_an_object_and_no_own_aura() -> None:
    """7 Purify: blank or enemy aura under the enemy's piece or any artwork, X included."""
    state = on_card("U1W P2bB P3wL P4O O3 XbY", owners=PURIFY)
    assert moves(state, "Pu:") == {"P2", "P4", "X"}
    assert auras(play(state, "Pu:P2")) == "P2w P3w Xb"
    assert fields(play(state, "Pu:X"))["mover"] == "w3"
    with pytest.raises(IllegalMove, match=re.escape("can't change O3. ") + ".*Possible: P2, P4 and X"):
        play(state, "Pu:O3")


def test_imprint_copies_what_lies_around_the_enemy_blanks_too() -> None:
    """7 Imprint [M1]: L2 has E L1, SE S1, W L3; U2 has all six sides but W, NW, ... as tiles."""
    state = on_card("U2bW L2wB L1w S1b L3w I2b U1b P2b U3b", owners=IMPRINT)
    # centre w; E L1 w -> I2; SE S1 b -> (2,1) is no tile; W L3 w -> P2; the other sides of L2 are no tiles.
    assert auras(play(state, "Im")) == "P2w I2w U1b U2w U3b S1b L1w L2w L3w"


def test_imprint_copies_blanks() -> None:
    """7 [M1]: S2's blank sides wipe P1's."""
    state = on_card("P2bW S2B P1w U2w U4b", owners=IMPRINT)
    # E of S2 is P1 (w) -> E of P2 is U2; SE S3 blank -> SE U1; NE S1 blank -> NE U3; centre blank -> P2.
    assert auras(play(state, "Im")) == "P1w U2w U4b"


def test_imprint_reads_all_before_it_writes() -> None:
    """7: neighbours copy each other's old auras."""
    state = on_card("P1wW P2bB P3w U1b", owners=IMPRINT)
    # centre P2 b -> P1; E of P2 U2 blank -> P2; SE U1 b -> P3; SW P3 w -> S3; W P1 w -> S2; NW U4 -> S1; NE U3 -> U4.
    assert auras(play(state, "Im")) == "P1b P3b U1b S2w S3w"


def test_overwork_counts_objects_beside_the_piece() -> None:
    """7 Overwork: the enemy's piece and artworks, not the own piece."""
    assert fields(play(on_card("P1W P2B P3L S1Y Y1O", owners=OVERWORK), "Ov"))["mover"] == "w6"
    assert fields(play(on_card("P1W I4B", owners=OVERWORK), "Ov"))["mover"] == "w3"


def test_upset_permutes_the_auras_of_the_zone() -> None:
    """7 Upset: I4 has two neighbours; one white and one black aura can lie in six ways."""
    state = on_card("I4W I3w O1b P1b", owners=UPSET)
    assert moves(state, "Up:") == {"wI3bI4", "wI4bI3", "wI3bO1", "wO1bI3", "wI4bO1", "wO1bI4"}
    assert auras(play(state, "Up:wI4bI3")) == "P1b I3b I4w"
    assert auras(play(state, "up: w i3 b o1")) == auras(state)
    with pytest.raises(IllegalMove, match="1 white, 1 black"):
        play(state, "Up:wI3I4")
    with pytest.raises(IllegalMove, match=re.escape("Upset can't reach P1. It reaches I3, I4 and O1.")):
        play(state, "Up:wI3bP1")


def test_upset_without_auras_has_one_way() -> None:
    """7 [N1]: it may be cast all the same."""
    state = on_card("I4W P1b", owners=UPSET)
    assert moves(state, "Up") == {""}
    assert fields(play(state, "Up"))["spent"] == "U"


def test_shovel_puts_x_beside_the_piece() -> None:
    """7 Shovel: free spaces only, with X's aura and object."""
    state = on_card("I4W XbL", owners=SHOVEL)
    assert moves(state, "Sh:") == {"E", "SE", "SW", "NE"}
    after = play(state, "Sh:NE")
    assert fields(after)["rooms"].endswith("/X4,1")
    assert (auras(after), objects(after)) == ("Xb", "W=I4,L=X")
    with pytest.raises(IllegalMove, match="to the west: O1 lies there"):
        play(state, "Sh:W")
    with pytest.raises(IllegalMove, match="needs a direction"):
        play(state, "Sh")


def test_shovel_on_x_has_no_effect() -> None:
    """7 [N1]: legal, the charge is used."""
    state = on_card("XW", owners=SHOVEL)
    assert moves(state, "Sh") == {""}
    assert fields(play(state, "Sh"))["spent"] == "S"
    with pytest.raises(IllegalMove, match="You stand on X"):
        play(state, "Sh:E")


def test_leap_swaps_along_lines_of_tiles() -> None:
    """7 Leap: objects between do not matter, gaps do, X may be part of the line."""
    state = on_card("S2W P2B U2L I3Y", owners=LEAP)
    assert moves(state, "Le:") == {"B", "L"}
    assert objects(play(state, "Le:L")) == "W=U2,B=P2,L=S2,Y=I3"
    assert moves(on_card("U1W X I3B", owners=LEAP), "Le:") == {"B"}
    assert moves(on_card("U1W I3B", owners=LEAP), "Le:") == set()
    with pytest.raises(IllegalMove, match="No straight line"):
        play(state, "Le:Y")


def test_yoke_moves_both_one_step() -> None:
    """7 Yoke: both goals must be free tiles."""
    state = on_card("P1W L2B", owners=YOKE)
    assert moves(state, "Yo:") == {"B>E", "B>W", "B>SE"}
    assert objects(play(state, "Yo:B>SE")) == "W=P3,B=S1"
    with pytest.raises(IllegalMove, match="can't both step to the north-east"):
        play(state, "Yo:B>NE")


def test_yoke_may_follow_the_partner() -> None:
    """7 [K1]: onto the tile that this very move frees."""
    state = on_card("P1W P2B U2L", owners=YOKE)
    assert "B>W" in moves(state, "Yo:")
    assert "B>E" not in moves(state, "Yo:")
    assert objects(play(state, "Yo:B>W")) == "W=S2,B=P1,L=U2"


def test_yoke_needs_another_object() -> None:
    """7."""
    with pytest.raises(IllegalMove, match="an object other than your own piece"):
        play(on_card("P1W", owners=YOKE), "Yo:W>E")
    with pytest.raises(IllegalMove, match="needs an object on the board"):
        play(on_card("P1W", owners=YOKE), "Yo:L>E")

"""RULES 6 and 7: the artwork spells. White's when the room's letter is w."""

from __future__ import annotations

import re

import pytest

from games.core.errors import IllegalMove
from games.piously import GAME
from tests.games.piously.drawing import auras, fields, moves, objects, on_card, play

PRIESTESS, ILLUSIONIST, OPPORTUNIST, USURPER, STONEMASON, LOCKSMITH, YEOMAN = (
    "-" * i + "w" + "-" * (6 - i) for i in range(7)
)  # fmt: skip


def test_an_artwork_works_on_an_own_aura_only() -> None:
    """6: on the board, on an aura of the mover, at the moment of casting; the piece may be anywhere."""
    assert moves(on_card("Y4W P1wP", owners=PRIESTESS), "Pr:")
    for lying, reason in (
        ("Y4W P1w", "must be on the board to be cast"),
        ("Y4W P1bP", "must lie on an aura of yours to be cast. P1 has none"),
        ("Y4W P1P", "must lie on an aura of yours"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            play(on_card(lying, owners=PRIESTESS), "Pr:P2")


def test_priestess_grows_the_linked_region() -> None:
    """7 Priestess [P1]: beside the region, also over an enemy aura; auras that are not connected don't count."""
    state = on_card("Y4W P4wP O4w O2b I4w", owners=PRIESTESS)
    assert moves(state, "Pr:") == {"P3", "U1", "O3", "O2"}
    assert auras(play(state, "Pr:O2")) == "P4w I4w O2w O4w"
    with pytest.raises(IllegalMove, match=re.escape("I3 isn't beside the linked region. Possible: P3, O2, O3 and U1.")):
        play(state, "Pr:I3")


def test_the_region_runs_over_x() -> None:
    """6: X can be part of it."""
    assert "I4" in moves(on_card("Y4W U1wP Xw I3w", owners=PRIESTESS), "Pr:")
    assert "I4" not in moves(on_card("Y4W U1wP X I3w", owners=PRIESTESS), "Pr:")


def test_illusionist_turns_all_auras_of_linked_rooms() -> None:
    """7 Illusionist [I1]: any of the linked rooms, own auras too; blanks stay."""
    state = on_card("Y4W P1wI P2b P3w U4w U1b L1b", owners=ILLUSIONIST)
    assert moves(state, "Il:") == {"P", "U", "PU"}
    assert auras(play(state, "Il:P")) == "P1b P2w P3b U1b U4w L1b"
    assert auras(play(state, "Il:up")) == "P1b P2w P3b U1w U4b L1b"
    with pytest.raises(IllegalMove, match=r"The Illusionist isn't linked to Lime\. Linked: Pink and Umber\."):
        play(state, "Il:PL")


def test_illusionist_takes_x_for_a_room() -> None:
    """6 [X1]."""
    assert "X" in moves(on_card("Y4W U1wI Xw", owners=ILLUSIONIST), "Il:")


def test_opportunist_charges_a_spent_spell_of_a_linked_room() -> None:
    """7 Opportunist: whichever spell of that room the mover owns."""
    state = on_card("Y4W P1wO P2w U1w", owners="b-ww---", spent="PU")
    assert moves(state, "Op:") == {"P", "U"}
    after = play(state, "Op:P")
    assert fields(after)["spent"] == "OU"


def test_opportunist_charges_neither_itself_nor_unspent_nor_unlinked_spells() -> None:
    """7 [O1]."""
    state = on_card("Y4W P1wO O1w", owners="b-ww---", spent="U")
    assert not moves(state, "Op:")
    for move, reason in (("O", "can't make itself ready again"), ("P", "is still ready"), ("U", "isn't linked to")):
        with pytest.raises(IllegalMove, match=reason):
            play(state, f"Op:{move}")


def test_a_spell_charged_again_is_cast_twice() -> None:
    """4, 7: twice at most, since the Opportunist is spent then."""
    state = on_card("P3wW P1wO P2B", owners="b-w----")
    after = play(state, "Pu:P2", "Op:P")
    assert fields(after)["spent"] == "O"
    assert not moves(after, "Op:")


def test_usurper_cuts_twice_and_may_grow_twice() -> None:
    """7 Usurper [U1] [U2]: cuts leave blanks; 0, 1 or 2 growths."""
    state = on_card("Y4W P1wU P2w P3w P4w", owners=USURPER)
    after = play(state, "Us:-P4-P3+S1+L1")
    assert (auras(after), fields(after)["spent"]) == ("P1w P2w S1w L1w", "U")
    assert auras(play(state, "Us:-P3-P2")) == "P1w P4w"
    with pytest.raises(IllegalMove, match="removes two auras"):
        play(state, "Us:-P4")
    with pytest.raises(IllegalMove, match="removes two auras"):
        play(state, "Us:-P4+O3")


def test_usurper_finds_the_region_again_after_each_step() -> None:
    """7: what has been cut off is out of reach, what has been joined is in."""
    state = on_card("Y4W P1wU P3w P4w O4w", owners=USURPER)
    with pytest.raises(IllegalMove, match="P4 isn't in the Usurper's linked region: P1") as refused:
        play(state, "Us:-P3-P4")
    assert "The aura on P4" in str(refused.value)
    joined = on_card("Y4W P1wU S2w S3w L1w", owners=USURPER)
    assert auras(play(joined, "Us:-S2-S3+S1+L2")) == "P1w S1w L1w L2w"
    assert "-S2-S3+P2+L2" not in moves(joined, "Us:")


def test_cutting_the_aura_under_the_usurper_ends_the_spell() -> None:
    """7 [U3]: as first or second cut; nothing may follow."""
    state = on_card("Y4W P1wU P2w", owners=USURPER)
    assert auras(play(state, "Us:-P1")) == "P2w"
    assert auras(play(state, "Us:-P2-P1")) == ""
    for move in ("Us:-P1-P2", "Us:-P1+P3", "Us:-P2-P1+P3"):
        with pytest.raises(IllegalMove, match="ends the spell"):
            play(state, move)
    assert {move for move in moves(state, "Us:") if "+" not in move} == {"-P1", "-P2-P1"}


def test_usurper_alone_on_its_aura_can_only_end() -> None:
    """7 [U3]."""
    assert moves(on_card("Y4W P1wU", owners=USURPER), "Us:") == {"-P1"}


def test_stonemason_moves_a_linked_room_with_all_that_lies_on_it() -> None:
    """7 Stonemason: auras and objects go along, by the names of the tiles."""
    state = on_card("Y1wW Y3w S3wS", owners=STONEMASON)
    after = play(state, "St:Y@-3,1,2")
    assert fields(after)["rooms"].split("/")[6] == "Y-3,1,2"
    assert (auras(after), objects(after)) == (auras(state), objects(state))
    assert GAME.presenter.table(after, None).areas[0].cells[24].at == (-3, 1)


def test_stonemason_may_leave_the_room_where_it_is() -> None:
    """7 [N1]: staying put is a cast without effect."""
    state = on_card("Y1wW S3wS", owners=STONEMASON)
    assert fields(play(state, "St:S@0,-1,1"))["spent"] == "S"


def test_stonemason_keeps_the_board_valid() -> None:
    """7: overlaps, lonely rooms and unlinked rooms are refused with the reason."""
    state = on_card("Y1wW Y3w S3wS", owners=STONEMASON)
    for move, reason in (
        ("St:Y@-1,0,0", "Yellow would overlap"),
        ("St:Y@-9,0,0", "touches"),
        ("St:P@0,0,0", "The Stonemason isn't linked to Pink. Linked: Sapphire and Yellow."),
    ):
        with pytest.raises(IllegalMove, match=reason):
            play(state, move)


def test_stonemason_does_not_strand_x() -> None:
    """7 [G3]: X must touch a room afterwards, whichever room is moved; X itself may be moved when linked [X1]."""
    state = on_card("P1W Y4wS Xw", owners=STONEMASON, x="-5,3")
    assert "Y@-3,1,0" in moves(state, "St:")
    assert not any(move.startswith("Y@-2") for move in moves(state, "St:"))
    assert "X@-5,3" in moves(state, "St:")
    assert fields(play(state, "St:X@2,1"))["rooms"].endswith("/X2,1")
    with pytest.raises(IllegalMove, match="X must touch at least one room"):
        play(state, "St:X@9,9")


def test_x_does_not_join_rooms() -> None:
    """7 [G3]: X never helps a room to its two neighbours."""
    state = on_card("P1W Y1wS Y4w Xw", owners=STONEMASON, x="-5,3")
    for move in moves(state, "St:Y@"):
        q, r, turns = map(int, move.split(","))
        assert fields(play(state, f"St:Y@{q},{r},{turns}"))["spent"] == "S"
        plain = on_card("P1W Y1wS", owners=STONEMASON)
        assert f"{q},{r},{turns}" in moves(plain, "St:Y@")


def test_locksmith_sends_an_object_of_the_region_anywhere() -> None:
    """7 Locksmith: itself, either piece or any artwork; to any free tile, X too."""
    state = on_card("P1wW P2wL P3wB U1wY Y1O X", owners=LOCKSMITH)
    assert {move[0] for move in moves(state, "Lo:")} == set("WBLY")
    assert objects(play(state, "Lo:B>X")) == "W=P1,B=X,O=Y1,L=P2,Y=U1"
    assert objects(play(state, "Lo:L>Y4")) == "W=P1,B=P3,O=Y1,L=Y4,Y=U1"
    for move, reason in (
        ("Lo:O>P4", "The Opportunist isn't in the Locksmith's linked region"),
        ("Lo:W>Y1", "Y1 is taken: the Opportunist is there"),
        ("Lo:U>P4", "The Usurper isn't on the board"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            play(state, move)


def test_yeoman_moves_objects_inside_linked_rooms_at_once() -> None:
    """7 Yeoman [Y1]: swaps and chains; the rooms are those linked at casting, the Yeoman may step off its aura."""
    state = on_card("P1wY P2W U4wB U1L I1O", owners=YEOMAN)
    after = play(state, "Ye:Y>P2,W>P1,B>U1,L>U2")
    assert objects(after) == "W=P1,B=U1,O=I1,L=U2,Y=P2"
    assert len(moves(state, "Ye")) == 12 * 12
    for move, reason in (
        ("Ye:O>I2", "The Opportunist is on I1, where the Yeoman can't move it"),
        ("Ye:W>P2", "is already on P2: leave it out"),
        ("Ye:W>U2", "must stay in Pink"),
        ("Ye:W>P1", "Two objects can't end on P1"),
        ("Ye:I>I2", "isn't on the board"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            play(state, move)


def test_yeoman_may_do_nothing() -> None:
    """7 [N1]."""
    state = on_card("P1wY P2W", owners=YEOMAN)
    assert fields(play(state, "Ye"))["spent"] == "Y"


def test_yeoman_leaves_what_stands_on_x() -> None:
    """7 [X1]: X is a room of one tile."""
    state = on_card("U1wY XwW", owners=YEOMAN)
    assert moves(state, "Ye") == {"", ":Y>U2", ":Y>U3", ":Y>U4"}
    with pytest.raises(IllegalMove, match="on X, where the Yeoman can't move it"):
        play(state, "Ye:W>U2")

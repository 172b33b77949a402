"""RULES 10 and 11: moves and positions as text."""

from __future__ import annotations

import pytest

from games.core.errors import BadNotation
from games.piously import GAME
from tests.games.piously.drawing import CARD

CANONICAL = (
    f"board:{CARD} @P1 m:P2 m:X b d:L:P2 t:L end end:Pr end:Yo Pr:P2 Pu:X Il:PUX Im Op:P Ov Us:-I1 Us:-I1-U2 "
    "Us:-I1-U2+P3 Us:-I1-U2+P3+S3 Up Up:wP1P2bS1 Up:wP1P2 Up:bS1X St:Y@3,-3,0 St:X@-1,2 Sh Sh:NE Lo:B>Y4 Lo:L>X "
    "Le:B Le:Y Ye Ye:W>P1 Ye:I>U4,Y>P4 Yo:B>E Yo:L>SW"
).split()
EXAMPLE = (
    "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X2,1 "
    "ww../..../..../..../b.../..../..../w W=P1,B=I4,Y=S2 w-----b P w2 9"
)


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_texts_round_trip_in_any_case(text: str) -> None:
    move = GAME.rules.parse(text)
    assert GAME.rules.text(move) == text
    assert GAME.rules.parse(f"  {text.upper()} ") == GAME.rules.parse(text.lower()) == move
    assert GAME.rules.parse(text.replace(":", " : ")) == move


@pytest.mark.parametrize(
    "typed,canonical",
    [
        ("Il:XUP", "Il:PUX"),
        ("Up:wP2P1bS1", "Up:wP1P2bS1"),
        ("Up:wb", "Up"),
        ("Up:wbS1", "Up:bS1"),
        ("up: w p2 p1 b s1", "Up:wP1P2bS1"),
        ("Ye:Y>P4,I>U4", "Ye:I>U4,Y>P4"),
        ("Us:-U2-I1+S3+P3", "Us:-U2-I1+S3+P3"),
    ],
)
def test_any_order_is_understood_where_order_means_nothing(typed: str, canonical: str) -> None:
    """10: the order of Usurper's steps counts."""
    assert GAME.rules.text(GAME.rules.parse(typed)) == canonical


@pytest.mark.parametrize(
    "text,reason",
    [
        ("", "couldn't read ''"),
        ("hello", "couldn't read 'hello'. Enter one step"),
        ("m:P9", "tile 'P9'"),
        ("m:", "Enter one step"),
        ("@X1", "tile 'X1'"),
        ("d:X:P1", "X has no artwork"),
        ("d:L", "tile ''"),
        ("t:Q", "room 'Q'"),
        ("end:Zz", "spell 'zz'"),
        ("Il:", "Enter one step"),
        ("Il:PP", "names something twice"),
        ("Us:+P1", "Us:-I1-U2+P3"),
        ("Us:-P1-P2-P3", "Us:-I1-U2+P3"),
        ("Up:P1", "Up:wP1P2bS1"),
        ("Up:wP1bP1", "names something twice"),
        ("St:Y@3,-3", "St:Y@3,-3,0"),
        ("St:Y@3,-3,6", "St:Y@3,-3,0"),
        ("St:X@1,2,0", "St:X@-1,2"),
        ("Sh:N", "direction 'N'"),
        ("Lo:Q>P1", "object 'Q'"),
        ("Ye:W>P1,W>P2", "names something twice"),
        ("Yo:B", "direction ''"),
        ("board:P0,0,0", "The board lacks: I, O, U, S, L and Y."),
        ("board:P0,0,0/P1,1,1", "The room P appears twice."),
        ("board:P0,0", "letter, q, r and turns"),
        ("board:" + CARD.replace("P0,0,0", "P0,0,9"), "letter, q, r and turns"),
        ("board:" + CARD.replace("P0,0,0", "P00,0,0"), "letter, q, r and turns"),
        ("m:P2 b", "Enter one step at a time"),
        ("Up:wP1 b", "Enter one step at a time"),
        ("m:P2 Pu:U1 end:Pr", "Enter one step at a time"),
        ("m:" + "P" * 300, "too long"),
    ],
)
def test_unreadable_moves_are_refused_with_a_hint(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.rules.parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        EXAMPLE,
        "- - - ------- - b+ 0",
        "- - - ------- - ?+ 0",
        EXAMPLE.replace("w2 9", "w@ 0"),
        EXAMPLE.replace("w2 9", "b@ 0"),
        EXAMPLE.replace("w2 9", "#w 9"),
        EXAMPLE.replace("w2 9", "#d 9"),
        EXAMPLE.replace("w2 9", "w999 123456789"),
        EXAMPLE.replace("W=P1,B=I4,Y=S2", "-"),
        EXAMPLE.replace("W=P1,", "").replace("/X2,1", "/X-").replace("/w W", "/- W").replace("/w B", "/- B"),
        EXAMPLE.replace("Y-3,1,0", "Y-300,1,5"),
    ],
)
def test_every_line_that_can_be_written_is_taken(line: str) -> None:
    """11: also without a piece, on an impossible board, with any number of actions."""
    state = GAME.rules.load(line, {})
    assert GAME.rules.dump(state) == line
    assert GAME.rules.load(GAME.rules.dump(state), {}) == state
    assert hash(GAME.rules.load(line, {})) == hash(state)


@pytest.mark.parametrize(
    "old,new,reason",
    [
        ("w2 9", "w2", "seven fields"),
        ("w2 9", "w2 9 1", "seven fields"),
        ("w2", "w-1", "'w-1': who is to move"),
        ("w2", "w02", "'w02': who is to move"),
        ("w2", "p3", "'p3': who is to move"),
        ("w2", "b+", "Before the board is built"),
        ("w2 9", "w2 x", "turn 'x'"),
        ("w2 9", "w2 09", "turn '09'"),
        ("X2,1", "X1,1", "X lies in the same place as a room"),
        ("X2,1", "X2", "place of X"),
        ("X2,1 ", "X- ", "auras are eight groups"),
        ("Y-3,1,0", "Y0,0,0", "Pink and Yellow lie in the same place"),
        ("P0,0,0/I3,-1,1", "I3,-1,1/P0,0,0", "order `P I O U S L Y`"),
        ("P0,0,0", "p0,0,0", "order `P I O U S L Y`"),
        ("P0,0,0", "P0,0,6", "letter, q, r and turns"),
        ("P0,0,0", "P-0,0,0", "letter, q, r and turns"),
        ("P0,0,0", "P9999999,0,0", "letter, q, r and turns"),
        ("P0,0,0/", "", "The board lacks: P."),
        ("ww..", "ww.", "auras are eight groups"),
        ("ww..", "wW..", "auras are eight groups"),
        ("/w W", "/- W", "auras are eight groups"),
        ("W=P1", "W=P5", "object 'W=P5'"),
        ("W=P1,B=I4", "B=I4,W=P1", "object 'W=P1'"),
        ("W=P1,B=I4", "W=P1,W=I4", "object 'W=I4'"),
        ("W=P1,B=I4", "W=I4,B=I4", "Two objects lie on I4"),
        ("w-----b", "w-----", "owners are seven"),
        ("w-----b", "w-----x", "owners are seven"),
        (" P w2", " PP w2", "spent spells 'PP'"),
        (" P w2", " YP w2", "spent spells 'YP'"),
        (" P w2", " X w2", "spent spells 'X'"),
        (" P w2", " I w2", "A spell of Indigo can't be spent"),
    ],
)
def test_everything_else_is_refused_with_a_sentence(old: str, new: str, reason: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(BadNotation) as refused:
        GAME.rules.load(EXAMPLE.replace(old, new), {})
    assert reason in str(refused.value)


def test_objects_on_x_need_x() -> None:
    with pytest.raises(BadNotation, match="object 'W=X'"):
        GAME.rules.load(EXAMPLE.replace("X2,1", "X-").replace("/w W=P1", "/- W=X"), {})

"""RULES 4 and 5: the turn and the actions."""

from __future__ import annotations

import re

import pytest

from games.core.errors import IllegalMove, NotYourTurn
from games.core.status import Seat
from games.piously import GAME
from tests.games.piously.drawing import auras, fields, moves, objects, on_card, play


def test_a_piece_moves_to_adjacent_free_tiles() -> None:
    """5.1: P1 has six neighbours, one of them taken."""
    state = on_card("P1W P2B")
    assert moves(state, "m:") == {"U4", "S1", "S2", "S3", "P3"}
    assert objects(play(state, "m:P3")) == "W=P3,B=P2"
    with pytest.raises(IllegalMove, match="P2 is taken: the black piece is there"):
        play(state, "m:P2")
    with pytest.raises(
        IllegalMove, match=re.escape("Y1 isn't next to your piece. From P1 you can reach: P3, U4, S1, S2 and S3.")
    ):
        play(state, "m:Y1")


def test_artworks_are_in_the_way_too() -> None:
    """5.1: any object."""
    assert moves(on_card("P1W P2L"), "m:") == {"U4", "S1", "S2", "S3", "P3"}


def test_x_can_be_entered_and_left() -> None:
    """5.1: X counts as a tile."""
    state = on_card("U1W X")
    assert "X" in moves(state, "m:")
    assert moves(play(state, "m:X"), "m:") == {"U1", "U2", "I2", "I3", "O1", "O3"}
    with pytest.raises(IllegalMove, match="X isn't on the board"):
        play(on_card("U1W"), "m:X")


def test_actions_run_out_and_unused_ones_are_lost() -> None:
    """4: three actions, then only the end of the turn."""
    state = play(on_card("P1W I4B"), "m:P2", "m:P3", "b")
    assert fields(state)["mover"] == "w0"
    assert moves(state) == {"end", "end:Pr", "end:Pu"}
    with pytest.raises(IllegalMove, match="no actions left"):
        play(state, "m:P1")
    assert fields(play(state, "end"))["mover"] == "b3"
    assert fields(play(on_card("P1W I4B"), "end"))["turn"] == "2"


def test_blessing_costs_one_or_two() -> None:
    """5.2: a blank costs 1, an enemy aura 2, an own one can't be blessed."""
    assert fields(play(on_card("P1W"), "b"))["mover"] == "w2"
    over = play(on_card("P1bW"), "b")
    assert (fields(over)["mover"], auras(over)) == ("w1", "P1w")
    with pytest.raises(IllegalMove, match="costs 2 actions; you have 1"):
        play(on_card("P1bW", mover="w1"), "b")
    with pytest.raises(IllegalMove, match="P1 already has your aura"):
        play(on_card("P1wW"), "b")


def test_an_own_artwork_is_dropped_on_any_free_neighbour() -> None:
    """5.3 [D1]: whatever the aura there."""
    state = on_card("P1W P2b P3w U4B", owners="w------")
    assert moves(state, "d:P:") == {"P2", "P3", "S1", "S2", "S3"}
    after = play(state, "d:P:P2")
    assert (objects(after), fields(after)["mover"]) == ("W=P1,B=U4,P=P2", "w2")
    with pytest.raises(IllegalMove, match="already on the board, on P2"):
        play(after, "d:P:P3")


def test_only_own_artworks_are_handled() -> None:
    """5.3, 5.4: the owner of the artwork spell, not of the bewitchment."""
    state = on_card("P1W S2P", owners="b------")
    assert not moves(state, "d:")
    assert not moves(state, "t:")
    with pytest.raises(IllegalMove, match="Priestess isn't yours"):
        play(state, "t:P")


def test_an_artwork_is_picked_up_from_a_neighbour_and_may_be_dropped_again() -> None:
    """5.4."""
    state = on_card("P1W S2bP", owners="w------")
    after = play(state, "t:P")
    assert (objects(after), auras(after)) == ("W=P1", "S2b")
    assert objects(play(after, "d:P:S1")) == "W=P1,P=S1"
    with pytest.raises(IllegalMove, match="out of reach"):
        play(on_card("P1W Y1P", owners="w------"), "t:P")
    with pytest.raises(IllegalMove, match="isn't on the board"):
        play(on_card("P1W", owners="w------"), "t:P")


def test_learning_gives_the_other_spell_to_the_opponent() -> None:
    """5.5 [E1]: either spell of the room that the piece stands on."""
    state = on_card("P1W I4B")
    assert moves(state, "end") == {"", ":Pr", ":Pu"}
    assert fields(play(state, "end"))["owners"] == "-------"
    assert fields(play(state, "end:Pr"))["owners"] == "w------"
    assert fields(play(state, "end:Pu"))["owners"] == "b------"
    assert fields(play(state, "end", "end:Im"))["owners"] == "-w-----"


def test_nothing_is_learnt_from_claimed_rooms_elsewhere_or_x() -> None:
    """5.5."""
    assert moves(on_card("P1W", owners="b------"), "end") == {""}
    assert moves(on_card("XW"), "end") == {""}
    with pytest.raises(IllegalMove, match="have already been learnt"):
        play(on_card("P1W", owners="b------"), "end:Pr")
    with pytest.raises(IllegalMove, match="must stand in Yellow; it stands on P1"):
        play(on_card("P1W"), "end:Ye")


def test_all_spells_are_charged_again_at_the_end() -> None:
    """4: also those of the player who ends the turn."""
    state = play(on_card("P1W P2B", owners="b-w----", spent="P"), "end")
    assert fields(state)["spent"] == "-"


def test_only_the_mover_acts() -> None:
    with pytest.raises(NotYourTurn, match="It's White's move"):
        GAME.rules.play(on_card("P1W I4B"), Seat(1), GAME.rules.parse("end"))


def test_without_a_piece_only_the_end_and_artwork_spells_are_left() -> None:
    """11: a line may lack a piece."""
    state = on_card("P1wP", owners="wb-bbbb")
    assert {move[:2] for move in moves(state)} == {"en", "Pr"}
    for move in ("m:P2", "b", "Im", "Sh:E"):
        with pytest.raises(IllegalMove, match="isn't on the board"):
            play(state, move)

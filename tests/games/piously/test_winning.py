"""RULES 8: linking the seven rooms."""

from __future__ import annotations

from games.core.status import Outcome
from games.piously import GAME
from tests.games.piously.drawing import fields, moves, on_card, play

PICTURE = "L2w S1w P1w P2w U2w U1w I1w O3w Y3w S3w"
"""The designer's picture of a won position."""


def outcome(lying: str, move: str, mover: str = "w3", owners: str = "-------") -> str:
    """The mover field after the move."""
    return fields(play(on_card(lying, mover, owners), move))["mover"]


def test_the_designers_picture_is_won() -> None:
    """8: with the last aura blessed White wins at once."""
    state = play(on_card(PICTURE.replace("L2w", "L2W")), "b")
    status = GAME.rules.status(state)
    assert isinstance(status, Outcome)
    assert status.places == (1, 2)
    assert status.reason == "White's auras link all seven rooms"
    assert GAME.rules.legal(state, 0).count() == 0  # type: ignore[arg-type]
    assert fields(state)["mover"] == "#w"


def test_six_rooms_or_a_gap_are_not_enough() -> None:
    """8: every room, in one group."""
    assert outcome("S1w P1w P2w U2w U1w I1w O3w Y3w S3w P3W", "b") == "w2"
    assert outcome(PICTURE.replace(" P2w", "") + " P3W", "m:P4") == "w2"


def test_x_may_be_a_link_and_is_not_needed() -> None:
    """8: Indigo is joined by X only."""
    assert outcome("L2w S1w P1w P2w U2w U1w Xw O3w Y3w S3w I3W", "b") == "#w"
    assert outcome("L2w S1w P1w P2w U2w U1w X O3w Y3w S3w I3W", "b") == "w2"


def test_my_move_may_link_the_enemy() -> None:
    """8 [W2]: Black's piece goes; what counts are the auras."""
    enemy = PICTURE.replace("w", "b").replace("L2b", "L2wB")
    assert outcome(enemy + " L1wI Y4W", "Il:L", owners="-w-----") == "#b"


def test_both_at_once_is_a_draw() -> None:
    """8 [W3]: the Illusionist swaps Lime's auras, and each colour has its last room."""
    rooms = "P0,0,3/I0,3,5/O-2,4,3/U2,-2,1/S2,2,1/L-1,2,0/Y-2,1,2"
    auras = "wbb./b.w./bbwb/.bww/wb../bw../bwb."
    state = GAME.rules.load(f"{rooms}/X- {auras}/- W=Y4,B=S3,I=L2 -w----- - w3 9", {})
    after = play(state, "Il:L")
    assert GAME.rules.dump(after) == f"{rooms}/X- wbb./b.w./bbwb/.bww/wb../wb../bwb./- W=Y4,B=S3,I=L2 -w----- I #d 9"
    status = GAME.rules.status(after)
    assert isinstance(status, Outcome)
    assert status.places == (1, 1)
    assert status.reason == "Both colours have linked all seven rooms at once"


def test_a_linked_line_ends_with_the_next_step() -> None:
    """8 [W1], 11: the line says that the match goes on; every step is followed by the check."""
    assert fields(on_card(PICTURE + " Y4W"))["mover"] == "w3"
    assert outcome(PICTURE + " Y4W", "m:Y1") == "#w"
    assert outcome(PICTURE + " Y4W", "end") == "#w"
    assert outcome(PICTURE.replace("w", "b") + " Y4W", "end") == "#b"


def test_stonemason_may_link() -> None:
    """8: a moved room links without a new aura."""
    lying = PICTURE.replace("L2w", "L4wS") + " Y4W"
    state = on_card(lying, owners="----w--")
    ends = {move: fields(play(state, f"St:{move}"))["mover"] for move in moves(state, "St:")}
    assert ends["L@1,-2,2"] == "w3"
    assert "#w" in ends.values()

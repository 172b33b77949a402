"""RULES 6 and 7: the sealed removal, points, and the result."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove, NotYourTurn
from games.core.protocol.session import Session
from games.core.status import Outcome, Seat, Turn
from games.onyx import GAME
from games.onyx.moves import Remove
from games.onyx.scoring import colour_scores, player_scores
from tests.games.onyx.drawing import board_of, legal_texts, read_drawing, rows

STACKS = "B . W\np . .\nP . y"


def remove(diagram: str, *moves: tuple[int, str]) -> Outcome | Turn:
    state = read_drawing(diagram, phase="remove", passed="11")
    for seat, text in moves:
        state = GAME.rules.play(state, Seat(seat), GAME.rules.parse(text))
    return GAME.rules.status(state)


def test_each_player_names_any_of_the_own_stacks() -> None:
    """6.2."""
    state = read_drawing(STACKS, phase="remove", passed="11")
    assert legal_texts(state, 0) == {"remove none", "remove a1", "remove a3", "remove a1,a3"}
    assert legal_texts(state, 1) == {"remove none", "remove c3"}


@pytest.mark.parametrize(
    "text, words",
    [
        ("remove a2", "a2 holds no stack of yours. Yours are on a1 and a3"),
        ("remove c3", "c3 holds no stack of yours"),
        ("remove d9", "isn't on the board"),
        ("b@b2", "no piece may be placed"),
        ("pass", "no piece may be placed"),
    ],
)
def test_only_own_whole_stacks_are_removed(text: str, words: str) -> None:
    """6.2."""
    state = read_drawing(STACKS, phase="remove", passed="11")
    with pytest.raises(IllegalMove, match=words):
        GAME.rules.play(state, Seat(0), GAME.rules.parse(text))
    with pytest.raises(IllegalMove, match="You have none: type remove none"):
        GAME.rules.play(read_drawing("..\n.b", phase="remove", passed="11"), Seat(1), GAME.rules.parse("remove a1"))


def test_a_stack_is_named_once() -> None:
    """6.2."""
    with pytest.raises(IllegalMove, match="once"):
        GAME.rules.play(read_drawing(STACKS, phase="remove", passed="11"), Seat(0), Remove(("a1", "a1")))


def test_the_first_removal_is_sealed_and_the_board_stays() -> None:
    """6.3."""
    state = GAME.rules.play(
        read_drawing(STACKS, phase="remove", passed="11"), Seat(0), GAME.rules.parse("remove a3,a1")
    )
    assert GAME.rules.dump(state) == "b=B.W/p../P.y t=1 ph=remove passed=11 removed=10 sealed=a1,a3"
    assert GAME.rules.status(state) == Turn(frozenset({Seat(1)}), "remove")
    with pytest.raises(NotYourTurn, match="It stays hidden until your opponent has chosen"):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("remove none"))
    nothing = GAME.rules.play(
        read_drawing(STACKS, phase="remove", passed="11"), Seat(1), GAME.rules.parse("remove none")
    )
    assert GAME.rules.dump(nothing) == "b=B.W/p../P.y t=0 ph=remove passed=11 removed=01 sealed=none"


def test_a_view_hides_the_others_sealed_stacks_and_not_ones_own() -> None:
    """6.3."""
    state = GAME.rules.play(read_drawing(STACKS, phase="remove", passed="11"), Seat(0), GAME.rules.parse("remove a1"))
    assert GAME.rules.view(state, Seat(0)) == state
    for viewer in (Seat(1), None):
        hidden = GAME.rules.view(state, viewer)
        assert GAME.rules.dump(hidden).endswith("removed=10 sealed=?")
        assert GAME.rules.load(GAME.rules.dump(hidden), {"board": "king-3"}) == hidden


def test_two_different_secrets_look_the_same_to_the_other_side() -> None:
    """6.3."""
    state = read_drawing(STACKS, phase="remove", passed="11")
    views = {
        GAME.rules.view(GAME.rules.play(state, Seat(0), move), Seat(1)) for move in GAME.rules.legal(state, Seat(0))
    }
    assert len(views) == 1
    tables = {
        GAME.presenter.table(GAME.rules.play(state, Seat(0), move), None) for move in GAME.rules.legal(state, Seat(0))
    }
    assert len(tables) == 1
    told = [GAME.presenter.describe(state, Seat(0), move) for move in GAME.rules.legal(state, Seat(0))]
    assert len({(one.words, one.marks) for one in told}) == 1


def test_the_order_of_the_removals_does_not_matter() -> None:
    """6.3."""
    state = read_drawing(STACKS, phase="remove", passed="11")
    for mine in GAME.rules.legal(state, Seat(0)):
        for theirs in GAME.rules.legal(state, Seat(1)):
            one = GAME.rules.play(GAME.rules.play(state, Seat(0), mine), Seat(1), theirs)
            assert one == GAME.rules.play(GAME.rules.play(state, Seat(1), theirs), Seat(0), mine)
            assert GAME.rules.dump(one).endswith("t=- ph=over passed=11 removed=11")


def test_both_removals_open_together() -> None:
    """6.3."""
    state = read_drawing(STACKS, phase="remove", passed="11")
    for seat, text in ((0, "remove a1"), (1, "remove c3")):
        state = GAME.rules.play(state, Seat(seat), GAME.rules.parse(text))
    assert board_of(state) == rows("B . .\np . .\n. . y")
    with pytest.raises(NotYourTurn, match="over"):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("remove none"))


def test_a_colour_scores_its_spaces_and_every_empty_region_it_touches() -> None:
    """7.1: a stack is one space; the left region touches black and white, the right one white only."""
    state = read_drawing(". W . .\nb w . .\n. w . .\n. w . .")
    assert colour_scores(state) == [1 + 3, 0, 4 + 3 + 8, 0]


def test_a_region_may_count_for_four_colours() -> None:
    """7.1."""
    assert colour_scores(read_drawing("b . p\n. . .\nw . y")) == [6, 6, 6, 6]


def test_regions_join_along_the_boards_edges_only() -> None:
    """7.1: a1 and b2 are one region on a king's board and two on a grid."""
    diagram = "b b p\nb . p\n. b p"
    assert colour_scores(read_drawing(diagram))[:2] == [4 + 2, 3 + 2]
    assert colour_scores(read_drawing(diagram, board="grid-3"))[:2] == [4 + 2, 3 + 1]


def test_an_empty_board_counts_for_none() -> None:
    """7.1."""
    status = remove("...\n...\n...", (0, "remove none"), (1, "remove none"))
    assert status == Outcome((2, 1), "more points", (0, 5))


def test_the_lower_colour_counts_twice_and_the_second_player_gets_5() -> None:
    """7.2."""
    state = read_drawing("b b b\np p w\ny y y")
    assert colour_scores(state) == [3, 2, 1, 3]
    assert player_scores(state) == (3 + 2 * 2, 3 + 2 * 1 + 5)


def test_removing_a_stack_can_open_a_region() -> None:
    """6.2, 7.1: without the purple stack its space is land for black and purple."""
    diagram = "b P b\nb b b\np p w"
    kept = remove(diagram, (0, "remove none"), (1, "remove none"))
    opened = remove(diagram, (1, "remove none"), (0, "remove b3"))
    assert isinstance(kept, Outcome)
    assert isinstance(opened, Outcome)
    assert kept.scores == (5 + 2 * 3, 1 + 5)
    assert opened.scores == (6 + 2 * 2, 1 + 5)


def test_equal_totals_are_a_tie() -> None:
    """7.3."""
    status = remove("b b b\nb p p\nw w w", (0, "remove none"), (1, "remove none"))
    assert status == Outcome((1, 1), "8 points each", (8, 8))


def test_the_higher_total_wins() -> None:
    """7.3."""
    status = remove("b b b\nb p p\np w w", (0, "remove none"), (1, "remove none"))
    assert status == Outcome((1, 2), "more points", (10, 7))


def test_the_third_occurrence_of_a_position_is_a_tie() -> None:
    """9: two players who suffocate each other for ever."""
    session = Session.new(GAME, 2, {"board": "king-2"})
    for _ in range(2):
        session.play(Seat(0), "b@a1 p@b1")
        session.play(Seat(1), "w@a2 y@b2")
        assert isinstance(session.status(), Turn)
    session.play(Seat(0), "b@a1 p@b1")
    assert session.status() == Outcome((1, 1), "the same position has come up 3 times")
    with pytest.raises(NotYourTurn):
        session.play(Seat(1), "pass")

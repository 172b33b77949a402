"""The thinkers: always legal, repeatable, without knowledge of the future, and not stupid."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.budget import Budget, Meter
from games.core.kernel.search import Errors, Line
from games.core.levels import Look
from games.core.search.greedy import greedy_move, random_move
from games.core.status import CHANCE, Outcome, Seat
from games.cyberzul import GAME
from games.cyberzul.duel import search_duel
from games.cyberzul.moves import Take
from games.cyberzul.policy import misjudged_take
from games.cyberzul.position import State
from tests.games.cyberzul.kernels import draft_positions
from tests.games.cyberzul.positions import factories, lines, position

LEVELS = GAME.info.levels
FULL = position(f=factories("BBRK", "OORK", "KKWW", "BBRR", "BOKW"), r="1", bag="15,17,16,15,17", lid="0,0,0,0,0")


def thought(state: State, level: str = "master", nodes: int = 300, seed: int = 1) -> tuple[str, str]:
    """The move of a thinker with a budget of nodes, and its reason."""
    found = GAME.player.think(state, Seat(state.turn), level, Budget(nodes=nodes), Random(seed))
    return GAME.rules.text(found.move), found.why.words


@given(lines(("draft",)), st.sampled_from(LEVELS), st.integers(0, 99))
@settings(max_examples=40)
def test_thoughts_are_legal_repeatable_and_marked(line: str, level: str, seed: int) -> None:
    """Also where play never leads."""
    state = GAME.rules.load(line, {})
    seat = Seat(state.turn)
    found = GAME.player.think(state, seat, level, Budget(nodes=12), Random(seed))
    assert found.move in GAME.rules.legal(state, seat)
    assert found == GAME.player.think(state, seat, level, Budget(nodes=12), Random(seed))
    assert found.why.words
    assert not found.why.words.endswith(".")
    names = {cell.name for area in GAME.presenter.table(state, None).areas for cell in area.cells}
    assert {cell for mark in found.why.marks for cell in mark.cells} <= names
    assert {"from", "hint"} == {mark.kind for mark in found.why.marks}


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_depends_on_the_tiles_still_to_come(level: str) -> None:
    """A thinker sees the table; what chance will deal plays no part."""
    other = FULL._replace(
        bag=GAME.rules.load(GAME.rules.dump(FULL).replace("bag=15,17,16,15,17", "bag=1,2,3,4,70"), {}).bag
    )
    assert thought(FULL, level, 60) == thought(other, level, 60)


def test_a_single_move_needs_no_search() -> None:
    state = position("0:K1,K1,K1,K1,K1:...../...../...../...../.....:-", f=factories("WWWW"))
    assert thought(state, "master", 1_000_000) == (
        "1 white f",
        (
            "Player 1 takes 4 white tiles from factory 1 onto the floor. This costs 6 points on the floor line. "
            "This is the only legal move"
        ),
    )


@pytest.mark.parametrize("level", ["medium", "master"])
def test_the_line_that_scores_is_filled(level: str) -> None:
    state = position("0:-,-,-,-,R4:.xxx./x..../x..../x..../x....:-", f=factories("RKKO", "BOWW", "OOWW"), m="1")
    assert thought(state, level)[0] == "2 blue 1", "11 points: five down, four across, and the column at the end"


def test_the_last_tiles_are_kept_off_the_floor() -> None:
    state = position("9:-,-,-,-,-:...../...../...../...../.....:-", c="KKKK", m="1")
    assert thought(state)[0] == "c black 4"
    state = position("9:-,-,R2,-,-:...../...../...../...../.....:-", c="RRRR", m="1")
    assert thought(state)[0] == "c red 4"


def test_the_next_player_is_left_with_the_heap_that_nobody_wants() -> None:
    """One of two colours goes to each: five black tiles fit nowhere, the other player is to have them."""
    full = "20:K1,B1,B1,B1,B1:...../...../...../...../.....:-"
    state = position(full, full, c="BKKKKK", m="1")
    assert thought(state)[0].startswith("c blue")


EMPTY = "...../...../...../...../....."
BLOCKED = "K1,K1,K1,K1"


@pytest.mark.parametrize(
    "mat, centre, idea",
    [
        (
            "0:-,-,-,-,-:.xxxx/x..../x..../x..../x....:-",
            "B",
            (
                "Player 1 takes 1 blue tile from the centre into line 1. "
                "This completes row 1 for 19 points, bonus included. "
                "This scores 19 more points than taking 1 blue tile from the centre into line 2"
            ),
        ),
        (
            "0:-,-,-,-,-:.x.../x..../x..../x..../x....:-",
            "B",
            (
                "Player 1 takes 1 blue tile from the centre into line 1. "
                "This completes column 1 for 14 points, bonus included. "
                "This scores 14 more points than taking 1 blue tile from the centre into line 2"
            ),
        ),
        (
            "0:-,-,-,-,-:...../.x.../..x../...x./....x:-",
            "B",
            (
                "Player 1 takes 1 blue tile from the centre into line 1. "
                "This places the fifth tile of this colour for 11 points, bonus included"
            ),
        ),
        (
            f"0:-,{BLOCKED}:.x.../{EMPTY[6:]}:-",
            "BB",
            (
                "Player 1 takes 2 blue tiles from the centre into line 1. 1 tile falls to the floor. "
                "This fills line 1 for 2 points. This costs 1 point on the floor line"
            ),
        ),
        (
            f"0:{BLOCKED},B1:{EMPTY}:-",
            "BB",
            "Player 1 takes 2 blue tiles from the centre into line 5. Line 5 then holds 3 of 5",
        ),
        (
            f"0:{BLOCKED},B1:xxxxx/{EMPTY[6:]}:-",
            "BB",
            ("Player 1 takes 2 blue tiles from the centre into line 5. This avoids the floor line in the last round"),
        ),
        (
            f"0:{BLOCKED},K1:{EMPTY}:-",
            "B",
            (
                "Player 1 takes 1 blue tile from the centre onto the floor. This costs 1 point on the floor line. "
                "This is the only legal move"
            ),
        ),
        (
            f"0:{BLOCKED},K1:{EMPTY}:BBBBBBB",
            "B",
            (
                "Player 1 takes 1 blue tile from the centre onto the floor. "
                "This costs nothing: the floor line is full. This is the only legal move"
            ),
        ),
    ],
)
def test_reasons_in_words(mat: str, centre: str, idea: str) -> None:
    assert thought(position(mat, c=centre, m="1"), "medium")[1] == idea


@pytest.mark.parametrize("seats", [3, 4])
def test_medium_among_several_plays_what_a_sound_look_finds(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it then judges the move changes what it says of it, not what it plays."""
    monkeypatch.setattr("games.cyberzul.player._LAPSES_OF_MEDIUM", 0)
    moves, values = [], []
    for state in draft_positions(4, seats)[:15:3]:
        for playouts in (400, 900):
            monkeypatch.setattr("games.cyberzul.player._PLAYOUTS", {Look.AHEAD: playouts})
            found = GAME.player.think(state, Seat(state.turn), "medium", Budget(nodes=2000), Random(8))
            moves.append(found.move)
            values.append(found.value)
    assert moves[::2] == moves[1::2]
    assert values[::2] != values[1::2]


def test_a_lapse_of_medium_among_several_has_the_value_of_its_move() -> None:
    """Not that of the best one, which stands among the alternatives."""
    state, lapses = draft_positions(4, 3)[2], 0
    for seed in range(30):
        found = GAME.player.think(state, Seat(state.turn), "medium", Budget(nodes=1200), Random(seed))
        assert found.value is not None
        assert all(each.move != found.move for each in found.alternatives)
        lapses += any(each.value > found.value + 0.05 for each in found.alternatives)
    assert 0 < lapses < 20


def test_the_marker_is_part_of_the_reason() -> None:
    idea = (
        "Player 1 takes 1 blue tile from the centre into line 1. The starting marker comes along. "
        "This fills line 1 for 1 point. This costs 1 point on the floor line. Player 1 begins the next round"
    )
    told = thought(position(f"0:-,-,-,-,-:{EMPTY}:-", c="B"), "medium")[1]
    assert told.startswith(f"{idea}. Winning chances: "), "line 1 is full then, and any other line is not"
    assert thought(position(f"0:-,-,-,-,-:{EMPTY}:-", c="B"), "easy")[1] == idea, "easy tells no chances"


def test_a_tile_that_the_next_player_needs_is_named() -> None:
    """Blue completes the row of player 2, and its other tiles fit nowhere well."""
    rival = "0:-,-,-,-,-:.xxxx/x..../x..../x..../x....:-"
    state = position("0:B1,-,-,-,-:...../...../...../...../.....:-", rival, f=factories("BKWR"), c="KWR", m="1")
    move, idea = thought(state, nodes=4000)
    assert "blue" in move
    assert ". Otherwise Player 2 could fill line 1 for 19 points" in idea


def test_medium_looks_at_more_positions_than_easy_and_hard_at_more_than_medium() -> None:
    """Hard, which ends by its budget alone, is given a budget of more than medium takes."""

    def looks_taken(level: str, seconds: float) -> int:
        looks = count()
        state = GAME.rules.play(start := GAME.rules.start(2, {}), CHANCE, GAME.rules.deal(start, Random(1)))
        GAME.player.think(state, Seat(0), level, Budget(seconds, clock=lambda: next(looks)), Random(3))
        return next(looks)

    assert looks_taken("easy", 2000) < looks_taken("medium", 2000) < looks_taken("hard", 2000)


def test_medium_of_two_searches_as_many_positions_as_its_level_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much time there is; the levels above have no such limit."""
    limits: list[int | None] = []

    def search(
        view: State, glance: Take, meter: Meter, errors: Errors, seed: int | None
    ) -> tuple[Line[Take], list[Line[Take]]]:
        limits.append(meter.nodes_left)
        return search_duel(view, glance, meter.limit(50), errors, seed)

    monkeypatch.setattr("games.cyberzul.player.search_duel", search)
    state = draft_positions(4, 2)[0]
    for level in ("medium", "hard", "master"):
        GAME.player.think(state, Seat(state.turn), level, Budget(seconds=100), Random(1))
    assert limits == [10_000, None, None]


def test_a_lapse_chooses_among_the_moves_that_are_searched() -> None:
    """Of factories with the same tiles, the searches know the first."""
    state = position(f=factories("BBRK", "BBRK", "OOWW", "BBRK", "OOWW", n=3), n="3")
    chosen = {misjudged_take(state, Random(seed), 10).source for seed in range(60)}
    assert chosen == {1, 3}


def test_strength_rises_with_the_level() -> None:
    """A few matches only; the arena measures."""
    players = {"beginner": 0, "medium": 0}
    for seed in range(4):
        rng = Random(seed)
        order = ["beginner", "medium"] if seed % 2 else ["medium", "beginner"]
        state = GAME.rules.start(2, {})
        while not isinstance(status := GAME.rules.status(state), Outcome):
            seat = min(status.seats)
            if seat == CHANCE:
                move = GAME.rules.deal(state, rng)
            else:
                move = GAME.player.think(state, seat, order[seat], Budget(nodes=2000), rng).move
            state = GAME.rules.play(state, seat, move)
        for level, score in zip(order, status.scores, strict=True):
            players[level] += score
    assert players["medium"] > players["beginner"]


def test_the_fewer_tiles_are_left_the_less_hard_misjudges() -> None:
    """Of two equal openings it plays now this, now that; a point that is there at the end is always taken."""
    deal = GAME.rules.play(start := GAME.rules.start(2, {}), CHANCE, GAME.rules.deal(start, Random(1)))
    assert len({thought(deal, "hard", 3000, seed)[0] for seed in range(12)}) > 2
    assert len({thought(deal, "master", 3000, seed)[0] for seed in range(3)}) == 1
    last = position(f"0:-,{BLOCKED}:.x.../{EMPTY[6:]}:-", c="B", m="1")
    assert {thought(last, "hard", 3000, seed)[0] for seed in range(12)} == {"c blue 1"}


def test_a_beginner_beats_nobody_by_design_but_plays_sensibly() -> None:
    """It is better than random by far, and no better than it should be: it takes what gains, misjudged a little."""
    scores = [0, 0]
    for seed in range(4):
        rng = Random(seed)
        state = GAME.rules.start(2, {})
        while not isinstance(status := GAME.rules.status(state), Outcome):
            seat = min(status.seats)
            if seat == 0:
                move = GAME.player.think(state, seat, "beginner", Budget(nodes=30), rng).move
            else:
                move = random_move(GAME.rules, state, seat, rng)
            state = GAME.rules.play(state, seat, move)
        scores = [total + score for total, score in zip(scores, status.scores, strict=True)]
    assert scores[0] > scores[1] + 60


def test_a_greedy_player_is_possible() -> None:
    """`evaluate` sees what a move scores."""
    state = position("0:-,-,-,-,-:.xxxx/...../...../...../.....:-", f=factories("BKKO", "WOOR"), m="1")
    assert GAME.rules.text(greedy_move(GAME.player, state, Seat(0), Random(1))) == "1 blue 1"

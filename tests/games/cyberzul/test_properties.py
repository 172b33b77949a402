"""What holds in every position and every match."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.diagram import board_text
from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.question import walk
from games.core.status import CHANCE, Outcome, Seat
from games.cyberzul import GAME
from games.cyberzul.moves import Deal, Move, Take
from games.cyberzul.position import State
from games.cyberzul.tiles import counts_of
from tests.games.cyberzul.positions import LETTERS, PATTERN, lines

TAKES = [Take(*parts) for parts in product(range(10), range(5), range(6))]


def tiles(state: State) -> list[int]:
    """How many tiles of each colour there are, wherever they lie, read off the position line."""
    heaps = (*state.factories, state.centre, state.bag, state.lid)
    totals = [sum(counts_of(heap)[colour] for heap in heaps) for colour in range(5)]
    for word in GAME.rules.dump(state).split():
        if word[0] == "p" and word[1].isdigit():
            _, rows, wall, floor = word.partition("=")[2].split(":")
            for colour, letter in enumerate(LETTERS):
                totals[colour] += sum(int(row[1]) for row in rows.split(",") if row[0] == letter)
                totals[colour] += (wall + floor).count(letter)
    return totals


def sound(state: State) -> None:
    """The invariants of play."""
    assert tiles(state) == [20] * 5
    markers = sum(board.floor.count("M") for board in state.boards)
    assert markers <= 1
    assert not markers or state.marker >= 0
    for board in state.boards:
        assert len(board.floor) <= 7
        assert board.score >= 0
        for line in range(1, 6):
            number, colour = board.line(line)
            assert number <= line
            column = PATTERN[line - 1].index(LETTERS[colour])
            assert not number or not board.row(line - 1) >> column & 1


@given(st.integers(2, 4), st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_random_play_keeps_the_invariants(seats: int, rng: Random) -> None:
    """All tiles are somewhere, lines and floors hold what they can, a round takes at most as many turns as tiles."""
    state = GAME.rules.start(seats, {"first": str(rng.randrange(seats))})
    while not isinstance(status := GAME.rules.status(state), Outcome):
        seat = min(status.seats)
        before, digest = GAME.rules.dump(state), hash(state)
        after = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))
        assert (GAME.rules.dump(state), hash(state)) == (before, digest), "play changed its argument"
        sound(after)
        state = after
    assert any(31 in map(board.row, range(5)) for board in state.boards) or not (state.bag or state.lid)
    assert max(status.scores) == status.scores[status.places.index(1)]


@given(lines())
def test_position_line_round_trips(line: str) -> None:
    state = GAME.rules.load(line, {})
    assert GAME.rules.dump(state) == line
    assert GAME.rules.load(GAME.rules.dump(state), {}) == state


@given(st.sampled_from(TAKES).filter(lambda take: take.source < 10))
def test_move_text_round_trips(move: Take) -> None:
    assert GAME.rules.parse(GAME.rules.text(move)) == move
    assert GAME.rules.parse(f" {GAME.rules.text(move).upper()} ") == move


@given(st.lists(st.text(LETTERS, max_size=4), max_size=9))
def test_deal_text_round_trips(factories: list[str]) -> None:
    deal = Deal(tuple(factories))
    assert GAME.rules.parse(GAME.rules.text(deal)) == deal


@given(lines(("draft",)))
@settings(max_examples=40)
def test_legal_moves_are_those_that_can_be_played(line: str) -> None:
    """By brute force over every move that can be written; every refusal is a sentence and leaves the state."""
    state = GAME.rules.load(line, {})
    seat = Seat(state.turn)
    playable: set[Move] = set()
    refusals: set[str] = set()
    for move in TAKES:
        try:
            GAME.rules.play(state, seat, move)
        except IllegalMove as refusal:
            refusals.add(str(refusal))
        else:
            playable.add(move)
    assert GAME.rules.dump(state) == line
    assert all(refusal.endswith(".") and "{" not in refusal for refusal in refusals)
    legal = GAME.rules.legal(state, seat)
    assert set(legal) == playable
    assert legal.count() == len(playable) > 0
    assert all((move in legal) == (move in playable) for move in TAKES)


@given(lines(), st.randoms(use_true_random=False))
def test_a_move_keeps_all_tiles(line: str, rng: Random) -> None:
    state = GAME.rules.load(line, {})
    status = GAME.rules.status(state)
    if isinstance(status, Outcome):
        return
    seat = min(status.seats)
    after = GAME.rules.play(state, seat, GAME.rules.legal(state, seat).sample(rng))
    assert tiles(after) == tiles(state)
    assert GAME.rules.load(GAME.rules.dump(after), {}) == after


@given(lines(("fill",)), st.randoms(use_true_random=False))
def test_deals_are_possible_and_others_are_not(line: str, rng: Random) -> None:
    """A deal with one tile exchanged is legal when playing it succeeds, and then only."""
    state = GAME.rules.load(line, {})
    deals = GAME.rules.legal(state, CHANCE)
    deal = GAME.rules.deal(state, rng)
    assert deal in deals
    assert isinstance(deal, Deal)
    letters = [list(factory) for factory in deal.factories]
    if letters[0]:
        letters[0][rng.randrange(len(letters[0]))] = rng.choice(LETTERS)
    other = Deal(tuple("".join(factory) for factory in letters))
    try:
        GAME.rules.play(state, CHANCE, other)
    except IllegalMove:
        assert other not in deals
    else:
        assert other in deals


@given(lines(("draft",)))
@settings(max_examples=30)
def test_questions_lead_to_every_legal_move_and_nothing_else(line: str) -> None:
    state = GAME.rules.load(line, {})
    seat = Seat(state.turn)
    drafts = list(walk(lambda draft: GAME.presenter.ask(state, seat, draft)))
    assert all(len(draft) in (1, 2, 3) for draft in drafts)
    assert sorted(map(GAME.presenter.compose, drafts)) == sorted(map(GAME.rules.text, GAME.rules.legal(state, seat)))
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(state, seat, ("9", "blue", "1", "2"))


@given(lines(), st.randoms(use_true_random=False))
def test_everything_can_be_shown_told_and_judged(line: str, rng: Random) -> None:
    state = GAME.rules.load(line, {})
    table = GAME.presenter.table(state, None)
    names = [cell.name for area in table.areas for cell in area.cells]
    assert len(names) == len(set(names))
    assert {piece.cell for piece in table.pieces} <= set(names)
    assert board_text(table)
    for seat in range(GAME.rules.seats(state)):
        assert -1 <= GAME.player.evaluate(state, Seat(seat)) <= 1
        assert GAME.rules.view(state, Seat(seat)) == state, "nothing is secret"
    status = GAME.rules.status(state)
    if not isinstance(status, Outcome):
        seat = min(status.seats)
        description = GAME.presenter.describe(state, seat, GAME.rules.legal(state, seat).sample(rng))
        assert {cell for mark in description.marks for cell in mark.cells} <= set(names)
        assert "{" not in description.words


@given(st.one_of(st.text(max_size=40), st.text("0123456789cfborkw dealBLUE-", max_size=30)))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadNotation):
        move = GAME.rules.parse(text)
        assert GAME.rules.parse(GAME.rules.text(move)) == move


@given(lines(), st.integers(0, 260), st.text("0123456789=,:/.-BORKWMcn ", max_size=3))
def test_any_position_line_is_read_or_refused(line: str, place: int, more: str) -> None:
    spoiled = line[:place] + more + line[place + 1 :]
    with suppress(BadNotation):
        state = GAME.rules.load(spoiled, {})
        assert GAME.rules.load(GAME.rules.dump(state), {}) == state


@given(
    lines(), st.integers(-1, 3), st.sampled_from(["1 blue 1", "9 red f", "c white 5", "deal BBBB", "deal - - - - -"])
)
def test_a_move_is_played_or_refused(line: str, seat: int, text: str) -> None:
    """Nothing but the three errors comes out of play, whoever moves."""
    state = GAME.rules.load(line, {})
    move, seat_ = GAME.rules.parse(text), Seat(seat)
    if move in GAME.rules.legal(state, seat_):
        assert GAME.rules.play(state, seat_, move) != state
    else:
        with pytest.raises((IllegalMove, NotYourTurn), match=r"[.]$"):
            GAME.rules.play(state, seat_, move)
    assert GAME.rules.dump(state) == line


@given(lines(), st.text(max_size=12))
def test_suggestions_are_legal(line: str, typed: str) -> None:
    state = GAME.rules.load(line, {})
    legal = set(map(GAME.rules.text, GAME.rules.legal(state, Seat(state.turn))))
    for found in (
        GAME.presenter.suggest(state, Seat(state.turn), typed),
        GAME.presenter.suggest(state, Seat(state.turn), ""),
    ):
        assert len(found) <= 25
        assert len(set(found)) == len(found)
        assert set(found) <= legal

"""What holds in every position."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.choccer import GAME
from games.choccer.legal import has_legal_move, is_legal, legal_moves
from games.choccer.moves import Move
from games.choccer.position import GRID, NOBODY, State, parse_position
from games.core.errors import BadNotation, IllegalMove
from games.core.question import walk
from games.core.status import Outcome, Seat, Turn
from tests.games.choccer.positions import lines

ACTIONS = [Move(verb, origin, target) for verb in "->" for origin in range(GRID.size) for target in range(GRID.size)]


@given(lines())
def test_position_line_round_trips(line: str) -> None:
    state = GAME.rules.load(line, {})
    assert GAME.rules.load(GAME.rules.dump(state), {}) == state
    if has_legal_move(parse_position(line), parse_position(line).seat):
        assert GAME.rules.dump(state) == line


@given(st.sampled_from(ACTIONS))
def test_action_text_round_trips(action: Move) -> None:
    assert GAME.rules.parse(GAME.rules.text(action)) == action
    assert GAME.rules.parse(f" {GAME.rules.text(action).upper()} ") == action


@given(lines())
@settings(max_examples=30, deadline=None)
def test_allowed_actions_are_the_listed_ones(line: str) -> None:
    """By brute force over every action that can be written, for both sides."""
    state = GAME.rules.load(line, {})
    for seat in (0, 1):
        actions = legal_moves(state, seat)
        assert sorted(actions) == sorted(action for action in ACTIONS if is_legal(state, seat, action))
        assert has_legal_move(state, seat) == bool(actions)
    assert GAME.rules.legal(state, Seat(0)).count() == (len(legal_moves(state, 0)) if state.seat == 0 else 0)


@given(lines(), st.randoms(use_true_random=False))
def test_action_changes_what_it_must_and_nothing_else(line: str, rng: Random) -> None:
    state = GAME.rules.load(line, {})
    if state.seat == NOBODY:
        return
    seat = Seat(state.seat)
    action = GAME.rules.legal(state, seat).sample(rng)
    after = GAME.rules.play(state, seat, action)
    assert state == GAME.rules.load(GAME.rules.dump(state), {}), "play changed its argument"
    assert after == GAME.rules.load(GAME.rules.dump(after), {}), "the state kept for speed is not that of the board"
    assert after.turn > state.turn
    assert sum(after.points) >= sum(state.points)
    assert worth(after) == worth(state)


def worth(state: State) -> int:
    """Points scored and still to be scored: an action takes none away and adds none."""
    pieces = sum({"c": 1, "t": 1, "l": 2, "s": 2}.get(chr(byte).lower(), 0) for byte in state.board)
    free = 10 * state.board.count(b"*") + 4 * state.board.count(b"+")
    held = 4 * state.holders.bit_count() + 6 * state.red.bit_count()
    return pieces + free + held + sum(state.points)


@given(lines(), st.sampled_from(ACTIONS))
def test_refusal_is_a_sentence(line: str, action: Move) -> None:
    state = GAME.rules.load(line, {})
    if state.seat == NOBODY or is_legal(state, state.seat, action):
        return
    with pytest.raises(IllegalMove, match=r"[.]$") as refused:
        GAME.rules.play(state, Seat(state.seat), action)
    assert "{" not in str(refused.value)


@given(lines())
@settings(max_examples=30)
def test_questions_lead_to_every_legal_action_and_nothing_else(line: str) -> None:
    state = GAME.rules.load(line, {})
    seat = Seat(max(state.seat, 0))
    drafts = walk(lambda draft: GAME.presenter.ask(state, seat, draft)) if GAME.rules.legal(state, seat).count() else ()
    assert sorted(map(GAME.presenter.compose, drafts)) == sorted(map(GAME.rules.text, GAME.rules.legal(state, seat)))


@given(lines())
def test_everything_can_be_shown_told_and_judged(line: str) -> None:
    state = GAME.rules.load(line, {})
    table = GAME.presenter.table(state, None)
    names = {cell.name for cell in table.areas[0].cells}
    assert {piece.cell for piece in table.pieces} <= names
    for seat in (Seat(0), Seat(1)):
        assert -1 <= GAME.player.evaluate(state, seat) <= 1
        assert GAME.player.evaluate(state, seat) == pytest.approx(-GAME.player.evaluate(state, Seat(1 - seat)))
        for action in GAME.rules.legal(state, seat):
            assert GAME.presenter.describe(state, seat, action).words
    assert isinstance(GAME.rules.status(state), Outcome if state.seat == NOBODY else Turn)


@given(st.one_of(st.text(max_size=30), st.from_regex(r"[a-l][0-9]{1,2} ?[->] ?[a-l][0-9]", fullmatch=True)))
def test_any_text_is_read_or_refused(text: str) -> None:
    match = re.fullmatch(r"([a-z]+)([0-9]+)[->]([a-z]+)([0-9]+)", "".join(text.lower().split()), re.ASCII)
    if match is None:
        with pytest.raises(BadNotation, match="couldn't read"):
            GAME.rules.parse(text)
    elif {match[1], match[3]} <= set("abcdefghijk") and {match[2], match[4]} <= set("1234567"):
        action = GAME.rules.parse(text)
        assert GAME.rules.text(action) == match[0]
        assert GAME.rules.parse(GAME.rules.text(action)) == action
    else:
        with pytest.raises((BadNotation, IllegalMove), match=r"isn't on the board|couldn't read"):
            GAME.rules.parse(text)


@given(lines(), st.integers(0, 200), st.text(max_size=3))
def test_any_position_line_is_read_or_refused(line: str, place: int, more: str) -> None:
    spoiled = line[:place] + more + line[place + 1 :]
    with suppress(BadNotation):
        state = GAME.rules.load(spoiled, {})
        assert GAME.rules.load(GAME.rules.dump(state), {}) == state

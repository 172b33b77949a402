"""What every game must keep, without naming any: each registered game runs all of this."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games.core.budget import Budget
from games.core.diagram import board_text
from games.core.errors import BadNotation, GameError, IllegalMove, NotYourTurn
from games.core.game import Game
from games.core.question import DONE, answers
from games.core.status import CHANCE, Outcome, Seat, Turn

AnyGame = Game[Any, Any]
State = Any
HERE = Path(__file__).parent
OWN = pytest.mark.parametrize(
    "game", [g for g in games.every() if (HERE / g.info.key).is_dir()], ids=lambda g: g.info.key
)
"""The games of the project itself; others may be tested with QUINTET_GAMES_PATH."""
EVERY = games.every()
BY_KEY = pytest.mark.parametrize("game", EVERY, ids=[game.info.key for game in EVERY])
PLIES = 120
DIRECTION = re.compile(r"\b(left|right|above|below|top|bottom|upper|lower)\b", re.IGNORECASE)
STILL_THERE = re.compile(r"\d+ \w+( is| are)? left\b")


def seatings(game: AnyGame) -> list[int]:
    return list(range(game.info.min_seats, game.info.max_seats + 1))


def settings(game: AnyGame) -> list[dict[str, str]]:
    """The default options, and each other value of each option once (a handful)."""
    default = game.info.check_options({})
    others = [default | {option.key: value} for option in game.info.options for value in option.values]
    return [default, *Random(1).sample(others, min(4, len(others)))]


def step(game: AnyGame, state: State, rng: Random) -> tuple[Seat, Any, State]:
    """One random legal move: who, what, and the state after it."""
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    seat = rng.choice(sorted(status.seats))
    move = game.rules.deal(state, rng) if seat == CHANCE else game.rules.legal(state, seat).sample(rng)
    return seat, move, game.rules.play(state, seat, move)


def walks(game: AnyGame, plies: int = PLIES) -> Iterator[tuple[State, dict[str, str]]]:
    """States of random play over seatings and options, each with its options."""
    for number, options in enumerate(settings(game)):
        for seats in seatings(game):
            rng = Random(number * 10 + seats)
            try:
                state = game.rules.start(seats, options)
            except BadNotation:  # an option that only suits more seats
                continue
            yield state, options
            for _ in range(plies):
                if isinstance(game.rules.status(state), Outcome):
                    break
                _, _, state = step(game, state, rng)
                yield state, options


@BY_KEY
def test_the_game_declares_itself_within_the_limits(game: AnyGame) -> None:
    info = game.info
    assert info.key == info.key.lower()
    assert 1 <= len(info.summary) <= 100
    assert len(info.sides) in {0, info.max_seats}
    assert 1 <= info.min_seats <= info.max_seats <= 4
    for option in info.options:
        assert option.default in option.values
        assert len(option.values) <= 25
        assert not option.labels or len(option.labels) == len(option.values)


@BY_KEY
def test_states_are_frozen_values(game: AnyGame) -> None:
    rng = Random(3)
    state = game.rules.start(seatings(game)[0], game.info.check_options({}))
    for _ in range(40):
        if isinstance(game.rules.status(state), Outcome):
            break
        before, line, digest = state, game.rules.dump(state), hash(state)
        _, _, state = step(game, state, rng)
        assert game.rules.dump(before) == line
        assert hash(before) == digest


@BY_KEY
def test_positions_make_the_round_trip(game: AnyGame) -> None:
    for state, options in walks(game):
        line = game.rules.dump(state)
        assert "\n" not in line
        loaded = game.rules.load(line, options)
        assert loaded == state
        assert game.rules.dump(loaded) == line
        assert game.rules.status(loaded) == game.rules.status(state)


@BY_KEY
def test_moves_make_the_round_trip(game: AnyGame) -> None:
    for state, _ in walks(game, 30):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            legal = game.rules.legal(state, seat)
            sampled = (
                [game.rules.deal(state, Random(5))] if seat == CHANCE else [legal.sample(Random(n)) for n in range(5)]
            )
            for move in [*sampled, *(islice(legal, 50) if legal.count() is not None else ())]:
                assert move in legal
                text = game.rules.text(move)
                assert "\n" not in text
                assert game.rules.parse(text) == move
                assert game.rules.text(game.rules.parse(text.upper())) == text or seat == CHANCE
                if seat != CHANCE and legal.count() is not None:
                    assert game.presenter.compose(game.presenter.tokens(state, move)) == text


@BY_KEY
def test_the_count_is_that_of_the_list(game: AnyGame) -> None:
    for state, _ in walks(game, 25):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            count = game.rules.legal(state, seat).count()
            if count is not None and count <= 3000:
                listed = list(game.rules.legal(state, seat))
                assert len(listed) == count
                assert len(set(listed)) == count


@BY_KEY
def test_only_the_seats_on_turn_have_moves(game: AnyGame) -> None:
    for state, _ in walks(game, 20):
        status = game.rules.status(state)
        idle = set(range(game.rules.seats(state))) - (set(status.seats) if isinstance(status, Turn) else set())
        for number in idle:
            seat = Seat(number)
            assert game.rules.legal(state, seat).count() == 0
            assert list(game.rules.legal(state, seat)) == []


@BY_KEY
def test_out_of_turn_and_illegal_moves_are_refused_with_a_sentence(game: AnyGame) -> None:
    rng = Random(11)
    pool: list[Any] = []
    for state, _ in walks(game, 15):
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            continue
        seat, move, _ = step(game, state, rng)
        for number in set(range(game.rules.seats(state))) - set(status.seats):
            with pytest.raises(NotYourTurn):
                game.rules.play(state, Seat(number), move)
        legal = game.rules.legal(state, seat)
        for other in pool[-10:]:
            if other not in legal:
                with pytest.raises(GameError) as refused:
                    game.rules.play(state, seat, other)
                assert str(refused.value).strip()
        pool.append(move)


@BY_KEY
@pytest.mark.parametrize("text", ["", " ", "?", "zz99-zz99", "pass pass", "A", "💥", "a" * 5000, "1" * 400, "Us:"])
def test_unreadable_text_is_bad_notation_or_an_illegal_move(game: AnyGame, text: str) -> None:
    options = game.info.check_options({})
    with pytest.raises(BadNotation):
        game.rules.load(text, options)
    try:
        move = game.rules.parse(text)
    except GameError:
        return
    state = game.rules.start(seatings(game)[0], options)
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    seat = min(status.seats)
    if move not in game.rules.legal(state, seat):
        with pytest.raises((IllegalMove, NotYourTurn, BadNotation)):
            game.rules.play(state, seat, move)


@BY_KEY
def test_questions_lead_to_legal_moves_and_nowhere_else(game: AnyGame) -> None:
    rng = Random(7)
    for state, _ in islice(walks(game, 40), 0, None, 4):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            if seat == CHANCE:
                continue
            for _ in range(3):
                move = game.rules.parse(_random_draft(game, state, seat, rng))
                assert move in game.rules.legal(state, seat), game.rules.text(move)


def _random_draft(game: AnyGame, state: State, seat: Seat, rng: Random) -> str:
    draft: tuple[str, ...] = ()
    for _ in range(200):
        question = game.presenter.ask(state, seat, draft)
        if question is None:
            return game.presenter.compose(draft)
        assert question.choices
        assert question.prompt
        assert len({choice.token for choice in question.choices}) == len(question.choices)
        choices = list(islice(answers(question), 200))
        forward = [token for token in choices if token != DONE] or choices
        draft = (*draft, rng.choice(choices if rng.random() < 0.5 else forward))
    raise AssertionError(f"no end to {draft[:10]}")


@BY_KEY
def test_every_legal_move_is_reached_by_questions(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 30), 0, None, 5):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            legal = game.rules.legal(state, seat)
            if seat == CHANCE or legal.count() is None:
                continue
            for move in islice(legal, 40):
                assert game.presenter.ask(state, seat, game.presenter.tokens(state, move)) is None, game.rules.text(
                    move
                )


@BY_KEY
def test_suggestions_are_legal_moves(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 20), 0, None, 7):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            legal = game.rules.legal(state, seat)
            if seat == CHANCE or legal.count() is None:
                continue
            text = game.rules.text(legal.sample(Random(2)))
            for typed in ("", text[:1], text[:3], text):
                found = game.presenter.suggest(state, seat, typed)
                assert len(found) <= 25
                assert all(game.rules.parse(move) in legal for move in found)
            assert text in game.presenter.suggest(state, seat, text)


@BY_KEY
def test_proposed_moves_are_legal_and_at_least_one(game: AnyGame) -> None:
    for state, _ in islice(walks(game, 20), 0, None, 7):
        status = game.rules.status(state)
        for seat in status.seats - {CHANCE} if isinstance(status, Turn) else ():
            legal = game.rules.legal(state, seat)
            proposed = list(game.player.propose(state, seat, Random(3)))
            assert proposed
            assert all(move in legal for move in proposed)


@BY_KEY
def test_sealed_moves_may_come_in_any_order(game: AnyGame) -> None:
    for state, _ in walks(game):
        status = game.rules.status(state)
        if isinstance(status, Outcome) or len(status.seats) < 2:
            continue
        first, second = sorted(status.seats)[:2]
        one, two = game.rules.legal(state, first).sample(Random(1)), game.rules.legal(state, second).sample(Random(2))
        there = game.rules.play(game.rules.play(state, first, one), second, two)
        back = game.rules.play(game.rules.play(state, second, two), first, one)
        assert there == back


@BY_KEY
def test_a_view_hides_no_more_than_secrets(game: AnyGame) -> None:
    """A seat can play on its own view: same turn, same legal moves."""
    for state, options in islice(walks(game, 40), 0, None, 3):
        status = game.rules.status(state)
        for seat in status.seats if isinstance(status, Turn) else ():
            if seat == CHANCE:
                continue
            view = game.rules.view(state, seat)
            assert game.rules.load(game.rules.dump(view), options) == view
            assert seat in getattr(game.rules.status(view), "seats", ())
            assert game.rules.legal(view, seat).count() == game.rules.legal(state, seat).count()


@BY_KEY
def test_the_table_is_consistent(game: AnyGame) -> None:
    rng = Random(4)
    for state, _ in islice(walks(game, 60), 0, None, 3):
        table = game.presenter.table(state, None)
        names = [cell.name for area in table.areas for cell in area.cells]
        assert len(set(names)) == len(names)
        known = set(names)
        assert all(piece.cell in known for piece in table.pieces)
        assert all(len(piece.char) == 1 for piece in table.pieces)
        assert [player.seat for player in table.players] == list(range(game.rules.seats(state)))
        assert all(cell in known for mark in table.marks for cell in mark.cells)
        for area in table.areas:
            assert all(cell in known for zone in area.zones for cell in zone.cells)
        assert board_text(table)
        if isinstance(game.rules.status(state), Turn):
            seat, move, after = step(game, state, rng)
            telling = game.presenter.describe(state, seat, move)
            assert telling.words
            assert not telling.words.endswith(".")
            known |= {cell.name for area in game.presenter.table(after, None).areas for cell in area.cells}
            assert all(cell in known for mark in telling.marks for cell in mark.cells)


@BY_KEY
def test_words_on_the_table_are_true_from_either_side_of_the_board(game: AnyGame) -> None:
    """The board may be shown turned: words name no direction; "left" only tells how many there still are."""
    rng = Random(4)
    for state, _ in islice(walks(game, 60), 0, None, 3):
        table = game.presenter.table(state, None)
        words = [table.caption, *(part for player in table.players for part in (player.side, player.note))]
        if isinstance(game.rules.status(state), Turn):
            seat, move, _ = step(game, state, rng)
            words.append(game.presenter.describe(state, seat, move).words)
        for said in words:
            assert not DIRECTION.search(STILL_THERE.sub("", said)), said


@BY_KEY
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_thinkers_answer_legally_and_repeatably(game: AnyGame, level: str) -> None:
    rng = Random(9)
    state = game.rules.start(seatings(game)[0], game.info.check_options({}))
    for ply in range(12):
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            break
        seat = min(status.seats)
        if seat != CHANCE and ply % 4 == 1:
            view = game.rules.view(state, seat)
            thoughts = [game.player.think(view, seat, level, Budget(nodes=150), Random(1)) for _ in range(2)]
            assert thoughts[0].move in game.rules.legal(state, seat)
            assert thoughts[0].move == thoughts[1].move
            assert thoughts[0].why.words
        _, _, state = step(game, state, rng)


@BY_KEY
def test_evaluations_lie_between_lost_and_won(game: AnyGame) -> None:
    for state, _ in islice(walks(game), 0, None, 5):
        for seat in range(game.rules.seats(state)):
            assert -1 <= game.player.evaluate(state, Seat(seat)) <= 1


@OWN
def test_the_tutorial_has_five_steps_that_can_be_played(game: AnyGame) -> None:
    lessons = game.presenter.lessons()
    assert len(lessons) == 5
    for lesson in lessons:
        state = game.rules.load(lesson.position, game.info.check_options(dict(lesson.options)))
        assert lesson.title
        assert 40 <= len(lesson.words) <= 1200
        assert 2 <= len(lesson.tries) <= 4
        assert any(one.good for one in lesson.tries)
        assert len({one.move for one in lesson.tries}) == len(lesson.tries)
        for one in lesson.tries:
            move = game.rules.parse(one.move)
            assert game.rules.text(move) == one.move
            assert one.words
            after = game.rules.play(state, lesson.seat, move)
            status = game.rules.status(after)
            if one.reply:
                assert isinstance(status, Turn)
                game.rules.play(after, min(status.seats), game.rules.parse(one.reply))
    assert sum(not one.good for lesson in lessons for one in lesson.tries) >= 5


@OWN
def test_the_game_brings_its_perft_table_playthroughs_and_rules(game: AnyGame) -> None:
    """Each game's own tests read them; here a game without them fails."""
    folder = HERE / game.info.key
    assert (folder / "perft.txt").read_text().strip()
    assert list((folder / "playthroughs").glob("*.txt"))
    assert len(list(folder.glob("test_*.py"))) >= 3
    package = Path(str(import_module(f"games.{game.info.key}").__file__)).parent
    rules = (package / "RULES.md").read_text()
    assert len(rules) > 1500
    assert "```position" in rules

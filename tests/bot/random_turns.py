"""Positions and whole turns at random, of every game."""

from __future__ import annotations

from itertools import islice
from random import Random

import games
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.match.play import game_of, state_of
from bot.match.turn_draft import Draft, draft_of
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Seat, Turn


def middle_of(key: str, dice: Random, moves: int) -> Draft:
    """Nothing drafted yet in a match that has gone so far at random."""
    game = games.find(key)
    state = game.rules.start(2, game.info.check_options({}))
    while isinstance(status := game.rules.status(state), Turn) and (moves > 0 or CHANCE in status.seats):
        seat = min(status.seats)
        chance = seat == CHANCE
        move = random_move(game.rules, state, seat, dice)
        following = game.rules.play(state, seat, move)
        if not isinstance(game.rules.status(following), Turn):
            break
        state, moves = following, moves - (not chance)
    status = game.rules.status(state)
    assert isinstance(status, Turn)
    seats = tuple(Player(Seat(n), UserId(n + 1), "AB"[n], to_act=n in status.seats) for n in range(2))
    match = Match(
        MatchId(12_345_678), "K7QFM", key, 1, game.info.check_options({}), seats, UserId(1), Place(1, 2),
        stage=Stage.LIVE, position=game.rules.dump(state), turn=12_345, ply=999,
    )  # fmt: skip
    return draft_of(match, seats[min(status.seats)], ())


def turn_of(draft: Draft, dice: Random) -> str:
    """A whole turn at random, as long as can be."""
    game, state = game_of(draft.match), state_of(draft.match)
    steps: list[str] = []
    while True:
        texts = list(islice(map(game.rules.text, game.rules.legal(state, draft.seat)), 500))
        move = game.rules.parse(dice.choice([text for text in texts if not text.startswith("end")] or texts))
        steps.append(game.rules.text(move))
        state = game.rules.play(state, draft.seat, move)
        status = game.rules.status(state)
        if not game.info.multi_step or not isinstance(status, Turn) or status.seats != {draft.seat}:
            return " ".join(steps)

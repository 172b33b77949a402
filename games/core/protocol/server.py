"""The engine protocol: one JSON object in, one JSON object out.

A refused request leaves the state as it was. `Server.answer` never raises, whatever is sent.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import islice
from random import Random, SystemRandom
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple

import games
from games.core.budget import Budget
from games.core.diagram import board_text
from games.core.errors import BadNotation, GameError, NotYourTurn
from games.core.game import AnyGame, Game
from games.core.protocol.perft import perft
from games.core.protocol.session import Session
from games.core.question import DONE
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat, Turn

Answer = dict[str, Any]

LONGEST_LINE = 1_000_000
MOST_MOVES = 100_000
EXAMPLES = 5
"""How many moves are drawn as examples if they cannot be counted (a deal, a board)."""
MOST_PLIES = 1_000_000
MOST_SECONDS = 60.0
DEEPEST = 10


class ProtocolError(Exception):
    """The request does not have the form of the protocol; the message says what is expected."""


class Plan(NamedTuple):
    """The turn that a level has planned for a seat, after so many moves of the session."""

    session: Session
    moves: int
    seat: Seat
    level: str
    steps: tuple[str, ...]
    why: str

    def next_step(self, session: Session, seat: Seat, level: str) -> str | None:
        """Return the step that follows, if exactly the planned ones before it have been played since."""
        if (session, seat, level) != (self.session, self.seat, self.level):
            return None
        played = tuple(entry.text for entry in session.entries[self.moves :])
        follows = 0 < len(played) < len(self.steps) and played == self.steps[: len(played)]
        return self.steps[len(played)] if follows else None


class Server:
    """One conversation: at most one match at a time."""

    def __init__(self, *, compiles: bool = False) -> None:
        """Set up a conversation whose thoughts are compiled as soon as can be if it `compiles`."""
        self._compiles = compiles
        self._prepared_games: set[str] = set()
        self._session: Session | None = None
        self._plan: Plan | None = None
        self._do: dict[str, Callable[[Answer], Answer]] = {
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "play": self._play,
            "state": lambda _: self._state(),
            "legal": self._legal,
            "ask": self._ask,
            "perft": self._perft,
            "playout": self._playout,
            "think": self._think,
            "text": self._text,
            "record": lambda _: {"record": self._current().record().text()},
        }

    def answer(self, line: bytes | str) -> str:
        """Return the answer to one line, as one line of JSON."""
        try:
            result = {"ok": True, **self._dispatch(line)}
        except ProtocolError as error:
            result = _refusal("protocol", error)
        except GameError as error:
            result = _refusal(self._kind(error), error)
        except (RecursionError, MemoryError, OverflowError):
            result = _refusal("protocol", "That is too much for this process.")
        return json.dumps(result)

    def _dispatch(self, line: bytes | str) -> Answer:
        if len(line) > LONGEST_LINE:
            raise ProtocolError(f"A line may have at most {LONGEST_LINE} bytes.")
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            raise ProtocolError("One JSON object per line, please.") from None
        if not isinstance(request, dict):
            raise ProtocolError('A request is an object such as {"do": "games"}.')
        what = request.get("do")
        handler = self._do.get(what) if isinstance(what, str) else None
        if handler is None:
            raise ProtocolError(f"'do' is one of: {', '.join(self._do)}.")
        return handler(request)

    def _kind(self, error: GameError) -> str:
        if isinstance(error, BadNotation):
            return "notation"
        if isinstance(error, NotYourTurn):
            over = self._session is not None and isinstance(self._session.status(), Outcome)
            return "over" if over else "turn"
        return "illegal"

    def _current(self) -> Session:
        if self._session is None:
            raise ProtocolError('There is no match yet: send {"do": "new", "game": ...} first.')
        return self._session

    def _games(self, request: Answer) -> Answer:
        del request
        return {"games": [_about(game) for game in games.every()]}

    def _new(self, request: Answer) -> Answer:
        game = _game(request)
        seats = _integer(request, "seats", game.info.min_seats)
        self._session = Session.new(game, seats, _options(request))
        return self._state()

    def _load(self, request: Answer) -> Answer:
        game, options = _game(request), _options(request)
        self._session = Session.load(game, options, _string(request, "position"))
        return self._state()

    def _play(self, request: Answer) -> Answer:
        self._current().play(_seat(request), _string(request, "move"))
        return self._state()

    def _state(self) -> Answer:
        session = self._current()
        status = session.status()
        position = session.game.rules.dump(session.state)
        if isinstance(status, Turn):
            return {"position": position, "turn": sorted(status.seats), "phase": status.phase, "outcome": None}
        outcome = {"places": status.places, "scores": status.scores, "reason": status.reason}
        return {"position": position, "turn": [], "phase": "over", "outcome": outcome}

    def _legal(self, request: Answer) -> Answer:
        session, seat = self._current(), _seat(request)
        limit = _integer(request, "limit", 1000, 0, MOST_MOVES)
        if not _may_act(session, seat):
            return {"count": 0, "moves": []}
        legal = session.game.rules.legal(session.state, seat)
        count = legal.count()
        if count is None:  # too many to list: answer with a few random ones
            drawn = (session.game.rules.text(legal.sample(SystemRandom())) for _ in range(min(limit, EXAMPLES)))
            return {"count": None, "moves": list(dict.fromkeys(drawn))}
        return {"count": count, "moves": [session.game.rules.text(move) for move in islice(legal, limit)]}

    def _ask(self, request: Answer) -> Answer:
        session, seat = self._current(), _seat(request)
        draft = request.get("draft", [])
        if not isinstance(draft, list) or not all(isinstance(token, str) for token in draft):
            raise ProtocolError("'draft' is a list of strings.")
        if not _may_act(session, seat):
            raise NotYourTurn("That seat may not act now.")
        question = session.game.presenter.ask(session.state, seat, tuple(draft))
        if question is None:
            move = session.game.presenter.compose(tuple(token for token in draft if token != DONE))
            return {"complete": True, "move": session.game.rules.text(session.game.rules.parse(move)), "choices": []}
        choices = [
            {
                "token": choice.token,
                "label": choice.label,
                "cells": choice.cells,
                "note": choice.note,
                "group": choice.group,
            }
            for choice in question.choices
        ]
        return {
            "complete": False,
            "prompt": question.prompt,
            "least": question.least,
            "most": question.most,
            "choices": choices,
        }

    def _perft(self, request: Answer) -> Answer:
        session = self._current()
        depth = _integer(request, "depth", 1, 0, DEEPEST)
        try:
            return {"nodes": perft(session.game, session.state, depth, session.last)}
        except ValueError as error:
            raise ProtocolError(f"{error}.") from None

    def _playout(self, request: Answer) -> Answer:
        session = self._current()
        plies = _integer(request, "plies", 1000, 0, MOST_PLIES)
        rng = Random(_integer(request, "seed", 0, -(2**63), 2**63))
        began = perf_counter()
        state = playout(session, rng, plies)
        return {"plies": plies, "seconds": round(perf_counter() - began, 6), "position": session.game.rules.dump(state)}

    def _think(self, request: Answer) -> Answer:
        session, seat = self._current(), _seat(request)
        level = request.get("level", "medium")
        if level not in session.game.info.levels:
            raise ProtocolError(f"'level' is one of: {', '.join(session.game.info.levels)}.")
        if isinstance(session.status(), Outcome):
            raise NotYourTurn("The match is over.")
        if not _may_act(session, seat) or seat == CHANCE:
            raise NotYourTurn("That seat may not act now.")
        nodes, most = _integer(request, "nodes", 0, 0, 10**9) or None, int(MOST_SECONDS * 1000)
        milliseconds = _integer(request, "ms", most if nodes else 1000, 1, most)
        rng = Random(_integer(request, "seed", 0, -(2**63), 2**63))
        view = session.game.rules.view(session.state, seat)
        seconds = milliseconds / 1000
        if nodes is None:
            if self._plan and (step := self._plan.next_step(session, seat, level)):
                return {"move": step, "why": self._plan.why}
            seconds -= self._wait_for_search(session.game, seconds / 2)
        budget = Budget(seconds, nodes)
        thought = session.game.player.think(view, seat, level, budget, rng, session.history)
        steps = tuple(map(session.game.rules.text, session.game.turn_of(thought)))
        self._plan = Plan(session, len(session.entries), seat, level, steps, thought.why.words)
        return {"move": steps[0], "why": thought.why.words}

    def _wait_for_search(self, game: AnyGame, most: float) -> float:
        """Before the first thought of a game, load its compiled search; return the seconds that took, up to `most`.

        What takes longer, because it is on a slow disk or not compiled yet, goes on during the thoughts.
        """
        if not self._compiles or game.info.key in self._prepared_games:
            return 0.0
        self._prepared_games.add(game.info.key)
        began = perf_counter()
        thread = Thread(target=_prepare, args=(game,), daemon=True)
        thread.start()
        thread.join(most)
        return perf_counter() - began

    def _text(self, request: Answer) -> Answer:
        session = self._current()
        viewer = None if request.get("viewer") is None else _seat(request, "viewer")
        return {"text": board_text(session.game.presenter.table(session.state, viewer))}


def _prepare(game: AnyGame) -> None:
    try:
        game.player.prepare()
    except Exception as error:  # noqa: BLE001 - it thinks without
        sys.stderr.write(f"{game.info.key} thinks in Python, since its search cannot be compiled: {error!r}\n")


def playout(session: Session, rng: Random, plies: int) -> object:
    """Return the state after `plies` random legal moves, starting again whenever a match ends."""
    game, state = session.game, session.state
    for _ in range(plies):
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            state = game.rules.start(session.seats, session.options)
            status = game.rules.status(state)
            if isinstance(status, Outcome):  # a game that is over before it begins cannot be played
                break
        seat = min(status.seats)
        move = random_move(game.rules, state, seat, rng)
        state = game.rules.play(state, seat, move)
    return state


def _about(game: Game[Any, Any]) -> Answer:
    info = game.info
    options = {
        option.key: {"values": option.values, "default": option.default, "free": option.free} for option in info.options
    }
    seats = [info.min_seats, info.max_seats]
    return {
        "key": info.key,
        "title": info.title,
        "rules": info.version,
        "seats": seats,
        "options": options,
        "levels": info.levels,
    }


def _may_act(session: Session, seat: Seat) -> bool:
    status = session.status()
    return isinstance(status, Turn) and seat in status.seats


def _refusal(kind: str, error: object) -> Answer:
    return {"ok": False, "error": kind, "message": str(error)}


def _game(request: Answer) -> Game[Any, Any]:
    key = request.get("game")
    if not isinstance(key, str) or key not in games.keys():
        raise ProtocolError(f"'game' is one of: {', '.join(games.keys())}.")
    return games.find(key)


def _options(request: Answer) -> dict[str, object]:
    options = request.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(value, str | int) for value in options.values()):
        raise ProtocolError("'options' is an object of strings and numbers.")
    return options


def _string(request: Answer, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise ProtocolError(f"'{name}' is a string.")
    return value


def _seat(request: Answer, name: str = "seat") -> Seat:
    return Seat(_integer(request, name, None, CHANCE, 3))


def _integer(request: Answer, name: str, default: int | None, least: int = 0, most: int = 10**6) -> int:
    value = request.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ProtocolError(f"'{name}' is a whole number from {least} to {most}.")
    return value

"""Random input for everything that reads text: the games, the engine protocol, and the bot's commands and modals.

    python -m bench.fuzz                      # a million inputs
    python -m bench.fuzz --inputs 5000000 --seed 7

The games read moves, drafts, positions, records, options and whole sessions; the bot reads custom ids, times, days and
more. Only the errors of games and matches may be raised, each with a sentence. No input may take long, and memory must
stay bounded. Inputs are made from valid ones by dropping, doubling, swapping, joining or replacing characters, words
and lines.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from rich.progress import track

import games
from bench import _inputs
from bot.match.errors import MatchError
from games.core.errors import GameError
from games.core.game import Game
from games.core.protocol.server import Server
from games.core.protocol.session import Session
from games.core.search.greedy import random_move
from games.core.status import Outcome, Seat

AnyGame = Game[Any, Any]
ALPHABET = " abcdefghijklmnopqrstuvwxyzABCDEFQVX0123456789@:;,.=/-+>#_*?!'\"[]{}()\\\n\t\0é💥٣"
REQUESTS = (
    "games", "new", "load", "play", "play", "state", "legal", "ask", "perft", "playout", "think", "text", "record",
)  # fmt: skip
LINES = (
    "[]", "[ ]", "[", "]", "[game]", "[game choccer]", "[rules]", "[rules 0]", "[seats 4]", "[seats 0]", "[option]",
    "[option first 3]", "[note]", "[note seat-0]", "[note result 1-2 x]", "0", "-1", "0 ", "-1 -1", "4 a",
    "\u2028", "\v",
)  # fmt: skip
"""Lines that may appear in the wrong place in a record or a session."""
KINDS = (
    "parse", "parse", "play", "ask", "suggest", "load", "load", "options", "record", "record", "command", "protocol",
    "session",
)  # fmt: skip
ERRORS = {"protocol", "notation", "illegal", "turn", "over"}
"""The names of refusals in the engine protocol."""
SLOWEST_SECONDS = 2.0
LARGEST_MIB = 1500


class Corpus:
    """Valid texts of one game, by kind, and the states to which they belong."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.options = game.info.check_options({})
        self.moves: list[str] = []
        self.positions: list[str] = []
        self.records: list[str] = []
        self.states: list[Any] = []
        for seats in range(game.info.min_seats, game.info.max_seats + 1):
            for _ in range(3):
                self._play(seats, rng)

    def _play(self, seats: int, rng: Random) -> None:
        session = Session.new(self.game, seats, self.options)
        for _ in range(60):
            status = session.status()
            if isinstance(status, Outcome):
                break
            seat = rng.choice(sorted(status.seats))
            game, state = self.game, session.state
            move = game.rules.text(random_move(game.rules, state, seat, rng))
            self.moves.append(move)
            self.positions.append(game.rules.dump(state))
            self.states.append(state)
            session.play(seat, move)
        self.records.append(session.record().text())


def mutate(text: str, other: str, rng: Random) -> str:
    """Return `text` damaged in one to four ways."""
    for _ in range(rng.randint(1, 4)):
        where = rng.randrange(len(text) + 1)
        until = min(len(text), where + rng.choice((1, 1, 1, 2, 5, 40)))
        kind = rng.randrange(7)
        if kind == 0:
            text = text[:where] + text[until:]
        elif kind == 1:
            text = text[:until] + text[where:until] * rng.choice((1, 2, 50)) + text[until:]
        elif kind == 2:
            text = text[:where] + rng.choice(ALPHABET) + text[until:]
        elif kind == 3:
            words = text.split(" ")
            rng.shuffle(words)
            text = " ".join(words)
        elif kind == 4:
            text = text[:where] + other[rng.randrange(len(other) + 1) :]
        elif kind == 5:
            text = text[:where] + str(rng.choice((-1, 0, 7, 99, 2**31, 10**20))) + text[until:]
        else:
            text = "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(60)))
        text = text[:20_000]
    return text


def mutate_lines(text: str, other: str, rng: Random) -> str:
    """Return `text` with one to three of its lines dropped, doubled, moved, or replaced by others."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        where = rng.randrange(len(lines) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            del lines[where : where + rng.choice((1, 1, 3, 100))]
        elif kind == 1:
            lines.insert(where, rng.choice(LINES))
        elif kind == 2:
            lines.insert(where, rng.choice(lines or [""]))
        elif kind == 3:
            lines[where:] = other.splitlines()[where:]
        elif lines:
            where = rng.randrange(len(lines))
            lines[where] = mutate(lines[where], other, rng)
    return "\n".join(lines)[:20_000]


class Fuzz:
    """Feeds inputs and counts the results."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.corpora = [Corpus(game, self.rng) for game in games.every()]
        self.server = Server()
        self.seen: Counter[str] = Counter()
        self.slowest = (0.0, "", "")

    def one(self) -> None:
        """Feed one input. Raises any error that must not be raised, with the input in its message."""
        corpus = self.rng.choice(self.corpora)
        kind = self.rng.choice(KINDS)
        feed: Callable[[Corpus], str] = getattr(self, f"_{kind}")
        began = perf_counter()
        text = feed(corpus)
        took = perf_counter() - began
        if took > self.slowest[0]:
            self.slowest = (took, f"{corpus.game.info.key} {kind}", text[:200])
        if took > SLOWEST_SECONDS:
            raise AssertionError(f"{corpus.game.info.key} {kind} took {took:.1f} s for {text!r}")

    def _try(self, kind: str, text: str, work: Callable[[], object]) -> str:
        try:
            work()
            self.seen[f"{kind}: accepted"] += 1
        except (GameError, MatchError) as error:
            self.seen[f"{kind}: {type(error).__name__}"] += 1
            if not str(error).strip():
                raise AssertionError(f"no sentence for {text!r}") from error
        except Exception as error:
            raise AssertionError(f"{kind} raised {error!r} for {text!r}") from error
        return text

    def _parse(self, corpus: Corpus) -> str:
        text = mutate(self.rng.choice(corpus.moves), self.rng.choice(corpus.moves), self.rng)
        return self._try("parse", text, lambda: corpus.game.rules.text(corpus.game.rules.parse(text)))

    def _play(self, corpus: Corpus) -> str:
        """Feed a readable move to a position it was not made for."""
        game, state = corpus.game, self.rng.choice(corpus.states)
        text = self.rng.choice(corpus.moves)
        status = game.rules.status(state)
        seat = Seat(0) if isinstance(status, Outcome) else min(status.seats)
        return self._try("play", text, lambda: game.rules.status(game.rules.play(state, seat, game.rules.parse(text))))

    def _load(self, corpus: Corpus) -> str:
        text = mutate(self.rng.choice(corpus.positions), self.rng.choice(corpus.positions), self.rng)

        def work() -> None:
            state = corpus.game.rules.load(text, corpus.options)
            assert corpus.game.rules.load(corpus.game.rules.dump(state), corpus.options) == state
            corpus.game.rules.status(state)
            corpus.game.presenter.table(state, None)

        return self._try("load", text, work)

    def _options(self, corpus: Corpus) -> str:
        option = self.rng.choice(corpus.game.info.options or (None,))
        text = mutate(option.default if option else "x", "custom:a1@0,0 b1@1,0;a1-b1", self.rng)[:600]
        given = {option.key if option else "none": text}
        return self._try("options", text, lambda: corpus.game.rules.start(2, corpus.game.info.check_options(given)))

    def _ask(self, corpus: Corpus) -> str:
        """Feed a draft of a move with damaged words."""
        state, seat = self._seat_to_act(corpus)
        move = self.rng.choice(corpus.moves)
        text = mutate(move, move, self.rng) if self.rng.random() < 0.7 else move
        draft = tuple(text.split()[: self.rng.randint(0, 4)])

        def work() -> None:
            if corpus.game.presenter.ask(state, seat, draft) is None:
                corpus.game.rules.parse(corpus.game.presenter.compose(draft))
            corpus.game.presenter.preview(state, seat, draft)

        return self._try("ask", text, work)

    def _suggest(self, corpus: Corpus) -> str:
        """Feed a move that is being typed."""
        state, seat = self._seat_to_act(corpus)
        move = self.rng.choice(corpus.moves)[: self.rng.randrange(20)]
        text = mutate(move, move, self.rng)[:100]
        return self._try("suggest", text, lambda: _inputs.new_reader(corpus.game, state, seat)(text))

    def _seat_to_act(self, corpus: Corpus) -> tuple[Any, Seat]:
        state = self.rng.choice(corpus.states)
        status = corpus.game.rules.status(state)
        return state, Seat(max(0, min(status.seats))) if not isinstance(status, Outcome) else Seat(0)

    def _record(self, corpus: Corpus) -> str:
        """Read and play through a record, as the bot does with one that somebody attaches."""
        record, other = self.rng.choice(corpus.records), self.rng.choice(corpus.records)
        text = (mutate_lines if self.rng.random() < 0.7 else mutate)(record, other, self.rng)
        return self._try("record", text, lambda: _inputs.bring_record(text))

    def _command(self, corpus: Corpus) -> str:
        """Feed what somebody types or chooses in a command, a menu or a modal."""
        inputs = _inputs.command_inputs(corpus.game, self.rng)
        kind = self.rng.choice(sorted(inputs))
        valid, read = inputs[kind]
        text = mutate(valid, inputs["topic"][0], self.rng)[:1000]
        return self._try(kind, text, lambda: read(text))

    def _session(self, corpus: Corpus) -> str:
        """Feed a whole conversation to a new engine: every answer must conform to the protocol."""
        server, lines = Server(), [self._request(corpus) for _ in range(self.rng.randint(1, 8))]
        started = json.dumps({"do": "new", "game": corpus.game.info.key})
        for line in [started, *lines]:
            self._check_answer(server, line)
        return "\n".join(lines)

    def _protocol(self, corpus: Corpus) -> str:
        """Feed a request to an engine that has had many others."""
        line = self._request(corpus)
        self._check_answer(self.server, line)
        return line

    def _request(self, corpus: Corpus) -> str:
        """Return a request, whole or damaged; the playouts and thoughts it may ask for are kept short."""
        rng = self.rng
        position = rng.choice(corpus.positions)
        request: dict[str, object] = {
            "do": rng.choice(REQUESTS),
            "game": corpus.game.info.key,
            "position": rng.choice((mutate(position, "", rng), position)),
            "seat": rng.choice((-1, 0, 1, 2, "0", None, 9, 0.0, True)),
            "seats": rng.choice((2, 2, 3, 4, 0, -1, "2", 10**9)),
            "options": rng.choice(({}, {}, {"board": "x"}, {"first": 3}, {"first": -1}, {"size": "small"}, [], None)),
            "move": rng.choice((rng.choice(corpus.moves), mutate(rng.choice(corpus.moves), "", rng), 7)),
            "draft": [rng.choice(corpus.moves)] if rng.random() < 0.3 else [],
            "depth": rng.choice((0, 1, -1, "2")),
            "limit": rng.choice((0, 5, 10**9)),
            "viewer": rng.choice((None, 0, 1, 3, "x")),
            "plies": rng.choice((0, 3, -1)),
            "seed": rng.choice((0, 2**63, 2**64, "x")),
            "level": rng.choice(("easy", "hard", "x", None, [])),
            "nodes": rng.choice((1, 2, -1)),
            "ms": rng.choice((1, 0)),
        }
        text = json.dumps({key: value for key, value in request.items() if key == "ms" or rng.random() < 0.9})
        return mutate(text, "{}", rng) if rng.random() < 0.3 and request["do"] not in {"playout", "think"} else text

    def _check_answer(self, server: Server, line: str) -> None:
        try:
            answer = json.loads(server.answer(line))
        except Exception as error:
            raise AssertionError(f"the protocol raised {error!r} for {line!r}") from error
        assert answer["ok"] or (answer["error"] in ERRORS and answer["message"].strip()), (line, answer)
        self.seen["protocol: accepted" if answer["ok"] else f"protocol: {answer['error']}"] += 1


def main() -> None:
    """Feed inputs and report; stop with an error at the first input that breaks something."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a quick run for CI")
    given = parser.parse_args()
    fuzz, inputs = Fuzz(given.seed), 20_000 if given.smoke else given.inputs
    began = perf_counter()
    for _ in track(range(inputs), description="fuzzing", disable=not sys.stderr.isatty()):
        fuzz.one()
    for outcome, count in sorted(fuzz.seen.items()):
        print(f"{count:10,}  {outcome}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds, (slowest, where, _) = perf_counter() - began, fuzz.slowest
    print(f"{inputs:,} inputs in {seconds:.0f} s, slowest {slowest * 1000:.0f} ms ({where})")
    print(f"peak memory {peak:.0f} MiB")
    if peak > LARGEST_MIB:
        raise SystemExit("memory is not bounded")


if __name__ == "__main__":
    main()

"""Random input for everything that reads text: moves, positions, records, options and the engine protocol.

    python -m bench.fuzz                      # a million inputs
    python -m bench.fuzz --inputs 5000000 --seed 7

Nothing may come out but the three errors of the games, no input may take long, and memory must stay bounded. Inputs are
made from valid ones: characters and words are dropped, doubled, swapped, joined from two texts, or replaced.
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
from games.core.errors import GameError
from games.core.game import Game
from games.core.protocol.server import Server
from games.core.protocol.session import Session
from games.core.record import read_record
from games.core.status import CHANCE, Outcome, Seat

AnyGame = Game[Any, Any]
ALPHABET = " abcdefghijklmnopqrstuvwxyzABCDEFQVX0123456789@:;,.=/-+>#_*?!'\"[]{}()\\\n\t\0é💥٣"
REQUESTS = ("games", "new", "load", "play", "play", "state", "legal", "ask", "perft", "text", "record")
SLOWEST_SECONDS = 2.0
LARGEST_MIB = 1500


class Corpus:
    """Valid texts of one game, by kind, and the states they belong to."""

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
            move = game.rules.text(
                game.rules.deal(state, rng) if seat == CHANCE else game.rules.legal(state, seat).sample(rng)
            )
            self.moves.append(move)
            self.positions.append(game.rules.dump(state))
            self.states.append(state)
            session.play(seat, move)
        self.records.append(session.record().text())


def mutated(text: str, other: str, rng: Random) -> str:
    """`text`, damaged in one to four ways."""
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


class Fuzz:
    """Feeds inputs and counts what became of them."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.corpora = [Corpus(game, self.rng) for game in games.every()]
        self.server = Server()
        self.seen: Counter[str] = Counter()
        self.slowest = (0.0, "", "")

    def one(self) -> None:
        """One input. Raises what must not be raised, with the input in the message."""
        corpus = self.rng.choice(self.corpora)
        kind = self.rng.choice(("parse", "parse", "play", "load", "load", "options", "record", "protocol"))
        feed: Callable[[Corpus], str] = getattr(self, f"_{kind}")
        began = perf_counter()
        text = feed(corpus)
        took = perf_counter() - began
        if took > self.slowest[0]:
            self.slowest = (took, f"{corpus.game.info.key} {kind}", text[:200])
        if took > SLOWEST_SECONDS:
            raise AssertionError(f"{corpus.game.info.key} {kind} took {took:.1f} s for {text!r}")

    def _tried(self, kind: str, text: str, work: Callable[[], object]) -> str:
        try:
            work()
            self.seen[f"{kind}: accepted"] += 1
        except GameError as error:
            self.seen[f"{kind}: {type(error).__name__}"] += 1
            if not str(error).strip():
                raise AssertionError(f"no sentence for {text!r}") from error
        except Exception as error:
            raise AssertionError(f"{kind} raised {error!r} for {text!r}") from error
        return text

    def _parse(self, corpus: Corpus) -> str:
        text = mutated(self.rng.choice(corpus.moves), self.rng.choice(corpus.moves), self.rng)
        return self._tried("parse", text, lambda: corpus.game.rules.text(corpus.game.rules.parse(text)))

    def _play(self, corpus: Corpus) -> str:
        """A readable move in a position it was not made for."""
        game, state = corpus.game, self.rng.choice(corpus.states)
        text = self.rng.choice(corpus.moves)
        status = game.rules.status(state)
        seat = Seat(0) if isinstance(status, Outcome) else min(status.seats)
        return self._tried(
            "play", text, lambda: game.rules.status(game.rules.play(state, seat, game.rules.parse(text)))
        )

    def _load(self, corpus: Corpus) -> str:
        text = mutated(self.rng.choice(corpus.positions), self.rng.choice(corpus.positions), self.rng)

        def work() -> None:
            state = corpus.game.rules.load(text, corpus.options)
            assert corpus.game.rules.load(corpus.game.rules.dump(state), corpus.options) == state
            corpus.game.rules.status(state)
            corpus.game.presenter.table(state, None)

        return self._tried("load", text, work)

    def _options(self, corpus: Corpus) -> str:
        option = self.rng.choice(corpus.game.info.options or (None,))
        text = mutated(option.default if option else "x", "custom:a1@0,0 b1@1,0;a1-b1", self.rng)[:600]
        given = {option.key if option else "none": text}
        return self._tried("options", text, lambda: corpus.game.rules.start(2, corpus.game.info.check_options(given)))

    def _record(self, corpus: Corpus) -> str:
        text = mutated(self.rng.choice(corpus.records), self.rng.choice(corpus.records), self.rng)
        return self._tried("record", text, lambda: read_record(text))

    def _protocol(self, corpus: Corpus) -> str:
        """A request, whole or damaged; the playouts and thoughts it may ask for are kept short."""
        rng = self.rng
        position = rng.choice(corpus.positions)
        request: dict[str, object] = {
            "do": rng.choice(REQUESTS),
            "game": corpus.game.info.key,
            "position": rng.choice((mutated(position, "", rng), position)),
            "seat": rng.choice((-1, 0, 1, 2, "0", None, 9)),
            "move": rng.choice(corpus.moves),
            "draft": [rng.choice(corpus.moves)] if rng.random() < 0.3 else [],
            "depth": rng.choice((0, 1, -1, "2")),
            "limit": rng.choice((0, 5, 10**9)),
            "viewer": rng.choice((None, 0, 1)),
        }
        text = json.dumps({key: value for key, value in request.items() if rng.random() < 0.9})
        line = mutated(text, "{}", rng) if rng.random() < 0.3 else text
        answer = json.loads(self.server.answer(line))
        self.seen["protocol: accepted" if answer["ok"] else f"protocol: {answer['error']}"] += 1
        return line


def main() -> None:
    """Feed and report; ends with an error at the first input that breaks something."""
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

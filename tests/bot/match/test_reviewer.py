"""How reviews are made: each once, one after the other, with a closer look at what seems a mistake, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.play import game_of, state_of
from bot.match.reviewer import MOST_TURNS, SECONDS, Reviewer
from bot.match.reviews import Review, made_of
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_process import Idea
from games.core.status import Seat
from tests.bot.match.test_reviews import played


@dataclass
class Thinker(Thinkers):
    """Thinks nothing, and promises `share` to whoever moves; each thought takes `pause` seconds."""

    share: float = 0.5
    pause: float = 0.0
    error: Exception | None = None
    asked: list[tuple[str, Seat, float]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def analyse(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
        self.asked.append((match.position, seat, seconds))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(self.pause)
        self.at_once -= 1
        if self.error is not None:
            raise self.error
        rules, state = game_of(match).rules, state_of(match)
        return Idea(rules.text(next(iter(rules.legal(state, seat)))), "because", value=self.share)


@dataclass
class Store:
    """Logs and reviews of matches, without a database."""

    logs: dict[MatchId, Sequence[LogEntry]] = field(default_factory=dict)
    reviews: dict[tuple[MatchId, str], Review] = field(default_factory=dict)

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        return self.logs[match][start:stop]

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        return [entry.seat for entry in self.logs[match]]

    async def review(self, match: MatchId, made_of: str) -> Review | None:
        return self.reviews.get((match, made_of))

    async def keep_review(self, match: MatchId, made_of: str, review: Review) -> None:
        self.reviews[match, made_of] = review


def scene(thinker: Thinker, number: int = 1) -> tuple[Reviewer, Store, Match]:
    """A match of four turns, and who goes over it."""
    match, log = played()
    match = replace(match, id=MatchId(number))
    store = Store({match.id: log})
    return Reviewer(thinker, store, store), store, match


async def test_every_turn_and_the_end_is_thought_about_and_the_review_is_kept() -> None:
    thinker = Thinker()
    reviewer, store, match = scene(thinker)
    assert await reviewer.load(match) is None
    review = await reviewer.begin(match).task
    played, answers = thinker.asked[:5], thinker.asked[5:]
    assert [(seat, seconds) for _, seat, seconds in played] == [(seat, SECONDS) for seat in (0, 1, 0, 1, 0)]
    assert played[-1][0] == match.position
    assert [(seat, seconds) for _, seat, seconds in answers] == [(seat, SECONDS) for seat in (1, 0, 1, 0)]
    assert len({position for position, _, _ in thinker.asked}) == 9, "each position once"
    assert [turn.loss for turn in review.turns] == [0.0] * 4
    assert await reviewer.load(match) == review
    assert list(store.reviews) == [(match.id, made_of(match, store.logs[match.id]))]
    assert await reviewer.load(match.with_player(Seat(0), place=2)) is None, "another result: another review"


async def test_what_seems_a_mistake_is_thought_about_for_longer() -> None:
    """The positions before and after, and the one after the better turn."""

    @dataclass
    class Hopeful(Thinker):
        """Believes at a first look that the first best turn leaves next to nothing to the other side."""

        async def analyse(self, match: Match, seat: Seat, level: str, seconds: float) -> Idea | None:
            idea = await super().analyse(match, seat, level, seconds)
            answered = len(self.asked) == 6
            return idea and replace(idea, value=0.1 if answered else 0.5)

    thinker = Hopeful()
    reviewer, _, match = scene(thinker)
    review = await reviewer.begin(match).task
    closer = [(position, seat) for position, seat, seconds in thinker.asked if seconds > SECONDS]
    assert [seat for _, seat in closer] == [0, 1, 1]
    assert closer[0][0] == thinker.asked[0][0]
    assert [turn.loss for turn in review.turns] == [0.0] * 4, "a closer look has not confirmed it"


async def test_who_asks_for_the_same_waits_for_the_same_and_others_come_after_it() -> None:
    thinker = Thinker(pause=0.001)
    reviewer, store, match = scene(thinker)
    other = replace(match, id=MatchId(2))
    store.logs[other.id] = store.logs[match.id]
    first, second, third = reviewer.begin(match), reviewer.begin(match), reviewer.begin(other)
    assert first is second
    assert await first.task is await second.task
    await third.task
    assert (len(thinker.asked), thinker.most_at_once) == (18, 1)
    assert first.percent == third.percent == 80, "nothing had to be looked at more closely"


async def test_where_a_match_goes_on_its_review_ends() -> None:
    reviewer, store, match = scene(Thinker(error=NotWanted()))
    with pytest.raises(Refused, match="still running"):
        await reviewer.begin(match).task
    assert not store.reviews


async def test_a_match_of_older_rules_is_refused() -> None:
    reviewer, store, match = scene(Thinker())
    store.logs[match.id] = [replace(entry, position="older") for entry in store.logs[match.id]]
    with pytest.raises(Refused, match="older rules"):
        await reviewer.begin(match).task


async def test_a_match_of_very_many_turns_is_refused_and_one_of_many_takes_less_for_each() -> None:
    thinker = Thinker()
    reviewer, store, match = scene(thinker)
    log = store.logs[match.id]
    store.logs[match.id] = [replace(log[0], ply=ply) for ply in range(MOST_TURNS + 1)]
    with pytest.raises(Refused, match="up to 400 turns"):
        await reviewer.begin(match).task
    assert not thinker.asked


async def test_when_the_bot_stops_nobody_waits_for_ever() -> None:
    reviewer, store, match = scene(Thinker(pause=60))
    progress = reviewer.begin(match)
    await asyncio.sleep(0)
    await reviewer.close()
    assert progress.task.cancelled()
    assert not store.reviews


async def test_after_the_bot_has_stopped_no_review_begins() -> None:
    thinker = Thinker()
    reviewer, _store, match = scene(thinker)
    await reviewer.close()
    progress = reviewer.begin(match)
    await asyncio.wait({progress.task})
    assert progress.task.cancelled()
    assert not thinker.asked

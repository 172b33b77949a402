"""What people can do with tournaments, and the tournaments' automatic progress.

As with matches: load, decide, commit once, then notify the listeners; if another change came first, decide again. A
pairing is linked to its match in the transaction that stores the match, so that each pairing has exactly one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

import structlog

from bot.club.events import entries, ladder, progress, substitutes
from bot.club.events.model import (
    Format,
    Notice,
    Pairing,
    Terms,
    Tournament,
    TournamentChange,
    TournamentId,
    TournamentStage,
)
from bot.club.events.results import record, walkover_notice
from bot.club.events.scores import walkover
from bot.club.events.start_times import move_start, start_when_due
from bot.club.events.store import TournamentStore
from bot.club.ratings import Rating, RatingStore
from bot.match import challenges, play
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import Instant, read_time
from bot.match.errors import Conflict, NotFound, Refused
from bot.match.model import Match, MatchId, Place, UserId
from bot.match.service import MatchService
from games.core.i18n import Message, gettext

_log = structlog.get_logger(__name__)
_TRIES = 8
Listener = Callable[[Tournament], Awaitable[None]]
Decide = Callable[[Tournament, Instant], TournamentChange]


@dataclass
class TournamentService:
    """The single authority over tournaments."""

    store: TournamentStore
    matches: MatchService
    ratings: RatingStore
    listeners: list[Listener] = field(default_factory=list)
    _turns: WeakValueDictionary[TournamentId, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One lock per tournament within this process; between processes the revision decides."""

    async def get(self, tournament_id: TournamentId) -> Tournament:
        """Return the tournament with this id. Raises NotFound."""
        tournament = await self.store.get(tournament_id)
        if tournament is None:
            raise NotFound(gettext("This tournament no longer exists. /tournament list shows the others."))
        return tournament

    # ------------------------------------------------------------------ people

    async def create(self, terms: Terms, place: Place, host: Person) -> Tournament:
        """Create a tournament that people can join. Raises Refused."""
        checked = entries.check_terms(terms)
        tournament = await self.store.add(
            entries.open_for_all(
                Tournament(TournamentId(0), checked, place, host.user, host.name, created=self.matches.clock())
            )
        )
        await self._tell(tournament)
        return tournament

    async def join(self, tournament_id: TournamentId, person: Person) -> Tournament:
        """Add the person to the tournament. Raises Refused."""
        tournament = await self.get(tournament_id)
        rating = await self._rating(tournament.terms.game, person.user)
        return await self._change(tournament_id, lambda now_is, now: entries.join(now_is, person, rating, now))

    async def leave(self, tournament_id: TournamentId, person: Person) -> Tournament:
        """Withdraw the person from the tournament. Raises Refused."""
        return await self._change(tournament_id, lambda now_is, _now: entries.leave(now_is, person))

    async def take_out(self, user: UserId, guild: int) -> None:
        """Withdraw the person from all tournaments of this server."""

        def decide(tournament: Tournament, _now: Instant) -> TournamentChange:
            entrant = tournament.entrant(user)
            return entries.leave(tournament, Person(user, entrant.name if entrant is not None else ""))

        for tournament_id in await self.store.find_entered(user, guild):
            with suppress(Refused):  # meanwhile they have left, or it has ended
                await self._change(tournament_id, decide)

    async def start(self, tournament_id: TournamentId, person: Person, *, moderates: bool) -> Tournament:
        """Start the tournament for an organiser. Raises NotAllowed, Refused."""

        def decide(tournament: Tournament, now: Instant) -> TournamentChange:
            entries.may_organise(tournament, person, moderates=moderates)
            return entries.start(tournament, now)

        return await self._change(tournament_id, decide)

    async def move_start(
        self, tournament_id: TournamentId, person: Person, starts: Instant | None, *, moderates: bool
    ) -> Tournament:
        """Move the tournament's start for an organiser. Raises NotAllowed, Refused."""

        def decide(tournament: Tournament, _now: Instant) -> TournamentChange:
            entries.may_organise(tournament, person, moderates=moderates)
            return move_start(tournament, person, starts)

        return await self._change(tournament_id, decide)

    async def cancel(self, tournament_id: TournamentId, person: Person, *, moderates: bool) -> Tournament:
        """Cancel the tournament for an organiser. Raises NotAllowed, Refused."""

        def decide(tournament: Tournament, now: Instant) -> TournamentChange:
            entries.may_organise(tournament, person, moderates=moderates)
            return entries.cancel(tournament, person, now)

        return await self._change(tournament_id, decide)

    async def challenge(self, tournament_id: TournamentId, person: Person, number: int) -> Tournament:
        """Challenge an entrant of a ladder for their place. Raises Refused."""
        return await self._change(tournament_id, lambda now_is, _now: ladder.challenge(now_is, person, number))

    async def take_place(
        self, tournament_id: TournamentId, number: int, before: UserId | None, person: Person
    ) -> Tournament:
        """Let the person replace an entrant, who was `before` when they were asked. Raises Refused, Stale."""
        return await self._change(
            tournament_id, lambda now_is, _now: substitutes.take_place(now_is, number, before, person)
        )

    async def find_people_to_move(self, tournament: Tournament) -> list[UserId]:
        """Return the people who are to move in the matches of the round."""
        matches = [await self.matches.get(one.match) for one in tournament.unfinished if one.match is not None]
        users = (player.user for match in matches for player in match.to_act)
        return list(dict.fromkeys(user for user in users if user is not None))

    # ------------------------------------------------------------------ by itself

    async def refresh_of(self, match_id: MatchId) -> None:
        """Advance the tournament, if any, of a match that has ended."""
        tournament_id = await self.store.of_match(match_id)
        if tournament_id is not None:
            await self.refresh(tournament_id)

    async def sweep(self) -> int:
        """Advance all tournaments in which something is due; returns how many were examined."""
        due = await self.store.due(self.matches.clock())
        for tournament_id in due:
            try:
                await self.refresh(tournament_id)
            except Exception:  # noqa: BLE001 - the edge: one bad tournament must not stop the others
                _log.exception("tournament does not go on", tournament=tournament_id)
        return len(due)

    async def refresh(self, tournament_id: TournamentId) -> Tournament:
        """Read the results of a tournament's matches, advance it as far as possible, and start missing matches."""
        tournament = await self.get(tournament_id)
        for _ in range(_TRIES):
            change = await self._next(tournament)
            if change is None:
                break
            try:
                await self.store.commit(change)
            except Conflict:
                tournament = await self.get(tournament_id)
                continue
            tournament = change.tournament
            await self._tell(tournament)
        await self._start_matches(tournament)
        return tournament

    async def _next(self, before: Tournament) -> TournamentChange | None:
        """Return the change to store; None if nothing has changed."""
        changed = await self.store.open_matches(before.id)
        tournament, notices = _with_results(before, changed)
        now = self.matches.clock()
        silent = await self._silent(tournament, now)
        if tournament.terms.format is Format.LADDER:
            notices += ladder.climbs(before, tournament)
        following = start_when_due(tournament, now)
        following = following or await asyncio.to_thread(progress.proceed, tournament, now, silent)
        if following is None and tournament == before:
            return None
        after = tournament if following is None else following.tournament
        told = () if following is None else following.notices
        return TournamentChange(replace(after, revision=before.revision + 1), (*notices, *told))

    async def _silent(self, tournament: Tournament, now: Instant) -> progress.Silent:
        """Return who has not made a move in unfinished matches, if the round's time is over."""
        if tournament.deadline is None or tournament.deadline > now or tournament.terms.format is Format.ARENA:
            return {}
        silent: dict[MatchId, frozenset[UserId]] = {}
        for pairing in tournament.unfinished:
            if pairing.match is not None:
                match = await self.matches.get(pairing.match)
                moved = await self.matches.store.moves_made(match.id)
                waited_for = {player.user for player in match.to_act}
                silent[match.id] = frozenset(
                    player.user
                    for player in match.players
                    if player.user is not None and not moved.get(player.seat) and player.user in waited_for
                )
        return silent

    async def _start_matches(self, tournament: Tournament) -> None:
        if tournament.stage is not TournamentStage.RUNNING:
            return
        for pairing in tournament.unfinished:
            if pairing.match is None:
                await self._start_match(tournament, pairing)

    async def _start_match(self, tournament: Tournament, pairing: Pairing) -> None:
        """Start the match of a pairing, unless it has one already."""
        seated = [tournament.by_number(number) for number in pairing.entrants]
        people = [Person(one.user, one.name) for one in seated if one.user is not None]
        if len(people) < len(seated):  # somebody has deleted their data
            return
        now = self.matches.clock()
        terms = tournament.terms
        request = ChallengeRequest(
            terms.game, people[0], tournament.place, tuple(people[1:]), seats=len(people), time=read_time(terms.time),
            first="me", rated=terms.rated,
        )  # fmt: skip
        change = play.begin(challenges.new_challenge(request, now, self.matches.dice), now, self.matches.dice)
        match = await self.store.start_match(tournament, pairing, change.match, change.entries)
        if match is not None:
            await self.matches.announce(match)

    # ------------------------------------------------------------------ inside

    async def _change(self, tournament_id: TournamentId, decide: Decide) -> Tournament:
        """Load, decide in a thread (pairing takes time), commit and notify; then start the new matches."""
        async with self._turns.setdefault(tournament_id, asyncio.Lock()):
            for _ in range(_TRIES):
                tournament = await self.get(tournament_id)
                change = await asyncio.to_thread(decide, tournament, self.matches.clock())
                try:
                    await self.store.commit(change)
                except Conflict:
                    continue
                await self._tell(change.tournament)
                if change.tournament.terms.format is Format.ARENA:  # pair whoever joined or became free
                    return await self.refresh(tournament_id)
                await self._start_matches(change.tournament)
                return change.tournament
        raise Refused(gettext("Somebody else acted at the same moment. Try again."))

    async def _tell(self, tournament: Tournament) -> None:
        for listener in self.listeners:
            await listener(tournament)

    async def _rating(self, game: str, user: UserId) -> int:
        known = {rating.game: rating for rating in await self.ratings.ratings(user)}
        return known.get(game, Rating(user, game, 0)).points


def _with_results(tournament: Tournament, changed: Mapping[MatchId, Match]) -> tuple[Tournament, list[Notice]]:
    """Return the tournament with the results of these matches, and the notices about them.

    A match that ends otherwise later corrects the points while the tournament is running; what was paired stays.
    """
    notices: list[Notice] = []
    for pairing in tournament.pairings:
        gone = frozenset(n for n in pairing.entrants if tournament.by_number(n).user is None)
        if pairing.match is None and pairing.scores is None and gone:
            tournament = tournament.with_pairing(walkover(pairing, gone))
        match = changed.get(pairing.match) if pairing.match is not None else None
        if match is None:
            continue
        now = record(pairing, match)
        late = pairing.how in {"time", "walkover"} and pairing.match_revision == 0
        closed = tournament.stage is not TournamentStage.RUNNING or pairing.round <= tournament.season_start
        if late or closed or _has_passed(tournament, pairing, now):
            fixed = replace(pairing, match_revision=match.revision)
            if pairing.scores is not None and now.scores is not None and now.scores != pairing.scores and not late:
                notices.append(Notice(_stays(match)))
            tournament = tournament.with_pairing(fixed)
            continue
        if pairing.scores is not None and now.scores != pairing.scores:
            notices.append(Notice(_correction(match)))
        elif pairing.scores is None and now.how == "walkover" and tournament.terms.format is not Format.LADDER:
            notices.append(walkover_notice(tournament, now, match))
        tournament = tournament.with_pairing(now)
    return tournament, notices


def _has_passed(tournament: Tournament, pairing: Pairing, now: Pairing) -> bool:
    """Whether a match of a finished round is running again; its old result holds until there is a new one."""
    return now.scores is None and pairing.scores is not None and pairing.round < tournament.round


def _stays(match: Match) -> Message:
    return gettext(
        "The result of match #{code} was changed after the end of the tournament or season. "
        "The standings stay as they are.",
        code=match.code,
    )


def _correction(match: Match) -> Message:
    return gettext(
        "The result of match #{code} was changed, and the standings with it. Pairings already made stay.",
        code=match.code,
    )

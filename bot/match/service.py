"""What people can do with matches: each method loads, decides, commits once and notifies the listeners.

Commit first, publish second: listeners hear of a change only when it is stored. If another change of the same match
came first, the request is decided again on the new state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import get_args

from bot.match import acting, challenges, ending, limits, play, timeouts, turns
from bot.match.challenges import ChallengeRequest, Person
from bot.match.changes import Changes, Decide, DecideIfDue
from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.draws import DrawDeclined, DrawJudge
from bot.match.errors import NotOnMove, Refused, unknown_match
from bot.match.model import By, Change, Match, MatchId, OfferKind, Place, Player, PlayerAct, Side, Stage, UserId
from bot.match.sides import side_of
from games.core.i18n import gettext
from games.core.status import Seat, tie


def everybody_meets(_user: UserId) -> limits.Meets | None:
    """Default for `refuse_meeting`: nobody has blocked anybody."""
    return None


@dataclass
class MatchService(Changes):
    """The single authority over matches. `draws` answers for AIs that are offered one.

    `refuse_meeting` gives what refuses that a person asks or joins others if one has blocked the other.
    """

    draws: DrawJudge = field(default_factory=DrawJudge)
    refuse_meeting: Callable[[UserId], limits.Meets | None] = everybody_meets

    # ------------------------------------------------------------------ finding

    async def find(self, code: str) -> Match:
        """Return the match with this code, with or without `#`. Raises NotFound."""
        bare = code.strip().lstrip("#")
        match = await self.store.by_code(bare) if bare.isascii() and bare.isalnum() else None
        if match is None:
            raise unknown_match(code)
        return match

    # ------------------------------------------------------------------ challenges and open tables

    async def challenge(self, challenge: ChallengeRequest) -> Match:
        """Create a match; it starts at once if nobody has to accept. Raises Refused.

        Nobody is told: whoever asked shows it first, in answer to the request, and then calls `announce`.
        """
        now = self.clock()
        match = challenges.new_challenge(challenge, now, self.dice)
        change = play.begin(match, now, self.dice) if challenges.ready(match) else Change(match)
        limit = replace(limits.limit_of(challenge, change.match), meets=self.refuse_meeting(challenge.host.user))
        try:
            return await self.store.add(change.match, change.entries, limit)
        except limits.RematchWaits as waiting:
            return await self.accept(waiting.match.id, challenge.host)

    async def accept(self, match_id: MatchId, person: Person) -> Match:
        """Accept the challenge for this person. Raises NotAllowed, Refused."""
        limit = limits.meeting(person.user, self.refuse_meeting(person.user))
        return await self.change(
            match_id, lambda match, now: challenges.accept(match, person, now, self.dice), limit=limit
        )

    async def decline(self, match_id: MatchId, person: Person) -> Match:
        """Decline the challenge for this person. Raises NotAllowed, Refused."""
        return await self.change(match_id, lambda match, now: challenges.decline(match, person, now))

    async def cancel(self, match_id: MatchId, person: Person) -> Match:
        """Cancel the challenge for its host. Raises NotAllowed, Refused."""
        return await self.change(match_id, lambda match, now: challenges.cancel(match, person, now))

    async def join(self, match_id: MatchId, person: Person, place: Place | None = None) -> Match:
        """Seat the person at an open table; taking the last seat starts the match. Raises Refused.

        `place` is where they sit down, for a table that is open across servers (None: where it was opened).
        """
        limit = limits.meeting(person.user, self.refuse_meeting(person.user))
        return await self.change(
            match_id, lambda match, now: challenges.join(match, person, place, now, self.dice), limit=limit
        )

    async def leave(self, match_id: MatchId, person: Person) -> Match:
        """Free the person's seat at an open table. Raises NotAllowed, Refused."""
        return await self.change(match_id, lambda match, now: challenges.leave(match, person, now))

    async def keep_apart(self, match_id: MatchId, user: UserId, other: UserId) -> Match | None:
        """Keep two people from playing each other in a match that has not begun, as `user` wishes."""
        return await self.change_if_due(match_id, lambda match, now: challenges.keep_apart(match, user, other, now))

    async def take_out(self, match_id: MatchId, user: UserId) -> Match | None:
        """Remove the person from a challenge or table that has not begun, or close it."""
        return await self.change_if_due(match_id, lambda match, now: challenges.take_out(match, user, now))

    async def fill(self, match_id: MatchId, person: Person, level: str) -> Match:
        """Fill the free seats with AIs; the match starts if everybody has accepted. Raises NotAllowed, Refused."""
        alone = limits.matches_alone(person.user)

        def decide(match: Match, now: Instant) -> Change:
            return challenges.fill(match, person, level, now, self.dice)

        return await self.change(match_id, decide, limit=alone)

    async def start(self, match_id: MatchId, person: Person) -> Match:
        """Start an open table with the people who have joined. Raises NotAllowed, Refused."""
        return await self.change(match_id, lambda match, now: challenges.start(match, person, now, self.dice))

    # ------------------------------------------------------------------ moves

    async def submit(
        self,
        match_id: MatchId,
        user: UserId,
        text: str,
        turn: int | None = None,
        known: Match | None = None,
        arrived: Instant | None = None,
    ) -> Match:
        """Play a person's move. `turn` is the one the person saw (`Match.turn`), None to take the match as it is.

        `known` is the match if it has just been read; when it has changed since, it is read again.
        `arrived` is when the move was received, up to which its player's clock has run (None: now).
        Raises NotAllowed, NotOnMove, Stale, Refused, and what the game raises (GameError).
        """

        async def decide(match: Match, now: Instant) -> Change:
            acting.must_be_same_turn(match, turn)
            player = await self.mover(match, user)
            timeouts.must_be_in_time(match, now)
            return await self._advance(match, player.seat, text, now)

        return await self.change(match_id, decide, known, arrived=arrived)

    async def submit_for(self, match_id: MatchId, seat: Seat, text: str, turn: int, by: By) -> Match:
        """Play a move for a seat, made by an AI or the host.

        Raises Stale if the match has gone on, Refused when it has ended or is paused, and GameError.
        """

        async def decide(match: Match, now: Instant) -> Change:
            acting.must_be_live(match)
            acting.must_be_same_turn(match, turn)
            return await self._advance(match, seat, text, now, by)

        return await self.change(match_id, decide)

    async def mover(self, match: Match, user: UserId) -> Player:
        """Return the seat that this person moves for now. Raises NotAllowed, NotOnMove, Refused."""
        found = acting.find_mover(match, user)
        if found is None:
            raise NotOnMove(acting.explain_whose_move(match, self.clock(), await self.notice(match, user)))
        return found

    async def reset_turn(
        self, match_id: MatchId, user: UserId, steps: int | None = None, turn: int | None = None
    ) -> Match:
        """Take back the person's own `steps` (None: all) in an unfinished turn. `turn` and what is raised: `submit`."""

        async def decide(match: Match, now: Instant) -> Change:
            acting.must_be_same_turn(match, turn)
            player = await self.mover(match, user)
            timeouts.must_be_in_time(match, now)
            log = await self.store.entries(match.id, max(0, match.ply - 100))
            own = play.own_steps(match, player.seat, log)
            if not own:
                raise Refused(gettext("There is nothing to take back in this turn."))
            return play.rewind(match, match.ply - min(own, steps or own), log, now)

        return await self.change(match_id, decide)

    # ------------------------------------------------------------------ ends

    async def resign(self, match_id: MatchId, user: UserId) -> Match:
        """Resign for this person. Raises NotAllowed, Refused."""

        async def decide(match: Match, now: Instant) -> Change:
            player = self.player(match, user)
            return await self.abort_if_too_short(ending.resign(match, player.seat, now))

        return await self.change(match_id, decide)

    async def offer(self, match_id: MatchId, user: UserId, kind: OfferKind, turn: int | None = None) -> Match:
        """Offer a draw, a take-back or a pause. `turn` and errors as in `submit`."""

        async def decide(match: Match, now: Instant) -> Change:
            acting.must_be_same_turn(match, turn)
            player = self.player(match, user)
            change = await self._settle_offer(await self._make_offer(match, player, kind, now))
            return ending.with_acceptance(match, change, player)  # asking for what is already asked means agreeing

        return await self._answer_request(match_id, decide)

    async def agree(self, match_id: MatchId, user: UserId, made: int, turn: int | None = None) -> Match:
        """Accept the offer that was made at revision `made`. `turn` and errors as in `submit`."""

        async def decide(match: Match, now: Instant) -> Change:
            acting.must_be_same_turn(match, turn)
            player = self.player(match, user)
            change = await self._settle_offer(ending.agree(match, player, made, now))
            return ending.with_acceptance(match, change, player)

        return await self._answer_request(match_id, decide)

    async def refuse(self, match_id: MatchId, user: UserId, made: int) -> Match:
        """Decline or withdraw the offer that was made at revision `made`. Raises NotAllowed, Refused, Stale."""

        def decide(match: Match, _now: Instant) -> Change:
            return ending.refuse(match, self.player(match, user), made)

        return await self.change(match_id, decide)

    async def withdraw(self, user: UserId) -> None:
        """Withdraw the person from all matches: challenges are cancelled, running matches resigned."""
        for match in await self.store.of_user(user, limit=1000):
            await self.change_if_due(match.id, self._counting(partial(timeouts.withdraw, user)))

    # ------------------------------------------------------------------ time

    async def settle_deadline(self, match_id: MatchId) -> Match | None:
        """Apply what is due by now in this match; None if nothing was."""

        def decide(counts: Mapping[Seat, int], match: Match, now: Instant) -> Change | None:
            return timeouts.time_out(match, now, counts)

        return await self.change_if_due(match_id, self._counting(decide))

    async def settle_undelivered(self, match: Match) -> Match | None:
        """Pause a bullet match whose board was never reported as delivered, unless it was delivered after all."""
        sides = [side_of(match, player.user) for player in match.to_act if player.user is not None]
        posting = await self.store.posting(match.id, sides[0] if sides else Side.HOME)
        if posting.revision >= match.revision and not posting.lost:
            return await self.mark_delivered(match.id, match.turn)
        return await self.settle_deadline(match.id)

    async def mark_delivered(self, match_id: MatchId, turn: int) -> Match | None:
        """Record that the board of this turn was delivered; a bullet clock starts."""

        def decide(match: Match, now: Instant) -> Change | None:
            return timeouts.mark_delivered(match, now) if match.turn == turn else None

        return await self.change_if_due(match_id, decide)

    async def give_time(self, match_id: MatchId, user: UserId) -> Match:
        """Give time to the opponent who is to move. Raises NotAllowed, Refused."""

        def decide(match: Match, _now: Instant) -> Change:
            self.player(match, user)
            return timeouts.give_time(match, user)

        return await self.change(match_id, decide)

    async def suspend(self, match_id: MatchId) -> Match | None:
        """Pause a match whose channel is gone, until somebody resumes it elsewhere."""

        def decide(match: Match, now: Instant) -> Change | None:
            if match.stage is not Stage.LIVE:
                return None
            return play.revise(timeouts.pause(match, now))

        return await self.change_if_due(match_id, decide)

    async def mark_left(self, match_id: MatchId, user: UserId) -> Match | None:
        """Record that a player who is to move has left the server; the match waits 72 hours."""
        return await self.change_if_due(match_id, lambda match, now: timeouts.mark_left(match, user, now))

    async def mark_returned(self, match_id: MatchId, user: UserId) -> Match | None:
        """Record that a player who is to move is on the server (again)."""
        return await self.change_if_due(match_id, lambda match, _now: timeouts.mark_returned(match, user))

    async def resume(self, match_id: MatchId, user: UserId) -> Match:
        """Resume a paused match. Raises NotAllowed, Refused."""

        def decide(match: Match, now: Instant) -> Change:
            acting.must_play(match, user)
            return timeouts.resume(match, match.seats_of(user)[0], now)

        return await self.change(match_id, decide)

    # ------------------------------------------------------------------ inside

    def player(self, match: Match, user: UserId) -> Player:
        """Return this person's seat, preferring one that is to act. Raises NotAllowed, Refused."""
        return acting.find_player(match, user)

    async def _advance(self, match: Match, seat: Seat, text: str, now: Instant, by: By = "player") -> Change:
        change = play.advance_all(match, seat, text, now, self.dice, by)
        if by == "timeout":
            change = timeouts.count_missed_move(change, seat, now)
        game = play.game_of(match)
        fresh = change.match
        if game.info.repetition is None or fresh.stage is not Stage.LIVE:
            return change
        times = 1 + await self.store.occurrences(match.id, fresh.position)
        times += fresh.position == game.rules.dump(game.rules.start(len(match.players), match.options))
        if times < game.info.repetition:
            return change
        reason = gettext("the same position has come up {n} times", n=game.info.repetition)
        return play.conclude(change, tie(len(match.players), reason), now)

    async def find_refusals(self, match: Match, user: UserId) -> Mapping[PlayerAct, str | None]:
        """For each request a player can make, return None or the sentence that refuses it. Raises as `player` does.

        What an AI decides when it is asked is not told beforehand.
        """
        player, now = self.player(match, user), self.clock()
        found: dict[PlayerAct, str | None] = dict.fromkeys(get_args(PlayerAct))
        for act in found:
            try:
                if act == "give-time":
                    timeouts.give_time(match, user)
                else:
                    await self._make_offer(match, player, act, now)
            except Refused as refusal:
                found[act] = refusal.sentence
        return found

    async def _make_offer(self, match: Match, player: Player, kind: OfferKind, now: Instant) -> Change:
        """Return the change that makes an offer, before anybody answers it. Raises Refused."""
        if kind == "draw":
            self.draws.must_judge(match)
        asks = kind == "takeback" and match.offer is None  # whoever agrees need not have moved
        keep = await self._last_own(match, player) if asks else None
        return ending.offer(match, kind, player, keep, now)

    async def _last_own(self, match: Match, player: Player) -> int:
        """Return the first ply of the person's last turn. Raises Refused if it cannot be taken back."""
        log = await self.store.entries(match.id, max(0, match.ply - 200))
        own = {p.seat for p in match.players if p.user == player.user}
        last = next((entry for entry in reversed(log) if entry.seat in own), None)
        if last is None:
            raise Refused(gettext("You have made no move that could be taken back."))
        if any(entry.by == "chance" and entry.ply > last.ply for entry in log):
            raise Refused(gettext("You can't take that back: something random happened since."))
        return turns.turn_start(match, log, last.ply)

    async def abort_if_too_short(self, change: Change) -> Change:
        """Return the change; a rated match that ends too soon is aborted."""
        return ending.abort_if_too_short(change, await self.store.moves_made(change.match.id))

    async def _answer_request(self, match_id: MatchId, decide: Decide) -> Match:
        """Change the match; an open draw offer is removed once an AI has declined it."""
        try:
            return await self.change(match_id, decide)
        except DrawDeclined:
            async with outside_request():
                await self.change_if_due(match_id, lambda match, _now: ending.decline_draw_by_ai(match))
            raise

    async def _settle_offer(self, change: Change) -> Change:
        """Return the change of an offer or acceptance, including its effect once everybody has accepted."""
        match = change.match
        if match.stage.ended:
            ply = match.ply - self.draws.patience
            earlier = await self.store.entries(match.id, ply, ply + 1)
            self.draws.must_accept(match, next(iter(earlier), None))
            return await self.abort_if_too_short(change)
        present = match.offer
        if present is None or any(player.seat not in present.agreed for player in match.players):
            return change
        if present.keep is None:  # a pause
            return Change(timeouts.pause(match, self.clock()))
        log = await self.store.entries(match.id, max(0, present.keep - 1))
        back = play.rewind(match, present.keep, log, self.clock())
        lines = turns.undone_turns(match, present.keep, log, await self.store.seats(match.id))
        return Change(play.with_revision(back.match, match.revision), keep=back.keep, lines=lines)

    def _counting(self, decide: Callable[[Mapping[Seat, int], Match, Instant], Change | None]) -> DecideIfDue:
        """Wrap a decision that needs each seat's move count; moves are counted again on each retry."""

        async def count_and_decide(match: Match, now: Instant) -> Change | None:
            return decide(await self.store.moves_made(match.id), match, now)

        return count_and_decide

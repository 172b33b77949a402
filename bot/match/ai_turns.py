"""AI turns: computed in worker processes, played through the match service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import structlog

from bot.jobs.job import Job
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.ending import STAND_IN
from bot.match.errors import Conflict, Damaged, MatchError
from bot.match.model import By, Match, MatchId, Player, Stage
from bot.match.pondering import Ponderer, never
from bot.match.ports import Alone, Claims
from bot.match.service import MatchService
from bot.match.stores import AiMatches
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_process import Idea
from bot.match.thinking_time import allowance
from bot.match.turn_draft import Draft, draft_of, is_drafted, position_of, with_typed
from bot.match.work_claims import held_claims
from games.core.errors import GameError

_log = structlog.get_logger(__name__)
RESUME_SECONDS = 20
CLAIM_SECONDS = 1
AT_ONCE = 1000
"""How many pending AI turns are resumed in one go; the rest follow."""

Watch = Callable[[], AbstractContextManager[None]]


class AiTurns:
    """Plays the turns of AIs: one job per match, which runs once per turn.

    A turn of several steps is stored as a whole, as people's are; in bullet each step is a move of its own.
    """

    def __init__(
        self,
        service: MatchService,
        store: AiMatches,
        thinkers: Thinkers,
        claims: Claims | None = None,
        ponderer: Ponderer | None = None,
    ) -> None:
        self._service = service
        self._store = store
        self._thinkers = thinkers
        self._ponderer = ponderer or Ponderer(thinkers, never)
        kind: JobKind[MatchId, None, None] = JobKind(
            "ai",
            self._move_once,
            "an AI turn failed",
            self._handle,
            held_claims(claims or Alone(), "ai", CLAIM_SECONDS),
            self._waits_for_ai,
            queue="thoughts",
        )
        self._jobs = KeyedJobs(kind)
        self.watch: Watch = nullcontext
        """Entered for each look at turns left behind."""

    async def notice_change(self, match: Match) -> None:
        """React to a changed match: start its AI's turn or ponder, and drop thoughts about earlier positions."""
        self._thinkers.drop(match.id, match.turn if match.stage is Stage.LIVE else None)
        self._ponderer.notice_change(match)
        if _next_ai(match) is not None:
            self._jobs.ask(match.id)

    async def run(self) -> None:
        """Run until cancelled, resuming AI turns that an ended process left behind."""
        while True:
            try:
                with self.watch():
                    waiting = await self.resume()
                if waiting:
                    _log.info("AI turns taken up again", matches=waiting)
            except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
                _log.exception("AI turns not taken up")
            await asyncio.sleep(RESUME_SECONDS)

    async def resume(self) -> int:
        """Resume pending AI turns and return how many there are."""
        store = self._store
        waiting = [m for m in await store.waiting_for_ai(self._service.clock(), AT_ONCE) if m.id not in self._jobs]
        for match in waiting:
            await self.notice_change(match)
        return len(waiting)

    async def stand_in(self, match: Match, player: Player) -> None:
        """Move for a player whose bullet move is overdue."""
        await self._move(match, player, STAND_IN, "timeout")

    async def stop(self) -> None:
        """Start no more turns, and stop pondering; pending turns are resumed after the next start."""
        await self._ponderer.close()
        await self._jobs.close(patience=0)

    async def close(self) -> None:
        """Stop, and end the worker processes."""
        try:
            await self.stop()
        finally:
            self._thinkers.close()

    async def _waits_for_ai(self, match_id: MatchId) -> bool:
        """Whether an AI is still to act while another process works on the match."""
        return _next_ai(await self._service.get(match_id)) is not None

    async def _move_once(self, job: Job[MatchId, None]) -> None:
        """Move for one AI. The next round checks whether another AI is to act."""
        match = await self._service.get(job.key)
        player = _next_ai(match)
        if player is not None and await self._move(match, player, player.ai or STAND_IN, "ai"):
            self._jobs.ask(job.key)

    async def _move(self, match: Match, player: Player, level: str, by: By) -> bool:
        """Think and move. Return False when the move was not accepted."""
        try:
            move = await self._think_turn(match, player, level, by)
        except NotWanted:
            return False
        try:
            await self._service.submit_for(match.id, player.seat, move, match.turn, by)
        except (MatchError, Conflict, GameError) as error:  # the person was faster, or the match has ended meanwhile
            _log.info("an AI's move came too late", match=match.code, error=str(error))
            return False
        return True

    async def _think_turn(self, match: Match, player: Player, level: str, by: By) -> str:
        """Compute the move, or all steps of the turn if turns are drafted. Raises NotWanted."""

        async def still_wanted() -> bool:
            return _is_same_turn(match, player, await self._service.get(match.id))

        async def think(position: Match) -> Idea:
            allowed = allowance(match, level, self._service.clock(), stands_in=by == "timeout")
            return await self._thinkers.think(position, player.seat, level, allowed, still_wanted)

        if not is_drafted(match):
            pondered = self._ponderer.take(match) if level == player.ai else None
            return (pondered or await think(match)).move
        draft = draft_of(match, player, ())
        while not draft.complete:
            draft = _with_plan(draft, await think(position_of(draft)))
        return draft.move

    async def _handle(self, match_id: MatchId, error: Exception) -> bool:
        """Set a match aside if it cannot be played. After any other error, `resume` retries the turn."""
        if not isinstance(error, Damaged):
            return False
        _log.error("match set aside", match=match_id, exc_info=error)
        await self._store.set_aside(match_id, repr(error.__cause__ or error))
        return True


def _with_plan(draft: Draft, idea: Idea) -> Draft:
    """Return the draft with the move and the planned steps after it, as far as they are legal."""
    draft = with_typed(draft, idea.move)
    for step in idea.rest:
        if draft.complete:
            break
        try:
            draft = with_typed(draft, step)
        except GameError:
            break
    return draft


def _next_ai(match: Match) -> Player | None:
    """Return the AI that is to act in a live match, if any."""
    if match.stage is not Stage.LIVE:
        return None
    return next((player for player in match.to_act if player.ai is not None), None)


def _is_same_turn(match: Match, player: Player, present: Match) -> bool:
    """Whether the match is still waiting for this move."""
    return present.stage is Stage.LIVE and present.turn == match.turn and present.players[player.seat].to_act

"""The role of a league's winner as members get it: it passes on, and whoever has left is in nobody's way."""

from __future__ import annotations

import pytest

from bot.club.events.model import Entrant, Format, Notice, Terms, Tournament, TournamentId
from bot.match.model import UserId
from bot.ui.delivery.winner_roles import give
from tests.e2e.places import new_server
from tests.faults.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_role_is_taken_from_the_last_winner_and_given_to_the_next(stage: Stage) -> None:
    spot = await stage.spot(await new_server(stage.sandbox), "roles")
    role = await spot.server.role_below_the_bot("Champion")
    await spot.server.allow_the_bot("manage_roles")
    entrants = (Entrant(1, spot.host.user, "Ana"), Entrant(2, spot.guest.user, "Ben"), Entrant(3, UserId(7), "Gone"))
    terms = Terms(Format.LEAGUE, "choccer", "1d", winner_role=role)
    league = Tournament(TournamentId(1), terms, spot.place, spot.host.user, "Ana", entrants=entrants)
    for winner, others in ((1, (2, 3)), (2, (1, 3)), (2, (1, 3))):
        said = await give(stage.app.client, league, Notice(kind="role", gets=(winner,), loses=others))
        assert str(said) == f"{entrants[winner - 1].name} gets <@&{role}>."
        assert await spot.server.members_with(role) == {entrants[winner - 1].user}

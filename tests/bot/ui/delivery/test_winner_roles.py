"""Who may promise a role to the winner of a tournament, and who has it in the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import discord
import pytest

from bot.club.events.model import Entrant, Format, Notice, Terms, Tournament, TournamentId
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Place, UserId
from bot.ui.components.request import Request
from bot.ui.delivery.winner_roles import check_role, give
from tests.bot.table import ANA, BEN, EVE
from tests.bot.ui.delivery.refusals import refusal

SERVER, OWNER, PROMISED, OTHER = 10, 50, 900, 901
MENTION = f"<@&{PROMISED}>"


@dataclass
class Role:
    """A role of the server; of two the one with the larger position is the higher."""

    position: int
    managed: bool = False
    default: bool = False
    mention: str = MENTION

    def is_default(self) -> bool:
        return self.default

    def __ge__(self, other: Role) -> bool:
        return self.position >= other.position

    def __lt__(self, other: Role) -> bool:
        return self.position < other.position


def server(role: Role | None, *, bot_may: bool = True) -> SimpleNamespace:
    """A server whose bot has the role at position 8."""
    own = SimpleNamespace(guild_permissions=SimpleNamespace(manage_roles=bot_may), top_role=Role(8))
    return SimpleNamespace(owner_id=OWNER, get_role=lambda number: role if number == PROMISED else None, me=own)


def request(where: SimpleNamespace | None, *, user: int = 1, may: bool = True) -> Request:
    """A request of a member whose highest role is at position 5."""
    member = Mock(spec=discord.Member, id=user, top_role=Role(5))
    interaction = SimpleNamespace(permissions=SimpleNamespace(manage_roles=may))
    return cast("Request", SimpleNamespace(server=where, member=member, interaction=interaction))


def test_a_role_below_ones_own_is_promised() -> None:
    check_role(request(server(Role(4))), PROMISED)


@pytest.mark.parametrize("position, may", [(5, True), (6, True), (4, False)])
def test_nobody_promises_what_they_may_not_give(position: int, *, may: bool) -> None:
    with pytest.raises(NotAllowed, match=r"only promise a role that you may give yourself"):
        check_role(request(server(Role(position)), may=may), PROMISED)


def test_the_owner_of_the_server_promises_what_the_bot_can_give() -> None:
    check_role(request(server(Role(7)), user=OWNER, may=False), PROMISED)
    with pytest.raises(Refused, match=rf"I can't give {MENTION}\. I need"):
        check_role(request(server(Role(8)), user=OWNER), PROMISED)


def test_a_bot_without_the_permission_gives_no_role() -> None:
    with pytest.raises(Refused, match=rf"I can't give {MENTION}\. I need"):
        check_role(request(server(Role(4), bot_may=False)), PROMISED)


@pytest.mark.parametrize("role", [Role(4, managed=True), Role(0, default=True)])
def test_roles_that_nobody_can_be_given_are_not_promised(role: Role) -> None:
    """Those of bots and boosters, and @everyone."""
    with pytest.raises(Refused, match="This role can't be given to anybody"):
        check_role(request(server(role)), PROMISED)


@pytest.mark.parametrize("where", [None, server(None)])
def test_a_role_that_is_gone_is_not_promised(where: SimpleNamespace | None) -> None:
    with pytest.raises(Refused, match="no longer exists"):
        check_role(request(where), PROMISED)


@dataclass
class Winners:
    """A server whose members have roles; whoever is not in `held` has left."""

    held: dict[int, set[int]]
    error: Exception | None = None
    is_there: bool = True
    reasons: set[str | None] = field(default_factory=set)

    async def fetch_guild(self, number: int, *, with_counts: bool) -> Winners:
        assert (number, with_counts) == (SERVER, False)
        return self

    def get_guild(self, number: int) -> Winners | None:
        return self if number == SERVER and self.is_there else None

    async def fetch_member(self, user: UserId) -> _Holder:
        if self.error is not None:
            raise self.error
        if user not in self.held:
            raise refusal(404)
        return _Holder(self, self.held[user])


@dataclass
class _Holder:
    server: Winners
    held: set[int]

    @property
    def roles(self) -> list[discord.Object]:
        return [discord.Object(number) for number in self.held]

    async def add_roles(self, role: discord.Object, *, reason: str | None) -> None:
        self.server.reasons.add(reason)
        self.held.add(role.id)

    async def remove_roles(self, role: discord.Object, *, reason: str | None) -> None:
        self.server.reasons.add(reason)
        self.held.remove(role.id)


TERMS = Terms(Format.LADDER, "choccer", "3d", name="Hill", winner_role=PROMISED)
ENTRANTS = tuple(Entrant(number, one.user, one.name) for number, one in enumerate((ANA, BEN, EVE), 1))
LADDER = Tournament(TournamentId(1), TERMS, Place(SERVER, 20), ANA.user, "Ana", entrants=ENTRANTS)


async def hand_over(winners: Winners, told: Notice, tournament: Tournament = LADDER) -> str:
    return str(await give(cast("discord.Client", winners), tournament, told))


async def test_the_role_passes_from_one_to_the_other_and_to_do_so_again_changes_nothing() -> None:
    winners = Winners({ANA.user: {PROMISED, OTHER}, BEN.user: {OTHER}})
    told = Notice(kind="role", gets=(2,), loses=(1,))
    for _ in range(2):
        assert await hand_over(winners, told) == f"Ben gets {MENTION}."
        assert winners.held == {ANA.user: {OTHER}, BEN.user: {PROMISED, OTHER}}
    assert winners.reasons == {"Hill"}


async def test_of_several_winners_each_gets_it() -> None:
    winners = Winners({ANA.user: set(), BEN.user: set()})
    assert await hand_over(winners, Notice(kind="role", gets=(1, 2))) == f"Ana and Ben get {MENTION}."
    assert winners.held == {ANA.user: {PROMISED}, BEN.user: {PROMISED}}


async def test_who_had_it_and_has_left_the_server_keeps_it_from_nobody() -> None:
    winners = Winners({BEN.user: set()})
    assert await hand_over(winners, Notice(kind="role", gets=(2,), loses=(1,))) == f"Ben gets {MENTION}."


async def test_a_server_of_another_process_keeps_the_role_from_nobody() -> None:
    winners = Winners({ANA.user: {PROMISED}, BEN.user: set()}, is_there=False)
    assert await hand_over(winners, Notice(kind="role", gets=(2,), loses=(1,))) == f"Ben gets {MENTION}."
    assert winners.held == {ANA.user: {PROMISED}, BEN.user: {PROMISED}}


@pytest.mark.parametrize("change", [{"left": 2}, {"user": None}])
async def test_who_has_left_the_tournament_or_deleted_their_data_is_given_nothing(
    change: dict[str, int | None],
) -> None:
    winners = Winners({BEN.user: set()})
    tournament = LADDER.with_entrant(replace(ENTRANTS[1], **change))  # type: ignore[arg-type]
    assert await hand_over(winners, Notice(kind="role", gets=(2,)), tournament) == (
        f"Nobody is left who could be given {MENTION}."
    )
    assert winners.held == {BEN.user: set()}


async def test_what_the_bot_may_not_give_a_moderator_is_asked_for() -> None:
    winners = Winners({BEN.user: set()}, error=refusal(403))
    assert await hand_over(winners, Notice(kind="role", gets=(2,))) == (
        f"Ben should get {MENTION}, but I can't give it. A moderator can."
    )


async def test_what_may_pass_is_raised() -> None:
    with pytest.raises(discord.DiscordServerError):
        await hand_over(Winners({}, error=refusal(503)), Notice(kind="role", gets=(2,)))

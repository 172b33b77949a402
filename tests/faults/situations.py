"""What is there before somebody acts: matches in every stage, brought about behind Discord's back."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import delete, or_, select

from bot.club.blocks import Block
from bot.club.events.model import Format, Terms, TournamentId
from bot.club.exclusions import Exclusion
from bot.club.personal_blocks import PersonalBlock
from bot.club.preferences import Preferences
from bot.club.rating_roles import RatingRole
from bot.club.seeks import Seek
from bot.cogs.context import Context
from bot.match.acts import Order
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, TimeControl
from bot.match.model import Change, Match, Stage
from bot.match.moderation import Moderation
from bot.match.play import game_of, state_of
from bot.store import schema
from bot.store.audit import SqlAudit
from tests.faults.stage import Spot
from tests.faults.stage import person as seat_of

TIME = TimeControl("days", 3 * DAY)


async def cancel_all(context: Context, host: Person) -> None:
    """Take back the challenges that nobody has answered."""
    for match in await context.lists.of_user(host.user):
        if match.stage is Stage.INVITED and match.host == host.user:
            await context.service.cancel(match.id, host)


async def nothing(spot: Spot) -> None:
    """No match; whoever acts has no settings, no days off, and nobody waits for an answer."""
    context = spot.stage.app.context
    await cancel_all(context, spot.host)
    await spot.stage.personal_blocks.remove_block(spot.host.user, spot.guest.user)
    await context.people.change_preferences(spot.host.user, lambda before: Preferences(before.user))


async def unset(spot: Spot) -> None:
    """No match, and the server posts a new board after each move."""
    await nothing(spot)
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, posting="post")
    )


async def without_rules(spot: Spot) -> None:
    """The server gives no role by rating, but the bot could give one, called Strong."""
    await nothing(spot)
    server = spot.stage.app.client.get_guild(spot.server.id)
    assert server is not None
    if all(role.name != "Strong" for role in server.roles):
        await spot.server.role_below_the_bot("Strong")
        await spot.server.allow_the_bot("manage_roles")

    async def is_known() -> bool | None:
        return (
            server.me.guild_permissions.manage_roles and any(role.name == "Strong" for role in server.roles)
        ) or None

    await spot.server.owner.wait_until(is_known, what="a role that the bot can give")
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, rating_roles=())
    )


def strong(spot: Spot) -> int:
    """The role that the bot could give."""
    server = spot.stage.app.client.get_guild(spot.server.id)
    assert server is not None
    return next(role.id for role in server.roles if role.name == "Strong")


async def with_a_rule(spot: Spot) -> None:
    """The server gives the role from 1600 on."""
    await without_rules(spot)
    rule = RatingRole(strong(spot), least=1600)
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, rating_roles=(rule,))
    )


async def challenged(
    spot: Spot, game: str = "choccer", *, asks: bool = True, options: dict[str, object] | None = None
) -> Match:
    """Whoever acts (`asks`) has challenged the other one, or the other way round."""
    await nothing(spot)
    host, guest = (spot.host, spot.guest) if asks else (spot.guest, spot.host)
    service = spot.stage.app.context.service
    await cancel_all(spot.stage.app.context, host)
    challenge = ChallengeRequest(game, host, spot.place, (guest,), time=TIME, first="me", options=options or {})
    return await spot.stage.announce(await service.challenge(challenge))


async def only(spot: Spot) -> Match:
    """The only match of whoever acts, of whom nothing else is stored."""
    await spot.stage.app.context.service.withdraw(spot.host.user)
    await spot.stage.app.context.people.forget(spot.host.user, "Somebody")
    return await live(spot)


async def asked(spot: Spot) -> Match:
    """Whoever acts is challenged."""
    return await challenged(spot, asks=False)


async def live(spot: Spot, game: str = "choccer") -> Match:
    """A match in which whoever acts is to move."""
    match = await challenged(spot, game)
    return await spot.stage.app.context.service.accept(match.id, spot.guest)


async def table(spot: Spot) -> Match:
    """The other one has opened a table."""
    await nothing(spot)
    service = spot.stage.app.context.service
    await cancel_all(spot.stage.app.context, spot.guest)
    return await spot.stage.announce(
        await service.challenge(ChallengeRequest("cyberzul", spot.guest, spot.place, seats=4, time=TIME))
    )


async def joined(spot: Spot) -> Match:
    """Whoever acts sits at the table of the other one."""
    match = await table(spot)
    return await spot.stage.app.context.service.join(match.id, spot.host)


async def hosted(spot: Spot) -> Match:
    """Whoever acts has opened a table, where the other one sits."""
    await nothing(spot)
    service = spot.stage.app.context.service
    match = await service.challenge(ChallengeRequest("cyberzul", spot.host, spot.place, seats=4, time=TIME))
    await spot.stage.announce(match)
    return await service.join(match.id, spot.guest)


async def moved(spot: Spot) -> Match:
    """Whoever acts has just moved."""
    match = await live(spot)
    return await spot.stage.app.context.service.submit(match.id, spot.host.user, "h4-g4")


async def theirs(spot: Spot) -> Match:
    """A match in which whoever acts does not play: the other one, against nobody else."""
    service = spot.stage.app.context.service
    return await spot.stage.announce(
        await service.challenge(ChallengeRequest("choccer", spot.guest, spot.place, (spot.guest,), time=TIME))
    )


async def theirs_moved(spot: Spot) -> Match:
    """The same after a move."""
    match = await theirs(spot)
    return await spot.stage.app.context.service.submit(match.id, spot.guest.user, "h4-g4")


async def offered(spot: Spot) -> Match:
    """The other one offers a draw."""
    match = await live(spot)
    return await spot.stage.app.context.service.offer(match.id, spot.guest.user, "draw")


async def halfway(spot: Spot) -> Match:
    """Whoever acts has made some steps of a turn."""
    match, service = await live(spot, "piously"), spot.stage.app.context.service
    while True:
        mover, game = match.to_act[0], game_of(match)
        state = game.rules.view(state_of(match), mover.seat)
        step = game.presenter.suggest(state, mover.seat, "", 1)[0]
        match = await service.submit(match.id, mover.user or spot.host.user, step)
        same = match.to_act[0].seat == mover.seat
        if same and mover.user == spot.host.user:
            return match


STEPS = ("b", "m:P3")


async def turn_drafted(spot: Spot) -> Match:
    """Whoever acts has drafted two steps of a turn."""
    match, service = await challenged(spot, "piously", options={"board": "classic"}), spot.stage.app.context.service
    match = await service.accept(match.id, spot.guest)
    for person, place in ((spot.host, "@P1"), (spot.guest, "@S1")):
        match = await service.submit(match.id, person.user, place)
    await spot.stage.app.context.drafts.keep(match, spot.host.user, STEPS)
    return match


async def composed(spot: Spot) -> Match:
    """Whoever acts has composed a move and not confirmed it."""
    match = await live(spot)
    await spot.stage.app.context.drafts.keep(match, spot.host.user, composition(match))
    return match


def composition(match: Match | None) -> tuple[str, ...]:
    """The choices that make the move h4-g4."""
    assert match is not None
    game = game_of(match)
    return tuple(game.presenter.tokens(state_of(match), game.rules.parse("h4-g4")))


async def paused(spot: Spot) -> Match:
    """The match is paused."""
    match = await live(spot)
    return await spot.stage.app.context.service.suspend(match.id) or match


async def over(spot: Spot) -> Match:
    """The match is over."""
    match = await live(spot)
    return await spot.stage.app.context.service.resign(match.id, spot.guest.user)


async def tournament(spot: Spot, people: int) -> TournamentId:
    """A tournament of whoever acts, in which so many take part."""
    service = spot.stage.app.background.tournament_cards.service
    made = await service.create(Terms(Format.SWISS, "choccer", "3d", size=8), spot.place, spot.host)
    for one in (spot.host, spot.guest, seat_of(spot.server.owner))[:people]:
        await service.join(made.id, one)
    return made.id


async def voided(spot: Spot) -> Match:
    """Whoever acts has voided a match in which they do not play."""
    match, app = await theirs_moved(spot), spot.stage.app
    await Moderation(app.context.service, SqlAudit(app.database)).carry_out(
        match.id, Order("void", spot.host.user, "They both asked for it.")
    )
    return await app.context.service.get(match.id)


async def blocked(spot: Spot) -> None:
    """The other one is blocked."""
    await spot.stage.blocks.block(Block("person", spot.ben.id, "", spot.ana.id, 0))


async def blocked_by_me(spot: Spot) -> None:
    """Whoever acts has blocked the other one for themselves."""
    await nothing(spot)
    block = PersonalBlock(spot.host.user, spot.guest.user, spot.guest.name, 0)
    await spot.stage.personal_blocks.add_block(block, 10)


async def unsought(spot: Spot) -> None:
    """Neither looks for an opponent, and nobody for a match of Onyx, which whoever acts will look for."""
    await nothing(spot)
    seek, guild = schema.seek.c, spot.server.id
    ours = seek.user_id.in_([spot.host.user, spot.guest.user])
    stale = select(seek.id, seek.games).where(seek.guild == guild)
    async with spot.stage.app.database.write() as connection:
        onyx = [row.id for row in await connection.execute(stale) if row.games == ["onyx"]]
        await connection.execute(delete(schema.seek).where(or_(ours, seek.id.in_(onyx))))


async def seek_of(spot: Spot, person: Person) -> Seek:
    """The person looks for an opponent, and nobody is there."""
    context = spot.stage.app.context
    looks = Seek(person, spot.place, ("choccer",), TIME, created=context.service.clock())

    def nobody(_waiting: object, _facts: object) -> None:
        """Nobody fits."""

    def never(_found: object) -> Change:
        raise AssertionError

    store = spot.stage.app.background.seeks.matchmaking.store
    placed = await store.place(looks, nobody, never, keep=True, now=looks.created)
    assert isinstance(placed, Seek)
    return placed


async def admitted(spot: Spot) -> None:
    """Nobody is excluded from the matches of the server."""
    await nothing(spot)
    await spot.stage.app.context.exclusions.end(spot.server.id, spot.guest.user, spot.host.user, 1)


async def excluded(spot: Spot) -> None:
    """Whoever acts has excluded the other one from the matches of the server."""
    await nothing(spot)
    await spot.stage.app.context.exclusions.add(
        Exclusion(spot.server.id, spot.guest.user, spot.guest.name, "rude", spot.host.user, 0)
    )


async def unblocked(spot: Spot) -> None:
    """The other one is not blocked."""
    await spot.stage.blocks.unblock("person", spot.ben.id)

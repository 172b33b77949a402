"""What is there before somebody acts: matches in every stage, brought about behind Discord's back."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import delete, or_, select

from bot.club.absence import begin_absence
from bot.club.blocks import Block
from bot.club.events.model import Format, Terms, TournamentId
from bot.club.exclusions import Exclusion
from bot.club.personal_blocks import PersonalBlock
from bot.club.preferences import Preferences
from bot.club.rating_roles import RatingRole
from bot.club.reports import Report
from bot.club.seeks import Seek
from bot.cogs.context import Context
from bot.match.acts import Order
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, TimeControl
from bot.match.model import Change, Match, Place, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.play import game_of, state_of
from bot.match.reviews import JudgedTurn, Review, made_of
from bot.store import schema
from bot.store.audit import SqlAudit
from bot.store.reviews import SqlReviews
from tests.faults.stage import Spot
from tests.faults.stage import person as seat_of

TIME = TimeControl("days", 3 * DAY)


async def cancel_all(context: Context, host: Person) -> None:
    """Take back the challenges that nobody has answered."""
    for match in await context.lists.of_user(host.user):
        if match.stage is Stage.INVITED and match.host == host.user:
            await context.service.cancel(match.id, host)


async def reset(spot: Spot) -> None:
    """No match; whoever acts has no settings, no days off, and nobody waits for an answer."""
    context = spot.stage.app.context
    await cancel_all(context, spot.host)
    await spot.stage.personal_blocks.remove_block(spot.host.user, spot.guest.user)
    await context.people.change_preferences(spot.host.user, lambda before: Preferences(before.user))


async def take_days_off(spot: Spot) -> None:
    """No match; whoever acts has days off."""
    await reset(spot)
    context = spot.stage.app.context
    await begin_absence(context.service, context.people, spot.host.user, 1)


async def reset_posting(spot: Spot) -> None:
    """No match, and the server posts a new board after each move."""
    await reset(spot)
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, posting="post")
    )


async def remove_rules(spot: Spot) -> None:
    """The server gives no role by rating, but the bot could give one, called Strong."""
    await reset(spot)
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


def role_to_give(spot: Spot) -> int:
    """The role that the bot could give."""
    server = spot.stage.app.client.get_guild(spot.server.id)
    assert server is not None
    return next(role.id for role in server.roles if role.name == "Strong")


async def add_rule(spot: Spot) -> None:
    """The server gives the role from 1600 on."""
    await remove_rules(spot)
    rule = RatingRole(role_to_give(spot), least=1600)
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, rating_roles=(rule,))
    )


async def issue_challenge(
    spot: Spot, game: str = "choccer", *, asks: bool = True, options: dict[str, object] | None = None
) -> Match:
    """Whoever acts (`asks`) has challenged the other one, or the other way round."""
    await reset(spot)
    host, guest = (spot.host, spot.guest) if asks else (spot.guest, spot.host)
    service = spot.stage.app.context.service
    await cancel_all(spot.stage.app.context, host)
    challenge = ChallengeRequest(game, host, spot.place, (guest,), time=TIME, first="me", options=options or {})
    return await spot.stage.announce(await service.challenge(challenge))


async def begin_only_match(spot: Spot) -> Match:
    """The only match of whoever acts, of whom nothing else is stored."""
    await spot.stage.app.context.service.withdraw(spot.host.user)
    await spot.stage.app.context.people.forget(spot.host.user, "Somebody")
    return await begin_match(spot)


async def be_challenged(spot: Spot) -> Match:
    """Whoever acts is challenged."""
    return await issue_challenge(spot, asks=False)


async def begin_match(spot: Spot, game: str = "choccer") -> Match:
    """A match in which whoever acts is to move."""
    match = await issue_challenge(spot, game)
    return await spot.stage.app.context.service.accept(match.id, spot.guest)


async def open_their_table(spot: Spot) -> Match:
    """The other one has opened a table."""
    await reset(spot)
    service = spot.stage.app.context.service
    await cancel_all(spot.stage.app.context, spot.guest)
    return await spot.stage.announce(
        await service.challenge(ChallengeRequest("cyberzul", spot.guest, spot.place, seats=4, time=TIME))
    )


async def join_table(spot: Spot) -> Match:
    """Whoever acts sits at the table of the other one."""
    match = await open_their_table(spot)
    return await spot.stage.app.context.service.join(match.id, spot.host)


async def open_table(spot: Spot) -> Match:
    """Whoever acts has opened a table, where the other one sits."""
    await reset(spot)
    service = spot.stage.app.context.service
    match = await service.challenge(ChallengeRequest("cyberzul", spot.host, spot.place, seats=4, time=TIME))
    await spot.stage.announce(match)
    return await service.join(match.id, spot.guest)


async def move_once(spot: Spot) -> Match:
    """Whoever acts has just moved."""
    match = await begin_match(spot)
    return await spot.stage.app.context.service.submit(match.id, spot.host.user, "h4-g4")


async def begin_their_match(spot: Spot) -> Match:
    """A match in which whoever acts does not play: the other one, against nobody else."""
    service = spot.stage.app.context.service
    return await spot.stage.announce(
        await service.challenge(ChallengeRequest("choccer", spot.guest, spot.place, (spot.guest,), time=TIME))
    )


async def move_in_their_match(spot: Spot) -> Match:
    """The same after a move."""
    match = await begin_their_match(spot)
    return await spot.stage.app.context.service.submit(match.id, spot.guest.user, "h4-g4")


async def be_offered_draw(spot: Spot) -> Match:
    """The other one offers a draw."""
    match = await begin_match(spot)
    return await spot.stage.app.context.service.offer(match.id, spot.guest.user, "draw")


async def offer_draw(spot: Spot) -> Match:
    """Whoever acts has offered a draw."""
    match = await begin_match(spot)
    return await spot.stage.app.context.service.offer(match.id, spot.host.user, "draw")


async def begin_turn(spot: Spot) -> Match:
    """Whoever acts has made some steps of a turn."""
    match, service = await begin_match(spot, "piously"), spot.stage.app.context.service
    while True:
        mover, game = match.to_act[0], game_of(match)
        state = game.rules.view(state_of(match), mover.seat)
        step = game.presenter.suggest(state, mover.seat, "", 1)[0]
        match = await service.submit(match.id, mover.user or spot.host.user, step)
        same = match.to_act[0].seat == mover.seat
        if same and mover.user == spot.host.user:
            return match


STEPS = ("b", "m:P3")


async def draft_turn(spot: Spot) -> Match:
    """Whoever acts has drafted two steps of a turn."""
    match, service = (
        await issue_challenge(spot, "piously", options={"board": "classic"}),
        spot.stage.app.context.service,
    )
    match = await service.accept(match.id, spot.guest)
    for person, place in ((spot.host, "@P1"), (spot.guest, "@S1")):
        match = await service.submit(match.id, person.user, place)
    await spot.stage.app.context.drafts.keep(match, spot.host.user, STEPS)
    return match


async def compose_move(spot: Spot) -> Match:
    """Whoever acts has composed a move and not confirmed it."""
    match = await begin_match(spot)
    await spot.stage.app.context.drafts.keep(match, spot.host.user, composition(match))
    return match


def composition(match: Match | None) -> tuple[str, ...]:
    """The choices that make the move h4-g4."""
    assert match is not None
    game = game_of(match)
    return tuple(game.presenter.tokens(state_of(match), game.rules.parse("h4-g4")))


async def pause_match(spot: Spot) -> Match:
    """The match is paused."""
    match = await begin_match(spot)
    return await spot.stage.app.context.service.suspend(match.id) or match


async def end_match(spot: Spot) -> Match:
    """The match is over."""
    match = await begin_match(spot)
    return await spot.stage.app.context.service.resign(match.id, spot.guest.user)


async def end_moved_match(spot: Spot) -> Match:
    """The match is over, after a move."""
    match = await move_once(spot)
    return await spot.stage.app.context.service.resign(match.id, spot.guest.user)


async def review_match(spot: Spot) -> Match:
    """The match is over and has been reviewed: its only move was a blunder."""
    match, app = await end_moved_match(spot), spot.stage.app
    log = await app.context.log.entries(match.id)
    blunder = JudgedTurn(1, log[0].seat, 0, 0, 0.6, 0.6, 0.2, "h4-h5", "You move the circle from h4 to h5")
    await SqlReviews(app.database).keep_review(match.id, made_of(match, log), Review((blunder,), (0.0, 1.0)))
    return match


async def open_tournament(spot: Spot, people: int) -> TournamentId:
    """A tournament of whoever acts, in which so many take part."""
    service = spot.stage.app.background.tournament_cards.service
    made = await service.create(Terms(Format.SWISS, "choccer", "3d", size=8), spot.place, spot.host)
    for one in (spot.host, spot.guest, seat_of(spot.server.owner))[:people]:
        await service.join(made.id, one)
    return made.id


async def void_match(spot: Spot) -> Match:
    """Whoever acts has voided a match in which they do not play."""
    match, app = await move_in_their_match(spot), spot.stage.app
    await Moderation(app.context.service, SqlAudit(app.database)).carry_out(
        match.id, Order("void", spot.host.user, "They both asked for it.")
    )
    return await app.context.service.get(match.id)


async def block_other(spot: Spot) -> None:
    """The other one is blocked."""
    await spot.stage.blocks.block(Block("person", spot.ben.id, "", spot.ana.id, 0))


async def block_personally(spot: Spot) -> None:
    """Whoever acts has blocked the other one for themselves."""
    await reset(spot)
    block = PersonalBlock(spot.host.user, spot.guest.user, spot.guest.name, 0)
    await spot.stage.personal_blocks.add_block(block, 10)


async def end_searches(spot: Spot) -> None:
    """Neither looks for an opponent, and nobody for a match of Onyx, which whoever acts will look for."""
    await reset(spot)
    seek, guild = schema.seek.c, spot.server.id
    ours = seek.user_id.in_([spot.host.user, spot.guest.user])
    stale = select(seek.id, seek.games).where(seek.guild == guild)
    async with spot.stage.app.database.write() as connection:
        onyx = [row.id for row in await connection.execute(stale) if row.games == ["onyx"]]
        await connection.execute(delete(schema.seek).where(or_(ours, seek.id.in_(onyx))))


async def begin_search(spot: Spot, person: Person) -> Seek:
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


async def readmit(spot: Spot) -> None:
    """Nobody is excluded from the matches of the server."""
    await reset(spot)
    await spot.stage.app.context.exclusions.end(spot.server.id, spot.guest.user, spot.host.user, 1)


async def exclude_other(spot: Spot) -> None:
    """Whoever acts has excluded the other one from the matches of the server."""
    await reset(spot)
    await spot.stage.app.context.exclusions.add(
        Exclusion(spot.server.id, spot.guest.user, spot.guest.name, "rude", spot.host.user, 0)
    )


async def meet_another_server(spot: Spot) -> Match:
    """A match of the two is played on another server too, which is not excluded."""
    await reset(spot)
    context, elsewhere = spot.stage.app.context, Place(7, 8)
    await context.exclusions.end(spot.server.id, 7, spot.host.user, 1)
    guest = spot.guest
    return await context.service.challenge(
        ChallengeRequest("choccer", spot.host, spot.place, (guest,), other=elsewhere, guests=frozenset({guest.user}))
    )


async def forget_reports(spot: Spot) -> None:
    """Neither has reported anything."""
    await reset(spot)
    ours = schema.report.c.user_id.in_([spot.host.user, spot.guest.user])
    async with spot.stage.app.database.write() as connection:
        await connection.execute(delete(schema.report).where(ours))


async def be_reported_to(spot: Spot) -> Report:
    """The other one has reported somebody to whoever acts."""
    await forget_reports(spot)
    eve = Person(UserId(9), "Eve")
    report = Report(spot.server.id, spot.guest, "insults", "Rude words.", 0, eve, shown=True)
    return (await spot.stage.app.context.reports.add([report]))[0]


async def unblock_other(spot: Spot) -> None:
    """The other one is not blocked."""
    await spot.stage.blocks.unblock("person", spot.ben.id)

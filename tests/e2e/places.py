"""A server or channel of one's own, for tests that change what others see."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from sandbox.client import Member, Message, Sandbox
from sandbox.world.seed import BOT_PERMISSIONS
from tests.e2e.playing import becomes

_number = count(1)


@dataclass(frozen=True)
class Server:
    """A server with its owner, a channel to play in and one for results."""

    sandbox: Sandbox
    name: str
    id: int
    owner: Member
    games: int
    results: int

    async def welcome(self, name: str, *roles: int, locale: str = "en-US") -> Member:
        """Somebody who joins, with roles; `locale` is the language of their Discord."""
        member = await self.sandbox.add_person(f"{name} {next(_number)}", guild=self.name, locale=locale)
        if roles:
            body = {"roles": [str(role) for role in roles]}
            await self.sandbox.control("PATCH", f"/guilds/{self.id}/members/{member.id}", body)
        return member

    async def channel(self, name: str) -> int:
        """One more text channel; returns its id."""
        made = await self.sandbox.control("POST", f"/guilds/{self.id}/channels", {"name": name, "type": 0})
        return int(made["id"])

    async def role(self, name: str, **more: object) -> int:
        """One more role; returns its id."""
        body = {"name": name, "permissions": [], **more}
        return int((await self.sandbox.control("POST", f"/guilds/{self.id}/roles", body))["id"])

    async def role_below_the_bot(self, name: str) -> int:
        """One more role, which the bot could give; returns its id."""
        return await self.role(name, position=0)

    async def allow_the_bot(self, *more: str) -> None:
        """Let the bot have the permissions that it needs, and these besides."""
        names = [*(one.name or "" for one in BOT_PERMISSIONS), *more]
        await self.sandbox.control("PATCH", f"/guilds/{self.id}/roles", {"role": "bot", "permissions": names})

    async def members_with(self, role: int) -> set[int]:
        """Who has the role."""
        world = await self.sandbox.world()
        members = next(one["members"] for one in world["guilds"] if one["id"] == str(self.id))
        return {int(one["user"]["id"]) for one in members if str(role) in one["roles"]}

    async def setup(self, member: Member | None = None) -> Message:
        """The page of /setup, opened by the owner."""
        asker = member or self.owner
        return (await asker.settle(await asker.command("setup", channel=self.games))).message

    async def open_page(self, page: Message, topic: str) -> Message:
        """The page of /setup with the menu of a topic, which the owner has chosen."""

        async def look() -> Message | None:
            fresh = await self.owner.refresh(page)
            wanted = f"q1:setup-set:0:0:{topic}"
            return fresh if any(select.custom_id == wanted for select in fresh.selects) else None

        chosen = await self.owner.select(page, [topic])
        assert not chosen.failed, f"the bot didn't answer the choice of {topic}"
        return await self.owner.wait_until(look, what=f"the menu of {topic}")

    async def decide(self, topic: str, values: list[object], said: str) -> Message:
        """The owner sets a topic; returns the page, which now says so."""
        page = await self.setup()
        await self.owner.select(await self.open_page(page, topic), values)
        return await becomes(self.owner, page, said)


async def new_server(sandbox: Sandbox) -> Server:
    """A new server with the bot in it."""
    number = next(_number)
    owner = await sandbox.add_person(f"Mira {number}")
    name = f"Server {number}"
    made = await sandbox.control("POST", "/guilds", {"name": name, "owner": str(owner.id)})
    guild = int(made["id"])
    permissions = [one.name for one in BOT_PERMISSIONS]
    await sandbox.control("PUT", f"/guilds/{guild}/members/{sandbox.bot.id}", {"permissions": permissions})
    server = Server(sandbox, name, guild, owner, 0, 0)
    games, results = await server.channel(f"games-{number}"), await server.channel(f"results-{number}")
    return Server(sandbox, name, guild, owner, games, results)


async def own_channel(sandbox: Sandbox) -> int:
    """A text channel of its own, so that trouble and matches stay in one test."""
    name = f"trouble-{next(_number)}"
    made = await sandbox.control("POST", "/guilds/Quintet Lounge/channels", {"name": name, "type": 0})
    return int(made["id"])

"""What a thread tells of a match: the walk through its boards that many tests end with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sandbox.client import Member, Message
from tests.e2e.clicking import is_live

PNG = b"\x89PNG"
_TOLD = re.compile(r"^(The match begins\.|Turn \d+ · .*?)(?: · #[A-Z0-9]{5})?$", re.MULTILINE)


def story_of(shown: Message) -> str | None:
    """The lines of a board that say what was done; None for other messages."""
    found = _TOLD.findall(shown.text)
    return "\n".join(found) if found and (shown.images or "```" in shown.text) else None


def turns_told(shown: Message) -> list[int]:
    """The numbers of the turns that a board tells, in order."""
    return [int(number) for number in re.findall(r"^Turn (\d+) · ", shown.text, re.MULTILINE)]


@dataclass
class ThreadStory:
    """The boards of a thread as they were first seen.

    `in_place`: the newest board is edited in place (live clocks), and tells and shows what is new.
    """

    member: Member
    thread: int
    in_place: bool = False
    told: dict[int, str] = field(default_factory=dict)
    pictures: dict[int, bytes] = field(default_factory=dict)
    walks: int = 0

    async def boards(self) -> list[Message]:
        """All boards, oldest first."""
        messages = await self.member.messages(self.thread, limit=1000)
        return [one for one in messages if story_of(one) is not None]

    async def wait_until_settled(self) -> list[Message]:
        """All boards, as soon as one of them at most has controls."""

        async def look() -> list[Message] | None:
            boards = await self.boards()
            return boards if sum(map(is_live, boards)) <= 1 and boards and is_live(boards[-1]) else None

        return await self.member.wait_until(look, patience=60, what="the old boards to lose their controls")

    async def walk(self) -> list[Message]:
        """Look at every board: each picture is there, and no old board tells or shows anything else than before."""
        self.walks += 1
        boards = await self.wait_until_settled()
        for one in boards:
            for number in range(len(one.images)):
                assert (await self.member.image_bytes(one, number)).startswith(PNG), one.text
            told = story_of(one) or ""
            old = one is not boards[-1]
            if old or not self.in_place:
                assert self.told.setdefault(one.id, told) == told
            if old:  # the newest is drawn again for an offer
                picture = await self.member.image_bytes(one) if one.images else one.text.encode()
                assert self.pictures.setdefault(one.id, picture) == picture, told
        assert set(self.told) <= {one.id for one in boards}, "no board is gone"
        return boards

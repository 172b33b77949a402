"""A scripted client: members of the sandbox for tests.

async with Sandbox.start() as sandbox:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    result = await ana.command("choccer", {"opponent": ben}, channel="games")
    await ben.click(result.message, label="Accept")
"""

from __future__ import annotations

from sandbox.client.member import Member
from sandbox.client.message import Component, Image, Message, Option
from sandbox.client.result import Choice, Modal, Result
from sandbox.client.sandbox import QUICK, Sandbox, Violated
from sandbox.client.transport import SandboxError
from sandbox.strict.faults import Trouble

__all__ = [
    "QUICK",
    "Choice",
    "Component",
    "Image",
    "Member",
    "Message",
    "Modal",
    "Option",
    "Result",
    "Sandbox",
    "SandboxError",
    "Trouble",
    "Violated",
]

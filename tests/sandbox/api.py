"""The REST API as a bot without a library would use it."""

from __future__ import annotations

import io
import json
from typing import Any, NamedTuple

import aiohttp

from sandbox.client import Sandbox

Json = dict[str, Any]


class Reply(NamedTuple):
    """An answer of the API."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        """Discord's JSON error code."""
        return int(self.body["code"])


class Api:
    """Requests with the bot's token."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self._sandbox = sandbox
        self._session = session

    async def __call__(
        self,
        route: str,
        body: object = None,
        *,
        files: list[tuple[str, bytes]] | None = None,
        token: str | None = None,
    ) -> Reply:
        """`route` is e.g. "GET /users/@me"; files are sent as a form with payload_json."""
        method, path = route.split(" ", 1)
        headers = {"Authorization": f"Bot {token or self._sandbox.token}"}
        data: aiohttp.FormData | str | None = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body or {}))
            for index, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{index}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = body if isinstance(body, str) else json.dumps(body)
        async with self._session.request(method, self._sandbox.api + path, data=data, headers=headers) as response:
            text = await response.text()
            found = json.loads(text) if response.headers.get("Content-Type") == "application/json" else text
            return Reply(response.status, found, dict(response.headers))

    async def post(self, channel: int, **body: object) -> Reply:
        """Post a message."""
        return await self(f"POST /channels/{channel}/messages", body)

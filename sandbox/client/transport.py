"""HTTP to the human side of a sandbox."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import aiohttp


class SandboxError(Exception):
    """The sandbox would not let a member do something; the message says why."""

    def __init__(self, reason: str, status: int) -> None:
        super().__init__(reason)
        self.status = status


class Transport:
    """One HTTP session to one sandbox."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def get(self, path: str, **query: str | int) -> Any:  # noqa: ANN401 - JSON
        """What there is under `path`."""
        return await self._request("GET", path, query=query)

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
        """Do something."""
        return await self._request("POST", path, body=body or {})

    async def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
        """Any other method."""
        return await self._request(method, path, body=body)

    async def download(self, url: str) -> bytes:
        """A file from the CDN."""
        async with self.session.get(url) as response:
            if response.status != 200:
                raise SandboxError(f"{url} answered {response.status}", response.status)
            return await response.read()

    async def _request(
        self,
        method: str,
        path: str,
        *,
        body: dict[str, Any] | None = None,
        query: dict[str, str | int] | None = None,
    ) -> Any:  # noqa: ANN401 - JSON
        sent = None if body is None else BytesIO(json.dumps(body).encode())  # may be megabytes: a file is attached
        headers = {"Content-Type": "application/json"} if sent is not None else {}
        address = f"{self.url}/sandbox{path}"
        async with self.session.request(method, address, data=sent, params=query, headers=headers) as response:
            if response.content_type != "application/json":
                raise SandboxError(
                    f"{method} {path} answered {response.status}: {await response.text()}", response.status
                )
            answer = await response.json()
        if response.status >= 400:
            raise SandboxError(answer["error"], response.status)
        return answer

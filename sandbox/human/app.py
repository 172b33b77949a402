"""The routes of the human side."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from sandbox.human import acts, controls, views
from sandbox.human.stream import Streams
from sandbox.human.unread import Unread
from sandbox.human.visit import Refused, Visit, find_user
from sandbox.service import Service
from sandbox.strict.errors import ApiError, Json

PAGE: Final = Path(__file__).parent.parent / "page"
MEMBER: Final = "/sandbox/members/{user}"
CHANNEL: Final = MEMBER + "/channels/{channel}"
HISTORY: Final = 100

Act = Callable[[Visit], Awaitable[Any]]


def _require_own_page(request: web.Request) -> None:
    # A page of another site in the same browser must not use this.
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        raise Refused("only the sandbox's own page may do this", status=403)


async def _body(request: web.Request) -> Json:
    try:
        body = await request.json() if request.can_read_body else {}
    except json.JSONDecodeError:
        raise Refused("the body is no JSON") from None
    if not isinstance(body, dict):
        raise Refused("the body is no JSON object")
    return body


class HumanSide:
    """Serves what members see and do, and the controls of the sandbox itself."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._unread = Unread(service.world)
        self._streams = Streams(service.world, self._unread)

    def routes(self) -> list[web.RouteDef]:
        """Everything under /sandbox, and the page at /."""
        get: dict[str, Act] = {
            "/sandbox/world": self._world,
            MEMBER: self._home,
            MEMBER + "/unread": self._counts,
            MEMBER + "/interactions/{interaction}": acts.settle,
            CHANNEL + "/messages": self._history,
            CHANNEL + "/commands": self._commands,
        }
        post: dict[str, Act] = {
            MEMBER + "/direct": self._direct,
            MEMBER + "/group": self._group,
            MEMBER + "/modals/{modal}": acts.submit,
            CHANNEL + "/messages": acts.send,
            CHANNEL + "/posts": acts.open_post,
            CHANNEL + "/messages/{message}/reactions": acts.react,
            CHANNEL + "/read": self._read,
            CHANNEL + "/typing": acts.typing,
            CHANNEL + "/join": acts.join,
            CHANNEL + "/leave": acts.leave,
            CHANNEL + "/command": acts.command,
            CHANNEL + "/autocomplete": acts.autocomplete,
            CHANNEL + "/click": acts.click,
            CHANNEL + "/select": acts.select,
        }
        found = [web.get(path, self._serve(act)) for path, act in get.items()]
        found += [web.post(path, self._serve(act)) for path, act in post.items()]
        found += [web.delete(CHANNEL + "/messages/{message}", self._serve(acts.delete))]
        found += [web.route(method, path, self._serve(act)) for method, path, act in controls.ROUTES]
        found += [web.get(MEMBER + "/stream", self._stream), web.get("/", self._page)]
        return [*found, web.get("/page/{path:.+}", self._page)]

    def _serve(self, act: Act) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                _require_own_page(request)
                return web.json_response(await act(Visit(self._service, request, await _body(request))))
            except Refused as refused:
                return web.json_response({"error": str(refused)}, status=refused.status)
            except ApiError as error:
                return web.json_response({"error": str(error), "discord": error.body()}, status=400)
            except Exception as error:  # noqa: BLE001 - the edge: a bug of the sandbox must fail the test, not vanish
                self._service.inspector.crash(request.path, error)
                return web.json_response({"error": f"the sandbox failed: {error!r}"}, status=500)

        return handle

    async def _world(self, visit: Visit) -> object:
        return views.world(visit.world)

    async def _home(self, visit: Visit) -> object:
        return views.home(visit.world, self._unread, visit.user.id)

    async def _counts(self, visit: Visit) -> object:
        return self._unread.all(visit.user.id)

    async def _history(self, visit: Visit) -> object:
        query = visit.request.query
        limit, before = int(query.get("limit", HISTORY)), query.get("before")
        channel = visit.channel()
        return views.history(
            visit.world, channel, visit.user.id, limit=limit, before=None if before is None else int(before)
        )

    async def _commands(self, visit: Visit) -> object:
        return visit.service.commands.usable(visit.user.id, visit.channel())

    async def _direct(self, visit: Visit) -> object:
        other = find_user(visit.world, str(visit.body.get("user", visit.world.bot_id)))
        channel = visit.world.direct_channel(visit.user.id, other.id)
        return views.place(visit.world, self._unread, visit.user.id, channel)

    async def _group(self, visit: Visit) -> object:
        others = tuple(find_user(visit.world, str(one)).id for one in visit.field("users"))
        if visit.world.bot_id in others:
            raise Refused("a bot cannot be in a group")
        channel = visit.world.group_channel(visit.user.id, others)
        return views.place(visit.world, self._unread, visit.user.id, channel)

    async def _read(self, visit: Visit) -> object:
        self._unread.read(visit.user.id, visit.channel().id)
        return {}

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        try:
            _require_own_page(request)
            user = find_user(self._service.world, request.match_info["user"])
        except Refused as refused:
            return web.json_response({"error": str(refused)}, status=refused.status)
        return await self._streams.serve(request, user.id)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        path = (PAGE / request.match_info.get("path", "index.html")).resolve()
        if not path.is_relative_to(PAGE) or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def close(self, app: web.Application) -> None:
        """End all streams."""
        self._unread.close()
        self._streams.close()

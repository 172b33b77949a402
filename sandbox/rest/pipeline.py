"""What every request of the bot goes through before and after its endpoint."""

from __future__ import annotations

import asyncio
import json
import random
import re
import urllib.parse
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import BodyPartReader, web

from sandbox.content.attachments import Upload
from sandbox.rest import ENDPOINTS
from sandbox.rest.routing import Answer, Call, Endpoint
from sandbox.service import Service
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.faults import Rule, Trouble
from sandbox.strict.form import Form
from sandbox.strict.ratelimit import refusal

PREFIX: Final = "/api/v10"
FILE_FIELD: Final = re.compile(r"files\[(\d+)\]")
RENAMED: Final = "/channels/{channel_id}"
WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})


class Pipeline:
    """Serves the REST API of one sandbox."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def routes(self) -> list[web.RouteDef]:
        """All endpoints, for aiohttp. Fixed paths come before those with placeholders."""
        ordered = sorted(ENDPOINTS, key=lambda one: one.path.replace("@", "!").replace("{", "~"))
        found = [web.route(one.method, PREFIX + one.path, self._serve(one)) for one in ordered]
        return [*found, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _serve(self, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            route = f"{request.method} {request.path.removeprefix(PREFIX)}"
            await self._travel()
            faults = self._service.faults
            if (rule := faults.strike(route, first=True)) and (trouble := await self._trouble(request, rule)):
                return trouble
            response = await self._limit(endpoint, Call(self._service, request))
            if (rule := faults.strike(route, first=False)) and (trouble := await self._trouble(request, rule)):
                return trouble
            await self._travel()
            return response

        return handle

    async def _travel(self) -> None:
        """One way of a request or of its answer."""
        if longest := self._service.settings.latency_ms / 2_000:
            await asyncio.sleep(random.uniform(0, longest))  # noqa: S311 - no secret

    async def _trouble(self, request: web.Request, rule: Rule) -> web.Response | None:
        match rule.trouble:
            case Trouble.SLOW | Trouble.LATE:
                await asyncio.sleep(rule.seconds)
                return None
            case Trouble.DROPPED | Trouble.LOST:
                if request.transport is not None:
                    request.transport.close()
                return web.Response()
            case Trouble.ERROR if rule.status == 429:
                verdict = refusal(rule.seconds)
                return respond(Answer(429, verdict.refused), verdict.headers)
            case Trouble.ERROR | Trouble.ERROR_AFTER:
                return respond(Answer(rule.status, {"message": f"{rule.status}: Internal Server Error", "code": 0}))

    async def _limit(self, endpoint: Endpoint, call: Call) -> web.Response:
        headers: dict[str, str] = {}
        limits_ = self._service.limits
        try:
            if call.request.method in WITH_BODY:
                await read_body(call)
            if self._service.settings.rate_limits:
                renames = endpoint.path == RENAMED and bool({"name", "topic"} & set(call.payload or ()))
                route = f"{endpoint.method} {endpoint.path}"
                verdict = limits_.ask(route, dict(call.request.match_info), renames=renames)
                if verdict.banned:
                    return web.Response(status=429, text="error code: 1015")
                headers = verdict.headers
                if verdict.refused is not None:
                    limits_.note(429)
                    return self._inspect(endpoint, Answer(429, verdict.refused), headers)
            answer = await self._answer(endpoint, call)
        except ApiError as error:
            answer = Answer(error.status, error.body())
            if error.status == 429:
                headers |= {"Via": "1.1 sandbox", "Retry-After": str(error.extra.get("retry_after", 1))}
        except ConnectionResetError:  # the bot was killed while sending: there is nobody to answer
            raise
        except Exception as error:  # noqa: BLE001 - the edge: a bug of the sandbox must fail the test, not vanish
            self._service.inspector.crash(f"{endpoint.method} {endpoint.path}", error)
            answer = Answer(500, {"message": repr(error), "code": 0})
        limits_.note(answer.status)
        return self._inspect(endpoint, answer, headers)

    def _inspect(self, endpoint: Endpoint, answer: Answer, headers: dict[str, str]) -> web.Response:
        self._service.inspector.answer(endpoint.method, endpoint.path, answer.status, answer.body)
        return respond(answer, headers)

    async def _answer(self, endpoint: Endpoint, call: Call) -> Answer:
        if endpoint.with_token and call.request.headers.get("Authorization") != f"Bot {self._service.settings.token}":
            raise ApiError(errors.UNAUTHORIZED)
        _check_reason(call.request.headers.get("X-Audit-Log-Reason", ""))
        self._service.inspector.request(endpoint.method, endpoint.path, call.payload, call.request.query)
        return await endpoint.handler(call)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        error = ApiError(errors.NOT_FOUND)
        return respond(Answer(error.status, error.body()))


def respond(answer: Answer, headers: dict[str, str] | None = None) -> web.Response:
    """The answer as a response. discord.py wants the bare media type, without a charset."""
    if answer.body is None:
        return web.Response(status=answer.status, headers=headers)
    body = json.dumps(answer.body, separators=(",", ":")).encode()
    return web.Response(
        status=answer.status, body=body, headers={"Content-Type": "application/json", **(headers or {})}
    )


async def read_body(call: Call) -> None:
    """Read JSON, or a form with `payload_json` and files."""
    request = call.request
    if (request.content_length or 0) > limits.REQUEST_BYTES:
        raise ApiError(errors.FILE_TOO_LARGE)
    if request.content_type.startswith("multipart/"):
        await _read_form(call)
        return
    text = await request.text()
    if text:
        call.payload = _parse(text)


async def _read_form(call: Call) -> None:
    async for part in await call.request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(errors.INVALID_JSON)
        if part.name == "payload_json":
            call.payload = _parse(await part.text())
        elif part.name is not None and (field := FILE_FIELD.fullmatch(part.name)):
            data = bytes(await part.read(decode=False))
            call.uploads[int(field[1])] = Upload(part.filename or "unknown", data)


def _check_reason(quoted: str) -> None:
    form = Form()
    form.text(("audit_log_reason",), urllib.parse.unquote(quoted), most=limits.AUDIT_LOG_REASON)
    form.settle()


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise ApiError(errors.INVALID_JSON) from None

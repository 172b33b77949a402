"""Strict mode: schemas, and what counts as a violation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sandbox.__main__ import parse
from sandbox.client import Sandbox, Violated
from sandbox.settings import Settings
from sandbox.strict.checks import Strict
from sandbox.strict.schema import Schemas
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event
from tests.sandbox.api import Api

Json = dict[str, Any]
WORDS = st.sampled_from(["", "a", "ab", "abc", "7"])
# Python holds True and 1 equal, JSON does not; enumerations of Discord never mix them.
LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | WORDS
VALUES = st.recursive(
    LEAVES,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from("abt"), inside, max_size=3),
    max_leaves=6,
)
TYPE_NAMES = ["string", "integer", "number", "boolean", "object", "array", "null"]
PLAIN = st.one_of(
    st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"]).map(
        lambda one: {"type": one}
    ),
    st.just({"type": ["string", "null"]}),
    st.lists(WORDS | st.integers(2, 3), min_size=1, max_size=3).map(lambda ones: {"enum": ones}),
    st.integers(0, 2).map(lambda one: {"minLength": one, "maximum": one, "maxItems": one}),
    st.integers(0, 2).map(lambda one: {"maxLength": one, "minimum": one, "minItems": one, "maxProperties": one}),
    st.just({"pattern": "^[0-9]+$"}),
    st.just({"required": ["a"]}),
)
SCHEMAS = st.recursive(
    PLAIN,
    lambda inside: st.one_of(
        inside.map(lambda one: {"items": one}),
        st.dictionaries(st.sampled_from("ab"), inside, max_size=2).map(lambda ones: {"properties": ones}),
        inside.map(lambda one: {"properties": {"a": {}}, "additionalProperties": one}),
        st.lists(inside, min_size=1, max_size=3).flatmap(
            lambda ones: st.sampled_from(["allOf", "anyOf", "oneOf"]).map(lambda key: {key: ones})
        ),
    ),
    max_leaves=5,
)


@given(schema=SCHEMAS, value=VALUES)
def test_schemas_agree_with_jsonschema(schema: Json, value: object) -> None:
    accepted = Schemas({}).check(schema)(value) is None
    assert accepted == Draft202012Validator(schema).is_valid(value)


def test_references_may_run_in_circles() -> None:
    tree = {"type": "object", "properties": {"next": {"$ref": "#/tree"}}, "required": ["name"]}
    check = Schemas({"tree": tree}).check({"$ref": "#/tree"})
    assert check({"name": "a", "next": {"name": "b"}}) is None
    assert check({"name": "a", "next": {"next": {}}}) == ("/next", "name is missing")


def test_unions_are_told_apart_by_their_type() -> None:
    parts = [
        {"properties": {"type": {"enum": [kind]}, "size": {"maximum": kind}}, "required": ["type"]} for kind in (1, 2)
    ]
    check = Schemas({}).check({"oneOf": parts})
    assert check({"type": 2, "size": 2}) is None
    assert check({"type": 1, "size": 2}) == ("/size", "2 is more than 1")
    assert check({"type": 3}) == ("/type", "3 is not one of [1, 2]")


DESCRIPTION: Json = {
    "paths": {
        "/users/@me": {
            "get": {
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 5}}],
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"required": ["shoe_size"]}}}},
                },
            }
        },
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"required": ["poem"]}}}},
                "responses": {"200": {"description": "fine"}},
            }
        },
    },
    "components": {"schemas": {"MessageResponse": {"required": ["rhyme"]}, "SnowflakeType": {"type": "string"}}},
}


async def test_violations_fail_the_test_that_caused_them(tmp_path: Path) -> None:
    description = tmp_path / "openapi.json"
    description.write_text(json.dumps(DESCRIPTION))

    async def break_everything() -> None:
        async with Sandbox.start(Settings(openapi=description)) as sandbox, aiohttp.ClientSession() as session:
            api = Api(sandbox, session)
            await api("GET /users/@me?limit=9")
            await api.post(await sandbox.channel_id("general"), content="prose")

    with pytest.raises(Violated) as found:
        await break_everything()
    lines = str(found.value).splitlines()
    assert lines == [
        "request GET /users/@me?limit= : 9 is more than 5",
        "answer GET /users/@me 200 : shoe_size is missing",
        "request POST /channels/{channel_id}/messages : poem is missing",
        "event MESSAGE_CREATE : rhyme is missing",
    ]


def test_one_kind_of_violation_can_be_forgiven() -> None:
    strict = Strict(DESCRIPTION)
    strict.request("POST", "/channels/{channel_id}/messages", {}, {})
    strict.event(Event("MESSAGE_CREATE", {}, frozenset({Snowflake(1)})))
    strict.forget("request")
    assert [one["kind"] for one in strict.violations()] == ["event"]
    strict.forget()
    assert strict.violations() == []


def test_answers_with_undescribed_statuses_are_violations() -> None:
    strict = Strict(DESCRIPTION)
    strict.answer("GET", "/users/@me", 302, None)
    strict.answer("GET", "/users/@me", 500, None)
    assert [one["message"] for one in strict.violations()] == ["the status 302 is not described"]


def test_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_OPENAPI", "here.json")
    settings = parse(["--port", "8010", "--no-rate-limits", "--privileged-intents", "--heartbeat-ms", "1000"])
    assert (settings.port, settings.rate_limits, settings.heartbeat_ms) == (8010, False, 1000)
    assert settings.openapi == Path("here.json")
    assert settings.application_flags == 1 << 13 | 1 << 15 | 1 << 19


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--openapi", "nowhere.json"], ["--openapi", "README.md"]])
def test_a_wrong_setting_ends_with_one_plain_line(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no JSON")
    command = [sys.executable, "-m", "sandbox", *arguments]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()
    assert line.startswith("The sandbox cannot start: ")

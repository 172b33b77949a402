"""What is handed to those who host the bot: compose.yaml, alert rules and a dashboard fit the bot that there is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import promql_parser
import pytest
from prometheus_client import REGISTRY
from ruamel.yaml import YAML

from bot import metrics
from bot.settings import load

ROOT = Path(__file__).parents[1]
RULES = ROOT / "deploy" / "prometheus" / "alerts.yaml"
DASHBOARD = ROOT / "deploy" / "grafana" / "quintet.json"
PROMTOOL = os.environ.get("QUINTET_PROMTOOL") or shutil.which("promtool")
VALUES = {
    "outcome": {*get_args(metrics.Outcome), "picture", "text"},
    "kind": set(get_args(metrics.Kind)),
    "queue": {"pictures", "posts", "thoughts"},
}
"""What these labels can be: nothing else may be asked for."""
BY_PROMETHEUS = {"instance", "job"}
"""Labels that every series has got when it has been scraped."""


def yaml(file: Path) -> Any:  # noqa: ANN401 - YAML
    return YAML(typ="safe").load(file.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- compose.yaml

COMPOSE: dict[str, dict[str, Any]] = yaml(ROOT / "compose.yaml")["services"]


@pytest.mark.parametrize("name", COMPOSE)
def test_no_container_can_take_the_whole_machine(name: str) -> None:
    service = COMPOSE[name]
    assert {"max-size", "max-file"} <= service["logging"]["options"].keys()
    assert re.fullmatch(r"\$\{\w+:-\d+[mg]\}", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 1024


def test_the_bot_may_end_in_its_own_time() -> None:
    grace = str(COMPOSE["bot"]["stop_grace_period"])
    assert grace.endswith("s")
    assert int(grace.removesuffix("s")) > load(token=None).stop_seconds


def test_the_database_has_a_minor_version() -> None:
    assert re.fullmatch(r"postgres:\d+\.\d+-alpine", COMPOSE["postgres"]["image"])


# ---------------------------------------------------------------- what is asked of Prometheus


def series() -> Mapping[str, set[str]]:
    """Every series that the bot has, with its labels: of each metric something has happened."""
    metrics.interaction("command", "done", 1)
    metrics.count_acknowledgement("command", 1)
    metrics.move("test", "ai")
    metrics.post("text")
    metrics.incident("test")
    metrics.queue("pictures", 0)
    metrics.subsystem("deadlines", 1)
    with metrics.render("test"), metrics.think("test", "easy"):
        pass
    found: dict[str, set[str]] = {}
    for metric in REGISTRY.collect():
        for sample in metric.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


SERIES = series()
RULE_LIST: list[dict[str, Any]] = [rule for group in yaml(RULES)["groups"] for rule in group["rules"]]
PANELS: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
CHARTS = [panel for panel in PANELS if panel["type"] != "row"]
TARGETS = [(panel["title"], target) for panel in CHARTS for target in panel["targets"]]


def parts(node: object) -> Iterator[Any]:
    """The expression and all that it is made of."""
    yield node
    for name in ("expr", "lhs", "rhs", "param", "vs", "args", "vector_selector"):
        inner = getattr(node, name, None)
        for one in inner if isinstance(inner, list) else [inner]:
            if one is not None and type(one).__module__ == type(node).__module__:
                yield from parts(one)


def check(expression: str) -> None:
    """The expression can be parsed, and asks for nothing that the bot does not have."""
    names: set[str] = set()
    selected: set[str] = set()
    grouped: set[str] = set()
    for part in parts(promql_parser.parse(expression)):
        if isinstance(part, promql_parser.VectorSelector):
            name = part.name or ""
            assert name in SERIES, name
            names.add(name)
            selected |= SERIES[name]
            for matcher in part.matchers.matchers:
                assert matcher.name in SERIES[name] | BY_PROMETHEUS, f"{name} has no {matcher.name}"
                if matcher.name in VALUES and str(matcher.op) == "MatchOp.Equal":
                    assert matcher.value in VALUES[matcher.name], matcher.value
        elif isinstance(part, promql_parser.AggregateExpr) and part.modifier is not None:
            grouped |= set(part.modifier.labels)
    assert names
    assert grouped <= selected | BY_PROMETHEUS, grouped


@pytest.mark.parametrize(
    "expression",
    [
        "quintet_lies_total > 0",
        "sum(rate(quintet_moves[5m]))",
        'quintet_posts_total{outcome="lost"}',
        'quintet_posts_total{colour="red"}',
        "sum by (colour) (quintet_posts_total)",
        "rate(quintet_moves_total[5m]) > and 1",
        "1 + histogram_quantile(0.9, rate(quintet_thinking_bucket[5m]))",
    ],
)
def test_the_check_finds_what_is_wrong(expression: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check(expression)


@pytest.mark.parametrize("rule", RULE_LIST, ids=lambda rule: str(rule["alert"]))
def test_an_alert_asks_for_what_there_is_and_says_what_to_do(rule: Mapping[str, Any]) -> None:
    check(rule["expr"])
    assert rule["labels"]["severity"] in {"warning", "critical"}
    assert set(rule["annotations"]) == {"summary", "description"}
    for label in re.findall(r"\$labels\.(\w+)", json.dumps(rule["annotations"])):
        assert re.search(rf"\b{label}\b", rule["expr"]) or label in BY_PROMETHEUS
    assert f"`{rule['alert']}`" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
@pytest.mark.parametrize("words", [["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"]])
def test_promtool_agrees(words: list[str]) -> None:
    done = subprocess.run(
        [str(PROMTOOL), *words], cwd=RULES.parent, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------- the dashboard


@pytest.mark.parametrize("title, target", TARGETS)
def test_a_panel_asks_for_what_there_is(title: str, target: Mapping[str, Any]) -> None:
    expression = target["expr"].replace("$__rate_interval", "5m").replace("$instance", ".*")
    assert "$" not in expression
    check(expression)
    for label in re.findall(r"{{(\w+)}}", target.get("legendFormat", "")):
        assert re.search(rf"\b{label}\b", target["expr"]), f"{title} has no {label}"


def test_the_dashboard_shows_every_metric() -> None:
    shown = " ".join(target["expr"] for _, target in TARGETS)
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("quintet_")}
    assert {name for name in ours if name not in shown} == set()


def test_the_dashboard_can_be_imported_anywhere() -> None:
    """It names no data source of ours, its panels do not overlap, and its ids are its own."""
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    assert dashboard["uid"] == "quintet"
    assert "id" not in dashboard
    source, instance = dashboard["templating"]["list"]
    assert (source["name"], source["type"], source["query"]) == ("datasource", "datasource", "prometheus")
    assert re.findall(r"\w+", instance["definition"])[1] in SERIES
    asked = [instance["datasource"], *(one["datasource"] for one in CHARTS), *(one["datasource"] for _, one in TARGETS)]
    assert all(one == {"type": "prometheus", "uid": "${datasource}"} for one in asked)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    cells = [cell for panel in PANELS for cell in cells_of(panel["gridPos"])]
    assert len(cells) == len(set(cells))
    assert all(column < 24 for column, _ in cells)


def cells_of(place: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """The cells of the grid that a panel takes."""
    for column in range(place["x"], place["x"] + place["w"]):
        for line in range(place["y"], place["y"] + place["h"]):
            yield column, line

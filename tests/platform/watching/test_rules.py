"""The alert rules and the dashboard name only what the site exports."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from config.health import counted
from tests.composed.services import SERVERS, SERVICES
from watching import figures

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
RULES: dict[str, Any] = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())
SCRAPED: dict[str, Any] = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())
BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana/undercut.json").read_text())
ALERTS = RULES["groups"][0]["rules"]
FUNCTIONS = {"sum", "max", "min", "by", "rate", "increase", "histogram_quantile", "topk", "clamp_min", "and", "or"}
OF_PROMETHEUS = {"up": set[str]()}
OF_SCRAPING = {"job", "instance", "le"}  # labels that Prometheus adds
DOUBTS = {  # what may stand wrong in an expression, and that the check finds it
    "sum(undercut_nothing)": "undercut_nothing",
    "sum by (colour) (undercut_sockets)": "colour",
    'undercut_due_work{sort="x"}': "sort",
    "average(undercut_sockets)": "average",
    "undercut_requests": "undercut_requests",
}


def exported() -> dict[str, set[str]]:
    """Every name that the site exports, with its labels."""
    found: dict[str, set[str]] = dict(OF_PROMETHEUS)
    for metric in vars(figures).values():
        if isinstance(metric, MetricWrapperBase | figures.Tally):
            [family] = metric.describe()
            endings = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}[family.type]
            found |= {f"{family.name}{ending}": set(getattr(metric, "_labelnames", ())) for ending in endings}
    for family in counted.OfProcess().collect():
        ending = "_total" if family.type == "counter" else ""
        found[f"{family.name}{ending}"] = set(getattr(family, "_labelnames", ()))
    found |= {name: set(labels) for name, _says, labels in counted.FAMILIES}
    return found | {"undercut_site_read": set()}


def expressions() -> Iterator[str]:
    for rule in ALERTS:
        yield rule["expr"]
    for panel in BOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def wrong(expression: str) -> set[str]:
    """The words of an expression that are no name, label or function."""
    names = exported()
    bare = re.sub(r"\[[^\]]*\]", "", re.sub(r'"[^"]*"', "", expression))
    words = set(re.findall(r"[A-Za-z_]\w*", bare))
    used = words & names.keys()
    return words - used - FUNCTIONS - OF_SCRAPING - set().union(*(names[name] for name in used), set())


def test_the_parts_of_a_rule() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS) >= 12
    for rule in ALERTS:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[mh]", rule.get("for", "1m")), rule
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["expr"].count("(") == rule["expr"].count(")")
        assert re.search(r" (>|==) [\d.]+$", rule["expr"]), "it compares with a figure"


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_an_expression_names_only_what_is_exported(expression: str) -> None:
    assert not wrong(expression)


@pytest.mark.parametrize("expression", DOUBTS)
def test_a_wrong_word_is_found(expression: str) -> None:
    assert wrong(expression) == {DOUBTS[expression]}


def test_every_figure_is_on_the_dashboard_or_in_a_rule() -> None:
    shown = " ".join(expressions())
    bases = {re.sub(r"_(bucket|sum|count)$", "", name) for name in exported() - OF_PROMETHEUS.keys()}
    assert not {name for name in bases if name not in shown}


def test_every_figure_of_ours_is_looked_at_here() -> None:
    """What another module counted would be in the library's registry."""
    ours = {family.name for family in REGISTRY.collect() if family.name.startswith("undercut_")}
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in exported()} >= ours


def test_prometheus_reads_every_process_that_answers() -> None:
    [job] = SCRAPED["scrape_configs"]
    [group] = job["static_configs"]
    assert job["job_name"] == "undercut"
    assert set(group["targets"]) == {f"{name}:8000" for name in SERVERS} | {"worker:9101"}
    assert "worker" in SERVICES
    assert SCRAPED["rule_files"] == ["alerts.yml"]

"""The figures of `/metrics`: who reads them, what they count, and that they are off where nobody reads them."""

import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from config.environment.ports import free_port
from config.health import counted, probes
from duework import services as duework
from duework.models import DueWork
from notices.models import Delivery, Notice
from watching import asked, figures, scraping, worker

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "a-token-of-the-monitoring"
BY_TOKEN = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def on(settings: Any) -> None:
    settings.METRICS_TOKEN, settings.METRICS_ARE_ON = TOKEN, True


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is asked on the connection of the test, which alone sees its rows."""
    monkeypatch.setattr(counted, "_database", Asked())


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database does not answer."""

    def gone() -> dict[str, counted.Rows]:
        raise OSError("nobody answers")

    monkeypatch.setattr(counted, "_database", probes.Probe(gone))


class Asked:
    def ask(self, _within: float) -> dict[str, counted.Rows]:
        return counted._of_site()


def value(name: str, **labels: str) -> float:
    """What a figure stands at."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def shown(client: Client) -> dict[tuple[str, ...], float]:
    """The samples of `/metrics` as (name, values of labels...)."""
    text = client.get("/metrics", headers=BY_TOKEN).content.decode()
    found = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {(one.name, *one.labels.values()): one.value for one in found}


def test_nothing_is_shown_or_counted_where_nobody_is_named(client: Client) -> None:
    before = value("undercut_requests_total", route="robots", method="GET", status="200")
    client.get("/robots.txt")
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers=BY_TOKEN).status_code == 404
    assert value("undercut_requests_total", route="robots", method="GET", status="200") == before


@pytest.mark.usefixtures("on")
@pytest.mark.parametrize("given", ["", "Bearer ", f"Bearer {TOKEN}x", TOKEN, f"Basic {TOKEN}", "Bearer é"])
def test_who_does_not_know_the_token_reads_nothing(client: Client, given: str) -> None:
    answer = client.get("/metrics", headers={"authorization": given})
    assert (answer.status_code, answer.content) == (403, scraping.NOBODY)


@pytest.mark.usefixtures("on", "here")
@pytest.mark.django_db
def test_who_asks_from_a_named_network_reads_them(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN, settings.METRICS_NETWORKS = "", [ip_network("172.30.77.0/24")]
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403
    assert client.get("/metrics", REMOTE_ADDR="172.30.77.130").status_code == 200
    for address in ("172.30.78.1", "::1", ""):
        assert client.get("/metrics", REMOTE_ADDR=address).status_code == 403


@pytest.mark.usefixtures("on")
def test_a_page_counts_by_its_route_and_never_by_its_path(client: Client) -> None:
    labels = {"route": "robots", "method": "GET", "status": "200"}
    before = value("undercut_requests_total", **labels)
    client.get("/robots.txt")
    assert value("undercut_requests_total", **labels) == before + 1
    assert value("undercut_request_seconds_count", route="robots") >= 1
    for odd in ("/wp-admin/x.php", "/q4Zt8hV2/"):
        client.get(odd)
    client.generic("BREW", "/robots.txt")
    text = scraping.generate_latest(REGISTRY).decode()
    assert "q4Zt8hV2" not in text
    assert "BREW" not in text
    assert value("undercut_requests_total", route=asked.UNKNOWN, method="GET", status="404") >= 2


@pytest.mark.usefixtures("on", "here")
@pytest.mark.django_db
def test_due_work_deliveries_and_the_backup_are_told(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = tmp_path
    now = timezone.now()
    for key, facts in {
        "waits": {}, "fails": {"attempts": 3}, "dead": {"attempts": 20, "dead_at": now},
        "later": {"due_at": now + timedelta(hours=1)},
    }.items():  # fmt: skip
        duework.plan(key=key, kind="test.kind", due_at=now - timedelta(minutes=20))
        DueWork.objects.filter(key=key).update(**facts)
    duework.beat("backup", now=now - timedelta(hours=40))
    duework.beat("sweep", now=now - timedelta(seconds=5))
    user = User.objects.create_user("ann")
    for at, key in ((now, "a"), (now - timedelta(days=2), "b")):
        notice = Notice.objects.create(user=user, key=key, batch="x", kind="pairing", text="x", link="/", at=at)
        Delivery.objects.create(notice=notice, channel="mail", batch="x", state="refused", due_at=at)
    found = shown(client)
    assert found["undercut_due_work", "test.kind", "due"] == 1
    assert found["undercut_due_work", "test.kind", "failing"] == 1
    assert found["undercut_due_work", "test.kind", "dead"] == 1
    assert 1200 <= found["undercut_due_work_oldest_seconds", "test.kind"] < 1300
    assert found["undercut_due_work_tries", "test.kind"] == 3
    assert found["undercut_deliveries", "mail", "refused"] == 1
    assert found["undercut_deliveries", "webhook", "failed"] == 0
    assert 5 <= found["undercut_heartbeat_seconds", "sweep"] < 60
    assert 40 * 3600 <= found["undercut_backup_seconds",] < 41 * 3600
    assert found["undercut_site_read",] == 1
    assert found["undercut_sockets",] == found["undercut_tables",] == 0


@pytest.mark.usefixtures("on", "away")
def test_without_the_database_the_other_figures_are_there(client: Client) -> None:
    found = shown(client)
    assert found["undercut_site_read",] == 0
    assert found["undercut_tables",] == 0
    assert not [name for name, *_ in found if name == "undercut_due_work"]


@pytest.mark.usefixtures("on")
@pytest.mark.parametrize(
    ("count", "name", "labels"),
    [
        (lambda: figures.acknowledged(0.003), "undercut_ack_seconds_count", {}),
        (lambda: figures.written(7, 0.003), "undercut_batch_plays_sum", {}),
        (lambda: figures.waited(0.003), "undercut_turn_seconds_count", {}),
        (
            lambda: figures.work_tried("test.kind", "dead"),
            "undercut_work_total",
            {"kind": "test.kind", "outcome": "dead"},
        ),
        (lambda: figures.was_slow("robots"), "undercut_slow_queries_total", {"route": "robots"}),
    ],
)
def test_what_is_done_counts(count: Callable[[], None], name: str, labels: dict[str, str], settings: Any) -> None:
    before = value(name, **labels)
    count()
    assert value(name, **labels) > before
    after, settings.METRICS_ARE_ON = value(name, **labels), False
    count()
    assert value(name, **labels) == after


@pytest.mark.usefixtures("on")
def test_a_task_counts_with_its_outcome_and_time() -> None:
    task = type("Task", (), {"name": "test.task"})
    for state in ("SUCCESS", "FAILURE", None):
        worker._begins(task_id="one", task=task)
        worker._ends(task_id="one", task=task, state=state)
    for outcome in ("success", "failure", "lost"):
        assert value("undercut_tasks_total", task="test.task", outcome=outcome) == 1
    assert value("undercut_task_seconds_count", task="test.task") == 3
    assert not worker._began


@pytest.mark.usefixtures("on", "away")
def test_a_worker_answers_at_a_port_of_its_own() -> None:
    port = free_port()
    server = scraping.serve(port)
    try:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics")
        assert refused.value.code == 403
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/admin/")
        assert missing.value.code == 404
        asked_for = urllib.request.Request(
            f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(asked_for) as answer:
            assert b"undercut_tasks_total" in answer.read()
    finally:
        server.shutdown()
        server.server_close()


FORKED = """
import os, sys
sys.argv = ["/usr/bin/celery", "--app=config.celery", "worker"]
import config.celery
import django
django.setup()
from watching import figures, scraping
if child := os.fork():
    os.waitpid(child, 0)
    figures.task_ended("test.task", "success", 0.1)
    text = scraping.text().decode()
    told = [line for line in text.splitlines() if line.startswith("undercut_tasks")]
    print(os.environ["PROMETHEUS_MULTIPROC_DIR"], told)
else:
    figures.task_ended("test.task", "success", 0.1)
    os._exit(0)
"""


def test_the_processes_of_a_worker_are_counted_together(tmp_path: Path) -> None:
    env = os.environ | {"UNDERCUT_METRICS_TOKEN": TOKEN, "UNDERCUT_DATA": str(tmp_path), "PYTHONPATH": "platform"}
    done = subprocess.run([sys.executable, "-c", FORKED], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    folder, told = done.stdout.split(" ", 1)
    assert 'undercut_tasks_total{outcome="success",task="test.task"} 2.0' in told
    assert not Path(folder).exists(), "it goes with the worker"


def test_nginx_hands_no_figures_on() -> None:
    assert re.search(r"location = /metrics \{ return 404; \}", (ROOT / "nginx.conf").read_text())


def test_a_tally_is_a_histogram() -> None:
    tally = figures.Tally("undercut_test_seconds", "A test.", buckets=(0.5, 1.0))
    for seconds in (0.1, 0.5, 0.7, 9.0):
        tally.observe(seconds)
    at = {bound: value("undercut_test_seconds_bucket", le=bound) for bound in ("0.5", "1.0", "+Inf")}
    REGISTRY.unregister(tally)
    assert at == {"0.5": 2, "1.0": 3, "+Inf": 4}
    [family] = tally.collect()
    assert [one.value for one in family.samples if one.name.endswith("_sum")] == [pytest.approx(10.3)]

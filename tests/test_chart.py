"""The chart of deploy/chart: a cluster takes it, it runs what docker-compose.yml runs, nginx finds every process."""

import json
import os
import re
import shutil
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.environment.ports import free_port
from tests.composed import front
from tests.composed.services import OURS, SERVICES
from tests.test_compose import FIXED, documented

ROOT = Path(__file__).resolve().parents[1]
CHART = ROOT / "deploy/chart"
TOOLS = ROOT / ".venv-cluster/bin"  # of `make cluster`
REQUIRED = os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1"
NEEDED = ("settings.UNDERCUT_ORIGINS=https://club.example",)
ALL = (*NEEDED, "ingress.enabled=true", "ingress.host=club.example", "ingress.tlsSecret=tls", "live=3",
       "network.metricsFrom[0].namespaceSelector.matchLabels.name=watch", "pullSecrets[0]=mine")  # fmt: skip
IN_SECRET = {"DATABASE_URL", "REDIS_URL", "UNDERCUT_SECRET_KEY", "UNDERCUT_SEAL_KEY"}


@pytest.fixture(scope="module")
def helm() -> str:
    """Helm, of `make cluster` or of this machine."""
    found = shutil.which("helm", path=f"{TOOLS}:{os.environ['PATH']}")
    if found is None and REQUIRED:
        pytest.fail("no helm: `make cluster` installs it")
    return found or pytest.skip("no helm: `make cluster` installs it")


def told(helm: str, *command: str, values: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """What Helm says to a command about the chart."""
    sets = [word for value in values for word in ("--set", value)]
    return subprocess.run([helm, *command, str(CHART), *sets], capture_output=True, text=True, timeout=60)


def rendered(helm: str, values: tuple[str, ...]) -> str:
    """What a cluster would be given for a release of the name `club` in the namespace `cards`."""
    done = told(helm, "template", "club", "--namespace=cards", values=values)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def objects(helm: str) -> list[dict[str, Any]]:
    """Every object of a site with all that the values can ask for."""
    return [one for one in yaml.safe_load_all(rendered(helm, ALL)) if one]


def pods(objects: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The pods by their part of the site."""
    return {
        one["metadata"]["labels"]["app.kubernetes.io/component"]: one["spec"]["template"]["spec"]
        for one in objects
        if "template" in one.get("spec", {})
    }


def role(name: str) -> str:
    """The part that a service of docker-compose.yml is one of: `web` of `web-1`."""
    return name.split("-")[0]


def environment(pod: dict[str, Any]) -> dict[str, Any]:
    """The variables that a container is told by name."""
    return {one["name"]: one.get("value", one.get("valueFrom")) for one in pod["containers"][0]["env"]}


def test_helm_finds_nothing_to_mend(helm: str) -> None:
    done = told(helm, "lint", "--strict", values=ALL)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("values", [NEEDED, ALL], ids=["few", "all"])
@pytest.mark.parametrize("version", ["1.28", "1.37"])
def test_a_cluster_knows_every_object_and_every_field(
    helm: str, values: tuple[str, ...], version: str, tmp_path: Path
) -> None:
    validate = TOOLS / "kubernetes-validate"
    if not validate.exists():
        pytest.fail("`make cluster` first") if REQUIRED else pytest.skip("`make cluster` installs the schemas")
    (tmp_path / "site.yaml").write_text(rendered(helm, values))
    done = subprocess.run(
        [str(validate), "--strict", "-k", version, str(tmp_path / "site.yaml")],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_roles_are_those_of_compose(objects: list[dict[str, Any]]) -> None:
    """PostgreSQL and Redis are the cluster's own business."""
    assert set(pods(objects)) == {role(name) for name in SERVICES} - {"db", "redis"}


@pytest.mark.parametrize("name", OURS)
def test_a_role_runs_the_command_of_compose(objects: list[dict[str, Any]], name: str) -> None:
    command = pods(objects)[role(name)]["containers"][0]["command"]
    assert command == [word.replace("http://nginx:", "http://club-nginx:") for word in SERVICES[name]["command"]]


@pytest.mark.parametrize("name", OURS)
def test_a_role_is_told_what_compose_tells_it(objects: list[dict[str, Any]], name: str) -> None:
    pod = pods(objects)[role(name)]
    by_name = environment(pod)
    assert set(SERVICES[name]["environment"]) <= set(by_name) | IN_SECRET
    assert pod["containers"][0]["envFrom"] == [{"secretRef": {"name": "undercut"}}]
    assert by_name["UNDERCUT_HOSTS"].startswith("club-nginx,127.0.0.1,")
    assert by_name["UNDERCUT_DATA"] == "/data"
    assert by_name["UNDERCUT_SHARDS"] == "3"
    if role(name) == "live":
        assert by_name["UNDERCUT_SHARD"]["fieldRef"]["fieldPath"] == "metadata.labels['apps.kubernetes.io/pod-index']"
    else:
        assert by_name["UNDERCUT_SHARD"] == "none"


def test_every_setting_reaches_every_process(helm: str) -> None:
    given = sorted(name for name in documented() - refused() if name.startswith("UNDERCUT_"))
    site = yaml.safe_load_all(rendered(helm, tuple(f"settings.{name}=given" for name in given)))
    for part, pod in pods([one for one in site if one]).items():
        if part != "nginx":
            by_name = environment(pod)
            assert not [name for name in given if "given" not in by_name[name].split(",")], part
            names = [one["name"] for one in pod["containers"][0]["env"]]
            assert len(set(names)) == len(names)


@pytest.mark.parametrize("part", ["web", "live"])
def test_a_server_gets_visitors_while_the_site_is_ready(objects: list[dict[str, Any]], part: str) -> None:
    """And it is started anew only when it does not answer at all: a database that is away is no reason."""
    (server,) = pods(objects)[part]["containers"]
    for probe, path in (("startupProbe", "/readyz"), ("readinessProbe", "/readyz"), ("livenessProbe", "/livez")):
        asked = server[probe]["httpGet"]
        assert (asked["path"], asked["port"]) == (path, "http")
        assert asked["httpHeaders"] == [{"name": "Host", "value": "127.0.0.1"}], (
            "a pod's own address is no host of the site"
        )
    assert server["ports"] == [{"name": "http", "containerPort": 8000}]


@pytest.mark.parametrize("name", ["worker", "beat", "house"])
def test_who_serves_nobody_is_asked_as_in_compose(objects: list[dict[str, Any]], name: str) -> None:
    (own,) = pods(objects)[name]["containers"]
    assert own["livenessProbe"]["exec"]["command"] == SERVICES[name]["healthcheck"]["test"][1:]


@pytest.mark.parametrize("name", OURS)
def test_who_is_stopped_has_the_time_that_compose_gives(objects: list[dict[str, Any]], name: str) -> None:
    grace = int(SERVICES[name]["stop_grace_period"].removesuffix("s"))
    assert pods(objects)[role(name)]["terminationGracePeriodSeconds"] == grace


def test_a_pod_may_do_no_more_than_it_must(objects: list[dict[str, Any]]) -> None:
    for part, pod in pods(objects).items():
        (own,) = pod["containers"]
        assert pod["automountServiceAccountToken"] is False
        assert own["securityContext"]["capabilities"]["drop"] == ["ALL"]
        assert own["securityContext"]["allowPrivilegeEscalation"] is False
        assert set(own["resources"]) == {"requests", "limits"}
        if part == "nginx":
            assert own["securityContext"]["capabilities"]["add"] == SERVICES["nginx"]["cap_add"]
            assert own["image"] == SERVICES["nginx"]["image"]
        else:
            assert pod["securityContext"]["runAsNonRoot"] is True


def test_only_nginx_and_who_reads_figures_reach_the_processes(objects: list[dict[str, Any]]) -> None:
    allowed = {}
    for one in objects:
        if one["kind"] == "NetworkPolicy":
            part = one["metadata"]["labels"]["app.kubernetes.io/component"]
            assert one["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == part
            allowed[part] = [
                (next(iter(rule.get("from", [{"everybody": {}}])[0])), rule["ports"][0]["port"])
                for rule in one["spec"].get("ingress") or []
            ]
    pages = [("podSelector", "http"), ("namespaceSelector", "http")]
    assert allowed == {
        "nginx": [("everybody", "http")],
        "web": pages,
        "live": pages,
        "worker": [("namespaceSelector", "metrics")],
        "beat": [],
        "house": [],
        "migrate": [],
    }


def test_an_update_takes_one_of_each_at_a_time(objects: list[dict[str, Any]]) -> None:
    by = {(one["kind"], one["metadata"]["name"]): one["spec"] for one in objects if "spec" in one}
    for part in ("web", "nginx"):
        assert by["Deployment", f"club-{part}"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    for part in ("web", "live", "nginx"):
        assert by["PodDisruptionBudget", f"club-{part}"]["maxUnavailable"] == 1
    for part in ("beat", "house"):
        assert by["Deployment", f"club-{part}"]["strategy"] == {"type": "Recreate"}
        assert by["Deployment", f"club-{part}"]["replicas"] == 1
    assert by["StatefulSet", "club-live"]["replicas"] == 3


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("settings.UNDERCUT_ORIGINS=", "settings.UNDERCUT_ORIGINS must be the address people type"),
        ("settings.UNDERCUT_SHARD=1", "UNDERCUT_SHARD"),
        ("settings.UNDERCUT_SEAL_KEY=abc", "UNDERCUT_SEAL_KEY"),
        ("settings.UNDERCUT_EMAIL_PASSWORD=abc", "UNDERCUT_EMAIL_PASSWORD"),
        ("settings.DATABASE_URL=postgres://me:secret@db/undercut", "DATABASE_URL"),
        ("live=0", "live"),
        ("data.accessMode=Anything", "data.accessMode"),
        ("ingress.enabled=true", "ingress.host must be the name people type"),
    ],
)
def test_values_that_make_no_site_are_refused(helm: str, value: str, says: str) -> None:
    done = told(helm, "template", "club", values=(*NEEDED, value))
    assert done.returncode != 0
    assert says in done.stderr


def test_pages_and_tables_are_found_by_name(helm: str, tmp_path: Path) -> None:
    """nginx itself, with the chart's configuration and a server of names: the shard in a socket's address decides which
    pod is asked, or while that is away the next one; pages go to the service, an unknown shard gets the error page, and
    figures are for nobody outside."""
    nginx = front.program() or (pytest.fail("no nginx") if REQUIRED else pytest.skip("no nginx"))
    conf = next(one for one in yaml.safe_load_all(rendered(helm, ALL)) if one and one["kind"] == "ConfigMap")
    (tmp_path / "errors").mkdir()
    (tmp_path / "errors/away.html").write_text(conf["data"]["away.html"])
    port = free_port()
    names = {"club-live-0.club-live.cards.svc.cluster.local": "127.0.0.20",
             "club-live-2.club-live.cards.svc.cluster.local": "127.0.0.22"}  # fmt: skip
    with names_server(names) as resolver, behind("127.0.0.10", *names.values()) as served:
        text = conf["data"]["nginx.conf"]
        for given, here in (
            ("resolver kube-dns.kube-system.svc.cluster.local", f"resolver 127.0.0.1:{resolver}"),
            ("server club-web:8000", f"server 127.0.0.10:{served}"),
            (".svc.cluster.local:8000", f".svc.cluster.local:{served}"),
            ("listen 8000;", f"listen 127.0.0.1:{port};"),
            ("root /etc/nginx/undercut;", f"root {tmp_path};"),
        ):
            assert given in text
            text = text.replace(given, here)
        with front.running(nginx, tmp_path / "nginx", text, port):
            assert answer(port, "/clubs/?q=a") == (200, "127.0.0.10 /clubs/?q=a")
            assert answer(port, "/ws/t/0/abc/?from=2") == (200, "127.0.0.20 /ws/t/0/abc/?from=2")
            assert answer(port, "/ws/t/2/abc/") == (200, "127.0.0.22 /ws/t/2/abc/")
            assert answer(port, "/ws/t/1/abc/") == (200, "127.0.0.22 /ws/t/1/abc/"), "the next one stands in"
            status, words = answer(port, "/ws/t/7/abc/")
            assert status == 502
            assert "Try again" in words
            assert answer(port, "/metrics")[0] == 404


def answer(port: int, path: str) -> tuple[int, str]:
    """Status and text of an answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as got:
            return got.status, got.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def behind(*addresses: str) -> Iterator[int]:
    """A server at each of these addresses of this machine, all at one port; it says its address and what was asked."""
    port = free_port()

    class Says(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = f"{self.connection.getsockname()[0]} {self.path}".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    servers = [ThreadingHTTPServer((address, port), Says) for address in addresses]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield port
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


@contextmanager
def names_server(names: dict[str, str]) -> Iterator[int]:
    """A server of names that knows these addresses and says of all others that there is none (RFC 1035)."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                asked, who = ear.recvfrom(512)
            except OSError:
                return  # it was closed
            words, at = [], 12
            while size := asked[at]:
                words.append(asked[at + 1 : at + 1 + size].decode())
                at += 1 + size
            found, end = names.get(".".join(words)), at + 5  # after the name its end, type and class
            head = asked[:2] + (b"\x81\x80" if found else b"\x81\x83") + b"\0\1" + (b"\0\1" if found else b"\0\0")
            record = b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4" + socket.inet_aton(found) if found else b""
            ear.sendto(head + b"\0\0\0\0" + asked[12:end] + record, who)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield ear.getsockname()[1]
    finally:
        ear.close()


def test_its_version_is_the_site_s(helm: str) -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert chart["version"] == chart["appVersion"] == version[1]


def refused() -> set[str]:
    """The settings that may not stand among the values: the chart decides them, or they are secret."""
    schema = json.loads((CHART / "values.schema.json").read_text())
    return set(schema["properties"]["settings"]["propertyNames"]["not"]["enum"])


def test_what_the_chart_decides_and_what_is_secret_is_refused_among_the_values() -> None:
    secret = {name for name in documented() if re.search("_(KEY|FALLBACKS|PASSWORD|PASSPHRASE|SECRET|TOKEN)$", name)}
    assert refused() == (FIXED | IN_SECRET | secret) - {"DATABASE_URL", "REDIS_URL"}, (
        "those two begin with no UNDERCUT_"
    )

"""docker-compose.yml and the project agree: every command exists, every variable is a documented setting."""

import re
import runpy
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class

from config.environment import variables
from games.live.processes import hub
from tests.composed.services import COMPOSE, OURS, SERVICES
from tests.composed.services import variables as variables_of

ROOT = Path(__file__).resolve().parents[1]
FOREIGN = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}  # the images' own
FIXED = {"DATABASE_URL", "REDIS_URL", "UNDERCUT_DATA", "UNDERCUT_STATIC_MANIFEST", "UNDERCUT_SHARDS", "UNDERCUT_SHARD"}
NEEDED = {"POSTGRES_PASSWORD": "p", "REDIS_PASSWORD": "r", "UNDERCUT_SECRET_KEY": "s", "UNDERCUT_SEAL_KEY": "k"}


def documented() -> set[str]:
    """The settings that the table of docs/settings.md names."""
    text = (ROOT / "docs/settings.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row)}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Every variable that the code looks at when the settings are read, found by reading them."""
    found: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERCUT_DATA", str(tmp_path_factory.mktemp("data")))
        for name in ("DATABASE_URL", "REDIS_URL"):
            patch.delenv(name, raising=False)
        real = variables.text
        patch.setattr(variables, "text", lambda name, *default: found.add(name) or real(name, *default))
        runpy.run_path(str(ROOT / "platform/config/settings.py"))
    return found


def test_the_parts_of_a_site_are_there() -> None:
    assert set(SERVICES) == {
        "db",
        "redis",
        "migrate",
        "web-0",
        "web-1",
        "live-0",
        "live-1",
        "nginx",
        "worker",
        "beat",
        "house",
    }


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_a_running_service_has_a_health_check(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_every_shard_has_a_process_and_its_sockets_go_there() -> None:
    shards = {name: service["environment"]["UNDERCUT_SHARD"] for name, service in SERVICES.items() if name in OURS}
    live = {name: shard for name, shard in shards.items() if shard != "none"}
    assert sorted(live.values()) == list(range(SERVICES["web-0"]["environment"]["UNDERCUT_SHARDS"]))
    text = (ROOT / "nginx.conf").read_text()
    assert dict(re.findall(r"location /ws/t/(\d+)/ \{ proxy_pass http://([\w-]+);", text)) == {
        str(shard): name for name, shard in live.items()
    }
    assert set(re.findall(r"upstream ([\w-]+) +\{", text)) == {"web", "forms", *live}


def test_nginx_finds_every_process_at_an_address_that_stays() -> None:
    """It looks names up once: containers that came back with other addresses gave 502, or swapped shards."""
    named = re.findall(r"server ([\w-]+):8000", (ROOT / "nginx.conf").read_text())
    fixed = {name: SERVICES[name]["networks"]["default"]["ipv4_address"] for name in named}
    assert sorted(fixed) == ["live-0", "live-1", "web-0", "web-1"]
    assert SERVICES["nginx"]["extra_hosts"] == fixed
    assert len(set(fixed.values())) == 4
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    given = ip_network(network["ip_range"])
    for address in map(ip_address, fixed.values()):
        assert address in ip_network(network["subnet"])
        assert address not in given, "another container could have it"


def test_pages_have_two_processes_of_which_one_may_stop() -> None:
    text = (ROOT / "nginx.conf").read_text()
    web = re.search(r"upstream web \{(.*?)\}", text, re.DOTALL)
    assert web
    assert re.findall(r"server ([\w-]+):", web[1]) == ["web-0", "web-1"]
    assert "depends_on" not in SERVICES["nginx"], "the front stays while they come and go"


def test_the_error_page_is_where_nginx_looks_for_it() -> None:
    text = (ROOT / "nginx.conf").read_text()
    (page,) = re.findall(r"error_page 502 503 504 (/\S+);", text)
    (root,) = re.findall(r"root (\S+);", text)
    mounts = dict(volume.split(":")[1::-1] for volume in SERVICES["nginx"]["volumes"])
    folder = mounts[f"{root}{page.rsplit('/', 1)[0]}"]
    html = (ROOT / folder / page.rsplit("/", 1)[1]).read_text()
    assert "Try again" in html
    assert not re.findall(r'(?:src|href)="(?!/"|")', html), "nothing that the site would have to serve"


@pytest.mark.parametrize("name", [name for name in OURS if "uvicorn" in SERVICES[name]["command"]])
def test_a_server_is_healthy_when_the_site_is_ready(name: str) -> None:
    assert "/readyz" in SERVICES[name]["healthcheck"]["test"][-1]


def test_the_database_is_healthy_while_its_disk_has_room() -> None:
    assert "df --output=pcent /var/lib/postgresql/data" in SERVICES["db"]["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_has_least_rights_and_its_log_does_not_fill_the_disk(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    if name in OURS:
        assert "cap_add" not in service


@pytest.mark.parametrize("image", sorted({service["image"] for service in SERVICES.values()} - {"undercut"}))
def test_an_image_is_named_with_its_minor_version(image: str) -> None:
    assert re.search(r":\d+\.\d+", image)


def test_redis_asks_for_a_password() -> None:
    assert "--requirepass" in SERVICES["redis"]["command"][-1]
    assert all("${REDIS_PASSWORD:?" in SERVICES[name]["environment"]["REDIS_URL"] for name in OURS)


def test_no_secret_and_no_test_gets_into_the_image() -> None:
    ignored = set((ROOT / ".dockerignore").read_text().split())
    assert {".env", ".env.*", "**/*.key", "**/*.pem", "data", "tests", ".git"} <= ignored


def test_no_secret_gets_into_the_repository() -> None:
    """docker-compose.yml suggests a file `.env` beside it."""
    ignored = set((ROOT / ".gitignore").read_text().split())
    assert {".env", ".env.*", "/data/"} <= ignored


def test_the_image_holds_no_tools_of_tests() -> None:
    """What it is built from is the lock of what a site runs on; that of tests has the same versions."""
    run, dev = (
        dict(re.findall(r"^([\w.-]+)==([^ ;\\]+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    tools = {"pytest", "mypy", "ruff", "playwright", "hypothesis", "import-linter"}
    assert not tools & set(run)
    assert tools <= set(dev)
    assert run.items() <= dev.items()


@pytest.mark.parametrize("name", [name for name in OURS if "uvicorn" in SERVICES[name]["command"]])
def test_no_server_logs_the_address_of_a_socket(name: str) -> None:
    """Where a watcher came from and what they have seen stands in it."""
    assert {"--no-access-log", "--log-level=warning"} <= set(SERVICES[name]["command"])


def test_the_settings_that_are_documented_are_those_that_the_code_reads(asked: set[str]) -> None:
    assert asked == documented()


def test_nothing_of_ours_reads_a_variable_past_the_settings(asked: set[str]) -> None:
    """Another way in is a setting that nobody documents, and that an empty value would set."""
    allowed = {"DJANGO_SETTINGS_MODULE", *asked}
    for path in [*ROOT.glob("*/**/*.py")]:
        if path.relative_to(ROOT).parts[0] in {"platform", "games", "ratings", "tournaments"}:
            read = re.findall(r"os\.(?:environ(?:\.get\(|\[)|getenv\()\s*[\"'](\w+)", path.read_text())
            assert set(read) <= allowed, path


@pytest.mark.parametrize("name", OURS)
def test_every_setting_reaches_every_container(name: str) -> None:
    """All but those that compose itself decides; what it decides is a setting, too."""
    given = dict.fromkeys(documented(), "given") | NEEDED
    told = variables_of(name, given)
    lost = {setting for setting in documented() - FIXED if given[setting] not in told.get(setting, "").split(",")}
    assert not lost
    assert set(SERVICES[name]["environment"]) <= documented()
    fixed = variables_of(name, NEEDED)
    assert {setting: told[setting] for setting in FIXED} == {setting: fixed[setting] for setting in FIXED}


def test_what_compose_decides_is_said_in_the_documentation() -> None:
    text = (ROOT / "docs/settings.md").read_text()
    (said,) = re.findall(r"docker-compose\.yml` itself sets ([^.]*)\.", text)
    assert set(re.findall(r"`([A-Z_]+)`", said)) == FIXED


def test_a_setting_that_is_empty_counts_as_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line `UNDERCUT_EMAIL_PORT=` in `.env` reaches the containers as an empty text."""
    monkeypatch.setenv("UNDERCUT_DATA", str(tmp_path))
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    found = []
    for value in (None, "", "  "):
        for name in documented() - {"UNDERCUT_DATA"}:
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        read = runpy.run_path(str(ROOT / "platform/config/settings.py"))
        told = {name: repr(value) for name, value in read.items() if name.isupper() and not callable(value)}
        found.append({name: re.sub(r" at 0x\w+", "", value) for name, value in told.items()})
    assert found[1] == found[0]
    assert found[2] == found[0]


def test_every_variable_asked_of_the_organiser_is_explained() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    named = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert named <= documented() | FOREIGN


def test_a_site_says_what_must_be_set() -> None:
    for name in NEEDED:
        with pytest.raises(ValueError, match=f"{name}: set {name}"):
            variables_of("web-0", {key: value for key, value in NEEDED.items() if key != name})


def commands(service: dict[str, Any]) -> list[list[str]]:
    """The service's own command and that of its health check."""
    check = service.get("healthcheck", {}).get("test", [])[1:]
    return [command for command in (service.get("command"), check) if command]


@pytest.mark.parametrize("name", OURS)
def test_every_command_exists(name: str) -> None:
    for command in commands(SERVICES[name]):
        if command[:2] == ["python", "manage.py"]:
            app = get_commands()[command[2]]
            assert isinstance(app, str)
            help_text = load_command_class(app, command[2]).create_parser("manage.py", command[2]).format_help()
            for option in options(command):
                assert option in help_text, f"{name}: {command[2]} knows no {option}"
        elif command[0] in {"celery", "uvicorn"}:
            words = [command[0], command[2]] if command[0] == "celery" else [command[0]]
            help_text = run(str(Path(sys.executable).with_name(command[0])), *words[1:], "--help")
            for option in options(command):
                assert option in help_text or option == "--app", f"{name}: {command[0]} knows no {option}"
        else:
            assert command[:2] == ["python", "-c"], command


def options(command: list[str]) -> list[str]:
    """The long options of a command line."""
    return [word.split("=")[0] for word in command if word.startswith("--")]


def run(*command: str) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("docker") is None, reason="no docker client here")
def test_docker_itself_can_read_it(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docker-compose.yml", tmp_path)
    (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in NEEDED.items()))
    done = subprocess.run(["docker", "compose", "config", "-q"], cwd=tmp_path, capture_output=True, text=True)
    if "is not a docker command" in done.stderr or "unknown" in done.stderr:
        pytest.skip("this docker has no compose")
    assert done.returncode == 0, done.stderr


def test_the_image_is_built_from_the_lock_file() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements.lock" in text
    assert "python:3.11" in text


def test_lock_files_name_no_registry() -> None:
    locks = ("requirements.lock", "requirements-dev.lock", "bench/requirements.lock", "deploy/requirements.lock")
    for path in (*locks, "frontend/package-lock.json"):
        assert not re.findall(r"https?://|file:", (ROOT / path).read_text()), path


@pytest.mark.parametrize("name", OURS)
def test_who_is_stopped_has_the_time_to_give_the_tables_up(name: str) -> None:
    """Docker kills after ten seconds, which are those of the requests under way."""
    requests = [int(word.split("=")[1]) for word in SERVICES[name]["command"] if "graceful-shutdown" in word]
    assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > sum(requests) + 3 * hub.FAREWELL_S

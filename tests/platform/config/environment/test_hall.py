"""The network of a hall: where the server listens, which addresses it names, and which one is printed."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from config.commands import embedded
from config.environment import hall
from config.environment.ports import free_port
from doors.addresses import for_phones, shared_address

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize(
    ("host", "is_lan", "listens"),
    [
        ("", False, "127.0.0.1"),
        ("", True, "0.0.0.0"),
        ("192.168.1.20", True, "192.168.1.20"),
        ("127.0.0.2", False, "127.0.0.2"),
        ("x86_64-conda-linux-gnu", False, "127.0.0.1"),  # a variable of this name that another tool has set
    ],
)
def test_where_the_server_listens(host: str, is_lan: bool, listens: str) -> None:
    assert hall.listening(host, is_lan) == listens


def adapter(name: str, *addresses: str) -> SimpleNamespace:
    ips = [SimpleNamespace(ip=address, is_IPv4=":" not in address) for address in addresses]
    return SimpleNamespace(nice_name=name, ips=ips)


def test_the_network_of_the_hall_comes_first_and_those_of_programs_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        adapter("lo", "127.0.0.1"),
        adapter("eth1", "169.254.7.7"),
        adapter("docker0", "172.17.0.1"),
        adapter("eth0", "10.0.0.9", "fe80::1"),
        adapter("wlan0", "192.168.1.20"),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(hall, "_of_the_way_out", lambda: "192.168.1.20")
    assert hall.addresses(hall.EVERYWHERE) == ["192.168.1.20", "10.0.0.9", "169.254.7.7"]
    assert hall.addresses(hall.EVERYWHERE, "10.0.0.9") == ["10.0.0.9", "192.168.1.20", "169.254.7.7"]
    assert hall.addresses("127.0.0.1") == []
    assert hall.addresses("127.0.0.2") == ["127.0.0.2"]


@pytest.mark.parametrize(
    ("asked", "first", "shared"),
    [
        ("127.0.0.1:8000", "http://192.168.1.20:8000", "http://192.168.1.20:8000/s/x/"),
        ("localhost:8000", "http://192.168.1.20:8000", "http://192.168.1.20:8000/s/x/"),
        ("10.0.0.9:8000", "http://192.168.1.20:8000", "http://10.0.0.9:8000/s/x/"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", "http://127.0.0.1:8000/s/x/"),
    ],
)
def test_paper_names_an_address_that_phones_can_open(settings: Any, asked: str, first: str, shared: str) -> None:
    """The organiser prints slips on the computer that serves the site, where 127.0.0.1 is in the address bar."""
    settings.SITE_ORIGINS, settings.ALLOWED_HOSTS = [first, "http://127.0.0.1:8000"], ["*"]
    assert shared_address(RequestFactory().get("/o/night/", headers={"host": asked}), "/s/x/") == shared


def up(data: Path, *words: str, **env: str) -> str:
    """What `up` says before it gives up."""
    plain = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "LAN", "HOST"}}
    done = subprocess.run(
        [sys.executable, "manage.py", "up", *words],
        cwd=ROOT, env={**plain, "UNDERCUT_DATA": str(data), "PORT": str(free_port()), **env},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode != 0
    return done.stdout + done.stderr


def test_an_address_of_another_computer_is_refused_with_those_of_this_one(tmp_path: Path) -> None:
    assert "HOST=192.0.2.77 is not an address of this computer. Its addresses: HOST=" in up(tmp_path, HOST="192.0.2.77")


def test_an_address_for_phones_that_is_not_of_this_computer_is_refused(tmp_path: Path) -> None:
    refused = "LAN=192.0.2.77 is not an address of this computer. Its addresses: "
    assert refused in up(tmp_path, "--lan", "192.0.2.77")
    assert "LAN has the value “laptop”: use 1 (on), 0 (off), or" in up(tmp_path, LAN="laptop")


@pytest.mark.parametrize(
    ("words", "lan"),
    [
        ("up", None),
        ("up --lan", "1"),
        ("up --lan --no-demo", "1"),
        ("up --lan 192.168.1.20 --no-demo", "192.168.1.20"),
        ("up --lan=192.168.1.20", "192.168.1.20"),
    ],
)
def test_the_command_line_says_what_the_variable_says(words: str, lan: str | None) -> None:
    assert hall.wish(words.split()) == lan


def test_the_next_start_knows_the_address_that_stands_on_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start for this computer alone in between does not make it forget."""
    monkeypatch.setattr(embedded, "RUN", tmp_path)
    assert embedded.last_address() == ""
    embedded.announce("http://127.0.0.1:8000", "http://192.168.1.20:8000")
    embedded.announce("http://127.0.0.1:8000")
    assert embedded.last_address() == "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("asked", "phones"),
    [("127.0.0.1:8000", ""), ("localhost:8000", ""), ("192.168.1.20:8000", "http://192.168.1.20:8000/s/")],
)
def test_an_address_that_no_phone_opens_is_shown_to_none(settings: Any, asked: str, phones: str) -> None:
    settings.SITE_ORIGINS, settings.ALLOWED_HOSTS = ["http://127.0.0.1:8000"], ["*"]
    assert for_phones(RequestFactory().get("/", headers={"host": asked}), "/s/") == phones


def test_a_taken_port_is_told_from_a_wrong_address() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.2", 0))
        taken.listen()
        with pytest.raises(embedded.PortTaken):
            embedded.require_free_port("127.0.0.2", taken.getsockname()[1])
    with pytest.raises(embedded.WrongHost):
        embedded.require_free_port("192.0.2.77", 8000)

"""A hall without internet: no page needs anything from outside, neither the browser that shows it nor the site."""

import ipaddress
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from tournaments.event.selectors import codes, finding
from tournaments.paper import selectors as paper
from tournaments.paper import services as papers
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

ROOT = Path(__file__).resolve().parents[3]
LOADS = re.compile(r"<(?:link|script|img|iframe|source|use|object)\b[^>]*?\b(?:href|src|srcset|data)=\"([^\"]*)\"")


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network ends at this computer."""
    connect = socket.socket.connect

    def near_only(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not ipaddress.ip_address(address[0]).is_loopback:
            raise OSError(f"no way to {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", near_only)


@pytest.mark.django_db
def test_every_page_of_an_evening_is_whole_without_internet(client, cut_off, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    screen = papers.put_up_screen(tournament=tournament, name="Hall", now=clock(), by=organiser)
    code, slug = codes.slip_code(rnd.matches.first(), 0), tournament.slug
    joined = {
        "name": "Ana", "username": "ana", "password1": "correct horse battery", "password2": "correct horse battery",
        "agreed": "on",
    }  # fmt: skip
    assert client.post(reverse("account_signup"), joined)["Location"] == reverse("pages:me"), "joining needs no mail"
    client.force_login(organiser)
    pages = [
        *("/", reverse("tournaments:slips"), reverse("games:practice")),
        *(reverse(f"tournaments:{name}", args=[code]) for name in ("slip", "slip-deals")),
        *(
            reverse(f"tournaments:{name}", args=[slug])
            for name in ("detail", "standings", "checkin", "print", "screens")
        ),
        reverse("tournaments:results", args=[slug, 1]),
        reverse("tournaments:print-document", args=[slug, "pack"]),
        reverse("tournaments:screen", args=[paper.screen_code(screen)]),
    ]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        loads = LOADS.findall(answer.content.decode())
        assert loads, page
        assert not [one for one in loads if "//" in one], page


def test_styles_and_scripts_ask_nothing_of_other_sites():
    for path in [*(ROOT / "static").rglob("*.css"), *(ROOT / "static" / "dist").glob("*.js")]:
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//|@import\s|import\s*\(?[\"']https?:", text), path.name


def test_time_zones_come_with_the_package():
    """On a computer whose system has none; every start of an evening needs them."""
    asked = "import zoneinfo; print(zoneinfo.ZoneInfo('Europe/Madrid'), len(zoneinfo.available_timezones()) > 400)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["Europe/Madrid", "True"]
    assert "tzdata" in (settings.BASE_DIR / "requirements.in").read_text().split()

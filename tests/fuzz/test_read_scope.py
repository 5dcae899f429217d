"""A token that may only read is told nothing by which somebody writes: no code of a slip, no link of an invitation."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from accounts.api_tokens import services as tokens
from clubs import services as clubs
from clubs.models import Club
from doors.api.scopes import Scope
from tests.fuzz.asking import unlimited
from tests.fuzz.drawing import PARAM
from tests.fuzz.fuzzed_site import FuzzedSite, build
from tests.proving import proved
from tournaments.calendar import services as calendars
from tournaments.entries.selectors import checkin_code
from tournaments.event.selectors import codes, finding
from tournaments.merging.selectors import claim_code
from tournaments.models import Screen
from tournaments.paper.selectors import screen_code
from webhooks import sealing
from webhooks.models import Endpoint

pytestmark = pytest.mark.django_db
READ = [Scope.READ]
TELL_WHAT_WRITES = {  # to a token that may write so
    ("/api/v1/rounds/{public_id}/slips/", "slip"),
    ("/api/v1/rounds/{public_id}/slips/", "letters of a slip"),
    ("/api/v1/clubs/{slug}/invitations", "invitation"),
}
PURPOSES = {"slip", "screen", "checkin", "claim"}
EACH = 6  # addresses of an operation
HOLES = {"number": "1", "position": "1", "day": "2027-01-05", "format": "trf"}


def secrets_of(site: FuzzedSite) -> dict[str, set[str]]:
    """What lets somebody write, by kind, of everything that stands on this site."""
    now, organiser, club = timezone.now(), site.people["organiser"], Club.objects.get(slug="fuzzers")
    invited = [
        clubs.invite(club=club, name=name, email=email, by=organiser, now=now)
        for name, email in (("Vera", "vera@club.example"), ("Wim", ""))
    ]
    hook = sealing.new_secret()
    Endpoint.objects.create(
        club=club, url="https://hook.example/in-confidence", kinds=["round.published"], secret=sealing.seal(hook),
        created_at=now,
    )  # fmt: skip
    calendars.renew(user=organiser, now=now)
    names = [
        member.user for entry in finding.tournaments() for one in entry.entries.all() for member in one.members.all()
    ]
    return {
        "slip": {codes.slip_code(match, order) for match in finding.matches() for order in (0, 1)},
        "letters of a slip": {
            f'"{codes.slip_letters(match, order)}"' for match in finding.matches() for order in (0, 1)
        },
        "invitation": {one.token for one in invited},
        "claim of a name": {claim_code(user) for user in names if user.is_only_a_name},
        "check-in": {checkin_code(one) for one in finding.tournaments()},
        "screen": {screen_code(one) for one in Screen.objects.all()},
        "secret of a webhook": {hook, Endpoint.objects.get().secret},
        "calendar": {organiser.calendar_key.key},
    }


def answers(site: FuzzedSite, who: str, scopes: list[Scope]) -> dict[str, str]:
    """What each reading operation says of all that is there, to a token of this person."""
    user = site.people[who]
    _row, text = tokens.make(user=user, label="bot", scopes=scopes, days=1, proof=proved(user), now=timezone.now())
    client, told = Client(headers={"Authorization": f"Bearer {text}"}, raise_request_exception=False), {}
    for path, operations in SchemaGenerator().get_schema(public=True)["paths"].items():
        if "get" not in operations or path == "/api/v1/schema/":
            continue
        filled = {
            PARAM.sub(lambda hole, n=number: f"{hole[1]}/{_name(site, hole[1], hole[2], n)}", path)
            for number in range(EACH)
        }
        told[path] = ""
        for address in sorted(filled):
            answer = client.get(address)
            assert answer.status_code < 500, address
            told[path] += (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace")
    return told


def _name(site: FuzzedSite, word: str, hole: str, number: int) -> str:
    known = site.names.get(word, [])
    return known[number % len(known)] if known else HOLES.get(hole, "1")


def leaks(told: dict[str, str], kinds: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Which operation told something of which kind."""
    return {
        (path, kind) for path, said in told.items() for kind, some in kinds.items() if any(one in said for one in some)
    }


def test_no_reading_operation_tells_a_reading_token_what_writes() -> None:
    with unlimited():
        site = build()
        kinds = secrets_of(site)
        assert all(kinds.values()), kinds
        told = answers(site, "organiser", READ)
        assert len(told) > 60
        assert leaks(told, kinds) == set()
        assert leaks(answers(site, "organiser", list(Scope)), kinds) == TELL_WHAT_WRITES


def test_every_kind_of_code_is_looked_for() -> None:
    """Who adds a kind of code looks for it above."""
    made = re.compile(r"\b(?:code|short)\(\s*\"([\w-]+)\"")
    files = (
        path for top in ("tournaments", "platform", "games") for path in (Path(settings.BASE_DIR) / top).rglob("*.py")
    )
    assert {kind for path in files for kind in made.findall(path.read_text())} == PURPOSES

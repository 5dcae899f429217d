"""A typed client made from the schema by openapi-python-client runs the examples of docs/api.md."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.utils import timezone

from accounts.api_tokens import services as tokens
from accounts.proving.proofs import Proof
from tests.fuzz.asking import one_connection
from tests.fuzz.fuzzed_site import build
from tournaments.models import Match, MatchState, Round

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module `typed_client`, made anew from docs/openapi.yaml."""
    folder = tmp_path_factory.mktemp("client")
    program = Path(sys.executable).with_name("openapi-python-client")
    to = ("--meta", "none", "--output-path", folder / "typed_client")
    words = ["generate", "--path", ROOT / "docs/openapi.yaml", *to]
    settings = folder / "settings.yaml"
    settings.write_text("post_hooks: []\n")
    made = subprocess.run([program, *words, "--config", settings], capture_output=True, text=True, timeout=240)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warning" not in made.stdout.lower(), made.stdout
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module("typed_client")


@pytest.fixture
def asked() -> list[str]:
    """Each request that the client has sent, as the examples write it."""
    return []


@pytest.fixture
def caller(typed: Any, asked: list[str]) -> Iterator[Any]:
    """The client with the token of an official, which has the scope `results`."""
    owner = build().people["organiser"]
    _row, token = tokens.make(
        user=owner, label="typed", scopes=["results"], days=1, proof=Proof(owner.pk), now=timezone.now()
    )
    note = lambda request: asked.append(f"{request.method} {request.url.raw_path.decode()}")  # noqa: E731
    transport = httpx.WSGITransport(app=WSGIHandler())
    caller = typed.AuthenticatedClient(
        base_url="http://testserver", token=token,
        httpx_args={"transport": transport, "event_hooks": {"request": [note]}},
    )  # fmt: skip
    with one_connection():
        yield caller


def operation(tag: str, name: str) -> Any:
    return importlib.import_module(f"typed_client.api.{tag}.{name}")


def test_the_example_of_entering_a_result(caller: Any, asked: list[str]) -> None:
    found = operation("tournaments", "tournaments_list").sync(client=caller, club="fuzzers").results
    rnd = Round.objects.filter(state="running", matches__state=MatchState.PAIRED).first()
    tournament = next(one for one in found if one.id == rnd.stage.tournament.public_id)
    (its_round,) = operation("rounds", "rounds_list").sync(client=caller, tournament=tournament.id).results
    matches = operation("rounds", "rounds_matches_list").sync(its_round.id, client=caller)
    match = next(one for one in matches if one.state == "paired")
    body = importlib.import_module("typed_client.models").Result(points=[104, 60])
    entered = operation("matches", "matches_result_create").sync(match.id, client=caller, body=body)
    assert (entered.state, [side.game_points for side in entered.sides]) == ("over", [104, 60])
    Match.objects.filter(public_id=match.id).update(state=MatchState.REPORTED)  # as if a player had entered it
    seen = importlib.import_module("typed_client.models").Confirm(version=entered.version)
    confirmed = operation("matches", "matches_confirm_create").sync(match.id, client=caller, body=seen)
    assert confirmed.state == "over"
    text = (ROOT / "docs/api.md").read_text().partition("## Example: enter a result")[2].partition("\n## ")[0]
    written = re.findall(r"\$SITE(/[^\"]+)\"", text)
    names = {
        r"club=[\w-]+": "club=fuzzers",
        r"tournament=\w{12}": f"tournament={tournament.id}",
        r"rounds/\w{12}/": f"rounds/{its_round.id}/",
        r"matches/\w{12,13}/": f"matches/{match.id}/",
    }
    for pattern, name in names.items():
        written = [re.sub(pattern, name, address) for address in written]
    assert [one.split(" ", 1)[1] for one in asked] == written


def test_a_refusal_is_typed_too(caller: Any) -> None:
    refused = operation("tournaments", "tournaments_retrieve").sync_detailed("nosuchthing1", client=caller)
    assert (refused.status_code, refused.parsed.type_) == (404, "not_found")

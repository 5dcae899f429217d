"""The clock of live tables and the rule for lost connections: chosen, read, kept by the tables."""

import json

import pytest
from django.urls import reverse

from duework import services as duework
from games.live.setup import terms
from games.models import Table
from tests.markup import tight
from tests.tournaments.event.test_watching import evening as evening
from tournaments.event.settings import DEFAULTS
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
USUAL = {"bank_s": 600, "increment_s": 5, "move_s": None}
CHOICES = [
    ("15", "10", "", (900, 10, None), "15 min for each player, 10 s more for each turn"),
    ("1.5", "", "20", (90, 0, 20), "1.5 min for each player, 20 s for one decision"),
    ("", "", "45", (None, 0, 45), "45 s for one decision"),
]


def save(client, tournament, **changes):
    """The conditions as the organiser's page has them, with some of them changed."""
    address = reverse("tournaments:setup", args=[tournament.slug])
    form = client.get(address).context["form"]
    kept = {name: form[name].value() for name in form.fields}
    kept = {name: value for name, value in kept.items() if value not in (None, False)}
    assert client.post(address, kept | changes).status_code == 302
    tournament.refresh_from_db()


def opened(tournament, clock):
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    return Table.objects.filter(settings__tournament=tournament.public_id).first()


@pytest.mark.parametrize(("minutes", "increment", "move", "held", "words"), CHOICES)
def test_an_organiser_sets_the_clock_and_players_read_it_before_they_join(
    client, organiser, evening, clock, minutes, increment, move, held, words
):
    client.force_login(organiser)
    save(client, evening, bank_minutes=minutes, increment_s=increment, move_s=move)
    assert evening.settings["clock"] == dict(zip(("bank_s", "increment_s", "move_s"), held, strict=True))
    save(client, evening, name="The same again")
    assert evening.settings["clock"]["bank_s"] == held[0], "what the page shows is what it keeps"
    client.logout()
    page = client.get(reverse("tournaments:conditions", args=[evening.slug])).content.decode()
    assert f"<dt>Clock</dt><dd>{words}</dd>" in page
    control = terms.terms(opened(evening, clock)).control
    assert control is not None
    assert control.bank == (held[0] * 1000 if held[0] else None)
    assert (control.increment, control.move) == (held[1] * 1000, held[2] * 1000 if held[2] else None)


def test_without_minutes_and_seconds_nobodys_time_runs(client, organiser, evening, clock):
    client.force_login(organiser)
    save(client, evening, bank_minutes="", increment_s="5", move_s="")
    assert evening.settings["clock"] is None
    page = client.get(reverse("tournaments:conditions", args=[evening.slug])).content.decode()
    assert "<dt>Clock</dt><dd>nobody&#x27;s time runs</dd>" in page
    assert terms.terms(opened(evening, clock)).control is None


@pytest.mark.parametrize(("gone", "forfeits", "words"), [
    ("claim", False, "may be claimed against by the opponent"), ("automatic", True, "loses the match"),
])  # fmt: skip
def test_an_organiser_says_what_becomes_of_who_loses_the_connection(
    client, organiser, evening, clock, gone, forfeits, words
):
    client.force_login(organiser)
    save(client, evening, gone=gone)
    client.logout()
    page = tight(client.get(reverse("tournaments:conditions", args=[evening.slug])).content.decode())
    assert f"<dt>Whoever has lost the connection</dt><dd>{words}</dd>" in page
    assert terms.terms(opened(evening, clock)).forfeits is forfeits


def test_what_a_form_leaves_out_stays(client, organiser, evening):
    client.force_login(organiser)
    data = {"name": "Spring Open", "rounds": 1, "pause_s": 5, "aids": "none"}
    assert client.post(reverse("tournaments:setup", args=[evening.slug]), data).status_code == 302
    evening.refresh_from_db()
    assert DEFAULTS["clock"] == USUAL
    assert evening.settings.get("clock", USUAL) == USUAL
    assert evening.settings.get("gone", "claim") == "claim"


@pytest.mark.parametrize("bad", [
    {"clock": {"increment_s": 5}}, {"clock": {"bank_s": -1}}, {"clock": {"bank_s": 10**6}}, {"clock": 5},
    {"clock": {"move_s": "soon"}}, {"gone": "never"},
])  # fmt: skip
def test_a_program_sets_them_too_and_no_nonsense(client, organiser, evening, bad):
    client.force_login(organiser)
    address = f"/api/v1/tournaments/{evening.public_id}/"
    good = {"clock": {"bank_s": 300, "move_s": 30}, "gone": "automatic"}
    assert client.patch(address, good, "application/json").status_code == 200
    answer = client.patch(address, bad, "application/json")
    assert (answer.status_code, next(iter(bad)) in json.dumps(answer.json())) == (400, True)
    evening.refresh_from_db()
    assert evening.settings["clock"] == {"bank_s": 300, "increment_s": 0, "move_s": 30}
    assert evening.settings["gone"] == "automatic"
    assert client.patch(address, {"clock": None}, "application/json").status_code == 200
    evening.refresh_from_db()
    assert evening.settings["clock"] is None

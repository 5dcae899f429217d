"""A row of a tournament may name any live table: the desk opens only a table whose own reference names the match."""

import pytest
from django.urls import reverse

from accounts import services as accounts
from games.models import Deal
from games.services import tables as table_services
from tournaments import errors
from tournaments.desk import selectors as desk_selectors
from tournaments.desk import services as desk_services
from tournaments.duplicate import selectors as duplicate
from tournaments.event.selectors import finding
from tournaments.models import Case, Match
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture
def strangers(clock):
    """A casual table at which two people play who have nothing to do with the club."""
    people = [
        accounts.official(username=name, name=name, email=f"{name}@example.org", password="x")
        for name in ("vera", "will")
    ]
    seats = [table_services.SeatSpec(user=one) for one in people]
    return table_services.open_table(rules_key="gin-rummy-com", seats=seats, label="Vera and Will", now=clock())


@pytest.fixture
def match(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return Match.objects.select_related("round__stage__tournament").get()


@pytest.fixture
def case(match, strangers, organiser, clock):
    """A case of the club's own match whose row names the strangers' table."""
    case = desk_services.open_case(match=match, kind="desk", by=organiser, now=clock())
    Case.objects.filter(pk=case.pk).update(table=strangers.public_id)
    return Case.objects.get(pk=case.pk)


def test_a_case_that_names_a_foreign_table_shows_and_moves_nothing_there(client, case, strangers, organiser, clock):
    client.force_login(organiser)
    address = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    assert client.get(address).context["at"] is None
    for do in ("look", "preview", "rule", "silence"):
        page = client.post(address, {"do": do, "what": "IRR-21:0", "reason": "Because", "seat": "A"}, follow=True)
        assert not page.context.get("hands")
        assert page.context.get("foreseen") is None
    for way in (
        lambda: desk_services.look_at_hands(case=case, by=organiser, now=clock()),
        lambda: desk_services.silence_player(
            case=case, seat="A", is_silent=True, reason="So", by=organiser, now=clock()
        ),
    ):
        with pytest.raises(errors.Refusal, match="no live table"):
            way()
    strangers.refresh_from_db()
    assert strangers.version == 0


def test_the_api_of_the_desk_neither(client, case, organiser):
    client.force_login(organiser)
    desk = f"{V1}/tournaments/{case.tournament.public_id}/desk"
    assert client.get(f"{desk}/case/", {"case": case.public_id}).json()["at"] is None
    looked = client.post(f"{desk}/look/", {"case": case.public_id}, content_type="application/json")
    assert looked.status_code == 409
    assert "hands" not in looked.json()


def test_a_match_that_names_a_foreign_table_is_not_played_there(match, strangers, organiser, clock):
    Match.objects.filter(pk=match.pk).update(table=strangers.public_id, state="playing")
    Deal.objects.create(
        table=strangers,
        number=1,
        last_seq=9,
        type="knock",
        winner=0,
        points=20,
        first_seq=1,
        finished_at=clock(),
    )
    match = Match.objects.get(pk=match.pk)
    assert desk_selectors.match_at(strangers.public_id) is None
    assert tables.live_tables(match.round.stage.tournament) == []
    assert not tables.deals_of(match, organiser).exists()


def test_a_duplicate_round_takes_and_opens_no_foreign_table(match, strangers):
    Match.objects.filter(pk=match.pk).update(table=strangers.public_id)
    assert duplicate.tables_at(Match.objects.all()) == []

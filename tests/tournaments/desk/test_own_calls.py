"""A club whose only official plays: they decide a call at their own table, which is marked and announced; as soon as
there is another official, that one decides."""

from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from audit.models import AuditEntry
from clubs import services as clubs
from games.services import tables
from notices.models import Notice as Told
from tests.markup import tight
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.event.selectors import finding
from tournaments.models import Case, Match, MatchState, TableRuling
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
RULED = {"rule": "IRR-19", "words": "The knock stands", "reason": "Ten was laid"}
MARK = "decided by an official who plays here"


@pytest.fixture
def match(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return Match.objects.select_related("round__stage__tournament").get()


@pytest.fixture
def pod(make_pods, next_round):
    return finding.matches().filter(round=next_round(make_pods(3))).get()


@pytest.fixture(params=["match", "pod"])
def played(request, organiser):
    """A match, and a table of three, in the hall; the club's only official sits at its first seat."""
    found = request.getfixturevalue(request.param)
    found.entries[0].members.update(user=organiser)
    return Match.objects.select_related("round__stage__tournament").get(pk=found.pk)


def other_player(played):
    return played.entries[1].members.get().user


@pytest.fixture
def case(played, clock):
    """A call of somebody else at that table."""
    return desk.call_director(match=played, table="", words="A wrong knock", by=other_player(played), now=clock())


def page_of(case):
    return reverse("tournaments:case", args=[case.tournament.slug, case.public_id])


def by_page(client, case):
    return {
        "claim": lambda: client.post(page_of(case), {"do": "claim"}),
        "decide": lambda: client.post(page_of(case), decided(case)),
    }


def decided(case):
    """The last step of the call, which closes it, too."""
    seen = verdicts.seen(Match.objects.get(pk=case.match_id)) if case.handled_at is None else 0
    said = {"choice": "other", "words": RULED["words"], "reason": RULED["reason"], "seen": seen, "cmd_id": uuid4()}
    return {"do": "decide_call", **said}


def by_api(client, case):
    def post(step, **more):
        address = f"/api/v1/tournaments/{case.tournament.public_id}/desk/{step}/"
        return client.post(address, {"case": case.public_id, **more}, content_type="application/json")

    return {
        "claim": partial(post, "claim"),
        "rule": partial(post, "ruling/hall", **RULED),
        "handle": partial(post, "handle", outcome="Counted again"),
    }


DOORS = {"page": by_page, "API": by_api}


@pytest.mark.parametrize("door", DOORS)
def test_the_only_official_decides_at_the_own_table_which_is_marked_and_told(played, case, client, organiser, door):
    opponent = other_player(played)
    opponent.set_password("correct horse 9")  # who has no account is told by the page of the slip
    opponent.save()
    client.force_login(organiser)
    queue = client.get(reverse("tournaments:desk", args=[case.tournament.slug])).content.decode()
    assert page_of(case) in queue
    assert "the others at the table are told" in tight(client.get(page_of(case)).content.decode())
    for step in DOORS[door](client, case).values():
        assert step().status_code < 400
    case.refresh_from_db()
    assert (case.handled_by, case.is_unwitnessed, TableRuling.objects.get().is_unwitnessed) == (organiser, True, True)
    assert [AuditEntry.objects.get(action=one).after["is_unwitnessed"] for one in ("hall.rule", "case.handle")] == [
        True, True
    ]  # fmt: skip
    told = Told.objects.filter(text="decided_alone")
    said = [one.parts["said"] for one in told.filter(user=other_player(played))]
    assert sorted(said) == (["The knock stands"] if door == "page" else ["Counted again", "The knock stands"])
    assert not told.filter(user=organiser).exists()
    player = Client()
    player.force_login(other_player(played))
    assert player.get(reverse("tournaments:call-director", args=[played.public_id])).content.decode().count(MARK) == 2
    assert client.get(page_of(case)).content.decode().count(MARK) == 2
    own = player.get(f"/api/v1/matches/{played.public_id}/director/").json()
    assert (own["call"]["is_unwitnessed"], own["rulings"][0]["is_unwitnessed"]) == (True, True)


@pytest.mark.parametrize("door", DOORS)
def test_where_there_is_another_official_that_one_decides(played, case, client, club, organiser, door):
    dora = accounts.official(username="dora", name="Dora", email="", password="seven of hearts")
    clubs.add_member(club=club, user=dora, role="director")
    client.force_login(organiser)
    for step in DOORS[door](client, case).values():
        assert step().status_code == 403
    client.force_login(dora)
    for step in DOORS[door](client, case).values():
        assert step().status_code < 400
    case.refresh_from_db()
    assert (case.handled_by, case.is_unwitnessed) == (dora, False)


def test_alone_too_nobody_settles_what_they_reported_themselves(played, client, organiser, clock):
    Match.objects.filter(pk=played.pk).update(state=MatchState.REPORTED)
    with pytest.raises(errors.Refusal, match="another official"):
        desk.settle_dispute(match=played, report="first", by=organiser, now=clock())


def test_alone_too_nobody_closes_a_report_about_themselves(played, organiser, client, clock):
    about = {"kind": "conduct", "opened_by": other_player(played), "about": organiser, "opened_at": clock()}
    case = Case.objects.create(tournament=played.round.stage.tournament, match=played, **about)
    with pytest.raises(errors.Refusal, match="another official"):
        desk.handle_case(case=case, outcome="Nothing", by=organiser, now=clock())
    client.force_login(organiser)
    assert client.get(page_of(case)).status_code == 403


def test_at_the_own_live_table_the_call_is_closed_and_the_table_stays_shut(match, organiser, client, clock):
    """Whoever plays there sees no more at the desk than at the table, and does not rule there."""
    match.entries[0].members.update(user=organiser)
    seats = [tables.SeatSpec(entry.members.get().user) for entry in match.entries]
    facts = {"rules_key": "gin-pagat", "settings": {"laws": "irr"}, "ref": f"match:{match.public_id}", "now": clock()}
    table = tables.open_table(seats=seats, **facts)
    Match.objects.filter(pk=match.pk).update(table=table.public_id, state=MatchState.PLAYING)
    match = Match.objects.select_related("round__stage__tournament").get()
    case = desk.call_director(match=match, table=table.public_id, words="?", by=other_player(match), now=clock())
    client.force_login(organiser)
    page = client.get(page_of(case))
    assert page.context["at"] is None
    assert "its rulings wait for another official" in tight(page.content.decode())
    assert client.post(page_of(case), {"do": "preview", "what": "dir_void", "reason": "x"}).status_code == 403
    with pytest.raises(errors.Refusal, match="another official"):
        desk.rule_at_table(
            case=case, action={"do": "dir_void"}, reason="x", seen=1, cmd_id=None, by=organiser, now=clock()
        )
    with pytest.raises(errors.Refusal, match="another official"):
        desk.silence_player(case=case, seat="B", is_silent=True, reason="x", by=organiser, now=clock())
    desk.handle_case(case=case, outcome="Explained", by=organiser, now=clock())
    case.refresh_from_db()
    assert case.is_unwitnessed

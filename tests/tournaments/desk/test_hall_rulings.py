"""Rulings and appeals at tables with real cards: of two, of three and more; from the page, by slip, over the API."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from clubs import services as clubs
from games.live.setup import law_words
from tests.markup import tight
from tournaments import errors
from tournaments.desk import selectors
from tournaments.desk import services as desk
from tournaments.desk.services import deciding
from tournaments.event.selectors import finding
from tournaments.event.selectors.finding import matches
from tournaments.models import Match, TableRuling
from tournaments.results.selectors import slips as match_slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
V1 = "/api/v1"
RULED = {"rule": "IRR-19", "words": "The knock stands", "reason": "Ten was laid"}


@pytest.fixture
def match(make_tournament, organiser, clock):
    """A match in the hall."""
    tournament = make_tournament(players=2, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return Match.objects.select_related("round__stage__tournament").get()


@pytest.fixture
def pod(make_pods, next_round):
    """A table of three in the hall."""
    return matches().filter(round=next_round(make_pods(3))).get()


@pytest.fixture(params=["match", "pod"])
def played(request):
    """A match, and a table of three."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def other(club):
    """Another official."""
    dora = accounts.official(username="dora", name="Dora", email="", password="seven of hearts")
    clubs.add_member(club=club, user=dora, role="director")
    return dora


def player_of(played, order=0):
    return played.entries[order].members.get().user


def ruled(played, organiser, clock, **facts):
    case = desk.call_director(match=played, table="", words="A wrong knock", by=player_of(played), now=clock())
    return desk.rule_in_hall(case=case, **RULED | facts, by=organiser, now=clock())


def test_the_desk_rules_the_player_reads_and_appeals_and_another_official_decides(
    played, client, organiser, other, clock
):
    case = desk.call_director(match=played, table="", words="A wrong knock", by=player_of(played), now=clock())
    about = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    client.force_login(organiser)
    step = client.get(about, {"choice": "IRR-24:stands", "offender": 0})
    said = {"do": "decide_call", "choice": "IRR-24:stands", "offender": 0, "seen": step.context["seen"]}
    for _twice in range(2):
        assert client.post(about, said | {"cmd_id": step.context["cmd_id"]}).status_code == 302
    ruling = TableRuling.objects.get()
    assert (ruling.table, ruling.rule, ruling.by) == ("", "IRR-24", organiser)

    address = reverse("tournaments:call-director", args=[played.public_id])
    client.force_login(player_of(played, 1))
    page = client.get(address).content.decode()
    assert "The knock stands" in page
    assert "you may appeal" in page
    page = client.post(address, {"ruling": ruling.public_id, "words": "I counted eleven"}, follow=True).content.decode()
    assert "An appeal waits for another official." in page
    assert "you may appeal" not in page
    client.force_login(organiser)
    queue = client.get(reverse("tournaments:desk", args=[case.tournament.slug])).content.decode()
    assert "I counted eleven" in queue
    client.force_login(other)
    client.post(about, {"do": "decide", "ruling": ruling.public_id, "decision": "It was ten", "upheld": "yes"})
    client.force_login(player_of(played, 1))
    assert "Upheld: It was ten" in tight(client.get(address).content.decode())


def test_who_has_no_account_appeals_by_slip(played, client, organiser):
    ruling = ruled(played, organiser, timezone.now)
    slip = match_slips.Slip(played, 1)
    address = reverse("tournaments:slip-call", args=[slip.code])
    assert "The knock stands" in tight(client.get(address).content.decode())
    client.post(address, {"ruling": ruling.public_id, "words": "Eleven"})
    ruling.refresh_from_db()
    assert (ruling.appeal, ruling.appealed_by) == (f"{played.entries[1].name}: Eleven", None)
    client.force_login(organiser)
    queue = client.get(reverse("tournaments:desk", args=[ruling.case.tournament.slug])).content.decode()
    assert f"{played.entries[1].name}: Eleven" in queue
    assert not re.search(r">\s*None", queue)


def test_the_slip_itself_names_a_ruling_with_its_round_and_law_until_it_is_taken_back(played, client, organiser):
    ruling = ruled(played, organiser, timezone.now)
    address = reverse("tournaments:slip", args=[match_slips.Slip(played, 1).code])
    said = tight(client.get(address).content.decode())
    assert f"<strong>Ruled in round {played.round.number}:</strong>" in said
    assert "IRR-19" in said
    for words in (ruling.words, ruling.reason, law_words.titles()["IRR-19"]):
        assert words in unescape(said)
    deciding.take_back(ruling=ruling, by=organiser, now=timezone.now())
    assert "Ruled in round" not in client.get(address).content.decode()


def test_the_api_rules_tells_and_appeals(played, client, organiser, clock):
    case = desk.open_case(match=played, kind="desk", by=organiser, now=clock())

    def sent(who, path, status, **data):
        client.force_login(who)
        answer = client.post(path, data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    tournament = f"{V1}/tournaments/{case.tournament.public_id}/desk"
    client.force_login(organiser)
    assert "IRR-19" in client.get(f"{tournament}/case/", {"case": case.public_id}).json()["laws"]
    wrong = sent(organiser, f"{tournament}/ruling/hall/", 400, case=case.public_id, **RULED | {"rule": "IRR-99"})
    assert "IRR-19" in wrong["errors"]["rule"][0]
    made = sent(organiser, f"{tournament}/ruling/hall/", 201, case=case.public_id, **RULED)
    mine = f"{V1}/matches/{played.public_id}"
    client.force_login(player_of(played))
    [told] = client.get(f"{mine}/director/").json()["rulings"]
    assert (told["words"], told["may_appeal"]) == ("The knock stands", True)
    sent(player_of(played), f"{mine}/appeal/", 400, ruling="nothing", words="No")
    told = sent(player_of(played), f"{mine}/appeal/", 201, ruling=made["id"], words="Eleven")
    assert told["rulings"][0]["may_appeal"] is False
    client.force_login(organiser)
    assert client.get(f"{mine}/director/").status_code == 403
    assert client.post(f"{mine}/appeal/", {}, content_type="application/json").status_code == 403


def test_a_ruling_in_the_hall_needs_its_words_its_law_and_its_own_case(match, organiser, other, clock):
    case = desk.open_case(match=match, kind="desk", by=organiser, now=clock())
    for field in ("words", "reason"):
        with pytest.raises(errors.Invalid) as caught:
            desk.rule_in_hall(case=case, **RULED | {field: " "}, by=organiser, now=clock())
        assert caught.value.field == field
    with pytest.raises(errors.Invalid, match="IRR-1, "):
        desk.rule_in_hall(case=case, **RULED | {"rule": "IRR-41"}, by=organiser, now=clock())
    desk.claim_case(case=case, by=other, now=clock())
    with pytest.raises(errors.Conflict, match="Dora"):
        desk.rule_in_hall(case=case, **RULED, by=organiser, now=clock())
    assert selectors.rulings_at(match, "") == []


def test_an_appeal_in_the_hall_has_its_time_and_only_who_plays_there_makes_it(match, client, organiser, other, clock):
    ruling = ruled(match, organiser, clock, rule="")
    client.force_login(other)
    address = reverse("tournaments:call-director", args=[match.public_id])
    assert client.post(address, {"ruling": ruling.public_id, "words": "No"}).status_code == 404
    client.force_login(player_of(match))
    assert client.post(address, {"ruling": "nothing", "words": "No"}).status_code == 404
    with pytest.raises(errors.Refusal, match="time for an appeal"):
        desk.appeal(ruling=ruling, words="Late", by=player_of(match), now=clock.later(days=1))

"""The director at a table of three and more: called from the live table, in the hall and by slip; the ruling, and an
appeal."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from duework import services as duework
from games.models import Table
from tests.markup import tight
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.evening.selectors import steps as evening
from tournaments.event.selectors import finding
from tournaments.event.selectors.finding import round_matches
from tournaments.models import OVER, Case, Match, Round, SlipReport, TableRuling, TournamentState
from tournaments.results.selectors import slips
from tournaments.results.services import recording
from tournaments.rounds.services import running, timing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db(transaction=True)
V1 = "/api/v1"


@pytest.fixture
def hall(make_pods, next_round):
    """The first of three tables of three that play in the hall."""
    next_round(make_pods(9))
    return Match.objects.select_related("round__stage__tournament").get(table_no=1)


@pytest.fixture
def online(make_tournament, organiser, clock):
    """A cutthroat table of three that plays live, by table laws, the only one of its tournament."""
    facts = {"variant": "cutthroat", "template": "pod_swiss", "rounds": 1, "mode": "online"}
    tournament = make_tournament(3, settings={"laws": "table_laws", "clock": None}, **facts)
    stages.begin(tournament=tournament, now=clock(), automatic=True, by=organiser)
    while duework.sweep(now=clock()):
        pass
    return Match.objects.select_related("round__stage__tournament").get(round__stage__tournament=tournament)


def sitting(pod: Match, order: int = 0):
    return pod.sides.get(order=order).entry.members.get().user


def other_official(club):
    dora = accounts.official(username="dora", name="Dora", email="", password="seven of hearts")
    clubs.add_member(club=club, user=dora, role="director")
    return dora


def test_a_player_in_the_hall_calls_and_the_desk_reads_the_table_and_who_sits_there(hall, client, organiser):
    client.force_login(sitting(hall))
    assert (
        reverse("tournaments:call-director", args=[hall.public_id])
        in client.get(reverse("tournaments:match", args=[hall.public_id])).content.decode()
    )
    address = reverse("tournaments:call-director", args=[hall.public_id])
    page = client.post(address, {"words": "Two dealt at once"}, follow=True).content.decode()
    assert page.count("The director has been called.") == 1
    assert "Two dealt at once" in page
    client.post(address, {"words": "Again"})
    case = Case.objects.get()
    assert (case.match, case.table) == (hall, "")

    client.force_login(organiser)
    slug = hall.round.stage.tournament.slug
    queue = client.get(reverse("tournaments:desk", args=[slug])).content.decode()
    assert "Two dealt at once" in queue
    assert "Table 1" in queue
    assert all(entry.name in queue for entry in hall.entries)
    about = reverse("tournaments:case", args=[slug, case.public_id])
    assert all(entry.name in client.get(about).content.decode() for entry in hall.entries)
    client.post(about, {"do": "claim"})
    client.force_login(sitting(hall))
    assert "The director is looking at it." in tight(client.get(address).content.decode())
    client.force_login(organiser)
    client.post(about, {"do": "handle", "outcome": "The first deal counts"})
    client.force_login(sitting(hall))
    assert "The first deal counts" in tight(client.get(address).content.decode())


def test_a_seat_calls_by_its_slip_without_an_account(hall, client, organiser):
    code = slips.Slip(hall, 1).code
    assert (
        reverse("tournaments:slip-call", args=[code])
        in client.get(reverse("tournaments:slip", args=[code])).content.decode()
    )
    page = client.post(reverse("tournaments:slip-call", args=[code]), {"words": "A card is torn"}, follow=True)
    assert tight(page.content.decode()).count("The director has been called.") == 1
    case = Case.objects.get()
    assert (case.words, case.opened_by) == (f"{hall.entries[1].name}: A card is torn", None)
    assert client.post(reverse("tournaments:slip-call", args=["nonsense"])).status_code == 404


@pytest.mark.parametrize("state", OVER)
def test_only_who_sits_there_calls_and_nobody_once_the_tournament_is_over(hall, client, clock, state):
    stranger = Match.objects.get(table_no=2)
    client.force_login(sitting(stranger))
    assert client.get(reverse("tournaments:call-director", args=[hall.public_id])).status_code == 404
    assert client.post(f"{V1}/matches/{hall.public_id}/call/", content_type="application/json").status_code == 403
    tournament = hall.round.stage.tournament
    tournament.state = state
    tournament.save()
    with pytest.raises(errors.Refusal, match="over"):
        desk.call_director(match=hall, table="", words="", by=sitting(hall), now=clock())


def test_the_api_calls_lists_and_opens_at_a_table_of_three(hall, client, organiser):
    client.force_login(sitting(hall, 2))
    told = client.post(f"{V1}/matches/{hall.public_id}/call/", {"words": "Please"}, content_type="application/json")
    assert (told.status_code, told.json()["call"]["state"]) == (201, "waiting")
    client.force_login(organiser)
    path = f"{V1}/tournaments/{hall.round.stage.tournament.public_id}/desk"
    [line] = client.get(f"{path}/").json()
    assert (line["match"], line["table"]) == (hall.public_id, 1)
    assert line["names"] == [entry.name for entry in hall.entries]
    found = client.get(f"{path}/case/", {"case": line["case"]}).json()
    assert (found["match"], found["at"]) == (hall.public_id, None)

    def opened(**data):
        return client.post(f"{path}/open/", data, content_type="application/json")

    assert opened(match=hall.public_id, kind="desk").json()["match"] == hall.public_id
    assert opened(kind="desk").json()["errors"].keys() == {"match"}
    assert opened(match="nothing", kind="desk").json()["errors"].keys() == {"match"}


def test_who_sits_at_the_table_does_not_decide_about_it(hall, client, club, organiser, clock):
    player = sitting(hall)
    club.memberships.filter(user=player).update(role="director")
    case = desk.open_case(match=hall, kind="desk", by=organiser, now=clock())
    client.force_login(player)
    slug = hall.round.stage.tournament.slug
    assert b"own table" in client.get(reverse("tournaments:case", args=[slug, case.public_id])).content
    assert b"another official decides" in client.get(reverse("tournaments:desk", args=[slug])).content
    with pytest.raises(errors.Refusal, match="another official"):
        desk.claim_case(case=case, by=player, now=clock())


def test_the_desk_notices_who_is_missing_and_whose_reports_differ(hall, client, organiser, clock):
    timing.flag_missing(match=hall, order=1, now=clock(), by=organiser)
    second = Match.objects.get(table_no=2)
    recording.record_result(match=second, points=[120, 85, 40], by=sitting(second), is_final=False, now=clock())
    SlipReport.objects.create(match=second, order=2, figures=[120, 40, 85], at=clock())
    client.force_login(organiser)
    tournament = hall.round.stage.tournament
    waiting = client.get(f"{V1}/tournaments/{tournament.public_id}/desk/").json()
    assert {(one["kind"], one["table"]) for one in waiting} == {("no_show", 1), ("dispute", 2)}
    names = [entry.name for entry in second.entries]
    first, third = (" · ".join(map("{} {}".format, names, of)) for of in ((120, 85, 40), (120, 40, 85)))
    said = f"reported: {names[0]} says: {first}; {names[2]} says: {third}"
    assert next(one["words"] for one in waiting if one["table"] == 2) == said
    assert evening.night(tournament, list(Round.objects.all()))["open_calls"] == 2
    desk.open_case(match=hall, kind="no_show", by=organiser, now=clock())
    assert evening.night(tournament, list(Round.objects.all()))["open_calls"] == 2, "taken up, and not listed twice"


def test_at_a_live_table_of_three_a_call_is_ruled_appealed_decided_and_closed(online, client, club, organiser, clock):
    caller, table = sitting(online), f"{V1}/tables/{online.table}/director"

    def post(who, path, status, **data):
        client.force_login(who)
        answer = client.post(path, data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    assert post(caller, f"{table}/call", 201, words="The lights went out")["call"]["state"] == "waiting"
    case = Case.objects.get()
    assert (case.match, case.table) == (online, online.table)
    path = f"{V1}/tournaments/{online.round.stage.tournament.public_id}/desk"
    seen = post(organiser, f"{path}/ruling/preview/", 200, case=case.public_id, what="dir_freeze")
    wish = {"action": seen["action"], "seen": seen["seen"], "reason": "Until the lights are on"}
    made = post(organiser, f"{path}/ruling/", 201, id=str(uuid.uuid4()), case=case.public_id, **wish)
    for order in range(3):
        client.force_login(sitting(online, order))
        [told] = client.get(table).json()["rulings"]
        assert told["reason"] == "Until the lights are on"
    post(sitting(online, 2), f"{table}/appeal", 201, ruling=made["id"], words="It was bright enough")
    assert [one.public_id for one in finding.appeals(case.tournament)] == [made["id"]]
    slug = case.tournament.slug
    client.force_login(organiser)
    assert "It was bright enough" in tight(client.get(reverse("tournaments:desk", args=[slug])).content.decode())
    post(other_official(club), f"{path}/appeals/decide/", 200, ruling=made["id"], is_upheld=True, decision="Dark")
    assert client.get(reverse("tournaments:case", args=[slug, case.public_id])).status_code == 200
    client.force_login(organiser)
    assert client.get(reverse("tournaments:desk", args=[slug])).status_code == 200
    post(organiser, f"{path}/handle/", 204, case=case.public_id, outcome="The lights are on")
    assert not Case.objects.filter(handled_at=None).exists()


def test_an_open_appeal_at_a_table_of_three_keeps_the_tournament_open(
    make_pods,
    next_round,
    club,
    organiser,
    clock,
    confirm,
):
    tournament = make_pods(3, rounds=1)
    rnd = next_round(tournament)
    [pod] = round_matches(rnd)
    recording.record_result(match=pod, points=[120, 85, 40], by=organiser, now=clock())
    case = desk.call_director(match=pod, table="", words="Count again", by=sitting(pod), now=clock())
    ruling = TableRuling.objects.create(
        case=case, table="", seq=1, words="The count stands", reason="ten", by=organiser, at=clock()
    )
    desk.appeal(ruling=ruling, words="I counted eleven", by=sitting(pod, 1), now=clock())
    desk.handle_case(case=case, outcome="Ruled", by=organiser, now=clock())
    running.close_round(rnd=standings.current_round(tournament), now=clock.later(seconds=30), by=organiser)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING
    with pytest.raises(errors.NeedsReason) as caught:
        stages.finish(tournament=tournament, now=clock(), by=organiser)
    assert "I counted eleven" in caught.value.warnings[0]
    desk.decide_appeal(ruling=ruling, is_upheld=True, decision="Ten", by=other_official(club), now=clock())
    confirm(tournament)


def test_a_case_names_a_match_or_a_table_of_three_and_a_foreign_live_table_opens_nothing(hall, online, clock):
    case = desk.call_director(match=hall, table=online.table, words="", by=sitting(hall), now=clock())
    with pytest.raises(errors.Refusal, match="no live table"):
        desk.look_at_hands(case=case, by=other_official(case.tournament.club), now=clock())
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(match=None)
    assert Table.objects.get().version == 0

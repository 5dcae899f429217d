"""The API of tournaments: what the pages can do, with typed problems."""

import pytest

from accounts import services as accounts
from duework import services as duework
from tournaments.event.selectors import finding
from tournaments.models import Tournament
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture
def api(client, organiser):
    client.force_login(organiser)
    return client


def post(client, path, status=200, **data):
    answer = client.post(V1 + path, data, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_night_by_the_api(api, club, clock):
    made = post(api, "/tournaments/", 201, club=club.slug, name="API Open", rounds=1, mode="in_person")
    path = f"/tournaments/{made['id']}"
    report = post(api, f"{path}/entries/import/", text="name,rating\nAna,1500\nBen,1400\nCem,1300")
    assert (report["is_done"], len(report["lines"])) == (False, 3)
    assert post(api, f"{path}/entries/import/", text="name\nAna\nAna", dry_run=True)["problems"][0]["line"] == 3
    post(api, f"{path}/entries/import/", text="name,rating\nAna,1500\nBen,1400\nCem,1300", dry_run=False)
    dora = post(api, f"/entries/?tournament={made['id']}", 201, name="Dora", rating=1200)
    entries = api.get(f"{V1}/entries/", {"tournament": made["id"]}).json()["results"]
    assert len(entries) == 4
    for entry in entries:
        post(api, f"/entries/{entry['id']}/check-in/")
    post(api, f"/entries/{dora['id']}/withdraw/", reason="ill")
    assert post(api, f"{path}/begin/")["state"] == "running"
    rnd = post(api, f"{path}/pair/", 201)
    assert rnd["state"] == "draft"
    assert post(api, f"{path}/pair/", 409)["type"] == "conflict"
    assert post(api, f"/rounds/{rnd['id']}/publish/", version=1)["state"] == "published"
    assert post(api, f"/rounds/{rnd['id']}/publish/", 409, version=1)["type"] == "conflict"
    assert post(api, f"/rounds/{rnd['id']}/start/")["state"] == "running"
    [match] = api.get(f"{V1}/rounds/{rnd['id']}/matches/").json()
    assert [side["name"] for side in match["sides"]] == ["Ana", "Ben"]
    assert api.get(f"{V1}/rounds/{rnd['id']}/byes/").json()[0]["name"] == "Cem"
    problem = post(api, f"/matches/{match['id']}/result/", 400, points=[5, 5])
    assert (problem["type"], list(problem["errors"])) == ("invalid", ["points"])
    assert post(api, f"/rounds/{rnd['id']}/close/", 409)["type"] == "open_results"
    assert post(api, f"/matches/{match['id']}/result/", points=[120, 30])["state"] == "over"
    assert post(api, f"/matches/{match['id']}/undo/")["state"] == "paired"
    post(api, f"/matches/{match['id']}/result/", points=[120, 30])
    assert post(api, f"/rounds/{rnd['id']}/close/")["state"] == "closed"
    table = api.get(f"{V1}{path}/standings/").json()
    assert [(row["place"], row["name"], row["points"], row["margin"]) for row in table] == [
        (1, "Ana", 1.0, 90),
        (2, "Cem", 1.0, 0),
        (3, "Ben", 0.0, -90),
    ]
    assert api.get(f"{V1}{path}/").json()["state"] == "running", "somebody confirms the standings"
    assert post(api, f"{path}/finish/")["state"] == "finished"


def test_reading_is_free_writing_is_not(client, make_tournament, clock):
    tournament = make_tournament(players=4)
    path = f"/tournaments/{tournament.public_id}"
    assert client.get(f"{V1}/tournaments/", {"state": "open"}).json()["results"][0]["entries"] == 4
    for action in ("begin", "pair", "finish"):
        assert client.post(f"{V1}{path}/{action}/").status_code == 403
    stranger, _ = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    problem = post(client, f"{path}/begin/", 403)
    assert problem["type"] == "permission_denied"
    assert "Olga Organiser" in problem["detail"]
    entered = post(client, f"/entries/?tournament={tournament.public_id}", 201, player=stranger.public_id)
    assert entered["players"] == [stranger.public_id]
    assert post(client, f"/entries/?tournament={tournament.public_id}", 403, name="A Friend")
    assert Tournament.objects.get().state == "open"


def test_conditions_check_in_and_pairing_anew_by_the_api(api, make_tournament):
    tournament = make_tournament(players=4, rounds=3)
    path = f"/tournaments/{tournament.public_id}"

    def patch(status=200, **data):
        answer = api.patch(f"{V1}{path}/", data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    assert patch(rounds=2, place="Back room")["rounds"] == 2
    assert patch(name="Autumn Open", aids="count", automatic=False)["place"] == "Back room"
    tournament.refresh_from_db()
    assert (tournament.settings["aids"], tournament.settings["pace"]) == ("count", "people")
    assert "aids" in patch(400, aids="everything")["errors"]
    patch(grace_s=300, no_show="forfeit", correction_hours=24)
    tournament.refresh_from_db()
    assert [tournament.settings[key] for key in ("grace_s", "no_show", "correction_hours")] == [300, "forfeit", 24]
    assert "no_show" in patch(400, no_show="shoot")["errors"]
    entries = api.get(f"{V1}/entries/", {"tournament": tournament.public_id}).json()["results"]
    post(api, f"/entries/{entries[0]['id']}/undo-check-in/")
    post(api, f"{path}/begin/")
    draft = post(api, f"{path}/pair/", 201)
    assert post(api, f"{path}/entries/check-in/") == {"checked_in": 1}
    assert post(api, f"/rounds/{draft['id']}/pair-again/", 409, version=7)["type"] == "conflict"
    again = post(api, f"/rounds/{draft['id']}/pair-again/", 201, version=1)
    assert len(api.get(f"{V1}/rounds/{again['id']}/matches/").json()) == 2
    assert list(post(api, f"/rounds/{again['id']}/publish/", 400)["errors"]) == ["version"]
    post(api, f"/rounds/{again['id']}/publish/", version=again["version"])
    assert patch(409, rounds=5)["type"] == "locked"


def test_a_draft_is_edited_by_the_api_after_a_dry_run(api, make_tournament, play_round, clock):
    from tournaments.rounds.services import drafts
    from tournaments.stages.services import progression as stages

    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    path, ids = f"/rounds/{rnd.public_id}/edit/", {entry.tpn: entry.public_id for entry in tournament.entries.all()}
    fix = {"edit": "fix", "first": ids[1], "second": ids[4], "version": 1}
    dry = post(api, path, dry_run=True, **fix)
    assert (dry["is_done"], dry["version"]) == (False, 1)
    assert "Player 01 and Player 04 have met already, in round 1." in dry["warnings"]
    assert post(api, path, 409, **fix)["type"] == "needs_reason"
    done = post(api, path, reason="Both insist", **fix)
    assert (done["is_done"], done["version"], done["new"]) == (True, 2, dry["new"])
    assert list(post(api, path, 400, edit="bye", first=ids[1], version=2)["errors"]) == ["kind"]
    assert list(post(api, path, 400, edit="table", first=ids[1], table=0, version=2)["errors"]) == ["table"]
    assert post(api, path, 409, edit="table", first=ids[1], table=7, version=1)["type"] == "conflict"
    tables = [row["table_no"] for row in api.get(f"{V1}/rounds/{rnd.public_id}/matches/").json()]
    assert tables == [1, 2, 3]


def test_a_result_is_corrected_by_the_api_with_the_digest_of_what_was_seen(api, make_tournament, play_round, clock):
    from tournaments.rounds.services import drafts
    from tournaments.stages.services import progression as stages

    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = play_round(tournament)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    path = f"/matches/{rnd.matches.get(table_no=1).public_id}/correction/"
    assert list(post(api, path, 400, points=[5, 5])["errors"]) == ["points"]
    assert list(post(api, path, 400, kind="adjusted", points=[5, 4], ruling=[9, 9])["errors"]) == ["ruling"]
    seen = post(api, path, points=[60, 100])
    assert (seen["is_done"], seen["points"], seen["rounds"][0]["effect"]) == (False, [0, 2], "paired_again")
    assert any(line.startswith("Player 01: place ") and line.endswith("points 1 → 0") for line in seen["standings"])
    assert post(api, path, 409, points=[60, 101], digest=seen["digest"], reason="Typo")["type"] == "conflict"
    assert list(post(api, path, 400, points=[60, 100], digest=seen["digest"])["errors"]) == ["reason"]
    assert post(api, path, points=[60, 100], digest=seen["digest"], reason="Typo")["is_done"]
    assert post(api, f"/rounds/{rnd.public_id}/reopen/", 409, reason="x")["type"] == "not_sealed"


def test_byes_pairs_times_and_ways_out_by_the_api(api, client, make_tournament, play_round, clock):
    from tournaments.rounds.services import editing, running
    from tournaments.stages.services import progression as stages

    tournament = make_tournament(players=2, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    path, (one, two) = f"/tournaments/{tournament.public_id}", tournament.entries.order_by("tpn")
    blocked = api.get(f"{V1}{path}/blocked/").json()
    assert [way["way"] for way in blocked["ways"]] == ["rematch", "manual", "end"]
    assert post(api, f"{path}/way-out/", way="rematch", numbers=[1], reason="Two came")["state"] == "draft"
    rnd = standings.current_round(tournament)
    moved = post(api, f"/rounds/{rnd.public_id}/times/", starts_at="2031-06-05T19:30:00Z", minutes=25)
    assert (moved["starts_at"], moved["minutes"]) == ("2031-06-05T19:30:00Z", 25)
    rule = post(api, f"{path}/pair-rules/", 201, entries=[one.public_id, two.public_id], reason="Sisters")
    assert len(api.get(f"{V1}{path}/pair-rules/").json()) == 1
    assert list(post(api, f"{path}/pair-rules/", 400, entries=[one.public_id, "nobody"])["errors"]) == ["entries"]
    assert api.post(f"{V1}{path}/pair-rules/lift/", {"rule": rule["id"]}).status_code == 204
    bye = post(api, f"/entries/{one.public_id}/bye/", round=3, kind="zero")
    assert (bye["round"], bye["kind"]) == (3, "zero")
    assert post(api, f"/entries/{one.public_id}/bye/", 409, round=3)["type"] == "needs_reason"
    post(api, f"/entries/{one.public_id}/bye/cancel/", round=3)
    assert post(api, f"/entries/{two.public_id}/absent/")["status"] == "absent"
    assert list(post(api, f"/entries/{two.public_id}/expel/", 400, reason=" ")["errors"]) == ["reason"]
    assert post(api, f"/entries/{two.public_id}/expel/", reason="Marked cards")["status"] == "expelled"
    assert post(api, f"/entries/{one.public_id}/missed-byes/", 409, count=1)["type"] == "nothing_missed"
    match = rnd.matches.get()
    editing.publish_round(rnd=rnd, now=clock())
    assert post(api, f"/matches/{match.public_id}/missing/", 409, side=1)["type"] == "not_waiting"
    running.start_round(rnd=rnd, now=clock())
    client.force_login(one.members.get().user)
    assert post(client, f"/entries/{one.public_id}/bye/", 409, round=3)["type"] == "bye_limit"
    assert client.post(f"{V1}{path}/way-out/", {"way": "end", "reason": "x"}).status_code == 403


def test_players_change_no_conditions_and_give_themselves_no_rating(client, make_tournament):
    tournament = make_tournament(players=4)
    path = f"/tournaments/{tournament.public_id}"
    stranger, _ = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    assert client.patch(f"{V1}{path}/", {"rounds": 1}, content_type="application/json").status_code == 403
    post(client, f"{path}/entries/check-in/", 403)
    post(client, f"/entries/?tournament={tournament.public_id}", 403, player=stranger.public_id, rating=4000)
    assert not tournament.entries.filter(name="Stranger").exists()


def test_what_is_no_round_is_a_bad_request_and_no_fault(client, make_tournament):
    tournament = make_tournament(players=4)
    for after in ("²", "9" * 5000, "-1", "x"):
        answer = client.get(f"{V1}/tournaments/{tournament.public_id}/standings/", {"after": after})
        assert answer.status_code == 400
        assert client.get(f"/t/{tournament.slug}/standings/", {"after": after}).status_code == 200


def test_drafts_are_not_in_the_api_of_the_public(client, api, make_tournament, clock):
    from tournaments.rounds.services import drafts
    from tournaments.stages.services import progression as stages

    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    while duework.sweep(now=clock()):
        pass
    assert len(api.get(f"{V1}/rounds/").json()["results"]) == 1
    client.logout()
    assert client.get(f"{V1}/rounds/").json()["results"] == []
    assert client.get(f"{V1}/rounds/{rnd.public_id}/matches/").status_code == 404
    assert client.get(f"{V1}/matches/").json()["results"] == []

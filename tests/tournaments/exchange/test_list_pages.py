"""Import and export of lists by the pages, without JavaScript."""

import csv
import io
import json
import re

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts import services as accounts
from tests.markup import tight
from tournaments.entries.services import spreadsheets
from tournaments.event.selectors import finding
from tournaments.exchange.selectors.reports import report_text
from tournaments.models import MatchState
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def running(client, make_tournament, organiser, play_round, clock):
    tournament = make_tournament(players=5, rounds=3)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    client.force_login(organiser)
    return rnd


def rows(answer) -> list[dict[str, str]]:
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_every_list_goes_out_as_csv_and_xlsx(client, running):
    slug = running.stage.tournament.slug
    page = client.get(url("lists", slug)).content.decode()
    for link in re.findall(r'href="(/o/[^"]+\.(?:csv|xlsx)[^"]*)"', page):
        answer = client.get(link.replace("&amp;", "&"))
        if "csv" in link:
            assert rows(answer) is not None
        else:
            assert openpyxl.load_workbook(io.BytesIO(answer.content)).active.max_row >= 1
    entries = rows(client.get(url("export", slug, "entries", "csv")))
    assert entries[0] == {
        "number": "1",
        "name": "Player 01",
        "rating": "1990",
        "status": "checked_in",
        "email": "p1@example.org",
    }
    found = rows(client.get(url("export", slug, "standings", "csv")))
    assert (found[0]["place"], found[0]["points"]) == ("1", "1.0")
    assert "tb_BH/C1" in found[0]


def test_strangers_get_no_address_and_no_draft(client, running):
    slug = running.stage.tournament.slug
    client.logout()
    assert "email" not in rows(client.get(url("list-file", slug, "entries", "csv")))[0]
    assert len(rows(client.get(url("list-file", slug, "pairings", "csv"), {"round": 1}))) == 3
    assert client.get(url("list-file", slug, "pairings", "csv"), {"round": 2}).status_code == 404
    assert client.get(url("list-file", slug, "poems", "csv")).status_code == 404
    assert client.get(url("list-file", slug, "entries", "pdf")).status_code == 404
    assert client.get(url("export", slug, "entries", "csv")).status_code == 302


def test_results_from_a_sheet_by_dry_run_and_accept(client, running, organiser, clock):
    slug = running.stage.tournament.slug
    editing.publish_round(rnd=running, now=clock(), by=organiser)
    rounds_running.start_round(rnd=running, now=clock())
    address = url("take", slug, "results", 2)
    data = spreadsheets.to_xlsx("r", ["table", "result"], [[1, "104-60"], [2, "55-55"]])
    page = client.post(address, {"file": SimpleUploadedFile("r.xlsx", data)}).content.decode()
    assert "Line 3: result: A game has a winner" in page
    assert "Accept" not in page
    data = spreadsheets.to_xlsx("r", ["table", "result"], [[1, "104-60"], [2, "55-101"]])
    page = client.post(address, {"file": SimpleUploadedFile("r.xlsx", data)}).content.decode()
    assert "Accept all 2 lines" in page
    form = {
        "text": re.search(r"hidden aria-hidden=\"true\">(.*?)</textarea>", page, re.DOTALL).group(1),
        "seen": re.search(r'name="seen" value="(\w+)"', page).group(1),
        "accept": 1,
    }
    assert client.post(address, form | {"seen": "something-else"}).status_code == 422
    assert client.post(address, form).status_code == 302
    assert not running.matches.exclude(state=MatchState.OVER).exists()


def test_pairings_with_warnings_ask_for_a_reason(client, running):
    slug = running.stage.tournament.slug
    address = url("take", slug, "pairings", 2)
    text = "first,second\nPlayer 01,Player 03\nPlayer 02,Player 04\nPlayer 05,"
    page = client.post(address, {"text": text}).content.decode()
    assert "Player 01 and Player 03 have met already, in round 1." in page
    assert "Player 05 would have a second bye." in page
    seen = re.search(r'name="seen" value="(\w+)"', page).group(1)
    form = {"text": text, "seen": seen, "accept": 1}
    refused = client.post(address, form)
    assert refused.status_code == 422
    assert "This needs a reason." in tight(refused.content.decode())
    assert client.post(address, form | {"reason": "asked for"}).status_code == 302
    assert running.matches.first().sides.first().entry.name == "Player 01"


def test_a_whole_tournament_goes_out_and_only_site_staff_bring_one_in(client, running, organiser):
    slug = running.stage.tournament.slug
    answer = client.get(url("dump", slug))
    assert answer["Cache-Control"] == "no-store"
    assert answer.json()["format"] == "undercut-tournament"
    form = {"club": running.stage.tournament.club.slug, "text": answer.content.decode()}
    assert client.post(url("load"), form).status_code == 403, "organisers load report files"
    organiser.is_staff = True
    organiser.save()
    assert "already on this site" in tight(client.post(url("load"), form).content.decode())
    assert "Line 1, column 2" in tight(client.post(url("load"), form | {"text": "{poem"}).content.decode())
    stranger, _new = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    assert client.get(url("dump", slug)).status_code == 403
    assert client.get(url("load")).status_code == 403


def test_the_api_takes_and_gives_lists_and_dumps(client, running, organiser):
    tournament = running.stage.tournament
    base = f"/api/v1/tournaments/{tournament.public_id}"
    found = client.get(f"{base}/lists/", {"name": "standings"}).json()
    assert found["columns"][:3] == ["place", "number", "name"]
    assert client.get(f"{base}/lists/", {"name": "poem"}).status_code == 400
    rounds = f"/api/v1/rounds/{running.public_id}"
    slips = client.get(f"{rounds}/slips/").json()
    assert [slip["table_no"] for slip in slips] == [1, 1, 2, 2], "one for each side"
    body = {"what": "pairings", "text": "first,second\nPlayer 01,Player 01"}
    report = client.post(f"{rounds}/import/", body, content_type="application/json").json()
    assert report["problems"][0] == {
        "line": 0,
        "text": "Player 02 has no line: give a table or a bye.",
    }
    dump = client.get(f"{base}/dump/")
    dumped = dump.json()
    entries = client.get(f"{base}/lists/", {"name": "entries"})
    file = client.get(url("export", tournament.slug, "entries", "csv"))
    for personal in (dump, entries, file):  # they hold addresses
        assert "no-store" in personal["Cache-Control"]
    body = {"club": tournament.club.slug, "text": json.dumps(dumped)}
    assert client.post("/api/v1/tournaments/load/", body, content_type="application/json").status_code == 403
    organiser.is_staff = True
    organiser.save()
    refused = client.post("/api/v1/tournaments/load/", body, content_type="application/json")
    assert refused.status_code == 409
    wrong = json.dumps(dumped | {"tables": dumped["tables"] | {"stage": []}})
    refused = client.post("/api/v1/tournaments/load/", body | {"text": wrong}, content_type="application/json")
    assert refused.status_code == 400
    assert "tables.stage" in refused.json()["errors"]
    client.logout()
    assert client.get(f"{base}/dump/").status_code in (401, 403)
    assert client.get(f"{rounds}/slips/").status_code in (401, 403, 404)
    assert client.get(f"{base}/lists/", {"name": "pairings", "round": 2}).status_code == 404
    assert "email" not in client.get(f"{base}/lists/", {"name": "entries"}).json()["columns"]


def test_a_report_goes_out_and_comes_in_as_a_new_tournament(client, running):
    tournament = running.stage.tournament
    answer = client.get(url("report", tournament.slug))
    assert "attachment" in answer["Content-Disposition"]
    text = answer.content.decode()
    form = {"club": tournament.club.slug, "text": text.replace("Player 0", "Sitter 0")}
    page = tight(client.post(url("load"), form).content.decode())
    assert "5 players, 1 of 3 rounds played, system card." in page
    seen = re.search(r'name="seen" value="(\w+)"', page).group(1)
    assert client.post(url("load"), form | {"seen": seen, "accept": 1}).status_code == 302
    bad = tight(client.post(url("load"), form | {"text": text.replace(" 1990 ", " 19x0 ")}).content.decode())
    assert "column 49: rating" in bad
    body = {"club": tournament.club.slug, "text": text}
    found = client.post("/api/v1/tournaments/load-report/", body, content_type="application/json").json()
    assert (found["players"], found["tournament"]) == (5, None)
    assert client.get(f"/api/v1/tournaments/{tournament.public_id}/report/").json() == {"text": text}


def test_a_report_of_one_player_is_told_in_the_singular(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=2)
    stages.begin(tournament=tournament, by=organiser, now=clock())
    text = re.sub(r"(?m)^001 +2 .*\r?\n", "", report_text(tournament))
    client.force_login(organiser)
    page = client.post(url("load"), {"club": tournament.club.slug, "text": text}).content.decode()
    assert "1 player," in page

"""The talk at a casual table outside its socket: what its page reads, muting, reports to the site, how long it is
kept."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from duework import services as duework
from games.live.setup import terms
from games.live.talk import asides, talk_rows
from games.models import ChatLine, ConductReport, Status, Table
from games.services import gatherings, talking
from games.services import tables as table_services
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db
LIVE = {"chat": "full"}


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def say(table: Table, seat: int, text: str) -> talk_rows.Spoken:
    facts: dict[str, Any] = {"heard_by": (0, 1), "now": live_tables.now(), "words": {"text": text}}
    return talk_rows.keep(terms.terms(table), line_id=uuid.uuid4(), seat=seat, **facts)


def texts(client: Client, table: Table) -> list[str]:
    return [line["text"] for line in client.get(reverse("api:api-table-talk", args=[table.public_id])).json()["lines"]]


def test_a_mute_holds_at_once_and_at_the_next_table_too() -> None:
    table = live_tables.open_table(**LIVE)
    ann, ben = live_tables.users(table)
    client, address = client_of(ben), reverse("api:api-table-talk", args=[table.public_id])
    say(table, 0, "Slow coach")
    assert texts(client, table) == ["Slow coach"]
    answer = client.post(f"{address}/mute", {"seat": "A", "muted": True}).json()
    assert (answer["people"][0]["muted"], answer["lines"]) == (True, [])
    assert say(table, 0, "Slower").seats == (0,)
    again = table_services.open_table(
        rules_key="gin-pagat", seats=[table_services.SeatSpec(ben), table_services.SeatSpec(ann)], now=live_tables.now()
    )
    assert say(again, 1, "You again").seats == (1,)
    client.post(f"{address}/mute", {"seat": "A", "muted": False})
    assert texts(client, table) == ["Slow coach", "Slower"]
    assert client.post(f"{address}/mute", {"seat": "B", "muted": True}).status_code == 409, "nobody mutes himself"
    assert client.post(f"{address}/mute", {"seat": "Z", "muted": True}).status_code == 404


def test_who_watches_without_an_account_reads_no_talk_and_is_asked_to_sign_in() -> None:
    table, client = live_tables.open_table(**LIVE), Client()
    address = reverse("api:api-table-talk", args=[table.public_id])
    assert client.get(address).status_code == 404
    assert client.post(f"{address}/report", {"seat": "A", "words": "x"}).status_code == 404
    page = client.get(reverse("games:table", args=[table.public_id])).content.decode()
    assert "chat-door" not in page
    assert "to talk with others who watch" in page


def aside(table: Table, by: User, text: str) -> None:
    words = {"text": text}
    asides.keep(terms.terms(table), line_id=uuid.uuid4(), user_id=by.pk, words=words, now=live_tables.now())


def test_who_watches_with_an_account_reads_what_watchers_say_and_who_plays_what_players_say() -> None:
    table = live_tables.open_table(**LIVE)
    _ann, ben = live_tables.users(table)
    eve, fay = live_tables.person("Eve"), live_tables.person("Fay")
    say(table, 0, "Slow coach")
    aside(table, eve, "A close one")
    assert texts(client_of(fay), table) == ["A close one"]
    assert texts(client_of(ben), table) == ["Slow coach"]
    page = client_of(fay).get(reverse("games:table", args=[table.public_id])).content.decode()
    assert f'data-who="{fay.public_id}"' in page
    assert "The players do not." in page
    address = reverse("api:api-table-talk", args=[table.public_id])
    assert client_of(fay).post(f"{address}/mute", {"seat": eve.public_id, "muted": True}).json()["lines"] == []
    assert client_of(fay).post(f"{address}/mute", {"seat": "A", "muted": True}).status_code == 404, (
        "players are no part of it"
    )
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    assert client_of(fay).get(address).status_code == 404


def test_where_nobody_talks_nobody_who_watches_does() -> None:
    table = live_tables.open_table(chat="off")
    eve = client_of(live_tables.person("Eve"))
    assert eve.get(reverse("api:api-table-talk", args=[table.public_id])).status_code == 404
    assert "chat-door" not in eve.get(reverse("games:table", args=[table.public_id])).content.decode()


def test_a_watcher_is_reported_by_watchers_with_what_they_said() -> None:
    table = live_tables.open_table(**LIVE)
    Table.objects.update(ref="match:nowhere")  # a table of a tournament
    ann, _ben = live_tables.users(table)
    eve, fay = live_tables.person("Eve"), live_tables.person("Fay")
    facts: dict[str, Any] = {"table": table, "about": eve, "words": "Rude words", "now": live_tables.now()}
    with pytest.raises(talking.NotHeard, match="watchers others who talk with them"):
        talking.report_conduct(by=fay, **facts)
    say(table, 0, "Slow coach")
    aside(table, eve, "<i>rude</i>")
    address = reverse("api:api-table-talk", args=[table.public_id])
    assert client_of(fay).post(f"{address}/report", {"seat": eve.public_id, "words": "Rude words"}).status_code == 201
    report = ConductReport.objects.get()
    assert (report.about, [line["text"] for line in report.lines]) == (eve, ["<i>rude</i>"])
    with pytest.raises(talking.NotHeard):
        talking.report_conduct(by=ann, **facts)
    olga = accounts.official(username="site", name="Site", email="", password="a long password", site_admin=True)
    shown = client_of(olga).get(reverse("games:conduct")).content.decode()
    assert "&lt;i&gt;rude&lt;/i&gt;" in shown
    assert "Slow coach" not in shown


def test_a_report_goes_to_the_officials_of_the_site_with_what_was_said() -> None:
    table = live_tables.open_table(**LIVE)
    ann, ben = live_tables.users(table)
    say(table, 0, "<i>rude</i>")
    address = reverse("api:api-table-talk", args=[table.public_id])
    for _ in range(2):
        assert client_of(ben).post(f"{address}/report", {"seat": "A", "words": "Rude words"}).status_code == 201
    report = ConductReport.objects.get()
    page = reverse("games:conduct")
    assert client_of(ann).get(page).status_code == 403
    olga = accounts.official(username="site", name="Site", email="", password="a long password", site_admin=True)
    client = client_of(olga)
    shown = client.get(page).content.decode()
    assert "Rude words" in shown
    assert "&lt;i&gt;rude&lt;/i&gt;" in shown
    client.post(page, {"id": report.public_id, "do": "silence", "words": "Mind your words"})
    assert "asked not to talk there: Mind your words" in tight(client.get(page).content.decode())
    client.post(page, {"id": report.public_id, "do": "handle", "words": "Spoken to"})
    assert "There are no open reports." in tight(client.get(page).content.decode())
    noted = AuditEntry.objects.filter(actor=olga)
    assert set(noted.values_list("action", flat=True)) == {"table.silence", "report.handle"}
    with pytest.raises(talking.NotHeard, match="has been handled"):
        talking.handle_report(report=report, outcome="Again", by=olga, now=live_tables.now())


def test_many_reports_in_an_hour_wait() -> None:
    ben = live_tables.person("Ben")
    now = live_tables.now()
    tables = [
        table_services.open_table(
            rules_key="gin-pagat",
            seats=[table_services.SeatSpec(live_tables.person()), table_services.SeatSpec(ben)],
            now=now,
        )
        for _ in range(6)
    ]
    facts: dict[str, Any] = {"by": ben, "words": "Rude"}
    for table in tables[:5]:
        talking.report_conduct(table=table, about=live_tables.users(table)[0], now=now, **facts)
    last = {"table": tables[5], "about": live_tables.users(tables[5])[0], **facts}
    with pytest.raises(talking.NotHeard, match="many reports"):
        talking.report_conduct(now=now, **last)
    talking.report_conduct(now=now + timedelta(hours=1, seconds=1), **last)


def test_talk_is_forgotten_after_thirty_days_but_not_what_a_report_holds() -> None:
    table = live_tables.open_table(**LIVE)
    ann, ben = live_tables.users(table)
    say(table, 0, "Old words")
    now = live_tables.now()
    report = talking.report_conduct(table=table, by=ben, about=ann, words="Rude", now=now)
    for days, kept in ((29, 1), (31, 0)):
        at = now + timedelta(days=days)
        duework.plan(key=f"{talking.OLD_TALK}:{days}", kind=talking.OLD_TALK, due_at=at)
        assert duework.sweep(now=at) >= 1
        assert ChatLine.objects.count() == kept
    report.refresh_from_db()
    assert [line["text"] for line in report.lines] == ["Old words"]


def test_a_phrase_is_read_in_the_readers_language() -> None:
    table = live_tables.open_table()
    for user, language, words in zip(live_tables.users(table), ("es", "en"), ("¡Suerte!", "Good luck!"), strict=True):
        client = client_of(user)
        page = client.get(reverse("games:table", args=[table.public_id]), headers={"accept-language": language})
        assert f'<i data-k="chat.phrase.luck">{words}</i>' in page.content.decode()


def test_at_a_table_with_sides_one_is_told_that_the_own_side_hears_nothing() -> None:
    for rules, is_told in (("partnership", True), ("chouette", True), ("cutthroat", False), ("gin-pagat", False)):
        table = live_tables.open_table(rules=rules)
        page = client_of(live_tables.users(table)[0]).get(reverse("games:table", args=[table.public_id]))
        assert ("Your own side does not hear you." in page.content.decode()) is is_told


def test_a_private_table_says_beforehand_how_its_players_talk() -> None:
    ann = live_tables.person("Ann")
    for rules, words in (
        ("gin-pagat", "free text"),
        ("partnership", "set phrases"),
    ):
        waiting = gatherings.gather(user=ann, rules_key=rules, level="novice", pace="quick", now=live_tables.now())
        page = Client().get(reverse("games:gathering", args=[waiting.public_id])).content.decode()
        assert words in page.partition("<dt>Talk</dt>")[2].partition("</dd>")[0]

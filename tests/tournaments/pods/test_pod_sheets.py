"""Score sheets of tables of three and more: on a phone by slip, added up as at a live table, sent and agreed."""

import re

import pytest
from django.urls import reverse

from games.engine import DealEntry
from tests.markup import tight
from tournaments import errors
from tournaments.event.selectors import codes
from tournaments.event.selectors.finding import matches
from tournaments.models import MatchState, SheetLine
from tournaments.results.selectors import score_sheets
from tournaments.results.services import score_sheets as services

pytestmark = pytest.mark.django_db


@pytest.fixture
def pod(make_pods, next_round):
    def begin(players=3, **conditions):
        return matches().filter(round=next_round(make_pods(players, **conditions))).first()

    return begin


def address(pod, order=0):
    return reverse("tournaments:slip-deals", args=[codes.slip_code(pod, order)])


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="(version|key|order)" value="([\w,]*)"', page))


def say(client, pod, **facts):
    page = client.get(address(pod)).content.decode()
    return client.post(address(pod), {"act": "deal", "how": "knock", **hidden(page), **facts})


def test_a_cutthroat_table_is_written_on_a_phone_sent_and_agreed(client, pod):
    table = pod()
    names = [seat.entry.name for seat in table.sides.all()]
    page = client.get(address(table)).content.decode()
    assert f"Waiting: <bdi>{names[2]}</bdi>" in re.sub(r"\s+", " ", page)
    assert "count_third" not in page
    assert f"{names[0]} deals" in re.sub(r"<[^>]+>", "", page) or 'name="order" value="1,0,2"' in page
    assert say(client, table, seat=0, count_first=5, count_second=60).status_code == 302
    page = re.sub(r"\s+", " ", client.get(address(table)).content.decode())
    assert f"<bdi>{names[0]}</bdi> – <bdi>{names[2]}</bdi>" in page, "3P-2: the idle player takes the loser's place"
    assert say(client, table, seat=0, count_first=5, count_third=60).status_code == 302
    page = client.get(address(table)).content.decode()
    assert f"{names[0]} wins" in page
    answer = client.post(address(table), {"act": "send", "version": 2}, follow=True)
    assert f"waiting for {names[1]} or {names[2]} to agree" in tight(answer.content.decode())
    table = matches().get(pk=table.pk)
    # 110 points, two boxes of 25, the game: 260; both others have nothing and pay the shutout, too (3P-6)
    assert [(seat.place, seat.game_points, seat.margin) for seat in table.sides.all()] == [
        (1, 260, 720), (2, 0, -360), (2, 0, -360)
    ]  # fmt: skip
    slip = reverse("tournaments:slip-agree", args=[codes.slip_code(table, 1)])
    client.post(slip, {"version": table.version})
    assert matches().get(pk=table.pk).state == MatchState.OVER
    assert "<strong>+55</strong>" in client.get(reverse("tournaments:match", args=[table.public_id])).content.decode()


def test_the_draw_seats_the_players_before_the_first_deal(client, pod):
    table = pod()
    names = [seat.entry.name for seat in table.sides.all()]
    page = client.get(address(table), {"drew": ["2", "1", "0"]}).content.decode()
    assert f"Waiting: <bdi>{names[0]}</bdi>" in re.sub(r"\s+", " ", page)
    said = {"act": "deal", "how": "knock", "seat": 2, "count_second": 30, "count_third": 4, **hidden(page)}
    assert client.post(address(table), said).status_code == 302
    assert SheetLine.objects.get().deal["order"] == [2, 1, 0]


def test_who_sits_out_ends_no_deal(pod, clock):
    table, entry = pod(), DealEntry(how="knock", seat=2, counts=(None, 20, 5))
    with pytest.raises(errors.Invalid, match="sits this deal out") as caught:
        services.enter_deal(match=table, entry=entry, key="a", version=0, now=clock())
    assert caught.value.field == "seat"
    assert not SheetLine.objects.exists()


def test_a_chouette_has_two_scores_and_settles_with_each(client, pod, clock, organiser):
    table = pod(4, variant="chouette", rounds=1)
    for number in range(2):
        box, captain = score_sheets.score_sheet(table).book.boards[0]
        counts = [None] * 4
        counts[box], counts[captain] = 5, 60
        entry = DealEntry(how="knock", seat=box, counts=tuple(counts))
        facts = {"key": f"k{number}", "version": number, "now": clock()}
        sheet = services.enter_deal(match=table, entry=entry, **facts)
    page = client.get(address(table)).content.decode()
    assert "Box" in page
    assert "Side" in page
    assert sheet.is_over
    done = services.send_sheet(match=table, version=2, now=clock(), by=organiser, is_final=True)
    settled = sorted(done.sides.values_list("margin", flat=True))
    assert settled == [-360, -360, -360, 1080]


def test_battle_royal_counts_three_hands(client, pod):
    table = pod(3, variant="battle-royal", rounds=1)
    assert say(client, table, dealer=0, seat=1, count_first=30, count_second=4).status_code == 422
    assert say(client, table, dealer=0, seat=1, count_first=30, count_second=4, count_third=20).status_code == 302
    assert "<strong>+46</strong>" in client.get(address(table)).content.decode()


def test_a_sheet_that_is_not_over_is_not_sent(pod, clock):
    table = pod()
    with pytest.raises(errors.Refusal, match="not over"):
        services.send_sheet(match=table, version=0, now=clock(), order=0)

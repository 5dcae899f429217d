"""The deal of the day: the same cards for everybody, one try, a ranking, and nothing shown before the day is over."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from duework.models import DueWork
from games import engine, own_data, selectors
from games.engine.cards import shuffle
from games.live.daily import days, standing
from games.live.finished import archive
from games.live.shuffle import dealing
from games.models import DailyDeal, DailyTry, Status, Table
from games.players import LEVELS, make_player
from games.players.playing import play_out as deal_out
from games.services.daily import deals
from tests.games import sittings
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
TOMORROW = datetime(2026, 11, 27, tzinfo=UTC)
DAY = NOW.date()


def person(name: str) -> User:
    return accounts.official(username=name.lower(), name=name, email="", password="x" * 12)


def played(user: User, level: str = "club", seed: int = 1) -> Table:
    """The person plays the deal of the day as a house player of this level would."""
    table = deals.play_daily(user=user, now=NOW)
    return sittings.play_out(Table.objects.prefetch_related("seats__user").get(pk=table.pk), level=level, seed=seed)


def deck(table: Table) -> tuple[int, ...]:
    secret = table.secrets.get()
    return dealing.deck_of(secret.ctx, bytes(secret.sealed))


def test_everybody_has_the_same_cards_and_the_house_deals() -> None:
    tables = [deals.play_daily(user=user, now=NOW) for user in (person("Ann"), accounts.guest())]
    assert deck(tables[0]) == deck(tables[1])
    assert {table.secrets.get().dealer for table in tables} == {days.HOUSE}
    assert [seat.house_level for seat in tables[0].seats.all()] == ["", "strong"]
    assert DailyDeal.objects.count() == 1


def test_the_cards_of_another_day_are_others() -> None:
    first = deals.play_daily(user=person("Ann"), now=NOW)
    second = deals.play_daily(user=person("Ben"), now=TOMORROW)
    assert deck(first) != deck(second)


def test_the_house_of_this_level_leaves_nothing_to_chance() -> None:
    """Whatever its seed, it answers the same cards and moves in the same way."""
    rules = engine.rule_set(days.RULES, **engine.sitting_options(days.RULES, engine.length_of("deals:1")))
    for number in range(1, 6):
        cards = shuffle.deck(days.context(DAY), bytes([number]) * 32)
        lines = {
            deal_out(
                rules,
                engine.start(rules),
                [make_player("club", 7), make_player(days.LEVEL, seed)],
                engine.Deal(cards, dealer=days.HOUSE),
            )[1]
            for seed in range(5)
        }
        assert len(lines) == 1
    assert days.LEVEL in LEVELS


def test_one_try_counts() -> None:
    ann = person("Ann")
    table = deals.play_daily(user=ann, now=NOW)
    assert deals.play_daily(user=ann, now=NOW + timedelta(hours=1)) == table
    played(ann)
    assert deals.play_daily(user=ann, now=NOW) == table
    assert DailyTry.objects.count() == 1


def test_who_has_tried_as_a_guest_does_not_try_again_with_an_account() -> None:
    guest = accounts.guest()
    deals.play_daily(user=guest, now=NOW)
    with pytest.raises(deals.NoSecondTry, match="as a guest"):
        deals.play_daily(user=person("Ann"), guest=guest, now=NOW)


def test_the_list_is_by_points_then_fewer_moves_and_names_no_guest_a_place() -> None:
    ann, ben, cy, guest = person("Ann"), person("Ben"), person("Cy"), accounts.guest()
    played(ann, "novice"), played(ben, "strong"), played(cy, "strong"), played(guest, "club")
    deals.play_daily(user=person("Dee"), now=NOW)
    lines = standing.lines(DailyDeal.objects.get())
    placed = [line for line in lines if line.place is not None]
    assert {line.user for line in placed} == {ann, ben, cy}
    assert [line.points for line in placed] == sorted((line.points for line in placed), reverse=True)
    assert next(x.place for x in placed if x.user == ben) == next(x.place for x in placed if x.user == cy)
    assert [(line.user, line.place) for line in lines[3:]] == [(guest, None)]
    by_user = {line.user: line for line in lines}
    deal = selectors.signed_deals(ann.seats.get().table)
    assert by_user[ann].points == deal[1]


def test_equal_points_are_told_apart_by_moves() -> None:
    slow, quick = person("Slow"), person("Quick")
    for user, last in ((slow, 40), (quick, 30)):
        deal = played(user, "strong").deals.get()
        deal.last_seq = last
        deal.save()
    assert [(line.user, line.place) for line in standing.lines(DailyDeal.objects.get())] == [(quick, 1), (slow, 2)]


def test_a_deal_that_was_given_up_is_in_no_list() -> None:
    table = deals.play_daily(user=person("Ann"), now=NOW)
    sittings.play_out(Table.objects.prefetch_related("seats__user").get(pk=table.pk), deals=0)
    assert standing.lines(DailyDeal.objects.get()) == []


def test_before_its_end_nobody_sees_a_card_of_another_s_table() -> None:
    ann, ben = person("Ann"), person("Ben")
    table = played(ann)
    deal, client = table.deals.get(), Client()
    client.force_login(ben)
    deals.end_day(day=DAY, now=TOMORROW - timedelta(seconds=1))
    for who in (client, Client()):
        assert who.get(reverse("games:table", args=[table.public_id])).status_code == 404
        assert who.get(reverse("games:table-deal", args=[table.public_id, 1])).status_code == 404
        assert who.get(reverse("games:deal", args=[deal.public_id])).status_code == 404
        assert who.get(reverse("api:api-deal", args=[deal.public_id])).status_code == 404
        assert who.get(reverse("api:api-deal", args=[deal.public_id])).status_code == 404
        assert who.get(reverse("api:api-table-log", args=[table.public_id])).status_code == 404
        assert who.get(reverse("pages:daily-day", args=[DAY])).status_code == 404
    assert archive.deal_record(deal) is None
    day = DailyDeal.objects.get()
    assert [line.deal for line in standing.lines(day)] == [""]
    assert standing.secret_of(day) is None
    told = client.get(reverse("api:api-daily")).json()["results"][0]
    assert told["secret"] is None
    assert told["commitment"] == day.commitment


def test_after_its_end_replays_and_secret_are_open_and_hold() -> None:
    table, client = played(person("Ann")), Client()
    left = deals.play_daily(user=person("Ben"), now=NOW)
    deals.end_day(day=DAY, now=TOMORROW)
    deals.end_day(day=DAY, now=TOMORROW + timedelta(hours=1))
    day = DailyDeal.objects.get()
    assert day.ended_at == TOMORROW
    told = client.get(reverse("api:api-daily")).json()["results"][0]
    secret = bytes.fromhex(told["secret"])
    about = shuffle.context_of(told["ctx"])
    assert about == days.context(DAY)
    assert shuffle.server_commitment(about, secret).hex() == told["commitment"]
    [line] = client.get(reverse("api:api-daily-day", args=[DAY])).json()["lines"]
    assert line["name"] == "Ann"
    record = client.get(reverse("api:api-deal", args=[line["deal"]])).json()
    assert record["deck"] == [shuffle.card_name(card, about.pack) for card in shuffle.deck(about, secret)]
    left.refresh_from_db()
    assert (left.status, left.is_held) == (Status.CLOSED, True), "what was not finished does not count, and stays shut"
    page = client.get(reverse("pages:daily-day", args=[DAY])).content.decode()
    assert reverse("games:deal", args=[line["deal"]]) in page
    assert told["secret"] in page
    table.refresh_from_db()
    assert not table.is_held


def test_the_end_of_a_day_is_planned_with_its_first_table() -> None:
    deals.play_daily(user=person("Ann"), now=NOW)
    work = DueWork.objects.get(kind=deals.DAILY_END)
    assert work.due_at == TOMORROW
    deals.daily_end_due(work, TOMORROW)
    assert DailyDeal.objects.get().ended_at == TOMORROW


def test_the_page_is_empty_then_leads_to_one_table() -> None:
    client = Client()
    page = client.get(reverse("pages:daily")).content.decode()
    assert "Nobody has finished today’s deal yet." in page
    assert not DailyDeal.objects.exists(), "looking makes no deal"
    there = client.post(reverse("pages:daily")).headers["Location"]
    assert client.post(reverse("pages:daily")).headers["Location"] == there
    table = client.get(there).content.decode()
    assert 'data-event="/daily/"' in table, "the end leads to the list of the best"
    assert '<i data-k="end.event">List of the best</i>' in table
    assert "dist/table-again.js" not in table
    assert "Your deal is not finished yet." in tight(client.get(reverse("pages:daily")).content.decode())


def test_the_page_tells_points_and_place() -> None:
    ann, client = person("Ann"), Client()
    client.force_login(ann)
    client.post(reverse("pages:daily"))
    table = Table.objects.prefetch_related("seats__user").get()
    sittings.play_out(table, level="strong")
    page = client.get(reverse("pages:daily")).content.decode()
    assert "That is place 1." in page
    home = client.get(reverse("pages:home")).content.decode()
    assert "Best today" in home
    assert timezone.now().date() == DailyDeal.objects.get().day


@pytest.mark.parametrize("day", ["2026-11-25", "yesterday", "2026-13-01"])
def test_a_day_that_never_was_is_not_found(day: str) -> None:
    assert Client().get(reverse("pages:daily-day", args=[day])).status_code == 404
    assert Client().get(reverse("api:api-daily-day", args=[day])).status_code == 404


def test_a_person_is_told_of_their_tries_and_they_are_forgotten() -> None:
    ann = person("Ann")
    table = played(ann)
    assert own_data.tell(ann)["deals_of_the_day"] == [{"day": DAY, "at_table": table.public_id}]
    with transaction.atomic():
        own_data.forget(ann, "Somebody", NOW)
    assert not DailyTry.objects.exists()
    assert standing.lines(DailyDeal.objects.get()) == []

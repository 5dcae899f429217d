"""The fee, and the tick for who has paid: for officials alone, on the page, in the API and to print."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tests.markup import tight
from tournaments.entries import selectors
from tournaments.entries.services import entering, paying
from tournaments.errors import Invalid
from tournaments.event.services import creating
from tournaments.exchange.selectors import dump
from tournaments.models import Payment, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make_tournament) -> Tournament:
    return make_tournament(players=4, settings={"fee": "7.50", "currency": "€"})


def test_a_tick_is_noted_once_and_taken_back(evening, organiser, clock):
    entry = evening.entries.get(name="Player 02")
    for _twice in range(2):
        paying.set_paid(entry=entry, is_paid=True, now=clock(), by=organiser)
    assert Payment.objects.get().entry == entry
    found = selectors.door(evening)
    assert (found.paid, found.fee, found.taken) == (1, "7.50 €", "7.50 €")
    assert [line.entry.name for line in found.lines if line.paid_at] == ["Player 02"]
    for _twice in range(2):
        paying.set_paid(entry=entry, is_paid=False, now=clock(), by=organiser)
    assert not Payment.objects.exists()
    actions = AuditEntry.objects.filter(action__in=("entry.paid", "entry.unpaid")).order_by("pk")
    assert list(actions.values_list("action", flat=True)) == ["entry.paid", "entry.unpaid"]


def test_who_has_paid_and_left_stays_on_the_list(evening, organiser, clock):
    paid, other = evening.entries.order_by("name")[:2]
    paying.set_paid(entry=paid, is_paid=True, now=clock(), by=organiser)
    for entry in (paid, other):
        entering.withdraw(entry=entry, now=clock(), by=organiser)
    assert [line.entry.name for line in selectors.door(evening).lines] == ["Player 01", "Player 03", "Player 04"]


@pytest.mark.parametrize("bad", ["-5", "5,00", "1e3", "12345", "5.123", 5, None, "٣"])
def test_what_is_no_sum_is_refused(evening, organiser, clock, bad):
    with pytest.raises(Invalid) as invalid:
        creating.write_conditions(tournament=evening, settings={"fee": bad}, now=clock(), by=organiser)
    assert invalid.value.field == "fee"
    with pytest.raises(Invalid):
        creating.write_conditions(tournament=evening, settings={"currency": "coins"}, now=clock(), by=organiser)


def test_the_page_ticks_and_the_public_sees_the_fee_alone(evening, organiser, client):
    page, entry = reverse("tournaments:door", args=[evening.slug]), evening.entries.get(name="Player 02")
    assert client.get(page).status_code == 302
    client.force_login(entry.members.get().user)
    assert client.get(page).status_code == 403
    assert client.post(page, {"entry": entry.public_id, "paid": "1"}).status_code == 403
    client.force_login(organiser)
    client.post(page, {"entry": entry.public_id, "paid": "1"})
    shown = client.get(page).content.decode()
    assert "1 of 4 have paid" in shown
    assert "taken so far: 7.50 €" in shown
    assert page in client.get(reverse("tournaments:checkin", args=[evening.slug])).content.decode()
    client.post(page, {"entry": entry.public_id, "paid": "0"})
    assert "0 of 4 have paid" in tight(client.get(page).content.decode())
    client.logout()
    public = client.get(reverse("tournaments:detail", args=[evening.slug])).content.decode()
    assert "The fee is 7.50 €." in public
    assert "payment" not in dump.dump(evening)["tables"]


def test_the_api_ticks_and_lists(evening, organiser, client):
    entry = evening.entries.get(name="Player 02")
    tick = reverse("api:api-entry-paid", args=[entry.public_id])
    listed = reverse("api:api-tournament-door", args=[evening.public_id])
    assert client.post(tick, {}, content_type="application/json").status_code in (401, 403)
    assert client.get(listed).status_code in (401, 403)
    client.force_login(organiser)
    assert client.post(tick, {}, content_type="application/json").status_code == 200
    paid = {line["name"]: line["paid_at"] is not None for line in client.get(listed).json()}
    assert paid == {"Player 01": False, "Player 02": True, "Player 03": False, "Player 04": False}
    shown = client.get(reverse("api:api-tournament-detail", args=[evening.public_id])).json()
    assert shown["fee"] == "7.50 €"
    client.post(tick, {"is_paid": False}, content_type="application/json")
    assert not Payment.objects.exists()

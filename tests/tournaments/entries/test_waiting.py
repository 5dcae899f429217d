"""Beyond the capacity an entry waits, and moves up by itself; players can enter until entries close."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import services as accounts
from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import changing, entering, waiting
from tournaments.event.selectors import finding
from tournaments.models import Entry, EntryStatus
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def someone(name="Rosa"):
    return accounts.official(username=name.lower(), name=name, email=f"{name.lower()}@example.org", password="correct1")


@pytest.fixture
def full(make_tournament, organiser, clock):
    """Two places, two who are entered, and two who wait."""

    def make(**more):
        tournament = make_tournament(players=2, settings={"capacity": 2}, **more)
        late = [
            entering.enter(tournament=tournament, name=name, now=clock.later(seconds=1)) for name in ("Cem", "Dora")
        ]
        return tournament, late

    return make


def line(tournament) -> list[str]:
    return [entry.name for entry in finding.waiting_line(tournament)]


def test_over_the_capacity_an_entry_waits_in_its_order(full):
    tournament, late = full()
    assert [entry.status for entry in late] == [EntryStatus.WAITING] * 2
    assert [finding.place_in_line(entry) for entry in late] == [1, 2]
    assert finding.place_in_line(tournament.entries.get(name="Player 01")) == 0
    shown = finding.tournaments().get(pk=tournament.pk)
    assert (shown.entry_count, shown.waiting_count) == (2, 2)


def test_who_withdraws_makes_room_for_the_first_and_so_does_who_is_sent_away_or_taken_out(full, organiser, clock):
    tournament, _late = full()
    first, second = tournament.entries.filter(name__startswith="Player").order_by("pk")
    entering.withdraw(entry=first, now=clock(), by=organiser)
    assert line(tournament) == ["Dora"]
    assert tournament.entries.get(name="Cem").status == EntryStatus.ENTERED
    log = AuditEntry.objects.filter(action="entry.move_up").get()
    assert log.after["entry"] == tournament.entries.get(name="Cem").public_id
    changing.remove_entry(entry=second, now=clock(), by=organiser)
    assert line(tournament) == []


def test_undo_of_a_removal_says_that_the_place_is_gone_and_whose_it_is(full, organiser, client):
    tournament, _late = full()
    client.force_login(organiser)
    first = tournament.entries.get(name="Player 01")
    at = reverse("tournaments:edit-entry", args=[tournament.slug, first.public_id])
    page = client.post(at, {"remove": "1"}, follow=True).content.decode()
    assert "Player 01 is taken out. The place goes to Cem." in tight(page)
    back = reverse("tournaments:put-back", args=[tournament.slug])
    page = tight(client.post(back, follow=True).content.decode())
    assert "Player 01 is on the waiting list now: the place went to Cem." in page
    assert "back as it was" not in page


def test_who_waits_and_leaves_makes_no_room(full, organiser, clock):
    tournament, [cem, dora] = full()
    entering.withdraw(entry=cem, now=clock(), by=organiser)
    assert line(tournament) == ["Dora"]
    assert finding.place_in_line(dora) == 1


def test_more_places_let_in_who_waits_longest(full, organiser, clock):
    tournament, _late = full()
    conditions.change_conditions(tournament=tournament, settings={"capacity": 3}, now=clock(), by=organiser)
    assert line(tournament) == ["Dora"]
    conditions.change_conditions(tournament=tournament, settings={"capacity": 0}, now=clock(), by=organiser)
    assert line(tournament) == []


def test_nobody_who_waits_is_checked_in_or_paired_but_an_official_may_let_them_in(full, organiser, clock):
    tournament, [cem, dora] = full()
    for act in (entering.check_in, entering.mark_absent, entering.undo_check_in):
        with pytest.raises(errors.Refusal, match="at place 1") as refused:
            act(entry=cem, now=clock(), by=organiser)
        assert refused.value.code == "waits"
    waiting.admit(entry=dora, now=clock(), by=organiser)
    assert line(tournament) == ["Cem"]
    with pytest.raises(errors.Refusal, match="not on the waiting list"):
        waiting.admit(entry=dora, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    assert Entry.objects.get(pk=cem.pk).status == EntryStatus.WAITING
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    entering.number_entries(tournament, 1)
    assert Entry.objects.get(pk=cem.pk).tpn is None


@pytest.mark.parametrize("template", ["swiss", "round_robin", "single_elim", "ladder"])
def test_every_format_begins_without_who_waits(full, play_round, organiser, clock, template):
    tournament, late = full(template=template)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    if template != "ladder":
        rnd = play_round(tournament)
        assert not rnd.seats.filter(entry__in=late).exists()
    assert not tournament.stages.first().field.filter(entry__in=late).exists()


def test_the_house_takes_no_place_of_a_full_tournament(full, clock):
    tournament, _late = full(mode="online")
    with pytest.raises(errors.Refusal, match="All places"):
        entering.enter(tournament=tournament, house="club", now=clock())


def test_players_enter_until_the_entries_close_and_officials_afterwards(make_tournament, organiser, clock):
    start = clock() + timedelta(hours=30)
    tournament = make_tournament(players=2, settings={"closes_hours": 24}, starts_at=start)
    assert finding.entries_close_at(tournament) == start - timedelta(hours=24)
    rosa, ali = someone(), someone("Ali")
    entering.enter(tournament=tournament, user=rosa, now=clock(), by=rosa)
    clock.later(hours=7)
    with pytest.raises(errors.Refusal, match="Entries closed on") as refused:
        entering.enter(tournament=tournament, user=ali, now=clock(), by=ali)
    assert refused.value.code == "deadline"
    assert entering.enter(tournament=tournament, user=ali, now=clock(), by=organiser).status == EntryStatus.ENTERED


def test_pages_and_api_say_the_place(full, organiser, client):
    tournament, [cem, _dora] = full()
    rosa = someone()
    client.force_login(rosa)
    page = reverse("tournaments:detail", args=[tournament.slug])
    assert "Join the waiting list" in tight(client.get(page).content.decode())
    joined = tight(client.post(reverse("tournaments:join", args=[tournament.slug]), follow=True).content.decode())
    assert "you are on the waiting list, at place 3." in joined
    assert "You are at place 3" in joined
    assert "2 of 2 places are taken. 3 are on the waiting list." in joined
    assert "I am here: check in" not in joined
    shown = client.get(reverse("api:api-tournament-detail", args=[tournament.public_id])).json()
    assert (shown["capacity"], shown["entries"], shown["waiting"]) == (2, 2, 3)
    own = client.get(reverse("api:api-entry-list"), {"player": rosa.public_id}).json()["results"][0]
    assert (own["status"], own["waiting_place"]) == ("waiting", 3)
    door = reverse("api:api-entry-admit", args=[cem.public_id])
    assert client.post(door).status_code == 403
    client.force_login(organiser)
    assert client.post(door).json()["status"] == "entered"
    assert "Let in" in tight(client.get(reverse("tournaments:checkin", args=[tournament.slug])).content.decode())
    listed = client.get(reverse("tournaments:entrants", args=[tournament.slug])).content.decode()
    assert "on the waiting list" in listed
    desk = {"name": "Eve", "back": "checkin"}
    client.post(reverse("tournaments:add-entry", args=[tournament.slug]), desk)
    assert tournament.entries.get(name="Eve").status == EntryStatus.WAITING
    wish = {"capacity": 9}
    client.patch(reverse("api:api-tournament-detail", args=[tournament.public_id]), wish,
                 content_type="application/json")  # fmt: skip
    assert line(tournament) == []


def test_a_roster_says_how_many_would_wait_and_the_last_of_it_do(full, organiser, client):
    tournament, _late = full()
    client.force_login(organiser)
    page = reverse("tournaments:entries", args=[tournament.slug])
    shown = client.post(page, {"text": "Ana\nBo\nPlayer 01"})
    assert "2 of these would be on the waiting list" in tight(shown.content.decode())
    seen = shown.context["report"].digest
    client.post(page, {"text": "Ana\nBo\nPlayer 01", "accept": "1", "seen": seen})
    assert line(tournament) == ["Cem", "Dora", "Ana", "Bo"]


def test_who_withdrew_comes_back_at_the_end_of_the_line(full, organiser, clock):
    tournament, [cem, _dora] = full()
    first = tournament.entries.get(name="Player 01")
    me = first.members.get().user
    entering.withdraw(entry=first, now=clock(), by=me)  # Cem moves up
    assert entering.check_in(entry=first, now=clock.later(seconds=1), by=me).status == EntryStatus.WAITING
    assert line(tournament) == ["Dora", "Player 01"]
    entering.withdraw(entry=cem, now=clock(), by=organiser)  # Dora moves up
    assert entering.check_in(entry=cem, now=clock.later(seconds=1), by=organiser).status == EntryStatus.WAITING
    assert line(tournament) == ["Player 01", "Cem"]
    assert finding.places_taken(tournament) == 2


def test_pages_and_api_let_nobody_back_in_past_the_line(full, client, clock):
    tournament, _late = full()
    one, two = tournament.entries.filter(name__startswith="Player").order_by("pk")
    for entry in (one, two):
        entering.withdraw(entry=entry, now=clock(), by=entry.members.get().user)
    client.force_login(one.members.get().user)
    said = client.post(reverse("tournaments:here", args=[tournament.slug]), follow=True).content.decode()
    assert "you are on the waiting list, at place 1." in said
    client.force_login(two.members.get().user)
    answer = client.post(reverse("api:api-entry-check-in", args=[two.public_id]))
    assert (answer.status_code, answer.json()["status"], answer.json()["waiting_place"]) == (200, "waiting", 2)
    assert finding.places_taken(tournament) == 2


def test_after_the_deadline_only_an_official_lets_somebody_back_in(make_tournament, organiser, client, clock):
    start = clock() + timedelta(hours=30)
    tournament = make_tournament(players=2, settings={"closes_hours": 24}, starts_at=start)
    entry = tournament.entries.first()
    me = entry.members.get().user
    entering.withdraw(entry=entry, now=clock(), by=me)
    clock.later(hours=7)
    with pytest.raises(errors.Refusal) as refused:
        entering.check_in(entry=entry, now=clock(), by=me)
    assert refused.value.code == "deadline"
    assert entering.check_in(entry=entry, now=clock(), by=organiser).status == EntryStatus.CHECKED_IN


def test_after_the_last_round_is_paired_nobody_comes_back_by_themselves(make_tournament, organiser, client, clock):
    tournament = make_tournament(players=4, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    entry = tournament.entries.first()
    me = entry.members.get().user
    entering.withdraw(entry=entry, now=clock(), by=me)
    client.force_login(me)
    said = client.post(reverse("tournaments:here", args=[tournament.slug]), follow=True).content.decode()
    assert "it is too late to enter" in said
    answer = client.post(reverse("api:api-entry-check-in", args=[entry.public_id]))
    assert answer.status_code == 409
    entry.refresh_from_db()
    assert entry.status == EntryStatus.WITHDRAWN
    assert entering.check_in(entry=entry, now=clock(), by=organiser).status == EntryStatus.CHECKED_IN


@pytest.mark.django_db(transaction=True)
def test_of_two_who_enter_at_once_one_waits(make_tournament, race, clock):
    tournament = make_tournament(players=1, settings={"capacity": 2})
    race(*[lambda name=name: entering.enter(tournament=tournament, name=name, now=clock()) for name in ("Ana", "Bo")])
    late = tournament.entries.exclude(name="Player 01")
    assert sorted(late.values_list("status", flat=True)) == ["entered", "waiting"]

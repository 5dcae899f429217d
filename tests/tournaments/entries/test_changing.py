"""An entry can be corrected at any time and removed before the start; after the start it can only withdraw."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import selectors as clubs
from clubs import services as clubs_services
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import changing, entering
from tournaments.merging.services import merging, same_person
from tournaments.models import Entry, EntryMember
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(make_tournament) -> Entry:
    return make_tournament(players=4).entries.get(name="Player 02")


@pytest.fixture
def anna_with_account() -> User:
    return accounts.official(username="anna", name="Anna", email="anna@example.org", password="correct horse")


def test_name_rating_and_club_are_mended_and_the_log_has_both(entry, organiser, clock):
    changed = changing.change_entry(
        entry=entry, name=" Ana  García ", rating=1540, club="Riga", by=organiser, now=clock()
    )
    assert (changed.name, changed.rating_at_entry, changed.club) == ("Ana García", 1540, "Riga")
    log = AuditEntry.objects.latest("pk")
    assert (log.action, log.after["entry"]) == ("entry.change", entry.public_id)
    assert "Ana García" not in f"{log.before} {log.after}", "the log names people by ids alone"
    count = AuditEntry.objects.count()
    changing.change_entry(entry=entry, name="Ana García", by=organiser, now=clock())
    assert AuditEntry.objects.count() == count, "nothing changes: nothing is noted"


@pytest.mark.parametrize("wrong", [{"name": "  "}, {"name": "a\u202eb\x00"}, {"rating": 9000}, {"rating": True},
                                   {"club": "x" * 61}, {"seed": 1}, {"name": "ana@example.org"}])  # fmt: skip
def test_what_is_no_name_rating_or_club_is_refused_with_its_field(entry, organiser, clock, wrong):
    with pytest.raises(errors.Invalid) as invalid:
        changing.change_entry(entry=entry, by=organiser, now=clock(), **wrong)
    assert invalid.value.field == next(iter(wrong))


def test_the_rating_is_fixed_with_the_numbers_and_the_name_is_not(entry, play_round, organiser, clock):
    stages.begin(tournament=entry.tournament, now=clock(), by=organiser)
    play_round(entry.tournament)
    with pytest.raises(errors.Refusal, match="start numbers"):
        changing.change_entry(entry=entry, rating=900, by=organiser, now=clock())
    assert changing.change_entry(entry=entry, name="Bø", by=organiser, now=clock()).name == "Bø"
    with pytest.raises(errors.Refusal, match="can withdraw") as refused:
        changing.remove_entry(entry=entry, by=organiser, now=clock())
    assert refused.value.code == "begun"


def test_an_entry_is_taken_out_with_its_people_and_can_be_entered_again(entry, organiser, clock, client):
    tournament, person = entry.tournament, entry.members.get().user
    changing.remove_entry(entry=entry, by=organiser, now=clock(), reason="Entered twice")
    assert not EntryMember.objects.filter(tournament=tournament, user=person).exists()
    log = AuditEntry.objects.latest("pk")
    assert (log.action, log.reason, log.before["members"]) == ("entry.remove", "Entered twice", [person.public_id])
    with pytest.raises(errors.Refusal, match="taken out"):
        changing.remove_entry(entry=entry, by=organiser, now=clock())


def test_a_typo_leaves_no_member_and_can_be_undone(make_tournament, club, organiser, clock, client):
    tournament = make_tournament(4)
    typo = entering.enter(tournament=tournament, name="Alcie", rating=1500, by=organiser, now=clock())
    entering.check_in(entry=typo, by=organiser, now=clock())
    person = typo.members.get().user
    assert clubs.players(club).filter(pk=person.pk).exists()
    client.force_login(organiser)
    page = reverse("tournaments:entries", args=[tournament.slug])
    assert "as if never entered" in tight(client.get(page).content.decode())
    client.post(reverse("tournaments:edit-entry", args=[tournament.slug, typo.public_id]), {"remove": "1"})
    assert not clubs.players(club).filter(pk=person.pk).exists()
    assert "Alcie is taken out." in tight(client.get(page).content.decode())
    client.post(reverse("tournaments:put-back", args=[tournament.slug]))
    back = tournament.entries.get(name="Alcie")
    kept = ("public_id", "status", "rating_at_entry", "entered_at")
    assert [getattr(back, key) for key in kept] == [typo.public_id, "checked_in", 1500, typo.entered_at]
    assert clubs.players(club).filter(pk=person.pk).exists()
    undo = client.delete(f"/api/v1/entries/{back.public_id}/").json()
    at = f"/api/v1/tournaments/{tournament.public_id}/entries/put-back/"
    assert client.post(at, undo, content_type="application/json").json()["id"] == typo.public_id
    assert client.post(at, undo, content_type="application/json").status_code == 409, "is entered"


def test_a_typo_is_mended_for_the_club_and_its_seasons_too(make_tournament, organiser, clock):
    tournament = make_tournament(4)
    typo = entering.enter(tournament=tournament, name="Karin Lindqvst", by=organiser, now=clock())
    changing.change_entry(entry=typo, name="Karin Lindqvist", by=organiser, now=clock())
    person = typo.members.get().user
    assert person.name == "Karin Lindqvist"
    again = entering.enter(tournament=make_tournament(4), name="Karin Lindqvist", by=organiser, now=clock())
    assert again.members.get().user == person
    changing.change_entry(entry=again, name="Karin L.", by=organiser, now=clock())
    person.refresh_from_db()
    assert person.name == "Karin Lindqvist", "who was there before keeps the name"


def test_whoever_can_sign_in_keeps_their_own_name(make_tournament, organiser, anna_with_account, clock):
    entry = entering.enter(tournament=make_tournament(4), user=anna_with_account, by=organiser, now=clock())
    changing.change_entry(entry=entry, name="Annie", by=organiser, now=clock())
    anna_with_account.refresh_from_db()
    assert anna_with_account.name == "Anna"


def test_what_was_taken_out_comes_back_for_ten_minutes(entry, organiser, clock):
    undo = changing.remove_entry(entry=entry, by=organiser, now=clock())
    for wrong, later in ((undo + "x", 0), (undo, 11)):
        with pytest.raises(errors.Refusal, match="any more"):
            changing.put_back(
                tournament=entry.tournament, undo=wrong, by=organiser, now=clock() + timedelta(minutes=later)
            )
    assert changing.put_back(tournament=entry.tournament, undo=undo, by=organiser, now=clock()).name == entry.name


def test_a_name_that_became_somebody_else_is_not_put_back(make_tournament, club, organiser, clock):
    """Karin was twice on the club's list; the organiser took one out here, and made them one person there."""
    tournament = make_tournament(4)
    typo, right = (
        clubs_services.enrol(club=club, name=name, by=organiser).user for name in ("Karn Lindqvist", "Karin Lindqvist")
    )
    club.memberships.update(joined_at=clock())
    entry = entering.enter(tournament=tournament, user=typo, by=organiser, now=clock.later(minutes=1))
    undo = changing.remove_entry(entry=entry, by=organiser, now=clock())
    merging.merge(club=club, name=typo, into=right, by=organiser, now=clock())
    with pytest.raises(errors.Refusal, match="is Karin Lindqvist since then: enter Karin Lindqvist") as refused:
        changing.put_back(tournament=tournament, undo=undo, by=organiser, now=clock())
    assert refused.value.code == "merged"
    assert not EntryMember.objects.filter(tournament=tournament, user__in=(typo, right)).exists()


def test_who_was_told_apart_stays_so_when_put_back(make_tournament, organiser, clock):
    tournament = make_tournament(4)
    typo = entering.enter(tournament=tournament, name="Playr 02", by=organiser, now=clock())
    same_person.tell_apart(entry=typo, by=organiser, now=clock())
    undo = changing.remove_entry(entry=typo, by=organiser, now=clock())
    assert changing.put_back(tournament=tournament, undo=undo, by=organiser, now=clock()).is_told_apart


def test_every_page_of_the_organiser_counts_the_same(make_tournament, organiser, clock, client):
    """Of eight one withdraws and one is not here."""
    tournament = make_tournament(8)
    entries = list(tournament.entries.order_by("pk"))
    entering.withdraw(entry=entries[0], by=organiser, now=clock())
    entering.undo_check_in(entry=entries[1], by=organiser, now=clock())
    client.force_login(organiser)
    said = {
        "entries": ["7 players", "<small>7</small>", "and 1 who has left"],
        "checkin": ["6 of 7 here", "<small>7</small>"],
        "tonight": ["All 7", "7 entered", "6 here", "1 player is not checked in"],
        "detail": ["7 players so far"],
    }
    for page, words in said.items():
        text = client.get(reverse(f"tournaments:{page}", args=[tournament.slug])).content.decode()
        assert not [one for one in words if one not in text], page


def test_the_page_and_the_api_change_and_remove(entry, organiser, client):
    page = reverse("tournaments:edit-entry", args=[entry.tournament.slug, entry.public_id])
    assert client.get(page).status_code == 302, "only officials"
    client.force_login(organiser)
    assert client.get(page).status_code == 200
    assert client.post(page, {"name": "", "rating": ""}).status_code == 422
    client.post(page, {"name": "Cleo", "rating": "1200", "club": "Lyon"})
    listed = client.get(reverse("tournaments:entries", args=[entry.tournament.slug])).content.decode()
    assert "Cleo" in listed
    assert page in listed
    door = reverse("api:api-entry-detail", args=[entry.public_id])
    assert client.patch(door, {"club": "Graz"}, content_type="application/json").json()["club"] == "Graz"
    bad = client.patch(door, {"rating": -3}, content_type="application/json")
    assert (bad.status_code, list(bad.json()["errors"])) == (400, ["rating"])
    assert client.delete(door).status_code == 200
    assert client.get(door).status_code == 404
    other = entry.tournament.entries.first()
    gone = client.post(reverse("tournaments:edit-entry", args=[entry.tournament.slug, other.public_id]), {"remove": 1})
    assert (gone.status_code, entry.tournament.entries.count()) == (302, 2)


def test_who_directs_nothing_changes_nothing(entry, client, django_user_model):
    client.force_login(django_user_model.objects.get(pk=entry.members.get().user_id))
    door = reverse("api:api-entry-detail", args=[entry.public_id])
    assert client.patch(door, {"name": "Me"}, content_type="application/json").status_code == 403
    assert client.delete(door).status_code == 403


def test_an_address_of_somebody_who_is_entered_names_them_and_the_way_out(make_tournament, organiser, clock):
    """The address is found whatever its case; its owner is entered here, so officials read whose it is."""
    tournament = make_tournament(2)
    entering.enter(tournament=tournament, name="Dup One", email="dup@x.example", by=organiser, now=clock())
    with pytest.raises(errors.Refusal) as refused:
        entering.enter(tournament=tournament, name="Dup Two", email="DUP@x.example", by=organiser, now=clock())
    assert refused.value.code == "address_taken"
    assert str(refused.value) == (
        "This address is that of Dup One, who is already entered. To enter Dup Two, leave the address out, or give"
        " another one."
    )
    with pytest.raises(errors.Refusal, match="Dup One is already entered"):
        entering.enter(tournament=tournament, name="dup one", email="dup@x.example", by=organiser, now=clock())


def test_officials_see_who_an_import_has_brought_under_new_here(make_tournament, club, organiser, client):
    make_tournament(3)
    client.force_login(organiser)
    page = reverse("pages:club", args=[club.slug])
    text = client.get(page).content.decode()
    assert "New here" in text
    assert "Player 03" in text
    client.logout()
    assert "Player 03" not in tight(client.get(page).content.decode()), "others see those who said so themselves"

"""A club that nobody goes on with: closed once its tournaments are over, off the lists, opened again."""

import pytest
from django.core.exceptions import PermissionDenied

from accounts import services as accounts
from audit.models import AuditEntry
from clubs import selectors, services
from clubs.services import closing, pasting, requests, rights
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import cancelling
from tournaments.entries.services import copying
from tournaments.event.selectors import finding
from tournaments.event.services import club_closing, creating

pytestmark = pytest.mark.django_db


@pytest.fixture
def close(club, organiser, clock):
    def act(by=None):
        return club_closing.close_club(club=club, by=by or organiser, now=clock())

    return act


def test_a_club_closes_once_nothing_is_under_way_and_takes_nothing_new(make_tournament, close, club, organiser, clock):
    tournament = make_tournament(2)
    with pytest.raises(errors.Refusal, match="Spring Open"):
        close()
    club.refresh_from_db()
    assert club.closed_at is None, "nothing was changed"
    cancelling.cancel_tournament(tournament=tournament, rated="keep", now=clock(), by=organiser)
    close()
    assert club not in selectors.clubs()
    assert club in selectors.clubs(with_closed=True)
    assert club not in finding.organised_by(organiser)
    with pytest.raises(errors.Invalid):
        creating.create_tournament(club=club, name="One more", variant="gin-pagat", by=organiser, now=clock())
    with pytest.raises(errors.Invalid):
        copying.copy_tournament(tournament=tournament, by=organiser, now=clock())
    with pytest.raises(requests.NotNow):
        requests.join(club=club, user=accounts.player_for(name="Ann")[0], now=clock())
    with pytest.raises(rights.ClubClosed):
        services.enrol(club=club, name="Ben", by=organiser)
    for email in ("", "vera@club.example"):
        with pytest.raises(rights.ClubClosed):
            services.invite(club=club, name="Vera", email=email, by=organiser, now=clock())
    with pytest.raises(pasting.CannotPaste, match="is closed"):
        pasting.paste(club=club, text="Ana", dry_run=True, by=organiser, now=clock())
    closing.reopen_club(club=club, by=organiser, now=clock())
    assert club in selectors.clubs()
    acts = AuditEntry.objects.filter(target=f"club:{club.slug}").order_by("pk").values_list("action", flat=True)
    assert list(acts)[-2:] == ["club.close", "club.reopen"]


def test_only_organisers_close_and_open_a_club(close, club, organiser, clock):
    dirk = accounts.player_for(name="Dirk")[0]
    services.add_member(club=club, user=dirk, role="director")
    with pytest.raises(PermissionDenied):
        close(by=dirk)
    close()
    with pytest.raises(PermissionDenied):
        closing.reopen_club(club=club, by=dirk, now=clock())


def test_the_page_asks_first_and_the_club_says_that_it_is_closed(make_tournament, club, organiser, clock, client):
    where, page = f"/clubs/{club.slug}/close/", f"/clubs/{club.slug}/"
    tournament = make_tournament(2)
    assert client.get(where).status_code == 302
    client.force_login(organiser)
    assert "Close Tuesday Knockers?" in tight(client.get(where).content.decode())
    refused = client.post(where)
    assert (refused.status_code, "Spring Open" in refused.content.decode()) == (409, True)
    cancelling.cancel_tournament(tournament=tournament, rated="keep", now=clock(), by=organiser)
    said = client.post(where, follow=True).content.decode()
    assert "This club is closed since" in said
    assert "New tournament" not in said
    members = f"/clubs/{club.slug}/members/"
    assert "Add a member" not in tight(client.get(members).content.decode())
    refused = client.post(members, {"name": "Ben"})
    assert (refused.status_code, "takes no members" in refused.content.decode()) == (422, True)
    answer = client.post(f"/api/v1/clubs/{club.slug}/members", {"name": "Ben"}, content_type="application/json")
    assert (answer.status_code, answer.json()["type"]) == (409, "closed")
    assert "Tuesday Knockers" not in tight(client.get("/clubs/").content.decode())
    assert client.get(f"/api/v1/clubs/{club.slug}/").json()["closed_at"]
    assert client.get(f"/t/{tournament.slug}/").status_code == 200
    client.post(where, {"reopen": "1"})
    assert "Tuesday Knockers" in tight(client.get("/clubs/").content.decode())
    assert "closed since" not in tight(client.get(page).content.decode())

"""Names without an account in events at live tables: warned of, invited, listed before a round begins."""

import pytest
from django.core import mail
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.event.selectors import finding, sitters
from tournaments.merging.services import inviting
from tournaments.rounds.services import drafts
from tournaments.stages.services import progression

pytestmark = pytest.mark.django_db
SAID = "Nina Name has no account and cannot play at a live table."


def url(name: str, tournament, *more) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.slug, *more])


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def test_a_name_is_warned_of_and_invited_by_a_link(official, club, make_tournament):
    tournament = make_tournament(0, mode="online")
    page = official.post(url("add-entry", tournament), {"name": "Nina Name"}, follow=True).content.decode()
    assert SAID in page
    assert "Invite to the club" in page
    entry = tournament.entries.get()
    page = official.post(url("invite-entry", tournament, entry.public_id), follow=True).content.decode()
    [invitation] = club.invitations.all()
    assert invitation.name == "Nina Name"
    assert invitation.get_absolute_url() in page
    official.post(url("invite-entry", tournament, entry.public_id))
    assert club.invitations.count() == 1, "the link stays"


def test_where_there_is_an_address_the_mail_goes_at_once(official, club, make_tournament, settings):
    settings.MAIL_IS_CONFIGURED = True
    tournament = make_tournament(0, mode="online")
    page = official.post(
        url("add-entry", tournament), {"name": "Nina Name", "email": "nina@example.org"}, follow=True
    ).content.decode()
    assert SAID in page
    [letter] = mail.outbox
    assert letter.to == ["nina@example.org"]
    assert club.invitations.get().get_absolute_url() in letter.body
    assert "With the code" in letter.body


def test_a_roster_says_so_before_and_after_it_is_taken(official, club, make_tournament):
    """Nina and Otto are only names; Pia can sign in."""
    clubs.add_member(club=club, user=accounts.official(username="pia", name="Pia", email="pia@x.example", password="x"))
    tournament = make_tournament(0, mode="online")
    said = "2 players have no account and cannot play at a live table: Nina Name, Otto Only"
    roster = {"text": "name\nNina Name\nOtto Only\nPia"}
    assert said in official.post(url("entries", tournament), roster).content.decode(), "in the dry run"
    page = official.post(url("entries", tournament), roster | {"accept": "1"}, follow=True).content.decode()
    assert said in page
    assert "“More” in their row makes a link" in page
    again = official.post(url("entries", tournament), roster).content.decode()
    assert said not in again, "they are in already"
    hall = make_tournament(0)
    assert said not in official.post(url("entries", hall), roster).content.decode(), "in the hall nobody needs one"


def test_ticking_members_says_so(official, club, make_tournament):
    nina = accounts.player_for(name="Nina Name")[0]
    clubs.add_member(club=club, user=nina)
    tournament = make_tournament(0, mode="online")
    ticked = {"person": [nina.public_id], "enter": "1"}
    page = official.post(url("tick-members", tournament), ticked, follow=True).content.decode()
    assert SAID in page
    assert "“More” in their row makes a link" in page


def test_all_with_an_address_are_invited_by_one_button(official, club, make_tournament, settings, monkeypatch):
    settings.MAIL_IS_CONFIGURED = True
    monkeypatch.setattr(inviting, "AT_ONCE", 2)
    tournament = make_tournament(0, mode="online")
    roster = "Ana,,ana@example.org\nBob,,bob@example.org\nCem,,cem@example.org\nDora"
    official.post(url("entries", tournament), {"text": roster, "accept": "1"})
    told = len(mail.outbox)
    assert "Invite all 3 by mail" in tight(official.get(url("entries", tournament)).content.decode())
    page = official.post(url("invite-all", tournament), follow=True).content.decode()
    assert "2 invitations were mailed." in page
    assert "Invite 1 by mail" in page, "each is a mail: the rest goes out with the next press"
    official.post(url("invite-all", tournament))
    assert sorted(one.to[0] for one in mail.outbox[told:]) == ["ana@example.org", "bob@example.org", "cem@example.org"]
    assert "the name becomes your account" in mail.outbox[-1].body
    page = official.post(url("invite-all", tournament), follow=True).content.decode()
    assert "Everybody here has an account, was invited, or has no address." in page
    assert "by mail</button>" not in page
    settings.MAIL_IS_CONFIGURED = False
    assert club.invitations.count() == 3


def test_the_api_names_them_in_the_report_of_a_roster(official, make_tournament):
    tournament = make_tournament(0, mode="online")
    answer = official.post(
        f"/api/v1/tournaments/{tournament.public_id}/entries/import/",
        {"text": "Nina Name"},
        content_type="application/json",
    )
    assert answer.json()["without_account"] == ["Nina Name"]


def test_the_api_warns_and_invites(official, organiser, make_tournament):
    tournament = make_tournament(0, mode="online")
    made = official.post(
        f"/api/v1/entries/?tournament={tournament.public_id}", {"name": "Nina Name"}, content_type="application/json"
    ).json()
    assert made["warnings"] == [SAID]
    answer = official.post(f"/api/v1/entries/{made['id']}/invite/")
    assert answer.status_code == 202
    assert "/invitations/" in answer.json()[0]["link"]


def test_in_a_mixed_event_only_who_plays_online(make_tournament, organiser, clock):
    tournament = make_tournament(2, mode="mixed")
    assert sitters.all_kept_away(tournament) == []
    entry = tournament.entries.get(name="Player 02")
    entering.set_remote(entry=entry, is_remote=True, by=organiser, now=clock())
    assert [one.name for one in sitters.all_kept_away(tournament)] == ["Player 02"]
    assert sitters.all_kept_away(make_tournament(2)) == [], "in the hall nobody needs an account"


def test_a_round_lists_them_before_it_begins(official, make_tournament, organiser, clock):
    tournament = make_tournament(2, mode="online", rounds=1)
    page = official.get(url("tonight", tournament)).content.decode()
    assert "2 players have no account" in page
    progression.begin(tournament=tournament, by=organiser, now=clock(), automatic=False)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    page = official.get(url("pairings", tournament, 1)).content.decode()
    assert "These have no account and cannot play at a live table:" in page
    assert (
        "Cannot play at a live table: Player 01, Player 02" in official.get(url("tonight", tournament)).content.decode()
    )


def test_who_withdraws_while_their_match_is_played_leaves_a_table_to_settle(
    official, make_tournament, organiser, clock, next_round
):
    tournament = make_tournament(4)
    progression.begin(tournament=tournament, by=organiser, now=clock())
    match = next_round(tournament).matches.get(table_no=2)
    row = {"entry": match.entries[0].public_id, "back": "tonight", "set": "left"}
    answer = official.post(url("checkin", tournament), row, follow=True)
    assert "Table 2 still needs a result: what was played, or a walk-over." in tight(answer.content.decode())


def test_the_menu_of_a_row_withdraws_and_lets_come_back(official, make_tournament, organiser, clock, play_round):
    """On the list of players and on the page of the evening; each act leads back to where it was asked for."""
    tournament = make_tournament(4)
    progression.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    entry = entering.enter(tournament=tournament, name="Lara Late", by=organiser, now=clock())
    entering.check_in(entry=entry, by=organiser, now=clock())
    row = {"entry": entry.public_id, "back": "tonight"}
    for page in ("entries", "tonight"):
        shown = tight(official.get(url(page, tournament)).content.decode())
        for words in ("Give a bye …", "Half points for missed rounds …", "leaves the tournament?", "Expel …"):
            assert words in shown, (page, words)
    assert official.post(url("checkin", tournament), row | {"set": "left"}).url == url("tonight", tournament)
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    evening = tight(official.get(url("tonight", tournament)).content.decode())
    assert "Comes back" in evening
    assert "Lara Late has withdrawn: the results stay" in evening
    listed = tight(official.post(url("tick-members", tournament), {"q": "Lara", "search": "1"}).content.decode())
    assert 'Lara Late</bdi><span class="badge muted">withdrawn' in listed
    back = tight(official.post(url("checkin", tournament), row | {"set": "here"}, follow=True).content.decode())
    assert "Lara Late is back" in back
    given = {"do": "missed", "entry": entry.pk, "count": 1, "back": "entries"}
    assert official.post(url("special", tournament), given).url == url("entries", tournament)
    assert entry.seats.filter(bye__kind="half").exists()

"""A name without a login turns out to be a known person: entries, results and ratings move, ratings of all are computed
again, and nothing else moves."""

import pytest
from django.core.exceptions import PermissionDenied

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import selectors as club_selectors
from clubs import services as clubs
from ratings.models import PlayerRating, Pool, RatedMatch
from ratings.services.runs import folding
from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.errors import Conflict, Refusal
from tournaments.event.selectors import finding
from tournaments.merging import selectors
from tournaments.merging.services import merging
from tournaments.models import EntryMember
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def player(club, number: int) -> User:
    return club_selectors.players(club).get(name=f"Player {number:02d}")


def standing(of: User) -> tuple[int, float] | None:
    """Matches and rating on the one list."""
    row = PlayerRating.objects.filter(player=of, pool__beside=None).first()
    return row and (row.matches, round(row.rating, 6))


@pytest.fixture
def played(make_tournament, play_round, organiser, clock, club):
    """An evening of four, two rounds of it; Player 01 won both and has no login. All is rated."""
    tournament = make_tournament(4, rounds=2)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _round in range(2):
        play_round(tournament)
        clock.later(minutes=30)
    rate()
    return tournament


def rate() -> None:
    for key in Pool.objects.filter(beside=None).values_list("key", flat=True):
        folding.rate_pending(pool=key)


@pytest.fixture
def ana(club) -> User:
    """A member with a login, who never played."""
    ana = accounts.official(username="ana", name="Ana García", email="ana@club.example", password="x" * 12)
    clubs.add_member(club=club, user=ana, by=ana)
    return ana


def test_the_preview_says_what_moves_and_changes_nothing(played, club, ana, organiser):
    found = selectors.merge_of(name=player(club, 1), into=ana, by=organiser, club=club)
    assert ([(one.event, one.decided) for one in found.events], found.matches) == ([("Spring Open", 2)], 2)
    assert found.obstacles == ()
    assert (found.ratings[0].of_name.matches, found.ratings[0].of_other) == (2, None)
    assert EntryMember.objects.filter(user=ana).count() == 0


def test_entries_results_and_ratings_are_those_of_the_member_afterwards(played, club, ana, organiser, clock):
    name = player(club, 1)
    before, others = standing(name), {n: standing(player(club, n)) for n in (2, 3, 4)}
    merging.merge(club=club, name=name, into=ana, by=organiser, now=clock())
    rate()
    assert (standing(ana), standing(name)) == (before, None)
    assert {n: standing(player(club, n)) for n in (2, 3, 4)} == others, "nobody else won or lost anything"
    assert [folding.differences(pool=one.key) for one in Pool.objects.all()] == [[]] * Pool.objects.count()
    assert finding.entry_of(ana, played).name == "Player 01", "as it was printed"
    assert finding.entry_of(name, played) is None
    assert not club_selectors.players(club).filter(pk=name.pk).exists()
    entry = AuditEntry.objects.get(action="person.merge")
    assert (entry.actor, entry.after["into"], entry.after["matches"]) == (organiser, ana.public_id, 2)
    with pytest.raises(Refusal):
        merging.merge(club=club, name=name, into=ana, by=organiser, now=clock())


def test_ratings_of_both_are_worked_out_again_as_one_persons(
    played, club, make_tournament, play_round, organiser, clock
):
    """Another name of the same person played a second evening: merged, they have one history of four matches."""
    clock.later(days=7)
    second = make_tournament(0, rounds=2)
    for who in ("Nana", "Bob", "Cem", "Dee"):
        entering.enter(tournament=second, name=who, now=clock(), by=organiser)
    entering.check_in_all(tournament=second, now=clock(), by=organiser)
    stages.begin(tournament=second, now=clock(), by=organiser)
    for _round in range(2):
        play_round(second)
        clock.later(minutes=30)
    rate()
    name, other = player(club, 1), club_selectors.players(club).get(name="Nana")
    merging.merge(club=club, name=name, into=other, by=organiser, now=clock())
    rate()
    assert standing(other)[0] == 4
    assert standing(name) is None
    pool = Pool.objects.get(beside=None)
    assert folding.differences(pool=pool.key) == [], "the same as replayed from nothing"
    correction = pool.corrections.get()
    assert "one person" in correction.matches[0]["reason"]


def test_whom_a_name_could_be_is_found_without_regard_to_accents(ana, club):
    name = clubs.enrol(club=club, name="A. Garcia", by=None).user
    assert list(selectors.alike(club, name)) == [ana]
    assert list(selectors.alike(club, name, "ana garc")) == [ana]


def test_two_who_played_in_the_same_event_are_two_people(played, club, organiser, clock):
    with pytest.raises(Refusal, match="Both played in Spring Open"):
        merging.merge(club=club, name=player(club, 1), into=player(club, 2), by=organiser, now=clock())
    assert RatedMatch.objects.filter(revision__gt=0).count() == 0


def test_who_can_sign_in_becomes_nobody_else(club, ana, organiser, clock):
    ben = accounts.official(username="ben", name="Ben", email="ben@club.example", password="x" * 12)
    clubs.add_member(club=club, user=ben, by=ben)
    with pytest.raises(Refusal, match="can sign in"):
        merging.merge(club=club, name=ben, into=ana, by=organiser, now=clock())


def test_nobody_gets_results_in_a_club_that_they_did_not_join(played, club, organiser, clock):
    eva = accounts.official(username="eva", name="Eva", email="eva@club.example", password="x" * 12)
    with pytest.raises(Refusal, match="Both have to be on the list"):
        merging.merge(club=club, name=player(club, 1), into=eva, by=organiser, now=clock())
    clubs.add_member(club=club, user=eva, by=organiser)
    with pytest.raises(Refusal, match="has not said that they are a member"):
        merging.merge(club=club, name=player(club, 1), into=eva, by=organiser, now=clock())


def test_only_organisers_merge_and_only_names_of_their_own_clubs(played, club, ana, organiser, clock):
    dirk = accounts.player_for(name="Dirk")[0]
    clubs.add_member(club=club, user=dirk, role="director")
    with pytest.raises(PermissionDenied):
        merging.merge(club=club, name=player(club, 1), into=ana, by=dirk, now=clock())
    other = clubs.create_club(name="Friday Club", organiser=dirk)
    clubs.add_member(club=other, user=player(club, 1))
    with pytest.raises(Refusal, match="belongs to Friday Club, too"):
        merging.merge(club=club, name=player(club, 1), into=ana, by=organiser, now=clock())


def test_what_was_shown_is_what_is_done(played, club, ana, organiser, clock):
    name = player(club, 1)
    seen = selectors.merge_of(name=name, into=ana, by=organiser, club=club).digest
    with pytest.raises(Conflict):
        merging.merge(club=club, name=name, into=ana, by=organiser, now=clock(), seen="another")
    assert merging.merge(club=club, name=name, into=ana, by=organiser, now=clock(), seen=seen).matches == 2


def test_page_and_api_show_the_preview_and_merge(played, club, ana, organiser, client):
    name = player(club, 1)
    client.force_login(ana)
    where = f"/clubs/{club.slug}/members/{name.public_id}/merge/"
    assert client.get(where).status_code == 403
    client.force_login(organiser)
    assert "Who is Player 01?" in tight(client.get(where).content.decode())
    both = client.get(f"{where}?into={player(club, 2).public_id}").content.decode()
    assert "Both played in Spring Open" in both
    assert "cannot be undone" in tight(client.get(f"{where}?into={ana.public_id}").content.decode())
    api, wish = f"/api/v1/clubs/{club.slug}/merge", {"name": name.public_id, "into": ana.public_id}
    looked = client.post(api, wish, content_type="application/json").json()
    assert (looked["matches"], looked["obstacles"]) == (2, [])
    bad = wish | {"into": player(club, 2).public_id, "dry_run": False}
    assert client.post(api, bad, content_type="application/json").status_code == 409
    done = client.post(where, {"into": ana.public_id, "seen": looked["digest"]}, follow=True)
    assert "Player 01 is Ana García now" in tight(done.content.decode())
    assert client.get(f"/players/{name.public_id}/")["Location"] == f"/players/{ana.public_id}/"

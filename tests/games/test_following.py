"""People follow others: who is shown as being here, at which table, and whom nobody may see."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games import own_data, selectors
from games.models import Follow, Table
from games.services import challenges, following, tables
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}  # as the page Play asks for its live part
NOW = live_tables.now()


def person(name: str) -> User:
    return accounts.official(username=name.lower(), name=name, email="", password="x" * 12)


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben(ann: User) -> User:
    """A person whom Ann follows."""
    ben = person("Ben")
    following.follow(by=ann, of=ben, now=NOW)
    return ben


def of_ben(ann: User) -> selectors.Followed:
    [found] = selectors.followed_by(ann, NOW)
    return found


def comes(user: User) -> Client:
    client = Client()
    client.force_login(user)
    client.get("/")
    return client


def play(user: User, *, held: bool = False, **settings: bool) -> Table:
    seats = [tables.SeatSpec(user), tables.SeatSpec(live_tables.person("Other"))]
    table = tables.open_table(rules_key="gin-pagat", seats=seats, settings=settings, now=NOW)
    Table.objects.filter(pk=table.pk).update(is_held=held)
    return table


def test_who_has_just_been_on_the_site_is_here(ann: User, ben: User) -> None:
    assert not of_ben(ann).is_here
    comes(ben)
    assert of_ben(ann).is_here
    [later] = selectors.followed_by(ann, NOW + timedelta(hours=1))
    assert not later.is_here


def test_the_table_of_a_followed_player_is_named_if_everybody_may_watch_it(ann: User, ben: User) -> None:
    play(ben, spectators=False)
    play(ben, held=True)
    assert (of_ben(ann).is_here, of_ben(ann).table) == (False, None)
    for settings in ({}, {"spectators": True}):
        table = play(ben, **settings)
        assert (of_ben(ann).is_here, of_ben(ann).table) == (True, table)


def test_who_takes_no_challenges_is_seen_only_at_a_public_table(ann: User, ben: User) -> None:
    comes(ben)
    challenges.take_challenges(user=ben, takes=False, now=NOW)
    assert (of_ben(ann).is_here, of_ben(ann).takes_challenges) == (False, False)
    play(ben)
    assert (of_ben(ann).is_here, of_ben(ann).takes_challenges) == (True, False)


def test_nobody_follows_themselves_guests_or_the_house_nor_too_many(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in (ann, accounts.guest(), accounts.house_player(name="Nora", level="novice")):
        with pytest.raises(following.CannotFollow, match="Only people"):
            following.follow(by=ann, of=other, now=NOW)
    with pytest.raises(following.CannotFollow, match="Only people"):
        following.follow(by=accounts.guest(), of=ann, now=NOW)
    monkeypatch.setattr("games.services.following.MOST_FOLLOWED", 1)
    following.follow(by=ann, of=ben, now=NOW)
    with pytest.raises(following.CannotFollow, match="You follow 1 people"):
        following.follow(by=ann, of=person("Cy"), now=NOW)
    assert Follow.objects.count() == 1


def test_own_data_tell_whom_one_follows_and_forget_both_sides(ann: User, ben: User) -> None:
    following.follow(by=ben, of=ann, now=NOW)
    assert [one["whom"] for one in own_data.tell(ann)["follows"]] == [ben.public_id]
    own_data.forget(ben, "Former member", NOW)
    assert not Follow.objects.exists()


def test_the_button_on_a_players_page_and_the_list_on_play(ann: User, ben: User) -> None:
    as_ben, as_ann = comes(ben), comes(ann)
    page = f"/players/{ben.public_id}/"
    shown = as_ann.get("/play/open/", headers=PART).content.decode()
    assert "is here" in shown
    assert f"/play/challenges/to/{ben.public_id}/" in shown
    table = play(ben)
    assert f"/tables/{table.public_id}/" in as_ann.get("/play/open/", headers=PART).content.decode()
    assert "People you follow" not in tight(as_ben.get("/play/open/", headers=PART).content.decode()), (
        "nobody sees who follows them"
    )
    assert "Stop following" in tight(as_ann.get(page).content.decode())
    as_ann.post(f"{page}follow/", {"do": "unfollow"})
    assert not Follow.objects.exists()
    as_ann.post(f"{page}follow/", {"do": "follow"})
    assert Follow.objects.get().of == ben
    assert Client().post(f"{page}follow/", {"do": "follow"}).status_code == 302
    assert Follow.objects.count() == 1

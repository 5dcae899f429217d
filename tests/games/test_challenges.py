"""Challenges: who may be challenged, how a challenge ends, and what each of the two is told."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import User
from accounts.own_data import services as own_data
from games import own_data as games_own
from games import selectors
from games.models import Answer, Challenge, Mute, Table
from games.services import challenges, tables
from games.services.challenges import LAPSES, MOST_AT_ONE
from games.services.seeks import WantedGame
from notices.models import Notice
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db
NOW = live_tables.now()
GIN = WantedGame(rules="gin-pagat", length="best_of:3", is_rated=True)


def person(name: str) -> User:
    return accounts.official(username=name.lower(), name=name, email="", password="x" * 12)


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def challenge(by: User, to: User, wish: WantedGame = GIN, **changes: Any) -> Challenge:
    return challenges.challenge(by=by, to=to, wish=replace(wish, **changes), now=NOW)


def told(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("text", flat=True))


def test_an_accepted_challenge_opens_a_table_by_its_terms(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    assert told(ben) == ["casual.challenged"]
    found = challenges.accept_challenge(challenge=made, user=ben, now=NOW)
    assert found.table is not None
    assert [seat.user for seat in found.table.seats.order_by("seat")] == [ann, ben]
    assert (found.table.rules, found.table.settings["length"], found.table.settings["rated"]) == (
        "gin-pagat", "best_of:3", True,
    )  # fmt: skip
    assert told(ann) == ["casual.accepted"]
    with pytest.raises(tables.CannotSit, match="answered already"):
        challenges.accept_challenge(challenge=made, user=ben, now=NOW)
    assert Table.objects.count() == 1


def test_a_declined_challenge_opens_none_and_the_challenger_is_told(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    challenges.decline_challenge(challenge=made, user=ben, now=NOW)
    assert told(ann) == ["casual.declined"]
    assert not selectors.open_challenges(ben, NOW)
    with pytest.raises(tables.CannotSit):
        challenges.accept_challenge(challenge=made, user=ben, now=NOW)
    assert not Table.objects.exists()


def test_a_challenge_lapses_after_a_quarter_of_an_hour(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    late = NOW + LAPSES
    assert list(selectors.open_challenges(ben, late - timedelta(seconds=1))) == [made]
    assert not selectors.open_challenges(ben, late)
    with pytest.raises(tables.CannotSit, match="lapsed"):
        challenges.accept_challenge(challenge=made, user=ben, now=late)
    assert challenges.challenge(by=ann, to=ben, wish=GIN, now=late).lapses_at == late + LAPSES, "a new one can be made"


def test_a_challenge_that_was_taken_back_cannot_be_accepted(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    challenges.take_back_challenge(challenge=made, user=ben)
    assert Challenge.objects.get().answer == Answer.OPEN, "only the challenger takes it back"
    challenges.take_back_challenge(challenge=made, user=ann)
    with pytest.raises(tables.CannotSit, match="taken back"):
        challenges.accept_challenge(challenge=made, user=ben, now=NOW)


def test_only_the_challenged_answers(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    for other in (ann, person("Cy")):
        with pytest.raises(tables.CannotSit, match="somebody else"):
            challenges.accept_challenge(challenge=made, user=other, now=NOW)
        with pytest.raises(tables.CannotSit, match="somebody else"):
            challenges.decline_challenge(challenge=made, user=other, now=NOW)


def test_who_takes_no_challenges_is_not_asked(ann: User, ben: User) -> None:
    challenges.take_challenges(user=ben, takes=False, now=NOW)
    with pytest.raises(tables.CannotSit, match="takes no challenges"):
        challenge(ann, ben)
    challenges.take_challenges(user=ben, takes=True, now=NOW)
    assert challenge(ann, ben).answer == Answer.OPEN


def test_who_was_muted_cannot_challenge(ann: User, ben: User) -> None:
    Mute.objects.create(by=ben, of=ann, at=NOW)
    with pytest.raises(tables.CannotSit, match="takes no challenges"):
        challenge(ann, ben)
    assert challenge(ben, ann).answer == Answer.OPEN


def test_house_guests_and_names_of_a_roster_are_not_asked(ann: User) -> None:
    guest = accounts.guest()
    for other in (guest, accounts.house_player(name="Nora", level="novice"), accounts.player_for(name="Roster")[0]):
        with pytest.raises(tables.CannotSit, match="takes no challenges"):
            challenge(ann, other)
    with pytest.raises(tables.CannotSit, match="sign in"):
        challenge(guest, ann)
    with pytest.raises(tables.CannotSit, match="against themselves"):
        challenge(ann, ann)


def test_one_person_is_not_asked_again_and_again(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    with pytest.raises(tables.CannotSit, match="challenged Ben already"):
        challenge(ann, ben)
    for _ in range(MOST_AT_ONE - 1):
        challenges.decline_challenge(challenge=made, user=ben, now=NOW)
        made = challenge(ann, ben)
    challenges.decline_challenge(challenge=made, user=ben, now=NOW)
    with pytest.raises(tables.CannotSit, match="within an hour"):
        challenge(ann, ben)
    assert challenge(ann, person("Cy")).answer == Answer.OPEN


@pytest.mark.parametrize(
    ("absurd", "field"),
    [
        ({"rules": "whist"}, "rules"),
        ({"rules": "cutthroat", "length": ""}, "rules"),
        ({"length": "best_of:4000"}, "length"),
        ({"laws": "mine"}, "laws"),
        ({"clock": {"bank_s": -1}}, "clock"),
    ],
)
def test_absurd_terms_are_refused_by_their_field(ann: User, ben: User, absurd: dict[str, Any], field: str) -> None:
    with pytest.raises(tables.BadTable) as refused:
        challenge(ann, ben, **absurd)
    assert refused.value.field == field
    assert not Notice.objects.exists()


def test_a_challenger_at_too_many_tables_is_not_seated(ann: User, ben: User) -> None:
    made = challenge(ann, ben)
    for _ in range(tables.MOST_OPEN):
        tables.open_practice(user=ann, rules_key="gin-pagat", level="novice", now=NOW)
    with pytest.raises(tables.CannotSit, match="Ann sits at too many tables"):
        challenges.accept_challenge(challenge=made, user=ben, now=NOW)


def test_own_data_tell_of_challenges_and_forget_them(ann: User, ben: User) -> None:
    challenge(ann, ben)
    challenges.take_challenges(user=ben, takes=False, now=NOW)
    assert games_own.tell(ann)["challenges"][0]["to"] == ben.public_id
    assert games_own.tell(ben)["challenges"][0]["by"] == ann.public_id
    assert games_own.tell(ben)["takes_no_challenges"]
    own_data.forget(user=ben, by=ben, now=NOW)
    assert not Challenge.objects.exists()


def test_old_challenges_are_deleted_and_their_tables_stay(ann: User, ben: User) -> None:
    challenges.accept_challenge(challenge=challenge(ann, ben), user=ben, now=NOW)
    assert challenges.forget_old_challenges(now=NOW + timedelta(days=2)) == 1
    assert Table.objects.count() == 1

"""Both players, and the director, at the same moment: one time holds, and the others are told."""

from datetime import timedelta

import pytest

from accounts.models import User
from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from games.models import Table
from tests.tournaments.racing import race
from tournaments.league.services import appointments
from tournaments.models import Appointment, Match, Proposal
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db(transaction=True)
EVERYBODY_TWICE = 4


@pytest.fixture
def talk(make_tournament, clock):
    """A match at a live table, its first player with one proposal on the table, its second too."""
    tournament = make_tournament(players=2, mode="online", rounds=None, template="league", options={})
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    match = Match.objects.get()
    players = [User.objects.get(entry_members__entry__seats__side=side) for side in match.sides.all()]
    for days, player in enumerate(players, 1):
        appointments.propose_time(match=match, at=clock.later(hours=days) + timedelta(days=2), now=clock(), by=player)
    return match, players, list(Proposal.objects.order_by("pk"))


def test_each_accepts_the_others_time_at_once_and_one_time_holds(talk, clock):
    match, (ann, bob), (anns, bobs) = talk
    works = [
        lambda: appointments.accept_time(match=match, proposal=anns.public_id, now=clock(), by=bob),
        lambda: appointments.accept_time(match=match, proposal=bobs.public_id, now=clock(), by=ann),
    ]
    found = race(*works * 2)
    row = Appointment.objects.get()
    assert (row.state, row.turn) == ("agreed", 1)
    assert Proposal.objects.filter(state="accepted").count() == 1
    assert AuditEntry.objects.filter(action="match.accept_time").count() == 1
    assert sorted(type(one).__name__ for one in found) == ["Appointment", "Appointment", "Refusal", "Refusal"]
    assert DueWork.objects.filter(kind="tournaments.meet").count() == 1


def test_a_double_click_on_propose_is_one_proposal(talk, clock):
    match, (ann, _bob), _made = talk
    at = clock() + timedelta(days=3)
    found = race(*[lambda: appointments.propose_time(match=match, at=at, now=clock(), by=ann)] * EVERYBODY_TWICE)
    assert [type(one).__name__ for one in found] == ["Appointment"] * EVERYBODY_TWICE
    assert Proposal.objects.filter(at=at).count() == 1


def test_any_number_of_sweepers_open_one_table(talk, clock):
    match, (_ann, bob), (anns, _bobs) = talk
    appointments.accept_time(match=match, proposal=anns.public_id, now=clock(), by=bob)
    clock.later(days=3)
    race(*[lambda: duework.sweep(now=clock())] * EVERYBODY_TWICE)
    while duework.sweep(now=clock()):
        pass
    assert Table.objects.count() == 1
    assert AuditEntry.objects.filter(action="match.accept_time").count() == 1
    assert Match.objects.get().state == "playing"

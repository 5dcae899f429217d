"""What the site itself writes at the desk names nobody who has left: rulings by a law, calls and appeals by slip."""

from uuid import uuid4

import pytest

from accounts.own_data import services as own_data
from audit.models import AuditEntry
from clubs import services as clubs
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide, take_back
from tournaments.models import Case, Match, MatchState, RoundState, TableRuling, TournamentState

pytestmark = pytest.mark.django_db


def ruled(case: Case, organiser, clock, choice: str, **facts) -> TableRuling:
    seen, wish = verdicts.seen(Match.objects.get(pk=case.match_id)), DeskDecision(choice=choice, **facts)
    return decide(case=case, wish=wish, seen=seen, cmd_id=uuid4(), by=organiser, now=clock())


def test_rulings_calls_and_appeals_of_who_has_left_name_the_alias(match, club, organiser, clock):
    """Before, the rulings, how their cases ended and the audit log kept the name."""
    hall = Match.objects.select_related("round__stage__tournament").get(pk=match().pk)
    entry = hall.entries[1]
    person = entry.members.get().user
    person.name = entry.name = "Zenobia Quill"
    person.save()
    entry.save()
    hall = Match.objects.select_related("round__stage__tournament").get(pk=hall.pk)
    clubs.enrol_players(club=club, users=type(person).objects.filter(pk=person.pk))
    rulings = []
    for choice in ("IRR-21:off", "IRR-35:points", "IRR-22:stands"):
        case = desk.call_director(match=hall, table="", words="Wrong", by=None, seat="Zenobia Quill", now=clock())
        rulings.append(ruled(case, organiser, clock, choice, offender=1, points=5))
    desk.appeal(ruling=rulings[0], words="No", by=None, seat="Zenobia Quill", now=clock())
    rulings[2].words, rulings[2].appeal = "x" * 500, "Anne Zenobia Quill: no"  # as another player is called
    rulings[2].save()
    take_back(ruling=rulings[1], by=organiser, now=clock())
    desk.handle_case(case=rulings[1].case, outcome="Zenobia Quill is right", by=organiser, now=clock())
    hall.state = MatchState.OVER
    hall.save()
    type(hall.round).objects.update(state=RoundState.CLOSED)
    type(hall.round.stage.tournament).objects.update(state=TournamentState.FINISHED)

    alias = own_data.forget(user=person, by=None, now=clock())

    other = TableRuling.objects.get(pk=rulings[2].pk)
    assert (other.words, other.appeal) == ("x" * 500, "Anne Zenobia Quill: no"), "nothing else is touched"
    rows = [*TableRuling.objects.exclude(pk=other.pk).values(), *Case.objects.exclude(pk=rulings[1].case_id).values()]
    assert "Zenobia" not in str(rows)
    assert verdicts.read(TableRuling.objects.get(pk=rulings[0].pk))[0].startswith(f"{alias}: ")
    assert verdicts.outcome(Case.objects.get(pk=rulings[0].case_id)).startswith(f"{alias}: ")
    assert Case.objects.get(pk=rulings[1].case_id).outcome == "Zenobia Quill is right", "as it was typed"
    logged = AuditEntry.objects.filter(action__in=("hall.rule", "ruling.take_back", "ruling.appeal")).values()
    assert "Zenobia" not in str([*logged])
    by_law = AuditEntry.objects.filter(action="case.handle", after__has_key="ruling").values()
    assert len(by_law) == len(rulings)
    assert "Zenobia" not in str([*by_law])

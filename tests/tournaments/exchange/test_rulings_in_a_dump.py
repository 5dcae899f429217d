"""Rulings of the hall in a dump: those of before a choice was kept are read as they were recorded, odd ones refused."""

import json
from uuid import uuid4

import pytest
from django.utils import translation

from tests.tournaments.exchange.test_dump import empty_house
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading
from tournaments.models import Match, TableRuling, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def dumped(match, organiser, clock) -> dict:
    """A dump with one ruling by a law, on a site without anything."""
    hall = Match.objects.select_related("round__stage__tournament").get(pk=match().pk)
    case = desk.open_case(match=hall, kind="desk", by=organiser, now=clock())
    wish = DeskDecision(choice="IRR-21:off", offender=1)
    decide(case=case, wish=wish, seen=verdicts.seen(hall), cmd_id=uuid4(), by=organiser, now=clock())
    text = dump.dump_text(hall.round.stage.tournament)
    empty_house()
    return json.loads(text)


def load(dumped, clock) -> None:
    loading.load_tournament(data=json.dumps(dumped), now=clock())


def test_a_ruling_of_before_a_choice_was_kept_is_read_as_it_was_recorded(dumped, clock):
    [row] = dumped["tables"]["tableruling"]
    del row["chosen"]
    load(dumped, clock)
    with translation.override("es"):
        assert verdicts.read(TableRuling.objects.get()) == (row["words"], row["reason"])


@pytest.mark.parametrize("chosen", ["x", [1], {"choice": "IRR-21:off"}, {"points": "x"}, {"board": [2]}])
def test_an_odd_choice_is_refused(dumped, clock, chosen):
    """Before, it was loaded, and every page with that ruling failed."""
    [row] = dumped["tables"]["tableruling"]
    is_part = isinstance(chosen, dict) and "choice" not in chosen
    row["chosen"] = row["chosen"] | chosen if is_part else chosen
    with pytest.raises(errors.Invalid, match="contradict each other"):
        load(dumped, clock)
    assert not Tournament.objects.exists()

"""What the desk says is read in the language of who reads it, whoever wrote it down."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from notices.models import Notice
from notices.selectors import inbox
from notices.services import choosing
from tests.tournaments.told import claim
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide, take_back
from tournaments.matches.services import writing
from tournaments.models import Case, Match, TableRuling

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(match) -> Match:
    return Match.objects.select_related("round__stage__tournament").get(pk=match().pk)


@pytest.fixture
def called(hall, clock) -> Case:
    caller = hall.entries[0].members.get().user
    return desk.call_director(match=hall, table="", words="A wrong knock", by=caller, now=clock())


def ruled(case, clock, organiser, choice, **facts) -> TableRuling:
    seen = verdicts.seen(Match.objects.get(pk=case.match_id))
    return decide(
        case=case, wish=DeskDecision(choice=choice, **facts), seen=seen, cmd_id=uuid4(), by=organiser, now=clock()
    )


def test_everybody_reads_a_ruling_by_a_law_in_their_own_language(called, client, organiser, clock):
    """The words are recorded once, in the director's; what was chosen is kept beside them."""
    ruling = ruled(called, clock, organiser, "IRR-21:off", offender=1)
    with translation.override("es"):
        words, reason = verdicts.read(ruling)
    assert words.startswith(f"{called.match.entries[1].name}: ")
    assert "Knocked" not in words
    assert "Found" not in reason
    assert verdicts.read(ruling) == (ruling.words, ruling.reason)
    client.force_login(organiser)
    case = reverse("tournaments:case", args=[called.tournament.slug, called.public_id])
    page = client.get(case, headers={"Accept-Language": "es"}).content.decode()
    assert words in page
    assert "Knocked with" not in page
    ruling.chosen = None  # of an earlier version
    assert verdicts.read(ruling) == (ruling.words, ruling.reason)


def test_words_of_a_director_are_read_as_they_were_written(called, organiser, clock):
    ruling = ruled(called, clock, organiser, "IRR-21:off", offender=1, reason="Seen by both")
    with translation.override("es"):
        assert verdicts.read(ruling)[1] == "Seen by both"


def test_the_site_speaks_the_language_of_who_reads_it(called, hall, client, organiser, clock):
    with translation.override("es"):
        assert writing.nobody_came(hall, "", clock())
        desk.call_director(match=hall, table="", words="Un error", by=None, now=clock(), seat="Ana")
    found = Case.objects.get(kind="no_show")
    assert found.words == found.said == "Nobody has played here: decide what it counts."
    with translation.override("es"):
        assert found.said == "Aquí no ha jugado nadie: decide cómo cuenta."
    told = Notice.objects.get(text="called.slip", user=organiser)
    with translation.override("en"):
        assert inbox.in_words(organiser, [told])[0].says == "By slip: Ana: Un error"


def test_the_notices_and_the_api_say_a_ruling_in_the_language_of_their_reader(called, client, organiser, clock):
    """Before, a notice and the API had it in that of the director."""
    claim()
    player = called.match.entries[1].members.get().user
    choosing.choose_language(user=player, language="es")
    ruling = ruled(called, clock, organiser, "IRR-21:off", offender=1)
    with translation.override("es"):
        words, reason = verdicts.read(ruling)
    told = Notice.objects.get(user=player, text="ruling")
    assert (told.parts["ruling"], told.parts["reason"]) == (words, reason)
    client.force_login(organiser)
    door = f"/api/v1/tournaments/{called.tournament.public_id}/desk/case/"
    for language, said in (("en", ruling.words), ("es", words)):
        found = client.get(door, {"case": called.public_id}, headers={"Accept-Language": language}).json()
        assert (found["outcome"], found["rulings"][0]["words"]) == (said, said)
    take_back(ruling=ruling, by=organiser, now=clock())
    assert Notice.objects.get(user=player, text="ruling_taken_back").parts["ruling"] == words


def test_words_with_which_an_official_closes_a_case_are_no_ruling(called, client, organiser, clock):
    """Before, words with which a ruling begins, taken back or not, were read as the whole of it."""
    ruling = ruled(called, clock, organiser, "IRR-21:off", offender=1)
    take_back(ruling=ruling, by=organiser, now=clock())
    for closed in (called.match.entries[1].name, ruling.words):
        Case.objects.update(handled_at=None)
        case = desk.handle_case(case=Case.objects.get(), outcome=closed, by=organiser, now=clock())
        with translation.override("es"):
            assert verdicts.outcome(case) == closed

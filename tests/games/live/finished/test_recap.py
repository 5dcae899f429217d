"""The recap of a finished match: luck, turning point, one thing to learn, and what is not known yet."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import selectors
from games.live.finished import recap
from games.models import Analysis, AnalysisState, Deal, Status, Table
from games.players.judging.analysis import VERSION
from ratings.models import RatedMatch
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Table:
    """A match of several deals that both have played to its end."""
    return sittings.play_out(live_tables.open_table(), seed=1)


def come_to(match: Table, seat: int | None) -> recap.Recap:
    return recap.recap(match, list(selectors.deals(table=match)), selectors.luck_of(match), seat)


def analysed(deal: Deal, *costs: tuple[str, int, float], state: str = AnalysisState.DONE) -> None:
    """The deal with these errors: seat, version, points given up."""
    throws = {
        "played": {"do": "discard", "card": "KS"},
        "best": {"do": "discard", "card": "5H"},
        "house": {"do": "discard", "card": "5H"},
        "error": 1.0,
        "is_error": True,
    }
    rows = [throws | {"seat": seat, "v": v, "given_up": points} for seat, v, points in costs]
    now = live_tables.now()
    Analysis.objects.create(
        deal=deal, version=VERSION, state=state, decisions=rows, done=len(rows), total=9, asked_at=now
    )


def test_without_an_analysis_the_deal_worth_most_is_the_turning_point(match: Table) -> None:
    found = come_to(match, 0)
    most = max(selectors.deals(table=match), key=lambda deal: deal.points)
    assert found.turning is not None
    assert (found.turning.deal, found.turning.v) == (most.public_id, None)
    watched = come_to(match, None)
    assert watched.turning is not None
    assert f"wins {most.points} points" in watched.turning.says
    assert found.lesson is None
    assert found.analysis is not None
    assert found.analysis["state"] == "not_asked"
    assert not found.waits


def test_the_luck_is_told_of_the_whole_match(match: Table) -> None:
    assert match.result is not None
    assert str(abs(match.result["net"][0])) in come_to(match, 0).luck
    Deal.objects.filter(table=match, number=1).update(luck=None)
    assert come_to(match, 0).luck == ""


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_is_spoken_to_not_about(match: Table, seat: int) -> None:
    own, other = (match.seats.get(seat=at).user.name for at in (seat, 1 - seat))
    watched, found = come_to(match, None), come_to(match, seat)
    assert watched.luck.startswith((own, other))
    assert own not in found.luck
    assert found.luck.startswith(("You won by", "You lost by"))
    assert found.turning is not None
    assert ("you win" in found.turning.says) != (other in found.turning.says), found.turning
    assert own not in found.turning.says


def test_the_costliest_error_of_all_is_the_turning_point_and_one_s_own_is_the_lesson(match: Table) -> None:
    deals = list(selectors.deals(table=match))
    assert len(deals) > 1
    analysed(deals[0], ("A", 5, 3.25), ("B", 6, 8.5))
    analysed(deals[1], ("A", 40, 4.0))
    name = match.seats.get(seat=1).user.name
    found = come_to(match, 0)
    assert found.turning is not None
    assert (found.turning.deal, found.turning.v) == (deals[0].public_id, 6)
    assert found.turning.says == f"Deal 1, {name}: discard K♠. Better by at least 8.5 ± 1.0 points: discard 5♥."
    assert found.lesson is not None
    assert (found.lesson.deal, found.lesson.v) == (deals[1].public_id, 40)
    assert come_to(match, None).lesson is None, "a watcher made no error"


def test_what_is_still_judged_is_waited_for(match: Table) -> None:
    analysed(selectors.deals(table=match)[0], ("A", 5, 3.0), state=AnalysisState.RUNNING)
    found = come_to(match, 0)
    assert found.waits
    assert found.lesson is None, "half a judgement is none"


def page(table: Table, user=None) -> tuple[int, str]:
    client = Client()
    if user:
        client.force_login(user)
    answer = client.get(reverse("pages:table-end", args=[table.public_id]))
    return answer.status_code, answer.content.decode()


def test_the_page_leads_to_the_move_and_tells_the_ratings(match: Table) -> None:
    deal = selectors.deals(table=match)[0]
    analysed(deal, ("A", 5, 3.0))
    user = match.seats.get(seat=0).user
    code, text = page(match, user)
    assert code == 200
    assert f"/deals/{deal.public_id}/#v5" in text
    assert "Not all of it is analysed." in text
    assert "One thing to learn" not in page(match)[1]


def test_the_analysis_of_the_deal_that_decided_is_asked_for_right_there(match: Table) -> None:
    user, client = match.seats.get(seat=0).user, Client()
    address, most = reverse("pages:table-end", args=[match.public_id]), max(
        selectors.deals(table=match), key=lambda deal: deal.points
    )  # fmt: skip
    client.force_login(user)
    assert "Analyse the deal that decided" in tight(client.get(address).content.decode())
    text = client.post(address).content.decode()
    assert Analysis.objects.get().deal == most
    assert "Analyse the deal that decided" not in text
    assert "data-waits" in text
    Analysis.objects.update(state=AnalysisState.DONE)
    assert "In the deal that decided no decision of yours" in tight(client.get(address).content.decode())
    assert Client().post(address).status_code == 200
    assert Analysis.objects.count() == 1, "a watcher asks for nothing"


def test_a_guest_reads_right_there_why_there_is_no_second_analysis(match: Table) -> None:
    user, client = match.seats.get(seat=0).user, Client()
    other = sittings.play_out(live_tables.open_table(), seed=1)
    analysed(selectors.deals(table=other)[0])
    Analysis.objects.update(by=user)
    User.objects.filter(pk=user.pk).update(is_guest=True)
    session = client.session
    session["guest"] = user.pk
    session.save()
    answer = client.post(reverse("pages:table-end", args=[match.public_id]))
    assert "A guest may have one deal analysed." in tight(answer.content.decode())
    assert Analysis.objects.count() == 1


def test_the_page_asks_again_while_a_rating_is_worked_out(match: Table) -> None:
    RatedMatch.objects.update(is_pending=False)
    assert "data-waits" not in page(match)[1]
    RatedMatch.objects.update(is_pending=True, weight=1)
    assert "data-waits" in page(match)[1]


def test_nothing_is_told_of_a_match_that_goes_on_or_is_held() -> None:
    table = live_tables.open_table()
    assert page(table)[0] == 404
    Table.objects.filter(pk=table.pk).update(status=Status.OVER, is_held=True)
    assert page(table)[0] == 404
    assert page(live_tables.open_table(rules="cutthroat"))[0] == 404

"""The analysis of a deal: asked for once, done in the background, continued after a killed worker, shown to
everybody."""

import re
from contextlib import contextmanager

import pytest
from django.test import Client

from accounts import services as accounts
from duework import processes
from duework import services as duework
from duework.models import DueWork
from games import engine, selectors
from games.live.finished import analyses
from games.models import Analysis, AnalysisState, Deal, Table
from games.players.judging import analysis as core
from games.players.judging.opponents import POOL
from games.services import analyses as jobs
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def few_worlds_in_the_hands_of_the_test(monkeypatch):
    """Long work is done at once; the analyst looks at few worlds and sits in this process."""

    @contextmanager
    def asked(module, question):
        rules = engine.rule_set(question.rules, **question.options)
        found = list(core.decisions(rules, question.actions, question.first))
        judged = (core.judge(rules, one, question.seed, choosing=2, measuring=3) for one in found[question.known :])
        yield (word for words in ([len(found)], [None], judged) for word in words)

    monkeypatch.setattr(processes, "asked", asked)


@pytest.fixture
def deal() -> Deal:
    """The longest of some deals, for the cards fall as they will."""
    table = sittings.play_out(live_tables.open_table(options=live_tables.LONG), seed=1, deals=3)
    return max(selectors.deals(table=table).exclude(type="unfinished"), key=lambda deal: deal.last_seq - deal.first_seq)


def ask(deal, by=None):
    return jobs.ask_for_analysis(deal=deal, by=by or live_tables.person(), now=live_tables.now())


def signed_in():
    client = Client()
    client.force_login(live_tables.person("Eve"))
    return client


def test_asked_for_twice_it_is_one_analysis_and_one_promise(deal):
    first = ask(deal)
    assert ask(deal) == first
    assert DueWork.objects.filter(kind="games.analyse").count() == 1
    duework.sweep(now=live_tables.now())
    assert ask(deal).state == AnalysisState.DONE
    assert DueWork.objects.filter(kind="games.analyse", done_at=None).count() == 0


def test_every_decision_has_its_line_and_the_sums_are_those_of_the_lines(deal):
    ask(deal)
    duework.sweep(now=live_tables.now())
    plain = analyses.plain(Analysis.objects.get())
    assert plain["done"] == plain["total"] == len(plain["decisions"]) > 5
    for seat in "AB":
        mine = [row["given_up"] for row in plain["decisions"] if row["seat"] == seat]
        assert plain["given_up"][seat]["points"] == pytest.approx(sum(mine), abs=0.01)
        assert plain["given_up"][seat]["decisions"] == len(mine)
    versions = [row["v"] for row in plain["decisions"]]
    assert versions == sorted(set(versions))
    assert all(deal.first_seq < version <= deal.last_seq for version in versions)


def test_who_takes_over_goes_on_behind_the_last_decision_and_says_the_same(deal):
    ask(deal)
    duework.sweep(now=live_tables.now())
    whole = Analysis.objects.get().decisions
    Analysis.objects.update(state=AnalysisState.RUNNING, decisions=whole[:5], done=5)
    DueWork.objects.filter(kind="games.analyse").update(done_at=None, lease_until=None)
    asked, questions = processes.asked, []

    def counted(module, question):
        questions.append(question.known)
        return asked(module, question)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "asked", counted)
        duework.sweep(now=live_tables.now())
    again = Analysis.objects.get()
    assert questions == [5]
    assert again.state == AnalysisState.DONE
    assert again.decisions == whole


def test_work_that_another_took_over_writes_nothing(deal):
    found = ask(deal)
    work = DueWork.objects.get(kind="games.analyse")
    DueWork.objects.filter(pk=work.pk).update(lease_until=live_tables.now())
    with pytest.raises(duework.LeaseLost):
        jobs.LONG_HANDLERS["games.analyse"](work, live_tables.now())
    found.refresh_from_db()
    assert (found.state, found.decisions) == (AnalysisState.WAITING, [])


def test_one_that_broke_off_says_so_and_goes_on_when_asked_again(deal):
    ask(deal)
    DueWork.objects.filter(kind="games.analyse").update(attempts=3)
    duework.sweep(now=live_tables.now())
    assert Analysis.objects.get().state == AnalysisState.FAILED
    assert b"The analysis failed" in Client().get(f"/deals/{deal.public_id}/").content
    assert ask(deal).state == AnalysisState.WAITING
    duework.sweep(now=live_tables.now())
    assert Analysis.objects.get().state == AnalysisState.DONE


def test_three_at_a_time_for_each_who_asks():
    table = sittings.play_out(live_tables.open_table(options=live_tables.LONG), seed=3, deals=4)
    eve = live_tables.person("Eve")
    one, two, three, four = selectors.deals(table=table)[:4]
    for deal in (one, two, three):
        ask(deal, by=eve)
    with pytest.raises(jobs.TooMany):
        ask(four, by=eve)
    assert ask(one, by=eve) == Analysis.objects.get(deal=one)
    assert ask(four).is_open
    client = Client()
    client.force_login(eve)
    five = selectors.deals(table=sittings.play_out(live_tables.open_table(), seed=4, deals=1))[0]
    answer = client.post(f"/api/v1/deals/{five.public_id}/analysis")
    assert (answer.status_code, answer.json()["type"]) == (429, "too_many_analyses")


def test_a_house_that_is_busy_says_so_and_writes_nothing(deal, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_WAITING", 0)
    answer = signed_in().post(f"/deals/{deal.public_id}/analysis/", follow=True)
    assert b"ask again in a minute" in answer.content
    assert not Analysis.objects.exists()
    assert not DueWork.objects.filter(kind="games.analyse").exists()


def test_only_gin_for_two_is_analysed():
    table = sittings.play_out(live_tables.open_table(), seed=2, deals=1)
    deal = selectors.deals(table=table)[0]
    Table.objects.update(rules="colonel-ball")
    with pytest.raises(jobs.NotAnalysed):
        ask(Deal.objects.get(pk=deal.pk))
    assert not Analysis.objects.filter(deal=deal).exists()


def test_the_api_promises_shows_and_refuses(deal):
    address, client = f"/api/v1/deals/{deal.public_id}/analysis", signed_in()
    assert client.get(address).status_code == 404
    assert Client().post(address).status_code in (401, 403)
    answer = client.post(address)
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    duework.sweep(now=live_tables.now())
    assert client.post(address).status_code == 200
    assert Client().get(address).json()["decisions"][0]["played"]["do"]
    Table.objects.update(is_held=True)
    assert client.get(address).status_code == client.post(address).status_code == 404
    Table.objects.update(is_held=False, status="playing")
    assert client.post(address).status_code == 404


def test_the_page_asks_shows_how_far_it_is_and_then_the_table(deal):
    page, part = f"/deals/{deal.public_id}/", f"/deals/{deal.public_id}/analysis/"
    client = signed_in()
    assert b"Analyse this deal" in client.get(page).content
    assert client.post(part).headers["Location"] == page
    Analysis.objects.update(state=AnalysisState.RUNNING, done=3, total=20)
    assert b"3 of 20 decisions" in client.get(page).content
    Analysis.objects.update(state=AnalysisState.WAITING)
    duework.sweep(now=live_tables.now())
    found = Analysis.objects.get()
    gin = {"do": "gin", "card": "KS"}
    found.decisions[0] |= {"house": gin, "best": gin, "given_up": 21.4, "error": 3.1, "is_error": True}
    found.save()
    shown = client.get(part)
    text, line = shown.content.decode(), shown.context["analysed"]["lines"][0]
    assert f'href="#{line["n"]}"' in text
    assert "gin, discarding K♠" in text
    assert "21.4 ± 3.1" in text
    assert "hx-get" not in text
    errors = shown.context["analysed"]["errors"]  # for the graph of the replay
    said = {"played": line["played_words"], "best": "gin, discarding K♠"}
    assert errors[0] == {"n": line["n"], "seat": line["seat"]} | said
    assert len(errors) == sum(row["is_error"] for row in found.decisions)
    assert 'id="deal-errors"' in text


def test_who_has_never_sat_down_asks_as_a_guest_for_one_deal(deal):
    client, part = Client(), f"/deals/{deal.public_id}/analysis/"
    assert b"A guest may have one deal analysed" in client.get(f"/deals/{deal.public_id}/").content
    assert client.post(part)["Location"] == f"/deals/{deal.public_id}/"
    assert Analysis.objects.get().by.is_guest
    assert b"Stop it" in client.get(part).content
    other = selectors.deals(table=deal.table).exclude(pk=deal.pk).first()
    client.post(f"/deals/{other.public_id}/analysis/")
    assert Analysis.objects.count() == 1


def test_a_move_that_gained_nothing_is_called_no_better(deal):
    page, part = f"/deals/{deal.public_id}/", f"/deals/{deal.public_id}/analysis/"
    client = signed_in()
    client.post(part)
    duework.sweep(now=live_tables.now())
    found = Analysis.objects.get()
    best = {"do": "discard", "card": "9H"}
    for row, given_up in zip(found.decisions, (-2.9, 2.9), strict=False):
        row |= {"house": {"do": "discard", "card": "KS"}, "best": best, "given_up": given_up, "error": 1.0}
    found.save()
    lines = re.findall(r"<tr>.*?</tr>", tight(client.get(page).content.decode()), re.DOTALL)
    worse, better = [next(line for line in lines if f"{figure} ± 1.0" in line) for figure in ("−2.9", ">2.9")]
    assert "better" not in worse
    assert "better: discard 9♥" in better


def test_a_process_of_its_own_says_how_many_and_then_each_decision(deal, monkeypatch):
    monkeypatch.undo()
    log = analyses.log_of(deal)
    question = log.question(0)
    with processes.asked("games.players", question) as said:
        spoken = (word for word in said if word is not None)
        count, first = next(spoken), next(spoken)
    assert count == len(list(core.decisions(log.fixed.rules, question.actions, question.first)))
    assert log.row(first)["v"] > deal.first_seq


@pytest.fixture
def sitting(monkeypatch) -> Table:
    """A sitting of two deals; each decision is judged at once, as one point given up."""
    monkeypatch.setattr(
        core, "judge", lambda rules, one, seed, **_: core.Verdict(one.place, one.seat, *[one.played] * 3, 1.0, 0.5)
    )
    return sittings.play_out(live_tables.open_table(), seed=6, deals=2)


def of_sitting(table):
    return Client().get(f"/api/v1/tables/{table.public_id}/analysis").json()


def test_a_sitting_is_judged_deal_by_deal_and_summed(sitting):
    address, client = f"/api/v1/tables/{sitting.public_id}/analysis", signed_in()
    assert of_sitting(sitting)["state"] == "not_asked"
    answer = client.post(address)
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    assert client.post(address).status_code == 202
    assert DueWork.objects.filter(kind="games.analyse").count() == 1
    duework.sweep(now=live_tables.now())
    found = of_sitting(sitting)
    deals = Deal.objects.filter(table=sitting).order_by("number")
    assert (found["state"], found["done"], found["total"]) == ("done", len(deals), len(deals))
    assert [line["deal"] for line in found["deals"]] == [deal.public_id for deal in deals]
    for seat in "AB":
        alone = [line["given_up"][seat] for line in found["deals"]]
        assert found["given_up"][seat]["points"] == pytest.approx(sum(one["points"] for one in alone), abs=0.05)
        assert found["given_up"][seat]["error"] ** 2 == pytest.approx(sum(one["error"] ** 2 for one in alone), abs=0.5)
        assert found["given_up"][seat]["decisions"] == sum(one["decisions"] for one in alone)
    assert client.post(address).status_code == 200


def test_what_is_judged_already_is_not_judged_again(sitting):
    first, *rest = selectors.deals(table=sitting)
    ask(first)
    duework.sweep(now=live_tables.now())
    jobs.ask_for_sitting(table=sitting, deals=[first, *rest], by=live_tables.person("Eve"), now=live_tables.now())
    work = DueWork.objects.get(kind="games.analyse", done_at=None)
    assert work.payload["analyses"] == [Analysis.objects.get(deal=deal).pk for deal in rest]


def test_the_worst_errors_come_first_and_lead_to_their_step(sitting):
    deals = list(selectors.deals(table=sitting))
    jobs.ask_for_sitting(table=sitting, deals=deals, by=live_tables.person("Eve"), now=live_tables.now())
    duework.sweep(now=live_tables.now())
    for found, given_up in zip(Analysis.objects.order_by("deal__number"), (4.5, 21.4), strict=False):
        rows = [row | {"is_error": False} for row in found.decisions]
        rows[0] |= {"given_up": given_up, "error": 1.0, "is_error": True}
        Analysis.objects.filter(pk=found.pk).update(decisions=rows)
    worst = of_sitting(sitting)["worst"]
    assert [row["given_up"] for row in worst] == [21.4, 4.5]
    page = Client().get(f"/tables/{sitting.public_id}/analysis/").content.decode()
    link = f"/deals/{worst[0]['deal']}/#v{worst[0]['v']}"
    assert link in page
    assert f'id="v{worst[0]["v"]}"' in Client().get(link).content.decode()


def test_who_asked_may_stop_it_and_asked_again_it_goes_on(sitting, monkeypatch):
    page, client = f"/tables/{sitting.public_id}/analysis/", signed_in()
    client.post(page)
    assert b'name="stop"' in client.get(page).content
    assert b'name="stop"' not in signed_in().get(page).content
    api = f"/api/v1{page.rstrip('/')}"
    refused = signed_in().delete(api)
    assert (refused.status_code, refused.json()["type"]) == (409, "nothing_to_stop")
    stop_after(3, monkeypatch, lambda: client.post(page, {"stop": "1"}))
    duework.sweep(now=live_tables.now())
    assert {one.state for one in Analysis.objects.all()} == {AnalysisState.STOPPED}
    assert max(one.done for one in Analysis.objects.all()) <= 3
    assert DueWork.objects.filter(kind="games.analyse", done_at=None).count() == 0
    assert of_sitting(sitting)["state"] == "stopped"
    assert b"Go on with it" in client.get(page).content
    client.post(page)
    duework.sweep(now=live_tables.now())
    assert of_sitting(sitting)["state"] == "done"


def stop_after(words, monkeypatch, stop):
    """The first process that is asked is stopped from outside when it has said so much."""
    asked, told = processes.asked, []

    @contextmanager
    def interrupted(module, question):
        def with_a_stop(said):
            for word in said:
                told.append(word)
                if len(told) == words:
                    stop()
                yield word

        with asked(module, question) as said:
            yield with_a_stop(said)

    monkeypatch.setattr(processes, "asked", interrupted)


def test_who_has_anything_going_waits_with_a_sitting(sitting, deal):
    eve = live_tables.person("Eve")
    ask(deal, by=eve)
    with pytest.raises(jobs.TooMany):
        jobs.ask_for_sitting(table=sitting, deals=list(selectors.deals(table=sitting)), by=eve, now=live_tables.now())


def test_no_summary_of_a_sitting_that_goes_on_or_is_no_gin(sitting):
    page = f"/tables/{sitting.public_id}/analysis/"
    assert Client().get(page).status_code == 200
    assert Client().post(page).headers["Location"].startswith("/accounts/login/")
    Table.objects.update(status="playing")
    assert Client().get(page).status_code == signed_in().post(f"/api/v1{page.rstrip('/')}").status_code == 404
    Table.objects.update(status="over", rules="colonel-ball")
    assert Client().get(page).status_code == 404
    assert signed_in().post(f"/api/v1{page.rstrip('/')}").json()["type"] == "not_analysed"


def test_a_guest_may_have_one_deal_analysed(deal):
    guest = accounts.guest()
    ask(deal, by=guest)
    ask(deal, by=guest)
    other = selectors.deals(table=deal.table).exclude(pk=deal.pk).exclude(type="unfinished")[0]
    with pytest.raises(jobs.TooMany, match="A guest may have one deal analysed"):
        ask(other, by=guest)
    with pytest.raises(jobs.TooMany):
        jobs.ask_for_sitting(table=deal.table, deals=[deal, other], by=guest, now=live_tables.now())


def test_what_an_earlier_analyst_said_stays_until_it_is_asked_for_anew(deal):
    ask(deal)
    duework.sweep(now=live_tables.now())
    Analysis.objects.update(version="strong-1")
    found = analyses.analysis_of(deal)
    assert found is not None
    assert not analyses.is_of_today(found)
    page = signed_in().get(f"/deals/{deal.public_id}/").content.decode()
    assert "An earlier analyst (strong-1) judged this deal." in page
    assert "Analyse it again" in page
    ask(deal)
    assert analyses.is_of_today(analyses.analysis_of(deal))
    assert Analysis.objects.filter(deal=deal).count() == 2


def test_what_an_earlier_analyst_began_is_not_finished_by_this_one(deal):
    ask(deal)
    Analysis.objects.update(version="strong-1")
    duework.sweep(now=live_tables.now())
    assert (Analysis.objects.get().state, Analysis.objects.get().decisions) == (AnalysisState.FAILED, [])


def test_accuracy_is_the_share_of_decisions_that_were_no_error():
    rows = [{"seat": "A", "given_up": 1.0, "error": 0.2, "is_error": is_error} for is_error in (True, False, False)]
    assert analyses.summed(rows, "A")["accuracy"] == 67
    assert analyses.summed(rows, "B")["accuracy"] is None


def test_what_depends_on_the_other_names_against_whom():
    def row(sure, others):
        against = [{"who": who, "is_sure": who in sure} for who in (*sure, *others)]
        return {"best": {"do": "knock", "card": "KD"}, "against": against}

    begins = "Depends on the other: knock, discarding K♦ is better"
    few, most = row(["top"], ["novice", "early", "gin"]), row(["top", "club", "gin"], ["novice", "early"])
    assert analyses.depends_words(few) == f"{begins} against a very strong player; against others that is not sure."
    but = "but against a novice and a player who knocks at once that is not sure."
    assert analyses.depends_words(most) == f"{begins}, {but}"
    assert {one.key for one in POOL} == set(analyses.OPPONENTS)

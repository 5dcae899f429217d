"""The page of a call: what happened, what the law says, decide; and the rows of the desk."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from games import engine
from games.engine.laws import catalogue
from games.live.setup.happenings import decided, happenings, when_found
from games.live.setup.law_texts import law_texts
from tests.markup import tight
from tournaments.desk import services as desk
from tournaments.models import Case, Match, TableRuling
from tournaments.results.services import score_sheets as writing

pytestmark = pytest.mark.django_db
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b")  # of commands and state, for programs


@pytest.fixture
def case(match, clock) -> Case:
    found = Match.objects.select_related("round__stage__tournament").get(pk=match().pk)
    caller = found.entries[0].members.get().user
    return desk.call_director(match=found, table="", words="That was eleven", by=caller, now=clock())


@pytest.fixture
def page(case, client, organiser):
    """The page of the case with these words in its address."""
    client.force_login(organiser)
    address = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    return lambda **asked: client.get(address, asked)


def words(page) -> str:
    found = re.search(r'<section class="panel call" id="step">(.*?)</section>', page.content.decode(), re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])))


def post(client, case, step, **more):
    """The last step, sent from its page."""
    hidden = {name: step.context[name] for name in ("seen", "cmd_id")}
    address = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    return client.post(address, {"do": "decide_call", **hidden, **more})


def test_what_happened_is_told_in_words_and_pictures_and_no_menu_holds_all_laws(page):
    found = page()
    text = found.content.decode()
    assert "<select" not in text
    for said in ("Knocked with too much deadwood", "The pack is not complete", "Something else"):
        assert said in words(found)
    assert text.count('class="card-face"') > 10
    assert "IRR-" not in words(found)


def test_the_search_finds_words_of_the_law_and_its_number(page):
    listed = lambda **asked: [one.key for one in page(**asked).context["happenings"]]  # noqa: E731
    assert listed(q="irr-21") == ["knock"]
    assert listed(q="laid off") == ["knock"]
    assert listed(q="three columns") == ["end"]
    assert "Nothing here has these words." in words(page(q="zebra"))


def test_the_law_is_said_in_sentences_and_each_choice_is_a_button(page):
    found = page(happened="knock")
    text = words(found)
    assert "The opponent may refuse the knock." in text
    assert not KEYS.search(text)
    buttons = re.findall(r'name="choice" value="([^"]+)"', found.content.decode())
    assert buttons == [
        "IRR-21:off", "IRR-22:stands", "IRR-23:open", "IRR-23:picks_up", "IRR-23:stands", "IRR-24:stands"
    ]  # fmt: skip


def test_a_choice_asks_whose_it_was(page):
    found = page(happened="knock", choice="IRR-21:off")
    assert "Say whose it was, then choose." in words(found)
    assert "Record, tell and close" not in words(found)
    assert "Record, tell and close" in words(page(happened="knock", choice="IRR-21:off", offender=1))
    assert "Record, tell and close" in words(page(happened="pack", choice="IRR-33:again"))


def test_the_last_step_shows_what_the_sheet_becomes_and_one_button_does_all(page, case, client, clock):
    entry = engine.DealEntry(how="knock", seat=0, counts=(4, 30), dealer=0)
    writing.enter_deal(match=case.match, entry=entry, key="one", version=0, now=clock())
    step = page(happened="end", choice="IRR-10:1", offender=0)
    assert "Player 01 26 → 16" in words(step)
    done = post(client, case, step, choice="IRR-10:1", offender=0, about="last")
    assert done.url == reverse("tournaments:desk", args=[case.tournament.slug])
    case.refresh_from_db()
    ruling = TableRuling.objects.get()
    assert (ruling.rule, bool(case.handled_at), case.outcome) == ("IRR-10", True, ruling.words)
    caller = case.opened_by
    client.force_login(caller)
    own = client.get(reverse("tournaments:call-director", args=[case.match.public_id])).content.decode()
    assert "The director has dealt with your call." in tight(own)
    assert ruling.words in tight(own)


def test_a_ruling_by_no_law_needs_its_words_and_keeps_what_was_typed(page, case, client):
    step = page(choice="other")
    refused = post(client, case, step, choice="other", words="", reason="So it is")
    assert refused.status_code == 200
    assert "So it is" in refused.content.decode()
    assert "Give a reason" in refused.content.decode()
    post(client, case, step, choice="other", words="The last deal is played again", reason="")
    assert TableRuling.objects.get().words == "The last deal is played again"


def test_a_ruling_is_taken_back_on_the_page_and_over_the_api(page, case, client, organiser):
    post(client, case, page(choice="other"), choice="other", words="It stands")
    address = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    assert "Take the ruling back" in tight(page().content.decode())
    client.post(address, {"do": "take_back", "ruling": TableRuling.objects.get().public_id})
    case.refresh_from_db()
    assert case.handled_at is None
    assert "taken back" in tight(page().content.decode())
    post(client, case, page(choice="other"), choice="other", words="It stands")
    path = f"/api/v1/tournaments/{case.tournament.public_id}/desk/ruling/back/"
    wish = {"ruling": TableRuling.objects.get(taken_back_at=None).public_id}
    assert client.post(path, wish, content_type="application/json").status_code == 204
    assert client.post(path, {"ruling": "nothing"}, content_type="application/json").status_code == 404


def test_the_form_of_the_next_deal_begins_with_what_was_ruled(page, case, client, clock):
    entry = engine.DealEntry(how="knock", seat=0, counts=(4, 30), dealer=0)
    writing.enter_deal(match=case.match, entry=entry, key="one", version=0, now=clock())
    step = page(happened="knock", choice="IRR-23:picks_up", offender=1)
    post(client, case, step, choice="IRR-23:picks_up", offender=1)
    sheet = client.get(reverse("tournaments:match-deals", args=[case.match.public_id]))
    form = sheet.context["form"]
    assert [form[name].value() for name in ("irr", "offender", "no_bonus")] == ["IRR-23", 1, 1]
    assert form.went_wrong, "its fields stand open"


@pytest.mark.parametrize("key", sorted(engine.VARIANTS))
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_law_of_any_game_speaks_in_keys(key, language):
    rules = engine.VARIANTS[key]
    with translation.override(language):
        said = [*law_texts(rules).values(), *decided().values(), *when_found().values()]
        said += [one.words for one in happenings(rules, catalogue.called_at(rules, catalogue.SHEET))]
    for text in said:
        assert not KEYS.search(text), text


def test_the_rows_of_the_desk_name_table_round_and_who_called(page, case, client):
    slug = case.tournament.slug
    row = tight(client.get(reverse("tournaments:desk", args=[slug])).content.decode())
    for said in ("Table 1, round 1", "Player 01: That was eleven", "Open the case"):
        assert said in row
    tonight = tight(client.get(reverse("tournaments:tonight", args=[slug])).content.decode())
    assert "Table 1, round 1: call" in tonight
    assert "Player 01: That was eleven" in tonight
    post(client, case, page(choice="other"), choice="other", words="It stands")
    handled = tight(client.get(reverse("tournaments:desk", args=[slug])).content.decode())
    assert "Table 1, round 1" in handled.partition("Handled")[2]


def test_the_api_lists_the_choices_and_decides_in_one_act(case, client, organiser):
    client.force_login(organiser)
    path = f"/api/v1/tournaments/{case.tournament.public_id}/desk"
    seen = client.get(f"{path}/case/", {"case": case.public_id}).json()
    [knock] = [one for one in seen["happened"] if one["key"] == "knock"]
    assert knock["laws"][0]["choices"][0] == {
        "key": "IRR-21:off", "words": "The knock is taken off", "law": "IRR-21", "names": True, "asks_points": False
    }  # fmt: skip
    said = {"case": case.public_id, "id": "00000000-0000-4000-8000-000000000001", "choice": "IRR-21:off"}

    def sent(**more):
        return client.post(f"{path}/decide/", {**said, **more}, content_type="application/json")

    assert list(sent(seen=seen["seen"]).json()["errors"]) == ["offender"]
    assert sent(seen=seen["seen"] + 1, offender=1).status_code == 409
    wrong = sent(seen=seen["seen"], choice="IRR-41:loses", offender=1).json()["errors"]
    assert "IRR-21:off" in wrong["choice"][0]
    made = sent(seen=seen["seen"], offender=1)
    assert (made.status_code, made.json()["rule"]) == (201, "IRR-21")
    assert sent(seen=seen["seen"], offender=1).json() == made.json()
    case.refresh_from_db()
    assert case.handled_by == organiser

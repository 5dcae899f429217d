"""The director's desk: a call from the table, the case, a ruling with its rule, a recorded look, an appeal."""

import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from audit.models import AuditEntry
from clubs import services as clubs
from duework import services as duework
from games import engine
from games.live.finished import archive
from games.live.setup import talk, terms
from games.live.shuffle import dealing
from games.live.sitting import sitting
from games.live.store import loading, play_rows, writer
from games.live.talk import talk_rows
from games.models import LiveProcess, Play, Table
from games.services import tables
from tests.games.live.shuffling import step_of
from tests.markup import tight
from tournaments import errors
from tournaments.desk import selectors as desk_selectors
from tournaments.desk import services as desk_services
from tournaments.desk.services import deciding
from tournaments.event import permissions
from tournaments.models import Case, Match, TableRuling
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db(transaction=True)


class Hall:
    """A tournament of two at a live table under table laws, brought to a knock with too much."""

    def __init__(self, tournament, client, clock) -> None:
        self.tournament, self.client, self.clock = tournament, client, clock
        self.match = Match.objects.get()
        self.table = Table.objects.get()
        self.table.settings["shuffle"] = "server"  # no browsers here that would add to the deck
        self.table.save(update_fields=["settings"])
        self.people = [seat.user for seat in self.table.seats.order_by("seat")]

    def now(self):
        row = Table.objects.prefetch_related("seats__user").get(pk=self.table.pk)
        return loading.read(row, terms.terms(row))

    def deal(self) -> None:
        fixed = terms.terms(Table.objects.prefetch_related("seats__user").get(pk=self.table.pk))
        while (before := self.now()).state.turn < 0:
            due = dealing.chance(fixed, before)
            step, secret = due or (step_of(before.attempts[0]), None)
            after, _ = sitting.step(fixed, before, step)
            write = play_rows.write_of(fixed, before, after, step, cmd_id=uuid.uuid4(), epoch=0, secret=secret)
            writer.commit([write])

    def plays(self, do: str, **more) -> None:
        turn = self.now().state.turn
        tables.act(table=self.table, cmd_id=uuid.uuid4(), seen=self.now().version, action={"do": do, **more},
                  by=self.people[turn], now=self.clock())  # fmt: skip

    def knocks_with_too_much(self) -> str:
        """The seat that knocked."""
        self.deal()
        for do in ("pass_upcard", "pass_upcard", "draw_stock"):
            self.plays(do)
        turn = self.now().state.turn
        low = min(engine.cards_of(self.now().state.hands[turn]), key=lambda card: card % 13)
        self.plays("knock", card=engine.card_text(low))
        return "AB"[turn]

    def url(self, name: str, *more: str) -> str:
        return reverse(f"tournaments:{name}", args=[self.tournament.slug, *more])

    def call(self, who: int = 0, **data):
        """What a player asks or says at the table: as the table's page does, over the API."""
        self.client.force_login(self.people[who])
        address = f"/api/v1/tables/{self.table.public_id}/director"
        act = "appeal" if "ruling" in data else "report" if "seat" in data else "call"
        if not data:
            return self.client.get(address)
        return self.client.post(f"{address}/{act}", data, content_type="application/json")

    def rules_late(self, case: Case, by, *, what: str, reason: str, move: str) -> str:
        """The page, when a ruling that was shown is confirmed after the table has moved on."""
        seen = self.page(case, by, do="preview", what=what, reason=reason)
        held = {name: seen.context[name] for name in ("action", "cmd_id", "reason")}
        self.plays(move)
        return self.page(case, by, do="rule", seen=seen.context["foreseen"].version, **held).content.decode()

    def page(self, case: Case, user, **data):
        self.client.force_login(user)
        address = self.url("case", case.public_id)
        return self.client.post(address, data, follow=True) if data else self.client.get(address)


@pytest.fixture
def hall(make_tournament, client, clock, organiser) -> Hall:
    tournament = make_tournament(players=2, rounds=1, mode="online", settings={"laws": "table_laws", "clock": None})
    stages.begin(tournament=tournament, now=clock(), automatic=True, by=organiser)
    while duework.sweep(now=clock()):
        pass
    return Hall(tournament, client, clock)


def ruling(hall, case, by, reason="Counted at the table"):
    """Show and confirm the first ruling that the law of an illegal knock gives."""
    entry = next(one for one in hall.page(case, by).context["at"].entries if one.rule == "IRR-21")
    seen = hall.page(case, by, do="preview", what=entry.key, reason=reason)
    assert 'Ruling by <a class="rule" href="/rules/rulebook/#IRR-21">IRR-21</a>' in seen.content.decode()
    held = {name: seen.context[name] for name in ("action", "cmd_id", "reason")}
    done = hall.page(case, by, do="rule", seen=seen.context["foreseen"].version, **held)
    assert "Ruled. Everybody at the table sees it." in tight(done.content.decode())
    return TableRuling.objects.get()


def test_a_call_leads_to_a_ruling_in_the_log_that_the_players_see(hall, organiser):
    assert hall.table.mode == "table_laws"
    offender = hall.knocks_with_too_much()
    answer = hall.call(words="He has far more than ten")
    assert answer.json()["call"] == {
        "state": "waiting",
        "words": "He has far more than ten",
        "outcome": "",
        "is_unwitnessed": False,
    }
    hall.call(words="Again")
    case = Case.objects.get()
    hall.client.force_login(organiser)
    queue = hall.client.get(hall.url("desk")).content.decode()
    assert "He has far more than ten" in queue
    hall.page(case, organiser, do="claim")
    made = ruling(hall, case, organiser)
    row = Play.objects.get(table=hall.table, seq=made.seq)
    assert (row.kind, row.by, row.action["irr"], row.action["why"]) == (
        "director", organiser, "IRR-21", "Counted at the table"
    )  # fmt: skip
    assert row.action["offender"] == offender
    assert made.rule == "IRR-21"
    state = hall.call(1, ruling=made.public_id, words="I counted ten").json()
    assert [(one["rule"], one["reason"]) for one in state["rulings"]] == [("IRR-21", "Counted at the table")]
    actions = list(AuditEntry.objects.filter(target=f"case:{case.public_id}").values_list("action", flat=True))
    assert actions == ["case.call", "case.claim", "table.rule", "ruling.appeal"]
    assert AuditEntry.objects.get(action="table.rule").rule == "IRR-21"
    done = hall.page(case, organiser, do="handle", outcome="Ruled").content.decode()
    assert "Handled." in done
    assert hall.call(words="x" * 301).status_code == 400


def test_at_a_live_table_one_act_rules_tells_and_closes(hall, organiser):
    """The table takes the ruling, its law opens the opponent's choice, and the same again changes nothing."""
    offender = hall.knocks_with_too_much()
    hall.call(words="He has far more than ten")
    case = Case.objects.get()
    hall.client.force_login(organiser)
    page = hall.client.get(hall.url("case", case.public_id), {"happened": "knock"})
    assert "The opponent may refuse the knock." in tight(page.content.decode())
    choice = f"dir_record:IRR-21:{offender}"
    step = hall.client.get(hall.url("case", case.public_id), {"happened": "knock", "choice": choice})
    assert "the other side chooses" in tight(step.content.decode())
    wish = {"choice": choice, "seen": step.context["seen"], "cmd_id": step.context["cmd_id"]}
    for _twice in range(2):
        done = hall.page(case, organiser, do="decide_call", **wish)
        assert "Decided: it is recorded" in tight(done.content.decode())
    made = TableRuling.objects.get()
    case.refresh_from_db()
    assert (made.rule, made.reason, case.handled_by, case.outcome) == (
        "IRR-21", "Knocked with too much deadwood", organiser, made.words
    )  # fmt: skip
    assert Play.objects.get(table=hall.table, seq=made.seq).action["irr"] == "IRR-21"
    assert hall.call().json()["call"]["state"] == "handled"
    assert engine.view(engine.VARIANTS[hall.tournament.variant], hall.now().state, "BA".index(offender)).choices


def test_at_a_live_table_that_has_moved_on_nothing_is_decided(hall, organiser):
    offender = hall.knocks_with_too_much()
    hall.call(words="Look")
    case = Case.objects.get()
    facts = {"seen": hall.now().version - 1, "cmd_id": uuid.uuid4(), "by": organiser, "now": hall.clock()}
    with pytest.raises(errors.Conflict, match="moved on"):
        deciding.decide(case=case, wish=deciding.DeskDecision(choice=f"dir_record:IRR-21:{offender}"), **facts)
    facts["seen"] += 1
    with pytest.raises(errors.Invalid, match="One of") as caught:
        deciding.decide(case=case, wish=deciding.DeskDecision(choice="dir_record:IRR-41:A"), **facts)
    assert caught.value.field == "choice"
    case.refresh_from_db()
    assert (case.handled_at, TableRuling.objects.count()) == (None, 0)


def test_what_was_shown_is_what_is_done_or_nothing(hall, organiser):
    hall.knocks_with_too_much()
    hall.call(words="")
    case = Case.objects.get()
    late = hall.rules_late(case, organiser, what="dir_void", reason="Torn card", move="finish")
    assert "The table has moved on" in late
    assert not TableRuling.objects.exists()
    assert "required" in str(hall.page(case, organiser, do="preview", what="dir_void", reason="").context["errors"])
    assert hall.page(case, organiser, do="preview", what="dir_nothing", reason="x").context["errors"]


def test_nobody_rules_at_the_own_table_and_a_look_is_noted(hall, organiser, club):
    hall.knocks_with_too_much()
    hall.call(words="Please look")
    case = Case.objects.get()
    page = hall.page(case, organiser)
    state = hall.now().state
    hidden = [card for card in range(52) if state.hands[state.turn] >> card & 1]
    told = page.content.decode()
    words = [archive.card(engine.card_text(card)) for card in hidden]
    cut = next(line.text for line in page.context["at"].lines if line.version == 1)
    upcard = next(line.text for line in page.context["at"].lines if line.version == 2)
    assert [word for word in words if word in told and word not in cut + upcard] == []
    looked = hall.page(case, organiser, do="look").content.decode()
    assert all(word in looked for word in words)
    assert AuditEntry.objects.filter(action="table.look", actor=organiser).count() == 1
    player = hall.people[0]
    assert hall.page(case, player).status_code == 403
    club.memberships.filter(user=player).update(role="director")
    assert b"own table" in hall.page(case, player).content
    with pytest.raises(errors.Refusal, match="play in this tournament"):
        desk_services.look_at_hands(case=case, by=player, now=hall.clock())
    assert hall.client.get(f"/api/v1/tables/{hall.table.public_id}/director").status_code == 200
    hall.client.force_login(organiser)
    assert hall.client.get(f"/api/v1/tables/{hall.table.public_id}/director").status_code == 403


def test_an_appeal_has_its_time_and_another_official_decides(hall, organiser):
    hall.knocks_with_too_much()
    hall.call(words="Count")
    case = Case.objects.get()
    made = ruling(hall, case, organiser)
    other, now = accounts.official(username="dora", name="Dora", email="", password="seven of hearts"), hall.clock()
    facts = {"ruling": made, "words": "I had ten", "by": hall.people[0]}
    with pytest.raises(errors.Refusal, match="time for an appeal"):
        desk_services.appeal(**facts, now=desk_selectors.appeals_until(made).replace(year=2099))
    desk_services.appeal(**facts, now=made.at)
    with pytest.raises(errors.Refusal, match="appeal against this ruling already"):
        desk_services.appeal(**facts, now=made.at)
    hall.client.force_login(organiser)
    assert "I had ten" in tight(hall.client.get(hall.url("desk")).content.decode())
    decide = {"ruling": made, "is_upheld": False, "decision": "The count was ten", "now": now}
    with pytest.raises(errors.Refusal, match="Another official"):
        desk_services.decide_appeal(**decide, by=organiser)
    desk_services.decide_appeal(**decide, by=other)
    assert hall.call(1).json()["rulings"][0]["appeal"] == "Overturned: The count was ten"
    with pytest.raises(errors.Refusal):
        desk_services.decide_appeal(**decide, by=other)


def test_the_queue_lists_who_is_missing_and_two_officials_do_not_take_one_case(hall, organiser):
    match = hall.match
    side = match.sides.order_by("order").last()
    side.missing_since = hall.clock()
    side.save()
    hall.client.force_login(organiser)
    queue = hall.client.get(hall.url("desk")).content.decode()
    assert "Take it up" in queue
    opened = hall.client.post(hall.url("open-case"), {"item": f"{match.public_id}:no_show"}, follow=True)
    case = Case.objects.get()
    assert opened.context["case"] == case
    desk_services.claim_case(case=case, by=organiser, now=hall.clock())
    other = accounts.official(username="dora", name="Dora", email="", password="seven of hearts")
    with pytest.raises(errors.Conflict):
        desk_services.claim_case(case=case, by=other, now=hall.clock())
    assert hall.client.post(hall.url("open-case"), {"item": "nothing:call"}).status_code == 404


def test_the_desk_hears_from_the_tables_process_who_has_lost_the_connection(hall, organiser):
    now = datetime.now(UTC)
    gone = {hall.table.public_id: {"B": now.timestamp() + 75}}
    LiveProcess.objects.create(name="live-1:elsewhere", started_at=now, beat_at=now, gone=gone)
    hall.client.force_login(organiser)
    [line] = hall.client.get(f"/api/v1/tournaments/{hall.tournament.public_id}/desk/").json()
    assert (line["kind"], line["match"], line["words"]) == ("disconnect", hall.match.public_id, str(hall.people[1]))
    assert 60 < line["seconds"] <= 75
    assert str(hall.people[1]) in hall.client.get(hall.url("desk")).content.decode()


def test_the_desk_over_the_api(hall, organiser):
    """A case that nobody has taken up has none; a stranger sees no desk."""
    path = f"/api/v1/tournaments/{hall.tournament.public_id}/desk/"
    hall.call(words="Please come")
    assert hall.client.get(path).status_code == 403
    hall.client.force_login(organiser)
    [line] = hall.client.get(path).json()
    assert (line["kind"], line["match"], line["words"], line["claimed_by"]) == (
        "call", hall.match.public_id, "Please come", None
    )  # fmt: skip

    def post(step, **data):
        return hall.client.post(f"{path}{step}/", data, content_type="application/json").status_code

    assert post("claim", case=line["case"]) == 204
    assert hall.client.get(path).json()[0]["claimed_by"] == organiser.public_id
    assert post("handle", case=line["case"], outcome="") == 400
    assert post("handle", case=line["case"], outcome="All is well") == 204
    assert post("handle", case=line["case"], outcome="Again") == 409
    assert post("claim", case="nothing") == 404
    assert hall.client.get(path).json() == []


class Api:
    """One person at the API."""

    def __init__(self, hall: Hall, person) -> None:
        self.client = Client()
        self.client.force_login(person)
        self.desk = f"/api/v1/tournaments/{hall.tournament.public_id}/desk"
        self.table = f"/api/v1/tables/{hall.table.public_id}"

    def post(self, path: str, status: int, **data):
        answer = self.client.post(path, data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200):
        answer = self.client.get(path)
        assert answer.status_code == status, answer.content
        return answer.json()


def called(hall, organiser) -> tuple[Api, Api, str, str]:
    """An illegal knock and a call over the API: the official, the player who has the choice, the case, the offender."""
    offender = hall.knocks_with_too_much()
    player, official = Api(hall, hall.people["BA".index(offender)]), Api(hall, organiser)
    state = player.post(f"{player.table}/director/call", 201, words="He has far more than ten")
    assert state["call"] == {
        "state": "waiting",
        "words": "He has far more than ten",
        "outcome": "",
        "is_unwitnessed": False,
    }
    [line] = official.get(f"{official.desk}/")
    return official, player, line["case"], offender


def test_a_ruling_over_the_api_is_foreseen_applied_once_chosen_and_appealed(hall, organiser, club):
    official, player, case, offender = called(hall, organiser)
    seen = official.get(f"{official.desk}/case/?case={case}")
    assert seen["at"]["version"] == hall.now().version
    key = f"dir_record:IRR-21:{offender}"
    assert [one["rule"] for one in seen["at"]["entries"] if one["key"] == key] == ["IRR-21"]

    foreseen = official.post(f"{official.desk}/ruling/preview/", 200, case=case, what=key)
    assert foreseen["rule"] == "IRR-21"
    assert any("IRR-21" in line for line in foreseen["lines"])
    assert not TableRuling.objects.exists()
    wish = {"case": case, "action": foreseen["action"], "seen": foreseen["seen"], "reason": "Counted at the table"}
    cmd_id = str(uuid.uuid4())
    made = official.post(f"{official.desk}/ruling/", 201, id=cmd_id, **wish)
    assert official.post(f"{official.desk}/ruling/", 201, id=cmd_id, **wish) == made, "the same again does nothing more"
    assert (made["rule"], made["reason"], made["by"]) == ("IRR-21", "Counted at the table", organiser.public_id)
    assert Play.objects.get(table=hall.table, seq=made["seq"]).action["why"] == "Counted at the table"
    assert official.post(f"{official.desk}/ruling/", 409, id=str(uuid.uuid4()), **wish)["type"] == "conflict"

    chooses = {"id": str(uuid.uuid4()), "v": made["seq"], "action": {"do": "reject_knock"}}
    assert player.post(f"{player.table}/actions", 200, **chooses) == {"v": made["seq"] + 1}
    assert player.post(f"{player.table}/actions", 200, **chooses) == {"v": made["seq"] + 1}

    [told] = player.get(f"{player.table}/director")["rulings"]
    assert (told["rule"], told["may_appeal"]) == ("IRR-21", True)
    wrong = player.post(f"{player.table}/director/appeal", 400, ruling="nothing", words="No")
    assert made["id"] in wrong["errors"]["ruling"][0]
    player.post(f"{player.table}/director/appeal", 201, ruling=made["id"], words="I counted ten")
    assert player.post(f"{player.table}/director/appeal", 409, ruling=made["id"], words="Again")["type"] == "appealed"
    [waiting] = official.get(f"{official.desk}/appeals/")
    assert (waiting["id"], waiting["appeal"]) == (made["id"], "I counted ten")
    decision = {"ruling": made["id"], "is_upheld": False, "decision": "The count was ten"}
    assert official.post(f"{official.desk}/appeals/decide/", 409, **decision)["type"] == "own_ruling"
    dora = accounts.official(username="dora", name="Dora", email="", password="seven of hearts")
    clubs.add_member(club=club, user=dora, role="director")
    other = Api(hall, dora)
    assert other.post(f"{other.desk}/appeals/decide/", 200, **decision)["is_upheld"] is False
    assert player.get(f"{player.table}/director")["rulings"][0]["appeal"] == "Overturned: The count was ten"
    assert official.get(f"{official.desk}/appeals/") == []


def test_an_undo_says_which_rulings_it_takes_back_and_every_list_shows_them_so(hall, organiser):
    """IRR-0, 35: twelve points more, then play goes back to before: no list says any more that they stand."""
    official, player, case, _offender = called(hall, organiser)
    before = hall.now().version
    wish = {"case": case, "what": "dir_adjust", "player": "B", "number": 12}
    rule = lambda seen, why: official.post(  # noqa: E731
        f"{official.desk}/ruling/", 201, case=case, id=str(uuid.uuid4()), action=seen["action"], seen=seen["seen"],
        reason=why,
    )  # fmt: skip
    put_right = official.post(f"{official.desk}/ruling/preview/", 200, **wish)
    assert "put right by +12 points" in put_right["lines"][0]
    adjusted = rule(put_right, "Miscounted")
    foreseen = official.post(f"{official.desk}/ruling/preview/", 200, case=case, what="dir_undo", version=before)
    assert [(one["version"], one["why"]) for one in foreseen["takes_back"]] == [(adjusted["seq"], "Miscounted")]
    page = hall.page(Case.objects.get(), organiser, do="preview", what="dir_undo", version=before, reason="Too soon")
    assert "It takes back a ruling:" in tight(page.content.decode())
    undone = rule(foreseen, "Too soon")
    assert "It takes back: The score of" in undone["words"]
    told = player.get(f"{player.table}/director")["rulings"]
    assert [(one["taken_back"], one["may_appeal"]) for one in told] == [(True, False), (False, True)]
    refused = player.post(f"{player.table}/director/appeal", 409, ruling=adjusted["id"], words="Too few")
    assert refused["type"] == "taken_back"
    rulings = official.get(f"{official.desk}/case/?case={case}")["rulings"]
    assert [one["is_taken_back"] for one in rulings] == [True, False]
    shown = hall.page(Case.objects.get(), organiser).content.decode()
    assert f"<del>{adjusted['words']}</del>" in shown


def test_a_bad_wish_at_the_desk_names_its_field_and_what_it_may_be(hall, organiser):
    official, _player, case, _offender = called(hall, organiser)
    preview, rule = f"{official.desk}/ruling/preview/", f"{official.desk}/ruling/"
    for wish, field, allowed in (
        ({"what": "dir_nothing"}, "what", "dir_freeze, dir_resume, dir_adjust, dir_undo"),
        ({"what": "dir_adjust", "player": "C", "number": 5}, "player", "A, B"),
        ({"what": "dir_adjust", "player": "A", "number": 1001}, "number", "-1000…-1, 1…1000"),
        ({"what": "dir_adjust", "player": "A"}, "number", "1…1000"),
        ({"what": "dir_undo", "version": 9999}, "version", str(hall.now().version - 1)),
        ({}, "what", "required"),
    ):
        problem = official.post(preview, 400, case=case, **wish)
        assert list(problem["errors"]) == [field]
        assert allowed in problem["errors"][field][0]
    assert official.post(preview, 409, case=case, what="dir_resume")["type"] == "E_PHASE"
    good = {"case": case, "id": str(uuid.uuid4()), "seen": hall.now().version, "reason": "Because"}
    for action in ({"do": []}, {"do": "draw_stock"}, {"do": "dir_record", "irr": []}, {"irr": "IRR-21"}):
        assert list(official.post(rule, 400, action=action, **good)["errors"]) == ["action"]
    for lacks in ("id", "seen", "reason", "action"):
        wish = {**good, "action": {"do": "dir_void"}}
        wish.pop(lacks)
        assert list(official.post(rule, 400, **wish)["errors"]) == [lacks]
    opened = official.post(f"{official.desk}/open/", 400, match=hall.match.public_id, kind="call")
    assert "no_show" in opened["errors"]["kind"][0]
    assert list(official.post(f"{official.desk}/open/", 400, match="x", kind="desk")["errors"]) == ["match"]
    assert official.post(f"{official.desk}/open/", 201, match=hall.match.public_id, kind="desk")["kind"] == "desk"
    assert not TableRuling.objects.exists()


def test_who_may_not_rule_look_or_call_over_the_api(hall, organiser, club, monkeypatch):
    official, player, case, _offender = called(hall, organiser)
    hands = official.post(f"{official.desk}/look/", 200, case=case)["hands"]
    assert {seat: len(cards) for seat, cards in hands.items()} == {"A": 10, "B": 10}
    assert AuditEntry.objects.filter(action="table.look", actor=organiser).count() == 1

    stranger = Api(hall, accounts.player_for(name="Stranger")[0])
    steps = {"look": {}, "claim": {}, "handle": {"outcome": "x"}, "ruling/preview": {"what": "dir_void"},
             "ruling": {"id": str(uuid.uuid4()), "action": {"do": "dir_void"}, "seen": 1, "reason": "x"}}  # fmt: skip
    for who in (stranger, player):
        for step, more in steps.items():
            who.post(f"{who.desk}/{step}/", 403, case=case, **more)
        who.get(f"{who.desk}/case/?case={case}", 403)
        who.get(f"{who.desk}/appeals/", 403)
    stranger.get(f"{stranger.table}/director", 403)
    stranger.post(f"{stranger.table}/director/call", 403, words="Let me in")
    assert Client().post(f"{official.desk}/look/", {"case": case}).status_code == 403

    club.memberships.filter(user=hall.people[0]).update(role="director")
    one_who_plays = Api(hall, hall.people[0])
    for step, more in steps.items():  # nobody rules at the own table
        one_who_plays.post(f"{one_who_plays.desk}/{step}/", 403, case=case, **more)
    monkeypatch.setattr(permissions, "plays_in", lambda user, match: False)  # a match of others in the same tournament
    assert one_who_plays.post(f"{one_who_plays.desk}/look/", 409, case=case)["type"] == "plays_here"
    assert AuditEntry.objects.filter(action="table.look").count() == 1
    assert not TableRuling.objects.exists()


def said(hall, who: int, phrase: str) -> None:
    """A line of talk at the table, as its owner keeps it."""
    fixed = terms.terms(Table.objects.prefetch_related("seats__user").get(pk=hall.table.pk))
    facts = {"seat": who, "words": {"phrase": phrase}, "heard_by": (0, 1), "now": hall.clock()}
    talk_rows.keep(fixed, line_id=uuid.uuid4(), **facts)


def test_a_report_of_conduct_is_a_case_with_what_was_said_and_may_end_in_silence(hall, organiser):
    """Mute and flag always."""
    said(hall, 0, "lucky")
    assert hall.call(1, seat="A", words="").status_code == 400
    assert hall.call(1, seat="B", words="I am rude").status_code == 409
    assert hall.call(1, seat="A", words="He mocks me").status_code == 201
    said(hall, 0, "bye")
    hall.call(1, seat="A", words="Again")
    case = Case.objects.get()
    assert (case.kind, case.about, case.words) == ("conduct", hall.people[0], "He mocks me")
    assert [line["phrase"] for line in case.lines] == ["lucky"], "what was heard when it was reported, kept as it was"
    page = hall.page(case, organiser).content.decode()
    assert "I was lucky there." in page
    assert f"about {hall.people[0]}" in page

    page = hall.page(case, organiser, do="silence", seat="A", silent="yes", reason="Leave it be").content.decode()
    assert "asked not to talk: Leave it be" in page
    with pytest.raises(talk.Unsaid, match="silenced"):
        said(hall, 0, "sorry")
    said(hall, 1, "thanks")
    hall.client.force_login(hall.people[0])
    seen = hall.client.get(reverse("api:api-table-talk", args=[hall.table.public_id])).json()
    assert seen["silenced"] == "Leave it be"
    hall.page(case, organiser, do="silence", seat="A", silent="no", reason="Peace is made")
    said(hall, 0, "sorry")
    noted = AuditEntry.objects.filter(target=f"table:{hall.table.public_id}").values_list("action", "actor", "reason")
    assert list(noted) == [
        ("table.silence", organiser.pk, "Leave it be"), ("table.unsilence", organiser.pk, "Peace is made")
    ]  # fmt: skip


def test_a_report_and_the_silence_after_it_over_the_api(hall, organiser):
    said(hall, 0, "lucky")
    player, official = Api(hall, hall.people[1]), Api(hall, organiser)
    assert list(player.post(f"{player.table}/director/report", 400, seat="Z", words="Mocks")["errors"]) == ["seat"]
    assert player.post(f"{player.table}/director/report", 409, seat="B", words="Me")["type"] == "not_heard"
    player.post(f"{player.table}/director/report", 201, seat="A", words="He mocks me")
    [line] = official.get(f"{official.desk}/")
    seen = official.get(f"{official.desk}/case/?case={line['case']}")
    assert (line["kind"], seen["about"]) == ("conduct", hall.people[0].public_id)
    assert [one["words"] for one in seen["said"]] == ["I was lucky there."]
    wish = {"case": line["case"], "seat": "A", "is_silent": True, "reason": "Leave it be"}
    player.post(f"{player.desk}/silence/", 403, **wish)
    assert list(official.post(f"{official.desk}/silence/", 400, **wish | {"seat": "Z"})["errors"]) == ["seat"]
    official.post(f"{official.desk}/silence/", 204, **wish)
    seen = official.get(f"{official.desk}/case/?case={line['case']}")
    assert seen["silences"] == [{"player": hall.people[0].public_id, "reason": "Leave it be"}]
    official.post(f"{official.desk}/silence/", 204, **wish | {"is_silent": False})
    said(hall, 0, "sorry")
    refused = official.post(f"{official.desk}/open/", 400, match=hall.match.public_id, kind="conduct")
    assert "conduct" not in refused["errors"]["kind"][0]


def test_who_plays_silences_nobody_and_many_reports_wait(hall, organiser):
    hall.call(1, seat="A", words="He mocks me")
    case = Case.objects.get()
    answer = hall.page(case, hall.people[1], do="silence", seat="A", silent="yes", reason="Mine")
    assert answer.status_code == 403
    for number in range(6):
        Case.objects.filter(handled_at=None).update(handled_at=hall.clock())
        answer = hall.call(1, seat="A", words=f"Report {number}")
    assert answer.status_code == 409
    assert "many reports" in answer.json()["detail"]
    assert hall.client.post(hall.url("open-case"), {"item": f"{hall.match.public_id}:conduct"}).status_code == 403


def test_how_players_talk_is_a_condition_that_they_read_before_they_enter(hall, organiser):
    """Tables opened before keep what they had."""
    detail = hall.url("conditions")
    assert "set phrases, each in" in tight(hall.client.get(detail).content.decode())
    conditions.change_conditions(tournament=hall.tournament, by=organiser, now=hall.clock(), settings={"chat": "off"})
    assert "<dt>Talk at live tables</dt><dd>none</dd>" in hall.client.get(detail).content.decode()
    hall.client.force_login(hall.people[0])
    assert hall.client.get(reverse("api:api-table-talk", args=[hall.table.public_id])).json()["kind"] == "phrases"
    path = f"/api/v1/tournaments/{hall.tournament.public_id}/"
    hall.client.force_login(organiser)
    assert hall.client.patch(path, {"chat": "loud"}, content_type="application/json").status_code == 400


def test_words_are_kept_where_the_desk_refuses(hall, organiser):
    """The table has moved on, the case is done with or another's: the reason stays to be sent again."""
    hall.deal()
    hall.call(words="Come")
    case = Case.objects.get()
    stale = hall.rules_late(case, organiser, what="dir_freeze", reason="A quarrel at the table", move="pass_upcard")
    assert "The table has moved on" in stale
    assert 'id="clock-why" name="reason" maxlength="300" value="A quarrel at the table"' in stale
    wish = {"do": "preview", "what": "dir_record:IRR-21:A", "reason": "Far over ten"}
    assert 'value="Far over ten"' in hall.page(case, organiser, **wish).content.decode()
    other = official(hall, "dora")
    desk_services.claim_case(case=case, by=other, now=hall.clock(), instead_of=organiser.public_id)
    refused = hall.page(case, organiser, do="handle", outcome="They agree").content.decode()
    assert "Dora has taken this case" in refused
    assert "They agree" in refused


def test_a_case_is_taken_over_from_who_has_it_and_from_nobody_else(hall, organiser):
    """Who leaves the hall holds no case up; of two who take it over the second finds the first there."""
    hall.deal()
    hall.call(words="Come")
    case, first, second = Case.objects.get(), official(hall, "dora"), official(hall, "eve")
    hall.page(case, organiser, do="claim")
    page = hall.page(case, first).content.decode()
    assert "Take it over from" in page
    assert 'id="step"' not in page  # who does not have it cannot rule on it
    assert "It is yours." in tight(hall.page(case, first, do="claim", instead_of=organiser.public_id).content.decode())
    late = hall.page(case, second, do="claim", instead_of=organiser.public_id).content.decode()
    assert "Dora has taken this case" in late
    case.refresh_from_db()
    assert case.claimed_by == first
    told = AuditEntry.objects.filter(action="case.claim", actor=first).get()
    assert told.before == {"claimed_by": organiser.public_id}
    hall.client.force_login(second)
    path = f"/api/v1/tournaments/{hall.tournament.public_id}/desk/claim/"
    wish = {"case": case.public_id}
    assert hall.client.post(path, wish, content_type="application/json").status_code == 409
    wish["instead_of"] = first.public_id
    assert hall.client.post(path, wish, content_type="application/json").status_code == 204


def test_a_case_that_is_done_with_leads_to_a_new_one_where_the_table_goes_on(hall, organiser):
    hall.deal()
    hall.call(words="Come")
    case = Case.objects.get()
    desk_services.handle_case(case=case, outcome="Nothing to rule", by=organiser, now=hall.clock())
    page = hall.page(case, organiser).content.decode()
    assert 'id="what"' not in page
    assert f'value="{hall.match.public_id}:desk"' in page


def test_who_plays_a_match_takes_nothing_up_at_it(hall, organiser, club):
    """The page refuses what the API refuses, and leaves no case behind."""
    player = hall.people[0]
    club.memberships.filter(user=player).update(role="director")
    hall.client.force_login(player)
    answer = hall.client.post(hall.url("open-case"), {"item": f"{hall.match.public_id}:desk"})
    assert (answer.status_code, Case.objects.count()) == (403, 0)


def official(hall, name):
    """A director of the club."""
    user = accounts.official(username=name, name=name.title(), email="", password="seven of hearts")
    clubs.add_member(club=hall.tournament.club, user=user, role="director")
    return user

"""A tournament is dumped as one text and loaded into an empty site: a second dump is equal to the first, byte for
byte."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from audit.models import AuditEntry
from clubs import services as clubs
from clubs.models import Club
from duework.models import DueWork
from duework.services import sweep
from games.models import Seat, Table, Tally
from games.services import tables
from ratings.models import RatedMatch
from tests.conftest import without_triggers
from tests.tournaments.told import claim, told
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading, older_dumps
from tournaments.league.services import appointments
from tournaments.models import Entry, Match, PairRule, Round, Ruling, Screen, SlipReport, Stage, Tournament
from tournaments.results.services import recording, slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(make_tournament, play_round, organiser, clock):
    """Two rounds closed, the third running with a slip, a withdrawal, a guest, a pair rule and a screen."""
    tournament = make_tournament(players=7, rounds=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    entering.enter(tournament=tournament, name="Žofie Late", now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    entering.withdraw(entry=Entry.objects.get(name="Player 05"), now=clock(), by=organiser, reason="ill")
    rule = PairRule.objects.create(tournament=tournament, kind="hard")
    rule.entries.set(Entry.objects.filter(name__in=["Player 01", "Player 02"]))
    Screen.objects.create(tournament=tournament, name="Hall", made_at=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    slips.report(match=rnd.matches.first(), order=0, points=(104, 60), now=clock())
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def empty_house() -> None:
    """Forget everything, as a fresh database."""
    with connection.cursor() as cursor:
        for model in reversed(dump.carried()):
            for field in dump.list_fields(model):
                cursor.execute(f'DELETE FROM "{field.m2m_db_table()}"')
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')
    for model in (RatedMatch, DueWork, Tally):
        model.objects.all().delete()
    Seat.objects.all().delete()
    Table.objects.all().delete()
    with without_triggers([AuditEntry._meta.db_table]):
        AuditEntry.objects.all().delete()
    Club.objects.all().delete()
    User.objects.all().delete()


def test_the_second_dump_is_the_first_byte_for_byte(played, clock):
    first, order = dump.dump_text(played), [row.entry.name for row in standings.standings(played)]
    rated = RatedMatch.objects.count()
    empty_house()
    assert not Tournament.objects.exists()
    report = loading.load_tournament(data=first, now=clock.later(days=3))
    back = Tournament.objects.select_related("club").get()
    assert dump.dump_text(back) == first
    assert [row.entry.name for row in standings.standings(back)] == order
    assert RatedMatch.objects.count() == rated > 0
    assert report.new_people == len(json.loads(first)["people"])
    assert "@" not in first, "no address"
    assert audit.first_broken() is None
    assert [entry.action for entry in AuditEntry.objects.all()] == ["club.create", "club.approve", "tournament.load"]
    assert SlipReport.objects.get().figures[0] == 104
    assert PairRule.objects.get().entries.count() == 2


def test_an_address_that_is_free_here_is_kept(played, clock):
    Tournament.objects.update(slug="tuesdays-at-the-oak")
    text = dump.dump_text(Tournament.objects.select_related("club").get())
    empty_house()
    assert loading.load_tournament(data=text, now=clock()).tournament.slug == "tuesdays-at-the-oak"


def test_it_goes_on_where_it_was(played, organiser, clock):
    text = dump.dump_text(played)
    empty_house()
    loading.load_tournament(data=text, now=clock())
    rnd = standings.current_round(Tournament.objects.get())
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(104, 60), by=None, now=clock())
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    drafts.pair_round(stage=finding.main_stage(rnd.stage.tournament), now=clock())
    met = [frozenset(side.seat.entry_id for side in match.sides.all()) for match in Match.objects.all()]
    assert len(met) == len(set(met)), "nobody meets twice, though two rounds were played elsewhere"


def test_every_table_of_a_tournament_is_carried(played):
    assert {model._meta.model_name for model in dump.carried()} == set(dump.dump(played)["tables"])
    for model in dump.carried():
        assert dump.path_to_tournament(model)


def test_a_dry_run_says_what_it_holds_and_changes_nothing(played, clock):
    text = dump.dump_text(played)
    with pytest.raises(errors.Conflict, match="already on this site"):
        loading.load_tournament(data=text, now=clock())
    empty_house()
    report = loading.load_tournament(data=text, now=clock(), dry_run=True)
    assert dict(report.counts)["match"] == 10
    assert not Tournament.objects.exists()
    assert not User.objects.exists()
    with pytest.raises(errors.Conflict, match="not the file"):
        loading.load_tournament(data=text + " ", now=clock(), seen=report.digest)


def spoil(text: str, change) -> str:
    read = json.loads(text)
    change(read)
    return json.dumps(read)


def set_in(table: str, place: int, **values):
    return lambda read: read["tables"][table][place].update(values)


WRONG = [
    (set_in("entry", 2, rating_at_entry="strong"), "entry[2].rating_at_entry", "of another kind"),
    (set_in("entry", 2, tournament=7), "entry[2].tournament", "refers to nothing"),
    (set_in("entry", 2, colour="red"), "entry[2].colour", "unknown field"),
    (set_in("match", 0, state="asleep"), "match[0].state", "not a valid choice"),
    (set_in("match", 1, parent=1, number=1, table_no=0), "match[1].parent", "belongs to a match"),
    (set_in("match", 1, parent=99, number=1, table_no=0), "match[1].parent", "belongs to a match"),
    (set_in("matchside", 1, parent=1, seat=None), "matchside[1].parent", "one of the same match"),
    (set_in("matchside", 1, parent=0, seat=None), "matchside[1].parent", "one of the same match"),
    (set_in("matchside", 0, order=None), "matchside[0].order", "cannot be null"),
    (lambda read: read["tables"]["matchside"].pop(), "tables", "contradict each other"),
    (set_in("matchside", 0, is_absent=True), "tables", "contradict each other"),
    (set_in("match", 0, length="best_of:some"), "tables", "contradict each other"),
    (set_in("entry", 1, tpn=1), "file", "contradict each other"),
    (lambda read: read["tables"].update(poem=[]), "tables.poem", "unknown table"),
    (lambda read: read["tables"].update(tournament=[]), "tables.tournament", "holds one tournament"),
    (lambda read: read["people"][0].update(name="\x07"), "people[0]", "control or bidirectional"),
    (lambda read: read["people"][0].update(name=" "), "people[0]", "a name is missing"),
    (lambda read: read["people"][0].update(house_level="god"), "people[0].house_level", "one of"),
    (set_in("tournament", 0, name="Evil \u202elive"), "tournament[0].name", "control or bidirectional"),
    (set_in("tournament", 0, name="half a pair \ud83d"), "tournament[0].name", "control or bidirectional"),
    (set_in("tournament", 0, settings=[1]), "tournament[0].settings", "values by their names"),
    (set_in("tournament", 0, settings="x"), "tournament[0].settings", "values by their names"),
    (set_in("tournament", 0, settings={"pause_s": "soon"}), "tournament[0].pause_s", "from 0 to 86400"),
    (set_in("tournament", 0, variant="nosuch"), "tournament[0].variant", "no rules called"),
    (set_in("tournament", 0, timezone="Mars/Olympus"), "tournament[0].timezone", "no time zone"),
    (set_in("tournament", 0, starts_at="0001-01-01T00:00:00Z"), "tournament[0].starts_at", "from 1970 to"),
    (set_in("tournament", 0, starts_at="9999-12-31T23:59:00Z"), "tournament[0].starts_at", "from 1970 to"),
    (set_in("tournament", 0, starts_at="2026-13-01T00:00:00Z"), "tournament[0].starts_at", "from 1970 to"),
    (lambda read: read["tables"].update(stage=[]), "tables.stage", "has a stage"),
    (set_in("stage", 0, format="nosuch"), "stage[0].format", "one of"),
    (set_in("stage", 0, settings=[1]), "stage[0].settings", "another kind"),
    (set_in("stage", 0, settings="x"), "stage[0].settings", "another kind"),
    (set_in("stage", 0, settings={"points": "bogus"}), "stage[0].settings.points", "Allowed here"),
    (lambda read: read["history"][0].update(at="2026-13-01T00:00:00Z"), "history[0].at", "from 1970 to"),
    (lambda read: read["history"][0].update(actor="nobody"), "history[0]", "is not an audit entry"),
    (lambda read: read["history"].append("once"), "history", "is not an audit entry"),
    (lambda read: read.update(version=99), "version", "reads dumps of version 3"),
    (lambda read: read.update(format="poem"), "format", "not a dump of a tournament"),
    (
        lambda read: (
            set_in("tournament", 0, variant="conquian")(read),
            read["tables"]["stage"][0]["settings"].update(length="hollywood"),
        ),
        "stage[0].settings.length",
        "not scored in three columns",
    ),
]


def test_what_cannot_be_loaded_names_its_place_and_nothing_is_left_behind(played, clock):
    text = dump.dump_text(played)
    empty_house()
    for change, field, said in WRONG:
        with pytest.raises(errors.Invalid, match=said) as refused:
            loading.load_tournament(data=spoil(text, change), now=clock())
        assert refused.value.field.startswith(field)
        assert not Tournament.objects.exists(), field
        assert not User.objects.exists(), field
    assert not AuditEntry.objects.exists()


def test_a_time_of_any_zone_is_loaded_as_the_moment_it_is(played, clock):
    text = spoil(dump.dump_text(played), set_in("tournament", 0, starts_at="2026-03-06T23:00:00-17:50"))
    empty_house()
    loading.load_tournament(data=text, now=clock())
    assert Tournament.objects.get().starts_at == datetime(2026, 3, 7, 16, 50, tzinfo=UTC)


@pytest.mark.parametrize("data", ["", "{", b"\xff\xfe\x00", "[" * 200_000, '{"format": NaN}', "[]"])
def test_what_is_no_json_is_refused(data, clock):
    with pytest.raises(errors.Invalid):
        loading.load_tournament(data=data, now=clock())


def test_by_the_command_line(played, tmp_path, capsys):
    path = tmp_path / "night.json"
    call_command("tournament_dump", played.slug, str(path))
    empty_house()
    call_command("tournament_load", str(path), "--dry-run")
    assert "Nothing was changed." in capsys.readouterr().out
    call_command("tournament_load", str(path))
    call_command("tournament_dump", played.slug)
    assert capsys.readouterr().out.split("Loaded.\n")[1] == path.read_text(encoding="utf-8")
    with pytest.raises(CommandError, match="no tournament with the address"):
        call_command("tournament_dump", "nowhere")
    with pytest.raises(CommandError, match="already on this site"):
        call_command("tournament_load", str(path))


def promised() -> dict[str, object]:
    """What is promised, with rows named so that two houses can be compared."""
    names = {f"match:{one.pk}:": f"match:{one.public_id}:" for one in Match.objects.all()}
    names |= {f"round:{one.pk}:": f"round:{one.public_id}:" for one in Round.objects.all()}
    names |= {f"stage:{one.pk}:": f"stage:{one.number}:" for one in Stage.objects.all()}
    found = {}
    for work in DueWork.objects.filter(done_at=None, kind__startswith="tournaments."):
        [name] = [name for name in names if work.key.startswith(name)]
        found[work.key.replace(name, names[name])] = work.due_at
    return found


@pytest.fixture
def season(make_tournament, organiser, clock):
    """A league in its first round: one match has its time, in another one is proposed, a third has its result."""
    options = {"window_hours": 168, "settle_hours": 72, "notice_hours": 24}
    tournament = make_tournament(players=6, rounds=None, template="league", options=options)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    while sweep(now=clock()):
        pass
    settled, proposed, played = rnd.matches.all()
    for match, days in ((settled, 5), (proposed, 6)):
        ann = match.sides.get(order=0).entry.members.get().user
        appointments.propose_time(match=match, at=clock() + timedelta(days=days), now=clock(), by=ann)
    bob = settled.sides.get(order=1).entry.members.get().user
    wish = settled.appointment.proposals.get()
    appointments.accept_time(match=settled, proposal=wish.public_id, now=clock(), by=bob)
    recording.record_result(match=played, points=(100, 60), by=organiser, now=clock())
    return Tournament.objects.get(pk=tournament.pk)


def test_the_promises_of_a_league_come_with_it(season, clock):
    text, before = dump.dump_text(season), promised()
    empty_house()
    loading.load_tournament(data=text, now=clock())
    claim()
    after = promised()
    played, settled = Match.objects.get(state="over"), Match.objects.get(appointment__state="agreed", state="paired")
    past = {f"match:{settled.public_id}:settle", f"match:{settled.public_id}:remind_time"}
    past |= {key for key in before if key.startswith(f"match:{played.public_id}:")}
    assert after == {key: at for key, at in before.items() if key not in past}, "what has nothing left to do stays"
    assert len(after) > 6
    clock.later(days=5)
    while sweep(now=clock()):
        pass
    assert "match_starts" in told(f"match:{settled.public_id}:"), "its time came in the new house too"
    assert dump.dump_text(Tournament.objects.get()) != text


def test_the_start_the_end_and_the_seal_of_rounds_come_with_them(played, organiser, clock):
    while sweep(now=clock()):
        pass
    text, before = dump.dump_text(played), promised()
    empty_house()
    loading.load_tournament(data=text, now=clock())
    assert promised() == before
    clock.later(days=30)
    while sweep(now=clock()):
        pass
    assert {one.state for one in Round.objects.filter(number__lt=3)} == {"sealed"}


def test_a_tournament_of_live_tables_comes_with_its_results_and_says_that_its_deals_stay(make_tournament, clock):
    tournament = make_tournament(players=4, rounds=1, mode="online")
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while sweep(now=clock()):
        pass
    open_tables = dump.dump_text(Tournament.objects.get())
    result = {
        "winner": 1, "how": "played", "points": [40, 103], "totals": [60, 243], "net": [-183, 183], "deals": 6,
        "deals_won": [1, 5], "shutout": False,
    }  # fmt: skip
    for table in Table.objects.all():
        Table.objects.filter(pk=table.pk).update(status="over", result=result, finished_at=clock.later(seconds=1))
        tables.report(table.pk, clock())
    clock.later(minutes=1)
    while sweep(now=clock()):
        pass
    first = dump.dump_text(Tournament.objects.get())
    empty_house()
    with pytest.raises(errors.Refusal, match="played at live tables"):
        loading.load_tournament(data=open_tables, now=clock())
    report = loading.load_tournament(data=first, now=clock())
    assert report.elsewhere == 2
    back = Tournament.objects.get()
    assert dump.dump_text(back) == first
    assert [row.margin for row in standings.standings(back)] == [183, 183, -183, -183]
    match = Match.objects.first()
    page = Client().get(f"/matches/{match.public_id}/").content.decode()
    assert "Its deals stay on the site where it was played." in page
    assert "Score sheet" not in page


def test_who_is_no_site_staff_loads_nothing(played, organiser, clock):
    text = dump.dump_text(played)
    empty_house()
    organiser.save(force_insert=True)
    with pytest.raises(PermissionDenied, match="site’s staff"):
        loading.load_tournament(data=text, now=clock(), by=organiser)


def of_another_site(tournament):
    """The dump of a tournament under other names, as though it had been played elsewhere."""
    read = json.loads(dump.dump_text(tournament))
    read["tables"]["tournament"][0] |= {"public_id": "zzzzzzzzzzzz", "slug": "another"}
    for name in ("entry", "round", "match", "case", "tableruling", "screen"):
        for place, row in enumerate(read["tables"][name]):
            row["public_id"] = f"{name[:4]}{place:08d}"
    return read


def test_nobody_and_nothing_of_this_site_is_taken_from_a_file(played, club, organiser, clock):
    """The same people are here, with their addresses, and a live table that the file names."""
    victim = User.objects.get(email="p1@example.org")
    read = of_another_site(played)
    theirs = tables.open_table(
        rules_key="gin-rummy-com", now=clock(), label="Theirs", seats=[
            tables.SeatSpec(user=one) for one in User.objects.filter(email__in=("p1@example.org", "p2@example.org"))
        ],
    )  # fmt: skip
    read["version"] = 1
    for row in read["tables"]["match"]:
        row["table"] = theirs.public_id
    for person in read["people"]:
        person["email"] = "p1@example.org"
    staff = accounts.official(username="sam", name="Sam", email="sam@example.org", password="x", site_admin=True)
    elsewhere = clubs.create_club(name="Elsewhere", organiser=staff)
    before = list(AuditEntry.objects.values_list("hash", flat=True))
    report = loading.load_tournament(data=json.dumps(read), now=clock(), by=staff, club=elsewhere)
    assert not report.tournament.entries.filter(members__user=victim).exists()
    assert not Match.objects.filter(round__stage__tournament=report.tournament).exclude(table="").exists()
    fresh = AuditEntry.objects.exclude(hash__in=before).values_list("action", "actor__name")
    assert list(fresh) == [("tournament.load", "Sam")]
    assert len(report.tournament.history_elsewhere.entries) == len(read["history"])
    assert "p1@example.org" not in dump.dump_text(report.tournament)


def as_version_two(read: dict[str, Any]) -> dict[str, Any]:
    """The same dump with boards in a table of their own, as it was written before version 3."""
    tables, matches, sides = read["tables"], read["tables"]["match"], read["tables"]["matchside"]
    boards = [(place, row) for place, row in enumerate(matches) if row["parent"] is not None]
    tables["teamboard"] = []
    for place, row in boards:
        first, second = sorted((side for side in sides if side["match"] == place), key=lambda side: side["order"])
        tables["teamboard"].append({
            **{key: row[key] for key in older_dumps.SAME}, "match": row["parent"], "margin": first["margin"],
            "first": first["member"], "first_points": first["points"], "first_game_points": first["game_points"],
            "second": second["member"], "second_points": second["points"], "second_game_points": second["game_points"],
        })  # fmt: skip
    at = {place: number for number, (place, _row) in enumerate(boards)}
    for ruling in tables["ruling"]:
        ruling["board"] = at.get(ruling["match"])
        ruling["match"] = matches[ruling["match"]]["parent"] if ruling["board"] is not None else ruling["match"]
    tables["matchside"] = [side for side in sides if side["match"] not in at]
    tables["match"] = [row for row in matches if row["parent"] is None]
    assert all(place >= len(tables["match"]) for place in at), "boards stand behind all matches"
    return read | {"version": 2} | {"tables": tables | {name: [] for name in older_dumps.PODS}}


def test_boards_of_an_older_file_are_read_as_matches(two_teams, organiser, clock):
    rnd = running.start_round(rnd=two_teams(), now=clock())
    for points, board in zip(((100, 60), (20, 104)), Match.objects.of_boards(), strict=True):
        recording.record_result(match=board, points=points, by=organiser, now=clock())
    Ruling.objects.create(
        match=board, kind="correction", reason="a slip", before={}, after={}, by=organiser, at=clock()
    )
    old = of_another_site(rnd.stage.tournament)
    assert "teamboard" not in old["tables"]
    old["tables"]["notice"] = [{"key": "round:1:published"}]  # what people were told, which older files had
    report = loading.load_tournament(data=json.dumps(as_version_two(old)), now=clock(), by=None)
    loaded = Match.objects.filter(round__stage__tournament=report.tournament)
    assert [one.game_points for one in loaded.of_boards()] == [(100, 60), (20, 104)]
    assert [one.names for one in loaded.of_boards()] == [one.names for one in rnd.matches.of_boards()]
    assert loaded.paired().get().game_points == rnd.matches.paired().get().game_points
    assert Ruling.objects.get(match__in=loaded).match.number == board.number


def test_tables_of_three_of_an_older_file_are_refused_in_a_sentence(played, clock):
    read = of_another_site(played) | {"version": 2}
    read["tables"]["pod"] = [{"table_no": 1}]
    with pytest.raises(errors.Invalid, match="only what wrote it can load it"):
        loading.load_tournament(data=json.dumps(read), now=clock(), by=None)


def test_a_file_does_not_say_for_a_member_that_they_accepted(played, club, clock):
    """Player 01 is a member with an account; the file names them as somebody who has accepted, with matches won."""
    read = of_another_site(played)
    assert all(row["accepted_at"] for row in read["tables"]["entrymember"])
    known = RatedMatch.objects.count()
    loading.load_tournament(data=json.dumps(read), now=clock(), club=club)
    loaded = RatedMatch.objects.order_by("pk")[known:]
    assert len(loaded) == known
    assert not any(match.weight for match in loaded)


def test_a_dry_run_leaves_the_audit_log_alone(played, clock, monkeypatch):
    text = dump.dump_text(played)
    empty_house()
    order = []
    monkeypatch.setattr("audit.services._append", lambda **facts: order.append(facts["action"]))
    monkeypatch.setattr("tournaments.results.services.hand_over.hand_down", lambda *_: order.append("hand down"))
    loading.load_tournament(data=text, now=clock(), dry_run=True)
    assert order == ["hand down"]
    loading.load_tournament(data=text, now=clock())
    assert order == ["hand down", "hand down", "club.create", "club.approve", "tournament.load"], "the lock is last"

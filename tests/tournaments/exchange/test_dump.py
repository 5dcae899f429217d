"""A tournament goes out as one text and comes back into an empty house: the second dump is the first, byte for byte."""

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from audit import services as audit
from audit.models import AuditEntry
from clubs.models import Club
from duework.models import DueWork
from duework.services import sweep
from games import services as games
from games.models import Seat, Table, Tally
from ratings.models import RatedMatch
from tests.conftest import without_triggers
from tournaments import selectors, services
from tournaments.models import Entry, Match, Notice, PairRule, Round, Screen, SlipReport, Stage, Tournament
from tournaments.selectors import dump
from tournaments.services import loading, slips

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(make_tournament, play_round, organiser, clock):
    """Two rounds closed, the third running with a slip, a withdrawal, a guest, a pair rule and a screen."""
    tournament = make_tournament(players=7, rounds=4)
    services.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    services.enter(tournament=tournament, name="Žofie Late", now=clock(), by=organiser)
    services.check_in_all(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    services.withdraw(entry=Entry.objects.get(name="Player 05"), now=clock(), by=organiser, reason="ill")
    rule = PairRule.objects.create(tournament=tournament, kind="hard")
    rule.entries.set(Entry.objects.filter(name__in=["Player 01", "Player 02"]))
    Screen.objects.create(tournament=tournament, name="Hall", made_at=clock())
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock(), by=organiser)
    services.start_round(rnd=rnd, now=clock())
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
    first, standings = dump.dump_text(played), [row.entry.name for row in selectors.standings(played)]
    rated = RatedMatch.objects.count()
    empty_house()
    assert not Tournament.objects.exists()
    report = loading.load_tournament(data=first, now=clock.later(days=3))
    back = Tournament.objects.select_related("club").get()
    assert dump.dump_text(back) == first
    assert [row.entry.name for row in selectors.standings(back)] == standings
    assert RatedMatch.objects.count() == rated > 0
    assert report.new_people == len(json.loads(first)["people"])
    assert audit.first_broken() is None
    assert AuditEntry.objects.last().action == "tournament.load"
    assert SlipReport.objects.get().first == 104
    assert PairRule.objects.get().entries.count() == 2


def test_it_goes_on_where_it_was(played, organiser, clock):
    text = dump.dump_text(played)
    empty_house()
    loading.load_tournament(data=text, now=clock())
    rnd = selectors.current_round(Tournament.objects.get())
    for match in rnd.matches.all():
        services.record_result(match=match, points=(104, 60), by=None, now=clock())
    services.close_round(rnd=rnd, now=clock.later(seconds=30))
    services.pair_round(stage=selectors.main_stage(rnd.stage.tournament), now=clock())
    met = [frozenset(side.seat.entry_id for side in match.sides.all()) for match in Match.objects.all()]
    assert len(met) == len(set(met)), "nobody meets twice, though two rounds were played elsewhere"


def test_every_table_of_a_tournament_is_carried(played):
    assert {model._meta.model_name for model in dump.carried()} == set(dump.dump(played)["tables"])
    for model in dump.carried():
        assert dump.path_to_tournament(model)


def test_a_dry_run_says_what_it_holds_and_changes_nothing(played, clock):
    text = dump.dump_text(played)
    with pytest.raises(services.Conflict, match="in this house already"):
        loading.load_tournament(data=text, now=clock())
    empty_house()
    report = loading.load_tournament(data=text, now=clock(), dry_run=True)
    assert dict(report.counts)["match"] == 10
    assert not Tournament.objects.exists()
    assert not User.objects.exists()
    with pytest.raises(services.Conflict, match="another file"):
        loading.load_tournament(data=text + " ", now=clock(), seen=report.digest)


def spoil(text: str, change) -> str:
    read = json.loads(text)
    change(read)
    return json.dumps(read)


def set_in(table: str, place: int, **values):
    return lambda read: read["tables"][table][place].update(values)


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        (set_in("entry", 2, rating_at_entry="strong"), "entry[2].rating_at_entry", "must be an integer"),
        (set_in("entry", 2, tournament=7), "entry[2].tournament", "refers to nothing"),
        (set_in("entry", 2, colour="red"), "entry[2].colour", "unknown field"),
        (set_in("match", 0, state="asleep"), "match[0].state", "not a valid choice"),
        (set_in("matchside", 0, order=None), "matchside[0].order", "cannot be null"),
        (set_in("entry", 1, tpn=1), "file", "contradict each other"),
        (lambda read: read["tables"].update(poem=[]), "tables.poem", "unknown table"),
        (lambda read: read["tables"].update(tournament=[]), "tables.tournament", "holds one tournament"),
        (lambda read: read["people"][0].update(name="\x07"), "people[0]", "letters, figures and signs"),
        (lambda read: read["history"].append("once"), "history", "is no audit entry"),
        (lambda read: read.update(version=99), "version", "reads dumps of version 1"),
        (lambda read: read.update(format="poem"), "format", "no dump of a tournament"),
    ],
)
def test_what_cannot_be_loaded_names_its_place_and_nothing_is_left_behind(played, clock, change, field, said):
    text = spoil(dump.dump_text(played), change)
    empty_house()
    with pytest.raises(services.Invalid, match=said) as refused:
        loading.load_tournament(data=text, now=clock())
    assert refused.value.field.startswith(field)
    assert not Tournament.objects.exists()
    assert not User.objects.exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("data", ["", "{", b"\xff\xfe\x00", "[" * 200_000, '{"format": NaN}', "[]"])
def test_what_is_no_json_is_refused(data, clock):
    with pytest.raises(services.Invalid):
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
    with pytest.raises(CommandError, match="in this house already"):
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
    services.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock(), by=organiser)
    while sweep(now=clock()):
        pass
    settled, proposed, played = rnd.matches.all()
    for match, days in ((settled, 5), (proposed, 6)):
        ann = match.sides.get(order=0).entry.members.get().user
        services.propose_time(match=match, at=clock() + timedelta(days=days), now=clock(), by=ann)
    bob = settled.sides.get(order=1).entry.members.get().user
    wish = settled.appointment.proposals.get()
    services.accept_time(match=settled, proposal=wish.public_id, now=clock(), by=bob)
    services.record_result(match=played, points=(100, 60), by=organiser, now=clock())
    return Tournament.objects.get(pk=tournament.pk)


def test_the_promises_of_a_league_come_with_it(season, clock):
    text, before = dump.dump_text(season), promised()
    empty_house()
    loading.load_tournament(data=text, now=clock())
    after = promised()
    played, settled = Match.objects.get(state="over"), Match.objects.get(appointment__state="agreed", state="paired")
    past = {f"match:{settled.public_id}:settle", f"match:{settled.public_id}:remind_time"}
    past |= {key for key in before if key.startswith(f"match:{played.public_id}:")}
    assert after == {key: at for key, at in before.items() if key not in past}, "what has nothing left to do stays"
    assert len(after) > 6
    clock.later(days=5)
    while sweep(now=clock()):
        pass
    assert Notice.objects.filter(match=settled, kind="match_starts").exists(), "its time came in the new house too"
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
    services.begin(tournament=tournament, now=clock(), automatic=True)
    while sweep(now=clock()):
        pass
    open_tables = dump.dump_text(Tournament.objects.get())
    result = {
        "winner": 1, "how": "played", "points": [40, 103], "totals": [60, 243], "net": [-183, 183], "deals": 6,
        "deals_won": [1, 5], "shutout": False,
    }  # fmt: skip
    for table in Table.objects.all():
        Table.objects.filter(pk=table.pk).update(status="over", result=result, finished_at=clock.later(seconds=1))
        games.report(table.pk, clock())
    clock.later(minutes=1)
    while sweep(now=clock()):
        pass
    first = dump.dump_text(Tournament.objects.get())
    empty_house()
    with pytest.raises(services.Refusal, match="played at live tables"):
        loading.load_tournament(data=open_tables, now=clock())
    report = loading.load_tournament(data=first, now=clock())
    assert report.elsewhere == 2
    back = Tournament.objects.get()
    assert dump.dump_text(back) == first
    assert [row.margin for row in selectors.standings(back)] == [183, 183, -183, -183]
    match = Match.objects.first()
    page = Client().get(f"/matches/{match.public_id}/").content.decode()
    assert "Its deals stay in the house where it was played." in page
    assert "Score sheet" not in page

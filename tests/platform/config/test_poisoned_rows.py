"""One row of three cannot be read: each job that walks over rows does the others, names the bad one, and ends."""

import gzip
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork, SkippedRow
from games.live import turns as turns_of
from games.live.daily import days
from games.models import Deal, ShuffleFigures, Table
from games.services import challenges, fair_deals, old_rows, seeks, turns
from games.services.archive import soundness
from games.services.daily import problems
from notices.models import Notice
from pages.selectors import dump_files
from ratings.models import Pool
from ratings.services import nightly
from ratings.services.runs import folding
from tests.games import sittings
from tests.games.live import live_tables
from tests.games.live.store.test_committing import play_on
from tests.games.test_challenges import person
from tests.ratings.rating_factory import people, record

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
NOBODY = "unknown-rules"
WALKS = {  # of due work over many rows: where its poisoned row is tried, "here" or in another file
    "games.fair_deals": "here",
    "games.old_guests": "here",
    "games.packing": "tests/games/live/store/test_packed_plays.py",
    "games.problem": "here",
    "games.soundness": "here",
    "games.turns": "here",
    "pages.dump": "here",
    "ratings.night": "here",
    "notices.mail": "tests/platform/notices/test_notice_mail.py",
    "notices.push": "tests/platform/notices/test_notice_mail.py",  # the same walk
    "clubs.mail_invitations": "tests/platform/clubs/test_pasting.py",
    "tournaments.look": "tests/tournaments/tables/test_online_rounds.py",
    "tournaments.no_show": "tests/tournaments/rounds/test_timing.py",
    "ratings.rate": "tests/platform/duework/test_duework.py",  # together; when that fails, each by itself
}
ONE_STATEMENT = {  # deletes what is old; no row is read by itself
    "accounts.old_acts", "accounts.old_sessions", "arenas.old_arenas", "clubs.old_invitations", "clubs.old_requests",
    "duework.old_work", "games.old_challenges", "games.old_processes", "games.old_seeks", "games.old_talk",
    "merging.old_claims", "notices.old", "open_events.old_sit_and_gos", "quotas.old_counts", "webhooks.old_messages",
}  # fmt: skip
ONE_THING = {  # a deal, a round, a match, a stage, a message: it is done as a whole or fails, and then the staff see it
    "config.demo", "games.analyse", "games.daily_end", "open_events.hourly",
    "pages.audit_head", "ratings.publish", "tournaments.call", "tournaments.close",
    "tournaments.keep_ladder", "tournaments.look_at", "tournaments.meet", "tournaments.overdue", "tournaments.pair",
    "tournaments.pair_large", "tournaments.publish", "tournaments.remind", "tournaments.remind_challenge",
    "tournaments.remind_match", "tournaments.remind_time", "tournaments.seal", "tournaments.settle",
    "tournaments.start", "webhooks.deliver",
    "keeping.backup",  # a backup without a row would be none: it tries for a night and says why
}  # fmt: skip


def test_every_kind_of_due_work_is_known_here() -> None:
    """A new kind is a walk with a test of its own, or it is about one thing."""
    kinds = {*duework._inside, *duework._together, *duework._outside, *duework._aside}
    named = {*WALKS.values()} - {"here"}
    assert all("SkippedRow" in (ROOT / name).read_text(encoding="utf-8") for name in named)
    assert {*WALKS, *ONE_STATEMENT, *ONE_THING} == {kind for kind in kinds if not kind.startswith("test.")}


@pytest.fixture
def archive() -> list[Table]:
    """Three tables that are over; nobody can read the second."""
    made = [sittings.play_out(live_tables.open_table(options=live_tables.LONG), deals=1) for _ in range(3)]
    Table.objects.filter(pk=made[1].pk).update(rules=NOBODY)
    return made


def do(kind: str, now: datetime | None = None, **payload: Any) -> None:
    """Do this work; it ends, without an error of its own."""
    at = now or timezone.now()
    work = duework.plan(key=f"test:{kind}", kind=kind, due_at=at, payload=payload)
    duework.sweep(now=at)
    work.refresh_from_db()
    assert (work.done_at is not None, work.last_error) == (True, "")


def left_out() -> dict[str, list[str]]:
    """The rows that each job left out."""
    found: dict[str, list[str]] = {}
    for one in SkippedRow.objects.order_by("row"):
        found.setdefault(one.job, []).append(one.row)
    return found


def test_the_figures_of_fair_deals_count_the_others(archive: list[Table]) -> None:
    do(fair_deals.KIND)
    assert ShuffleFigures.objects.get().figures["deals"] == 2
    assert left_out() == {fair_deals.KIND: [f"table {archive[1].public_id}"]}
    assert NOBODY in SkippedRow.objects.get().error


def test_what_can_be_read_again_is_no_longer_named(archive: list[Table]) -> None:
    do(fair_deals.KIND)
    Table.objects.filter(pk=archive[1].pk).update(rules=archive[0].rules)
    DueWork.objects.all().delete()
    do(fair_deals.KIND)
    assert left_out() == {}
    assert ShuffleFigures.objects.order_by("-made_at")[0].figures["deals"] == 3


def test_the_dump_holds_the_other_deals_and_says_which_one_not(
    archive: list[Table], settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    poisoned = Deal.objects.get(table=archive[1])
    for night in range(2):  # in the second one, too
        DueWork.objects.all().delete()
        do("pages.dump", now=timezone.now() + timedelta(days=night))
        dump, *_ = dump_files.dumps()
        folder = dump_files.dumps_folder() / dump.name
        manifest = json.loads((folder / dump_files.MANIFEST).read_bytes())
        there = set()
        for path in folder.glob("deals-*"):
            with gzip.open(path) as file:
                there |= {json.loads(line)["table"] for line in file}
        assert there == {archive[0].public_id, archive[2].public_id}
        assert manifest["left_out"] == [f"deal {poisoned.public_id}"]
        assert left_out() == {"pages.dump": [f"deal {poisoned.public_id}"]}


def test_the_check_of_the_logs_names_it_as_a_fault(archive: list[Table]) -> None:
    do(soundness.LOGS)
    (entry,) = AuditEntry.objects.filter(action="table.unsound")
    assert entry.target == f"table:{archive[1].public_id}"
    assert NOBODY in entry.reason
    assert left_out() == {soundness.LOGS: [f"table {archive[1].public_id}"]}


def test_the_problem_of_the_day_is_looked_for_in_the_other_deals(archive: list[Table]) -> None:
    now = timezone.now()
    walk = duework.Walk()
    assert len(problems._logs(days.day_of(now), now, walk)) == 2
    assert list(walk.skipped) == [f"deal {Deal.objects.get(table=archive[1]).public_id}"]


def test_the_others_hear_that_it_is_their_turn() -> None:
    now, tables = live_tables.now(), []
    wish = seeks.WantedGame(rules="gin-pagat", clock={"bank_s": None, "increment_s": 0, "move_s": 24 * 3600})
    for pair in (("Ann", "Ben"), ("Cleo", "Dan"), ("Eve", "Finn")):
        by, to = map(person, pair)
        made = challenges.challenge(by=by, to=to, wish=wish, now=now)
        table = challenges.accept_challenge(challenge=made, user=to, now=now).table
        while not turns_of.turns([table]):  # until the first cards are dealt
            play_on(table, 1)
            table.refresh_from_db()
        tables.append(table)
    Table.objects.filter(pk=tables[1].pk).update(rules=NOBODY)
    Notice.objects.all().delete()
    do(turns.TURNS, now + turns.AFTER + timedelta(minutes=1))
    told = set(Notice.objects.filter(text=turns.TURN).values_list("link", flat=True))
    assert {link.split("/")[-2] for link in told} == {tables[0].public_id, tables[2].public_id}
    assert left_out() == {turns.TURNS: [f"table {tables[1].public_id}"]}


def test_the_other_pools_have_their_night(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, *_ = people()
    record(1, ann, ben, 1.0, at=1)
    folding.rate_pending(pool="gin")
    pool = Pool.objects.get(key="gin")
    for key in ("second", "third"):
        Pool.objects.create(key=key, name=key, system=pool.system, params=pool.params, run=pool.run)
    Pool.objects.filter(key="second").update(system="nobody")
    published: list[str] = []
    monkeypatch.setattr(nightly, "_publish_month", lambda pool, now: published.append(pool.key))
    real = nightly.rate_pending

    def rate(*, pool: str) -> int:
        if pool == "second":
            raise KeyError("nobody")
        return real(pool=pool)

    monkeypatch.setattr(nightly, "rate_pending", rate)
    do("ratings.night")
    assert sorted(published) == ["gin", "third"]
    assert left_out() == {"ratings.night": ["pool second"]}


def test_other_guests_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    guests = [accounts.guest() for _ in range(3)]
    User.objects.filter(pk__in=[guest.pk for guest in guests]).update(date_joined=long_ago)
    real = old_rows._delete

    def delete(guest: User) -> int:
        if guest.pk == guests[1].pk:
            raise KeyError("no such row")
        return real(guest)

    monkeypatch.setattr(old_rows, "_delete", delete)
    do(old_rows.OLD_GUESTS)
    assert list(User.objects.filter(is_guest=True)) == [guests[1]]
    assert left_out() == {old_rows.OLD_GUESTS: [f"guest {guests[1].public_id}"]}


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("root", is_staff=True))
    return client


def test_the_staff_see_what_failed_and_try_it_again(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duework, "_inside", {**duework._inside, "test.bad": bad})
    now = timezone.now()
    work = duework.plan(key="a bad piece", kind="test.bad", due_at=now)
    SkippedRow.objects.create(job="pages.dump", row="deal abc", error="KeyError('x')", at=now)
    for _ in range(duework.MOST_TRIES):
        now += duework.LONGEST_PAUSE
        duework.sweep(now=now)
    page = staff.get("/site/work/").content.decode()
    assert "a bad piece" in page
    assert "KeyError(&#x27;nothing there&#x27;)" in page
    assert "deal abc" in page
    answer = staff.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["due_work"] == {"late": 0, "failing": 0, "dead": 1, "skipped": 1}
    assert "/site/work/" in answer.json()["problems"]["dead_work"]
    monkeypatch.setitem(duework._inside, "test.bad", lambda work, now: None)
    assert staff.post("/site/work/", {"work": work.pk, "do": "again"}).status_code == 302
    duework.sweep(now=timezone.now())
    work.refresh_from_db()
    assert work.done_at is not None


def test_the_staff_drop_what_is_dead_and_nothing_else(staff: Client) -> None:
    now = timezone.now()
    for key, dead in (("dead", now), ("failing", None)):
        duework.plan(key=key, kind="test.bad", due_at=now)
        DueWork.objects.filter(key=key).update(attempts=3, dead_at=dead)
    for work in DueWork.objects.filter(kind="test.bad"):
        staff.post("/site/work/", {"work": work.pk, "do": "let_be", "sure": "1"})
    assert list(DueWork.objects.filter(kind="test.bad").values_list("key", flat=True)) == ["failing"]


def test_only_the_staff_see_it(client: Client, staff: Client) -> None:
    assert client.get("/site/work/").status_code == 302
    client.force_login(User.objects.create_user("ann"))
    assert client.get("/site/work/").status_code == 403
    assert client.post("/site/work/", {"work": 1}).status_code == 403
    for odd in ("", "x", "9" * 30, "٣"):
        assert staff.post("/site/work/", {"work": odd, "do": "again"}).status_code == 400
    assert staff.post("/site/work/", {"work": 1, "do": "steal"}).status_code == 400
    assert staff.post("/site/work/", {"work": 10**9, "do": "again"}).status_code == 404


def bad(work: DueWork, now: datetime) -> None:
    raise KeyError("nothing there")

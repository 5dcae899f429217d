"""The plays of old sittings become one row each, and everything that reads them reads the same as before."""

import uuid
import zlib
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from doors.caching import versioned
from duework import services as duework
from duework.models import SkippedRow
from games import engine, own_data, selectors
from games.live import directing
from games.live.finished import analyses, archive, deal_data, game_records, hindsight, tallies
from games.live.processes.announce import report
from games.live.setup import terms
from games.live.shuffle import chains, dealing
from games.live.sitting import attempts, sitting, steps
from games.live.sitting.rows import Outcome
from games.live.store import loading, logbook, packed, play_rows, writer
from games.live.table import public
from games.models import Deal, Kind, PackedPlays, Play, Status, Table
from games.players import make_player
from games.services import fair_deals, tables
from games.services.archive import packing, soundness
from tests.conftest import without_triggers
from tests.games.live import live_tables
from tests.games.live.shuffling import step_of

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = timedelta(days=40)


class Evening:
    """A sitting that is played by house players for the people at its seats, with a director at hand."""

    def __init__(self, rules: str, **settings: Any) -> None:
        options = live_tables.LONG if engine.rule_set(rules).target else None
        self.table = live_tables.open_table(rules=rules, options=options, **settings)
        self.fixed = loading.load(self.table.public_id, None).terms
        self.users = {seat.seat: seat.user_id for seat in self.table.seats.all()}
        self.players = [make_player("novice", seat) for seat in self.users]
        self.director = live_tables.person("Dora")

    @property
    def now(self) -> sitting.Sitting:
        return loading.read(Table.objects.get(pk=self.table.pk), self.fixed)

    def plays(self, deals: int, loses: int = 0) -> None:
        """Play until so many deals are scored; who is to open their entropy has lost it so many times."""
        now = self.now
        while now.ending is None and len(now.state.rest.score.deals) < deals:
            due = dealing.chance(self.fixed, now)
            if due is not None:
                now = self._does(now, *due)
            elif now.attempts:
                step = step_of(next(one for one in now.attempts if attempts.awaited(one)))
                is_lost = loses > 0 and isinstance(step, attempts.Reveal)
                now = self._does(now, attempts.Lost(step.seat) if is_lost else step)
                loses -= is_lost
            else:
                now = self._decides(now)

    def decides(self, times: int) -> None:
        """Shuffle, deal, and let the players make so many decisions."""
        now = self.now
        while times:
            due = dealing.chance(self.fixed, now)
            if due is not None:
                now = self._does(now, *due)
            elif now.attempts:
                now = self._does(now, step_of(next(one for one in now.attempts if attempts.awaited(one))))
            else:
                now, times = self._decides(now), times - 1

    def rules(self, **action: Any) -> None:
        """The director enters this."""
        table = Table.objects.get(pk=self.table.pk)
        tables.act(table=table, cmd_id=uuid.uuid4(), seen=table.version, action=action, by=self.director,
                   now=live_tables.now(), why="seen at the table")  # fmt: skip

    def ends(self) -> Table:
        """The first seat resigns, if it is not over; the result is reported. It was long ago."""
        if self.now.ending is None:
            self._does(self.now, steps.Resign(0))
        report(self.table.pk, live_tables.now())
        Table.objects.filter(pk=self.table.pk).update(finished_at=live_tables.now() - LONG_AGO)
        return Table.objects.get(pk=self.table.pk)

    def _decides(self, now: sitting.Sitting) -> sitting.Sitting:
        seat, *_others = engine.to_act(self.fixed.rules, now.state)
        return self._does(now, self.players[seat].choose(engine.view(self.fixed.rules, now.state, seat)))

    def _does(self, before: sitting.Sitting, step: Any, secret: Any = None) -> sitting.Sitting:
        after, events = sitting.step(self.fixed, before, step, spent=1234, lag=17)
        after = sitting.bound(self.fixed, after, secret) if secret else after
        by = self.users[step.seat] if step.seat is not None and secret is None else None
        write = play_rows.write_of(
            self.fixed, before, after, step, cmd_id=uuid.uuid4(), epoch=0, by=by, secret=secret, spent=1234, lag=17
        )
        assert writer.commit([write]) == [Outcome.COMMITTED]
        for seat, player in enumerate(self.players):
            for event in events:
                if not isinstance(event, steps.TableAction):
                    player.see(engine.view_event(self.fixed.rules, event, seat))
        return after


def of_two() -> Evening:
    """With rulings, an undo and one that is itself taken back."""
    evening = Evening("gin-rummy-com", clock={"bank_s": 600, "increment_s": 5})
    evening.plays(1)
    evening.rules(do="dir_adjust", player="B", points=7)
    evening.decides(4)
    evening.rules(do="dir_freeze")
    evening.rules(do="dir_resume")
    evening.rules(do="dir_undo", event=evening.now.version - 4)
    evening.rules(do="dir_undo", event=evening.now.version - 1)
    evening.plays(2)
    evening.decides(2)
    return evening


def of_players_shuffle() -> Evening:
    """The browsers shuffle; one loses its entropy until the deal is lost (ONL-1)."""
    evening = Evening("gin-pagat", shuffle="players")
    evening.plays(1)
    evening.plays(2, loses=3)
    evening.plays(3, loses=1)
    return evening


def of(rules: str, **settings: Any) -> Callable[[], Evening]:
    def made() -> Evening:
        evening = Evening(rules, **settings)
        evening.plays(2)
        return evening

    return made


EVENINGS = {
    "rulings and undos": of_two,
    "a lost deal": of_players_shuffle,
    "hollywood": of("hollywood"),
    "three": of("cutthroat", shuffle="players"),
    "four at two boards": of("partnership", shuffle="players"),
    "colonel": of("colonel-ball"),
    "conquian": of("conquian"),
}


@pytest.fixture(params=EVENINGS)
def table(request: pytest.FixtureRequest) -> Table:
    return EVENINGS[request.param]().ends()


def old_table() -> Table:
    return of("gin-rummy-com")().ends()


def plays(table: Table) -> list[tuple[Any, ...]]:
    """All that a log says, but for the ids of commands."""
    return [tuple(getattr(play, name) for name in packing.FIELDS) for play in logbook.plays(table.pk)]


def pages(table: Table, address: str) -> list[Any]:
    """All pages of the API from here on."""
    found, reader = [], signed_in(table)
    while address:
        found.append(reader.get(address).json())
        address = found[-1]["next"]
    return found


def signed_in(table: Table) -> Client:
    client = Client()
    client.force_login(live_tables.users(table)[0])
    return client


def seen_pages(table: Table) -> dict[str, Any]:
    """What pages and addresses answer, but for what each visit makes anew."""
    client, found = signed_in(table), {}
    addresses = [f"/tables/{table.public_id}.json", f"/api/v1/tables/{table.public_id}/"]
    for deal in table.deals.order_by("number"):
        addresses += [f"/deals/{deal.public_id}/", f"/deals/{deal.public_id}.txt", f"/api/v1/deals/{deal.public_id}/"]
        addresses += [f"/api/v1/tables/{table.public_id}/deals/{deal.number}"]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        is_page = "html" in answer["Content-Type"]
        found[address] = answer.context["record"] if is_page else answer.content
    return found


def every_reading(table: Table) -> dict[str, Any]:
    """What everything says that reads the log of a table."""
    versioned.forget()
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    fixed, ann = terms.terms(row), live_tables.users(row)[0]
    deals = list(selectors.deals(table=row, viewer=ann))
    looks = (None, *range(len(fixed.seats)))
    boards = range(fixed.boards)
    loaded = loading.load(row.public_id, None)
    history = [(play.sitting, play.events, play.action, play.at) for play in loading.history(fixed, until=row.version)]
    step = max(1, row.version // 12)
    return {
        "plays": plays(row),
        "in the middle": [play.seq for play in logbook.plays(row.pk, above=3, until=row.version - 5)],
        "versions": history,
        "at_version": [loading.at_version(fixed, at) for at in (*range(0, row.version, step), row.version)],
        "loaded": (loaded.sitting, loaded.met),
        "news": [play.sitting for play in loading.news(fixed, loading.at_version(fixed, row.version - 6))[1]],
        "deals": [archive.deal_record(deal, board) for deal in deals for board in boards],
        "as seen": [hindsight.deal_seen(row, deal.number, look) for deal in deals for look in looks],
        "record": game_records.game_record(row),
        "dump": list(deal_data.lines(selectors.deals(table=row), duework.Walk())),
        "director": directing.standing(row).lines,
        "taken back": directing.taken_back(row.public_id, range(1, row.version + 1)),
        "points put right": [(play.seq, play.action) for play in public.adjustments([row.public_id]).get(row.pk, [])],
        "movers": logbook.movers([row.public_id]),
        "has begun": logbook.has_begun([row.public_id]),
        "luck and analysis": [analyses.log_of(deal) for deal in deals if analyses.can_be(row)],
        "fair deals": fair_deals.count_fair_deals(now=live_tables.now()).figures,
        "records": list(tallies.differences()),
        "ruled": list(selectors.search(ruled_only=True).values_list("pk", flat=True)),
        "found": list(selectors.search(tables=[row.public_id], shortest=5).values_list("pk", flat=True)),
        "own data": own_data.tell(ann),
        "log": pages(row, f"/api/v1/tables/{row.public_id}/log?limit=40"),
        "pages": seen_pages(row),
        "faults": list(soundness.verify_archive()),
    }


def test_everything_reads_the_same_before_and_after(table: Table) -> None:
    chains.link()
    before = every_reading(table)
    assert before["faults"] == []
    assert packing.pack(table)
    after = every_reading(table)
    for name, found in before.items():
        assert after[name] == found, name
    rows = list(Play.objects.filter(table=table))
    assert all(row.kind == Kind.DIRECTOR or row.action["do"] == "lost" for row in rows)
    assert len(rows) + PackedPlays.objects.get(table=table).count == table.version


def test_what_is_searched_for_at_all_tables_stays_a_row() -> None:
    ruled, lost = of_two().ends(), of_players_shuffle().ends()
    assert packing.pack(ruled)
    assert packing.pack(lost)
    assert [play.action["do"] for play in Play.objects.filter(table=ruled).order_by("seq")] == [
        "dir_adjust", "dir_freeze", "dir_resume", "dir_undo", "dir_undo",
    ]  # fmt: skip
    assert {play.action["do"] for play in Play.objects.filter(table=lost)} == {"lost"}
    assert Play.objects.filter(table=lost).count() == 4


def test_a_play_for_somebody_elses_seat_stays_a_row_with_its_user() -> None:
    table, other = old_table(), live_tables.person("Eve")
    with without_triggers(["games_play"]), transaction.atomic():
        Play.objects.filter(table=table, seq=9).update(by=other)
    before = plays(table)
    assert packing.pack(table)
    assert [(play.seq, play.by_id) for play in Play.objects.filter(table=table)] == [(9, other.pk)]
    assert plays(table) == before


def sweep(days: float = 0) -> None:
    """A night so many days from now."""
    now = live_tables.now() + timedelta(days=days)
    work = duework.plan(key=f"packing:{uuid.uuid4()}", kind=packing.PACKING, due_at=now)
    duework.sweep(now=now)
    work.refresh_from_db()
    assert (work.done_at is not None, work.last_error) == (True, "")


def test_the_night_packs_what_has_been_over_for_days(settings: Any) -> None:
    old, held, new, unreported = (old_table() for _ in range(4))
    going = of("gin-rummy-com")().table
    Table.objects.filter(pk=held.pk).update(is_held=True)
    Table.objects.filter(pk=new.pk).update(finished_at=live_tables.now())
    Table.objects.filter(pk=unreported.pk).update(reported_at=None)
    Table.objects.filter(pk=going.pk).update(opened_at=live_tables.now() - LONG_AGO)
    settings.PACK_AFTER_DAYS = 0
    sweep()
    assert not PackedPlays.objects.exists()
    settings.PACK_AFTER_DAYS = 30
    sweep()
    assert [row.table_id for row in PackedPlays.objects.all()] == [old.pk]
    sweep(days=31)
    assert {row.table_id for row in PackedPlays.objects.all()} == {old.pk, new.pk}
    assert Table.objects.get(pk=going.pk).status == Status.PLAYING
    assert not SkippedRow.objects.exists()


def test_a_night_that_is_over_or_killed_is_made_up_for_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = (old_table() for _ in range(3))
    before = [plays(one) for one in (first, second, third)]
    monkeypatch.setattr(packing, "MOST", 1)
    sweep()
    assert [row.table_id for row in PackedPlays.objects.all()] == [first.pk]
    monkeypatch.undo()
    unpacked = packed.unpacked

    def killed(row: PackedPlays, users: packed.Users) -> list[Play]:
        if row.table_id == second.pk:
            raise KeyboardInterrupt  # between the row that is added and those that go
        return unpacked(row, users)

    monkeypatch.setattr(packed, "unpacked", killed)
    with pytest.raises(KeyboardInterrupt):
        packing.pack(second)
    monkeypatch.undo()
    assert not PackedPlays.objects.filter(table=second).exists()
    assert Play.objects.filter(table=second).count() == second.version
    sweep()
    sweep()
    assert not packing.pack(third)
    assert PackedPlays.objects.count() == 3
    assert [plays(one) for one in (first, second, third)] == before


def test_a_log_that_is_not_whole_or_comes_back_otherwise_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, odd, fine = (old_table() for _ in range(3))
    with without_triggers(["games_play"]), transaction.atomic():
        Play.objects.filter(table=broken, seq=7).delete()
    columns = packed._columns

    def wrong(found: list[Play]) -> Any:
        made = columns(found)
        return made | {"spent_ms": [1, *made["spent_ms"][1:]]} if found[0].table_id == odd.pk else made

    monkeypatch.setattr(packed, "_columns", wrong)
    sweep()
    assert [row.table_id for row in PackedPlays.objects.all()] == [fine.pk]
    assert Play.objects.filter(table=odd).count() == odd.version
    skipped = {row.row: row.error for row in SkippedRow.objects.filter(job=packing.PACKING)}
    assert "plays for" in skipped[f"table {broken.public_id}"]
    assert "are not those of the rows" in skipped[f"table {odd.public_id}"]


def test_what_is_packed_meanwhile_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows were read before they went, the packed row after it came."""
    table = old_table()
    before, loose = plays(table), list(Play.objects.filter(table=table).order_by("seq"))
    assert packing.pack(table)
    monkeypatch.setattr(Play, "objects", Rows(loose))
    assert plays(table) == before


class Rows:
    """Rows of plays as they were read a moment ago."""

    def __init__(self, found: list[Play]) -> None:
        self.found = found

    def filter(self, **_: Any) -> "Rows":
        return self

    def order_by(self, _: str) -> list[Play]:
        return self.found


def change(table: Table, **fields: Any) -> None:
    with without_triggers(["games_packedplays"]), transaction.atomic():
        PackedPlays.objects.filter(table=table).update(**fields)


def spoil_a_byte(table: Table) -> None:
    content = bytearray(PackedPlays.objects.get(table=table).content)
    content[len(content) // 2] ^= 1
    change(table, content=bytes(content))


def forge(table: Table) -> None:
    """Another card, compressed as it should be."""
    plain = zlib.decompress(bytes(PackedPlays.objects.get(table=table).content))
    change(table, content=zlib.compress(plain.replace(b'"seat":[null', b'"seat":[0', 1).replace(b"17", b"18"), 9))


def spoil_the_digest(table: Table) -> None:
    change(table, digest=b"\0" * 32)


def miscount(table: Table) -> None:
    change(table, count=3)


def of_a_later_version(table: Table) -> None:
    change(table, format=99)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (spoil_a_byte, "cannot be unpacked"),
        (forge, "has changed"),
        (spoil_the_digest, "has changed"),
        (miscount, "they are not 3 from 1"),
        (of_a_later_version, "does not know format 99"),
    ],
)
def test_a_changed_byte_is_found(edit: Callable[[Table], None], said: str) -> None:
    table, other = old_table(), old_table()
    assert packing.pack(table)
    assert packing.pack(other)
    edit(table)
    [(public_id, fault)] = soundness.verify_archive()
    assert (public_id, fault.startswith("the packed plays are not what was packed: ")) == (table.public_id, True)
    assert said in fault
    out = StringIO()
    with pytest.raises(CommandError, match="1 tables are not"):
        call_command("verify_archive", stdout=out)
    assert table.public_id in out.getvalue()
    with pytest.raises(packed.Damaged, match=said):
        logbook.plays(table.pk)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE games_packedplays SET count = 1", "DELETE FROM games_packedplays", "DELETE FROM games_play",
     "UPDATE games_play SET spent_ms = 1"],
)  # fmt: skip
def test_nobody_changes_packed_plays_nor_deletes_those_that_stay(statement: str) -> None:
    assert packing.pack(of_two().ends())
    old_table()
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_command_sent_again_after_weeks_is_refused_and_a_directors_is_not() -> None:
    table = of_two().ends()
    sent = Play.objects.filter(table=table, kind=Kind.PLAYER).latest("seq")
    ruled = Play.objects.filter(table=table, kind=Kind.DIRECTOR).latest("seq")
    assert loading.version_of(table.pk, sent.cmd_id) == sent.seq
    assert packing.pack(table)
    assert loading.version_of(table.pk, sent.cmd_id) is None
    assert loading.version_of(table.pk, ruled.cmd_id) == ruled.seq
    with pytest.raises(tables.Refused) as refused:
        tables.act(table=table, cmd_id=sent.cmd_id, seen=sent.seq - 1, action=sent.action,
                   by=User.objects.get(pk=sent.by_id), now=live_tables.now())  # fmt: skip
    assert refused.value.code == "over"


def test_packed_plays_name_nobody_and_who_is_forgotten_is_forgotten_there_too() -> None:
    table = of("gin-rummy-com")().ends()
    ann = live_tables.users(table)[0]
    name, before = ann.name, plays(table)
    assert packing.pack(table)
    plain = zlib.decompress(bytes(PackedPlays.objects.get(table=table).content))
    assert set(orjson.loads(plain)["by"]) == {0, 1}
    assert name.encode() not in plain
    assert ann.public_id.encode() not in plain
    with transaction.atomic():
        own_data.forget(ann, "Former member 7", live_tables.now())
        User.objects.filter(pk=ann.pk).update(name="Former member 7")
    assert plays(table) == before
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    record = game_records.game_record(row)
    assert record is not None
    assert name not in record
    assert "Former member 7" in record


def test_the_administration_shows_a_packed_log_and_what_is_wrong_with_it() -> None:
    table, admin = old_table(), Client()
    admin.force_login(User.objects.create_superuser(username="root", name="Root"))
    assert packing.pack(table)
    page = reverse("admin:games_packedplays_change", args=[table.pk])
    assert "draw_for_deal" in admin.get(page).content.decode()
    assert table.public_id in admin.get(reverse("admin:games_packedplays_changelist")).content.decode()
    spoil_a_byte(table)
    assert "the packed plays are not what was packed" in admin.get(page).content.decode()


def test_a_packed_play_takes_few_bytes() -> None:
    """By its content alone; `bench/restore.py` measures what the database makes of it."""
    table = of("gin-rummy-com")().ends()
    assert packing.pack(table)
    row = PackedPlays.objects.get(table=table)
    assert len(row.content) < 16 * row.count + 400
    assert Deal.objects.filter(table=table).exists()

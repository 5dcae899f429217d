"""The writer's statements: compare and swap, one bad row alone, replay = snapshot, trigger on the log."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from django.db import DatabaseError, DataError, OperationalError, connection, transaction

from games import engine
from games.engine.cards import shuffle
from games.live.shuffle import dealing, seal
from games.live.sitting import sitting
from games.live.sitting.rows import Outcome, Write
from games.live.store import loading, play_rows, snapshots, statements, writer
from games.models import Deal, DealSecret, Play, Table
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)

ID = uuid.UUID(int=7)


def write_next(loaded: loading.Loaded, cmd_id: uuid.UUID | None = None) -> tuple[Write, sitting.Sitting]:
    """The play that chance owes a table, or the first lawful one."""
    before = loaded.sitting
    due = dealing.chance(loaded.terms, before)
    seat = sitting.to_act(loaded.terms, before)
    if due:
        action, secret = due
    else:
        actions = engine.legal_actions(loaded.terms.rules, before.state, seat or 0)
        ends = [one for one in actions if isinstance(one, engine.Knock | engine.Gin)]
        goes = [one for one in actions if not isinstance(one, engine.DrawDiscard | engine.TakeUpcard)]
        action, secret = (ends or goes or actions)[0], None
    after, _ = sitting.step(loaded.terms, before, action)
    if secret:
        after = sitting.bound(loaded.terms, after, secret)
    row = play_rows.write_of(loaded.terms, before, after, action, cmd_id=cmd_id or uuid.uuid4(), epoch=loaded.epoch,
                         secret=secret)  # fmt: skip
    return row, after


def load(table: Table) -> loading.Loaded:
    return loading.load(table.public_id, "live-0:test")


def play_on(table: Table, plays_: int) -> loading.Loaded:
    """So many plays, or fewer where the sitting is over before."""
    loaded = load(table)
    for _ in range(plays_):
        if loaded.sitting.ending:
            break
        row, after = write_next(loaded)
        assert writer.commit([row]) == [Outcome.COMMITTED]
        loaded = replace(loaded, sitting=after)
    return loaded


def test_a_batch_is_committed_with_its_secrets() -> None:
    tables = [live_tables.open_table() for _ in range(5)]
    rows = [write_next(load(table))[0] for table in tables]
    assert writer.commit(rows) == [Outcome.COMMITTED] * 5
    assert Play.objects.count() == DealSecret.objects.count() == 5
    assert set(Table.objects.values_list("version", flat=True)) == {1}


def test_the_second_owner_loses() -> None:
    table = live_tables.open_table()
    first = load(table)
    second = load(table)
    assert second.epoch == first.epoch + 1
    assert writer.commit([write_next(first)[0]]) == [Outcome.LOST]
    row = write_next(second)[0]
    assert writer.commit([row]) == [Outcome.COMMITTED]
    assert writer.commit([replace(row, cmd_id=uuid.uuid4())]) == [Outcome.LOST]
    assert Play.objects.count() == 1


def test_a_row_that_breaks_a_constraint_costs_only_itself() -> None:
    good, bad = live_tables.open_table(), live_tables.open_table()
    loaded = play_on(bad, 1)
    known = Play.objects.get(table=bad).cmd_id
    row, _ = write_next(loaded, cmd_id=known)
    assert writer.commit([row, write_next(load(good))[0]]) == [Outcome.LOST, Outcome.COMMITTED]
    assert Table.objects.get(pk=bad.pk).version == 1


def test_a_value_that_the_database_does_not_take_costs_only_its_own_row(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = live_tables.open_table(), live_tables.open_table()
    rows = [write_next(load(table))[0] for table in (good, bad)]
    real = writer.statements.commit

    def picky(batch: Any) -> set[int]:
        if any(row.table_id == bad.pk for row in batch):
            raise DataError("integer out of range")
        return real(batch)

    monkeypatch.setattr(writer.statements, "commit", picky)
    assert writer.commit(rows) == [Outcome.COMMITTED, Outcome.FAILED]


def test_a_lost_connection_is_mended_and_the_row_committed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = live_tables.open_table()
    row, _ = write_next(load(table))
    real = writer.statements.commit
    calls: list[int] = []

    def once_broken(rows: Any) -> set[int]:
        done = real(rows)
        calls.append(len(rows))
        if len(calls) == 1:  # committed, but we never hear of it
            raise OperationalError("connection lost")
        return done

    monkeypatch.setattr(writer.statements, "commit", once_broken)
    assert writer.commit([row]) == [Outcome.COMMITTED]
    assert Play.objects.count() == 1


def test_a_deal_that_another_owner_has_stored_is_not_taken_for_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both owners give a deal the same command id, and each has shuffled another deck."""
    table = live_tables.open_table()
    old = play_on(table, 1)
    ours, _ = write_next(old, ID)
    theirs, _ = write_next(load(table), ID)
    assert writer.commit([theirs]) == [Outcome.COMMITTED]
    real, calls = statements.commit, []

    def once_broken(rows: list[Write]) -> set[int]:
        calls.append(len(rows))
        if len(calls) == 1:
            raise OperationalError("connection lost")
        return real(rows)

    monkeypatch.setattr(writer.statements, "commit", once_broken)
    assert writer.commit([ours]) == [Outcome.LOST]
    assert writer.statements.is_committed(theirs)


def test_a_batch_with_one_stale_row_commits_the_others() -> None:
    tables = [live_tables.open_table() for _ in range(3)]
    rows = [write_next(load(table))[0] for table in tables]
    load(tables[1])  # another process takes the table
    assert writer.commit(rows) == [Outcome.COMMITTED, Outcome.LOST, Outcome.COMMITTED]
    assert Play.objects.count() == DealSecret.objects.count() == 2


@pytest.mark.parametrize("count", [1, 15, 16, 17, 80, 95])
def test_replay_is_the_snapshot_and_the_plays_since(count: int) -> None:
    table = live_tables.open_table()
    loaded = play_on(table, count)
    stored = Table.objects.get(pk=table.pk)
    assert (stored.snapshot is None) == (count < snapshots.EVERY)
    assert loading.read(stored, loaded.terms) == loaded.sitting
    stored.snapshot = None
    assert loading.read(stored, loaded.terms) == loaded.sitting
    stored.snapshot_format = 0
    assert loading.read(stored, loaded.terms) == loaded.sitting


def test_a_scored_deal_is_filed() -> None:
    table = live_tables.open_table()
    play_on(table, 200)
    filed = list(Deal.objects.filter(table=table).order_by("number"))
    assert [deal.number for deal in filed] == list(range(1, len(filed) + 1))
    assert filed
    assert all(deal.first_seq < deal.last_seq for deal in filed)


def test_the_deck_of_the_log_is_the_dealers_of_the_context() -> None:
    table = live_tables.open_table()
    loaded = play_on(table, 200)
    for play in loading.history(loaded.terms, until=200):
        for event in play.events:
            if type(event).__name__ == "Dealt":
                secret = DealSecret.objects.get(table=table, deal=event.deal)
                assert shuffle.context_of(secret.ctx).dealer == event.dealer
                assert secret.ctx == shuffle.context_of(secret.ctx).encoded.decode()


def test_snapshots_and_secrets_are_sealed_to_their_place() -> None:
    sealed = seal.seal(b"ten of diamonds", b"here")
    assert b"diamonds" not in sealed
    assert seal.unseal(sealed, b"here") == b"ten of diamonds"
    for wrong in (
        lambda: seal.unseal(sealed, b"there"),
        lambda: seal.unseal(sealed[:-1] + bytes([sealed[-1] ^ 1]), b"here"),
    ):
        with pytest.raises(InvalidTag):
            wrong()


def test_the_log_is_never_changed() -> None:
    table = live_tables.open_table()
    play_on(table, 1)
    with pytest.raises(DatabaseError), transaction.atomic():
        Play.objects.filter(table=table).update(spent_ms=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        Play.objects.filter(table=table).delete()


def test_postgresql_plans_a_batch_once_and_finds_its_tables_by_their_key() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has statements of its own")
    # the server plans anew five times, and an early knock begins another kind of batch
    play_on(live_tables.open_table(), 24)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans FROM pg_prepared_statements WHERE statement LIKE '%UPDATE games_table t%'")
        assert any(times for (times,) in cursor.fetchall())
        cursor.execute("SET LOCAL enable_seqscan = off")  # a house of one table is read whole, and rightly so
        cursor.execute("EXPLAIN " + statements._plan(False, False), ["[]"])
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "games_table_pkey" in plan, plan
    assert "games_table_owner" not in plan, plan

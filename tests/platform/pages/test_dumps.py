"""The nightly dump: everything public and nothing else, complete or not at all, and the lists recomputed from it by an
independent script."""

import gzip
import hashlib
import json
import random
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games.engine.cards import shuffle
from games.models import Deal, Table
from games.services import tables
from pages import services
from pages.selectors import dump_files, dump_months
from ratings.models import RatingList
from ratings.services import lists
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight
from tests.ratings.rating_factory import NAMES, START, people, record, record_table

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = Path(__file__).resolve().parents[3] / "tools/recompute_lists.py"
END = START + timedelta(hours=5)


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    """A data folder of the test's own."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "dumps"


@pytest.fixture
def season() -> list[User]:
    """A hundred rated matches of eight, two published lists, and one of them replaced after a correction."""
    everybody, chance = people(), random.Random(4)
    for n in range(100):
        a, b = chance.sample(everybody, 2)
        record(n, a, b, chance.choice((0.0, 0.5, 1.0)), at=n, luck=None if n % 3 else n / 7)
    folding.rate_pending(pool="gin")
    publish("early", START + timedelta(minutes=70))
    publish("late", END)
    rating_results.correct_match(source="test:80", score_a=1.0, margin=17, now=END)
    folding.rate_pending(pool="gin")
    publish("late", END)
    return everybody


def publish(occasion: str, as_of: datetime) -> RatingList | None:
    return lists.publish_list(pool="gin", occasion=occasion, label=occasion, as_of=as_of, now=END)


def dumped(now: datetime = END) -> Path:
    return dump_files.dumps_folder() / services.write_dump(now=now).name


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(folder / name) as lines:
        return [json.loads(line) for line in lines]


def deals_in(folder: Path) -> list[dict[str, Any]]:
    """The deals of all months."""
    return [line for path in sorted(folder.glob("deals-*.jsonl.gz")) for line in rows(folder, path.name)]


def recompute(folder: Path) -> tuple[int, str]:
    """The script as anybody runs it: no path of ours, no package."""
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def rewrite(folder: Path, name: str, old: str, new: str) -> None:
    """Change a file of a dump and its checksum with it, as a forger would."""
    text = gzip.decompress((folder / name).read_bytes()).decode()
    assert old in text
    (folder / name).write_bytes(gzip.compress(text.replace(old, new, 1).encode()))
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        file["sha256"] = hashlib.sha256((folder / file["name"]).read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_a_stranger_recomputes_every_list_from_the_dump(season: list[User]) -> None:
    folder = dumped()
    code, said = recompute(folder)
    assert code == 0, said
    assert said.count("equal list") == RatingList.objects.count() == 3
    own = {one["occasion"] + str(one["revision"]): one["own_matches"] for one in rows(folder, "lists.jsonl.gz")}
    assert [key for key, matches in own.items() if matches] == ["late0"], "only the replaced one brings its own"


def test_lists_of_tables_of_several_are_recomputed_too() -> None:
    everybody, chance = people(), random.Random(7)
    for n in range(60):
        size = chance.choice((3, 4)) if n % 2 else 4
        seats = [(user, chance.randint(1, 3)) for user in chance.sample(everybody, size)]
        record_table(n, *seats, partners=n % 2 == 0, at=n)
    for pool in ("cutthroat", "partnership"):
        folding.rate_pending(pool=pool)
        for minutes in (31, 90):
            at = START + timedelta(minutes=minutes)
            lists.publish_list(pool=pool, occasion=f"now:{minutes}", label="now", as_of=at, now=END)
    folder = dumped()
    code, said = recompute(folder)
    assert (code, said.count("equal list")) == (0, 4), said
    assert len(rows(folder, "players.jsonl.gz")) == len(everybody)
    line = gzip.decompress((folder / "matches-cutthroat.csv.gz").read_bytes()).decode().splitlines()[9]
    first, second, *_ = line.rpartition(",")[2].split()
    forged = line.replace(f"{first} {second}", f"{first[:-2]}9 {second}")
    rewrite(folder, "matches-cutthroat.csv.gz", line, forged)
    assert recompute(folder)[0] == 1


def test_what_a_stranger_does_not_need_and_what_the_script_cannot_do_is_said(season: list[User]) -> None:
    RatingList.objects.filter(occasion="early").update(system="glicko2")
    sittings.play_out(live_tables.open_table(), seed=1, deals=1)
    folder = dumped(live_tables.now())
    (deals,) = folder.glob("deals-*.jsonl.gz")
    deals.unlink()
    code, said = recompute(folder)
    assert code == 0, said
    assert f"{deals.name}: not here, not checked" in said
    assert "glicko2 is not computed here" in said


def test_a_flipped_byte_a_changed_result_and_a_changed_list_are_found(season: list[User]) -> None:
    folder = dumped()
    matches = folder / "matches-gin.csv.gz"
    whole = matches.read_bytes()
    matches.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    code, said = recompute(folder)
    assert (code, "WRONG matches-gin.csv.gz: another checksum" in said) == (1, True)
    matches.write_bytes(whole)
    line = gzip.decompress(whole).decode().splitlines()[50].split(",")
    told, forged = ",".join(line[:5]), ",".join([*line[:4], "0" if line[4] == "1" else "1"])
    rewrite(folder, "matches-gin.csv.gz", told, forged)
    code, said = recompute(folder)
    assert (code, said.count("its matches have another digest")) == (1, 2), said
    assert "equal list" in said, "the list with matches of its own"
    rewrite(folder, "matches-gin.csv.gz", forged, told)
    assert recompute(folder)[0] == 0
    first = rows(folder, "lists.jsonl.gz")[0]["ranks"].splitlines()[1]
    rating = first.split(",")[2]
    rewrite(folder, "lists.jsonl.gz", rating, f"{float(rating) + 1:.6f}")
    code, said = recompute(folder)
    assert (code, "line 2 is" in said) == (1, True), said


def test_deals_are_what_was_dealt_and_done_and_can_be_checked() -> None:
    table = sittings.play_out(live_tables.open_table(), seed=1, deals=2)
    lines = deals_in(dumped(live_tables.now()))
    assert [line["id"] for line in lines] == list(Deal.objects.order_by("pk").values_list("public_id", flat=True))
    for line, deal in zip(lines, Deal.objects.order_by("pk"), strict=True):
        assert line["seats"] == [user.public_id for user in live_tables.users(table)]
        assert [play["seq"] for play in line["plays"]] == list(range(deal.first_seq, deal.last_seq + 1))
        record = Client().get(f"/api/v1/deals/{deal.public_id}/").json()
        [deck] = line["decks"]
        assert (deck["cards"], deck["shuffle"], line["deal"]) == (record["deck"], record["shuffle"], record["deal"])
        assert len(deck["cards"]) == len(set(deck["cards"])) == 4 * len(shuffle.PACKS[0])


def test_a_deal_at_two_boards_has_two_decks() -> None:
    seats = [tables.SeatSpec(live_tables.person(name)) for name in ("Ann", "Ben", "Cem", "Dan")]
    now = live_tables.now()
    table = tables.open_table(rules_key="partnership", seats=seats, settings={"pace": "fast"}, now=now)
    sittings.play_out(table, seed=1, deals=1)
    [line] = deals_in(dumped(live_tables.now()))
    assert [deck["board"] for deck in line["decks"]] == [0, 1]
    assert len(line["seats"]) == 4
    for deck in line["decks"]:
        record = Client().get(f"/api/v1/deals/{line['id']}/?board={deck['board']}").json()
        assert (deck["cards"], deck["shuffle"]) == (record["deck"], record["shuffle"])


def test_nothing_of_a_sitting_that_goes_on_or_is_held_and_no_address_is_in_a_dump() -> None:
    going, held, over = (sittings.play_out(live_tables.open_table(), seed=n, deals=1) for n in range(3))
    Table.objects.filter(pk=going.pk).update(status="playing")
    Table.objects.filter(pk=held.pk).update(is_held=True)
    User.objects.filter(seats__table=over, seats__seat=0).update(
        email="canary@example.org", username="canary-login", name="Åsa Näslund"
    )
    folder = dumped(live_tables.now())
    assert {line["table"] for line in deals_in(folder)} == {over.public_id}
    text = b"".join(gzip.decompress(path.read_bytes()) for path in folder.glob("*.gz")).decode()
    assert "canary" not in text
    assert "Åsa Näslund" in text
    assert going.public_id not in text
    assert held.public_id not in text


def test_who_is_who_names_everybody_in_the_other_files_and_nobody_else() -> None:
    rated = people(3)
    record(1, *rated[:2])
    record(2, *rated[1:])
    sittings.play_out(live_tables.open_table(), seed=1, deals=1)
    live_tables.person("Only a visitor")
    folder = dumped(live_tables.now())
    named = {row["id"]: row["name"] for row in rows(folder, "players.jsonl.gz")}
    seated = {seat for line in deals_in(folder) for seat in line["seats"]}
    assert set(named) == seated | {user.public_id for user in rated}
    assert set(NAMES[:3]) < set(named.values())


def test_only_what_was_finished_before_its_time_is_in_it() -> None:
    table = sittings.play_out(live_tables.open_table(), seed=1, deals=2)
    first = Deal.objects.filter(table=table).order_by("number").first()
    assert first is not None
    assert deals_in(dumped(first.finished_at)) == []


def played(*months: tuple[int, int]) -> list[Deal]:
    """A deal that ended in each of these months."""
    for seed, (year, month) in enumerate(months):
        table = sittings.play_out(live_tables.open_table(), seed=seed, deals=1)
        Deal.objects.filter(table=table).update(finished_at=datetime(year, month, 15, tzinfo=UTC))
    return list(Deal.objects.order_by("pk"))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The deals whose lines were made from their logs since it was last emptied."""
    made, lines = list[str](), services.deal_data.lines

    def noting(*given: Any) -> Any:
        for line in lines(*given):
            made.append(line["id"])
            yield line

    monkeypatch.setattr(services.deal_data, "lines", noting)
    return made


def from_nothing(now: datetime) -> list[dict[str, Any]]:
    """The deals of a dump that has no earlier one to take anything from."""
    for folder in dump_files.dumps_folder().glob("*Z"):
        (folder / ".months.json").unlink(missing_ok=True)
    return deals_in(dumped(now))


def test_a_night_reads_and_writes_what_its_day_brought(written: list[str]) -> None:
    found = played((2026, 1), (2026, 1), (2026, 2))
    first = dumped(END)
    assert [path.name for path in sorted(first.glob("deals-*"))] == ["deals-2026-01.jsonl.gz", "deals-2026-02.jsonl.gz"]
    assert len(written) == 3
    written.clear()
    second = dumped(END + timedelta(days=1))
    assert written == []
    assert (second / "deals-2026-01.jsonl.gz").samefile(first / "deals-2026-01.jsonl.gz")
    new = [deal.public_id for deal in played((2026, 2), (2026, 12))[3:]]
    third = dumped(datetime(2027, 1, 1, tzinfo=UTC))
    assert written == new, "what came to a month is put at its end"
    assert (third / "deals-2026-01.jsonl.gz").samefile(first / "deals-2026-01.jsonl.gz")
    assert [line["id"] for line in deals_in(third)] == [deal.public_id for deal in found] + new
    assert len(deals_in(second)) == 3, "the dump of before stays as it was"
    assert recompute(third)[0] == 0
    assert {file["what"] for file in json.loads((third / "manifest.json").read_text())["files"]} >= {"deals:2026-12"}
    assert deals_in(third) == from_nothing(datetime(2027, 1, 2, tzinfo=UTC))


def test_the_page_lists_a_file_that_stays_as_it_is_once() -> None:
    played((2026, 1), (2026, 2))
    dumped(END)
    played((2026, 2))
    dumped(END + timedelta(days=1))
    text = tight(Client().get("/archive/dumps/").content.decode())
    assert text.count(">deals-2026-01.jsonl.gz<") == 1
    assert text.count(">deals-2026-02.jsonl.gz<") == 2
    assert re.search(r"\d files are the same as in the dump above\.", text), "January, and the lists that are not"


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: Table.objects.filter(pk=deal.table_id).update(label="Table 7"),
        lambda deal: Table.objects.filter(pk=deal.table_id).update(is_held=True),
        lambda deal: Deal.objects.filter(pk=deal.pk).update(luck=1.5, value="v1"),
        lambda deal: deal.delete(),
        lambda deal: Deal.objects.filter(pk=deal.pk).update(finished_at=datetime(2026, 2, 1, tzinfo=UTC)),
        lambda deal: User.objects.filter(pk=deal.table.seats.first().user_id).update(public_id="another00001"),
    ],
)
def test_a_past_month_in_which_something_changed_is_written_anew(change: Any, written: list[str]) -> None:
    first, *_ = played((2026, 1), (2026, 1), (2026, 2))
    before = deals_in(dumped(END))
    change(first)
    after = deals_in(dumped(END + timedelta(days=1)))
    assert after != before
    assert after == from_nothing(END + timedelta(days=2))


def test_a_month_that_was_damaged_on_the_disk_is_written_anew(data: Path) -> None:
    played((2026, 1))
    first = dumped(END)
    before, path = deals_in(first), first / "deals-2026-01.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-1])
    assert deals_in(dumped(END + timedelta(days=1))) == before


@pytest.mark.parametrize("torn", [b"", b"{", b"null", b'{"made_by": 1}', b"\0" * 40])
def test_a_torn_note_of_the_last_dump_stops_none_to_come(torn: bytes, written: list[str]) -> None:
    played((2026, 1))
    first = dumped(END)
    (first / dump_months.STATE).write_bytes(torn)
    assert deals_in(dumped(END + timedelta(days=1))) == deals_in(first)
    assert len(written) == 2


def test_another_version_writes_every_month_anew(written: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    played((2026, 1))
    dumped(END)
    monkeypatch.setattr(dump_months, "version", lambda _: "9.9")
    dumped(END + timedelta(days=1))
    assert len(written) == 2


def test_an_empty_site_has_an_empty_dump(data: Path) -> None:
    assert "No dump yet" in tight(Client().get("/archive/dumps/").content.decode())
    folder = dumped()
    assert {file["lines"] for file in json.loads((folder / "manifest.json").read_text())["files"]} == {0}
    assert recompute(folder)[0] == 0


def test_a_dump_is_whole_or_not_there(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(1, *people(2))
    before = dumped()

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dump_files, "public_players", full)
    with pytest.raises(OSError, match="No space"):
        dumped(END + timedelta(days=1))
    assert [path.name for path in data.iterdir() if path.is_dir()] == [before.name]
    assert recompute(before)[0] == 0


def test_what_a_killed_one_left_is_cleared_away_and_two_are_never_made_at_once(data: Path) -> None:
    (data / ".part").mkdir(parents=True)
    (data / ".part" / "deals-2026-11.jsonl.gz").write_bytes(b"half")
    with services._alone(data), pytest.raises(CommandError, match="another dump is being made"):
        call_command("public_dump")
    call_command("public_dump")
    assert not (data / ".part").exists()
    assert len(dump_files.dumps()) == 1


def test_the_latest_seven_stay() -> None:
    made = [dumped(END + timedelta(days=day)).name for day in range(9)]
    assert [dump.name for dump in dump_files.dumps()] == made[:1:-1]


def test_it_is_made_every_night() -> None:
    evening = datetime(2026, 11, 20, 22, tzinfo=UTC)
    for _again in range(2):
        duework.plan_nights(now=evening)
    DueWork.objects.exclude(kind="pages.dump").delete()
    night = DueWork.objects.get(kind="pages.dump")
    assert night.due_at == datetime(2026, 11, 21, 4, tzinfo=UTC)
    duework.sweep(now=night.due_at - timedelta(seconds=1))
    assert dump_files.dumps() == []
    duework.sweep(now=night.due_at)
    assert [dump.made_at for dump in dump_files.dumps()] == [night.due_at]
    night.refresh_from_db()
    assert night.done_at is not None
    duework.plan_nights(now=night.due_at)
    following = DueWork.objects.get(kind="pages.dump", done_at=None)
    assert following.due_at == datetime(2026, 11, 22, 4, tzinfo=UTC)


def test_it_says_that_it_goes_on_and_ends_when_another_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "RENEW_EVERY", 0.0)
    work = duework.plan(key="x", kind="pages.dump", due_at=timezone.now())
    DueWork.objects.update(lease_until=END)  # another's
    with pytest.raises(duework.LeaseLost):
        services.dump_due(work, END)
    assert dump_files.dumps() == []


def test_anybody_downloads_the_files_that_the_page_lists() -> None:
    record(1, *people(2))
    folder = dumped()
    text = Client().get("/archive/dumps/").content.decode()
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        assert file["sha256"] in text
        for name in (folder.name, "latest"):
            answer = Client().get(f"/archive/dumps/{name}/{file['name']}")
            content = async_to_sync(_read)(answer)
            assert hashlib.sha256(content).hexdigest() == file["sha256"]
            assert int(answer["Content-Length"]) == len(content) == file["bytes"]
    for wrong in ("latest/..%2Fsecret.key", "latest/secret.key", "2020-01-01T040000Z/manifest.json", ".part/x"):
        assert Client().get(f"/archive/dumps/{wrong}").status_code == 404
    assert Client().head("/archive/dumps/latest/manifest.json").status_code == 200


async def _read(answer: Any) -> bytes:
    return b"".join([piece async for piece in answer.streaming_content])

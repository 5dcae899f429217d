"""`up` and `clubnight` from outside: clear words for what is impossible, a clean end, a whole night."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.core.management import CommandError, call_command

from config.environment.ports import free_port
from tests import ready_databases

ROOT = Path(__file__).resolve().parents[3]
BOUND_S = 300  # of a command, or of a site that starts or ends: never a wait


def environment(data: Path, **more: str) -> dict[str, str]:
    """The embedded default on this data folder."""
    plain = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "UNDERCUT_ORIGINS"}}
    return {**plain, "UNDERCUT_DATA": str(data), "PYTHONUNBUFFERED": "1", **more}


def manage(data: Path, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of manage.py to its end."""
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment(data, **more), capture_output=True, text=True, timeout=BOUND_S
    )


@contextmanager
def up(data: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A site on this data folder, ready to be visited."""
    log = data / "up.log"
    with log.open("w") as out:
        command = [sys.executable, "manage.py", "up", *words]
        env = environment(data, PORT=str(free_port()))
        site = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out, text=True)
    try:
        until = monotonic() + BOUND_S
        while "ready at" not in log.read_text():
            assert site.poll() is None and monotonic() < until, log.read_text()  # noqa: PT018
            sleep(0.05)
        yield site
    finally:
        if site.poll() is None:
            site.kill()
        site.wait()


ROSTERS = {
    "one entrant": ("name\nAna\n", r"one entrant; a tournament needs at least two"),
    "a name twice": ("name\nAna\nBo\nAna\n", r"Line 4: .*“Ana” is also in line 2"),
    "an empty line": ("name\nAna\n\nBo\n", r"Line 3: The line is empty"),
    "a bad rating": ("name,rating\nAna,strong\nBo,1\n", r"Line 2: “strong” is not a rating"),
    "no header": ("", r"The header is missing"),
}


@pytest.mark.parametrize("case", ROSTERS)
def test_a_bad_roster_is_refused_with_its_lines(tmp_path: Path, case: str) -> None:
    text, complaint = ROSTERS[case]
    roster = tmp_path / "roster.csv"
    roster.write_text(text)
    with pytest.raises(CommandError, match=complaint):
        call_command("clubnight", str(roster))


def test_ten_megabytes_of_noise_are_refused_by_their_size(tmp_path: Path) -> None:
    roster = tmp_path / "noise.csv"
    roster.write_bytes(os.urandom(10_000_000))
    with pytest.raises(CommandError, match=r"10\.0 MB; a roster has at most 1 MB"):
        call_command("clubnight", str(roster))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(("none.csv",), "cannot be read"), (("three.csv", "--rounds", "4"), "at most 3 rounds"),
     (("three.csv", "--rounds", "0"), "a whole number from 1 to 30"),
     (("three.csv", "--preset", "conquian", "--length", "hollywood"), "length: Conquian is not scored in three"),
     (("three.csv", "--preset", "whist"), "variant: There are no rules called “whist”"),
     (("three.csv", "--format", "ladder"), "choose another --format")],
)  # fmt: skip
def test_a_roster_that_is_not_there_and_rounds_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("three.csv").write_text("name\nAna\nBo\nCem\n")
    with pytest.raises(CommandError, match=complaint):
        call_command("clubnight", *words)


@pytest.mark.long
def test_a_night_that_is_refused_starts_and_writes_nothing(tmp_path: Path) -> None:
    night = manage(tmp_path / "data", "clubnight", str(tmp_path / "none.csv"))
    assert (night.returncode, "cannot be read" in night.stderr) == (1, True)
    assert (tmp_path / "data/undercut.sqlite3").stat().st_size == 0


@pytest.mark.long
def test_ctrl_c_stops_all_of_it_and_a_second_site_is_refused(tmp_path: Path) -> None:
    ready_databases.lay(tmp_path)
    with up(tmp_path, "--no-demo") as site:
        second = manage(tmp_path, "up", PORT=str(free_port()))
        assert second.returncode == 1
        assert "already runs on this data folder" in second.stderr
        children = subprocess.run(["pgrep", "-P", str(site.pid)], capture_output=True, text=True).stdout.split()
        assert children, "the house players are a child"
        site.send_signal(signal.SIGINT)
        assert site.wait(timeout=BOUND_S) == 0
        assert "Undercut: stopped." in (tmp_path / "up.log").read_text()
        for child in children:
            assert not Path(f"/proc/{child}").exists(), "no child is left behind"


@pytest.mark.long
def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        refused = manage(tmp_path, "up", PORT=port)
    assert refused.returncode == 1
    assert f"Port {port} is in use" in refused.stderr


@pytest.mark.long
def test_a_club_night_and_the_same_people_a_week_later(tmp_path: Path) -> None:
    """Eight entrants, a server of its own; the second night finds its players again."""
    roster = tmp_path / "roster.csv"
    roster.write_text("name,rating,email\nAna,,ana@example.org\nBø,1500,\nCem\nДора\n陳美玲\nFay\nGil\nHub\n")
    ready_databases.lay(tmp_path / "data")
    first = manage(tmp_path / "data", "clubnight", str(roster), "--rounds", "1", "--house", "novice")
    assert first.returncode == 0, first.stderr
    assert re.search(r"4 matches finished, 0 unfinished, \d+ deals archived", first.stdout)
    assert first.stdout.count("first rating") == 8
    second = manage(tmp_path / "data", "clubnight", str(roster), "--rounds", "1", "--preset", "gin-pagat")
    assert second.returncode == 0, second.stderr
    assert "first rating" not in second.stdout, "the same eight people, found by e-mail and by name"
    check = manage(tmp_path / "data", "rebuild_ratings", "--check")
    assert check.returncode == 0, check.stdout + check.stderr
    assert manage(tmp_path / "data", "verify_audit").returncode == 0


@pytest.mark.marathon
def test_a_double_elimination_of_house_players_from_the_shell(tmp_path: Path) -> None:
    """Six entrants at live tables until all but one have lost twice."""
    roster = tmp_path / "roster.csv"
    roster.write_text("name,rating\nAna,1900\nBo,1800\nCem,1700\nDora,1600\nEli,1500\nFay,1400\n")
    night = manage(tmp_path / "data", "clubnight", str(roster), "--format", "double_elim", "--house", "novice")
    assert night.returncode == 0, night.stderr
    assert re.search(r"1[01] matches finished, 0 unfinished, \d+ deals archived", night.stdout), night.stdout
    assert manage(tmp_path / "data", "verify_audit").returncode == 0


@pytest.mark.long
def test_a_worker_of_its_own_refuses_a_broker_in_memory(tmp_path: Path) -> None:
    celery = Path(sys.executable).with_name("celery")
    command = [str(celery), "--app=config.celery", "worker", "--pool=solo"]
    worker = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=BOUND_S
    )
    assert worker.returncode != 0
    assert "set REDIS_URL" in worker.stderr

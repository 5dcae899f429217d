"""The distribution's nginx with our nginx.conf, in front of processes of this machine."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOG = "nginx.log"


def program() -> str | None:
    """The program, None where it is not installed (Debian: nginx-light)."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


@contextmanager
def in_front(nginx: str, folder: Path, port: int, ports: dict[str, int]) -> Iterator[None]:
    """Our nginx.conf, listening on this port, before processes of this machine: `ports` by their names in it."""
    with running(nginx, folder, configuration(port, ports), port):
        yield


def configuration(port: int, ports: dict[str, int]) -> str:
    """Our nginx.conf with this machine's addresses, and its error page as it lies in the repository."""
    text = (ROOT / "nginx.conf").read_text()
    addresses = {f"server {name}:8000": f"server 127.0.0.1:{own}" for name, own in ports.items()}
    here = {"listen 8000;": f"listen 127.0.0.1:{port};", "root /etc/nginx/undercut;": f"root {ROOT}/static;"}
    for given, wanted in (addresses | here).items():
        assert given in text
        text = text.replace(given, wanted)
    return text


@contextmanager
def running(nginx: str, folder: Path, text: str, port: int) -> Iterator[None]:
    """nginx with this configuration, which listens on the port; its files lie in the folder."""
    folder.mkdir(exist_ok=True)
    (folder / "nginx.conf").write_text(own_folders(text))
    command = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t", "-q", "-g", f"pid {folder}/nginx.pid;"], check=True)
    with (folder / LOG).open("ab") as log:
        front = subprocess.Popen([*command, "-g", f"daemon off; pid {folder}/nginx.pid;"], stdout=log, stderr=log)
    try:
        wait_until_it_listens(port)
        yield
    finally:
        front.terminate()
        front.wait(60)


def log_of(folder: Path) -> str:
    """What it has said so far."""
    return (folder / LOG).read_text()


def own_folders(text: str) -> str:
    """The configuration as this user may run it: for root, workers that read what root may; for others, with folders of
    its own, as the distribution's are root's."""
    if os.geteuid() == 0:
        return f"user root;\n{text}"
    own = (f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return text.replace("http {", " ".join(("http {", *own)), 1)


def wait_until_it_listens(port: int) -> None:
    """Wait until somebody answers at this port."""
    until = time.monotonic() + 60
    while not _listens(port):
        assert time.monotonic() < until, "nginx does not listen"
        time.sleep(0.05)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False

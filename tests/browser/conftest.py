"""The browser tests' house: the real embedded site as a subprocess, and the system's Chromium."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = Path(os.environ.get("ARTIFACTS", ROOT / "artifacts"))
CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True)
class Site:
    """A running site and its organiser's login."""

    url: str
    data: Path
    username: str
    password: str


def free_port() -> int:
    """A port on which nobody listens."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py up` on an empty data folder and a free port, as `make run` starts it."""
    data, port = tmp_path_factory.mktemp("data"), free_port()
    plain = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}}
    env = {**plain, "UNDERCUT_DATA": str(data), "PORT": str(port), "PYTHONUNBUFFERED": "1", "TZ": "UTC"}
    log = data / "up.log"
    with log.open("w") as out:
        server = subprocess.Popen([sys.executable, "manage.py", "up"], cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        wait_for_site(server, f"http://127.0.0.1:{port}", log)
        text = log.read_text()
        name, password = (re.findall(rf"^ +{word} +(\S+)$", text, re.MULTILINE) for word in ("name", "password"))
        yield Site(f"http://127.0.0.1:{port}", data, name[0], password[0])
    finally:
        server.terminate()
        code = server.wait(timeout=20)
        (ARTIFACTS / "up.log").parent.mkdir(parents=True, exist_ok=True)
        (ARTIFACTS / "up.log").write_text(log.read_text())
    assert code == 0, log.read_text()


def wait_for_site(server: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    """Wait until the site answers, at most a minute."""
    until = monotonic() + 60
    while monotonic() < until:
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{url}/livez", timeout=2):
                return
        except OSError:
            sleep(0.1)
    raise AssertionError(f"the site did not answer within a minute:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; skipped with the reason when there is none, failed when one is required."""
    executable = os.environ.get("UNDERCUT_CHROMIUM") or next(filter(None, map(shutil.which, CANDIDATES)), None)
    if executable is None:
        reason = "no Chromium on the PATH (UNDERCUT_CHROMIUM names one)"
        if os.environ.get("UNDERCUT_BROWSER_REQUIRED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    flags = [*FLAGS, *os.environ.get("UNDERCUT_CHROMIUM_FLAGS", "").split()]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--no-sandbox" not in flags:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=flags)
        yield chromium
        chromium.close()


class Watch:
    """What a page must never do: break the policy, raise an error, or ask another origin."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.complaints: list[str] = []
        self.origin = origin
        context.on("console", lambda m: self._console(m.text) if m.type in {"error", "warning"} else None)
        context.on("weberror", lambda e: self.complaints.append(f"page error: {e.error}"))
        context.on("request", lambda r: self._request(r.url))

    def _console(self, text: str) -> None:
        if "Content Security Policy" in text or "Refused to" in text:
            self.complaints.append(text)

    def _request(self, url: str) -> None:
        same = url.startswith((self.origin, self.origin.replace("http://", "ws://"), "data:", "blob:", "about:"))
        if not same:
            self.complaints.append(f"foreign request: {url}")


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator["Visit"]:
    """Open contexts on the site; at the end every one of them must have behaved."""
    visits = Visit(browser, site)
    yield visits
    visits.close()
    assert not visits.complaints()


class Visit:
    """Makes browser contexts that are watched."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.opened: list[tuple[BrowserContext, Watch]] = []

    def __call__(self, width: int = 1280, height: int = 800, scheme: str = "light") -> Page:
        """A page of its own context, of this size and colour scheme."""
        context = self.browser.new_context(
            base_url=self.site.url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            timezone_id="Europe/Madrid",
        )
        context.set_default_timeout(15_000)
        self.opened.append((context, Watch(context, self.site.url)))
        return context.new_page()

    def complaints(self) -> list[str]:
        """Everything that the pages did wrong."""
        return [line for _, watch in self.opened for line in watch.complaints]

    def close(self) -> None:
        """Close all contexts."""
        for context, _ in self.opened:
            context.close()


@pytest.fixture
def shoot() -> "Shoot":
    """Take screenshots into the artefacts folder, outside git."""
    return Shoot()


class Shoot:
    """Screenshots by name."""

    def __call__(self, page: Page, name: str) -> None:
        """One full-page picture."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTIFACTS / f"{name}.png", full_page=True)

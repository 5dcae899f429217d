"""The setup of the browser tests: the real embedded site as a subprocess, and the system's Chromium."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, expect, sync_playwright

from config.environment.ports import free_port
from tests import ready_databases

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = Path(os.environ.get("ARTIFACTS", ROOT / "artifacts"))
# The shell first: a whole Chromium draws a window for each page that nobody looks at.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CANDIDATES = ("chromium-headless-shell", *WHOLE)
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

FAILED = pytest.StashKey[bool]()
START_MS = 180_000  # in which a browser starts, from a cold disk too
PATIENCE_MS = 30_000  # a bound for two loaded cores, never a wait
expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]"):
    """Remember for the fixtures whether the test itself failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@dataclass(frozen=True)
class Site:
    """A running site and its organiser's login."""

    url: str
    data: Path
    username: str
    password: str


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py up` on an empty database and a free port, as `make run` starts it."""
    with started(tmp_path_factory.mktemp("data"), "127.0.0.1") as running:
        yield running


@contextmanager
def started(data: Path, host: str, port: int = 0, **more: str) -> Iterator[Site]:
    """The embedded site on this data folder for the time of the block, at this address; it must end cleanly. Its login
    is printed at the first start alone."""
    port = port or free_port()
    if not (data / ready_databases.FILE).exists():
        ready_databases.lay(data)
    env = ready_databases.of_a_site(data, PORT=str(port), PYTHONUNBUFFERED="1", TZ="UTC", **more)
    log, url = data / "up.log", f"http://{host}:{port}"
    with log.open("w") as out:
        server = subprocess.Popen([sys.executable, "manage.py", "up"], cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        wait_for_site(server, url, log)
        text = log.read_text()
        name, password = (re.findall(rf"^ +{word} +(\S+)$", text, re.MULTILINE) for word in ("name", "password"))
        yield Site(url, data, "".join(name), "".join(password))
    finally:
        code = ended(server)
        (ARTIFACTS / "up.log").parent.mkdir(parents=True, exist_ok=True)
        (ARTIFACTS / "up.log").write_text(log.read_text())
    assert code == 0, log.read_text()


def ended(server: "subprocess.Popen[bytes]") -> int:
    """Ask the site to end, wait for it at most two minutes, and leave none behind; its exit code."""
    server.terminate()
    try:
        return server.wait(timeout=120)
    except subprocess.TimeoutExpired:
        server.kill()
        raise


def wait_for_site(server: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    """Wait until the site answers, at most three minutes: several may be starting on two loaded cores."""
    until = monotonic() + 180
    while monotonic() < until:
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{url}/livez", timeout=2):
                return
        except OSError:
            sleep(0.1)
    raise AssertionError(f"the site did not answer within three minutes:\n{log.read_text()}")


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Starts the system's Chromium."""
    flags = [*FLAGS, *os.environ.get("UNDERCUT_CHROMIUM_FLAGS", "").split()]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--no-sandbox" not in flags:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        yield partial(playwright.chromium.launch, executable_path=found(CANDIDATES), args=flags, timeout=START_MS)


def found(names: Iterable[str]) -> str:
    """The first of these browsers that is there, if none is named; skipped with the reason when there is none, failed
    when one is required."""
    executable = os.environ.get("UNDERCUT_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if executable is None:
        reason = f"no {' or '.join(names)} on the PATH (UNDERCUT_CHROMIUM names one)"
        if os.environ.get("UNDERCUT_BROWSER_REQUIRED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return executable


@pytest.fixture(scope="session")
def browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    """The browser of all tests."""
    with launch() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def second_browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    """A browser in a process of its own, for whoever sits across the table."""
    with launch() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def complaints(page: Page, axe: str) -> list[str]:
    """What axe says against the page as it stands; given to the page by hand, because the policy stays on."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{page.url} {one['id']}: {json.dumps([node['html'][:160] for node in one['nodes']][:3])}" for one in found]


class Watch:
    """What a page must never do: break the policy, raise an error, or ask another origin."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.complaints: list[str] = []
        self.sent: deque[str] = deque(maxlen=12)
        self.origin = origin
        context.on("console", lambda m: self._console(m.text) if m.type in {"error", "warning"} else None)
        context.on("weberror", lambda e: self.complaints.append(f"page error: {e.error}"))
        context.on("request", lambda r: self._request(r.url))
        context.on("response", self._answered)

    def _console(self, text: str) -> None:
        if "Content Security Policy" in text or "Refused to" in text:
            self.complaints.append(text)

    def _request(self, url: str) -> None:
        same = url.startswith((self.origin, self.origin.replace("http://", "ws://"), "data:", "blob:", "about:"))
        if not same:
            self.complaints.append(f"foreign request: {url}")

    def _answered(self, response: Response) -> None:
        if response.request.method != "GET":
            self.sent.append(f"{response.request.method} {response.url}: {response.status}")


@pytest.fixture
def visit(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator["Visit"]:
    """Open contexts on the site; at the end all must have behaved. A test that fails says what they show."""
    visits = Visit(browser, site)
    yield visits
    if request.node.stash.get(FAILED, False):
        visits.tell(request.node.name)
    visits.close()
    assert not visits.complaints()


class Visit:
    """Makes browser contexts that are watched."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.opened: list[tuple[BrowserContext, Watch]] = []

    def __call__(
        self,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        language: str = "en-US",
        *,
        browser: Browser | None = None,
        has_touch: bool = False,
    ) -> Page:
        """A page of its own context, of this size and colour scheme, that asks for this language; in another browser
        where one is given, for fingers where it has touch."""
        context = (browser or self.browser).new_context(
            base_url=self.site.url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]  # Playwright takes one of three words
            timezone_id="Europe/Madrid",
            locale=language,
            has_touch=has_touch,
        )
        context.set_default_timeout(PATIENCE_MS)
        self.opened.append((context, Watch(context, self.site.url)))
        return context.new_page()

    def complaints(self) -> list[str]:
        """Everything that the pages did wrong."""
        return [line for _, watch in self.opened for line in watch.complaints]

    def tell(self, name: str) -> None:
        """Print what every open page shows and what was sent last, with a picture among the artefacts."""
        for number, (context, watch) in enumerate(self.opened):
            for page in context.pages:
                try:
                    print(f"-- page {number}: {page.url}\n{page.locator('body').inner_text(timeout=2000)[:4000]}")
                    page.screenshot(path=ARTIFACTS / f"failed-{name}-{number}.png", full_page=True)
                except Error as error:
                    print(f"-- page {number}: {error.message}")
            print("-- sent:", *watch.sent, "-- complaints:", *watch.complaints, sep="\n   ")

    def close(self) -> None:
        """Close all contexts."""
        for context, _ in self.opened:
            context.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Callable[[Site], Visit]]:
    """Makes pages for sites that a test starts itself; at the end none may have done wrong: what they asked of other
    origins would be told."""
    made: list[Visit] = []

    def of(site: Site) -> Visit:
        made.append(Visit(browser, site))
        return made[-1]

    yield of
    said = [line for visit in made for line in visit.complaints()]
    for visit in made:
        visit.close()
    assert not said


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

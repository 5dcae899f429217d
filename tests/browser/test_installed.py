"""The site on a phone's home screen: Chromium's own check, the page without a connection, and what it keeps."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WHOLE, complaints, found
from tests.browser.seat import sign_in

pytestmark = pytest.mark.browser
AT_WORK = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== 'activated') await new Promise((done) => active.addEventListener('statechange', done));
}"""


@pytest.fixture
def whole(launch):
    """A whole Chromium: the shell installs nothing."""
    with launch(executable_path=found(WHOLE)) as chromium:
        yield chromium


def test_a_browser_would_install_it(visit, whole):
    page = visit(390, 844, browser=whole)
    page.goto("/")
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert not told["errors"]
    assert json.loads(told["data"])["display"] == "standalone"
    hindered = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in hindered] == ["in-incognito"]  # as every context of a test is


def test_without_a_connection_a_page_says_so_and_opens_again_by_itself(visit, site, shoot, axe):
    page = visit(390, 844, language="es-ES")
    page.goto("/rules/")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0  # a passer-by
    sign_in(page, site)
    page.evaluate(AT_WORK)
    page.evaluate("localStorage.setItem('undercut.slip.one', JSON.stringify({words: '104 : 60', at: Date.now()}))")
    page.context.set_offline(True)
    page.goto("/ratings/")
    expect(page.get_by_role("heading", name="Sin conexión")).to_be_visible()
    expect(page.get_by_text("104 : 60")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor") == "rgb(20, 58, 44)"
    assert not complaints(page, axe)
    shoot(page, "offline-390-light")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Sin conexión")
    assert page.url.endswith("/ratings/")

"""A passkey in a real browser: made on the page, then in place of the password."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_a_device(page: Page) -> None:
    """Give the browser a virtual device that makes passkeys and accepts every finger."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def test_a_passkey_signs_in_without_the_password(site: Site, browser: Browser) -> None:
    here = site.url.replace("127.0.0.1", "localhost")  # browsers give passkeys to no number
    with browser.new_context() as context:
        page = context.new_page()
        with_a_device(page)
        page.goto(f"{here}/accounts/login/")
        page.fill("[name=login]", site.username)
        page.fill("[name=password]", site.password)
        page.click("main button[type=submit]:not([form])")
        page.goto(f"{here}/accounts/2fa/webauthn/add/")
        page.fill("[name=password]", site.password)  # it asks again
        page.click("main button[type=submit]")
        page.check("[name=passwordless]")
        page.click("#mfa_webauthn_add")
        expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
        page.get_by_role("button", name="Sign out").locator("visible=true").click()
        page.goto(f"{here}/accounts/login/")
        page.click("#passkey_login")
        expect(page.locator("header .who")).to_be_visible()
        page.goto(f"{here}/accounts/2fa/")
        page.get_by_role("link", name="Remove").click()
        page.fill("[name=password]", site.password)
        page.click("main button[type=submit]")
        expect(page.get_by_role("heading", name="Remove a passkey")).to_be_visible()
        page.click("main button[type=submit]")
        expect(page.get_by_text("You have no passkeys.")).to_be_visible()

"""Push in a real browser: turned on with one button, shown by the worker while no page of the site is open. There is no
push service here, so the test makes up the browser's subscription and hands it the message itself."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WHOLE, found
from tests.browser.seat import sign_in

pytestmark = pytest.mark.browser
MADE_UP = """PushManager.prototype.subscribe = async function (wishes) {
    const keys = {p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                  auth: "BTBZMqHH6r4Tts7J_aSIgg"};
    if (wishes.applicationServerKey.length !== 65) throw new Error("no key of the site");
    return {toJSON: () => ({endpoint: "https://fcm.googleapis.com/fcm/send/one", keys})};
}"""
SHOWN = """async () => {
    const [at] = await navigator.serviceWorker.getRegistrations();
    return (await at.getNotifications()).map((one) => [one.title, one.body, one.tag, one.data]);
}"""


@pytest.fixture
def whole(launch):
    """A whole Chromium: the shell shows no notices."""
    with launch(executable_path=found(WHOLE)) as chromium:
        yield chromium


def test_a_browser_turns_push_on_and_its_worker_shows_a_notice(visit, whole, site):
    page = visit(390, 844, "light", browser=whole)
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(MADE_UP)
    sign_in(page, site)
    line, workers = page.context.new_cdp_session(page), []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: workers.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    page.goto("/my/notices/settings/")
    page.get_by_role("button", name="Turn push on here").click()
    expect(page.locator("#push").get_by_role("button", name="Remove")).to_be_visible()
    page.goto("/")
    [worker] = {one["registrationId"] for one in workers if one["scopeURL"] == f"{site.url}/"}
    told = {"title": "Round 2 is up", "says": "You play Ben at table 3.", "id": "abc"}
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": worker, "data": json.dumps(told)},
    )
    for _ in range(600):
        if shown := page.evaluate(SHOWN):
            break
        page.wait_for_timeout(50)
    assert shown == [[told["title"], told["says"], "abc", "abc"]]

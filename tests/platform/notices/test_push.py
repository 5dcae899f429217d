"""Push to a browser: a push service is started here; it opens what the site has sealed and checks the signature."""

import base64
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from duework.models import DueWork
from notices.models import Delivery, DeliveryState, PushDevice
from notices.services import browsers, pushing
from tests.platform.notices.conftest import NOON

AUTH = b"sixteen secret b"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """The service of a browser's maker, and the keys of that browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self, name: str = "ann") -> dict[str, str]:
        """What the browser says when it subscribes."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}/push/{name}", "p256dh": plain(point), "auth": plain(AUTH)}

    def opened(self, n: int = -1) -> dict[str, str]:
        """What the browser reads: sealed for its keys alone."""
        return json.loads(http_ece.decrypt(self.taken[n][1], private_key=self.key, auth_secret=AUTH))


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    made = PushService()
    settings.PUSH_SERVICES = [made.origin]
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_browser_subscribes_and_reads_what_the_site_sealed_and_signed(ann, as_ann, tell, send, service):
    answer = as_ann.post("/my/notices/browsers/", service.subscription(), headers={"user-agent": FIREFOX})
    assert answer.status_code == 201
    assert PushDevice.objects.get().name == "Firefox · Linux"
    tell(ann)
    send()
    read = service.opened()
    assert read["title"] == "Round 2 of Tuesday gin is paired"
    assert read["says"] == "You meet Cleo at table 4."
    headers = service.taken[0][0]
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert Vapid02.verify(headers["authorization"])
    claims = headers["authorization"].partition("t=")[2].split(",")[0].split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == service.origin
    assert f"k={pushing.public_key()}" in headers["authorization"], "the key that the page gave to the browser"
    assert set(Delivery.objects.values_list("state", flat=True)) == {DeliveryState.SENT}


def test_a_browser_that_takes_no_more_is_forgotten(ann, as_ann, tell, send, service):
    as_ann.post("/my/notices/browsers/", service.subscription())
    service.status = 410
    tell(ann)
    send()
    assert not PushDevice.objects.exists()


def test_a_service_that_is_overloaded_is_asked_again(ann, as_ann, tell, send, service):
    as_ann.post("/my/notices/browsers/", service.subscription())
    service.status = 503
    tell(ann)
    send()
    service.status = 201
    DueWork.objects.update(lease_until=None)
    send()
    assert len(service.taken) == 2
    assert Delivery.objects.get(channel="push").state == DeliveryState.SENT


def test_each_browser_of_a_person_gets_it_and_one_can_be_removed(ann, as_ann, tell, send, service):
    for name in ("phone", "laptop"):
        as_ann.post("/my/notices/browsers/", service.subscription(name))
    as_ann.post("/my/notices/browsers/remove/", {"browser": PushDevice.objects.first().public_id})
    tell(ann)
    send()
    assert len(service.taken) == 1


@pytest.mark.parametrize(
    ("endpoint", "is_known"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://web.push.apple.com/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com.evil.example/x", False),
        ("http://127.0.0.1:6379/", False),
        ("https://169.254.169.254/latest", False),
    ],
)
def test_the_site_posts_to_push_services_only(as_ann, service, endpoint, is_known):
    assert browsers.is_service(endpoint) is is_known
    answer = as_ann.post("/my/notices/browsers/", service.subscription() | {"endpoint": endpoint})
    assert answer.status_code == (201 if is_known else 422)


def test_bad_keys_are_refused_by_name_and_the_oldest_of_many_goes(ann, as_ann, service):
    answer = as_ann.post("/my/notices/browsers/", service.subscription() | {"p256dh": "no"})
    assert answer.status_code == 422
    assert "p256dh" in answer.json()["errors"]
    for n in range(browsers.MOST + 1):
        facts = {**service.subscription(str(n)), "name": "x", "now": NOON}
        browsers.add(user=ann, **facts)
    assert PushDevice.objects.count() == browsers.MOST

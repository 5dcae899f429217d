"""What nginx lets one address ask for: our nginx.conf, with a small burst so that few requests meet its end."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment.ports import free_port
from tests.games.live.processes.test_shards import configuration, nginx, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.service
BURST = 5


@pytest.fixture
def front(nginx: str, tmp_path: Path) -> Iterator[str]:  # noqa: F811
    """The address of an nginx with nothing behind it: what it lets through is answered 502."""
    port, nobody = free_port(), free_port()
    text = configuration(port, dict.fromkeys(("web-0", "web-1", "live-0", "live-1"), nobody))
    for given, wanted in {"rate=100r/s": "rate=1r/m", "burst=1000 ": f"burst={BURST} "}.items():
        assert given in text
        text = text.replace(given, wanted)
    with running(nginx, tmp_path, text, port):
        yield f"http://127.0.0.1:{port}"


def asked(address: str) -> urllib.error.HTTPError:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address)
    return refused.value


def test_who_asks_too_often_is_told_when_to_come_back_and_files_are_free(front: str) -> None:
    assert {asked(f"{front}/static/css/site.css").code for _ in range(3 * BURST)} == {502}
    answers = [asked(f"{front}/") for _ in range(BURST + 2)]
    assert [answer.code for answer in answers] == [502] * (BURST + 1) + [429]
    assert answers[-1].headers["Retry-After"] == "10"
    assert b"Try again in ten seconds." in answers[-1].read()

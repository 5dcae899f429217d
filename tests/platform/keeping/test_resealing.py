"""A site gets new keys while it runs: what older ones have sealed can be read, is sealed anew, and they can go."""

import base64
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.signing import BadSignature, TimestampSigner
from django.utils import timezone

from config.environment import variables
from games.live.store import loading, snapshots
from games.models import DealSecret, Table
from keeping.services import resealing
from notices.services import pushing
from tests.games.live import live_tables
from tests.games.live.store.test_committing import play_on
from webhooks import sealing as webhooks
from webhooks.models import Endpoint

NEW = base64.urlsafe_b64encode(b"the key that comes after it, 32b").decode()
THIRD = base64.urlsafe_b64encode(b"a third key, which sealed nothin").decode()

pytestmark = pytest.mark.django_db(transaction=True)


class Sealed:
    """A site with something of each kind that is sealed."""

    def __init__(self) -> None:
        self.tables = [live_tables.open_table(), live_tables.open_table()]
        play_on(self.tables[0], 40)
        play_on(self.tables[1], 3)
        self.secret = webhooks.new_secret()
        self.endpoint = Endpoint.objects.create(
            url="https://example.org/", secret=webhooks.seal(self.secret), created_at=timezone.now()
        )
        user = live_tables.person()
        TOTP.activate(user, "JBSWY3DPEHPK3PXP")
        self.codes = RecoveryCodes.activate(user).generate_codes()

    def reads(self) -> None:
        """Everything is read."""
        for table in Table.objects.all():
            fixed = loading.terms.terms(table)
            assert loading.read(table, fixed).version == table.version
            assert [one.sitting.version for one in loading.history(fixed, until=table.version)][-1] == table.version
        self.endpoint.refresh_from_db()
        at = timezone.now()
        ours = webhooks.signed([self.endpoint.secret], message="m", at=at, body="{}")
        assert ours == webhooks.signed([webhooks.seal(self.secret)], message="m", at=at, body="{}")
        kept = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
        assert RecoveryCodes(kept).generate_codes() == self.codes
        assert TOTP(Authenticator.objects.get(type=Authenticator.Type.TOTP)).validate_code("") is False


def test_a_new_seal_key_is_taken_and_the_old_one_goes(settings: Any) -> None:
    site, old = Sealed(), settings.SEAL_KEY
    settings.SEAL_KEY, settings.SEAL_KEY_FALLBACKS = NEW, [old]
    site.reads()
    with pytest.raises(CommandError, match="run `manage"):
        call_command("reseal", "--check", stdout=StringIO())
    play_on(live_tables.open_table(), 20)
    call_command("reseal", stdout=StringIO())
    call_command("reseal", "--check", stdout=StringIO())
    settings.SEAL_KEY_FALLBACKS = []
    site.reads()
    call_command("verify_archive", stdout=StringIO())
    found = resealing.reseal(only_look=True)
    assert {kind for kind, one in found.items() if one.current} >= {
        "dealsecret", "snapshot", "webhook", "second factor"
    }  # fmt: skip


def test_resealing_twice_changes_nothing_more(settings: Any) -> None:
    Sealed()
    settings.SEAL_KEY, settings.SEAL_KEY_FALLBACKS = NEW, [settings.SEAL_KEY]
    resealing.reseal()
    before = list(DealSecret.objects.order_by("pk").values_list("sealed", flat=True))
    assert not any(one.older for one in resealing.reseal().values())
    assert list(DealSecret.objects.order_by("pk").values_list("sealed", flat=True)) == before


def test_what_no_key_opens_is_named_and_left(settings: Any) -> None:
    site, old = Sealed(), settings.SEAL_KEY
    settings.SEAL_KEY = NEW
    with pytest.raises(CommandError, match="UNDERCUT_SEAL_KEY_FALLBACKS"):
        call_command("reseal", stdout=StringIO())
    settings.SEAL_KEY, settings.SEAL_KEY_FALLBACKS = old, [THIRD]
    site.reads()


def test_a_shuffle_under_way_is_dealt_out_under_the_new_key(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its secret is sealed within the snapshot, too."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    table = live_tables.open_table(shuffle="players")
    play_on(table, 1)
    table.refresh_from_db()
    assert table.snapshot
    settings.SEAL_KEY, settings.SEAL_KEY_FALLBACKS = NEW, [settings.SEAL_KEY]
    resealing.reseal()
    settings.SEAL_KEY_FALLBACKS = []
    now = loading.load(table.public_id, None).sitting
    assert now.attempts
    assert loading.dealing.opened(now.attempts[0])


def test_a_new_secret_key_keeps_sessions_and_with_its_own_key_push(settings: Any) -> None:
    signed, public = TimestampSigner().sign("who"), pushing.public_key()
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS, settings.PUSH_KEY = "another secret key of the site", [old], old
    pushing._key.cache_clear()
    try:
        assert TimestampSigner().unsign(signed) == "who"
        assert pushing.public_key() == public
        settings.SECRET_KEY_FALLBACKS, settings.PUSH_KEY = [], settings.SECRET_KEY
        pushing._key.cache_clear()
        with pytest.raises(BadSignature):
            TimestampSigner().unsign(signed)
        assert pushing.public_key() != public
    finally:
        pushing._key.cache_clear()


@pytest.mark.parametrize(
    ("name", "require"),
    [
        ("UNDERCUT_SECRET_KEY_FALLBACKS", variables.require_secret),
        ("UNDERCUT_SEAL_KEY_FALLBACKS", variables.require_seal),
    ],
)
def test_older_keys_are_checked_like_the_present_one(monkeypatch: pytest.MonkeyPatch, name: str, require: Any) -> None:
    assert variables.older(name, require) == []
    monkeypatch.setenv(name, f"{NEW}, {NEW},")
    assert variables.older(name, require) == [NEW, NEW]
    monkeypatch.setenv(name, f"{NEW},short")
    with pytest.raises(ImproperlyConfigured, match=name):
        variables.older(name, require)

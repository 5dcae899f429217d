"""Store a reader's choices: channels, quiet hours, language and zone, and an address that is proved again."""

from collections.abc import Mapping
from datetime import datetime, time

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import mail
from accounts import services as accounts
from accounts.models import User
from notices.kinds import CHANNELS, MAIL, kind, kinds
from notices.models import Reader
from notices.selectors import choices
from notices.services import stopping
from quotas import services as quotas
from quotas.acts import PROVE_ADDRESS


@transaction.atomic
def choose(
    *,
    user: User,
    wanted: Mapping[str, Mapping[str, bool]],
    language: str = "",
    zone: str = "",
    quiet_from: time | None = None,
    quiet_until: time | None = None,
) -> Reader:
    """Store all choices of a person: for each kind the channels that are `wanted`. Locks their row."""
    reader = _locked(user)
    reader.choices = {
        one.key: {channel: bool(wanted[one.key].get(channel)) for channel in CHANNELS}
        for one in kinds()
        if one.key in wanted
    }
    reader.language, reader.quiet_from, reader.quiet_until = language, quiet_from, quiet_until
    reader.save()
    User.objects.filter(pk=user.pk).update(timezone=zone)
    user.timezone = zone
    return reader


@transaction.atomic
def choose_language(*, user: User, language: str) -> None:
    """Write to this person in the language in which they joined, or which they have chosen for the pages since. A
    language that the site does not have is ignored. Locks their row."""
    if language not in dict(settings.LANGUAGES):
        return
    reader = _locked(user)
    reader.language = language
    reader.save(update_fields=["language"])


@transaction.atomic
def stop_mail(*, user: User, keys: list[str]) -> Reader:
    """Send this person no more mail of these kinds; unknown ones are ignored. Locks their row."""
    return _set_mail(user, {key: False for key in keys if kind(key)})


@transaction.atomic
def choose_mail(*, user: User, wanted: set[str]) -> Reader:
    """Send this person mail of these kinds only. Locks their row."""
    return _set_mail(user, {one.key: one.key in wanted for one in kinds()})


def _set_mail(user: User, wanted: Mapping[str, bool]) -> Reader:
    reader = _locked(user)
    for key, is_wanted in wanted.items():
        reader.choices.setdefault(key, {})[MAIL] = is_wanted
    reader.save(update_fields=["choices"])
    return reader


def ask_for_proof(*, user: User, now: datetime) -> None:
    """Send the link that proves a bouncing address again. Raises accounts.mail.MailFailed, LimitReached."""
    quotas.take(PROVE_ADDRESS, now=now, account=user.pk)
    link = f"{settings.SITE_ORIGINS[0]}{stopping.proof(user)}"
    with translation.override(choices.language_of(choices.reader_of(user))):
        text = _("Open this link to have mail from Undercut again at this address:")
        mail.send(to=user.email, subject=_("Your address"), text=f"{text}\n\n{link}\n")


@transaction.atomic
def prove(*, user: User, email: str) -> None:
    """Note that the person has read mail at this address: it no longer bounces. A person without a login has confirmed
    it by that, unless it belongs to an account."""
    Reader.objects.filter(user=user, bounced__iexact=email).update(bounced="", bounced_words="", bounced_at=None)
    accounts.confirm_address(of=user)


def _locked(user: User) -> Reader:
    Reader.objects.get_or_create(user=user)
    return Reader.objects.select_for_update().get(user=user)

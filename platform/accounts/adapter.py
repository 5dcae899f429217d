"""The adapter for allauth: an address counts only once it is confirmed, and a page says so if the mail server is
down."""

from hashlib import sha256
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import allauth.account.internal  # noqa: F401  (before `stages`, which it imports in a circle)
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import context, ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import guests, mail, names, services
from accounts.models import User
from accounts.proving import known_browsers
from quotas import services as quotas
from quotas.acts import MAIL_ON_REQUEST

PROVE = "accounts.adapter.ProveAddress"
ENDED_FOR = 300  # seconds: as long as ACCOUNT_RATE_LIMITS keeps wrong tries
SIGNED_IN = "account/messages/logged_in.txt"
MAILS = "account/email/"
ON_REQUEST = frozenset({
    "account_already_exists", "email_confirmation", "email_confirmation_signup", "password_reset_key",
    "unknown_account",
})  # fmt: skip
REPLACED = "allauth.account.stages.EmailVerificationStage"


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """allauth's account adapter with the rules of this site."""

    def get_login_stages(self) -> list[str]:
        """allauth's stages, in which ours replaces the one that confirms the address."""
        return [PROVE if stage == REPLACED else stage for stage in super().get_login_stages()]

    def new_user(self, request: HttpRequest) -> User:
        """Make an account of this browser's guest, who keeps the games they have played; without a guest, a new
        user."""
        guest = guests.guest_of(request)
        if guest is None:
            return User()
        request.session.pop(guests.KEY)
        guest.is_guest, guest.username = False, ""
        return guest

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Check that a login is free, and resembles neither a reserved name nor another person's login."""
        username = super().clean_username(username, shallow=shallow)
        try:
            if names.is_reserved(names.clean_name(username)):
                raise self.validation_error("username_blacklisted")
        except names.BadName as bad:
            raise ValidationError(str(bad)) from bad
        look = names.in_latin(username)
        if look != username and User.objects.filter(username__iexact=look).exists():
            raise self.validation_error("username_taken")
        return username

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the login attempt; a refusal for too many becomes an audit entry, one for each account and address."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            key = self._get_login_attempts_cache_key(request, **credentials)
            said = f"tries-ended/{sha256(key.encode()).hexdigest()}"
            if cache.add(said, True, ENDED_FOR):
                login = credentials.get("username") or credentials.get("email", "")
                services.note_tries_ended(login=login, now=timezone.now())
            raise

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key under which wrong logins are counted: by account and address. In a browser that the account has used
        before they are counted by themselves, so that strangers, or others in a hall with the same address, lock no
        owner out."""
        login = credentials.get("username") or credentials.get("email", "")
        place = known_browsers.name_of(request, login) or self.get_client_ip(request)
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}|{place}"

    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponse:
        """Sign somebody in, and remember this browser for the account."""
        answer: HttpResponse = super().post_login(request, user, **facts)
        known_browsers.remember(request, answer, user)
        return answer

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Tell somebody that they are signed in, or have joined, in the words of the pages; other messages are
        allauth's."""
        if message_template == SIGNED_IN:
            joined = request.resolver_match is not None and request.resolver_match.url_name == "account_signup"
            said = _("Welcome, %(name)s: you have joined.") if joined else _("You are signed in as %(name)s.")
            message = said % {"name": request.user}
        super().add_message(request, level, message_template, message_context, extra_tags, message)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> Any:
        """Confirm an address for this person, and take it from everybody who has not confirmed it."""
        with transaction.atomic():
            services.release_address(email=email_address.email, to=email_address.user)
            return super().confirm_email(request, email_address)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, with links to the first address of the site whatever the request's host is. If it fails, answer
        with a page that says that nothing is lost. Raises LimitReached for mails that visitors ask for, for every
        address alike, so that it does not reveal whose it is."""
        if template_prefix.removeprefix(MAILS) in ON_REQUEST:
            quotas.take(MAIL_ON_REQUEST, now=timezone.now(), address=email)
        links = {name: _on_site(value) for name, value in context.items() if name.endswith("_url")}
        try:
            with mail.sending():
                super().send_mail(template_prefix, email, context | links | {"current_site": Site()})
        except mail.MailFailed as failed:
            raise ImmediateHttpResponse(_could_not_send(email)) from failed

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send a notice of a completed act; a mail server that is down does not undo the act."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except ImmediateHttpResponse:
            return

    def send_account_already_exists_mail(self, email: str) -> None:
        """Send the notice in the same time as creating an account takes, so that the time does not reveal who has
        one."""
        make_password(email)
        super().send_account_already_exists_mail(email)


class ProveAddress(EmailVerificationStage):  # type: ignore[misc]  # allauth has no types
    """A login stage: a person who joined with an address confirms it before the first sign-in; until then it is not
    theirs (`accounts.services.give_address`). People who have signed in before are let in, and so are accounts without
    an address, or with one that the site's operator gave them."""

    def handle(self) -> Any:
        user = self.login.user
        is_new = user is None or (
            user.last_login is None and not user.email and EmailAddress.objects.filter(user=user).exists()
        )
        return super().handle() if is_new else (None, True)


class Site:
    """The site under the name that mails use."""

    name = "Undercut"

    @property
    def domain(self) -> str:
        """The site's host, with the port if it is not the usual one."""
        return urlsplit(settings.SITE_ORIGINS[0]).netloc


def _on_site(link: str) -> str:
    """The same link at the first address of the site."""
    parts = urlsplit(link)
    return f"{settings.SITE_ORIGINS[0]}{urlunsplit(('', '', *parts[2:]))}"


def _could_not_send(email: str) -> HttpResponse:
    request = context.request
    ratelimit.clear(request, action="confirm_email", key=email.lower())  # the next try need not wait
    return render(request, "account/mail_failed.html", status=HTTPStatus.SERVICE_UNAVAILABLE)

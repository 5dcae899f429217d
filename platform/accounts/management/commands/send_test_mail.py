"""`manage.py send_test_mail ADDRESS`: test whether this site's mail arrives."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import EmailValidator

from accounts import mail


class Command(BaseCommand):
    help = "Send one mail with the settings of this site, and say how it went."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address."""
        parser.add_argument("address", help="where the mail goes to")

    def handle(self, *args: Any, **options: Any) -> None:
        """Send the mail, or fail with the mail server's answer."""
        to = options["address"]
        if not mail.is_configured():
            raise CommandError("This site sends no mail: set UNDERCUT_EMAIL_HOST and UNDERCUT_EMAIL_FROM.")
        EmailValidator(message=f"“{to}” is no mail address.")(to)
        text = "This mail was sent by manage.py send_test_mail. The mail settings of this Undercut site work."
        try:
            mail.send(to=to, subject="A test mail", text=text)
        except mail.MailFailed as failed:
            raise CommandError(f"The mail was not sent. {failed}") from failed
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}" if settings.EMAIL_HOST else settings.EMAIL_BACKEND
        self.stdout.write(f"{where} has taken the mail to {to}, from {settings.DEFAULT_FROM_EMAIL}.")

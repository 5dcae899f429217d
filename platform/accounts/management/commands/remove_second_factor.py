"""`manage.py remove_second_factor LOGIN`: let a user in again who has lost both the phone and the recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from accounts.second_factor import services


class Command(BaseCommand):
    help = "Take the second step at sign-in away from an account: its password alone signs in."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the login of the user."""
        parser.add_argument("login", help="the name with which the person signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the second step, or print why not."""
        login = options["login"]
        user = User.objects.filter(username=login).first()
        if user is None:
            raise CommandError(f"Nobody signs in as “{login}”.")
        try:
            services.remove(user=user, by=None, now=timezone.now())
        except services.NoSecondFactor as none:
            raise CommandError(f"“{login}” has no second step at sign-in.") from none
        self.stdout.write(f"“{login}” signs in with the password alone.")

"""`manage.py forget_person ID`: delete the account of a person who came from a roster and cannot sign in to do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from accounts.own_data import services
from accounts.own_data.parts import Blocked


class Command(BaseCommand):
    help = "Delete an account as its owner would: results stay under a name that says nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the id of the person."""
        parser.add_argument("id", help="the id at the end of the address of the person's page (/players/ID/)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the account, or print what prevents it."""
        user = User.objects.filter(public_id=options["id"]).first()
        if user is None:
            raise CommandError(f"Nobody here has the id “{options['id'][:20]}”.")
        try:
            alias = services.forget(user=user, by=None, now=timezone.now())
        except services.NotAPerson as nobody:
            raise CommandError(f"{nobody} is a guest, a player of the house, or has left already.") from nobody
        except Blocked as blocked:
            raise CommandError(f"{user} cannot be forgotten yet. {blocked}") from blocked
        self.stdout.write(f"Forgotten. The results stay under the name “{alias}”.")

"""`manage.py rate_pool POOL [--verify LIST | --publish LABEL]`: bring a pool up to date, publish or check a list."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.selectors import leaders, pools
from ratings.services import lists
from ratings.services.runs import folding


class Command(BaseCommand):
    help = (
        "Rate the waiting matches of a pool; --publish freezes its list as of now, --verify recomputes a published one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the key of the pool."""
        parser.add_argument("pool", metavar="POOL")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--verify", metavar="LIST", help="the id of a list: recompute it from its own matches")
        what.add_argument("--publish", metavar="LABEL", help="publish the list as of now under this name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line; fail for an unknown pool or list, and for a list that differs from its file."""
        known = pools.pool_keys()
        if options["pool"] not in known:
            raise CommandError(f"no pool {options['pool']}; there are: {', '.join(known) or 'none yet'}")
        if options["verify"]:
            self._verify(options["pool"], options["verify"])
        else:
            folded = folding.rate_pending(pool=options["pool"])
            self.stdout.write(f"{options['pool']}: {folded} matches folded")
        if options["publish"]:
            self._publish(options["pool"], options["publish"])

    def _publish(self, pool: str, label: str) -> None:
        now = timezone.now()
        made = lists.publish_list(pool=pool, occasion=f"now:{now:%Y%m%dT%H%M%S}", label=label, as_of=now, now=now)
        if made is None:
            raise CommandError(f"nothing is rated in {pool} yet")
        self.stdout.write(
            f"list {made.public_id}: {made.players} players, {made.matches} matches, digest {made.digest}"
        )

    def _verify(self, pool: str, public_id: str) -> None:
        made = leaders.published_list(public_id)
        if made is None or made.pool.key != pool:
            raise CommandError(f"{pool} has no list {public_id}")
        if wrong := lists.verify_list(public_id=public_id):
            raise CommandError(f"list {public_id}: {'; '.join(wrong)}")
        self.stdout.write(
            f"list {public_id}: {made.players} players recomputed from {made.matches} matches, digest {made.digest}"
        )

"""The configuration of the watching app."""

from importlib.metadata import version

from django.apps import AppConfig
from django.conf import settings


class WatchingConfig(AppConfig):
    name = "watching"

    def ready(self) -> None:
        """Listen to tasks and queries, and to errors if they go to a tracker."""
        from watching import queries, worker

        worker.listen()
        queries.listen()
        if settings.SENTRY_DSN:
            from watching import errors

            errors.start(settings.SENTRY_DSN, release=f"undercut@{version('undercut')}")

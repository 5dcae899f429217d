"""The configuration of the watching app."""

from django.apps import AppConfig


class WatchingConfig(AppConfig):
    name = "watching"

    def ready(self) -> None:
        """Listen to the worker's tasks."""
        from watching import worker

        worker.listen()

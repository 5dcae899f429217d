"""The top layer: settings, addresses, the server and the worker. Only it imports all apps."""

import gc

gc.set_threshold(50_000, 10, 10)  # what is imported stays: looking for garbage in it takes a seventh of a start

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]

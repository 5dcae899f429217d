"""The top layer: settings, addresses, the server and the worker. Only it imports all apps."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

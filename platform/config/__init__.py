"""The roof: settings, addresses, the server and the worker. It alone knows everybody."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

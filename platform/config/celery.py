"""The Celery app: tasks of every app, one beat entry, and truth in `DueWork` rows."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("undercut")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

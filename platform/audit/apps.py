"""The configuration of the app audit."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "audit"

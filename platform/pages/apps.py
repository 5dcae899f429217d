"""Wiring of pages."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        """Name the work of the night: the head of the audit log, and the dump when the ratings have had theirs."""
        from duework import services as duework
        from pages import services

        duework.every_night("pages.audit_head", services.audit_head_due, hour=2)
        duework.every_night("pages.dump", services.dump_due, hour=4)

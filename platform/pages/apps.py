"""The configuration of the app pages."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        """Register the nightly work: the head of the audit log, and the dump after the ratings' work."""
        from duework import services as duework
        from pages import services

        duework.every_night("pages.audit_head", services.audit_head_due, hour=2)
        duework.every_night("pages.dump", services.dump_due, hour=4)

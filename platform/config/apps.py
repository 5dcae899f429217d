"""The configuration of the app config."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Have the figures of the site looked up when they are read, and the demo begun again every day."""
        from config.commands import demo
        from config.health import counted
        from duework import services as duework
        from watching import scraping

        duework.every_hour(demo.AGAIN, demo.again)
        scraping.add(counted.OfProcess())
        scraping.add(counted.OfSite())

"""The configuration of the app config."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Have the figures of the site looked up when they are read."""
        from config.health import counted
        from watching import scraping

        scraping.add(counted.OfProcess())
        scraping.add(counted.OfSite())

"""The log on standard error, as Django's LOGGING: a plain line for people, or a JSON object for programs."""

from typing import Any

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FORMS = ("plain", "json")


def logging(*, level: str, form: str) -> dict[str, Any]:
    """The value of LOGGING for one of LEVELS and one of FORMS."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
            "json": {"()": "watching.lines.JsonLine"},
        },
        "filters": {"refusals": {"()": "config.logs.Refusals"}, "where": {"()": "watching.lines.Where"}},
        "handlers": {
            "console": {"class": "config.logs.Console", "formatter": form, "filters": ["refusals", "where"]},
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django.request": {"filters": ["refusals"]},
            "django_guid": {"level": "ERROR"},  # it says at INFO that it does its work, twice a request
            # In place of its own handler. Below WARNING it writes the address of a socket with the token of a house
            # player.
            "uvicorn": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        },
    }

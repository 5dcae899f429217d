"""What the log has as an error goes to an error tracker too, where the site names one: stripped of what is personal."""

import logging
import re
from typing import Any, cast

import sentry_sdk
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint

from watching import lines

MAIL = re.compile(r"[^\s<>()\"'=,;]+@[^\s<>()\"'=,;]+")
ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}\b")
DETAIL = re.compile(r"DETAIL:.*", re.DOTALL)  # PostgreSQL says there which values it did not take
KEPT = (
    "event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "exception", "logentry",
)  # fmt: skip
KEPT_OF_FRAME = ("filename", "function", "module", "lineno", "in_app", "abs_path")


def start(dsn: str, *, release: str, **more: Any) -> None:
    """Begin to send errors to the tracker. Its SDK sees the log and nothing else: no page, query or variable."""
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        before_send=without_people,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            AtexitIntegration(callback=lambda _pending, _timeout: None),
            DedupeIntegration(),
            ExcepthookIntegration(),
        ],
        include_local_variables=False,  # cards of deals in play, secrets of decks
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        server_name="undercut",
        **more,
    )


def without_people(event: Event, hint: Hint) -> Event | None:
    """An event with the error, where it came from and for which request, route and account's number; without anything
    else that a library may add."""
    told = cast(dict[str, Any], event)
    bare: dict[str, Any] = {name: told[name] for name in KEPT if name in told}
    for error in bare.get("exception", {}).get("values", []):
        error["value"] = _cleaned(error.get("value") or "")
        for frame in (error.get("stacktrace") or {}).get("frames", []):
            for name in set(frame) - set(KEPT_OF_FRAME):
                del frame[name]
    if "logentry" in bare:
        bare["logentry"] = {"message": _cleaned(str(bare["logentry"].get("message", "")))}
    record = hint.get("log_record")
    if isinstance(record, logging.LogRecord):
        lines.Where().filter(record)
        bare["tags"] = {"route": record.__dict__["route"], "request_id": record.__dict__["request_id"]}
        if (person := record.__dict__["person"]) is not None:
            bare["user"] = {"id": str(person)}
    return cast(Event, bare)


def _cleaned(text: str) -> str:
    """A text without mail addresses, network addresses, and the values that a database names."""
    return ADDRESS.sub("[address]", MAIL.sub("[mail]", DETAIL.sub("DETAIL: …", text)))

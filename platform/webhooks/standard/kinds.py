"""The kinds of events that are told, by name; docs/webhooks.md describes the payload of each."""

TEST = "webhook.test"
KINDS = (
    "tournament.created",
    "tournament.started",
    "tournament.finished",
    "tournament.reopened",
    "tournament.cancelled",
    "round.published",
    "round.closed",
    "result.entered",
    "result.corrected",
    "entry.added",
    "entry.withdrawn",
    "rating_list.published",
)

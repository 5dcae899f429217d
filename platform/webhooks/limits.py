"""How often somebody may make this site connect to another one."""

from doors.limits import Limit


class WebhookTests(Limit):
    """Tests of addresses, and new addresses."""

    scope, rate = "webhooks", "60/hour"

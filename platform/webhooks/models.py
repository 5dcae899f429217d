"""Webhooks: endpoints, messages, and the delivery of each message to each endpoint."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from clubs.models import Club


def new_message_id() -> str:
    """The id of a message, the same at each try: receivers recognise by it what they have already had."""
    return f"msg_{secrets.token_urlsafe(18)}"


class OffReason(models.TextChoices):
    """Why an endpoint is off."""

    NONE = "", _("it is on")
    BY_HAND = "by_hand", _("turned off by an organiser")
    FAILING = "failing", _("it took nothing for three days")
    GONE = "gone", _("it answered 410: it is gone for good")


class Endpoint(models.Model):
    """An address that is told of events of a club, or (`club` is None) of the whole site. `secret` signs what is sent
    and is sealed; after a rotation `old_secret` also signs until `old_until`. `failing_since` is when the present
    failures began. `busy_until`: a process is sending to it."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list)
    secret = models.TextField()
    old_secret = models.TextField(blank=True, default="")
    old_until = models.DateTimeField(null=True)
    off_reason = models.CharField(max_length=10, choices=OffReason.choices, blank=True, default=OffReason.NONE)
    off_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.url

    @property
    def is_on(self) -> bool:
        """Is the endpoint told of events?"""
        return not self.off_reason


class Message(models.Model):
    """A message: `body` is sent unchanged at each try and to each endpoint. `club` is None if it concerns the whole
    site."""

    public_id = models.CharField(max_length=40, unique=True, default=new_message_id, editable=False)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    body = models.TextField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


class DeliveryState(models.TextChoices):
    """The state of a message at an endpoint."""

    WAITING = "waiting", _("to be sent")
    DELIVERED = "delivered", _("taken")
    FAILED = "failed", _("given up")
    LEFT_OUT = "left_out", _("left out: too many were waiting")
    LET_BE = "let_be", _("given up, and let be by the staff")


class Delivery(models.Model):
    """A message to an endpoint. `tries` counts all tries, `tries_before` those before it was sent again by hand."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    tries_before = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["message", "endpoint"], name="one_delivery_per_endpoint")]
        indexes = [models.Index(fields=["endpoint", "due_at"], condition=Q(state="waiting"), name="webhooks_waiting")]

    def __str__(self) -> str:
        return f"{self.message} to {self.endpoint}"


class Attempt(models.Model):
    """One try: the `status` of the answer (none: no answer), the beginning of the `answer`, what went wrong (`fault`,
    in English), and how long it took."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True, default="")
    fault = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}: {self.status or self.fault}"

    @property
    def is_taken(self) -> bool:
        """Did the endpoint accept the message?"""
        return self.status is not None and 200 <= self.status < 300

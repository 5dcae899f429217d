"""Notices, their delivery, and the readers' choices."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id


class Reader(models.Model):
    """A person's choices about notices. `choices` holds, by kind, the differences from its default channels:
    {"pairing": {"mail": false}}. Between `quiet_from` and `quiet_until`, in the person's time zone, mail and push wait.
    `bounced` is the address that a mail server refused for good, with its words and the time; no more mail goes
    there."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reader")
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    choices = models.JSONField(default=dict)
    quiet_from = models.TimeField(_("from"), null=True, blank=True)
    quiet_until = models.TimeField(_("until"), null=True, blank=True)
    bounced = models.EmailField(blank=True, default="")
    bounced_words = models.CharField(max_length=300, blank=True, default="")
    bounced_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"notices of {self.user}"


class Notice(models.Model):
    """One thing told to one person: the `text` that says it (`notices.kinds`) with its `parts` as data, so that it can
    be written in the reader's language; `link` is the path it leads to. `key` makes sure that the same person is told
    only once. With `is_shown` off the person does not want it in the inbox."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="told")
    key = models.CharField(max_length=150)
    batch = models.CharField(max_length=24, db_index=True)
    kind = models.CharField(max_length=30)
    text = models.CharField(max_length=40)
    parts = models.JSONField(default=dict)
    link = models.CharField(max_length=300)
    at = models.DateTimeField()
    is_shown = models.BooleanField(default=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notices_told_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="notices_inbox"),
            models.Index(fields=["user"], condition=Q(read_at=None, is_shown=True), name="notices_unread"),
            models.Index(fields=["at"], name="notices_by_age"),
            models.Index(fields=["key"], name="notices_by_key"),
        ]

    def __str__(self) -> str:
        return f"{self.text} to {self.user_id}"


class PushDevice(models.Model):
    """A browser that accepts push: where notices go, and the keys they are sealed with (RFC 8291)."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    name = models.CharField(max_length=80)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class DeliveryState(models.TextChoices):
    """The life of a delivery. It waits, is taken by compare-and-set, and is sent; or it is refused for good, is no
    longer needed, or the process ended between taking and the answer, so that nobody knows (docs/design/notices.md)."""

    WAITING = "waiting", _("waits")
    TAKEN = "taken", _("being sent")
    SENT = "sent", _("sent")
    REFUSED = "refused", _("refused")
    DROPPED = "dropped", _("not needed")
    UNKNOWN = "unknown", _("not known")


class Delivery(models.Model):
    """A notice to be sent by one channel: by mail, or by push to one device. It is sent at most once."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5)
    device = models.ForeignKey(PushDevice, null=True, on_delete=models.CASCADE, related_name="deliveries")
    batch = models.CharField(max_length=24, db_index=True)
    state = models.CharField(max_length=8, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    due_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    said = models.CharField(max_length=300, blank=True, default="")  # by whoever refused it

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], condition=Q(device=None), name="notices_one_mail"),
            models.UniqueConstraint(fields=["notice", "device"], name="notices_one_push_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of {self.notice_id}: {self.state}"


class KeptMail(models.Model):
    """A mail of a site without a mail server: stored for its staff to read instead of sent."""

    to = models.CharField(max_length=320)
    sender = models.CharField(max_length=320)
    subject = models.CharField(max_length=300)
    text = models.TextField()
    headers = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"

"""Pools, finished matches, runs over them, and what each run made of each player."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id

PLAYER = settings.AUTH_USER_MODEL


class Pool(models.Model):
    """One list: the variants that count for it, the system that rates them, and the run that stands now."""

    key = models.SlugField(unique=True, max_length=40)
    name = models.CharField(_("name"), max_length=80)
    variants = models.JSONField(default=list, help_text=_("The keys of the variants that count here."))
    system = models.CharField(max_length=40, default="elo")  # found by key in ratings.systems
    params = models.JSONField(default=dict, blank=True)
    dirty_from = models.DateTimeField(null=True, blank=True)  # replay what finished at or after this
    run = models.ForeignKey("RatingRun", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class RunState(models.TextChoices):
    """Being folded beside the one that stands; standing; replaced by a later one."""

    SHADOW = "shadow", _("shadow")
    LIVE = "live", _("live")
    REPLACED = "replaced", _("replaced")


class RatingRun(models.Model):
    """A fold over a pool's matches in the order (finished_at, order_id). Same inputs, same run."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="runs")
    system = models.CharField(max_length=40)
    params = models.JSONField(default=dict)  # all of them, the defaults too
    code_version = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.SHADOW)
    matches = models.PositiveIntegerField(default=0)  # rated ones: the last `seq`
    last_at = models.DateTimeField(null=True)  # of the last rated match
    last_order_id = models.BigIntegerField(null=True)
    input_digest = models.CharField(max_length=64)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.pool.key} run {self.pk} ({self.state})"


class RatedMatch(models.Model):
    """A finished match as it was handed down: the input of every run. `source` names where it came from, once."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    source = models.CharField(max_length=120, unique=True)
    order_id = models.BigIntegerField(unique=True)  # follows from `source`, so the order does not know who came first
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="rated_matches")
    finished_at = models.DateTimeField()
    a = models.ForeignKey(PLAYER, on_delete=models.PROTECT, related_name="+")
    b = models.ForeignKey(PLAYER, on_delete=models.PROTECT, related_name="+")
    score_a = models.FloatField()
    margin = models.IntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    expected_deals = models.PositiveIntegerField(default=0)
    luck = models.FloatField(null=True)
    kind = models.CharField(max_length=20, default="played")
    weight = models.PositiveSmallIntegerField(default=1)
    label = models.CharField(max_length=200, blank=True, default="")
    link = models.CharField(max_length=200, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)  # how often it was corrected
    annulled = models.BooleanField(default=False)
    is_pending = models.BooleanField(default=True)  # not in the standing run yet

    class Meta:
        indexes = [
            models.Index(fields=["pool", "finished_at", "order_id"], name="rated_match_order"),
            models.Index(fields=["pool"], condition=Q(is_pending=True), name="rated_match_pending"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(a=F("b")), name="rated_match_two_players"),
            models.CheckConstraint(condition=Q(score_a__in=(0.0, 0.5, 1.0)), name="rated_match_score"),
        ]

    def __str__(self) -> str:
        return self.label or self.source


class PlayerRating(models.Model):
    """Where a player stands in a pool after the standing run; `state` is the system's own and is folded on."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(PLAYER, on_delete=models.PROTECT, related_name="ratings")
    state = models.JSONField()
    rating = models.FloatField()
    deviation = models.FloatField(null=True)
    matches = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()  # different ones
    provisional = models.BooleanField()
    last_at = models.DateTimeField()
    rank = models.PositiveIntegerField(null=True)
    peak = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="one_rating_per_pool")]
        indexes = [models.Index(F("pool"), F("rating").desc(), F("player"), name="rating_leaderboard")]

    def __str__(self) -> str:
        return f"{self.player} {self.rating:.0f}"


class Change(models.Model):
    """What one match did to one player in one run: enough to print the formula. Worked out from `RatedMatch` rows,
    whose foreign keys hold; the key here says that a run moves a player once a match. PostgreSQL keeps the table in
    parts: a large run has its own, written before its indexes are built."""

    pk = models.CompositePrimaryKey("match_id", "run_id", "player_id")
    run = models.ForeignKey(
        RatingRun, on_delete=models.CASCADE, related_name="changes", db_constraint=False, db_index=False
    )
    seq = models.PositiveIntegerField()  # of the match in the pool's history, from 1
    player = models.ForeignKey(
        PLAYER, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    opponent = models.ForeignKey(
        PLAYER, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    match = models.ForeignKey(
        RatedMatch, on_delete=models.PROTECT, related_name="changes", db_constraint=False, db_index=False
    )
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField(null=True)
    expected = models.FloatField()
    score = models.FloatField()
    margin = models.IntegerField()
    luck = models.FloatField(null=True)
    k = models.FloatField()
    played_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["run", "player", "seq"], name="change_history")]

    def __str__(self) -> str:
        return f"{self.player} {self.after - self.before:+.1f}"


class PoolSegment(models.Model):
    """A pool's history is a short list of these: the changes from `from_seq` to `to_seq` are those of `run`."""

    OPEN = 2**31 - 1  # the last segment has no end

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="segments")
    from_seq = models.PositiveIntegerField()
    to_seq = models.PositiveIntegerField(default=OPEN)
    run = models.OneToOneField(RatingRun, on_delete=models.CASCADE, related_name="segment")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "from_seq"], name="one_segment_from_here"),
            models.CheckConstraint(condition=Q(from_seq__lte=F("to_seq")), name="segment_runs_forward"),
        ]

    def __str__(self) -> str:
        return f"{self.pool.key} {self.from_seq} to {self.to_seq}"


class Checkpoint(models.Model):
    """A run as it was after its match `seq`: from here a correction of something later is replayed."""

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="checkpoints")
    seq = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    last_order_id = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    players = models.PositiveIntegerField()
    states = models.BinaryField()  # see ratings.services.checkpoints
    met = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "seq"], name="one_checkpoint_here")]

    def __str__(self) -> str:
        return f"run {self.run_id} at {self.seq}"

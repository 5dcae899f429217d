"""Rating pools, finished matches, the runs over them, and each player's ratings."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id

PLAYER = settings.AUTH_USER_MODEL


class Pool(models.Model):
    """One list: the variants that count for it, the system that rates them, and the current run."""

    key = models.SlugField(unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=80)
    variants = models.JSONField(default=list, help_text=_("The keys of the variants that count here."))
    system = models.CharField(max_length=40, default="elo")  # found by key in ratings.systems
    params = models.JSONField(default=dict, blank=True)
    dirty_from = models.DateTimeField(null=True, blank=True)  # replay what finished at or after this
    run = models.ForeignKey("RatingRun", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    # A list beside another rates some of its matches in its own way; `track` (ratings.systems.lists.tracks) says how.
    beside = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="tracks")
    track = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["beside", "track"], name="one_list_a_track")]

    def __str__(self) -> str:
        return self.name


class RunState(models.TextChoices):
    """The states of a run: folding (in parallel with the current run), current, replaced by a later one."""

    SHADOW = "shadow", _("shadow")
    LIVE = "live", _("live")
    REPLACED = "replaced", _("replaced")


class RatingRun(models.Model):
    """A fold over a pool's matches in the order (finished_at, order_id). The same inputs give the same run."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="runs")
    system = models.CharField(max_length=40)
    params = models.JSONField(default=dict)  # all of them, the defaults too
    code_version = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.SHADOW)
    matches = models.PositiveIntegerField(default=0)  # rated ones: the last `seq`
    last_at = models.DateTimeField(null=True)  # of the last rated match
    last_order_id = models.BigIntegerField(null=True)
    input_digest = models.CharField(max_length=64)
    bins = models.JSONField(
        null=True
    )  # expected against actual of the whole history up to here: ratings.services.runs.tally
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.pool.key} run {self.pk} ({self.state})"


class RatedMatch(models.Model):
    """A finished match as it was recorded: the input of every run. `source` names what it came from, and is unique.
    `link` is empty where not everybody may see where it was played; no page tells the source. A match of more than two
    has a `RatedSeat` for each player; a and b are then the first two of different sides, and `score_a` and `margin`
    compare these."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    source = models.CharField(max_length=120, unique=True)
    order_id = models.BigIntegerField(unique=True)  # follows from `source`, so the order does not depend on arrival
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
    timed_out = models.BooleanField(default=False, db_default=False)  # the loser ran out of time or stayed away
    over_limit = models.BooleanField(default=False)  # over the limit of rated casual matches of a pair
    revision = models.PositiveIntegerField(default=0)  # how often it was corrected
    annulled = models.BooleanField(default=False)
    is_pending = models.BooleanField(default=True)  # not in the current run yet

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
        return self.label or self.public_id


class RatedSeat(models.Model):
    """A seat in a match of more than two, by number from 0. Seats of one side (numbered from 0) win and lose together;
    the winners have the lowest `place`, and equal places are tied. `points` are those of the side; `margin` is what the
    sheet settles for the seat."""

    match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(PLAYER, on_delete=models.PROTECT, related_name="+")
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    margin = models.IntegerField()

    class Meta:
        ordering = ("match_id", "seat")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_rated_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_rated_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.place}"


class PlayerRating(models.Model):
    """A player's standing in a pool after the current run. `state` belongs to the system, which continues from it."""

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
        indexes = [
            models.Index(
                F("pool"),
                F("rating").desc(),
                F("player"),
                condition=Q(rank__isnull=False),
                name="rating_leaderboard",
            ),
            models.Index(
                F("pool"),
                F("rating").desc(),
                F("player"),
                condition=Q(provisional=True),
                name="rating_provisional",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.rating:.0f}"


class Change(models.Model):
    """The effect of one match on one player in one run, with enough to print the formula. In a match of more than two
    there is no single opponent: score and expectation are the means over the other sides. Rows are computed from
    `RatedMatch` rows, whose foreign keys hold; the key here says that a run moves a player once a match. PostgreSQL
    keeps the table in parts: a large run has its own part, written before its indexes are built."""

    pk = models.CompositePrimaryKey("match_id", "run_id", "player_id")
    run = models.ForeignKey(
        RatingRun, on_delete=models.CASCADE, related_name="changes", db_constraint=False, db_index=False
    )
    seq = models.PositiveIntegerField()  # of the match in the pool's history, from 1
    player = models.ForeignKey(
        PLAYER, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    opponent = models.ForeignKey(
        PLAYER, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
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
        indexes = [models.Index(fields=["run", "player", "seq"], include=["after"], name="change_history")]

    def __str__(self) -> str:
        return f"{self.player} {self.after - self.before:+.1f}"


class PoolSegment(models.Model):
    """One part of a pool's history, which is a short list of these: the changes from `from_seq` to `to_seq` are those
    of `run`."""

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
    """A run's state after its match `seq`; later corrections are replayed from here."""

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="checkpoints")
    seq = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    last_order_id = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    players = models.PositiveIntegerField()
    states = models.BinaryField()  # see ratings.services.runs.checkpoints
    met = models.BinaryField()
    bins = models.JSONField(null=True)  # as those of a run

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "seq"], name="one_checkpoint_here")]

    def __str__(self) -> str:
        return f"run {self.run_id} at {self.seq}"


class Correction(models.Model):
    """The effect of corrected results on a list, for everybody to read: the `matches` (id, label, reason) and the
    players who moved (`moved`: public id, before, after; null if the player has no rated match), the largest changes
    first and not all of many `players`. It is open until the replay that includes it."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="corrections")
    matches = models.JSONField(default=list)
    folded_at = models.DateTimeField(null=True)
    run = models.ForeignKey(RatingRun, null=True, on_delete=models.SET_NULL, related_name="+")
    players = models.PositiveIntegerField(default=0)
    moved = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool"], condition=Q(folded_at=None), name="one_open_correction_a_pool")
        ]

    def __str__(self) -> str:
        return f"{self.pool.key}: {len(self.matches)} corrected, {self.players} moved"


class RatingList(models.Model):
    """A list as it was published, which never changes. If past results are corrected, a new list replaces it."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="lists")
    occasion = models.CharField(max_length=60)  # "month:2026-11", or "tournament:" and its public id
    label = models.CharField(max_length=200)
    revision = models.PositiveIntegerField(default=0)
    replaces = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by")
    note = models.TextField(blank=True, default="")
    as_of = models.DateTimeField()  # the matches that finished before
    published_at = models.DateTimeField()
    run = models.ForeignKey(RatingRun, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    system = models.CharField(max_length=40)
    params = models.JSONField(default=dict)  # all of them, the defaults too
    code_version = models.CharField(max_length=20)
    matches = models.PositiveIntegerField()
    players = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    matches_digest = models.CharField(max_length=64)
    matches_file = models.BinaryField()  # see ratings.systems.lists.published; compressed by gzip

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "occasion", "revision"], name="one_list_an_occasion")]
        indexes = [models.Index(fields=["pool", "-as_of", "-id"], name="rating_lists")]

    def __str__(self) -> str:
        return f"{self.pool.key} {self.label}"


class RatingListRow(models.Model):
    """A player on a published list."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="rows")
    place = models.PositiveIntegerField()  # best first, from 1, without gaps
    rank = models.PositiveIntegerField(null=True)  # equals share one; none: provisional or inactive
    player = models.ForeignKey(PLAYER, on_delete=models.PROTECT, related_name="+")
    rating = models.FloatField()
    deviation = models.FloatField(null=True)
    matches = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()
    peak = models.FloatField()
    provisional = models.BooleanField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "place"], name="one_row_a_place")]

    def __str__(self) -> str:
        return f"{self.place} {self.rating:.0f}"

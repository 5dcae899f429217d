"""The plan of an evening before anybody has entered: its stages and how long they take, what its club usually does,
and who may enter."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats as dates
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.models import AuditEntry
from clubs import selectors as clubs
from clubs.models import Club, Noticeboard
from games.live.presets import offered
from tournaments.event.selectors import finding, weekly
from tournaments.event.selectors.entry_sizes import Size
from tournaments.event.selectors.words import span_words, stage_sentence
from tournaments.event.settings import DEFAULTS
from tournaments.formats import FORMATS, TEMPLATES, Spec, rounds_for, template_of
from tournaments.models import Mode, Stage, Tournament, TournamentState
from tournaments.pairing import Prospects, field_of

LEAST = 2
ALONE = Size(1, 1)
LATELY = 12  # tournaments that say what a club plays
ON_THE_WAY = ("stage.add", "stage.add_round", "stage.drop_round")
KEPT = ("admits", "capacity", "rating", "round_minutes")  # the settings that an evening has from the one before


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages in words, a sentence about rounds and time, and a warning if the rounds are not sure, with the number
    of rounds that would be sure (0: no warning); `needs` says how many players a Swiss of so many rounds needs."""

    stages: tuple[str, ...]
    sentence: str
    warning: str = ""
    rounds: int = 0
    needs: str = ""


def habits_of(club: Club, now: datetime) -> dict[str, Any]:
    """What a club's last evening says of its next one, by the fields of a new tournament: format with its options,
    rules, place, the next such day and hour, who may enter; what is `usual_of` it without an evening."""
    last = finding.latest_of(club)
    if last is None:
        return usual_of(club)
    stages, more = _as_planned(last)
    template = template_of([stage.format for stage in stages])
    options = TEMPLATES[template].options if template else {}
    stages[0].settings = {**stages[0].settings, **more}
    held = {key: value for key, value in stages[0].settings.items() if key in options and options[key].is_offered}
    found = {**held, **{key: last.settings.get(key, DEFAULTS[key]) for key in KEPT}}
    found |= {"mode": last.mode, "place": last.place, "timezone": last.timezone}
    found["variant"] = offered.newest(club, last.variant)
    if last.starts_at is not None:
        again = weekly.same_evening(last.starts_at, now, last.zone)
        found["starts_at"] = again.replace(tzinfo=None)
    came = finding.counts(last).entered
    return found | ({"template": template} if template else {}) | ({"expected": came} if came >= LEAST else {})


def _as_planned(last: Tournament) -> tuple[list[Stage], dict[str, Any]]:
    """The stages that a tournament was planned with, and the number of rounds of the first where some were added: what
    an evening got on the way is no habit."""
    acts = AuditEntry.objects.filter(target=f"tournament:{last.public_id}", action__in=ON_THE_WAY)
    done = list(acts.values_list("action", "after__stage"))
    later = {stage for action, stage in done if action == "stage.add"}
    stages = [one for one in sorted(last.stages.all(), key=lambda stage: stage.number) if one.number not in later]
    found = Counter(action for action, stage in done if stage == stages[0].number)
    added = found["stage.add_round"] - found["stage.drop_round"]
    return stages, {"rounds": stages[0].settings["rounds"] - added} if added else {}


def usual_of(club: Club) -> dict[str, Any]:
    """What a new tournament begins with that is not like the club's last one: the club's noticeboard says whether it
    meets in a room."""
    meets = Noticeboard.objects.filter(club=club).exclude(meets="").exists()
    return {"mode": Mode.IN_PERSON if meets else Mode.ONLINE}


def played_lately(club: Club) -> list[str]:
    """The rules of the club's last tournaments, those played most often first, and of equal ones the latest."""
    known = Tournament.objects.filter(club=club).exclude(state=TournamentState.CANCELLED)
    last = known.order_by("-pk").values_list("variant", flat=True)[:LATELY]
    return [key for key, _times in Counter(last).most_common()]


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who may enter, in a sentence, and how many can come at most (None: any number)."""

    words: str
    most: int | None


def admitted(club: Club, admits: str, places: int) -> Admitted:
    """Who may enter a new tournament of a club with so many `places` (0: no limit)."""
    members = clubs.on_the_list(club).count()
    said = {"n": members}
    found = {
        "members": ngettext("%(n)d member of the club may enter", "%(n)d members of the club may enter", members),
        "invited": _("The officials enter the players"),
    }
    words = found.get(admits) or ngettext(
        "Anybody may enter; the club has %(n)d member", "Anybody may enter; the club has %(n)d members", members
    )
    bounds = [*([members] if admits == "members" else []), *([places] if places else [])]
    told = ngettext("%(n)d place", "%(n)d places", places) % {"n": places} if places else ""
    return Admitted(", ".join(filter(None, (words % said, told))), min(bounds) if bounds else None)


def plan_of(
    specs: tuple[Spec, ...],
    *,
    expected: int,
    round_minutes: int,
    starts_at: datetime | None,
    zone: str,
    size: Size,
    at_most: int | None = None,
) -> Plan:
    """The plan of these stages for the `expected` number of entries of this `size` (from a quarter fewer to a quarter
    more, `at_most` so many)."""
    limit = max(LEAST, at_most) if at_most is not None else expected * 2
    expected = min(expected, limit)
    least, most = max(LEAST, expected * 3 // 4), max(LEAST, min(limit, -(-expected * 5 // 4)))
    stages = [(spec, spec.source) for spec in specs]
    counts = [rounds_for(stages, FORMATS, players) for players in range(least, most + 1)]
    few, many = min(counts), max(counts)
    words = tuple(stage_sentence(spec) for spec in specs)
    if FORMATS[specs[0].format].has_challenges:
        return Plan(words, _("No rounds: players challenge each other for as long as the ladder stands."))
    if FORMATS[specs[0].format].has_windows:
        return Plan(words, _season(few, many, specs[0].settings["window_hours"], least, most))
    said: Mapping[str, Any] = {"few": few, "many": many, "minutes": round_minutes, "least": least, "most": most}
    if few == many:
        rounds = ngettext("%(few)d round of %(minutes)d min", "%(few)d rounds of %(minutes)d min", few) % said
    else:
        rounds = _("%(few)d to %(many)d rounds of %(minutes)d min") % said
    ends = _ends(timedelta(minutes=many * round_minutes), starts_at, zone)
    sentence = f"{rounds}, {ends} {size.between(least, most)}."
    return Plan(words, sentence, *_not_sure(specs[0], size, expected, least), _needs(specs[0], size))


def sure_words(found: Prospects, count: int, *, size: Size = ALONE, is_fixed: bool = False) -> str:
    """A warning for `count` entries of this `size` if some rounds may be impossible to pair: the number of rounds that
    are sure, and the ways out, which are others where the number of rounds `is_fixed`; else empty."""
    if found.sure >= found.left or count < LEAST:
        return ""
    said = {"who": size.counted(count), "sure": found.sure, "left": found.left, "needs": count - 1 + count % 2}
    if is_fixed:
        text = _(
            "With %(who)s at most %(sure)d of the %(left)d rounds to play can surely be paired. After those, "
            "end the tournament under Settings: the standings are final then."
        )
    elif found.possible < found.left:
        text = _(
            "With %(who)s at most %(sure)d of the %(left)d rounds to play can be paired: choose fewer; a "
            "round robin needs %(needs)d."
        )
    else:
        text = _(
            "With %(who)s at most %(sure)d of the %(left)d rounds to play are sure: choose fewer, or the "
            "card clubs’ system; a round robin needs %(needs)d."
        )
    return text % said


def _needs(spec: Spec, size: Size) -> str:
    """How many players a Swiss needs so that all its rounds are sure; empty for other formats."""
    if not _is_swiss(spec):
        return ""
    rounds, system = spec.settings["rounds"], spec.settings["system"]
    few = (n for n in range(2 * rounds, 1, -1) if field_of(n, rounds, system).sure < rounds)
    least = next(few, 1) + 1  # twice as many as rounds are always enough (Dirac 1952)
    said = {"n": rounds, "needs": size.counted(least)}
    return ngettext("%(n)d round needs %(needs)s or more.", "%(n)d rounds need %(needs)s or more.", rounds) % said


def _is_swiss(spec: Spec) -> bool:
    return "system" in spec.settings and spec.settings.get("fixtures", "swiss") == "swiss"


def _not_sure(spec: Spec, size: Size, *counts: int) -> tuple[str, int]:
    """The warning for the first of these numbers of entries for whom the rounds of a Swiss are not sure, and the number
    of rounds that are."""
    chosen = spec.settings
    if not _is_swiss(spec):
        return "", 0
    found = ((field_of(count, chosen["rounds"], chosen["system"]), count) for count in counts)
    said = ((sure_words(prospects, count, size=size), prospects.sure) for prospects, count in found)
    return next((one for one in said if one[0]), ("", 0))


def _season(few: int, many: int, window_hours: int, least: int, most: int) -> str:
    """The duration of a league, whose windows follow each other."""
    said = {"few": few, "many": many, "least": least, "most": most, "span": span_words(window_hours * many)}
    rounds = ngettext("%(few)d round", "%(few)d rounds", few) if few == many else _("%(few)d to %(many)d rounds")
    return rounds % said + _(", at most %(span)s for %(least)d–%(most)d players.") % said


def _ends(span: timedelta, starts_at: datetime | None, zone: str) -> str:
    if starts_at is None:
        hours, minutes = divmod(int(span.total_seconds()) // 60, 60)
        if not hours:
            return _("about %(minutes)d min") % {"minutes": minutes}
        return _("about %(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
    start = starts_at.astimezone(ZoneInfo(zone))
    end = start + span
    text = dates.date_format(end, "H:i" if end.date() == start.date() else "D H:i")
    return _("ends about %(time)s") % {"time": text}

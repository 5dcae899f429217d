"""Forms of an existing tournament: its conditions, entries, drafts and results."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from doors.fields import field_of
from doors.times import is_plannable
from games.live.setup.clock import MOST_S
from games.live.setup.delay import delay_of, delay_words
from tournaments.event.forms.fields import form_field
from tournaments.event.services.creating import MOST_ROUNDS
from tournaments.event.settings import DEFAULTS, IN_PERSON, LEVELS, PARTS, SETTINGS, applies, offered
from tournaments.models import Entry, MatchSide, RoundState, Tournament

OUTCOMES = [
    ("played", _("played")),
    ("forfeit-0", _("first wins by forfeit")),
    ("forfeit-1", _("second wins by forfeit")),
    ("double_forfeit", _("both lose by forfeit")),
]
HOUSE_LEVELS = LEVELS[1:]


NOBODY = "nobody"
PLAIN = ("name", "starts_at", "place", "rounds")
CLOCK = ("bank_minutes", "increment_s", "move_s")
# an organiser's program may have chosen another
WATCHING = ("none", "moves:5", "moves:10", "moves:20", "deals", "open:5", "open:15", "open:deals")


class WhenField(forms.DateTimeField):
    """Day and time as a browser sends them; the page shows the zone beside the field."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """The time without a zone; the form adds that of the tournament."""
        found = forms.DateTimeField.to_python(self, value)
        if found and not is_plannable(found):
            raise forms.ValidationError(_("A day between 2000 and 2100."))
        return found.replace(tzinfo=None) if found else None


class ConditionsForm(forms.Form):
    """The conditions that can be changed later; a field that the first published round has fixed says so. It declares
    the fields that are not settings, or whose form differs; `offered` gives the others."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = WhenField(label=_("Day and time"), required=False)
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=120, required=False)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Fixed once round 1 is published."),
    )
    watching = forms.ChoiceField(
        label=_("Others see a live table"),
        required=False,
        help_text=_("For tables opened from now on. Unless they are open, hands are hidden until the sitting is over."),
    )
    bank_minutes = forms.DecimalField(
        label=_("Clock at live tables: minutes for each player and match"),
        min_value=0,
        max_value=MOST_S["bank_s"] // 60,
        decimal_places=2,
        required=False,
        help_text=_("For tables opened from now on. Empty: no limit for the whole."),
    )
    increment_s = forms.IntegerField(
        label=_("Seconds more for each turn"), min_value=0, max_value=MOST_S["increment_s"], required=False
    )
    move_s = forms.IntegerField(
        label=_("Seconds for one decision at most"),
        min_value=0,
        max_value=MOST_S["move_s"],
        required=False,
        help_text=_("Empty: no limit. Without this and without minutes nobody's time runs."),
    )
    grace_minutes = forms.DecimalField(
        label=_("Minutes after the start until missing players are flagged"),
        min_value=0,
        max_value=24 * 60,
        decimal_places=2,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        order = list(PLAIN)
        for key, setting in offered().items():
            if setting.asked_by is None:
                self.fields[key] = form_field(setting)
            order += setting.asked_by or [key]
        self.order_fields(order)

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "ConditionsForm":
        """The form with the present values."""
        held = {**DEFAULTS, **tournament.settings}
        starts_at = (
            tournament.starts_at.astimezone(tournament.zone).replace(tzinfo=None) if tournament.starts_at else None
        )
        stage = tournament.stages.get(number=1)
        watching = held["delay"] if held["spectators"] else NOBODY
        clock = held["clock"] or {}
        form = cls(
            data,
            initial=held
            | {
                "name": tournament.name,
                "place": tournament.place,
                "starts_at": starts_at,
                "rounds": stage.settings.get("rounds"),
                "watching": watching,
                "bank_minutes": f"{clock['bank_s'] / 60:.4g}" if clock.get("bank_s") else None,
                "increment_s": clock.get("increment_s") or None,
                "move_s": clock.get("move_s"),
                "grace_minutes": f"{held['grace_s'] / 60:.6g}",
            },
        )
        is_fixed = stage.rounds.exclude(state=RoundState.DRAFT).exists()
        if "rounds" not in stage.settings or (is_fixed and "rounds" not in form.data):
            del form.fields["rounds"]
        for name in not_applying(tournament.mode):
            if name not in form.data:  # what the page does not ask stays as it is
                form.fields.pop(name, None)
        if tournament.mode not in PARTS[IN_PERSON].places and "place" not in form.data:
            del form.fields["place"]
        if "watching" in form.fields:
            delays = list(dict.fromkeys([*WATCHING, held["delay"]]))
            words = [(key, delay_words(delay_of(key))) for key in delays]
            field_of(form, "watching", forms.ChoiceField).choices = [*words, (NOBODY, _("not at all"))]
        return form

    def conditions(self, tournament: Tournament) -> dict[str, Any]:
        """The arguments of `change_conditions`."""
        data = with_zone(self.cleaned_data, tournament.timezone)
        plain: dict[str, Any] = {key: data.pop(key) for key in PLAIN if key in data}
        if watching := data.pop("watching", ""):
            is_watched = watching != NOBODY
            data |= {"spectators": is_watched} | ({"delay": watching} if is_watched else {})
        if (grace := data.pop("grace_minutes", None)) is not None:
            data["grace_s"] = round(grace * 60)
        minutes, increment, move = (data.pop(key, None) or None for key in CLOCK)
        if any(key in self.data for key in CLOCK):  # left out: as it is
            bank = round(minutes * 60) if minutes else None
            data["clock"] = {"bank_s": bank, "increment_s": increment or 0, "move_s": move} if bank or move else None
        said = {key: value for key, value in data.items() if key == "clock" or not _is_left_out(key, value)}
        return {**plain, "settings": said}


def not_applying(place: str) -> list[str]:
    """The fields of the settings that do not apply to a tournament at this place."""
    return [name for key, one in offered().items() if not applies(one, place) for name in one.asked_by or (key,)]


def _is_left_out(key: str, value: Any) -> bool:
    """Was the field omitted, so that its setting stays?"""
    return value is None or (value == "" and not SETTINGS[key].allows(""))


class RosterForm(forms.Form):
    """A roster as a file or as pasted text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV or XLSX: name, rating, email – the last two optional."),
    )
    text = forms.CharField(label=_("or type or paste it here"), required=False, strip=False, widget=forms.Textarea)

    def clean(self) -> dict[str, Any]:
        """Check that exactly one of file and text is given."""
        data = forms.Form.clean(self) or self.cleaned_data
        if not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste the list."))
        return data

    def content(self) -> str | bytes:
        """The content of the file or of the text."""
        file, text = self.cleaned_data.get("file"), self.cleaned_data["text"]
        content: str | bytes = file.read() if file else text
        return content


class ListForm(RosterForm):
    """A list of pairings or results as a file or as pasted text."""

    def __init__(self, *args: Any, columns: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _("CSV or XLSX: %s.") % ", ".join(columns)


class GuestForm(forms.Form):
    """One more entrant."""

    name = forms.CharField(label=_("Name"), max_length=120)
    email = forms.EmailField(label=_("E-mail"), required=False)
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=4000)

    @classmethod
    def of_next(cls, *, is_next: bool) -> "GuestForm":
        """An empty form; the cursor stands in it if somebody was entered with it a moment ago."""
        form = cls()
        if is_next:
            form.fields["name"].widget.attrs["autofocus"] = True
        return form


class EntryForm(forms.Form):
    """The editable fields of an entry."""

    name = forms.CharField(label=_("Name"), max_length=120)
    rating = forms.IntegerField(
        label=_("Rating"),
        required=False,
        min_value=0,
        max_value=4000,
        help_text=_("The start numbers follow the ratings; with round 1 they are fixed."),
    )
    club = forms.CharField(label=_("Club or town"), max_length=60, required=False)
    label = forms.CharField(
        label=_("Label"),
        max_length=40,
        required=False,
        help_text=_("For a category of prizes, such as newcomer, youth, senior."),
    )

    @classmethod
    def of(cls, entry: Entry, data: Any = None) -> "EntryForm":
        """The form with the present values; a rating that is fixed cannot be typed."""
        held = {"name": entry.name, "rating": entry.rating_at_entry, "club": entry.club, "label": entry.label}
        form = cls(data, initial=held)
        form.fields["rating"].disabled = entry.tpn is not None
        return form


class GamesForm(forms.Form):
    """Points of both sides, and the games won where the best of several games is played."""

    first = forms.IntegerField(min_value=-9_999, max_value=9_999, required=False)
    second = forms.IntegerField(min_value=-9_999, max_value=9_999, required=False)
    first_games = forms.IntegerField(min_value=0, max_value=99, required=False)
    second_games = forms.IntegerField(min_value=0, max_value=99, required=False)

    def name_sides(self, sides: Iterable[MatchSide]) -> None:
        """Name both sides before their figures."""
        for key, side in zip(("first", "second"), sides, strict=True):
            self.fields[key].label = _("Points of %(name)s") % {"name": side.entry.name}
            self.fields[f"{key}_games"].label = _("Games won by %(name)s") % {"name": side.entry.name}

    def clean(self) -> dict[str, Any]:
        """Check that games are entered for both sides, or for none."""
        data = forms.Form.clean(self) or self.cleaned_data
        games = data.get("first_games"), data.get("second_games")
        if not self.errors and None in games and games != (None, None):
            raise forms.ValidationError(_("Enter the games won by both sides."))
        return data

    def require_points(self) -> None:
        """Check that points are entered for both sides; they may be missing where games are entered."""
        data = self.cleaned_data
        points = data.get("first"), data.get("second")
        if None in points and (self.games() is None or points != (None, None)):
            raise forms.ValidationError(_("Enter the points of both sides."))

    def games(self) -> tuple[int, int] | None:
        """The games won; None if they were not entered."""
        first, second = self.cleaned_data.get("first_games"), self.cleaned_data.get("second_games")
        return None if first is None or second is None else (first, second)

    def points(self) -> tuple[int, int]:
        """The points; 0 if they were not entered."""
        return self.cleaned_data.get("first") or 0, self.cleaned_data.get("second") or 0


class ResultForm(GamesForm):
    """The result of a match: points of both sides, or a forfeit. `layout` is the template of its fields."""

    layout = "tournaments/results/two/_form.html"

    outcome = forms.ChoiceField(choices=OUTCOMES, required=False)
    deals = forms.IntegerField(label=_("Deals"), min_value=0, max_value=999, required=False)
    version = forms.IntegerField(required=False)

    def clean(self) -> dict[str, Any]:
        """Check that a played match has both sides' figures: points, or games, for which the points may be missing."""
        data = GamesForm.clean(self)
        if (data.get("outcome") or "played") == "played" and not self.errors:
            self.require_points()
        return data

    def result(self) -> dict[str, Any]:
        """The arguments of `record_result`."""
        kind, _dash, winner = (self.cleaned_data["outcome"] or "played").partition("-")
        games = self.games()
        return {
            "kind": kind,
            **({"games": games} if kind == "played" and games else {}),
            "winner": int(winner) if winner else None,
            "points": self.points() if kind == "played" else (0, 0),
            "deals": self.cleaned_data["deals"] or 0 if kind == "played" else 0,
            "version": self.cleaned_data["version"],
        }


class SlipDoorForm(forms.Form):
    """The text of a result slip, typed: the table and the six letters."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9_999)
    letters = forms.CharField(label=_("Six letters"), max_length=12)

    def clean_letters(self) -> str:
        """Small letters without blanks."""
        return "".join(self.cleaned_data["letters"].lower().split())


class SlipForm(GamesForm):
    """A result by slip: the points of both sides, and the games where these count."""

    layout = "tournaments/results/two/_slip.html"

    deals = forms.IntegerField(label=_("Deals played"), min_value=0, max_value=999, required=False)
    version = forms.IntegerField(required=False)
    key = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, sides: Sequence[MatchSide], level: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.level = level  # why it may not end level; empty where it may
        self.name_sides(sides)

    def clean(self) -> dict[str, Any]:
        """A game has a winner; of several the games say it, and what is played over some deals, or on time, may end
        level."""
        data = GamesForm.clean(self)
        if self.errors:
            return data
        self.require_points()
        if self.games() is None and self.level and data["first"] == data["second"]:
            raise forms.ValidationError(self.level)
        return data

    def report(self) -> dict[str, Any]:
        """The arguments of `slips.report`."""
        data = self.cleaned_data
        said = {"points": self.points(), "deals": data["deals"] or 0, "games": self.games()}
        return {**said, "version": data["version"], "key": data["key"]}


def with_zone(data: dict[str, Any], zone: str) -> dict[str, Any]:
    """The form's data with its start in the tournament's zone."""
    starts_at = data.get("starts_at")
    return {**data, "starts_at": starts_at.replace(tzinfo=ZoneInfo(zone)) if starts_at else None}


def whole_number(text: str) -> int | None:
    """A round or a version as a browser sends it, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

"""The settings of a tournament, each declared once: its default, its words, and its allowed values.

The page of conditions, the API and the check of the services follow from `SETTINGS`; `PARTS` are the parts of the page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.live.setup import talk
from games.live.setup.clock import is_clock
from games.live.setup.delay import BadDelay, delay_of
from games.live.setup.terms import AUTOMATIC, CLAIM
from tournaments.errors import Invalid

Words = str | Promise
Choices = Sequence[tuple[str, Words]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page of conditions: its `name`, the `places` where it applies, and `otherwise`, the line that
    stands there instead where it does not."""

    name: Words
    places: tuple[str, ...] = ("online", "in_person", "mixed")
    otherwise: Words = ""


EVENT, IN_PERSON, LIVE, OFFICIALS = "event", "in_person", "live", "officials"
PARTS: dict[str, Part] = {
    EVENT: Part(_("Event")),
    IN_PERSON: Part(
        _("In person"),
        places=("in_person", "mixed"),
        otherwise=_("Place, reports of results and check-in with a code come with an event in a room."),
    ),
    LIVE: Part(
        _("Live tables"),
        places=("online", "mixed"),
        otherwise=_("Clocks, aids, talk and lost connections come with live tables."),
    ),
    OFFICIALS: Part(_("Officials")),
}


@dataclass(frozen=True)
class Setting:
    """One setting: `default`, the `label` of its field and the `help` beside it.

    Where it `is_offered`, the page of conditions and the API take it: the page by a field of its own name, or by the
    fields of its form that `asked_by` names. On the page it stands in its `part`, in a row called `line` (else the
    label). There `says` holds the fields in braces, a sentence a line; a setting `within` another stands in its row.
    """

    default: Any
    label: Words = ""
    _: KW_ONLY
    help: Words = ""
    is_offered: bool = True
    asked_by: tuple[str, ...] | None = None
    part: str = EVENT
    line: Words = ""
    says: Words = ""
    within: str = ""

    def applies(self, place: str) -> bool:
        """Does it apply to a tournament that is played there ("online", "in_person", "mixed")?"""
        return place in PARTS[self.part].places

    def allowed(self, value: Any) -> str | None:
        """The allowed values in words if this value is not allowed; None if it is."""
        raise NotImplementedError

    def form_field(self) -> forms.Field:
        """Its field on a page; left empty where the setting stays as it is."""
        raise NotImplementedError

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        """Its field in the API."""
        raise NotImplementedError

    @property
    def _shown(self) -> dict[str, Any]:
        return {"label": self.label, "help_text": self.help, "required": False}

    @property
    def _told(self) -> dict[str, Any]:
        return {"help_text": f"{self.label}. {self.help}".strip(), "required": False}


@dataclass(frozen=True)
class YesNo(Setting):
    """True or false."""

    def allowed(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else _now("Allowed here: yes or no.")

    def form_field(self) -> forms.Field:
        return forms.BooleanField(**self._shown)

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        return serializers.BooleanField(**self._told)


@dataclass(frozen=True)
class Whole(Setting):
    """A whole number from `least` to `most`."""

    _: KW_ONLY
    least: int = 0
    most: int = 0

    def allowed(self, value: Any) -> str | None:
        if type(value) is int and self.least <= value <= self.most:
            return None
        return _now("A whole number from %(least)d to %(most)d.") % {"least": self.least, "most": self.most}

    def form_field(self) -> forms.Field:
        return forms.IntegerField(min_value=self.least, max_value=self.most, **self._shown)

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        return serializers.IntegerField(min_value=self.least, max_value=self.most, **self._told)


@dataclass(frozen=True)
class Choice(Setting):
    """One of some keys, each with its words."""

    _: KW_ONLY
    choices: Choices = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key, _words in self.choices)

    def allowed(self, value: Any) -> str | None:
        if value in self.keys:
            return None
        keys = ", ".join(key or _now("nothing") for key in self.keys)
        return _now("Allowed here: %(allowed)s.") % {"allowed": keys}

    def words(self, key: str) -> Words:
        """A key in words; the key itself if it is unknown."""
        return dict(self.choices).get(key, key)

    def form_field(self) -> forms.Field:
        return forms.ChoiceField(choices=self.choices, **self._shown)

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        named = [key for key in self.keys if key]
        return serializers.ChoiceField(choices=named, allow_blank="" in self.keys, **self._told)


@dataclass(frozen=True)
class Amount(Setting):
    """A sum of money as text, such as "7.50", at most 9999.99; empty: none."""

    _: KW_ONLY
    pattern: str = r"(?:[1-9][0-9]{0,3}|0)(?:\.[0-9]{1,2})?"

    def allowed(self, value: Any) -> str | None:
        if value == "" or (isinstance(value, str) and re.fullmatch(self.pattern, value)):
            return None
        return _now("A sum such as 5 or 7.50.")

    def form_field(self) -> forms.Field:
        return forms.RegexField(
            f"^{self.pattern}$", error_messages={"invalid": _("A sum such as 5 or 7.50.")}, **self._shown
        )

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        return serializers.RegexField(f"^{self.pattern}$", allow_blank=True, **self._told)


@dataclass(frozen=True)
class Letters(Setting):
    """A few letters or signs, at most `most`."""

    _: KW_ONLY
    most: int = 3

    def allowed(self, value: Any) -> str | None:
        is_short = isinstance(value, str) and len(value) <= self.most and value.isprintable()
        return None if is_short else _now("At most %(n)d letters on one line.") % {"n": self.most}

    def form_field(self) -> forms.Field:
        return forms.CharField(max_length=self.most, **self._shown)

    def api_field(self) -> serializers.Field[Any, Any, Any, Any]:
        return serializers.CharField(max_length=self.most, allow_blank=True, **self._told)


@dataclass(frozen=True)
class Special(Setting):
    """A value with its own structure, which `check` validates; the forms declare its fields themselves."""

    _: KW_ONLY
    check: Callable[[Any], str | None] = lambda value: None

    def allowed(self, value: Any) -> str | None:
        return self.check(value)


def _clock(value: Any) -> str | None:
    return None if is_clock(value) else _now("A clock needs time for the whole match, or for each decision.")


def _delay(value: Any) -> str | None:
    try:
        delay_of(value if isinstance(value, str) else "")
    except BadDelay as bad:
        return _now("Allowed here: %(allowed)s.") % {"allowed": bad}
    return None


LEVELS = [
    ("", _("the entrants themselves")),
    ("top", _("the house, top level")),
    ("strong", _("the house, strong")),
    ("club", _("the house, club level")),
    ("novice", _("the house, novice")),
    ("beginner", _("the house, beginner")),
]

SETTINGS: dict[str, Setting] = {
    "capacity": Whole(
        0,
        _("Number of places"),
        help=_("Whoever enters beyond them is on the waiting list. 0: as many as come."),
        most=2000,
        line=_("Places"),
        says=_("{capacity} players at most"),
    ),
    "closes_hours": Whole(
        0,
        _("Players enter themselves until so many hours before the start"),
        help=_("Officials still enter anybody. 0: until it is too late to be paired."),
        most=90 * 24,
        line=_("Entries"),
        says=_("Players enter themselves until {closes_hours} hours before the start"),
    ),
    "fee": Amount(
        "",
        _("Fee"),
        help=_("Such as 5 or 7.50; the door list has a tick for who has paid."),
        says=_("{fee} {currency} a player"),
    ),
    "currency": Letters("€", _("Currency"), help=_("A sign or three letters: €, GBP."), most=3, within="fee"),
    "automatic": YesNo(
        False,  # the default of a league is True
        _("Rounds pair, publish and start by themselves"),
        help=_("For online tournaments."),
        line=_("Next round"),
        says=_("{automatic} Pairs, publishes and starts by itself\nafter a pause of {pause_s} seconds"),
    ),
    "pause_s": Whole(30, _("Pause between automatic rounds, in seconds"), most=24 * 3600, within="automatic"),
    "aids": Choice(
        "full",
        _("Aids at the table"),
        choices=[("full", _("melds, deadwood and hints")), ("count", _("deadwood only")), ("none", _("none"))],
        part=LIVE,
        line=_("Help at the table"),
    ),
    "laws": Choice(
        "strict",
        _("Laws at live tables"),
        help=_("For tables opened from now on. Where players may err there are no aids."),
        choices=[
            ("strict", _("what they forbid cannot be done")),
            ("table_laws", _("players may err, and the laws answer")),
        ],
        part=LIVE,
        line=_("The laws"),
    ),
    "spectators": YesNo(
        True, _("Others may look at live tables"), asked_by=("watching",), part=LIVE, line=_("Others see")
    ),
    "delay": Special(  # the delay for watchers: "moves:10", "deals", "open:15", "open:deals"
        "none", check=_delay, asked_by=("watching",), part=LIVE, within="spectators"
    ),
    "chat": Choice(
        talk.DEFAULT,
        _("Talk at live tables"),
        help=_("For tables opened from now on. Where partners sit at a table there are set phrases at most."),
        choices=list(talk.NAMES.items()),
        part=LIVE,
        line=_("Talk"),
    ),
    "clock": Special(  # None: nobody's time runs
        {"bank_s": 600, "increment_s": 5, "move_s": None},
        check=_clock,
        asked_by=("bank_minutes", "increment_s", "move_s"),
        part=LIVE,
        line=_("Clock"),
        says=_(
            "{bank_minutes} minutes a player and match, and {increment_s} seconds more a turn\n"
            "At most {move_s} seconds for one decision"
        ),
    ),
    "gone": Choice(
        CLAIM,
        _("When a player has lost the connection for longer than the grace"),
        help=_("For tables opened from now on. The grace is 40 to 120 seconds, by the clock."),
        choices=[(CLAIM, _("may be claimed against by the opponent")), (AUTOMATIC, _("loses the match"))],
        part=LIVE,
        line=_("Lost connection"),
        says=_("Who is away for longer than the grace: {gone}"),
    ),
    "house_level": Choice("", _("Who plays"), choices=LEVELS, part=LIVE),
    "players_report": YesNo(
        True,
        _("Players report results in person"),
        part=IN_PERSON,
        line=_("Results"),
        says=_("{players_report} Players report their own results\nConfirmed by {confirmation}"),
    ),
    "confirmation": Choice(
        "other",
        _("Who confirms what players report"),
        choices=[
            ("other", _("the other side, or an official")),
            ("desk", _("officials only")),
            ("none", _("nobody: one report is enough")),
        ],
        part=IN_PERSON,
        within="players_report",
    ),
    "self_check_in": YesNo(
        True,
        _("Players check themselves in"),
        help=_("By the QR code of the check-in poster."),
        part=IN_PERSON,
        line=_("Check-in"),
    ),
    "grace_s": Whole(
        600,
        _("Seconds after the start until missing players are flagged"),
        most=24 * 3600,
        asked_by=("grace_minutes",),
        line=_("Nobody at the table"),
        says=_("After {grace_minutes} minutes: {no_show}"),
    ),
    "no_show": Choice(
        "flag",
        _("When a player does not come"),
        help=_("At a live table at which nobody has played the director decides in any case."),
        choices=[("flag", _("is flagged; the director decides")), ("forfeit", _("loses by forfeit"))],
        within="grace_s",
    ),
    "appeal_minutes": Whole(
        30,
        _("Minutes for an appeal against a ruling at the table"),
        most=7 * 24 * 60,
        part=OFFICIALS,
        line=_("Appeals"),
        says=_("Within {appeal_minutes} minutes of a ruling"),
    ),
    "correction_hours": Whole(
        48,
        _("Hours in which the results of a closed round can be corrected"),
        most=365 * 24,
        part=OFFICIALS,
        line=_("Corrections"),
        says=_("Results of a closed round can be put right for {correction_hours} hours"),
    ),
    "rated_house": YesNo(False, _("Matches with house players count for ratings"), is_offered=False),
    "pace": Choice(  # of house players: with pauses, or without
        "people", choices=[("people", ""), ("fast", "")], is_offered=False
    ),
    "round_minutes": Whole(  # for the plan of the evening
        25, _("Minutes a round, about"), least=5, most=600, is_offered=False
    ),
    "expected": Whole(  # for the same plan
        16, _("Players expected, about"), least=2, most=1000, is_offered=False
    ),
}
DEFAULTS: dict[str, Any] = {key: setting.default for key, setting in SETTINGS.items()}


def offered() -> dict[str, Setting]:
    """The settings that the page of conditions and the API take, in the order of the page."""
    return {key: setting for key, setting in SETTINGS.items() if setting.is_offered}


def words_of(key: str, value: str) -> Words:
    """What the value of a setting with choices means, in words."""
    setting = SETTINGS[key]
    return setting.words(value) if isinstance(setting, Choice) else value


def check(settings: Mapping[str, Any]) -> None:
    """Raise Invalid for an unknown setting or a value that is not allowed; the text says what is allowed."""
    if not isinstance(settings, Mapping):
        raise Invalid("settings", _now("Settings are values by their names."))
    for key, value in settings.items():
        if key not in SETTINGS:
            raise Invalid("settings", _now("Unknown setting “%(key)s”.") % {"key": key})
        if (allowed := SETTINGS[key].allowed(value)) is not None:
            raise Invalid(key, allowed)

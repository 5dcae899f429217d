"""The settings of a tournament, each declared once: its default, its words, and its allowed values.

The page of conditions, the API and the check of the services follow from `SETTINGS`.
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


@dataclass(frozen=True)
class Setting:
    """One setting: `default`, the `label` of its field and the `help` beside it.

    Where it `is_offered`, the page of conditions and the API take it: the page by a field of its own name, or by the
    fields of its form that `asked_by` names.
    """

    default: Any
    label: Words = ""
    _: KW_ONLY
    help: Words = ""
    is_offered: bool = True
    asked_by: tuple[str, ...] | None = None

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
    ("strong", _("the house, strong")),
    ("club", _("the house, club level")),
    ("novice", _("the house, novice")),
]

SETTINGS: dict[str, Setting] = {
    "capacity": Whole(
        0,
        _("Number of places"),
        help=_("Whoever enters beyond them is on the waiting list. 0: as many as come."),
        most=2000,
    ),
    "closes_hours": Whole(
        0,
        _("Players enter themselves until so many hours before the start"),
        help=_("Officials still enter anybody. 0: until it is too late to be paired."),
        most=90 * 24,
    ),
    "fee": Amount("", _("Fee"), help=_("Such as 5 or 7.50; the door list has a tick for who has paid.")),
    "currency": Letters("€", _("Currency"), help=_("A sign or three letters: €, GBP."), most=3),
    "automatic": YesNo(
        False, _("Rounds pair, publish and start by themselves"), help=_("For online tournaments.")
    ),  # the default of a league
    "pause_s": Whole(30, _("Pause between automatic rounds, in seconds"), most=24 * 3600),
    "aids": Choice(
        "full",
        _("Aids at the table"),
        choices=[("full", _("melds, deadwood and hints")), ("count", _("deadwood only")), ("none", _("none"))],
    ),
    "laws": Choice(
        "strict",
        _("Laws at live tables"),
        help=_("For tables opened from now on. Where players may err there are no aids."),
        choices=[
            ("strict", _("what they forbid cannot be done")),
            ("table_laws", _("players may err, and the laws answer")),
        ],
    ),
    "spectators": YesNo(True, _("Others may look at live tables"), asked_by=("watching",)),
    "delay": Special("none", check=_delay, asked_by=("watching",)),  # the delay for watchers: "moves:10", "deals"
    "chat": Choice(
        talk.DEFAULT,
        _("Talk at live tables"),
        help=_("For tables opened from now on. Where partners sit at a table there are set phrases at most."),
        choices=list(talk.NAMES.items()),
    ),
    "clock": Special(  # None: nobody's time runs
        {"bank_s": 600, "increment_s": 5, "move_s": None},
        check=_clock,
        asked_by=("bank_minutes", "increment_s", "move_s"),
    ),
    "gone": Choice(
        CLAIM,
        _("When a player has lost the connection for longer than the grace"),
        help=_("For tables opened from now on. The grace is 40 to 120 seconds, by the clock."),
        choices=[(CLAIM, _("may be claimed against by the opponent")), (AUTOMATIC, _("loses the match"))],
    ),
    "house_level": Choice("", _("Who plays"), choices=LEVELS),
    "players_report": YesNo(True, _("Players report results in person")),
    "confirmation": Choice(
        "other",
        _("Who confirms what players report"),
        choices=[
            ("other", _("the other side, or an official")),
            ("desk", _("officials only")),
            ("none", _("nobody: one report is enough")),
        ],
    ),
    "self_check_in": YesNo(
        True, _("Players check themselves in"), help=_("By the QR code of the check-in poster.")
    ),
    "grace_s": Whole(600, _("Seconds after the start until missing players are flagged"), most=24 * 3600),
    "no_show": Choice(
        "flag",
        _("When a player does not come"),
        choices=[("flag", _("is flagged; the director decides")), ("forfeit", _("loses by forfeit"))],
    ),
    "appeal_minutes": Whole(
        30, _("Minutes for an appeal against a ruling at the table"), most=7 * 24 * 60
    ),
    "correction_hours": Whole(
        48, _("Hours in which the results of a closed round can be corrected"), most=365 * 24
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
}  # fmt: skip
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

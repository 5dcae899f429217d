"""The settings of a tournament, each declared once: its default, its words, and its allowed values.

The page of conditions, the API and the check of the services follow from `SETTINGS`; `PARTS` are the parts of the page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.live.setup import talk
from games.live.setup.clock import is_clock
from games.live.setup.delay import BadDelay, allowed_delays, delay_of
from games.live.setup.terms import AUTOMATIC, CLAIM
from tournaments.errors import Invalid, in_words
from tournaments.formats.terms import Amount, Choice, Letters, Said, Special, Term, Whole, YesNo, one_of

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page of conditions: its `name`, the `places` where it applies, and `otherwise`, the line that
    replaces it elsewhere."""

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


def part_of(setting: Term) -> str:
    """The part of the page to which a setting belongs."""
    return setting.part or EVENT


def applies(setting: Term, place: str) -> bool:
    """Does a setting apply to a tournament at this place ("online", "in_person", "mixed")?"""
    return place in PARTS[part_of(setting)].places


def _is_delay(value: Any) -> bool:
    try:
        delay_of(value if isinstance(value, str) else "")
    except BadDelay:
        return False
    return True


LEVELS = [
    ("", _("the entrants themselves")),
    ("top", _("the house, top level")),
    ("strong", _("the house, strong")),
    ("club", _("the house, club level")),
    ("novice", _("the house, novice")),
    ("beginner", _("the house, beginner")),
]

SETTINGS: dict[str, Term] = {
    "admits": Choice(
        "anybody",
        _("Who may enter"),
        help=_("Officials enter anybody."),
        choices=[("anybody", _("anybody")), ("members", _("members")), ("invited", _("by invitation"))],
    ),
    "capacity": Whole(
        0,
        _("Number of places"),
        help=_("Whoever enters beyond them is on the waiting list. 0: as many as come."),
        most=2000,
        line=_("Places"),
        says=_("{capacity} at most"),
    ),
    "rating": Choice(
        "counts",
        _("Rated"),
        help=_("Fixed once it begins."),
        choices=[("counts", _("counts for the ratings")), ("friendly", _("friendly, not rated"))],
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
        "none",
        check=_is_delay,
        sentence=one_of([allowed_delays()]),
        asked_by=("watching",),
        part=LIVE,
        within="spectators",
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
        check=is_clock,
        sentence=Said(_("A clock needs time for the whole match, or for each decision.")),
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


def offered() -> dict[str, Term]:
    """The settings on the page of conditions and in the API, in the order of the page."""
    return {key: setting for key, setting in SETTINGS.items() if setting.is_offered}


def words_of(key: str, value: str) -> Words:
    """The meaning of a setting's value, for a setting with choices, in words."""
    setting = SETTINGS[key]
    found: Words = setting.words(value) if isinstance(setting, Choice) else value
    return found


def check(settings: Mapping[str, Any]) -> None:
    """Raise Invalid for an unknown setting, or for a value that is not allowed; the text names the allowed ones."""
    if not isinstance(settings, Mapping):
        raise Invalid("settings", _now("Settings are values by their names."))
    for key, value in settings.items():
        if key not in SETTINGS:
            raise Invalid("settings", _now("Unknown setting “%(key)s”.") % {"key": key})
        if not SETTINGS[key].allows(value):
            raise Invalid(key, in_words(SETTINGS[key].allowed))

"""Points, stages, match lengths and places in a bracket in words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.formats import FORMATS, REST, going_on, length_of, settled_after
from tournaments.formats.estimate import Planned
from tournaments.models import Stage
from tournaments.pairing import PointsTable, table_points
from tournaments.pairing.bracket import Label
from tournaments.pairing.table_points import PLACES, SETTLEMENT, scale_of


def points_text(points: int, unit: int) -> str:
    """Points in a table's unit as people write them: 5 halves are 2½."""
    return value_text(Fraction(points, unit))


def value_text(value: Fraction | None) -> str:
    """A tie-break value: whole, with a half sign, or with two decimals; a dash where there is none."""
    if value is None:
        return "–"
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{float(value):.2f}".replace("-", "−")


def table_words(table: PointsTable) -> str:
    """A points table in words: "win 2, tie 1, loss 0"."""
    if table.by_margin:
        return _("%(most)s points, shared by the margin") % {"most": points_text(table.most, table.unit)}
    given = {name: points_text(getattr(table, name), table.unit) for name in ("win", "tie", "loss")}
    said = _("win %(win)s, tie %(tie)s, loss %(loss)s") % given
    if table.shutout is None:
        return said
    return _("%(points)s, shutout win %(shutout)s") % {
        "points": said,
        "shutout": points_text(table.shutout, table.unit),
    }


def stage_name(stage: Planned) -> str:
    """The name of a stage: its own, else that of its role."""
    own = getattr(stage, "name", "")
    if own:
        return str(own)
    if stage.feed:
        return _("Cup of the rest") if stage.feed["take"] == REST else _("Final")
    if stage.settings.get("groups", 1) > 1:
        return _("Groups")
    return _(FORMATS[stage.format].name)


def stage_sentence(stage: Planned) -> str:
    """A sentence that says how a stage is played: its format (here, or by its name alone), and its special settings."""
    chosen = stage.settings
    parts = {
        "swiss": _swiss,
        "round_robin": _round_robin,
        "single_elim": _single,
        "double_elim": _double,
        "league": _league,
        "ladder": _ladder,
        "pod_swiss": _pods,
        "pod_rounds": _pods,
    }
    kind = stage.format.removeprefix("team_").removeprefix("duplicate_")
    told = parts[kind](chosen) if kind in parts else [_(FORMATS[stage.format].name)]
    words = ", ".join([*_teams(chosen), *_duplicate(chosen), *told, *_match(chosen)])
    return _("%(who)s: %(what)s") % {"who": ", ".join(_feeding(stage.feed)), "what": words} if stage.feed else words


def length_words(key: str) -> str:
    """A match length as players say it."""
    length = length_of(key)
    if length.kind == "best_of":
        unit = _("deals") if length.by_deals else _("games")
        text = _("all of %(n)d %(unit)s") if length.plays_all else _("best of %(n)d %(unit)s")
        return text % {"n": length.n, "unit": unit}
    if length.kind == "deals":
        return (_("1 deal") if length.n == 1 else _("%(n)d deals")) % {"n": length.n}
    if length.kind == "match":
        return _("a match to %(n)d points") % {"n": length.n}
    return _("a Hollywood game") if length.kind == "hollywood" else _("one game to the target")


def label_words(label: Label) -> str:
    """The label of a bracket's match, in the reader's language."""
    return _(label.words) % dict(label.numbers)


def schedule_words(stage: Stage) -> str:
    """The rule by which the rounds of a stage are paired."""
    if stage.has_bracket:
        return _("The bracket says who meets whom: who wins goes on, and byes go to the best seeds.")
    if stage.format == "pod_swiss":
        return _(
            "Nobody sits with the same player twice while that can be, then players with equal points sit together; "
            "seats and first deals are spread evenly."
        )
    if not stage.is_of_two:
        return _(
            "Everybody sits with as many others as can be, by a plan for all rounds; seats and first deals are spread "
            "evenly."
        )
    if stage.is_round_robin:
        return _("Everybody meets everybody: the schedule (a Berger table) was fixed when the stage began.")
    return _(
        "Players with equal points meet, nobody meets twice, and the bye goes as low as it can. "
        "Where a group is odd, somebody moves down."
    )


def contest_words(contest: str) -> str:
    """The name of a contest beside the main one."""
    words = {"consolation": _("Consolation"), "last_chance": _("Last chance"), "season": _("Season")}
    return words.get(contest, "")


def _duplicate(chosen: Mapping[str, Any]) -> list[str]:
    """A sentence about duplicate: the same decks at all tables, and how they are compared."""
    ways = {
        "field": _("duplicate, against the field"),
        "mirror": _("duplicate, every deck with seats changed"),
        "teams": _("duplicate, teams of two with crossed seats"),
    }
    return [ways[chosen["scoring"]]] if "scoring" in chosen else []


def _teams(chosen: Mapping[str, Any]) -> list[str]:
    return [_("Teams of %(n)d boards") % {"n": chosen["boards"]}] if "boards" in chosen else []


def _swiss(chosen: Mapping[str, Any]) -> list[str]:
    rounds = ngettext("Swiss, %(n)d round", "Swiss, %(n)d rounds", chosen["rounds"]) % {"n": chosen["rounds"]}
    return [rounds, _("FIDE Dutch")] if chosen.get("system") == "dutch" else [rounds]


def _round_robin(chosen: Mapping[str, Any]) -> list[str]:
    cycles, groups = chosen.get("cycles", 1), chosen.get("groups", 1)
    often = {1: _("everybody meets once"), 2: _("everybody meets twice")}
    words = [_("Round robin"), often.get(cycles, _("everybody meets %(n)d times") % {"n": cycles})]
    return [*words, _("%(n)d groups") % {"n": groups}] if groups > 1 else words


def _league(chosen: Mapping[str, Any]) -> list[str]:
    first, *rest = (_swiss if chosen["fixtures"] == "swiss" else _round_robin)(chosen)
    words = _("a round is open for %(span)s, players settle their times in the first %(settle)s")
    said = {"span": span_words(chosen["window_hours"]), "settle": span_words(settled_after(chosen))}
    return [_("League: %(fixtures)s") % {"fixtures": first}, *rest, words % said]


def _ladder(chosen: Mapping[str, Any]) -> list[str]:
    reach = chosen["reach"]
    words = ngettext("challenge up to %(n)d place above", "challenge up to %(n)d places above", reach) % {"n": reach}
    said = {"answer": span_words(24 * chosen["answer_days"]), "play": span_words(24 * chosen["play_days"])}
    return [_("Ladder: %(reach)s") % {"reach": words}, _("answer within %(answer)s, play within %(play)s") % said]


def _pods(chosen: Mapping[str, Any]) -> list[str]:
    """Tables of three and more: how many rounds, how many seats, how a table counts."""
    rounds, least, most = chosen["rounds"], chosen["seats_least"], chosen["seats_most"]
    seats = _("tables of %(n)d") % {"n": chosen["seats"]}
    if least != most:
        seats = _("tables of %(least)d to %(most)d") % {"least": least, "most": most}
    if rounds is None:
        often = _("until everybody can have met everybody")
    else:
        often = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    return [_("%(seats)s, %(often)s") % {"seats": seats.capitalize(), "often": often}, count_words(chosen)]


def count_words(chosen: Mapping[str, Any]) -> str:
    """How a table of three and more counts in the standings."""
    data = chosen["table_points"]
    if data == PLACES:
        return _("the places count")
    if data == SETTLEMENT:
        return _("what the sheet settles counts")
    table = table_points(data)
    row = " – ".join(f"{worth / table.per:g}" for worth in table.rows[chosen["seats"]])
    return _("points by place: %(points)s") % {"points": row}


def scale_words(chosen: Mapping[str, Any]) -> str:
    """The table of points of a stage in words, from its settings."""
    scale = scale_of(chosen)
    return table_words(scale) if isinstance(scale, PointsTable) else count_words(chosen)


def span_words(hours: int) -> str:
    """A span of hours, in days where they are whole."""
    days, rest = divmod(hours, 24)
    if rest or not days:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def _single(chosen: Mapping[str, Any]) -> list[str]:
    words = [_("Single elimination")]
    if chosen.get("placement"):
        words.append(_("places down to %(n)d are played out") % {"n": chosen["placement"]})
    elif chosen.get("third_place"):
        words.append(_("with a match for third place"))
    return [*words, *_downstream(chosen)]


def _double(chosen: Mapping[str, Any]) -> list[str]:
    return [_("Double elimination"), *_downstream(chosen)]


def _downstream(chosen: Mapping[str, Any]) -> list[str]:
    words = [_("with a consolation")] if chosen.get("consolation") else []
    return [*words, _("and a last chance")] if chosen.get("last_chance") else words


def _match(chosen: Mapping[str, Any]) -> list[str]:
    key, minutes = chosen.get("length", "game"), chosen.get("minutes")
    words = [_("a match is %(length)s") % {"length": length_words(key)}] if key != "game" else []
    words += [_("%(n)d minutes at most") % {"n": minutes}] if minutes else []
    way = chosen.get("drawn", going_on.NEXT)
    is_usual = way in (going_on.NEXT, going_on.STAYS)
    return words if is_usual else [*words, _("if a match is drawn, %(way)s") % {"way": _(going_on.WORDS[way])}]


def _feeding(feed: Mapping[str, Any]) -> list[str]:
    if feed["take"] == REST:
        return [_("For all others")]
    if feed["of_each"]:
        each, more = feed["of_each"], feed["runners_up"]
        words = [ngettext("The best of each group", "The best %(n)d of each group", each) % {"n": each}]
        return [*words, ngettext("the best runner-up", "the best %(n)d runners-up", more) % {"n": more}][
            : 1 + bool(more)
        ]
    if feed["percent"]:
        return [_("The best %(n)d %%") % {"n": feed["percent"]}]
    return [_("The best %(n)d") % {"n": feed["top"]}]


def zone_of(user: User | AnonymousUser, usual: ZoneInfo) -> ZoneInfo:
    """The time zone of a person: their own, else the default."""
    return ZoneInfo(user.timezone) if isinstance(user, User) and user.timezone else usual

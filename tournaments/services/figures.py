"""Can a result that somebody enters be? Its figures against the rule set's arithmetic and the length of the match."""

from django.utils.translation import gettext as _

from games import engine
from tournaments.formats.lengths import Amiss, Length, Tally, amiss, length_of
from tournaments.models import Match
from tournaments.pairing import Kind
from tournaments.services.errors import Invalid

COUNTED = ("", "pad", "total")
FIGURES = (Kind.PLAYED, Kind.ABANDONED)


def length_of_match(match: Match) -> Length:
    """How long a match is: its own length, else its stage's."""
    return length_of(match.length or match.round.stage.settings.get("length", "game"))


def may_tie(match: Match) -> bool:
    """Can it end level? By its length, or because it has a time and nothing more decides."""
    if match.slot:
        return False  # somebody goes on: level, one deal more decides
    length = length_of_match(match)
    return length.may_tie or (is_timed(match) and not length.decides)


def is_timed(match: Match) -> bool:
    """Can time be called in it?"""
    return bool(match.round.minutes or match.round.stage.settings.get("minutes"))


def check_figures(
    match: Match,
    kind: str,
    points: tuple[int, int],
    deals: int = 0,
    deals_won: tuple[int, int] | None = None,
    counted: str = "",
) -> None:
    """Raises Invalid, naming the field and what is allowed, for figures that the rules of the match cannot give.

    `counted`: points on the "pad" (before bonuses), or "total" (with game bonus, boxes and shutout), or nothing, when
    figures are fine that are possible either way. Nothing is asked of points that nobody noted (0 to 0).
    """
    if counted not in COUNTED:
        raise Invalid("counted", _("Points are counted on the pad (pad) or with all bonuses (total)."))
    if kind not in FIGURES:
        return
    length, has_ended_early = length_of_match(match), kind == Kind.ABANDONED or is_timed(match)
    rules = engine.VARIANTS[match.round.stage.tournament.variant]
    if length.kind != "game" or points == (0, 0):
        _refuse_counts(rules, deals, deals_won)
        if length.kind == "deals" and deals:
            _refuse_length(amiss(length, Tally(deals=deals, is_called=has_ended_early)))
        return
    found = {
        way: engine.doubts(
            rules,
            engine.Entered(
                points=points,
                deals=deals,
                deals_won=deals_won,
                is_total=way == "total",
                to_target=not has_ended_early,
            ),
        )
        for way in ([counted] if counted else ["pad"] if kind == Kind.ABANDONED else ["pad", "total"])
    }
    if all(found.values()):
        is_total = counted == "total" or (not counted and max(points) >= (rules.target or 0) + rules.game_bonus)
        raise _refusal(found["total" if is_total else "pad"][0], rules)


def _refuse_counts(rules: engine.RuleSet, deals: int, deals_won: tuple[int, int] | None) -> None:
    """Deals won must be among the deals, whatever the points."""
    asked = engine.Entered(points=(0, 0), deals=deals, deals_won=deals_won, to_target=False)
    for doubt in engine.doubts(rules, asked):
        raise _refusal(doubt, rules)


def _refuse_length(found: Amiss | None) -> None:
    if found is not None and found.least == found.most:
        raise Invalid(found.field, _("This match has %(n)d deals.") % {"n": found.most})
    if found is not None:
        said = {"least": found.least, "most": found.most}
        raise Invalid(found.field, _("This match has from %(least)d to %(most)d deals.") % said)


def _refusal(doubt: engine.Doubt, rules: engine.RuleSet) -> Invalid:
    """A doubt in words: what is wrong, and what is allowed."""
    said = {
        "least": doubt.least,
        "most": doubt.most,
        "target": rules.target,
        "rules": rules.name,
        "box": rules.box_value,
    }
    words = {
        "below_zero": _("Nothing below 0."),
        "more_than_played": _("The deals won are at most all deals: %(most)d."),
        "target_not_reached": _("%(rules)s is played to %(target)d: the winner has at least %(least)d points."),
        "both_reached_target": _("%(rules)s is played to %(target)d: the loser has at most %(most)d points."),
        "more_than_the_last_deal": _("The game ends at %(target)d: the winner has at most %(most)d points."),
        "points_without_deals": _("So many points need at least %(least)d deals won by that side."),
        "too_few_deals": _("So many points need at least %(least)d deals."),
        "bonuses_missing": _("With game bonus and boxes the winner has at least %(least)d points."),
        "box_without_points": _("Who has won a deal has its points and its box of %(box)d: at least %(least)d, or 0."),
        "loser_too_high": _("The loser has at most %(most)d points with its boxes."),
        "not_doubled": _("After a shutout the winner’s total is doubled: an even number such as %(least)d."),
        "boxes_do_not_fit": _("With these deals won the loser has from %(least)d to %(most)d points."),
    }
    return Invalid(doubt.field, words[doubt.code] % said)

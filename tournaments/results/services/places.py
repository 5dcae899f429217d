"""Check an entered result of a table of three and more: its seats, its places, the arithmetic of the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games import engine
from games.engine.by_hand.typed_scores import settled
from tournaments.errors import Invalid
from tournaments.event.selectors import sitters
from tournaments.matches.services.match_scores import (
    BY_HAND,
    BY_RULING,
    MOST_DEALS,
    MOST_POINTS,
    Score,
    not_played,
)
from tournaments.models import Match
from tournaments.pairing import FORFEITS, Kind, places_by
from tournaments.pairing.table_points import SETTLEMENT, table_points


def by_seat(match: Match, field: str, said: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """Figures given by entry (public ids), in the order of the seats. Raises Invalid where somebody does not sit at
    this table, is named twice, or is left out."""
    seated = {seat.entry.public_id: seat.entry.name for seat in match.sides.select_related("seat__entry")}
    named: dict[str, int] = {}
    for entry, figure in said:
        if entry not in seated:
            raise Invalid(field, _("Somebody named here does not sit at this table: %(names)s do.") % _all(seated))
        if entry in named:
            raise Invalid(field, _("%(name)s is named twice: each seat has one result.") % {"name": seated[entry]})
        named[entry] = figure
    if missing := [name for entry, name in seated.items() if entry not in named]:
        raise Invalid(field, _("The result of %(names)s is missing.") % {"names": ", ".join(missing)})
    return tuple(named[entry] for entry in seated)


def checked(
    match: Match,
    *,
    kind: str = Kind.PLAYED,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    deals: int = 0,
    deals_won: Sequence[int] | None = None,
    ruling: Sequence[int] | None = None,
    by_ruling: bool = False,
    falls_short: bool = False,
) -> Score:
    """The score of a table from figures entered by hand: final scores (`points`) or only `places` by seat, the deals
    won by each where they are known, and the seats (from 0) that were `absent` (None: as in `of_all_sides`); in a
    decision of officials (`by_ruling`) also the points of a `ruling`; after a ruling on points nobody need have reached
    the target (`falls_short`). Raises Invalid, naming the field and what is allowed."""
    seats = match.sides.count()
    if kind not in (BY_RULING if by_ruling else BY_HAND):
        raise Invalid("kind", _("A result is played, abandoned, a forfeit or a double forfeit."))
    if not 0 <= deals <= MOST_DEALS:
        raise Invalid("deals", _("A table has at most %(most)d deals.") % {"most": MOST_DEALS})
    if deals_won is not None:
        _check_deals(deals_won, seats, deals)
    if ruling is not None:
        _check_ruling(match, kind, ruling, seats)
    if kind in FORFEITS:
        return _forfeited(Kind(kind), seats, absent or ())
    points, places, absent = of_all_sides(match, points, places, absent)
    if kind == Kind.ANNULLED and ruling is not None and points is None and places is None:
        places = places_by(ruling)
    if points is not None and places is not None:
        raise Invalid("places", _("Enter the scores or the places, not both: the places follow from the scores."))
    if points is None and places is None:
        raise Invalid("points", _("Enter the scores of all %(n)d seats, or their places.") % {"n": seats})
    rule = tuple(ruling) if ruling is not None else None
    if points is not None:
        found = _by_scores(match, Kind(kind), points, absent, deals, rule, falls_short)
    else:
        found = _by_places(match, Kind(kind), places or (), absent, deals, rule)
    if kind == Kind.ANNULLED:  # as of two sides: what was played counts nowhere
        return replace(found, game_points=None, margins=(0,) * seats, deals=0)
    return replace(found, deals_won=None if deals_won is None else tuple(deals_won))


def _check_deals(won: Sequence[int], seats: int, deals: int) -> None:
    """Raise Invalid for deals won that cannot be: a figure for each seat, together no more than were played."""
    check_count("deals_won", won, seats)
    most = deals or MOST_DEALS
    if min(won) < 0 or sum(won) > most:
        raise Invalid("deals_won", _("The deals won are at most all deals: %(most)d.") % {"most": most})


def _check_ruling(match: Match, kind: str, ruling: Sequence[int], seats: int) -> None:
    """Raise Invalid for points of a ruling that this kind of result does not have, or that no seat can get."""
    if kind not in (Kind.ADJUSTED, Kind.ABANDONED, Kind.ANNULLED):
        raise Invalid("ruling", _("Points are given by ruling where a match is adjusted, abandoned or annulled."))
    check_count("ruling", ruling, seats)
    scale = table_points(match.round.stage.settings["table_points"])
    if scale.key == SETTLEMENT:
        _check_size("ruling", ruling)
    elif not all(0 <= one <= scale.most(seats) for one in ruling):
        most = f"{scale.most(seats) / scale.unit:g}"
        raise Invalid("ruling", _("Match points from 0 to %(most)s.") % {"most": most})


def _check_size(field: str, scores: Sequence[int]) -> None:
    if max(map(abs, scores)) > MOST_POINTS:
        said = {"least": -MOST_POINTS, "most": MOST_POINTS}
        raise Invalid(field, _("Scores are whole numbers from %(least)d to %(most)d.") % said)


def _forfeited(kind: Kind, seats: int, absent: Sequence[int]) -> Score:
    """A forfeit as it was said; a double one need not name the seats, because nobody came. Raises Invalid where the
    seats that were `absent` say another thing than the kind."""
    is_nobody = kind is Kind.DOUBLE_FORFEIT
    gone = frozenset(range(seats) if is_nobody and not absent else absent)
    if not gone or not gone <= set(range(seats)):
        raise Invalid("absent", _("Say who did not come: seats from 1 to %(n)d.") % {"n": seats})
    found = not_played(seats, gone)
    if found.kind is not kind:
        by_all = _("In a double forfeit nobody came: name all %(n)d seats, or enter a forfeit.") % {"n": seats}
        raise Invalid("absent", by_all if is_nobody else _("Nobody came: enter a double forfeit."))
    return found


def of_all_sides(
    match: Match, points: Sequence[int] | None, places: Sequence[int] | None, absent: Sequence[int] | None
) -> tuple[Sequence[int] | None, Sequence[int] | None, Sequence[int]]:
    """Scores, places and absent sides of a result that is entered, for all sides of its match. Where it is not said who
    was `absent` (None), it is who is noted as absent at a table that plays without them. The figures may be those of
    the others alone; who was absent has the score 0 and the last place. Raises Invalid for another score of somebody
    who is only noted as absent."""
    gone = sorted(set(sitters.away_from(match) if absent is None else absent))
    if not gone:
        return points, places, gone
    sides = list(match.sides.all())
    scores = points if absent is None and points is not None and len(points) == len(sides) else (0,) * len(sides)
    if came := [side.entry.name for side in sides if side.order in gone and scores[side.order]]:
        said = _("%(name)s is noted as absent: leave the score out, or enter the result in the form of the table and "
                 "say there who came.")  # fmt: skip
        raise Invalid("points", said % {"name": ", ".join(came)})

    def of_all(figures: Sequence[int] | None, otherwise: int) -> Sequence[int] | None:
        if figures is None or len(figures) not in (len(sides), len(sides) - len(gone)):
            return figures
        given = iter(figures if len(figures) < len(sides) else [figures[n] for n in range(len(sides)) if n not in gone])
        return [otherwise if n in gone else next(given) for n in range(len(sides))]

    return of_all(points, 0), of_all(places, len(sides) - len(gone) + 1), gone


def of_present(match: Match, score: Score) -> Score:
    """The score of a match from that of its sides that were present, in their order: who was absent is last."""
    sides = list(match.sides.order_by("order"))
    at = {side.order: seat for seat, side in enumerate(one for one in sides if not one.is_absent)}

    def spread(figures: Sequence[int], otherwise: int = 0) -> tuple[int, ...]:
        return tuple(figures[at[side.order]] if side.order in at else otherwise for side in sides)

    return replace(
        score,
        places=spread(score.places, len(at) + 1),
        game_points=spread(score.game_points or ()),
        margins=spread(score.margins),
        absent=frozenset(side.order for side in sides if side.is_absent),
        deals_won=spread(score.deals_won or ()),
        games=spread(score.games) if score.games else None,
    )


def _by_scores(
    match: Match,
    kind: Kind,
    scores: Sequence[int],
    absent: Sequence[int],
    deals: int,
    ruling: tuple[int, ...] | None,
    falls_short: bool,
) -> Score:
    seats, gone = match.sides.count(), frozenset(absent)
    check_count("points", scores, seats)
    _check_size("points", scores)
    present = _present(match, gone)
    played = [scores[order] for order in present]
    if not any(played):
        raise Invalid("points", _("All scores are 0. If nobody noted them, enter the places: 1. 3. 2."))
    rules = engine.VARIANTS[match.round.stage.tournament.variant]
    to_target = kind is Kind.PLAYED and not is_timed(match) and not falls_short
    entered = engine.Entered(points=tuple(played), deals=deals, to_target=to_target)
    if kind is not Kind.ADJUSTED and (doubts := engine.doubts(rules, entered)):
        raise _refusal(doubts[0], rules)
    places = dict(zip(present, places_by(played), strict=True))
    won = dict(zip(present, settled(rules, played), strict=True))
    last = len(present) + 1
    return Score(
        kind=kind,
        places=tuple(places.get(order, last) for order in range(seats)),
        game_points=tuple(0 if order in gone else score for order, score in enumerate(scores)),
        margins=tuple(won.get(order, 0) for order in range(seats)),
        absent=gone,
        deals=deals,
        ruling=ruling,
    )


def _by_places(
    match: Match, kind: Kind, places: Sequence[int], absent: Sequence[int], deals: int, ruling: tuple[int, ...] | None
) -> Score:
    seats, gone = match.sides.count(), frozenset(absent)
    check_count("places", places, seats)
    if match.round.stage.settings["table_points"] == SETTLEMENT and ruling is None:
        raise Invalid("places", _("Here the standings count what the sheet settles: enter the scores of all seats."))
    present = _present(match, gone)
    said = [places[order] for order in present]
    if tuple(said) != places_by([-place for place in said]):
        allowed = _(
            "Places go from 1: equal ones share the better place, such as 1. 2. 2., and the next one is left out."
        )
        raise Invalid("places", allowed)
    if len(set(said)) == 1 and kind is Kind.PLAYED:
        raise Invalid("places", _("Somebody won: not all places are the same."))
    is_chouette = engine.VARIANTS[match.round.stage.tournament.variant].sheet.name == "sides"
    if is_chouette and (len(set(said)) > 2 or (len(set(said)) == 2 and min(map(said.count, said)) > 1)):
        raise Invalid("places", _("In a chouette all but the box share a place, such as 1. 2. 2. or 3. 1. 1."))
    last, given = len(present) + 1, dict(zip(present, said, strict=True))
    return Score(
        kind=kind,
        places=tuple(given.get(order, last) for order in range(seats)),
        game_points=None,
        margins=(0,) * seats,
        absent=gone,
        deals=deals,
        ruling=ruling,
    )


def is_timed(match: Match) -> bool:
    """Can time be called at this table?"""
    return bool(match.round.minutes or match.round.stage.settings.get("minutes"))


def can_play(match: Match, here: int) -> bool:
    """May `here` sides of a match play without the others, by the rules of the tournament?"""
    variant = match.round.stage.tournament.variant
    rules = engine.VARIANTS[variant]
    return here * sitters.at_table(variant) in rules.seating.numbers(rules)


def _present(match: Match, absent: frozenset[int]) -> list[int]:
    """The seats that played. Raises Invalid for an unknown seat, or where the rest cannot play."""
    seats = match.sides.count()
    if not absent <= set(range(seats)):
        raise Invalid("absent", _("Say who did not come: seats from 1 to %(n)d.") % {"n": seats})
    here = [order for order in range(seats) if order not in absent]
    if absent and not can_play(match, len(here)):
        said = {"n": len(here), "name": engine.VARIANTS[match.round.stage.tournament.variant].name}
        raise Invalid("absent", _("%(n)d cannot play %(name)s: enter a forfeit for those who did not come.") % said)
    return here


def check_count(field: str, figures: Sequence[int], seats: int) -> None:
    if len(figures) != seats:
        said = {"n": seats, "given": len(figures)}
        raise Invalid(field, _("This table has %(n)d seats: enter %(n)d figures in their order, not %(given)d.") % said)


def _refusal(doubt: engine.Doubt, rules: engine.RuleSet) -> Invalid:
    """A doubt in words: the error, and the allowed values."""
    said: Mapping[str, object] = {
        "least": doubt.least,
        "most": doubt.most,
        "target": rules.target,
        "rules": rules.name,
        "box": rules.box_value,
    }
    words = {
        "not_two_sides": _("In a chouette there are two scores, of the box and of all others: one seat differs."),
        "below_zero": _("Nothing below %(least)d."),
        "target_not_reached": _("%(rules)s is played to %(target)d: the winner has at least %(least)d points."),
        "both_reached_target": _("%(rules)s is played to %(target)d: all others have at most %(most)d points."),
        "more_than_the_last_deal": _("The game ends at %(target)d: the winner has at most %(most)d points."),
        "more_than_all_deals": _("All deals of a game with their boxes and bonuses give at most %(most)d points."),
        "too_few_deals": _("So many points need at least %(least)d deals."),
        "bonuses_missing": _("With game bonus and boxes the winner has at least %(least)d points."),
        "box_without_points": _(
            "A player who has won a deal has its points and its box of %(box)d: at least %(least)d, or 0."
        ),
    }
    return Invalid("points" if doubt.field == "points" else doubt.field, words[doubt.code] % said)


def _all(seated: Mapping[str, str]) -> dict[str, str]:
    return {"names": ", ".join(seated.values())}

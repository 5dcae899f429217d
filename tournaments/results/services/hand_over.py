"""Give matches and boards to the ratings: record, correct, or remove them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import chain, zip_longest
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games import models as game_models
from games import selectors as games
from games.models import Table
from ratings.services import results as rating_results
from ratings.services.results import SideResult
from tournaments.duplicate import selectors as duplicate
from tournaments.entries.services import acceptance
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.event.selectors.finding import SIDES
from tournaments.matches.selectors import reference, tables_of
from tournaments.models import EntryMember, Match, Round, Ruling
from tournaments.pairing import FORFEITS, Kind
from tournaments.results.services.board_scores import RATED

Seats = list[tuple[User, int]]


def is_for_sides(variant: str) -> bool:
    """Do partners play as one side at one table?"""
    return engine.VARIANTS[variant].seating.name == "teams"


def seats_at(table: game_models.Table, users: Sequence[User]) -> Seats:
    """The players of each side at a live table: in partnership games every second seat is of the same side (PRT-1),
    else each seat is a side."""
    sides = 2 if is_for_sides(table.rules) else len(users)
    return [(user, seat % sides) for seat, user in enumerate(users)]


def seats_by_turns(sides: Sequence[Sequence[User]]) -> Seats:
    """The members of the sides in the order of their seats."""
    seated = chain.from_iterable(zip_longest(*([(user, at) for user in side] for at, side in enumerate(sides))))
    return [seat for seat in seated if seat is not None]


def sides_of(table: game_models.Table, result: games.TableResult) -> list[SideResult]:
    """The results of the sides of a live table: by final score, in an abandoned sitting by the points of its finished
    deals; the player who gave it up comes last."""
    points = result.points if result.abandoned else result.totals
    keys: list[tuple[float, float]] = [(seat == result.loser, -score) for seat, score in enumerate(points)]
    if is_for_sides(table.rules):
        keys = [(result.winner not in (None, side), 0) for side in (0, 1)]
    return _sides(keys, points, result.net)


def two_sides(points: tuple[int, int], margin: int, score: float) -> list[SideResult]:
    """The results of the two sides of a match, from the `margin` and the `score` (1, 0.5, 0) of the first."""
    return _sides([(-score, 0), (score - 1, 0)], points, (margin, -margin))


def _sides(keys: Sequence[tuple[float, float]], points: Sequence[int], net: Sequence[int]) -> list[SideResult]:
    """The sides with their places from 1, the lowest key first; sides with equal keys share a place."""
    places = [1 + sum(other < key for other in keys) for key in keys]
    return [
        SideResult(place=at, points=won, margin=won_by) for at, won, won_by in zip(places, points, net, strict=True)
    ]


TAKEN_OUT = (*FORFEITS, Kind.ANNULLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The part of a match that is rated: the whole match, or one of its boards. Without `figures` it is not rated;
    `ruling` says why, or what was changed."""

    match: Match
    played: Match
    sides: Sequence[Sequence[EntryMember]]
    figures: dict[str, Any] | None
    luck: float | None = None  # of a duplicate round; other matches have their luck at their tables
    is_entered: bool
    label: str
    ruling: Ruling | None

    @property
    def source(self) -> str:
        return reference(self.played)

    @property
    def members(self) -> list[EntryMember]:
        return [member for side in self.sides for member in side]


def hand_down(matches: Match | QuerySet[Match], now: datetime, by: User | None = None) -> None:
    """Give finished matches, in their order, to the ratings as they are in the database; a team match board by board.
    One that they know is corrected where an official has entered it again, or taken out when it was not played after
    all, or a ruling says that it is not rated. An adjusted one is rated as it was played. What the house played does
    not count unless the tournament says so; nor does what a club played that is not approved, or somebody who has not
    accepted to be rated here. Repeating it changes nothing."""
    found = Match.objects.filter(pk=matches.pk) if isinstance(matches, Match) else matches
    found = found.select_related("round__stage__tournament__club")
    boards = Prefetch("boards", Match.objects.prefetch_related(finding.BOARD_SIDES, "rulings"))
    lucks = cache(duplicate.lucks)
    listed = list(found.prefetch_related(SIDES, "rulings", boards))
    _seat_partners(listed)
    parts = [part for match in listed for part in _parts(match, lucks)]
    tables = tables_of(part.played for part in parts if part.played.entered_by_id is None)
    cards = games.lucks_of(tables.values())
    known = rating_results.known_sources(part.source for part in parts if part.is_entered)
    rated = [part for part in parts if part.figures is not None and part.played.finished_at is not None]
    acceptance.played(
        (part.members, tables[part.source], part.played.finished_at)
        for part in rated
        if part.source in tables and part.played.finished_at is not None
    )
    new = []
    for part in parts:
        if part not in rated:
            if part.source in known:
                reason = part.ruling.reason if part.ruling else part.match.result_kind
                rating_results.annul_match(source=part.source, by=by, now=now, reason=reason)
            continue
        table = tables.get(part.source)
        told = _told(part, table, cards.get(table.pk) if table else None)
        if part.source in known:
            _correct(told, by, now, part.ruling.reason if part.ruling else "")
        else:
            new.append(told)
    rating_results.record(new)


def _seat_partners(matches: Iterable[Match]) -> None:
    """Attach to the boards of these matches the partners of their first players."""
    by_round: dict[int, list[Match]] = {}
    for match in matches:
        by_round.setdefault(match.round_id, []).append(match)
    for found in by_round.values():
        rnd, boards = found[0].round, [board for match in found for board in match.boards.all()]
        sitters.seat_partners(boards, rnd, rnd.stage.tournament.variant)


def _parts(match: Match, lucks: Callable[[Round], Mapping[int, float]]) -> list[_Part]:
    tournament, stage = match.round.stage.tournament, match.round.stage
    if match.round.number <= tournament.settings.get("unrated_rounds", 0):
        return []  # it came from a report whose matches were not to be rated
    rulings = sorted(match.rulings.all(), key=lambda ruling: -ruling.pk)
    if entry_sizes.is_team(stage):
        whole = next(iter(rulings), None)
        return [_part_of_board(match, board, whole) for board in match.boards.all() if board.is_manned]
    members = sitters.at_match(match)
    is_captained = any(member.is_captain for side in members for member in side)
    if is_captained and not is_for_sides(tournament.variant):
        return []  # a team of several boards has no rating as a whole
    return [
        _Part(
            match=match,
            played=match,
            sides=members,
            figures=_figures(_facts(match), rulings),
            luck=lucks(match.round).get(match.pk) if duplicate.is_duplicate(stage) else None,
            is_entered=match.entered_by_id is not None,
            label=_label(match) % {"tournament": tournament.name, "n": match.round.number},
            ruling=rulings[0] if rulings else None,
        )
    ]


def share(first: int, second: int) -> float:
    """The first side's score in a match for the ratings: 1, a half, or 0."""
    return 0.5 if first == second else float(first > second)


def _label(match: Match) -> str:
    is_ladder = match.round.stage.has_challenges
    return _("%(tournament)s, challenge %(n)d") if is_ladder else _("%(tournament)s, round %(n)d")


def _part_of_board(match: Match, board: Match, whole: Ruling | None) -> _Part:
    """The rated part of a board, as it was played; none if the `whole` match was annulled or is not to be rated."""
    board.parent, board.round = match, match.round
    is_out = match.result_kind in TAKEN_OUT or (whole is not None and not whole.is_rated)
    rulings = sorted(board.rulings.all(), key=lambda ruling: -ruling.pk)
    found = _figures(_facts(board), rulings)
    said = {"tournament": match.round.stage.tournament.name, "n": match.round.number, "board": board.number}
    return _Part(
        match=match,
        played=board,
        sides=[list(side) for side in board.people],
        figures=None if is_out else found,
        is_entered=board.entered_by_id is not None or match.entered_by_id is not None,
        label=_("%(tournament)s, round %(n)d, board %(board)d") % said,
        ruling=whole if is_out else next(iter(rulings), whole),
    )


def _told(part: _Part, table: Table | None, cards: float | None) -> rating_results.Played:
    """The part in the form of the ratings; `cards` is its luck, from its live table."""
    figures, played, tournament = part.figures, part.played, part.match.round.stage.tournament
    assert figures is not None
    assert played.finished_at is not None
    players = [member.user for member in part.members]
    is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in players)
    has_play = figures["kind"] == Kind.PLAYED or figures["deals"] > 0
    is_agreed = tournament.counts and acceptance.have_accepted(part.members, played.finished_at)
    counts = has_play and is_agreed and (not is_house or bool(tournament.settings.get("rated_house")))
    is_duplicate = duplicate.is_duplicate(part.match.round.stage)
    told = rating_results.Played(
        source=part.source,
        pool=tournament.variant,
        finished_at=played.finished_at,
        label=part.label,
        link=f"/matches/{part.match.public_id}/",
        deals=figures["deals"],
        # the comparison has taken most of the cards out: there is less noise in it
        kind="duplicate" if is_duplicate and figures["kind"] == Kind.PLAYED else figures["kind"],
        weight=int(counts),
    )
    if len(players) > 2:
        seats = seats_by_turns([[member.user for member in side] for side in part.sides])
        came_to = figures.get("sides")
        return replace(
            told,
            seats=seats,
            sides=came_to or two_sides(figures["points"], figures["margin"], figures["score_a"]),
        )
    is_to_the_end = played.result_kind == Kind.PLAYED and played.entered_by_id is None
    return replace(
        told,
        players=players,
        score_a=figures["score_a"],
        margin=figures["margin"],
        luck=part.luck if is_duplicate and played is part.match else cards if is_to_the_end else None,
        timed_out=_has_timed_out(played, table),
    )


def _correct(told: rating_results.Played, by: User | None, now: datetime, reason: str) -> None:
    values: dict[str, Any] = {"deals": told.deals, "kind": told.kind, "weight": told.weight}
    if told.seats:
        rating_results.correct_several(source=told.source, sides=told.sides, now=now, by=by, reason=reason, **values)
    else:
        values |= {"score_a": told.score_a, "margin": told.margin, "luck": told.luck}
        rating_results.correct_match(source=told.source, now=now, by=by, reason=reason, **values)


def _has_timed_out(played: Match, table: Table | None) -> bool:
    """Did the loser at the live table run out of time, or stay away?"""
    if played.result_kind != Kind.ABANDONED or table is None:
        return False
    result = games.result(table)
    return result is not None and result.timed_out


def _facts(match: Match) -> dict[str, Any]:
    """The figures of a match as they stand, in the form of the audit log."""
    sides = list(match.sides.all())
    places = [side.place for side in sides]
    return {
        "kind": match.result_kind,
        "deals": match.deals,
        "sides": [[side.points, side.game_points, side.margin] for side in sides],
        **({} if None in places else {"places": places}),
        "absent": [side.order for side in sides if side.is_absent],
    }


def _figures(facts: dict[str, Any], rulings: Sequence[Ruling]) -> dict[str, Any] | None:
    """The rated figures: the result, or an adjusted one as it was played before the `rulings` (the newest first); None
    where it is not rated, as a table of three and more at which only two played."""
    if facts["kind"] not in RATED or (rulings and not rulings[0].is_rated):
        return None
    if facts["kind"] == Kind.ADJUSTED:
        before = (one.before for one in rulings if one.before["kind"] in (Kind.PLAYED, Kind.ABANDONED))
        facts = next(before, facts)
    found, sides = {"deals": facts.get("deals", 0), "kind": facts["kind"]}, facts["sides"]
    if "places" in facts:
        here = [order for order in range(len(sides)) if order not in facts.get("absent", ())]
        return found | {"sides": [_placed(facts["places"][at], sides[at]) for at in here]} if len(here) > 2 else None
    (first, points, margin), (second, others, _) = sides
    found |= {"score_a": share(first or 0, second or 0), "margin": margin, "points": (points or 0, others or 0)}
    return found


def _placed(place: int | None, side: Sequence[int | None]) -> SideResult:
    _won, points, margin = side
    return SideResult(place=place or 1, points=points or 0, margin=margin or 0)
